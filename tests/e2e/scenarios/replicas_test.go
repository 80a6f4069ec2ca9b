package scenarios

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// pair is two replicas behind a Service and a kube-scheduler, all as the examples for replicas say: https, a Lease, the
// ConfigMap, and the pages for those who may.
type pair struct {
	service *rig.Service
	all     [2]*rig.Npushare
}

func (s *scene) pair() pair {
	s.Helper()
	s.writeChips(s.exampleChips())
	files, err := rig.MakeServingFiles(plane.Work, "npushare.kube-system.svc")
	must(s.T, err)
	var p pair
	for k := range p.all {
		p.all[k] = s.startReplica(rig.NpushareOptions{Name: fmt.Sprintf("npushare-%d", k),
			Config: "examples/npushare-replicas.yaml", TLS: &files})
	}
	p.service, err = rig.NewService(p.all[:]...)
	must(s.T, err)
	s.Cleanup(p.service.Close)
	s.leader(p)
	s.startScheduler(rig.SchedulerOptions{Config: "examples/kube-scheduler/config-replicas.yaml",
		Extender: p.service.Address(), TLS: &files})
	return p
}

// leader waits until one of the two is ready.
func (s *scene) leader(p pair) *rig.Npushare {
	s.Helper()
	var leader *rig.Npushare
	must(s.T, rig.WaitFor(patience, "a replica leads", func() error {
		if leader = p.service.Ready(); leader == nil {
			return fmt.Errorf("none is ready")
		}
		return nil
	}))
	return leader
}

func (s *scene) transitions() int32 {
	s.Helper()
	lease, err := s.client.CoordinationV1().Leases(meta.NamespaceSystem).Get(s.ctx, "npushare", meta.GetOptions{})
	must(s.T, err)
	if lease.Spec.LeaseTransitions == nil {
		return 0
	}
	return *lease.Spec.LeaseTransitions
}

// twoHundred binds 200 pods while something happens to the leader in the middle.
func (s *scene) twoHundred(happens func(p pair, leader *rig.Npushare)) (pair, *rig.Npushare) {
	s.Helper()
	p := s.pair()
	for k := range 8 {
		s.fleet.Node(fmt.Sprintf("npu-%d", k)).Faults.Delay(20 * time.Millisecond)
	}
	before, leader := s.transitions(), s.leader(p)
	names := s.burst(200)
	s.someBound(20)
	happens(p, leader)
	s.running(names...)
	if s.transitions() == before {
		s.Error("nobody has taken over: this test shows nothing")
	}
	return p, leader
}

// isWrite: npushare wants to change a pod or a node, whether it may or not.
func isWrite(call rig.Call) bool {
	isOfThese := call.Resource == "pods" || call.Resource == "nodes"
	return call.User == rig.NpushareAccount.Name && isOfThese && call.Verb != "get" && call.Verb != "list" && call.Verb != "watch"
}

// quiet waits until npushare has written nothing for two seconds.
func (s *scene) quiet() {
	s.Helper()
	must(s.T, rig.WaitFor(patience, "npushare has nothing left to write", func() error {
		mark := plane.Now()
		time.Sleep(2 * time.Second)
		calls, err := plane.CallsSince(mark)
		if at := slices.IndexFunc(calls, isWrite); err == nil && at >= 0 {
			err = fmt.Errorf("%s %s %s", calls[at].Verb, calls[at].Resource, calls[at].Name)
		}
		return err
	}))
}

func eightNodes() []plugin.NodeSpec {
	var nodes []plugin.NodeSpec
	for k := range 8 {
		nodes = append(nodes, rigNode(k, 4))
	}
	return nodes
}

func TestKilledLeaderIsReplaced(t *testing.T) {
	s := begin(t, eightNodes()...)
	s.twoHundred(func(_ pair, leader *rig.Npushare) { leader.Kill() })
}

// The leader stands still, does not know of its successor when it goes on, and must not write.
func TestStoppedLeaderDoesNotWriteWhenItGoesOn(t *testing.T) {
	s := begin(t, eightNodes()...)
	p, old := s.twoHundred(func(_ pair, leader *rig.Npushare) { leader.Signal(syscall.SIGSTOP) })

	s.quiet()
	mark := plane.Now()
	old.Signal(syscall.SIGCONT)
	must(t, rig.WaitFor(patience, "the old leader stands by", func() error {
		if old.IsReady() == nil {
			return fmt.Errorf("it says that it is ready")
		}
		return nil
	}))
	if leader := s.leader(p); leader == old {
		t.Error("the old leader leads again, beside its successor")
	}
	time.Sleep(time.Second) // what it may still want to write comes at once
	calls, err := plane.CallsSince(mark)
	must(t, err)
	for _, call := range calls {
		if isWrite(call) {
			t.Errorf("%s %s/%s %s: status %d, when nothing was left to do", call.Verb, call.Resource, call.Subresource, call.Name, call.Status)
		}
	}
	s.create(softPod("last", part{1, 2900, 0}))
	s.running("last")
}
