package scenarios

import (
	"fmt"
	"slices"
	"strings"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"npushare/tests/e2e/plugin"
)

// The chips of the labs' node.
const (
	chipA = "68496E64-20E05477-92C31323-6E78030A-BD003019"
	chipB = "D8496E64-20C101B1-C0D42F23-AED8030A-40003039"
)

// labNode is the node of both labs: two 310P3, split by hami-core.
func labNode() plugin.NodeSpec {
	return plugin.NodeSpec{Name: "aio-node74-arm", Chips: []string{chipA, chipB}}
}

// chips makes uuids of a node's own, in the published form.
func chips(node, count int) []string {
	var all []string
	for k := range count {
		all = append(all, fmt.Sprintf("%08X-%08X-00000000-00000000-00000000", node, k))
	}
	return all
}

// chipsOf are the uuids that a pod was granted, container by container.
func chipsOf(pod *core.Pod) []string {
	var uuids []string
	for _, device := range strings.FieldsFunc(pod.Annotations[plugin.AllocatedKey], func(r rune) bool { return r == ';' || r == ':' }) {
		uuid, _, _ := strings.Cut(device, ",")
		uuids = append(uuids, uuid)
	}
	return uuids
}

// wantGrant compares a pod's grant with a text in which A and B stand for the labs' chips.
func (s *scene) wantGrant(name, want string) {
	s.Helper()
	pod, err := s.pod(name)
	must(s.T, err)
	want = strings.NewReplacer("A,", chipA+",Ascend310P,", "B,", chipB+",Ascend310P,").Replace(want)
	if got := pod.Annotations[plugin.AllocatedKey]; got != want {
		s.Errorf("pod %s was granted\n  %s, should be\n  %s", name, got, want)
	}
}

// wantEnv compares the environment that the node plugin gave the containers of a pod, a text for each.
func (s *scene) wantEnv(name string, want ...string) {
	s.Helper()
	var got []string
	for _, serving := range s.fleet.Log.Of(types.NamespacedName{Namespace: core.NamespaceDefault, Name: name}) {
		var texts []string
		for _, key := range []string{"ASCEND_VISIBLE_DEVICES", "ASCEND_VNPU_SPECS", "NPU_MEM_QUOTA", "NPU_PRIORITY"} {
			if value, has := serving.Env[key]; has {
				texts = append(texts, key+"="+value)
			}
		}
		got = append(got, serving.Container+": "+strings.Join(texts, " "))
	}
	if !slices.Equal(got, want) {
		s.Errorf("the containers of pod %s run with\n  %s, should be\n  %s", name, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}
