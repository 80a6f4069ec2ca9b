package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

func twoNodes() []plugin.NodeSpec { return []plugin.NodeSpec{rigNode(0, 2), rigNode(1, 2)} }

// Eight members take all room of two nodes, two on each chip: they see each other while none of them is bound.
func TestVolcanoGangOfEightFillsTwoNodes(t *testing.T) {
	v := beginVolcano(t, twoNodes()...)
	v.serve()

	names := v.job("eight", 8, part{1, 8192, 0})
	v.running(names...)

	perChip := map[string]int{}
	for _, name := range names {
		pod, err := v.pod(name)
		must(t, err)
		for _, uuid := range chipsOf(pod) {
			perChip[uuid]++
		}
	}
	if got := slices.Sorted(maps.Values(perChip)); !slices.Equal(got, []int{2, 2, 2, 2}) {
		t.Errorf("pods a chip %v, should be [2 2 2 2]", got)
	}
	must(t, rig.WaitFor(patience, "the Job runs", func() error {
		if phase := v.phaseOf("eight"); phase != "Running" {
			return fmt.Errorf("it is %q", phase)
		}
		return nil
	}))
}

// Three of four would fit: none is bound, and of the trials nothing remains, neither in the books nor in the cluster. When
// there is room, all come in.
func TestVolcanoGangThatDoesNotFitLeavesNothingBehind(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()
	v.create(softPod("holder", part{1, 8192, 0}))
	v.running("holder")

	names := v.gang("four", 4, part{1, 8192, 0})
	v.refusedGang(names...)
	v.comesToNothing(names...)

	v.wantNoMarks(names...)
	v.wantTaken(8192)
	v.create(softPod("small", part{1, 12000, 0}))
	v.running("small")
	v.remove("small", "holder")
	v.running(names...)
}

// Two gangs that fit alone but not together: one of them runs, and is whole.
func TestVolcanoGangsDoNotHoldEachOtherUp(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()

	first, second := v.gang("left", 3, part{1, 8192, 0}), v.gang("right", 3, part{1, 8192, 0})
	must(t, rig.WaitFor(patience, "one of two gangs runs", func() error {
		bound, _, err := v.countBound()
		if err == nil && bound != 3 {
			err = fmt.Errorf("%d pods are bound", bound)
		}
		return err
	}))
	v.sessions(3)

	winners, others := first, second
	if pod, err := v.pod(second[0]); err == nil && pod.Spec.NodeName != "" {
		winners, others = second, first
	}
	v.running(winners...)
	v.remove(winners...)
	v.running(others...)
}

// A queue's share of the chips' memory, in MiB: what no node plugin advertises, and npushare does.
func TestVolcanoQueuesKeepTheirQuotaOfMemory(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()
	v.queue("small", memoryQuota(8000))
	v.queue("large", memoryQuota(20000))

	v.inQueue("small", "a0", softPod("a0", part{1, 6000, 0}))
	v.running("a0")
	v.inQueue("small", "a1", softPod("a1", part{1, 6000, 0}))
	for k := range 3 {
		name := fmt.Sprintf("b%d", k)
		v.inQueue("large", name, softPod(name, part{1, 6000, 0}))
		v.running(name)
	}
	v.inQueue("large", "b3", softPod("b3", part{1, 6000, 0}))
	v.comesToNothing("a1", "b3")

	v.remove("b1")
	v.running("b3")
	v.stillPending("a1")
	v.remove("a0")
	v.running("a1")
}

// wantNoMarks fails when a pod that waits carries a word of ours.
func (v *volcano) wantNoMarks(names ...string) {
	v.Helper()
	for _, name := range names {
		pod, err := v.pod(name)
		must(v.T, err)
		for _, key := range []string{plugin.AllocatedKey, plugin.ToAllocateKey, plugin.PhaseKey, plugin.NodeKey, plugin.RuntimeKey} {
			if value, has := pod.Annotations[key]; has {
				v.Errorf("pod %s waits and has %s=%q", name, key, value)
			}
		}
	}
}

// wantTaken waits until npushare's books have so many MiB of all chips taken. Trials come and go in each session, so it looks
// between them.
func (v *volcano) wantTaken(memory int64) {
	v.Helper()
	must(v.T, rig.WaitFor(patience, fmt.Sprintf("%d MiB are taken", memory), func() error {
		taken, err := v.taken()
		if err == nil && taken != memory {
			err = fmt.Errorf("%d are", taken)
		}
		return err
	}))
}
