package scenarios

import (
	"fmt"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// Kubelet and plugin are restarted while pods of their node wait to be served: what they knew of them is in the API
// server alone, and the room that they reported is what it was.
func TestRestartedNodeGoesOn(t *testing.T) {
	s := begin(t, plugin.NodeSpec{Name: "npu-0", Chips: chips(0, 4)})
	s.fleet.Node("npu-0").Faults.Latency(10 * time.Millisecond)
	s.serve()
	names := s.burst(28)

	s.someBound(5)
	must(t, s.fleet.Restart("npu-0"))

	s.running(names...)
	s.create(softPod("late", part{1, 2900, 0}))
	s.refused("late")
	s.remove(names[0])
	s.running("late")
}

// A plugin that says nothing any more may not serve anybody: its node gets no new pods until it reports again.
func TestSilentPluginGetsNoPodsUntilItReports(t *testing.T) {
	s := begin(t, oneChip())
	s.startNpushare(rig.NpushareOptions{Edit: func(v rig.Values) { v.In("node")["registrationTimeout"] = "5s" }})
	s.startScheduler(rig.SchedulerOptions{})
	node := s.fleet.Node(labNode().Name)
	s.reportUntil("first", node)

	node.Faults.Mute(true)
	must(t, rig.WaitFor(patience, "npushare finds the node silent", func() error {
		var answer struct{ NodeNames []string }
		question := map[string]any{"Pod": s.waitingPod("probe"), "NodeNames": []string{node.Name}}
		if err := s.npushare.Ask("filter", question, &answer); err != nil {
			return err
		}
		if len(answer.NodeNames) > 0 {
			return fmt.Errorf("it fits on %v", answer.NodeNames)
		}
		return nil
	}))
	s.create(softPod("second", part{1, 4096, 0}))
	s.refused("second")
	s.comesToRest("second")

	node.Faults.Mute(false)
	s.reportUntil("second", node)
}

// waitingPod is what a scheduler would ask about.
func (s *scene) waitingPod(name string) *core.Pod {
	pod := softPod(name, part{1, 1024, 0})
	pod.UID = "00000000-0000-0000-0000-000000000001"
	pod.TypeMeta = meta.TypeMeta{APIVersion: "v1", Kind: "Pod"}
	return pod
}

// reportUntil lets the plugin report each second, and makes the pod if need be, until it runs.
func (s *scene) reportUntil(name string, node *plugin.Node) {
	s.Helper()
	over := make(chan struct{})
	defer close(over)
	go func() {
		for {
			_ = node.Report(s.ctx)
			select {
			case <-over:
				return
			case <-time.After(time.Second):
			}
		}
	}()
	if _, err := s.pod(name); err != nil {
		s.create(softPod(name, part{1, 4096, 0}))
	}
	s.running(name)
}
