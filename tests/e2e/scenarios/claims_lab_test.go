package scenarios

import (
	"testing"
	"time"

	"npushare/tests/e2e/rig"
)

// Lab 20 as it was played, with the files of examples/dra: claims, kube-scheduler's own allocator, the claim controller. Two pods share chip 0, a third waits
// for room there; on chip 1, ctrl-b is refused for its memory alone.
func TestClaimsLab20(t *testing.T) {
	s := beginClaims(t, draNode())
	s.startNpushare(rig.NpushareOptions{})
	s.startScheduler(rig.SchedulerOptions{})

	s.example("share-a")
	s.running("ascend-share-a")
	s.example("share-b")
	s.running("ascend-share-b")
	a, b := s.wantShare("ascend-share-a", "npu-0-0", 8192, 50), s.wantShare("ascend-share-b", "npu-0-0", 8192, 50)
	s.wantEnv("ascend-share-a", "ascend-share-a: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=8192 NPU_PRIORITY=50")

	s.example("share-c")
	s.refused("ascend-share-c")
	s.example("ctrl-a")
	s.running("ascend-ctrl-a")
	s.wantEnv("ascend-ctrl-a", "ascend-ctrl-a: ASCEND_VISIBLE_DEVICES=2 NPU_MEM_QUOTA=8192 NPU_PRIORITY=50")
	s.example("ctrl-b")
	s.refused("ascend-ctrl-b")
	s.wantOpen("ascend-share-c")
	s.wantOpen("ascend-ctrl-b")

	start := time.Now()
	s.removeWithClaim("ascend-share-a")
	s.running("ascend-share-c")
	t.Logf("share-c came in %s after share-a was deleted; the lab measured 18 s", since(start))
	c := s.wantShare("ascend-share-c", "npu-0-0", 8192, 50)
	if a == b || a == c || b == c {
		t.Errorf("shares of one chip have one name: %s, %s, %s", a, b, c)
	}
	s.wantOpen("ascend-ctrl-b")

	s.removeWithClaim("ascend-ctrl-a")
	s.running("ascend-ctrl-b")
	s.wantShare("ascend-ctrl-b", "npu-1-0", 14000, 40)
}

// Claims deleted under our feet stay, and count, until their pods are gone: the next pod waits exactly that long.
func TestDeletedClaimCountsUntilItsPodIsGone(t *testing.T) {
	s := beginClaims(t, draNode())
	s.startNpushare(rig.NpushareOptions{})
	s.startScheduler(rig.SchedulerOptions{})
	s.submit(claimFor("first", 16384, 60, chipA))
	s.running("first")
	s.submit(claimFor("second", 16384, 60, chipA))
	s.refused("second")

	s.deleteClaim("first")
	if s.claim("first").DeletionTimestamp == nil {
		t.Error("a claim in use was deleted and does not say so")
	}
	s.stillPending("second")
	s.wantShare("first", "npu-0-0", 16384, 60)

	s.remove("first")
	s.running("second")
	s.released("first")
}
