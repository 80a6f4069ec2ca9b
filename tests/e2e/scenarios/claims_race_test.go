package scenarios

import (
	"fmt"
	"sync"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// races are how often both kinds of pod run for one chip in each mode.
const (
	races      = 200
	racedChips = 8
)

// racingNode has chips enough for that many races at once.
func racingNode(mode string) plugin.NodeSpec {
	return plugin.NodeSpec{Name: "racing", Chips: chips(7, racedChips), HasDRA: true, Labels: map[string]string{"npu-dra/mode": mode}}
}

// rivals are two pods that each want more than half of one chip: one by annotations, one by a claim.
type rivals struct{ annotated, claimed string }

// race lets pairs of pods run for chips, all chips of the node at once, round after round. After each round it tells how many
// of each two run: 1, or 2 when the chip was taken twice.
func (s *claimScene) race(uuids []string, judge func(uuid string, ran int)) {
	s.Helper()
	for round := range races / len(uuids) {
		pairs := make([]rivals, len(uuids))
		var starts sync.WaitGroup
		for k, uuid := range uuids {
			pairs[k] = rivals{fmt.Sprintf("annotated-%d-%d", round, k), fmt.Sprintf("claimed-%d-%d", round, k)}
			claim := claimFor(pairs[k].claimed, 12000, 60, uuid)
			s.createClaim(claim)
			pod := softPod(pairs[k].annotated, part{1, 12000, 60})
			pod.Annotations["hami.io/use-Ascend310P-uuid"] = uuid
			for _, one := range []*core.Pod{podOf(claim), pod} {
				starts.Add(1)
				go func() {
					defer starts.Done()
					_, err := s.client.CoreV1().Pods(one.Namespace).Create(s.ctx, one, meta.CreateOptions{})
					if err != nil {
						s.Error(err)
					}
				}()
			}
		}
		starts.Wait()
		s.judgeRound(uuids, pairs, judge)
	}
}

func (s *claimScene) judgeRound(uuids []string, pairs []rivals, judge func(uuid string, ran int)) {
	s.Helper()
	for k, one := range pairs {
		ran := 0
		for _, name := range []string{one.annotated, one.claimed} {
			if pod := s.settled(name); pod.Status.Phase == core.PodRunning {
				ran++
			}
		}
		judge(uuids[k], ran)
	}
	now := int64(0)
	for _, one := range pairs {
		for _, name := range []string{one.annotated, one.claimed} {
			must(s.T, s.client.CoreV1().Pods(core.NamespaceDefault).Delete(s.ctx, name, meta.DeleteOptions{GracePeriodSeconds: &now}))
		}
		s.deleteClaim(one.claimed)
	}
	for _, one := range pairs {
		s.gone(one.annotated, one.claimed)
	}
	must(s.T, rig.WaitFor(patience, "no claim is left", func() error {
		claims, err := s.client.ResourceV1().ResourceClaims("").List(s.ctx, meta.ListOptions{})
		if err == nil && len(claims.Items) > 0 {
			err = fmt.Errorf("%d are, the first is %s", len(claims.Items), claims.Items[0].Name)
		}
		return err
	}))
}

// settled waits until a pod runs or no node was found for it.
func (s *claimScene) settled(name string) *core.Pod {
	s.Helper()
	return s.until(name, "is settled", func(pod *core.Pod) bool {
		return pod.Status.Phase == core.PodRunning ||
			pod.Spec.NodeName == "" && conditionOf(pod).Reason == core.PodReasonUnschedulable
	})
}

// labelNode sets a label of the racing node.
func (s *claimScene) labelNode(key, value string) {
	s.Helper()
	patch := fmt.Sprintf(`{"metadata":{"labels":{%q:%q}}}`, key, value)
	_, err := s.client.CoreV1().Nodes().Patch(s.ctx, "racing", types.MergePatchType, []byte(patch), meta.PatchOptions{})
	must(s.T, err)
}
