package scenarios

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// controllers starts kube-controller-manager. What it has made must be gone before it stops.
func (s *scene) controllers() {
	s.Helper()
	process, err := plane.StartControllers()
	must(s.T, err)
	s.keep(process)
}

// deploy makes a Deployment of examples/deployments, changed by edit if there is one, and removes it at the end.
func (s *scene) deploy(file string, edit func(*apps.Deployment)) *apps.Deployment {
	s.Helper()
	text, err := os.ReadFile(s.path("examples/deployments/" + file))
	must(s.T, err)
	deployment := &apps.Deployment{}
	must(s.T, yaml.UnmarshalStrict(text, deployment))
	if edit != nil {
		edit(deployment)
	}
	deployments := s.client.AppsV1().Deployments(deployment.Namespace)
	deployment, err = deployments.Create(s.ctx, deployment, meta.CreateOptions{})
	must(s.T, err)
	s.Cleanup(func() { s.removeDeployment(deployment.Name) })
	return deployment
}

func (s *scene) rolledOut(name string, replicas int32) {
	s.Helper()
	must(s.T, rig.WaitFor(patience, "Deployment "+name+" is rolled out", func() error {
		d, err := s.client.AppsV1().Deployments(core.NamespaceDefault).Get(s.ctx, name, meta.GetOptions{})
		if err != nil {
			return err
		}
		status := d.Status
		if status.ObservedGeneration < d.Generation || status.UpdatedReplicas != replicas ||
			status.AvailableReplicas != replicas || status.Replicas != replicas {
			return fmt.Errorf("%+v", status)
		}
		return nil
	}))
}

// podsOf are the live pods of a Deployment.
func (s *scene) podsOf(name string) []core.Pod {
	s.Helper()
	pods, err := s.client.CoreV1().Pods(core.NamespaceDefault).List(s.ctx, meta.ListOptions{LabelSelector: "app=" + name})
	must(s.T, err)
	return slices.DeleteFunc(pods.Items, func(pod core.Pod) bool { return pod.DeletionTimestamp != nil })
}

// places are how many pods of a Deployment each node, and each chip, has.
func (s *scene) places(name string) (perNode, perChip []int) {
	s.Helper()
	nodes, uuids := map[string]int{}, map[string]int{}
	for _, pod := range s.podsOf(name) {
		nodes[pod.Spec.NodeName]++
		for _, uuid := range chipsOf(&pod) {
			uuids[uuid]++
		}
	}
	return slices.Sorted(maps.Values(nodes)), slices.Sorted(maps.Values(uuids))
}

// The configuration says the opposite, so the policies of the pods' own annotations decide.
func TestDeploymentsArePlacedAsTheirManifestsSay(t *testing.T) {
	for _, c := range []struct {
		file, name, other string
		nodes, chips      []int
	}{
		{"binpack.yaml", "packed", "spread", []int{2, 4}, []int{2, 2, 2}},
		{"spread.yaml", "spread", "binpack", []int{2, 2, 2}, []int{1, 1, 1, 1, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := begin(t, threeNodes()...)
			s.startNpushare(rig.NpushareOptions{Edit: func(v rig.Values) {
				v["policy"] = map[string]any{"node": c.other, "chip": c.other}
			}})
			s.startScheduler(rig.SchedulerOptions{})
			s.controllers()

			s.deploy(c.file, nil)
			s.rolledOut(c.name, 6)

			perNode, perChip := s.places(c.name)
			if !slices.Equal(perNode, c.nodes) || !slices.Equal(perChip, c.chips) {
				t.Errorf("pods a node %v, a chip %v; should be %v, %v", perNode, perChip, c.nodes, c.chips)
			}
		})
	}
}

// Every chip is full: a new pod of a rollout can only have the room of an old one that has left. When the Deployment
// goes, the garbage collector removes its pods, and who has waited comes in.
func TestRolloutOnFullChipsGoesOnAsPodsLeave(t *testing.T) {
	s := begin(t, rigNode(0, 1), rigNode(1, 1))
	s.serve()
	s.controllers()
	deployment := s.deploy("binpack.yaml", func(d *apps.Deployment) {
		four := int32(4)
		d.Spec.Replicas = &four
		d.Spec.Strategy = apps.DeploymentStrategy{Type: apps.RollingUpdateDeploymentStrategyType,
			RollingUpdate: &apps.RollingUpdateDeployment{MaxSurge: ptr(0), MaxUnavailable: ptr(1)}}
	})
	s.rolledOut(deployment.Name, 4)
	s.create(softPod("waits", part{1, 16384, 0}))
	s.refused("waits")
	old := s.podsOf(deployment.Name)

	s.patchDeployment(deployment.Name, `{"spec":{"template":{"metadata":{"annotations":{"example.com/version":"2"}}}}}`)
	s.rolledOut(deployment.Name, 4)
	for _, pod := range old {
		s.gone(pod.Name)
	}
	s.stillPending("waits")

	s.removeDeployment(deployment.Name)
	s.running("waits")
}

// removeDeployment lets the garbage collector remove its pods; none of that name is as good.
func (s *scene) removeDeployment(name string) {
	s.Helper()
	ctx := context.Background() // also in a clean-up
	deployments := s.client.AppsV1().Deployments(core.NamespaceDefault)
	if err := deployments.Delete(ctx, name, meta.DeleteOptions{}); !apierrors.IsNotFound(err) {
		must(s.T, err)
	}
	must(s.T, rig.WaitFor(patience, "the pods of Deployment "+name+" are gone", func() error {
		pods, err := s.client.CoreV1().Pods(core.NamespaceDefault).List(ctx, meta.ListOptions{LabelSelector: "app=" + name})
		if err == nil && len(pods.Items) > 0 {
			err = fmt.Errorf("%d are there", len(pods.Items))
		}
		return err
	}))
}

func (s *scene) patchDeployment(name, patch string) {
	s.Helper()
	_, err := s.client.AppsV1().Deployments(core.NamespaceDefault).Patch(s.ctx, name, types.MergePatchType, []byte(patch), meta.PatchOptions{})
	must(s.T, err)
}

// large makes it that many pods, each of which takes most of a chip.
func large(replicas int32) func(*apps.Deployment) {
	return func(d *apps.Deployment) {
		d.Spec.Replicas = &replicas
		d.Spec.Template.Spec.Containers[0].Resources.Limits[plugin.MemoryResource] = resource.MustParse("16384")
	}
}
