package scenarios

import (
	"testing"

	core "k8s.io/api/core/v1"
	scheduling "k8s.io/api/scheduling/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// priority makes a PriorityClass of that value once, and its name.
func (s *scene) priority(name string, value int32) string {
	s.Helper()
	class := &scheduling.PriorityClass{ObjectMeta: meta.ObjectMeta{Name: name}, Value: value}
	_, err := s.client.SchedulingV1().PriorityClasses().Create(s.ctx, class, meta.CreateOptions{})
	if !apierrors.IsAlreadyExists(err) {
		must(s.T, err)
	}
	return name
}

// prioritized has a priority class, one container, and processors.
func prioritized(name, class string, p part, cpu string) *core.Pod {
	pod := softPod(name)
	pod.Spec.PriorityClassName = class
	pod.Spec.Containers = []core.Container{container("c0", p, cpu)}
	return pod
}

// Processors are short, so the scheduler itself chooses "idle" as its victim, the least important pod. That frees no
// chip: npushare keeps it and adds the least important pod whose leaving makes room, and not the other one.
func TestPreemptionTakesThePodsWhoseChipIsNeeded(t *testing.T) {
	node := labNode()
	node.CPU = "4"
	s := begin(t, node)
	s.serve()
	low, middle, some, high := s.priority("e2e-low", 1), s.priority("e2e-middle", 5), s.priority("e2e-some", 10), s.priority("e2e-high", 1000)

	s.create(prioritized("keeps", some, part{1, 16384, 0}, "2"))
	s.running("keeps")
	s.create(prioritized("leaves", middle, part{1, 16384, 0}, ""))
	s.running("leaves")
	s.create(prioritized("idle", low, part{1, 2048, 0}, "2"))
	s.running("idle")

	s.create(prioritized("comes", high, part{1, 16384, 0}, "2"))
	s.running("comes")

	s.gone("idle", "leaves")
	s.running("keeps")
	keeps, err := s.pod("keeps")
	must(t, err)
	if keeps.DeletionTimestamp != nil {
		t.Error("pod keeps is asked to leave, for nothing")
	}
	s.wantGrant("comes", "B,16384,0:;")
}

// Nobody may leave for it, so nobody does: the scheduler's own victim would have been asked for nothing.
func TestPreemptionAsksNobodyWhenItWouldNotHelp(t *testing.T) {
	node := labNode()
	node.CPU = "4"
	node.Chips = []string{chipA}
	s := begin(t, node)
	s.serve()
	low, high := s.priority("e2e-low", 1), s.priority("e2e-high", 1000)

	s.create(prioritized("peer", high, part{1, 16384, 0}, "2"))
	s.running("peer")
	s.create(prioritized("idle", low, part{1, 2048, 0}, "2"))
	s.running("idle")
	s.create(prioritized("waits", high, part{1, 16384, 0}, "2"))
	s.refused("waits")
	s.comesToRest("waits")

	idle, err := s.pod("idle")
	must(t, err)
	if idle.DeletionTimestamp != nil {
		t.Error("pod idle is asked to leave, for nothing")
	}
	s.stillPending("waits")
	if s.npushare.CountInLog("verb=preempt pod=default/waits") == 0 {
		t.Error("the scheduler has not asked whom to preempt: this test shows nothing")
	}
}
