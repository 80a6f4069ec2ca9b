package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/rig"
)

// flow makes the pods one by one, so many a second, while the scheduler runs: what one pod waits when nobody is in
// front of it. The first tenth of them warms everything up and does not count.
func (b *bench) flow(c benchCase, extender *rig.Process, address string) (result, error) {
	r := result{pods: b.pods, calls: map[string]int{}}
	mark, before := b.plane.Now(), cpuOf(extender)
	scheduler, err := b.startScheduler(c, address)
	if err != nil {
		return r, err
	}
	defer scheduler.Stop()
	made, failed := make(chan creation, b.pods), make(chan error, 1)
	go b.make(c.perSecond, made, failed)
	if err := b.gather(&r, made, failed, scheduler); err != nil {
		return r, err
	}
	r.cpu = cpuOf(extender) - before
	return r, b.count(&r, mark)
}

type creation struct {
	name string
	at   time.Time // before the call
}

func (b *bench) make(perSecond int, made chan<- creation, failed chan<- error) {
	tick := time.NewTicker(time.Second / time.Duration(perSecond))
	defer tick.Stop()
	for k := range b.pods {
		<-tick.C
		made <- creation{b.pod(k).Name, time.Now()}
		_, err := b.plane.Client.CoreV1().Pods(core.NamespaceDefault).Create(context.Background(), b.pod(k), meta.CreateOptions{})
		if err != nil {
			failed <- err
			return
		}
	}
}

// gather waits until each pod is bound, and notes how long each but the first tenth has waited. made holds all pods, so
// that making them waits for nobody.
func (b *bench) gather(r *result, made <-chan creation, failed <-chan error, scheduler *rig.Process) error {
	created := map[string]time.Time{}
	err := b.awaitBound(r, scheduler, failed, func(name string) {
		for len(created) < b.pods && created[name].IsZero() {
			one := <-made
			created[one.name] = one.at
		}
		if len(r.bound) > b.pods/10 {
			r.waits = append(r.waits, time.Since(created[name]))
		}
	})
	slices.Sort(r.waits)
	return err
}

// waited is what so many hundredths of the pods waited at most.
func waited(percent int) func(result) float64 {
	return func(r result) float64 {
		return float64(r.waits[(len(r.waits)-1)*percent/100].Microseconds()) / 1000
	}
}

func reportFlow(out io.Writer, b *bench, results map[string][]result) {
	var lines []string
	for _, c := range b.cases() {
		if rows := results[c.name]; c.perSecond > 0 && len(rows) > 0 {
			lines = append(lines, fmt.Sprintf("| %s | %d | %.0f ms | %.0f ms | %.2f |", c.name, c.perSecond,
				mean(rows, waited(50)), mean(rows, waited(99)), mean(rows, perPod(rig.NpushareAccount.Name))))
		}
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(out, "\n| pods made one by one | a second | creation to bound: p50 | p99 | our calls a pod |")
	fmt.Fprintln(out, "| --- | --- | --- | --- | --- |")
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
}
