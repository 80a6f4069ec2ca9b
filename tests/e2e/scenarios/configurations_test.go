package scenarios

import (
	"slices"
	"testing"

	"npushare/tests/e2e/rig"
)

// The other scenarios use config.yaml, and those with replicas config-replicas.yaml, which is https.
func TestSchedulerConfigurationWithoutPrioritize(t *testing.T) {
	s := begin(t, threeNodes()...)
	s.startNpushare(rig.NpushareOptions{Edit: func(v rig.Values) { v.In("filter")["singleNode"] = true }})
	s.startScheduler(rig.SchedulerOptions{Config: "examples/kube-scheduler/config-single-node.yaml"})

	perNode, _ := s.sixPods()

	if !slices.Equal(perNode, []int{2, 4}) {
		t.Errorf("pods a node %v, should be [2 4]", perNode)
	}
	if s.npushare.CountInLog("verb=prioritize") != 0 {
		t.Error("prioritize was asked")
	}
}

func TestSchedulerConfigurationWithWholeNodes(t *testing.T) {
	s := begin(t, threeNodes()...)
	s.startNpushare(rig.NpushareOptions{})
	s.startScheduler(rig.SchedulerOptions{Config: "examples/kube-scheduler/config-full-nodes.yaml"})

	perNode, _ := s.sixPods()

	if !slices.Equal(perNode, []int{2, 4}) {
		t.Errorf("pods a node %v, should be [2 4]", perNode)
	}
	s.create(softPod("two", part{2, 1024, 0})) // on the node that is still empty
	s.running("two")
	s.create(softPod("late", part{2, 1024, 0}))
	s.refused("late")
}
