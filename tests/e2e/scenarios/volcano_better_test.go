package scenarios

import (
	"testing"
)

// What volcano_deviceshare_test.go does with Volcano's own deviceshare, on the same nodes with the same pods. The auditor
// judges each at its end.

func TestVolcanoCountsPodsThatRun(t *testing.T) {
	v := beginVolcano(t, oneHardChip())
	v.serve()

	v.create(hardPod("first", part{1, 12000, 0}))
	v.running("first")
	v.create(hardPod("second", part{1, 12000, 0}))
	v.refused("second")
	v.comesToNothing("second")

	v.remove("first")
	v.running("second")
}

func TestVolcanoChargesEveryContainer(t *testing.T) {
	v := beginVolcano(t, hardNode())
	v.serve()

	v.create(hardPod("pair", part{1, 3000, 0}, part{1, 12000, 0}))
	v.running("pair")
	v.create(hardPod("third", part{1, 12000, 0}))
	v.running("third")
	v.create(hardPod("fourth", part{1, 12000, 0}))
	v.refused("fourth")
	v.comesToNothing("fourth")

	v.wantEnv("pair", "c0: ASCEND_VISIBLE_DEVICES=0 ASCEND_VNPU_SPECS=vir01", "c1: ASCEND_VISIBLE_DEVICES=1 ASCEND_VNPU_SPECS=vir04")
}

func TestVolcanoPassesOverIllChips(t *testing.T) {
	v := beginVolcano(t, hardNode())
	must(t, v.fleet.Node(hardNode().Name).SetHealth(t.Context(), chipA, false))
	v.serve()

	v.create(hardPod("first", part{1, 0, 0}))
	v.running("first")
	v.create(hardPod("second", part{1, 0, 0}))
	v.refused("second")
	v.comesToNothing("second")
	v.wantGrant("first", "B,21527,0:;")

	must(t, v.fleet.Node(hardNode().Name).SetHealth(t.Context(), chipA, true))
	v.running("second")
	v.wantGrant("second", "A,21527,0:;")
}

// The very first pods after a start of both programs have their chips.
func TestVolcanoGivesChipsRightAfterARestart(t *testing.T) {
	v := beginVolcano(t, hardNode())
	v.serve()

	v.create(hardPod("early", part{1, 0, 0}))
	v.running("early")
	v.scheduler.Kill()
	v.npushare.Kill()
	v.startNpushareAgain()
	v.startVolcano(v.conf)
	v.create(hardPod("later", part{1, 0, 0}))
	v.running("later")

	v.wantGrant("early", "A,21527,0:;")
	v.wantGrant("later", "B,21527,0:;")
}
