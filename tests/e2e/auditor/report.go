package auditor

import (
	"context"
	"fmt"
	"time"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Report is what the auditor has found.
type Report struct {
	Breaches  []string
	Revisions int // states of pods that were looked at
	Bound     int // pods that were seen bound with grants
	Gaps      int // times that the API server had forgotten what came between
}

// Report waits until everything that has happened so far was read.
func (a *Auditor) Report(ctx context.Context) (Report, error) {
	for {
		caughtUp, err := a.hasRead(ctx)
		if err == nil && caughtUp {
			break
		}
		if ctx.Err() != nil {
			return Report{}, fmt.Errorf("the auditor lags behind: %w", ctx.Err())
		}
		time.Sleep(50 * time.Millisecond)
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	return Report{append([]string(nil), a.books.breaches...), a.revisions, a.books.bound, a.gaps}, nil
}

// hasRead compares the books with a list of now: every pod that lives is on them.
func (a *Auditor) hasRead(ctx context.Context) (bool, error) {
	pods, err := a.client.CoreV1().Pods("").List(ctx, meta.ListOptions{})
	if err != nil {
		return false, err
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	live := 0
	for k := range pods.Items {
		pod := &pods.Items[k]
		if isOver(pod) || pod.Spec.NodeName == "" || !wantsChips(asksOf(pod)) {
			continue
		}
		live++
		if a.books.holdings[pod.UID] == nil && len(a.books.breaches) == 0 {
			return false, nil
		}
	}
	return live == len(a.books.holdings) || len(a.books.breaches) > 0, nil
}
