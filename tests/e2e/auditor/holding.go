package auditor

import (
	"fmt"

	core "k8s.io/api/core/v1"
)

// chip is one that some node has registered.
type chip struct {
	uuid, node string
	isSoft     bool
	capacity   use
}

// holding is what one live pod has of the chips of its node.
type holding struct {
	pod   string
	chips map[string]use
	whole bool
}

func isOver(pod *core.Pod) bool {
	return pod.Status.Phase == core.PodSucceeded || pod.Status.Phase == core.PodFailed
}

// judge reads one state of a pod: what it holds, and every rule that this state breaks.
func judge(pod *core.Pod, chips map[string]chip, known []template) (*holding, []string) {
	asks := asksOf(pod)
	if isOver(pod) || !wantsChips(asks) || pod.Spec.NodeName == "" {
		return nil, nil
	}
	grants, segments, err := grantsOf(pod)
	if err != nil {
		return nil, []string{"its grants cannot be read: " + err.Error()}
	}
	if len(grants) == 0 {
		return nil, []string{"it is bound to " + pod.Spec.NodeName + " without grants"}
	}
	var wrong []string
	if at := pod.Annotations[nodeKey]; at != pod.Spec.NodeName {
		wrong = append(wrong, fmt.Sprintf("it is bound to %s, its grants are of node %q", pod.Spec.NodeName, at))
	}
	if segments != len(asks) {
		return nil, append(wrong, fmt.Sprintf("it has %d containers and grants for %d", len(asks), segments))
	}
	for _, g := range grants {
		if of, known := chips[g.uuid]; !known || of.node != pod.Spec.NodeName {
			wrong = append(wrong, fmt.Sprintf("chip %s is not one of node %s", g.uuid, pod.Spec.NodeName))
		}
	}
	isSoft := pod.Annotations[modeKey] == "hami-core"
	wrong = append(wrong, compare(asks, grants, isSoft, chips, known)...)
	return hold(pod, asks, grants, isSoft, chips), wrong
}

// compare says where a container has other chips, or other parts of them, than it asked for.
func compare(asks []ask, grants []grant, isSoft bool, chips map[string]chip, known []template) []string {
	var wrong []string
	seen := map[string]bool{}
	counts := make([]int64, len(asks))
	for _, g := range grants {
		a := asks[g.container]
		counts[g.container]++
		if key := fmt.Sprint(g.container, g.uuid); seen[key] {
			wrong = append(wrong, fmt.Sprintf("container %s has chip %s twice", a.name, g.uuid))
		} else {
			seen[key] = true
		}
		if memory, cores, split := due(a, isSoft, chips[g.uuid], known); g.memory != memory || g.cores != cores || g.template != split {
			wrong = append(wrong, fmt.Sprintf("container %s is due %d MiB, %d cores, template %q and has %d, %d, %q",
				a.name, memory, cores, split, g.memory, g.cores, g.template))
		}
	}
	for k, a := range asks {
		if counts[k] != a.chips {
			wrong = append(wrong, fmt.Sprintf("container %s asked for %d chips and has %d", a.name, a.chips, counts[k]))
		}
	}
	return wrong
}

// due is what a container must be granted of each of its chips.
func due(a ask, isSoft bool, of chip, known []template) (memory, cores int64, split string) {
	if isSoft && a.memory > 0 {
		return a.memory, a.cores, ""
	}
	if !isSoft && a.memory > 0 && a.chips == 1 {
		for _, t := range known {
			if a.memory <= t.memory {
				return t.memory, a.cores, t.name
			}
		}
	}
	return of.capacity.memory, a.cores, ""
}

// hold adds up one pod: of each chip its larger need, before its init containers end and afterwards.
func hold(pod *core.Pod, asks []ask, grants []grant, isSoft bool, chips map[string]chip) *holding {
	h := &holding{pod: pod.Namespace + "/" + pod.Name, chips: map[string]use{}}
	byChip := map[string]map[int]use{}
	for _, g := range grants {
		part := use{g.memory, g.cores, 0, 1}
		if split, is := templateNamed(g.template); is && !isSoft {
			part = split
		} else if g.memory == chips[g.uuid].capacity.memory {
			part, h.whole = use{memory: g.memory, shares: 1}, true
		}
		if byChip[g.uuid] == nil {
			byChip[g.uuid] = map[int]use{}
		}
		byChip[g.uuid][g.container] = byChip[g.uuid][g.container].plus(part)
	}
	over := areInitsOver(pod)
	for uuid, parts := range byChip {
		if total := peak(asks, parts, over); total != (use{}) {
			h.chips[uuid] = total
		}
	}
	return h
}

func peak(asks []ask, parts map[int]use, areInitsOver bool) use {
	var steady, sidecars, before use
	for k, a := range asks {
		switch a.kind {
		case initContainer:
			before = before.larger(sidecars.plus(parts[k]))
		case sidecar:
			sidecars, steady = sidecars.plus(parts[k]), steady.plus(parts[k])
		case app:
			steady = steady.plus(parts[k])
		}
	}
	if areInitsOver {
		return steady
	}
	return steady.larger(before)
}
