package auditor

import (
	core "k8s.io/api/core/v1"
)

const (
	countResource  = "huawei.com/Ascend310P"
	memoryResource = "huawei.com/Ascend310P-memory"
	coreResource   = "huawei.com/Ascend310P-core"
)

type kind int

const (
	initContainer kind = iota
	sidecar
	app
)

// ask is what one container's limits say.
type ask struct {
	name   string
	kind   kind
	chips  int64
	memory int64 // 0: whole chips
	cores  int64
}

// asksOf are in the order of the grants' segments.
func asksOf(pod *core.Pod) []ask {
	var asks []ask
	for k := range pod.Spec.InitContainers {
		container := &pod.Spec.InitContainers[k]
		asks = append(asks, askOf(container, initContainer))
		if container.RestartPolicy != nil && *container.RestartPolicy == core.ContainerRestartPolicyAlways {
			asks[k].kind = sidecar
		}
	}
	for k := range pod.Spec.Containers {
		asks = append(asks, askOf(&pod.Spec.Containers[k], app))
	}
	return asks
}

func askOf(container *core.Container, of kind) ask {
	amount := func(name core.ResourceName) int64 {
		quantity := container.Resources.Limits[name]
		return quantity.Value()
	}
	return ask{container.Name, of, amount(countResource), amount(memoryResource), amount(coreResource)}
}

func wantsChips(asks []ask) bool {
	for _, a := range asks {
		if a.chips > 0 {
			return true
		}
	}
	return false
}

// areInitsOver: every ordinary init container has ended, and its status says so.
func areInitsOver(pod *core.Pod) bool {
	ended := map[string]bool{}
	for _, status := range pod.Status.InitContainerStatuses {
		ended[status.Name] = status.State.Terminated != nil
	}
	for k, a := range asksOf(pod) {
		if k < len(pod.Spec.InitContainers) && a.kind == initContainer && !ended[a.name] {
			return false
		}
	}
	return true
}
