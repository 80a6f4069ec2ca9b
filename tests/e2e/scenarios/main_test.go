// Package scenarios holds the end-to-end tests: each is one thing that happens to a cluster, on the real programs.
package scenarios

import (
	"context"
	"os"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	node "k8s.io/api/node/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/rig"
)

// plane is the one control plane that all scenarios use, one after the other. What they leave in it, they remove.
var plane *rig.Plane

func TestMain(m *testing.M) { os.Exit(rig.RunOn("run", furnish, m)) }

// furnish makes what a cluster with npushare has: the rights that we ship, and the runtime class of the pods.
func furnish(started *rig.Plane) error {
	plane = started
	ctx, options := context.Background(), meta.CreateOptions{}
	rights, err := rig.ReadRights(rig.RightsFile)
	if err != nil {
		return err
	}
	if err := plane.Grant(rights); err != nil {
		return err
	}
	class := &node.RuntimeClass{ObjectMeta: meta.ObjectMeta{Name: "ascend"}, Handler: "ascend"}
	if _, err := plane.Client.NodeV1().RuntimeClasses().Create(ctx, class, options); err != nil {
		return err
	}
	return rig.WaitFor(time.Minute, "the namespace default exists", func() error {
		_, err := plane.Client.CoreV1().Namespaces().Get(ctx, core.NamespaceDefault, meta.GetOptions{})
		return err
	})
}
