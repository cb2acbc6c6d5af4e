package openclaw

import "testing"

func TestAFileSystemTellsWhetherChangesOfItAreKnown(t *testing.T) {
	for name, c := range map[string]struct {
		magic uint64
		want  whereabouts
	}{
		"ext4":                  {0xEF53, hereOnly},
		"btrfs":                 {0x9123683E, hereOnly},
		"tmpfs":                 {0x01021994, hereOnly},
		"overlay":               {0x794C7630, hereOnly},
		"NFS":                   {0x6969, elsewhere},
		"CIFS":                  {0xFF534D42, elsewhere},
		"SMB2":                  {0xFE534D42, elsewhere},
		"9P, as Windows in WSL": {0x01021997, elsewhere},
		"Ceph":                  {0x00C36400, elsewhere},
		"FUSE":                  {0x65735546, eitherWay},
	} {
		if got := whereaboutOf(c.magic); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if remote(t.TempDir()) {
		t.Error("the folder of this test is on another computer")
	}
}
