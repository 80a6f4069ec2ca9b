package scenarios

import (
	"fmt"
	"testing"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// setPolicy changes where operators of Volcano change it, and waits until npushare goes by it.
func (v *volcano) setPolicy(name string) {
	v.Helper()
	must(v.T, v.conf.Change(func(values rig.Values) {
		values.PluginArguments("deviceshare")["deviceshare.SchedulePolicy"] = name
	}))
	must(v.T, rig.WaitFor(patience, "npushare goes by "+name, func() error {
		if v.npushare.CountInLog(`field=policy.chip before="binpack" after="`+name+`"`) == 0 {
			return fmt.Errorf("it has not said so")
		}
		return nil
	}))
}

// Lab 13 on Volcano: two pods share a chip by binpack. After a change of SchedulePolicy in volcano-scheduler.conf, which
// neither program is started anew for, the next ones go where least is taken.
func TestVolcanoLab13(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()

	v.example("lab13-ascend-vnpu-check")
	v.running("ascend-vnpu-check")
	v.example("lab13-ascend-vnpu-check-2")
	v.running("ascend-vnpu-check-2")
	v.wantGrant("ascend-vnpu-check", "A,8192,0:;")
	v.wantGrant("ascend-vnpu-check-2", "A,8192,0:;")
	v.wantEnv("ascend-vnpu-check-2", "npu: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=8192")
	v.remove("ascend-vnpu-check-2")

	v.setPolicy("spread")
	v.example("lab13-ascend-vnpu-check-3")
	v.running("ascend-vnpu-check-3")
	v.wantGrant("ascend-vnpu-check-3", "B,8192,0:;")

	v.example("lab13-ascend-vnpu-check-4")
	v.running("ascend-vnpu-check-4")
	v.example("lab13-ascend-vnpu-check-2")
	v.running("ascend-vnpu-check-2")
	v.example("lab13-ascend-vnpu-check-5")
	v.refused("ascend-vnpu-check-5")
	v.comesToNothing("ascend-vnpu-check-5")
	v.remove("ascend-vnpu-check")
	v.running("ascend-vnpu-check-5")
	v.wantGrant("ascend-vnpu-check-5", "A,8192,0:;")
}

// A policy chooses the node too: binpack keeps nodes empty, spread uses all of them.
func TestVolcanoPolicyChoosesTheNode(t *testing.T) {
	v := beginVolcano(t, threeNodes()...)
	v.serve()

	v.oneByOne("pack", 3)
	if nodes := v.nodesOf("pack-0", "pack-1", "pack-2"); len(nodes) != 1 {
		t.Errorf("binpack has used nodes %v", nodes)
	}
	v.remove("pack-0", "pack-1", "pack-2")
	v.setPolicy("spread")
	v.oneByOne("wide", 3)
	if nodes := v.nodesOf("wide-0", "wide-1", "wide-2"); len(nodes) != 3 {
		t.Errorf("spread has used nodes %v", nodes)
	}
}

func (v *volcano) oneByOne(name string, count int) {
	v.Helper()
	for k := range count {
		pod := softPod(fmt.Sprintf("%s-%d", name, k), part{1, 8192, 0})
		v.create(pod)
		v.running(pod.Name)
	}
}

func (v *volcano) nodesOf(names ...string) map[string]int {
	v.Helper()
	nodes := map[string]int{}
	for _, name := range names {
		pod, err := v.pod(name)
		must(v.T, err)
		nodes[pod.Spec.NodeName]++
	}
	return nodes
}

// What a pod leaves, by its end or its deletion, is the next one's.
func TestVolcanoReusesWhatPodsLeave(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()
	v.oneByOne("first", 4)

	v.create(softPod("fifth", part{1, 8192, 0}))
	v.refused("fifth")
	v.remove("first-2")
	v.running("fifth")
	v.create(softPod("sixth", part{1, 8192, 0}))
	v.refused("sixth")
	v.finish("first-1")
	v.running("sixth")

	v.wantGrant("fifth", "B,8192,0:;")
	v.wantGrant("sixth", "A,8192,0:;")
}

// Pods of MindCluster, whose chips another scheduler plugin cuts, and pods without an NPU are none of ours.
func TestVolcanoLeavesOtherPodsAsTheyAre(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()
	_, err := v.client.CoreV1().Nodes().Patch(v.ctx, labNode().Name, types.MergePatchType,
		[]byte(`{"status":{"capacity":{"huawei.com/npu-core":"8"},"allocatable":{"huawei.com/npu-core":"8"}}}`), patchOptions, "status")
	must(t, err)
	mind, plain := hardPod("mind", part{}), hardPod("plain", part{})
	mind.Spec.Containers[0].Resources.Limits = core.ResourceList{"huawei.com/npu-core": *quantity(4)}
	mind.Annotations = map[string]string{"huawei.com/npu-core": "0-vir04"}

	v.create(mind, plain)
	v.running("mind", "plain")

	for _, name := range []string{"mind", "plain"} {
		pod, err := v.pod(name)
		must(t, err)
		for _, key := range []string{plugin.AllocatedKey, plugin.ToAllocateKey, plugin.PhaseKey, plugin.NodeKey, plugin.RuntimeKey} {
			if value, has := pod.Annotations[key]; has {
				t.Errorf("pod %s has %s=%q", name, key, value)
			}
		}
	}
	node, err := v.client.CoreV1().Nodes().Get(v.ctx, labNode().Name, getOptions)
	must(t, err)
	if lock, has := node.Annotations[plugin.LockKey]; has {
		t.Errorf("the node is locked: %q", lock)
	}
}
