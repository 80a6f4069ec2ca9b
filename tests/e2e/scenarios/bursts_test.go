package scenarios

import (
	"fmt"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// rigNode is node number k, with chips of its own.
func rigNode(k, chipCount int) plugin.NodeSpec {
	return plugin.NodeSpec{Name: fmt.Sprintf("npu-%d", k), Chips: chips(k, chipCount)}
}

// burst makes pods of 2900 MiB, seven of which fill a chip, and their names.
func (s *scene) burst(count int) []string {
	s.Helper()
	var names []string
	for k := range count {
		names = append(names, fmt.Sprintf("p%03d", k))
		s.create(softPod(names[k], part{1, 2900, 0}))
	}
	return names
}

// someBound waits until so many pods have a node, and fails when all have: what comes next must come in the middle.
func (s *scene) someBound(least int) {
	s.Helper()
	must(s.T, rig.WaitFor(patience, fmt.Sprintf("%d pods are bound", least), func() error {
		bound, all, err := s.countBound()
		if err == nil && bound < least {
			err = fmt.Errorf("%d are", bound)
		}
		if err == nil && bound == all {
			s.Fatalf("all %d pods are bound already: this test shows nothing", all)
		}
		return err
	}))
}

func (s *scene) countBound() (bound, all int, err error) {
	pods, err := s.client.CoreV1().Pods(core.NamespaceDefault).List(s.ctx, meta.ListOptions{})
	if err != nil {
		return 0, 0, err
	}
	for k := range pods.Items {
		if pods.Items[k].Spec.NodeName != "" {
			bound++
		}
	}
	return bound, len(pods.Items), nil
}
