package openclaw

import "testing"

func TestAPathOfWindowsTellsThatItLeadsElsewhere(t *testing.T) {
	for path, want := range map[string]bool{
		`C:\Users\ann\.openclaw`:                      false,
		`\\?\C:\Users\ann\.openclaw`:                  false,
		`\\.\C:\Users`:                                false,
		`\\wsl$\Ubuntu\home\ann\.openclaw`:            true,
		`\\wsl.localhost\Ubuntu\home\ann\.openclaw`:   true,
		`//wsl.localhost/Ubuntu/home/ann/.openclaw`:   true,
		`\\server\share\.openclaw`:                    true,
		`\\?\UNC\server\share\.openclaw`:              true,
		`\\?\unc\wsl.localhost\Ubuntu\home\.openclaw`: true,
		`\home`: false,
	} {
		if got := sharePath(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
