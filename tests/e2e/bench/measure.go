package main

import (
	"context"
	"fmt"
	"time"

	"npushare/tests/e2e/auditor"
	"npushare/tests/e2e/rig"
)

// result is one turn of one case.
type result struct {
	pods     int
	bound    []time.Duration // of each pod, since the first one
	waits    []time.Duration // from creation to bound, sorted, when pods are made one by one
	calls    map[string]int  // by user, and by "user verb resource"
	cpu      time.Duration   // of the extender
	breaches int
}

func (r result) rate() float64 { return float64(r.pods-1) / r.bound[len(r.bound)-1].Seconds() }

// at is when so many hundredths of the pods were bound.
func (r result) at(percent int) time.Duration { return r.bound[(len(r.bound)-1)*percent/100] }

// measure lets the pods wait, starts the scheduler, and looks until the last of them is bound.
func (b *bench) measure(c benchCase) (result, error) {
	b.runs++
	b.set(c.hasPlugin, c.delay)
	if c.perSecond == 0 {
		if err := b.fill(); err != nil {
			return result{}, err
		}
	}
	extender, address, err := b.startExtender(c)
	if err != nil {
		return result{}, err
	}
	defer extender.Stop()
	if c.isWebhook || c.isVolcano && c.extender == "npushare" {
		webhook, err := b.plane.AddWebhook(address, b.files.Authority)
		if err != nil {
			return result{}, err
		}
		defer func() { _ = webhook.Remove() }()
	}
	audit, err := auditor.Start(b.plane.Client)
	if err != nil {
		return result{}, err
	}
	defer audit.Stop()
	begin := b.race
	if c.perSecond > 0 {
		begin = b.flow
	}
	r, err := begin(c, extender, address)
	if err != nil {
		return r, err
	}
	if c.extender == "npushare" {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		found, err := audit.Report(ctx)
		if err != nil {
			return r, err
		}
		r.breaches = len(found.Breaches)
	}
	return r, b.empty()
}

func (b *bench) startScheduler(c benchCase, extender string) (*rig.Process, error) {
	if c.isVolcano {
		return b.startVolcano(c, extender)
	}
	return b.plane.StartScheduler(rig.SchedulerOptions{Config: c.scheduler, Extender: extender, Quick: true, Edit: c.edit,
		TLS: b.tlsOf(c)})
}

func (b *bench) race(c benchCase, extender *rig.Process, address string) (result, error) {
	r := result{pods: b.pods, calls: map[string]int{}}
	mark, before := b.plane.Now(), cpuOf(extender)
	scheduler, err := b.startScheduler(c, address)
	if err != nil {
		return r, err
	}
	defer scheduler.Stop()

	if err := b.awaitBound(&r, scheduler, nil, func(string) {}); err != nil {
		return r, err
	}
	r.cpu = cpuOf(extender) - before
	return r, b.count(&r, mark)
}

// awaitBound waits until each pod is bound, and tells of each as it is. failed may be nil: nothing else can go wrong.
func (b *bench) awaitBound(r *result, scheduler *rig.Process, failed <-chan error, each func(name string)) error {
	seen, first, limit := map[string]bool{}, time.Time{}, time.After(15*time.Minute)
	for len(seen) < b.pods {
		select {
		case err := <-failed:
			return err
		case pod := <-b.bound:
			if pod.Labels[runLabel] != b.run() || seen[pod.Name] {
				continue
			}
			if first.IsZero() {
				first = time.Now()
			}
			seen[pod.Name] = true
			r.bound = append(r.bound, time.Since(first))
			each(pod.Name)
		case <-scheduler.Done():
			return fmt.Errorf("%s has ended: %s", scheduler.Name, scheduler.Tail(3))
		case <-limit:
			return fmt.Errorf("%d of %d pods are bound after 15 minutes", len(seen), b.pods)
		}
	}
	return nil
}

func cpuOf(p *rig.Process) time.Duration {
	if p == nil {
		return 0
	}
	used, err := p.CPU()
	if err != nil {
		return 0
	}
	return used
}
