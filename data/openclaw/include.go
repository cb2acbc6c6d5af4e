package openclaw

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
)

const (
	includeKey = "$include"
	// maxIncludes bounds how many files a configuration is made of; it also ends those that include each other.
	maxIncludes = 32
)

var errInclude = errors.New("include is not followed")

// includer puts the files into a configuration that it includes. Only files in the folder of the configuration count, as in
// OpenClaw. What cannot be included is left out, and told.
type includer struct {
	folder   string // canonical
	files    []string
	problems []error
}

// included gives the JSON of a configuration that lies in folder, with everything that it includes, and what is to be told
// of that.
func included(standard []byte, folder string) (*includer, []byte) {
	in := &includer{}
	whole, err := in.include(standard, folder)
	if err != nil {
		in.problems = append(in.problems, err)
		return in, standard
	}
	return in, whole
}

func (in *includer) include(standard []byte, folder string) ([]byte, error) {
	canonical, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	in.folder = canonical
	var root any
	if err := json.Unmarshal(standard, &root); err != nil {
		return nil, err
	}
	return json.Marshal(in.resolve(root, canonical))
}

// resolve replaces what a value from a file in dir includes; what stands beside the include goes over it.
func (in *includer) resolve(value any, dir string) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value // objects in lists include nothing that is read here
	}
	names := object[includeKey]
	delete(object, includeKey)
	for name, member := range object {
		object[name] = in.resolve(member, dir)
	}
	var base any = map[string]any{}
	for _, name := range namesOf(names) {
		content, err := in.read(name, dir)
		if err != nil {
			in.problems = append(in.problems, fmt.Errorf("include %q in the configuration: %w", name, err))
			continue
		}
		base = over(base, content)
	}
	return over(base, object)
}

// namesOf reads a name or a list of names.
func namesOf(value any) []string {
	if name, ok := value.(string); ok {
		return []string{name}
	}
	list, _ := value.([]any)
	var names []string
	for _, item := range list {
		if name, ok := item.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func (in *includer) read(name, dir string) (any, error) {
	if len(in.files) == maxIncludes {
		return nil, fmt.Errorf("%w: too many files", errInclude)
	}
	in.files = append(in.files, resolve(name, dir))
	path, err := filepath.EvalSymlinks(resolve(name, dir))
	if err != nil {
		return nil, err
	}
	if !within(in.folder, path) {
		return nil, fmt.Errorf("%w: it is outside the folder of the configuration", errInclude)
	}
	raw, err := readBounded(path)
	if err != nil {
		return nil, err
	}
	standard, err := standardJSON(raw)
	if err != nil {
		return nil, err
	}
	var content any
	if err := json.Unmarshal(standard, &content); err != nil {
		return nil, err
	}
	return in.resolve(content, filepath.Dir(path)), nil
}

// over puts one value over another: members of objects each for itself, lists behind each other, anything else in its place.
func over(below, above any) any {
	switch a := above.(type) {
	case map[string]any:
		b, ok := below.(map[string]any)
		if !ok {
			return above
		}
		for name, member := range a {
			if old, there := b[name]; there {
				member = over(old, member)
			}
			b[name] = member
		}
		return b
	case []any:
		if b, ok := below.([]any); ok {
			return append(b, a...)
		}
	}
	return above
}
