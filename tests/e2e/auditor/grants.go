package auditor

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	core "k8s.io/api/core/v1"
)

const (
	allocatedKey = "hami.io/Ascend310P-devices-allocated"
	runtimeKey   = "huawei.com/Ascend310P"
	modeKey      = "huawei.com/vnpu-mode"
	nodeKey      = "hami.io/vgpu-node"
)

// grant is one container's part of one chip.
type grant struct {
	container int
	uuid      string
	memory    int64
	cores     int64
	template  string
}

// grantsOf reads what a pod was granted: nothing for a pod without the annotation.
func grantsOf(pod *core.Pod) (grants []grant, segments int, err error) {
	text, has := pod.Annotations[allocatedKey]
	if !has {
		return nil, 0, nil
	}
	splits, err := splitsOf(pod)
	if err != nil {
		return nil, 0, err
	}
	pieces := strings.Split(text, ";")
	if pieces[len(pieces)-1] != "" {
		return nil, 0, fmt.Errorf("%q does not end a segment", text)
	}
	pieces = pieces[:len(pieces)-1]
	for container, piece := range pieces {
		for _, device := range strings.Split(piece, ":") {
			if device == "" {
				continue
			}
			one, err := grantOf(device)
			if err != nil {
				return nil, 0, err
			}
			one.container, one.template = container, splits[one.uuid]
			grants = append(grants, one)
		}
	}
	return grants, len(pieces), nil
}

func grantOf(text string) (grant, error) {
	fields := strings.Split(text, ",")
	if len(fields) != 4 || fields[0] == "" || fields[1] != "Ascend310P" {
		return grant{}, fmt.Errorf("%q is no grant", text)
	}
	memory, errMemory := strconv.ParseUint(fields[2], 10, 31)
	cores, errCores := strconv.ParseUint(fields[3], 10, 31)
	if errMemory != nil || errCores != nil || memory == 0 {
		return grant{}, fmt.Errorf("%q has no sound amounts", text)
	}
	return grant{uuid: fields[0], memory: int64(memory), cores: int64(cores)}, nil
}

// splitsOf is the template of each chip, by uuid.
func splitsOf(pod *core.Pod) (map[string]string, error) {
	var list []struct {
		UUID string
		Temp string `json:"temp"`
	}
	if err := json.Unmarshal([]byte(pod.Annotations[runtimeKey]), &list); err != nil {
		return nil, fmt.Errorf("annotation %s: %w", runtimeKey, err)
	}
	splits := map[string]string{}
	for _, entry := range list {
		if entry.UUID == "" {
			return nil, fmt.Errorf("annotation %s has an entry without a uuid", runtimeKey)
		}
		splits[entry.UUID] = entry.Temp
	}
	return splits, nil
}
