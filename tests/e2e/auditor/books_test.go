package auditor

import (
	"fmt"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

func aNode(name, mode string, uuids ...string) *core.Node {
	var chips []string
	for _, uuid := range uuids {
		chips = append(chips, fmt.Sprintf(`{"id":%q,"count":7,"devmem":21527,"devcore":100,"type":"Ascend310P","health":true}`, uuid))
	}
	return &core.Node{ObjectMeta: meta.ObjectMeta{Name: name, Annotations: map[string]string{
		"hami-vnpu-core": mode, "hami.io/node-register-Ascend310P": "[" + strings.Join(chips, ",") + "]"}}}
}

// aPod is bound to n1 with a soft share of chip A, as it asked.
func aPod(name string, memory, cores int64) *core.Pod {
	amount := func(n int64) resource.Quantity { return *resource.NewQuantity(n, resource.DecimalSI) }
	return &core.Pod{ObjectMeta: meta.ObjectMeta{Name: name, Namespace: "default", UID: types.UID(name), ResourceVersion: "7",
		Annotations: map[string]string{modeKey: "hami-core", nodeKey: "n1", runtimeKey: `[{"UUID":"A"}]`,
			allocatedKey: fmt.Sprintf("A,Ascend310P,%d,%d:;", memory, cores)}},
		Spec: core.PodSpec{NodeName: "n1", Containers: []core.Container{{Name: "c0", Resources: core.ResourceRequirements{
			Limits: core.ResourceList{countResource: amount(1), memoryResource: amount(memory), coreResource: amount(cores)}}}}}}
}

func TestAuditorFindsEachBreach(t *testing.T) {
	change := func(how func(*core.Pod)) []*core.Pod {
		pod := aPod("p", 8192, 0)
		how(pod)
		return []*core.Pod{pod}
	}
	for want, pods := range map[string][]*core.Pod{
		"": {aPod("p", 16384, 60), aPod("q", 5143, 40)},
		"chip A of n1 has 21527 MiB, 100 cores, 0 AI CPUs, 7 shares and 21528 MiB": {aPod("p", 16384, 0), aPod("q", 5144, 0)},
		"and 3 MiB, 101 cores": {aPod("p", 1, 60), aPod("q", 2, 41)},
		"and 8 MiB, 0 cores, 0 AI CPUs, 8 shares": {aPod("a", 1, 0), aPod("b", 1, 0), aPod("c", 1, 0), aPod("d", 1, 0),
			aPod("e", 1, 0), aPod("f", 1, 0), aPod("g", 1, 0), aPod("h", 1, 0)},
		"without grants":                       change(func(p *core.Pod) { delete(p.Annotations, allocatedKey) }),
		"is no grant":                          change(func(p *core.Pod) { p.Annotations[allocatedKey] = "A,Ascend310P,8192:;" }),
		"no sound amounts":                     change(func(p *core.Pod) { p.Annotations[allocatedKey] = "A,Ascend310P,0,0:;" }),
		"is bound to n2, its grants":           change(func(p *core.Pod) { p.Spec.NodeName = "n2" }),
		"chip B is not one of node n1":         change(func(p *core.Pod) { p.Annotations[allocatedKey] = "B,Ascend310P,8192,0:;" }),
		"is due 8192 MiB":                      change(func(p *core.Pod) { p.Annotations[allocatedKey] = "A,Ascend310P,8191,0:;" }),
		"1 containers and grants for 2":        change(func(p *core.Pod) { p.Annotations[allocatedKey] += ";" }),
		"chip A twice":                         change(func(p *core.Pod) { p.Annotations[allocatedKey] = "A,Ascend310P,8192,0:A,Ascend310P,8192,0:;" }),
		"asked for 1 chips and has 2":          change(func(p *core.Pod) { p.Annotations[allocatedKey] = "A,Ascend310P,8192,0:C,Ascend310P,8192,0:;" }),
		"its grants have changed after":        {aPod("p", 8192, 0), change(func(p *core.Pod) { p.Annotations[allocatedKey] = "C,Ascend310P,8192,0:;" })[0]},
		"annotation huawei.com/Ascend310P has": change(func(p *core.Pod) { p.Annotations[runtimeKey] = `[{"temp":"vir01"}]` }),
	} {
		b := newBooks()
		b.learn(aNode("n1", "true", "A", "C"))
		b.learn(aNode("n2", "true", "B"))
		for _, pod := range pods {
			b.show(pod)
		}
		found := strings.Join(b.breaches, "\n")
		if want == "" && found != "" || !strings.Contains(found, want) {
			t.Errorf("found %q, should be %q", found, want)
		}
	}
}

func TestAuditorCountsWhatLivesOnly(t *testing.T) {
	b := newBooks()
	b.learn(aNode("n1", "true", "A"))
	b.show(aPod("p", 16384, 0))
	over := aPod("p", 16384, 0)
	over.Status.Phase = core.PodSucceeded
	b.show(over)
	b.show(aPod("q", 16384, 0))
	b.drop("q")
	b.show(aPod("r", 16384, 0))

	if len(b.breaches) != 0 || b.bound != 3 {
		t.Errorf("found %q with %d pods bound", b.breaches, b.bound)
	}
}
