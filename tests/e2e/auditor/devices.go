package auditor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	dra "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// Devices audits chips that pods with annotations and pods with claims share. Two watches do not keep step, so what they
// tell is written down and played back in the order of the revisions: each state that there was is checked, and no other.
type Devices struct {
	client kubernetes.Interface
	stop   context.CancelFunc
	done   sync.WaitGroup

	mutex  sync.Mutex
	events []happened
	live   map[string]map[types.UID]string // by kind: what the watches say there is, at which revision
	gaps   int
}

// happened is one change. object is *core.Pod or *dra.ResourceClaim.
type happened struct {
	revision uint64
	isGone   bool
	object   meta.Object
}

// source lists and watches one kind.
type source struct {
	kind  string
	list  func(context.Context) ([]meta.Object, string, error)
	watch func(context.Context, string) (watch.Interface, error)
}

func (d *Devices) sources() []source {
	pods, claims := d.client.CoreV1().Pods(""), d.client.ResourceV1().ResourceClaims("")
	from := func(version string) meta.ListOptions {
		return meta.ListOptions{ResourceVersion: version, AllowWatchBookmarks: true}
	}
	return []source{
		{"pods", func(ctx context.Context) ([]meta.Object, string, error) {
			list, err := pods.List(ctx, meta.ListOptions{})
			if err != nil {
				return nil, "", err
			}
			return objects(list.Items), list.ResourceVersion, nil
		}, func(ctx context.Context, version string) (watch.Interface, error) {
			return pods.Watch(ctx, from(version))
		}},
		{"claims", func(ctx context.Context) ([]meta.Object, string, error) {
			list, err := claims.List(ctx, meta.ListOptions{})
			if err != nil {
				return nil, "", err
			}
			return objects(list.Items), list.ResourceVersion, nil
		}, func(ctx context.Context, version string) (watch.Interface, error) {
			return claims.Watch(ctx, from(version))
		}},
	}
}

func objects[T any, P interface {
	*T
	meta.Object
}](items []T) []meta.Object {
	var all []meta.Object
	for k := range items {
		all = append(all, P(&items[k]))
	}
	return all
}

// StartDevices follows pods and claims until Stop.
func StartDevices(client kubernetes.Interface) (*Devices, error) {
	ctx, stop := context.WithCancel(context.Background())
	d := &Devices{client: client, stop: stop, live: map[string]map[types.UID]string{"pods": {}, "claims": {}}}
	for _, from := range d.sources() {
		items, version, err := from.list(ctx)
		if err != nil {
			stop()
			return nil, err
		}
		for _, item := range items {
			d.note(from.kind, item, false)
		}
		d.done.Add(1)
		go func() {
			defer d.done.Done()
			d.follow(ctx, from, version)
		}()
	}
	return d, nil
}

// Stop ends it.
func (d *Devices) Stop() {
	d.stop()
	d.done.Wait()
}

func (d *Devices) follow(ctx context.Context, from source, version string) {
	for ctx.Err() == nil {
		events, err := from.watch(ctx, version)
		if err == nil {
			version, err = d.read(from.kind, events, version)
		}
		if isTooOld(err) {
			d.mutex.Lock()
			d.gaps++
			d.mutex.Unlock()
			return
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func (d *Devices) read(kind string, events watch.Interface, version string) (string, error) {
	defer events.Stop()
	for event := range events.ResultChan() {
		if event.Type == watch.Error {
			return version, apierrors.FromObject(event.Object)
		}
		object, is := event.Object.(meta.Object)
		if !is {
			return version, fmt.Errorf("a watch of %s brings %T", kind, event.Object)
		}
		version = object.GetResourceVersion()
		if event.Type != watch.Bookmark {
			d.note(kind, object, event.Type == watch.Deleted)
		}
	}
	return version, errors.New("the watch has ended")
}

func (d *Devices) note(kind string, object meta.Object, isGone bool) {
	revision, _ := strconv.ParseUint(object.GetResourceVersion(), 10, 64)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.events = append(d.events, happened{revision, isGone, object})
	if isGone {
		delete(d.live[kind], object.GetUID())
	} else {
		d.live[kind][object.GetUID()] = object.GetResourceVersion()
	}
}

// Report waits until everything that has happened so far was read, and plays it back. Nodes and slices must still be there.
func (d *Devices) Report(ctx context.Context) (Report, error) {
	for {
		caughtUp, err := d.hasRead(ctx)
		if err == nil && caughtUp {
			break
		}
		if ctx.Err() != nil {
			return Report{}, fmt.Errorf("the auditor of devices lags behind: %w", ctx.Err())
		}
		time.Sleep(50 * time.Millisecond)
	}
	b := newBooks()
	uuids, err := d.chips(ctx, b)
	if err != nil {
		return Report{}, err
	}
	d.mutex.Lock()
	events, gaps := slices.Clone(d.events), d.gaps
	d.mutex.Unlock()
	slices.SortStableFunc(events, func(one, other happened) int { return cmp.Compare(one.revision, other.revision) })
	allocated := map[types.UID]bool{}
	for _, event := range events {
		switch object := event.object.(type) {
		case *core.Pod:
			if b.drop(object.UID); !event.isGone {
				b.show(object)
			}
		case *dra.ResourceClaim:
			if b.drop(object.UID); !event.isGone && b.showClaim(object, uuids) {
				allocated[object.UID] = true
			}
		}
	}
	return Report{b.breaches, len(events), b.bound + len(allocated), gaps}, nil
}

func (d *Devices) hasRead(ctx context.Context) (bool, error) {
	for _, from := range d.sources() {
		items, _, err := from.list(ctx)
		if err != nil {
			return false, err
		}
		d.mutex.Lock()
		isSame := len(items) == len(d.live[from.kind])
		for _, item := range items {
			isSame = isSame && d.live[from.kind][item.GetUID()] == item.GetResourceVersion()
		}
		d.mutex.Unlock()
		if !isSame {
			return false, nil
		}
	}
	return true, nil
}
