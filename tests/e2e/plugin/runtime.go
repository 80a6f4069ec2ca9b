package plugin

import (
	"encoding/json"
	"fmt"
)

// runtimeEntry says how one chip is to be split for the pod.
type runtimeEntry struct {
	UUID     string `json:"UUID"`
	Template string `json:"temp"`
	Memory   *int64 `json:"memory"`
	Core     *int32 `json:"core"`
}

// decodeRuntime keys entries by uuid: of two with one uuid the last counts, those without one are dropped.
func decodeRuntime(text string) (map[string]runtimeEntry, error) {
	var list []runtimeEntry
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, fmt.Errorf("annotation %s value %q invalid: %w", RuntimeKey, text, err)
	}
	table := map[string]runtimeEntry{}
	for _, entry := range list {
		if entry.UUID != "" {
			table[entry.UUID] = entry
		}
	}
	return table, nil
}
