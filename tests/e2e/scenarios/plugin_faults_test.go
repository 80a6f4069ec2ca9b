package scenarios

import (
	"errors"
	"testing"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

func (s *scene) lockOf(node string) string {
	s.Helper()
	object, err := s.client.CoreV1().Nodes().Get(s.ctx, node, meta.GetOptions{})
	must(s.T, err)
	return object.Annotations[plugin.LockKey]
}

func (s *scene) fails(name string) {
	s.Helper()
	s.until(name, "fails", func(pod *core.Pod) bool { return pod.Status.Phase == core.PodFailed })
}

// The plugin dies after it has taken the chips off the pod's list: the pod fails, and its lock is nobody's.
func TestCrashedPluginLeavesALockThatTheNextBindTakesOver(t *testing.T) {
	for name, moment := range map[string]plugin.Moment{"before the phase": plugin.BeforePhase, "before the release": plugin.BeforeRelease} {
		t.Run(name, func(t *testing.T) {
			s := begin(t, oneChip())
			s.serve()
			s.fleet.Node(labNode().Name).Faults.CrashNext(1, moment)

			s.create(softPod("first", part{1, 16384, 0}))
			s.fails("first")
			if s.lockOf(labNode().Name) == "" {
				t.Error("the lock is gone: this test shows nothing")
			}
			s.create(softPod("second", part{1, 16384, 0}))

			s.running("second")
			s.wantEnv("second", "c0: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=16384")
			s.unlocked(labNode().Name)
		})
	}
}

func oneChip() plugin.NodeSpec {
	node := labNode()
	node.Chips = []string{chipA}
	return node
}

// unlocked waits until the plugin has given the lock back, which it does after the pod runs.
func (s *scene) unlocked(node string) {
	s.Helper()
	must(s.T, rig.WaitFor(patience, "node "+node+" is not locked", func() error {
		if lock := s.lockOf(node); lock != "" {
			return errors.New(lock)
		}
		return nil
	}))
}

// A pod that the plugin refuses gives its share back, and the next one gets it.
func TestRefusedByThePluginGivesItsShareBack(t *testing.T) {
	s := begin(t, oneChip())
	s.serve()
	s.fleet.Node(labNode().Name).Faults.FailPatches(1)

	s.create(softPod("first", part{1, 16384, 0}))
	s.fails("first")
	s.create(softPod("second", part{1, 16384, 0}))

	s.running("second")
}
