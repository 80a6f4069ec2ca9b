package scenarios

import (
	"fmt"
	"testing"
	"time"

	"npushare/tests/e2e/plugin"
)

// The plugin serves one pod of a node at a time and finds it by the node's lock: pods in a row must each be served with
// their own chips, although the plugin writes the lock too. And the next one must be there when it is done: all of
// them take little more than the plugin's own time.
func TestManyPodsOfOneNodeAreServedOneByOne(t *testing.T) {
	s := begin(t, plugin.NodeSpec{Name: "npu-0", Chips: chips(0, 8)})
	s.fleet.Node("npu-0").Faults.Delay(100 * time.Millisecond)
	s.serve()
	const pods = 56

	var names []string
	for k := range pods {
		names = append(names, fmt.Sprintf("p%02d", k))
		s.create(softPod(names[k], part{chips: 1, memory: 3000}))
	}
	s.running(names...)

	work, span := s.fleet.Log.Pace()
	t.Logf("%d pods are served in %s, of which the plugin works %s: ratio %.2f", pods, span, work, span.Seconds()/work.Seconds())
	// 1.1 when the machine is idle. Where each pod but one is sent away each time, as HAMi does, it is 20.
	if span > 4*work {
		t.Error("the plugin waits for pods that wait for it")
	}
}

// The plugin is as slow as it can be on a busy API server: between what it reads and what it writes, others write.
func TestSlowPluginServesEachPodWithItsOwnChips(t *testing.T) {
	s := begin(t, plugin.NodeSpec{Name: "npu-0", Chips: chips(0, 4)})
	s.fleet.Node("npu-0").Faults.Latency(30 * time.Millisecond)
	s.serve()

	var names []string
	for k := range 20 {
		names = append(names, fmt.Sprintf("p%02d", k))
		s.create(softPod(names[k], part{1, 3000 + int64(k), 0}))
	}
	s.running(names...)
}
