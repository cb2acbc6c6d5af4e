package openclaw

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// legacyDirs are names that the state directory had before; OpenClaw may leave links behind.
var legacyDirs = []string{".clawdbot", ".moltbot", ".moldbot"}

// stateVars name a state directory in the environment, the newest name first.
var stateVars = []string{"OPENCLAW_STATE_DIR", "CLAWDBOT_STATE_DIR", "MOLTBOT_STATE_DIR"}

// home is where OpenClaw looks: the home of the user, and the one that it is told to use instead.
type home struct{ user, effective string }

func homes(given string, env func(string) string) home {
	h := home{user: given}
	if h.user == "" {
		h.user = userHome(env)
	}
	h.effective = h.user
	if told := variable(env, "OPENCLAW_HOME"); told != "" {
		h.effective = expand(told, h.user)
	}
	return h
}

func userHome(env func(string) string) string {
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if dir := variable(env, name); dir != "" {
			return dir
		}
	}
	if prefix := variable(env, "PREFIX"); strings.HasSuffix(prefix, "com.termux/files/usr") && variable(env, "ANDROID_DATA") != "" {
		return filepath.Join(filepath.Dir(prefix), "home")
	}
	dir, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return dir
}

// variable reads the environment as OpenClaw does: trimmed, and two words of JavaScript count as unset.
func variable(env func(string) string, name string) string {
	value := strings.TrimSpace(env(name))
	if value == "undefined" || value == "null" {
		return ""
	}
	return value
}

// expand puts a home directory in the place of a leading tilde.
func expand(path, home string) string {
	if path == "~" {
		return home
	}
	if strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`) {
		return filepath.Join(home, path[2:])
	}
	return path
}

// stateDirs lists the state directories of this computer that may exist: a desktop program does not have the environment
// of the gateway's service, so every place that a gateway may use is looked at.
func stateDirs(h home, env func(string) string) []string {
	var dirs []string
	for _, name := range stateVars {
		if dir := variable(env, name); dir != "" {
			dirs = append(dirs, expand(dir, h.effective))
		}
	}
	for _, root := range h.roots() {
		dirs = append(dirs, filepath.Join(root, ".openclaw"))
		for _, name := range legacyDirs {
			dirs = append(dirs, filepath.Join(root, name))
		}
		dirs = append(dirs, profiles(root)...)
	}
	return dirs
}

// roots are the directories in which state directories lie.
func (h home) roots() (roots []string) {
	for _, root := range []string{h.effective, h.user} {
		if root != "" && !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	return roots
}

// profilePrefix begins the names of the state directories of profiles.
const profilePrefix = ".openclaw-"

// profiles lists the state directories of named profiles, told from other folders of such a name by what they hold.
func profiles(root string) []string {
	return slices.DeleteFunc(namedProfiles(root), func(dir string) bool {
		return !isDir(filepath.Join(dir, "agents")) && !isDir(filepath.Join(dir, "state"))
	})
}

// namedProfiles lists what has a name like the state directory of a profile.
func namedProfiles(root string) (dirs []string) {
	found, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	for _, entry := range found { // sorted
		if strings.HasPrefix(entry.Name(), profilePrefix) {
			dirs = append(dirs, filepath.Join(root, entry.Name()))
		}
	}
	return dirs
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
