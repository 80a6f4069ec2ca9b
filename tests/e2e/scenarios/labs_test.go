package scenarios

import "testing"

// Lab 13: four pods of 8192 MiB fill two chips; the fifth waits until one leaves, and then comes in by itself.
func TestLab13(t *testing.T) {
	s := begin(t, labNode())
	s.serve()

	for _, name := range []string{"", "-2", "-3", "-4"} {
		s.example("lab13-ascend-vnpu-check" + name)
		s.running("ascend-vnpu-check" + name)
	}
	s.example("lab13-ascend-vnpu-check-5")
	s.refused("ascend-vnpu-check-5")

	s.wantGrant("ascend-vnpu-check", "A,8192,0:;")
	s.wantGrant("ascend-vnpu-check-2", "A,8192,0:;")
	s.wantGrant("ascend-vnpu-check-3", "B,8192,0:;")
	s.wantGrant("ascend-vnpu-check-4", "B,8192,0:;")
	s.wantEnv("ascend-vnpu-check-3", "npu: ASCEND_VISIBLE_DEVICES=1 NPU_MEM_QUOTA=8192")

	s.remove("ascend-vnpu-check")
	s.running("ascend-vnpu-check-5")
	s.wantGrant("ascend-vnpu-check-5", "A,8192,0:;")
}

// Lab 20: two pods share chip 0 by name and a third waits for one of the two; on chip 1, ctrl-b waits for ctrl-a's memory.
func TestLab20(t *testing.T) {
	s := begin(t, labNode())
	s.serve()

	for _, name := range []string{"share-a", "share-b", "ctrl-a"} {
		s.example("lab20-" + name)
		s.running("ascend-" + name)
	}
	for _, name := range []string{"share-c", "ctrl-b"} {
		s.example("lab20-" + name)
		s.refused("ascend-" + name)
	}

	s.wantGrant("ascend-share-a", "A,8192,50:;")
	s.wantGrant("ascend-share-b", "A,8192,50:;")
	s.wantGrant("ascend-ctrl-a", "B,8192,50:;")
	s.wantEnv("ascend-share-b", "npu: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=8192 NPU_PRIORITY=50")

	s.finish("ascend-share-b")
	s.running("ascend-share-c")
	s.wantGrant("ascend-share-c", "A,8192,50:;")
	s.stillPending("ascend-ctrl-b")

	s.remove("ascend-ctrl-a")
	s.running("ascend-ctrl-b")
	s.wantGrant("ascend-ctrl-b", "B,14000,40:;")
}
