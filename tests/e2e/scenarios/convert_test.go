package scenarios

import (
	"fmt"
	"sync"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// serveConversion starts npushare with conversion, by templates unless a mode is named, and lets the API server ask it.
func (s *claimScene) serveConversion(mode string) (*rig.Service, rig.NpushareOptions) {
	s.Helper()
	files, err := rig.MakeServingFiles(plane.Work, "npushare.kube-system.svc")
	must(s.T, err)
	options := rig.NpushareOptions{TLS: &files, Edit: func(values rig.Values) {
		convert := values.In("dra")
		convert["convert"] = map[string]any{"mode": mode}
	}}
	s.startNpushare(options)
	gate, err := rig.NewService(s.npushare)
	must(s.T, err)
	s.Cleanup(gate.Close)
	webhooks, err := plane.AddPodWebhooks(gate.Address(), files.Authority)
	must(s.T, err)
	s.Cleanup(func() { must(s.T, webhooks.Remove()) })
	return gate, options
}

// hamiPod asks in HAMi's words, and for conversion.
func hamiPod(p part) *core.Pod {
	pod := softPod("", p)
	pod.GenerateName = "job-"
	pod.Labels = map[string]string{rig.ConvertLabel: "true"}
	return pod
}

// insist creates a pod as a ReplicaSet would: again, while the webhook is out of reach.
func (s *claimScene) insist(pod *core.Pod) (*core.Pod, error) {
	for deadline := time.Now().Add(patience); ; {
		made, err := s.client.CoreV1().Pods(core.NamespaceDefault).Create(s.ctx, pod, meta.CreateOptions{})
		if err == nil || !apierrors.IsInternalError(err) || time.Now().After(deadline) {
			return made, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func (s *claimScene) claims() []string {
	s.Helper()
	list, err := s.client.ResourceV1().ResourceClaims("").List(s.ctx, meta.ListOptions{})
	must(s.T, err)
	var names []string
	for _, claim := range list.Items {
		names = append(names, claim.Name)
	}
	return names
}

// A hundred pods without names of their own, npushare killed three times meanwhile: each pod has its claim, each claim its
// pod, and no claim is left when the pods have gone.
func TestConversionLeavesNoOrphans(t *testing.T) {
	s := beginClaims(t, plugin.NodeSpec{Name: "node", Chips: chips(9, 8), HasDRA: true})
	gate, options := s.serveConversion("template")
	s.startScheduler(rig.SchedulerOptions{Extender: "127.0.0.1:9", Quick: true,
		Edit: func(values rig.Values) { delete(values, "extenders") }})

	names := make([]string, 100)
	var begun sync.WaitGroup
	for k := range names {
		begun.Add(1)
		go func() {
			defer begun.Done()
			time.Sleep(time.Duration(k) * 30 * time.Millisecond)
			pod, err := s.insist(hamiPod(part{1, 1000, 5}))
			if err != nil {
				s.Error(err)
				return
			}
			names[k] = pod.Name
		}()
	}
	for range 3 {
		time.Sleep(700 * time.Millisecond)
		s.npushare.Kill()
		s.startNpushare(options)
		gate.Replace(s.npushare)
	}
	begun.Wait()
	if s.Failed() {
		return
	}
	s.running(names...)
	if got := len(s.claims()); got != len(names) {
		t.Errorf("%d pods have %d claims", len(names), got)
	}
	s.oneTemplate()

	s.remove(names...)
	must(t, rig.WaitFor(patience, "no claim is left", func() error {
		if left := s.claims(); len(left) > 0 {
			return fmt.Errorf("%d are, the first is %s", len(left), left[0])
		}
		return nil
	}))
}

// oneTemplate fails unless all pods share one template, which is named by what it asks for.
func (s *claimScene) oneTemplate() {
	s.Helper()
	list, err := s.client.ResourceV1().ResourceClaimTemplates("").List(s.ctx, meta.ListOptions{})
	must(s.T, err)
	if len(list.Items) != 1 {
		s.Errorf("there are %d templates for pods that ask for the same", len(list.Items))
	}
}
