package scenarios

import (
	"fmt"
	"testing"

	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"npushare/tests/e2e/plugin"
)

func (s *scene) cordon(node string, isOff bool) {
	s.Helper()
	_, err := s.client.CoreV1().Nodes().Patch(s.ctx, node, types.MergePatchType,
		fmt.Appendf(nil, `{"spec":{"unschedulable":%t}}`, isOff), meta.PatchOptions{})
	must(s.T, err)
}

func (s *scene) wantNode(name, node string) {
	s.Helper()
	pod, err := s.pod(name)
	must(s.T, err)
	if pod.Spec.NodeName != node {
		s.Errorf("pod %s is on node %s, should be on %s", name, pod.Spec.NodeName, node)
	}
}

// drain does what kubectl drain does: no new pods, and every pod evicted.
func (s *scene) drain(node string, pods ...string) {
	s.Helper()
	s.cordon(node, true)
	for _, name := range pods {
		eviction := &policy.Eviction{ObjectMeta: meta.ObjectMeta{Name: name, Namespace: core.NamespaceDefault}}
		must(s.T, s.client.CoreV1().Pods(core.NamespaceDefault).EvictV1(s.ctx, eviction))
	}
	s.gone(pods...)
}

func TestDrainedNodeComesBackEmpty(t *testing.T) {
	s := begin(t, plugin.NodeSpec{Name: "npu-0", Chips: chips(0, 1)}, plugin.NodeSpec{Name: "npu-1", Chips: chips(1, 1)})
	s.serve()
	s.cordon("npu-1", true)
	s.create(softPod("a", part{1, 10000, 0}), softPod("b", part{1, 10000, 0}))
	s.running("a", "b")
	s.cordon("npu-1", false)

	s.drain("npu-0", "a", "b")
	s.create(softPod("c", part{1, 21527, 0}))
	s.running("c")
	s.wantNode("c", "npu-1")
	s.create(softPod("d", part{1, 21527, 0}))
	s.refused("d")

	s.cordon("npu-0", false)
	s.running("d")
	s.wantNode("d", "npu-0")
}

// The pods of a node outlive its object: their chips are not free when it returns.
func TestDeletedNodeReturnsWithItsPods(t *testing.T) {
	s := begin(t, plugin.NodeSpec{Name: "npu-0", Chips: chips(0, 1)})
	s.serve()
	s.create(softPod("a", part{1, 16000, 0}))
	s.running("a")

	must(t, s.client.CoreV1().Nodes().Delete(s.ctx, "npu-0", meta.DeleteOptions{}))
	s.create(softPod("b", part{1, 16000, 0}), softPod("c", part{1, 5527, 0}))
	s.refused("b")
	s.refused("c")
	must(t, s.fleet.Node("npu-0").Create(s.ctx))

	s.running("c")
	s.refused("b")
	s.remove("a")
	s.running("b")
}

func TestIllChipTakesNobodyUntilItIsWell(t *testing.T) {
	s := begin(t, labNode())
	s.serve()
	node := s.fleet.Node(labNode().Name)
	s.create(softPod("a", part{1, 4096, 0}))
	s.running("a")
	s.wantGrant("a", "A,4096,0:;")

	must(t, node.SetHealth(s.ctx, chipA, false))
	s.create(softPod("b", part{1, 4096, 0}))
	s.running("b")
	s.wantGrant("b", "B,4096,0:;")
	s.create(softPod("c", part{1, 21527, 0}))
	s.refused("c")
	s.remove("a")
	s.refused("c") // A is free now, and ill

	must(t, node.SetHealth(s.ctx, chipA, true))
	s.running("c")
	s.wantGrant("c", "A,21527,0:;")
}
