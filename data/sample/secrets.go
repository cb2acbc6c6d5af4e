package sample

import "strings"

// secrets puts the invented secrets of the history into their places. They are put together here, so that nothing in the repository
// looks like a leaked one. None of them ever opened anything.
var secrets = strings.NewReplacer(
	"{token}", "ghp"+"_"+"Tide5Moon9Gull2Reef7Sail4Wake8Foam12",
	"{key}", "Drizzle4"+"Squall8"+"Breeze1"+"Hail6Mist",
	"{password}", "Gannet"+"-41-"+"Lantern",
	"{cookie}", "b1"+"Fog7Dew3Rain9Snow2Ice5",
	"{jwt}", strings.Join([]string{"ey" + "JhbGciOiJub25lIn0", "ey" + "JzdGF0aW9uIjoicm9vZiJ9", "Wind3Cloud6Storm9Sun1"}, "."),
	"{pem}", "-----BEGIN "+"PRIVATE KEY-----\n"+strings.Repeat("Weather1Station2OnThe3Roof4Invented5Lines6OfAKey7\n", 3)+"-----END "+"PRIVATE KEY-----",
)
