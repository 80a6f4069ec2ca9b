package scenarios

import (
	"fmt"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// What Volcano's own deviceshare does, for the table of docs/volcano.md. Each has its counterpart with npushare in
// volcano_better_test.go, on the same nodes with the same pods.

const lab13Conf = "examples/volcano-scheduler-lab13.conf"

// loaded stands in vc-scheduler's log once its deviceshare is on.
const loaded = "load ascend vnpu config Ascend310P"

// deviceshare starts vc-scheduler with lab 13's configuration. Its switch is in quotes, which 1.14.1 does not understand yet.
func (v *volcano) deviceshare() {
	v.Helper()
	v.isForeign = true
	v.writeChips(v.exampleChips())
	conf, err := plane.WriteVolcanoConf(lab13Conf, "", func(values rig.Values) {
		values.PluginArguments("deviceshare")["deviceshare.AscendHAMiVNPUEnable"] = true
	})
	must(v.T, err)
	v.startVolcano(conf)
	must(v.T, rig.WaitFor(patience, "deviceshare is on", func() error {
		if v.scheduler.CountInLog(loaded) == 0 {
			return fmt.Errorf("it has read no chips' configuration")
		}
		return nil
	}))
}

// knowsChips lets the nodes report once more: deviceshare learns of chips only from reports after its start.
func (v *volcano) knowsChips() {
	v.Helper()
	v.sessions(1)
	for _, node := range v.fleet.All() {
		must(v.T, node.Report(v.ctx))
	}
	v.sessions(2)
}

// wantBreach fails unless the auditor has found a breach that holds the text.
func (v *volcano) wantBreach(text string) {
	v.Helper()
	found := v.report().Breaches
	for _, breach := range found {
		if strings.Contains(breach, text) {
			v.Log("as expected: " + breach)
			return
		}
	}
	v.Errorf("no breach with %q among %q", text, found)
}

func (v *volcano) bound(names ...string) {
	v.Helper()
	for _, name := range names {
		v.until(name, "is bound", func(pod *core.Pod) bool { return pod.Spec.NodeName != "" })
	}
}

// hardNode is the labs' node, split by templates, which is all that deviceshare of 1.14.1 knows.
func hardNode() plugin.NodeSpec {
	node := labNode()
	node.IsHard = true
	return node
}

func oneHardChip() plugin.NodeSpec {
	node := hardNode()
	node.Chips = []string{chipA}
	return node
}

// With each report of a node it counts anew, from an annotation that the node plugin empties as soon as it has served a pod.
func TestDeviceshareForgetsPodsThatRun(t *testing.T) {
	v := beginVolcano(t, oneHardChip())
	v.deviceshare()
	v.knowsChips()

	v.create(hardPod("first", part{1, 12000, 0}))
	v.running("first")
	v.knowsChips()
	v.create(hardPod("second", part{1, 12000, 0}))
	v.bound("second")

	v.wantBreach("chip " + chipA)
}

// The kubelet rests, so that the annotation is still whole.
func TestDeviceshareChargesFirstContainerOnly(t *testing.T) {
	v := beginVolcano(t, hardNode())
	v.fleet.Node(hardNode().Name).Faults.Rest(true)
	v.deviceshare()
	v.knowsChips()

	v.create(hardPod("pair", part{1, 3000, 0}, part{1, 12000, 0}))
	v.bound("pair")
	v.create(hardPod("third", part{1, 12000, 0}))
	v.bound("third")
	v.create(hardPod("fourth", part{1, 12000, 0}))
	v.bound("fourth")

	v.wantBreach("are granted, to default/")
}

func TestDeviceshareGivesIllChips(t *testing.T) {
	v := beginVolcano(t, hardNode())
	must(t, v.fleet.Node(hardNode().Name).SetHealth(t.Context(), chipA, false))
	v.deviceshare()
	v.knowsChips()
	v.fleet.Node(hardNode().Name).Faults.Rest(true)

	v.create(hardPod("first", part{1, 0, 0}))
	v.bound("first")
	v.create(hardPod("second", part{1, 0, 0}))
	v.bound("second")

	v.grantedTo(chipA, "first", "second")
}

// grantedTo fails unless one of the pods has the chip.
func (v *volcano) grantedTo(chip string, names ...string) {
	v.Helper()
	for _, name := range names {
		pod, err := v.pod(name)
		must(v.T, err)
		if strings.Contains(pod.Annotations[plugin.AllocatedKey], chip) {
			v.Logf("as expected: %s has chip %s", name, chip)
			return
		}
	}
	v.Errorf("none of %v has chip %s", names, chip)
}

// Its switches are off while the cache reads the nodes for the first time.
func TestDeviceshareBindsWithoutChipsAfterARestart(t *testing.T) {
	v := beginVolcano(t, hardNode())
	v.deviceshare()

	v.create(hardPod("early", part{1, 0, 0}))
	v.bound("early")

	v.wantBreach("pod default/early: it is bound to " + hardNode().Name + " without grants")
}

// It writes its annotations while it tries, and takes none back.
func TestDeviceshareLeavesMarksOfAGangThatDoesNotFit(t *testing.T) {
	v := beginVolcano(t, hardNode())
	v.deviceshare()
	v.knowsChips()

	v.group("trio", 3, defaultQueue)
	names := []string{"trio-0", "trio-1", "trio-2"}
	for _, name := range names {
		v.create(member("trio", hardPod(name, part{1, 0, 0})))
	}

	v.refusedGang(names...)
	v.grantedTo(chipA, names...)
	v.grantedTo(chipB, names...)
}

// A share of memory is nothing that it counts for a queue.
func TestDeviceshareKnowsNoQuotaOfMemory(t *testing.T) {
	v := beginVolcano(t, hardNode())
	v.deviceshare()
	v.knowsChips()
	v.queue("small", memoryQuota(8000))

	v.inQueue("small", "first", hardPod("first", part{1, 6000, 0}))
	v.bound("first")
	v.inQueue("small", "second", hardPod("second", part{1, 6000, 0}))
	v.bound("second")
}

// Lab 13 needs soft splits, which deviceshare of 1.14.1 lacks: its pods have a template's memory and run without a limit.
func TestDeviceshareRunsLab13WithoutLimits(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.deviceshare()
	v.knowsChips()

	v.example("lab13-ascend-vnpu-check")
	v.bound("ascend-vnpu-check")

	v.wantBreach("container npu is due 8192 MiB, 0 cores, template \"\" and has 12288, 0, \"vir04\"")
}

// Lab 13 writes its switch in quotes, which 1.14.1 does not take for a bool.
func TestDeviceshareDoesNotReadLab13sSwitch(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.isForeign = true
	conf, err := plane.WriteVolcanoConf(lab13Conf, "", nil)
	must(t, err)
	v.startVolcano(conf)
	v.sessions(2)

	if v.scheduler.CountInLog("Could not parse argument: true for key deviceshare.AscendHAMiVNPUEnable") == 0 {
		t.Error("the switch is understood")
	}
	if v.scheduler.CountInLog(loaded) != 0 {
		t.Error("deviceshare is on")
	}
}

// Three pods would fit one node; without a weight the policy chooses none.
func TestDevicesharePolicyWithoutWeightIsNone(t *testing.T) {
	nodes := threeNodes()
	for k := range nodes {
		nodes[k].IsHard = true
	}
	v := beginVolcano(t, nodes...)
	v.deviceshare()
	v.knowsChips()

	for k := range 3 {
		pod := hardPod(fmt.Sprintf("pack-%d", k), part{1, 6000, 0})
		v.create(pod)
		v.bound(pod.Name)
	}
	if used := v.nodesOf("pack-0", "pack-1", "pack-2"); len(used) == 1 {
		t.Errorf("binpack has used one node alone, %v", used)
	}
}
