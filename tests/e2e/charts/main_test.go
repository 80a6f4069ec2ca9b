// Package charts asks a real API server about the chart, the manifests made from it, and npushare with the chart's rights.
package charts

import (
	"context"
	"os"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/rig"
)

// space is where the chart is installed.
const space = "kube-system"

var plane *rig.Plane

func TestMain(m *testing.M) { os.Exit(rig.RunOn("charts", furnish, m)) }

// furnish brings the namespaces and the kinds that the chart's objects need.
func furnish(started *rig.Plane) error {
	plane = started
	ctx := context.Background()
	for _, name := range []string{"monitoring", "volcano-system"} {
		object := &core.Namespace{ObjectMeta: meta.ObjectMeta{Name: name}}
		_, err := plane.Client.CoreV1().Namespaces().Create(ctx, object, meta.CreateOptions{})
		if err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	if err := rig.WaitFor(time.Minute, "the namespaces exist", func() error {
		_, err := plane.Client.CoreV1().Namespaces().Get(ctx, space, meta.GetOptions{})
		return err
	}); err != nil {
		return err
	}
	kinds, err := os.ReadFile("testdata/kinds.yaml")
	if err != nil {
		return err
	}
	manifest, err := parse(string(kinds))
	if err != nil {
		return err
	}
	if err := manifest.apply(ctx, forReal); err != nil {
		return err
	}
	return rig.WaitFor(time.Minute, "the kinds are served", kindsAreServed)
}

func kindsAreServed() error {
	for _, group := range []string{"monitoring.coreos.com/v1", "cert-manager.io/v1"} {
		if _, err := plane.Client.Discovery().ServerResourcesForGroupVersion(group); err != nil {
			return err
		}
	}
	return nil
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
