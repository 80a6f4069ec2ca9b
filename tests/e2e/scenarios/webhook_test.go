package scenarios

import (
	"slices"
	"strings"
	"testing"

	admission "k8s.io/api/admissionregistration/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// webhookWay is how the API server reaches npushare to ask about Bindings. It can be closed while other ways stay open.
type webhookWay struct {
	files  rig.ServingFiles
	gate   *rig.Service
	config *rig.Webhook
}

type webhookEdit = func(*admission.MutatingWebhook)

// serveTLS starts npushare, and lets the API server ask it.
func (s *scene) serveTLS(edits ...webhookEdit) *webhookWay {
	s.Helper()
	files, err := rig.MakeServingFiles(plane.Work, "npushare.kube-system.svc")
	must(s.T, err)
	s.startNpushare(rig.NpushareOptions{TLS: &files})
	way := &webhookWay{files: files}
	s.open(way, edits...)
	s.Cleanup(func() { must(s.T, way.config.Remove()) })
	return way
}

// serveWebhook has a kube-scheduler besides, which writes its Bindings itself.
func (s *scene) serveWebhook() *webhookWay {
	s.Helper()
	way := s.serveTLS()
	s.startScheduler(rig.SchedulerOptions{Config: "examples/kube-scheduler/config-webhook.yaml", TLS: &way.files})
	return way
}

func (s *scene) open(way *webhookWay, edits ...webhookEdit) {
	s.Helper()
	if way.config != nil {
		must(s.T, way.config.Remove())
	}
	var err error
	way.gate, err = rig.NewService(s.npushare)
	must(s.T, err)
	s.Cleanup(way.gate.Close)
	way.config, err = plane.AddWebhook(way.gate.Address(), way.files.Authority, edits...)
	must(s.T, err)
}

func TestWebhookInPlaceOfBindPlacesAlike(t *testing.T) {
	s := begin(t, threeNodes()...)
	s.serveWebhook()

	perNode, perChip := s.sixPods()

	if !slices.Equal(perNode, []int{2, 4}) || !slices.Equal(perChip, []int{2, 2, 2}) {
		t.Errorf("pods a node %v, a chip %v; should be [2 4], [2 2 2]", perNode, perChip)
	}
	if s.npushare.CountInLog("verb=bind") != 0 {
		t.Error("bind was asked")
	}
}

// With the node come the same grants that bind would have written; the pod's own annotations stay, and grants that it
// came with are replaced.
func TestWebhookPutsTheGrantsIntoTheSchedulersOwnBinding(t *testing.T) {
	s := begin(t, labNode())
	s.serveWebhook()

	forger := softPod("forger", part{1, 8192, 20})
	forger.Annotations["example.com/own"] = "stays"
	forger.Annotations[plugin.AllocatedKey] = chipB + ",Ascend310P,1,0:;"
	s.create(forger)
	s.running("forger")

	pod, err := s.pod("forger")
	must(t, err)
	if got, want := pod.Annotations[plugin.AllocatedKey], chipA+",Ascend310P,8192,20:;"; got != want {
		t.Errorf("%s=%q, should be %q", plugin.AllocatedKey, got, want)
	}
	if got := pod.Annotations["example.com/own"]; got != "stays" {
		t.Errorf("the pod's own annotation is %q now", got)
	}
}

func TestWebhookServesABurstOfOneNode(t *testing.T) {
	s := begin(t, rigNode(0, 8))
	s.serveWebhook()

	s.running(s.burst(50)...)
}

// failurePolicy Fail: nobody is bound without chips, and all go on once npushare is back.
func TestWebhookDownLosesNoPod(t *testing.T) {
	s := begin(t, rigNode(0, 4))
	way := s.serveWebhook()
	names := s.burst(25)
	s.someBound(3)

	way.gate.Close()
	s.npushare.Kill()
	s.create(softPod("late", part{1, 2900, 0}))
	s.startNpushare(rig.NpushareOptions{TLS: &way.files, Port: s.npushare.Port})
	s.until("late", "waits for the webhook", func(pod *core.Pod) bool {
		return strings.Contains(conditionOf(pod).Message, "failed calling webhook")
	})
	s.stillPending("late")
	s.open(way)

	s.running(append(names, "late")...)
}

// Our own Bindings pass, whether the configuration leaves them out or not.
func TestWebhookLeavesBindingsOfTheBindVerbAlone(t *testing.T) {
	bindsOnePod(t, false)
}

func TestWebhookKnowsBindingsOfTheBindVerbByItself(t *testing.T) {
	bindsOnePod(t, true, func(w *admission.MutatingWebhook) { w.MatchConditions = nil })
}

func bindsOnePod(t *testing.T, isAsked bool, edits ...webhookEdit) {
	s := begin(t, labNode())
	way := s.serveTLS(edits...)
	s.startScheduler(rig.SchedulerOptions{Config: "examples/kube-scheduler/config-replicas.yaml", TLS: &way.files})

	s.create(softPod("p", part{1, 8192, 20}))
	s.running("p")

	if asked := s.npushare.CountInLog("verb=admit pod=default/p ") > 0; asked != isAsked {
		t.Errorf("that the webhook was asked about our own Binding is %v", asked)
	}
}

// A dry run shows the grants and takes nothing.
func TestWebhookAnswersADryRun(t *testing.T) {
	s := begin(t, labNode())
	s.serveWebhook()
	pod := softPod("dry", part{1, 8192, 20})
	pod.Spec.SchedulerName = "nobody"
	s.create(pod)

	binding := &core.Binding{ObjectMeta: meta.ObjectMeta{Name: "dry", Namespace: core.NamespaceDefault},
		Target: core.ObjectReference{Kind: "Node", Name: labNode().Name}}
	must(t, s.client.CoreV1().Pods(core.NamespaceDefault).Bind(s.ctx, binding,
		meta.CreateOptions{DryRun: []string{meta.DryRunAll}}))

	s.stillPending("dry")
	if s.npushare.CountInLog("dry_run=true changed=true") == 0 {
		t.Error("the webhook has not shown a patch")
	}
	s.create(softPod("real", part{2, 20000, 100})) // both chips: nothing is held for the dry run
	s.running("real")
}
