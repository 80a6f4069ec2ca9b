package plugin

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	core "k8s.io/api/core/v1"
)

// response is what kubelet gets for one container, and what is left for the others.
type response struct {
	segment   int
	container string // whose folder it is, by the segment's place
	uuids     []string
	env       map[string]string
	rest      string // of the devices to allocate
}

// respond reads a pod's grants and serves the first container that is not served yet.
func (p *Plugin) respond(pod *core.Pod, count int) (response, error) {
	table, err := runtimeOf(pod)
	if err != nil {
		return response{}, fmt.Errorf("build runtimeInfo lookup: %w", err)
	}
	text, has := pod.Annotations[ToAllocateKey]
	segments, err := decodeToAllocate(text)
	if err != nil {
		return response{}, fmt.Errorf("decode device annotations: %w", err)
	}
	if !has {
		return response{}, errors.New("decode device annotations: device Ascend310P not found in pod annotations")
	}
	first := firstServable(segments)
	if first < 0 {
		return response{}, errors.New("get next container devices: no pending device allocation found")
	}
	devices := segments[first]
	if len(devices) != count {
		return response{}, fmt.Errorf("device number not matched: annotation has %d, request has %d", len(devices), count)
	}
	segments[first] = nil
	answer := response{segment: first, container: containerName(pod, first), env: map[string]string{}, rest: encodeToAllocate(segments)}
	return answer, p.fill(&answer, devices, table, pod.Annotations[ModeKey] == SoftMode)
}

func runtimeOf(pod *core.Pod) (map[string]runtimeEntry, error) {
	text, has := pod.Annotations[RuntimeKey]
	if !has {
		return nil, fmt.Errorf("annotation %s not set", RuntimeKey)
	}
	return decodeRuntime(text)
}

func firstServable(segments [][]device) int {
	for k, segment := range segments {
		if len(segment) > 0 {
			return k
		}
	}
	return -1
}

func containerName(pod *core.Pod, segment int) string {
	if segment < len(pod.Spec.InitContainers) {
		return pod.Spec.InitContainers[segment].Name
	}
	if own := segment - len(pod.Spec.InitContainers); own < len(pod.Spec.Containers) {
		return pod.Spec.Containers[own].Name
	}
	return ""
}

func (p *Plugin) fill(answer *response, devices []device, table map[string]runtimeEntry, isSoft bool) error {
	var physical []string
	for _, d := range devices {
		chip, known := p.chip(d.uuid)
		if !known {
			return fmt.Errorf("build container allocate response: unknown uuid: %s", d.uuid)
		}
		answer.uuids = append(answer.uuids, d.uuid)
		physical = append(physical, strconv.Itoa(chip.Physical))
		entry := table[d.uuid]
		if isSoft {
			setOnce(answer.env, "NPU_MEM_QUOTA", entry.Memory)
			setOnce(answer.env, "NPU_PRIORITY", entry.Core)
		} else if entry.Template != "" {
			setOnce(answer.env, "ASCEND_VNPU_SPECS", &entry.Template)
		}
	}
	answer.env["ASCEND_VISIBLE_DEVICES"] = strings.Join(physical, ",")
	if isSoft {
		answer.env["NPU_GLOBAL_SHM_PATH"] = "/hami-shared-region/" + physical[0] + "_global_registry"
		answer.env["NPU_LOCAL_SHM_PATH"] = "/hami-vnpu-shmem/vnpu_local_shmem"
	}
	return nil
}

// setOnce: the first device of a container that has a value gives it.
func setOnce[Value any](env map[string]string, key string, value *Value) {
	if _, has := env[key]; !has && value != nil {
		env[key] = fmt.Sprint(*value)
	}
}
