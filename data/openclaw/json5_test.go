package openclaw

import "testing"

func parseJSON5(raw []byte) (config, error) {
	standard, err := standardJSON(raw)
	if err != nil {
		return config{}, err
	}
	return parseConfig(standard)
}

func TestAConfigurationInJSON5IsRead(t *testing.T) {
	for name, text := range map[string]string{
		"strict":           `{"session": {"store": "~/it's.json"}}`,
		"comments, commas": "{ // a: 'b\n \"session\": {\"store\": \"~/it's.json\",}, /* x */ }",
		"names without quotes": `{
  gateway: {port: 0x1F, x: .5, y: +1, z: Infinity, on: true, "quoted": null, 'single': [1, -2.5e3,]},
  session: {store: "~/it's.json"}, // the end
}`,
		"single quotes": `{session: {store: '~/it\'s.json', note: 'say "hi" // no comment'}}`,
	} {
		c, err := parseJSON5([]byte(text))
		if err != nil || c.store != "~/it's.json" {
			t.Errorf("%s: %q %v", name, c.store, err)
		}
	}
	for _, broken := range []string{"", "{", "{session: {", "nonsense", "'", "{'a"} {
		if _, err := parseJSON5([]byte(broken)); err == nil {
			t.Errorf("%q is read", broken)
		}
	}
}
