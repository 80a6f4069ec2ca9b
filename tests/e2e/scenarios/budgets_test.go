package scenarios

import (
	"context"
	"fmt"
	"testing"

	core "k8s.io/api/core/v1"
	policy "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"npushare/tests/e2e/rig"
)

func ptr(n int) *intstr.IntOrString { return &intstr.IntOrString{IntVal: int32(n)} }

// budget says that so many of the pods with the label must stay, and waits until the controller has counted them.
func (s *scene) budget(app string, least int) {
	s.Helper()
	budgets := s.client.PolicyV1().PodDisruptionBudgets(core.NamespaceDefault)
	_, err := budgets.Create(s.ctx, &policy.PodDisruptionBudget{ObjectMeta: meta.ObjectMeta{Name: app},
		Spec: policy.PodDisruptionBudgetSpec{MinAvailable: ptr(least),
			Selector: &meta.LabelSelector{MatchLabels: map[string]string{"app": app}}}}, meta.CreateOptions{})
	must(s.T, err)
	s.Cleanup(func() {
		must(s.T, budgets.DeleteCollection(context.Background(), meta.DeleteOptions{}, meta.ListOptions{}))
	})
	must(s.T, rig.WaitFor(patience, "the budget is counted", func() error {
		budget, err := budgets.Get(s.ctx, app, meta.GetOptions{})
		if err == nil && (budget.Status.ObservedGeneration == 0 || budget.Status.CurrentHealthy == 0) {
			err = fmt.Errorf("%+v", budget.Status)
		}
		return err
	}))
}

func (s *scene) evict(name string) error {
	eviction := &policy.Eviction{ObjectMeta: meta.ObjectMeta{Name: name, Namespace: core.NamespaceDefault}}
	return s.client.CoreV1().Pods(core.NamespaceDefault).EvictV1(s.ctx, eviction)
}

// The budget bears one pod less: the second one may leave the node when what came in place of the first runs elsewhere.
// That takes npushare, the plugin, both controllers and the eviction together.
func TestDrainWaitsForItsBudget(t *testing.T) {
	s := begin(t, rigNode(0, 2), rigNode(1, 2))
	s.serve()
	s.controllers()
	s.cordon("npu-1", true)
	name := s.deploy("binpack.yaml", large(2)).Name
	s.rolledOut(name, 2)
	s.budget(name, 1)
	s.cordon("npu-1", false)
	s.cordon("npu-0", true)

	old := s.podsOf(name)
	must(t, s.evict(old[0].Name))
	if err := s.evict(old[1].Name); !apierrors.IsTooManyRequests(err) {
		t.Errorf("the second eviction at once: %v; the budget should refuse it", err)
	}
	must(t, rig.WaitFor(patience, "the second eviction", func() error { return s.evict(old[1].Name) }))
	s.gone(old[0].Name, old[1].Name)

	s.rolledOut(name, 2)
	for _, pod := range s.podsOf(name) {
		s.wantNode(pod.Name, "npu-1")
	}
	s.cordon("npu-0", false)
	s.patchDeployment(name, `{"spec":{"replicas":4}}`)
	s.rolledOut(name, 4)
	perNode, _ := s.places(name)
	if fmt.Sprint(perNode) != "[2 2]" {
		t.Errorf("pods a node %v; the node that came back should have 2", perNode)
	}
}

// Two pods hold a chip each that the new one could have. The less important one is under a budget that bears no loss,
// so the other one has to leave.
func TestPreemptionSparesThePodUnderABudget(t *testing.T) {
	node := labNode()
	node.CPU = "4"
	s := begin(t, node)
	s.serve()
	s.controllers()
	low, middle, high := s.priority("e2e-low", 1), s.priority("e2e-middle", 5), s.priority("e2e-high", 1000)
	guarded := prioritized("guarded", low, part{1, 16384, 0}, "")
	guarded.Labels = map[string]string{"app": "guarded"}
	s.create(guarded)
	s.running("guarded")
	s.budget("guarded", 1)
	s.create(prioritized("other", middle, part{1, 16384, 0}, ""))
	s.running("other")
	s.create(prioritized("idle", low, part{1, 2048, 0}, "4"))
	s.running("idle")

	s.create(prioritized("comes", high, part{1, 16384, 0}, "2"))
	s.running("comes")

	s.gone("idle", "other")
	s.running("guarded")
	if pod, err := s.pod("guarded"); err != nil || pod.DeletionTimestamp != nil {
		t.Errorf("pod guarded is asked to leave, against its budget: %v", err)
	}
	s.wantGrant("comes", "B,16384,0:;")
}
