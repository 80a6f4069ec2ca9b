package scenarios

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"npushare/tests/e2e/auditor"
	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// patience is how long anything may take that should happen soon: the machine may be slow, and others use it. The
// variable E2E_PATIENCE, such as 30s, sets it for runs that are expected to fail.
var patience = rig.Patience(90 * time.Second)

// scene is a cluster for one scenario: its nodes, a watchful auditor, and what the scenario starts.
type scene struct {
	*testing.T
	ctx      context.Context
	client   *kubernetes.Clientset
	fleet    *plugin.Fleet
	auditor  *auditor.Auditor
	npushare *rig.Npushare
	gaps     int // times that the auditor may have to list anew

	isForeign bool // another program chooses the chips: only the test knows what may be found
}

// begin makes a scene with these nodes. When the test ends, auditor and node plugins are asked what they saw, and
// everything is removed.
func begin(t *testing.T, nodes ...plugin.NodeSpec) *scene {
	t.Helper()
	ctx := t.Context()
	client, err := kubernetes.NewForConfig(plane.RestConfig(rig.Plugin))
	must(t, err)
	s := &scene{T: t, ctx: ctx, client: plane.Client}
	plane.Work = filepath.Join(plane.Dir, t.Name())
	must(t, os.MkdirAll(plane.Work, 0o755))
	s.fleet, err = plugin.NewFleet(client)
	must(t, err)
	s.auditor, err = auditor.Start(plane.Client)
	must(t, err)
	t.Cleanup(func() { s.clear() })
	t.Cleanup(func() { s.verdict() })
	for _, spec := range nodes {
		s.addNode(spec)
	}
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (s *scene) addNode(spec plugin.NodeSpec) *plugin.Node {
	s.Helper()
	node, err := s.fleet.Add(spec)
	must(s.T, err)
	return node
}

// serve starts npushare and a kube-scheduler that asks it, both as the examples say.
func (s *scene) serve() *rig.Process {
	s.Helper()
	s.startNpushare(rig.NpushareOptions{})
	return s.startScheduler(rig.SchedulerOptions{})
}

// startNpushare starts a replica and waits until it is ready.
func (s *scene) startNpushare(options rig.NpushareOptions) *rig.Npushare {
	s.Helper()
	n := s.startReplica(options)
	must(s.T, n.WaitReady())
	s.npushare = n
	return n
}

// startReplica starts a replica that may have to wait for its turn to lead.
func (s *scene) startReplica(options rig.NpushareOptions) *rig.Npushare {
	s.Helper()
	n, err := plane.StartNpushare(options)
	must(s.T, err)
	s.keep(n.Process)
	return n
}

// startScheduler starts a kube-scheduler; its extender is the scene's npushare unless the options name another.
func (s *scene) startScheduler(options rig.SchedulerOptions) *rig.Process {
	s.Helper()
	if options.Extender == "" {
		options.Extender = s.npushare.Address()
	}
	scheduler, err := plane.StartScheduler(options)
	must(s.T, err)
	s.keep(scheduler)
	return scheduler
}

// keep stops a process at the end, and shows the end of its log when the test has failed.
func (s *scene) keep(p *rig.Process) {
	s.Cleanup(func() {
		p.Stop()
		if s.Failed() {
			s.Logf("%s ends with:\n%s", p.Log, p.Tail(25))
		}
	})
}

// verdict is what auditor and plugins say of it all.
func (s *scene) verdict() {
	if s.isForeign {
		return
	}
	report := s.report()
	for _, breach := range report.Breaches {
		s.Error("auditor: " + breach)
	}
	for _, breach := range s.fleet.Log.Breaches() {
		s.Error("node plugin: " + breach)
	}
	if report.Gaps > s.gaps {
		s.Errorf("the auditor has missed revisions %d times", report.Gaps)
	}
	s.Logf("audited: %d pods bound, %d states of pods", report.Bound, report.Revisions)
}

func (s *scene) report() auditor.Report {
	s.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	report, err := s.auditor.Report(ctx)
	if err != nil {
		s.Error(err)
	}
	return report
}

// clear leaves no pod and no node behind.
func (s *scene) clear() {
	s.auditor.Stop()
	s.fleet.Stop()
	ctx, now := context.Background(), int64(0)
	spaces, err := s.client.CoreV1().Namespaces().List(ctx, meta.ListOptions{})
	must(s.T, err)
	for _, space := range spaces.Items {
		must(s.T, s.client.CoreV1().Pods(space.Name).DeleteCollection(ctx, meta.DeleteOptions{GracePeriodSeconds: &now}, meta.ListOptions{}))
	}
	must(s.T, s.client.CoreV1().Nodes().DeleteCollection(ctx, meta.DeleteOptions{}, meta.ListOptions{}))
	must(s.T, rig.WaitFor(patience, "no pods are left", func() error {
		pods, err := s.client.CoreV1().Pods("").List(ctx, meta.ListOptions{})
		if err == nil && len(pods.Items) > 0 {
			err = fmt.Errorf("%d pods are", len(pods.Items))
		}
		return err
	}))
}

func (s *scene) path(file string) string { return filepath.Join(rig.Root(), file) }

// pod reads a pod of the namespace default; none is an error.
func (s *scene) pod(name string) (*core.Pod, error) {
	return s.client.CoreV1().Pods(core.NamespaceDefault).Get(s.ctx, name, meta.GetOptions{})
}
