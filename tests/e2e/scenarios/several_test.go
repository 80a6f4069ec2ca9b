package scenarios

import (
	"fmt"
	"testing"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/rig"
)

// Two schedulers do not see each other's pods before they are bound; one npushare keeps the books for both. There is room
// for 20 of the 30 pods.
func TestTwoSchedulersShareOneNpushare(t *testing.T) {
	const second = "second-scheduler"
	s := begin(t, threeNodes()...)
	s.startNpushare(rig.NpushareOptions{})
	s.addNode(rigNode(3, 4))
	s.startScheduler(rig.SchedulerOptions{})
	s.startScheduler(rig.SchedulerOptions{Name: second, Profile: second})

	for k := range 30 {
		pod := softPod(fmt.Sprintf("p%02d", k), part{1, 10000, 0})
		if k%2 == 1 {
			pod.Spec.SchedulerName = second
		}
		s.create(pod)
	}

	must(t, rig.WaitFor(patience, "20 pods run and 10 are refused", func() error {
		perScheduler, refused := map[string]int{}, 0
		pods, err := s.client.CoreV1().Pods(core.NamespaceDefault).List(s.ctx, meta.ListOptions{})
		if err != nil {
			return err
		}
		for k := range pods.Items {
			pod := &pods.Items[k]
			if pod.Status.Phase == core.PodRunning {
				perScheduler[pod.Spec.SchedulerName]++
			} else if conditionOf(pod).Reason == core.PodReasonUnschedulable {
				refused++
			}
		}
		if len(perScheduler) != 2 || perScheduler[second]+perScheduler[core.DefaultSchedulerName] != 20 || refused != 10 {
			return fmt.Errorf("running %v, refused %d", perScheduler, refused)
		}
		return nil
	}))
}

// kube-scheduler is killed while it binds; another one finds some pods bound and places the rest.
func TestRestartedSchedulerGoesOn(t *testing.T) {
	s := begin(t, rigNode(0, 4), rigNode(1, 4))
	scheduler := s.serve()
	names := s.burst(40)

	s.someBound(5)
	scheduler.Kill()
	s.startScheduler(rig.SchedulerOptions{})

	s.running(names...)
}

// npushare is killed while it binds; the next one reads its books from the pods.
func TestRestartedNpushareGoesOn(t *testing.T) {
	s := begin(t, rigNode(0, 4), rigNode(1, 4))
	first := s.startNpushare(rig.NpushareOptions{})
	service, err := rig.NewService(first)
	must(t, err)
	t.Cleanup(service.Close)
	s.startScheduler(rig.SchedulerOptions{Extender: service.Address()})
	names := s.burst(40)

	s.someBound(5)
	first.Kill()
	service.Replace(s.startNpushare(rig.NpushareOptions{Name: "npushare-again"}))

	s.running(names...)
}
