package rig

import (
	"os"
	"path/filepath"

	"sigs.k8s.io/yaml"
)

// Values are what a YAML file of ours holds, to be changed where a test needs another address or path.
type Values map[string]any

// readValues reads an example file of the project.
func readValues(file string) (Values, error) {
	text, err := os.ReadFile(filepath.Join(Root(), file))
	if err != nil {
		return nil, err
	}
	values := Values{}
	return values, yaml.Unmarshal(text, &values)
}

// In is the object under a key, made if need be.
func (v Values) In(key string) Values {
	inner, is := v[key].(map[string]any)
	if !is {
		inner = map[string]any{}
		v[key] = inner
	}
	return inner
}

// write replaces the file at once, so that a program that watches it never reads a part.
func (v Values) write(path string) error {
	text, err := yaml.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", text, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
