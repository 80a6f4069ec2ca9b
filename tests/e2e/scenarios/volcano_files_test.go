package scenarios

import (
	"os"
	"path/filepath"
	"testing"

	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/rig"
)

// The ConfigMap that docs/volcano.md applies holds the example that all scenarios run with.
func TestVolcanoConfigMapHoldsTheExample(t *testing.T) {
	conf, err := os.ReadFile(filepath.Join(rig.Root(), rig.VolcanoExample))
	must(t, err)
	manifest, err := os.ReadFile(filepath.Join(rig.Root(), "examples/volcano-scheduler-configmap.yaml"))
	must(t, err)
	held := &core.ConfigMap{}
	must(t, yaml.UnmarshalStrict(manifest, held))

	if held.Name != "volcano-scheduler-configmap" || held.Namespace != "volcano-system" || len(held.Data) != 1 {
		t.Errorf("it is %s/%s with %d keys", held.Namespace, held.Name, len(held.Data))
	}
	if held.Data["volcano-scheduler.conf"] != string(conf) {
		t.Errorf("examples/volcano-scheduler-configmap.yaml does not hold the text of %s", rig.VolcanoExample)
	}
}
