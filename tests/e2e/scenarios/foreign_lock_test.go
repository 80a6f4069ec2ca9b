package scenarios

import (
	"fmt"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"npushare/tests/e2e/plugin"
)

// lock writes the node's lock as another scheduler does; an empty one takes it off.
func (s *scene) lock(node, value string) {
	s.Helper()
	text := "null"
	if value != "" {
		text = fmt.Sprintf("%q", value)
	}
	patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:%s}}}`, plugin.LockKey, text)
	_, err := s.client.CoreV1().Nodes().Patch(s.ctx, node, types.MergePatchType, []byte(patch), meta.PatchOptions{})
	must(s.T, err)
}

func lockTime(ago time.Duration) string { return time.Now().Add(-ago).UTC().Format(time.RFC3339) }

// stranger is a pod that another scheduler has put on the node for its own kind of devices, and whose plugin has not
// served it yet. The NPU plugin looks for such pods by their marks alone, and its name comes first in every list.
func (s *scene) stranger(node string) {
	s.Helper()
	pod := hardPod("a-stranger", part{})
	pod.Spec.NodeName = node
	pod.Annotations = map[string]string{plugin.NodeKey: node, plugin.PhaseKey: "allocating",
		plugin.BindTimeKey: fmt.Sprint(time.Now().Unix()), plugin.HoldImagesKey: "yes"}
	s.create(pod)
}

// The lock of a pod that still waits for its plugin is respected; when the pod is gone, so is the lock.
func TestLockOfAnotherPodIsRespectedWhileThatPodLives(t *testing.T) {
	s := begin(t, oneChip())
	node := labNode().Name
	other := softPod("other", part{1, 4096, 0})
	other.Spec.NodeName = node // and its grants are written by somebody else, whose plugin rests
	other.Annotations[plugin.NodeKey] = node
	other.Annotations[plugin.PhaseKey] = "allocating"
	other.Annotations[plugin.BindTimeKey] = fmt.Sprint(time.Now().Unix())
	other.Annotations[plugin.RuntimeKey] = `[{"UUID":"` + chipA + `","memory":4096}]`
	other.Annotations[plugin.ToAllocateKey] = chipA + ",Ascend310P,4096,0:;"
	other.Annotations[plugin.AllocatedKey] = other.Annotations[plugin.ToAllocateKey]
	s.fleet.Node(node).Faults.Rest(true)
	s.create(other)
	s.lock(node, lockTime(time.Hour)+",default,other") // its age does not matter
	s.serve()

	s.create(softPod("mine", part{1, 4096, 0}))
	s.comesToRest("mine")
	s.stillPending("mine")

	now := int64(0)
	must(t, s.client.CoreV1().Pods(core.NamespaceDefault).Delete(s.ctx, "other", meta.DeleteOptions{GracePeriodSeconds: &now}))
	s.fleet.Node(node).Faults.Rest(false)
	s.running("mine")
	if s.npushare.CountInLog("was taken over for pod default/mine") == 0 {
		t.Error("the lock was not in its way: this test shows nothing")
	}
}

// A lock that names nobody may be somebody's for five minutes.
func TestLockThatNamesNobodyIsRespectedForFiveMinutes(t *testing.T) {
	s := begin(t, oneChip())
	node := labNode().Name
	s.lock(node, lockTime(time.Minute))
	s.serve()

	s.create(softPod("first", part{1, 4096, 0}))
	s.comesToRest("first")
	s.stillPending("first")
	s.lock(node, "")
	s.running("first")
	s.unlocked(node)

	s.lock(node, lockTime(6*time.Minute))
	s.create(softPod("second", part{1, 4096, 0}))
	s.running("second")
}

// Its first container's turn takes the lock with it: from then on the plugin takes the first pod of the list that looks
// as if it waited.
func TestPodOfAnotherVendorIsNotServedInPlaceOfOurs(t *testing.T) {
	s := begin(t, labNode())
	s.serve()
	s.stranger(labNode().Name)

	s.create(softPod("pair", part{1, 8192, 0}, part{1, 4096, 0}))
	s.running("pair")

	s.wantEnv("pair", "c0: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=8192", "c1: ASCEND_VISIBLE_DEVICES=1 NPU_MEM_QUOTA=4096")
}

// Served pods that are Pending still, since their images are pulled, look like pods that wait. The plugin is slow, and
// takes the next pod's lock off with its own.
func TestServedPodsThatArePendingAreNotServedAgain(t *testing.T) {
	s := begin(t, plugin.NodeSpec{Name: "npu-0", Chips: chips(0, 4)})
	s.fleet.Node("npu-0").Faults.Latency(10 * time.Millisecond)
	s.serve()

	var names []string
	for k := range 12 {
		pod := softPod(fmt.Sprintf("p%02d", 99-k), part{1, 3000 + int64(k), 0}, part{1, 100 + int64(k), 0})
		pod.Annotations[plugin.HoldImagesKey] = "yes"
		names = append(names, pod.Name)
		s.create(pod)
	}
	for _, name := range names {
		s.until(name, "is bound and served", func(pod *core.Pod) bool { return pod.Annotations[plugin.PhaseKey] == "success" })
	}
	for _, name := range names {
		patch := fmt.Sprintf(`{"metadata":{"annotations":{%q:null}}}`, plugin.HoldImagesKey)
		_, err := s.client.CoreV1().Pods(core.NamespaceDefault).Patch(s.ctx, name, types.MergePatchType, []byte(patch), meta.PatchOptions{})
		must(t, err)
	}
	s.running(names...)
}
