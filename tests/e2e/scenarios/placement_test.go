package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

func threeNodes() []plugin.NodeSpec {
	var nodes []plugin.NodeSpec
	for k := range 3 {
		nodes = append(nodes, plugin.NodeSpec{Name: fmt.Sprintf("npu-%d", k), Chips: chips(k, 2)})
	}
	return nodes
}

// sixPods are made at once; perNode and perChip are how many pods each node, and each chip, then has.
func (s *scene) sixPods() (perNode, perChip []int) {
	s.Helper()
	var names []string
	for k := range 6 {
		names = append(names, fmt.Sprintf("p%d", k))
		s.create(softPod(names[k], part{chips: 1, memory: 8192}))
	}
	s.running(names...)
	nodes, uuids := map[string]int{}, map[string]int{}
	for _, name := range names {
		pod, err := s.pod(name)
		must(s.T, err)
		nodes[pod.Spec.NodeName]++
		for _, uuid := range chipsOf(pod) {
			uuids[uuid]++
		}
	}
	return slices.Sorted(maps.Values(nodes)), slices.Sorted(maps.Values(uuids))
}

func TestBinpackFillsOneNodeAfterTheOther(t *testing.T) {
	s := begin(t, threeNodes()...)
	s.serve()

	perNode, perChip := s.sixPods()

	if !slices.Equal(perNode, []int{2, 4}) || !slices.Equal(perChip, []int{2, 2, 2}) {
		t.Errorf("pods a node %v, a chip %v; should be [2 4], [2 2 2]", perNode, perChip)
	}
}

func TestSpreadUsesEveryChipOfEveryNode(t *testing.T) {
	s := begin(t, threeNodes()...)
	s.startNpushare(rig.NpushareOptions{Edit: func(v rig.Values) {
		v["policy"] = map[string]any{"node": "spread", "chip": "spread"}
	}})
	s.startScheduler(rig.SchedulerOptions{})

	perNode, perChip := s.sixPods()

	if !slices.Equal(perNode, []int{2, 2, 2}) || !slices.Equal(perChip, []int{1, 1, 1, 1, 1, 1}) {
		t.Errorf("pods a node %v, a chip %v; should be [2 2 2], [1 1 1 1 1 1]", perNode, perChip)
	}
}
