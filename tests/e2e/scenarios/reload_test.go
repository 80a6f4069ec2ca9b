package scenarios

import (
	"fmt"
	"os"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/rig"
)

const (
	chipsMap = "hami-scheduler-device"
	chipsKey = "device-config.yaml"
)

// writeChips puts a text into the ConfigMap that npushare and the node plugins read.
func (s *scene) writeChips(text string) {
	s.Helper()
	maps := s.client.CoreV1().ConfigMaps(meta.NamespaceSystem)
	wanted := &core.ConfigMap{ObjectMeta: meta.ObjectMeta{Name: chipsMap, Namespace: meta.NamespaceSystem},
		Data: map[string]string{chipsKey: text}}
	_, err := maps.Create(s.ctx, wanted, meta.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		_, err = maps.Update(s.ctx, wanted, meta.UpdateOptions{})
	}
	must(s.T, err)
}

// exampleChips is examples/device-config.yaml.
func (s *scene) exampleChips() string {
	s.Helper()
	text, err := os.ReadFile(s.path("examples/device-config.yaml"))
	must(s.T, err)
	return string(text)
}

func readsChips(v rig.Values) {
	v["deviceConfigMap"] = map[string]any{"namespace": meta.NamespaceSystem, "name": chipsMap, "key": chipsKey}
}

// Without vir02, a pod of 6000 MiB has to take vir04, of which a chip has room for one. With it, the next one fits too:
// nothing that the scheduler watches has changed, so only npushare can wake it.
func TestChangedConfigMapAppliesAndWakesThePodsThatFitNow(t *testing.T) {
	node := labNode()
	node.IsHard, node.Chips = true, []string{chipA}
	s := begin(t, node)
	full := s.exampleChips()
	const line = "    - {name: vir02, memory: 6144, aiCore: 2, aiCPU: 2}\n"
	if !strings.Contains(full, line) {
		t.Fatal("examples/device-config.yaml has no vir02 in the form that this test removes")
	}
	s.writeChips(strings.Replace(full, line, "", 1))
	s.auditor.Expect("vir01", "vir04")
	s.startNpushare(rig.NpushareOptions{Edit: readsChips})
	s.startScheduler(rig.SchedulerOptions{})
	s.fleet.Node(node.Name).Faults.Mute(true)

	s.create(hardPod("first", part{1, 6000, 0}))
	s.runningWith("first", "A,12288,0:;")
	s.create(hardPod("second", part{1, 6000, 0}))
	s.refused("second")
	s.comesToRest("second")
	s.stillPending("second")

	s.auditor.Expect("vir01", "vir02", "vir04")
	s.writeChips(full)
	s.runningWith("second", "A,6144,0:;")

	s.writeChips("vnpus: [this is no configuration of chips")
	must(t, rig.WaitFor(patience, "npushare refuses the bad version", func() error {
		_, page, err := s.npushare.Get("/readyz?verbose")
		if err == nil && !strings.Contains(page, "[!]newest-configuration") {
			err = fmt.Errorf("%s", page)
		}
		return err
	}))
	must(t, s.npushare.IsReady())
	s.create(hardPod("third", part{1, 3000, 0}))
	s.runningWith("third", "A,3072,0:;")
}

func (s *scene) runningWith(name, grant string) {
	s.Helper()
	s.running(name)
	s.wantGrant(name, grant)
}
