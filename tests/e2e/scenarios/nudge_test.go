package scenarios

import (
	"fmt"
	"testing"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"npushare/tests/e2e/rig"
)

const (
	nudgeKey         = "npushare.io/nudge"
	askedAboutSecond = "verb=filter pod=default/second "
)

// The scheduler and npushare watch independently. Here npushare hears of the pod's end only after the scheduler has
// tried the other one again because of it, in vain: without npushare's nudge that would wait for minutes.
func TestRefusedPodIsWokenWhenRoomComes(t *testing.T) {
	node := labNode()
	node.Chips = []string{chipA}
	s := begin(t, node)
	valve, err := rig.NewValve(plane.Address())
	must(t, err)
	t.Cleanup(valve.Close)
	s.startNpushare(rig.NpushareOptions{Server: "https://" + valve.Address()})
	s.startScheduler(rig.SchedulerOptions{})
	s.fleet.Node(node.Name).Faults.Mute(true) // a report of chips would wake the pod too

	s.create(softPod("first", part{1, 16384, 0}))
	s.running("first")
	s.create(softPod("second", part{1, 16384, 0}))
	s.refused("second")

	valve.Shut()
	s.comesToRest("second")
	asked := s.npushare.CountInLog(askedAboutSecond)
	s.remove("first")
	s.comesToRest("second")
	if s.npushare.CountInLog(askedAboutSecond) == asked {
		t.Error("the scheduler has not tried again because of the removal: this test shows nothing")
	}
	s.stillPending("second")
	story := s.story("second")
	valve.Open()
	opened := time.Now()
	s.running("second")

	nudged, bound := <-story, <-story
	if nudged != "nudged" || bound != "bound" {
		t.Errorf("the pod was first %s, then %s; should be nudged, then bound", nudged, bound)
	}
	took := since(opened)
	t.Logf("bound and running %s after npushare could hear of it", took)
	if took > 30*time.Second {
		t.Errorf("it took %s; the nudge comes within 2 s, the scheduler's own flush after 5 minutes", took)
	}
}

// comesToRest waits until npushare was asked about the pod and then was not for three seconds: it sleeps in the
// scheduler's pool of unschedulable pods.
func (s *scene) comesToRest(pod string) {
	s.Helper()
	asked, since := -1, time.Now()
	must(s.T, rig.WaitFor(patience, "kube-scheduler rests", func() error {
		if now := s.npushare.CountInLog("verb=filter pod=default/" + pod + " "); now != asked {
			asked, since = now, time.Now()
		}
		if time.Since(since) < 3*time.Second {
			return fmt.Errorf("it has asked %d times", asked)
		}
		return nil
	}))
}

// story tells "nudged" and "bound", in the order in which the API server shows them.
func (s *scene) story(name string) <-chan string {
	s.Helper()
	events, err := s.client.CoreV1().Pods(core.NamespaceDefault).Watch(s.ctx, meta.ListOptions{FieldSelector: "metadata.name=" + name})
	must(s.T, err)
	told := make(chan string, 100)
	go func() {
		defer close(told)
		defer events.Stop()
		before := ""
		for event := range events.ResultChan() {
			pod, is := event.Object.(*core.Pod)
			if !is || event.Type == watch.Added {
				before = nudgeOf(pod)
				continue
			}
			if nudge := nudgeOf(pod); nudge != before {
				before = nudge
				told <- "nudged"
			}
			if pod.Spec.NodeName != "" {
				told <- "bound"
				return
			}
		}
	}()
	return told
}

func nudgeOf(pod *core.Pod) string {
	if pod == nil {
		return ""
	}
	return pod.Annotations[nudgeKey]
}
