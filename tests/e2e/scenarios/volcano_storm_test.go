package scenarios

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

const stormSteps = 40

// storm is pods and gangs that come and go at random while the programs are killed.
type storm struct {
	*volcano
	dice  *rand.Rand
	names []string // of the pods that were made and not yet removed
	made  int
}

// Whatever comes and goes, the auditor never finds a chip overcommitted, and when all pods are gone the books are empty and
// every chip can be had whole. SEED repeats a run's choices.
func TestVolcanoStormLeavesNothing(t *testing.T) {
	seed := rand.Uint64()
	if given, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64); err == nil {
		seed = given
	}
	t.Logf("SEED=%d", seed)
	s := &storm{volcano: beginVolcano(t, rigNode(0, 2), rigNode(1, 2), rigNode(2, 2)), dice: rand.New(rand.NewPCG(seed, 0))}
	s.serve()

	for step := range stormSteps {
		s.step()
		switch step % 20 {
		case 9:
			s.npushare.Kill()
			s.startNpushareAgain()
		case 19:
			s.scheduler.Kill()
			s.startVolcano(s.conf)
		}
	}
	for len(s.names) > 0 {
		s.removeOne()
	}

	s.wantTaken(0)
	var wholes []string
	for k := range 6 {
		wholes = append(wholes, fmt.Sprintf("whole-%d", k))
		s.create(softPod(wholes[k], part{1, 0, 0}))
	}
	s.running(wholes...)
}

func (s *storm) step() {
	s.Helper()
	switch choice := s.dice.IntN(10); {
	case choice < 4:
		s.made++
		s.come(softPod(fmt.Sprintf("p%d", s.made), s.part()))
	case choice < 6:
		s.gangComes()
	case choice < 8 && len(s.names) > 0:
		s.removeOne()
	default:
		s.sessions(1)
	}
}

func (s *storm) part() part {
	return part{1, 1000 + int64(s.dice.IntN(7000)), int64(s.dice.IntN(4)) * 10}
}

func (s *storm) come(pod *core.Pod) {
	s.Helper()
	s.create(pod)
	s.names = append(s.names, pod.Name)
}

// gangComes makes a gang of two to six, some of which are too large for what is free, or for the cluster.
func (s *storm) gangComes() {
	s.Helper()
	s.made++
	name, count, p := fmt.Sprintf("g%d", s.made), 2+s.dice.IntN(5), s.part()
	s.group(name, count, defaultQueue)
	for k := range count {
		s.come(member(name, softPod(fmt.Sprintf("%s-%d", name, k), p)))
	}
}

// removeOne deletes any pod, wherever it is on its way.
func (s *storm) removeOne() {
	s.Helper()
	at := s.dice.IntN(len(s.names))
	err := s.client.CoreV1().Pods(core.NamespaceDefault).Delete(s.ctx, s.names[at], meta.DeleteOptions{})
	if err != nil && !apierrors.IsNotFound(err) {
		s.Fatal(err)
	}
	s.names = append(s.names[:at], s.names[at+1:]...)
}
