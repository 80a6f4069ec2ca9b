package auditor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
)

// Auditor follows the API server from its start on. It never trusts a list alone: every change of every pod is an event
// of the watch, so no state between two others is passed over.
type Auditor struct {
	client kubernetes.Interface
	stop   context.CancelFunc
	done   chan struct{}

	mutex     sync.Mutex
	books     *books
	revisions int
	gaps      int
	last      string // the revision up to which it has read
}

// Start lists pods and nodes and follows them until Stop.
func Start(client kubernetes.Interface) (*Auditor, error) {
	ctx, stop := context.WithCancel(context.Background())
	a := &Auditor{client: client, stop: stop, done: make(chan struct{}), books: newBooks()}
	version, err := a.list(ctx)
	if err != nil {
		stop()
		return nil, err
	}
	go func() {
		defer close(a.done)
		a.follow(ctx, version)
	}()
	return a, nil
}

// Expect says which templates the configuration of the chips offers from now on; all of them at first.
func (a *Auditor) Expect(names ...string) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.books.offered = nil
	for _, t := range templates {
		if slices.Contains(names, t.name) {
			a.books.offered = append(a.books.offered, t)
		}
	}
}

// Stop ends it.
func (a *Auditor) Stop() {
	a.stop()
	<-a.done
}

func (a *Auditor) list(ctx context.Context) (string, error) {
	nodes, err := a.client.CoreV1().Nodes().List(ctx, meta.ListOptions{})
	if err != nil {
		return "", err
	}
	pods, err := a.client.CoreV1().Pods("").List(ctx, meta.ListOptions{})
	if err != nil {
		return "", err
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for k := range nodes.Items {
		a.books.learn(&nodes.Items[k])
	}
	for k := range pods.Items {
		a.books.show(&pods.Items[k])
	}
	a.last = pods.ResourceVersion
	return pods.ResourceVersion, nil
}

// follow goes on from the last revision whenever the watch ends.
func (a *Auditor) follow(ctx context.Context, version string) {
	for ctx.Err() == nil {
		events, err := a.client.CoreV1().Pods("").Watch(ctx, meta.ListOptions{ResourceVersion: version, AllowWatchBookmarks: true})
		if err == nil {
			version, err = a.read(ctx, events, version)
		}
		if isTooOld(err) {
			a.mutex.Lock()
			a.gaps++
			a.books = newBooks()
			a.mutex.Unlock()
			if listed, failed := a.list(ctx); failed == nil {
				version = listed
			}
		}
		if err != nil {
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func isTooOld(err error) bool { return apierrors.IsResourceExpired(err) || apierrors.IsGone(err) }

func (a *Auditor) read(ctx context.Context, events watch.Interface, version string) (string, error) {
	defer events.Stop()
	for event := range events.ResultChan() {
		if event.Type == watch.Error {
			return version, apierrors.FromObject(event.Object)
		}
		pod, is := event.Object.(*core.Pod)
		if !is {
			return version, fmt.Errorf("a watch of pods brings %T", event.Object)
		}
		version = pod.ResourceVersion
		a.take(ctx, event.Type, pod)
	}
	return version, errors.New("the watch has ended")
}

func (a *Auditor) take(ctx context.Context, kind watch.EventType, pod *core.Pod) {
	a.learnNode(ctx, pod)
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.last = pod.ResourceVersion
	if kind == watch.Bookmark {
		return
	}
	a.revisions++
	if kind == watch.Deleted {
		a.books.drop(pod.UID)
	} else {
		a.books.show(pod)
	}
}

// learnNode reads the pod's node when its chips are not known: it may be younger than the lists.
func (a *Auditor) learnNode(ctx context.Context, pod *core.Pod) {
	a.mutex.Lock()
	isKnown := pod.Spec.NodeName == "" || a.books.nodes[pod.Spec.NodeName]
	a.mutex.Unlock()
	if isKnown {
		return
	}
	for ctx.Err() == nil {
		node, err := a.client.CoreV1().Nodes().Get(ctx, pod.Spec.NodeName, meta.GetOptions{})
		if err == nil {
			a.mutex.Lock()
			a.books.learn(node)
			a.mutex.Unlock()
		}
		if err == nil || apierrors.IsNotFound(err) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}
