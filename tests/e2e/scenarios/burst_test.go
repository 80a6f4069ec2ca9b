package scenarios

import (
	"fmt"
	"testing"
	"time"

	"npushare/tests/e2e/plugin"
)

// The plugin serves one pod of a node at a time and finds it by the node's lock: pods in a row must each be served with
// their own chips, although the plugin writes the lock too.
func TestManyPodsOfOneNodeAreServedOneByOne(t *testing.T) {
	s := begin(t, plugin.NodeSpec{Name: "npu-0", Chips: chips(0, 8)})
	s.serve()
	const pods = 56

	start := time.Now()
	var names []string
	for k := range pods {
		names = append(names, fmt.Sprintf("p%02d", k))
		s.create(softPod(names[k], part{chips: 1, memory: 3000}))
	}
	s.running(names...)

	t.Logf("%d pods run on one node after %s", pods, since(start))
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
