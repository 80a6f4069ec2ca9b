package scenarios

import (
	"testing"
	"time"

	"npushare/tests/e2e/rig"
)

// keepScheduling starts kube-scheduler again whenever it gives up, as its static pod would.
func (s *scene) keepScheduling(first *rig.Process) {
	over := make(chan struct{})
	s.Cleanup(func() { close(over) })
	go func() {
		for current := first; ; {
			select {
			case <-over:
				return
			case <-current.Done():
			}
			next, err := plane.StartScheduler(rig.SchedulerOptions{Extender: s.npushare.Address()})
			if err != nil {
				time.Sleep(time.Second) // no API server yet
				continue
			}
			current = next
			go func() {
				<-over
				next.Stop()
			}()
		}
	}()
}

func TestRestartedAPIServerLosesNoPod(t *testing.T) {
	s := begin(t, rigNode(0, 4), rigNode(1, 4))
	s.keepScheduling(s.serve())
	names := s.burst(50)

	s.gaps = 1 // a server that starts has forgotten what came before
	s.someBound(5)
	plane.KillServer()
	must(t, plane.StartServer())
	back := time.Now()
	before, _, err := s.countBound()
	must(t, err)
	s.someBound(before + 1)

	t.Logf("the first bind came %s after the API server was ready again", since(back))
	s.running(names...)
	t.Logf("all run after %s", since(back))
}

func TestPausedStoreLosesNoPod(t *testing.T) {
	s := begin(t, rigNode(0, 4), rigNode(1, 4))
	s.keepScheduling(s.serve())
	names := s.burst(50)

	s.someBound(5)
	plane.PauseEtcd()
	time.Sleep(6 * time.Second) // longer than the deadline of a bind and than the scheduler waits for one
	plane.ResumeEtcd()

	s.running(names...)
}
