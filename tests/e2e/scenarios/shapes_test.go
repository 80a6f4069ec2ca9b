package scenarios

import (
	"slices"
	"testing"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"npushare/tests/e2e/plugin"
)

func TestContainersOfDifferentSizeHaveChipsOfTheirOwn(t *testing.T) {
	s := begin(t, labNode())
	s.serve()

	s.create(softPod("pair", part{1, 8192, 20}, part{}, part{1, 4096, 0}))
	s.running("pair")

	s.wantGrant("pair", "A,8192,20:;;B,4096,0:;")
	s.wantEnv("pair", "c0: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=8192 NPU_PRIORITY=20",
		"c2: ASCEND_VISIBLE_DEVICES=1 NPU_MEM_QUOTA=4096")
}

// What an init container takes is free when it has ended. The pod that waits for it names more than chip A has left.
func TestInitContainerGivesBackWhatItTook(t *testing.T) {
	s := begin(t, labNode())
	s.serve()
	first := softPod("first", part{1, 4096, 0})
	first.Annotations[plugin.HoldInitKey] = "yes"
	first.Spec.InitContainers = []core.Container{container("i0", part{1, 16384, 0}, "")}

	s.create(first)
	s.until("first", "initializes", func(pod *core.Pod) bool { return len(pod.Status.InitContainerStatuses) > 0 })
	s.wantGrant("first", "B,16384,0:;A,4096,0:;")
	s.create(softPod("second", part{1, 18000, 0}))
	s.refused("second")

	_, err := s.client.CoreV1().Pods(first.Namespace).Patch(s.ctx, "first", types.MergePatchType,
		[]byte(`{"metadata":{"annotations":{"`+plugin.HoldInitKey+`":null}}}`), meta.PatchOptions{})
	must(t, err)

	s.running("first", "second")
	s.wantGrant("second", "B,18000,0:;")
}

// A sidecar runs beside the containers, so both count for as long as the pod lives.
func TestSidecarCountsBesideItsContainers(t *testing.T) {
	node := labNode()
	node.Chips = []string{chipA}
	s := begin(t, node)
	s.serve()
	always := core.ContainerRestartPolicyAlways
	pod := softPod("app", part{1, 8192, 0})
	pod.Spec.InitContainers = []core.Container{container("s0", part{1, 8192, 0}, "")}
	pod.Spec.InitContainers[0].RestartPolicy = &always

	s.create(pod)
	s.running("app")
	s.create(softPod("small", part{1, 5143, 0}), softPod("large", part{1, 5144, 0}))
	s.running("small")
	s.refused("large")

	s.wantGrant("app", "A,8192,0:;A,8192,0:;")
	s.wantEnv("app", "s0: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=8192", "c0: ASCEND_VISIBLE_DEVICES=0 NPU_MEM_QUOTA=8192")
}

// A container of several chips coordinates with others on its first chip only, so it has all of them alone.
func TestSeveralChipsAreHadAlone(t *testing.T) {
	s := begin(t, labNode())
	s.serve()

	s.create(softPod("two", part{2, 8192, 0}))
	s.running("two")
	s.create(softPod("one", part{1, 1024, 0}))
	s.refused("one")
	s.wantGrant("two", "A,8192,0:B,8192,0:;")
	s.wantEnv("two", "c0: ASCEND_VISIBLE_DEVICES=0,1 NPU_MEM_QUOTA=8192")

	s.remove("two")
	s.running("one")
}

func TestWholeChipIsSharedWithNobody(t *testing.T) {
	s := begin(t, labNode())
	s.serve()

	s.create(softPod("whole", part{1, 0, 0}))
	s.running("whole")
	s.create(softPod("rest", part{1, 21527, 0}))
	s.running("rest")
	s.create(softPod("late", part{1, 1, 0}))
	s.refused("late")

	whole, err := s.pod("whole")
	must(t, err)
	rest, err := s.pod("rest")
	must(t, err)
	if slices.Equal(chipsOf(whole), chipsOf(rest)) {
		t.Errorf("both have chip %v", chipsOf(whole))
	}
}

// The smallest template that is large enough, and the whole chip above the largest one.
func TestHardSplitTakesTemplates(t *testing.T) {
	node := labNode()
	node.IsHard = true
	s := begin(t, node)
	s.serve()

	for _, pod := range []*core.Pod{hardPod("vir04", part{1, 12000, 0}), hardPod("vir02", part{1, 6144, 0}),
		hardPod("vir01", part{1, 100, 0}), hardPod("whole", part{1, 12289, 0})} {
		s.create(pod)
		s.running(pod.Name)
	}
	s.create(hardPod("late", part{1, 3072, 0}))
	s.refused("late")

	s.wantGrant("vir04", "A,12288,0:;")
	s.wantEnv("vir04", "c0: ASCEND_VISIBLE_DEVICES=0 ASCEND_VNPU_SPECS=vir04")
	s.wantEnv("vir02", "c0: ASCEND_VISIBLE_DEVICES=0 ASCEND_VNPU_SPECS=vir02")
	s.wantEnv("vir01", "c0: ASCEND_VISIBLE_DEVICES=0 ASCEND_VNPU_SPECS=vir01")
	s.wantGrant("whole", "B,21527,0:;")
	s.wantEnv("whole", "c0: ASCEND_VISIBLE_DEVICES=1")
}

func TestHardSplitOfSeveralChipsTakesThemWhole(t *testing.T) {
	node := labNode()
	node.IsHard = true
	s := begin(t, node)
	s.serve()

	s.create(hardPod("two", part{2, 0, 0}))
	s.running("two")

	s.wantGrant("two", "A,21527,0:B,21527,0:;")
	s.wantEnv("two", "c0: ASCEND_VISIBLE_DEVICES=0,1")
}
