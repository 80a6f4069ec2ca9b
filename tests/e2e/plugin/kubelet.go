package plugin

import (
	"context"
	"fmt"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// Annotations of a pod by which a test holds it where it is, once it is served, until they are taken off.
const (
	HoldInitKey   = "e2e.npushare.io/hold-init"   // its init containers run
	HoldImagesKey = "e2e.npushare.io/hold-images" // its images are pulled: it is Pending still
)

// kubelet admits the pods of its node one at a time, through the plugin, and ends them.
type kubelet struct {
	client kubernetes.Interface
	plugin *Plugin
	driver *driver // nil: no DRA
	log    *Log
	queue  chan *core.Pod
	ended  chan struct{} // closed when it admits nobody any more

	mutex sync.Mutex
	pods  map[types.UID]*hosted
}

// hosted is a pod of this node.
type hosted struct {
	devices  int64 // counted against the node's, once admitted
	isEnding bool
	isServed bool
	hold     string // by which of the annotations above it is held
}

func newKubelet(client kubernetes.Interface, plugin *Plugin, log *Log) *kubelet {
	return &kubelet{client: client, plugin: plugin, log: log, queue: make(chan *core.Pod, 10000),
		ended: make(chan struct{}), pods: map[types.UID]*hosted{}}
}

// run admits pods until ctx ends; what it has begun then, it finishes under the wider context.
func (k *kubelet) run(ctx, wider context.Context) {
	defer close(k.ended)
	for {
		select {
		case <-ctx.Done():
			return
		case pod := <-k.queue:
			if ctx.Err() == nil {
				k.admit(wider, pod)
			}
		}
	}
}

// see is told every state of every pod of the node.
func (k *kubelet) see(ctx context.Context, pod *core.Pod) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	own, known := k.pods[pod.UID]
	isOver := pod.Status.Phase == core.PodSucceeded || pod.Status.Phase == core.PodFailed
	if !known {
		own = &hosted{hold: holdOf(pod)}
		k.pods[pod.UID] = own
		if pod.Status.Phase == core.PodRunning { // since before the kubelet was started
			own.devices, own.isServed = devicesOf(&pod.Spec), true
		} else if !isOver && pod.DeletionTimestamp == nil {
			k.queue <- pod
		}
	}
	if isOver {
		own.devices = 0
	}
	if pod.DeletionTimestamp != nil && !own.isEnding {
		own.isEnding = true
		go k.end(ctx, pod)
	}
	if own.hold != "" && holdOf(pod) == "" && pod.DeletionTimestamp == nil {
		own.hold = ""
		if own.isServed {
			go func() { _ = k.setStatus(ctx, pod, running(pod)) }()
		}
	}
}

func holdOf(pod *core.Pod) string {
	for _, key := range []string{HoldInitKey, HoldImagesKey} {
		if pod.Annotations[key] != "" {
			return key
		}
	}
	return ""
}

func (k *kubelet) forget(pod *core.Pod) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	delete(k.pods, pod.UID)
}

// end waits for the pod's grace and removes it. A minute of grace is a second here.
func (k *kubelet) end(ctx context.Context, pod *core.Pod) {
	if grace := pod.DeletionGracePeriodSeconds; grace != nil {
		time.Sleep(time.Duration(*grace) * time.Second / 60)
	}
	now := int64(0)
	options := meta.DeleteOptions{GracePeriodSeconds: &now, Preconditions: meta.NewUIDPreconditions(string(pod.UID))}
	for ctx.Err() == nil {
		err := k.client.CoreV1().Pods(pod.Namespace).Delete(ctx, pod.Name, options)
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (k *kubelet) admit(ctx context.Context, pod *core.Pod) {
	if current, err := k.client.CoreV1().Pods(pod.Namespace).Get(ctx, pod.Name, meta.GetOptions{}); err == nil {
		if current.UID != pod.UID || current.DeletionTimestamp != nil {
			return
		}
		pod = current
	}
	if len(pod.Spec.ResourceClaims) > 0 && k.driver != nil {
		if err := k.driver.prepare(ctx, pod, k.log); err != nil {
			go k.admitLater(ctx, pod) // others go first
			return
		}
		_ = k.driver.publish(ctx)
	}
	devices := devicesOf(&pod.Spec)
	if !k.hasRoom(devices) {
		k.reject(ctx, pod, "OutOf"+Resource, "Node didn't have enough resource: "+Resource)
		return
	}
	for _, container := range containersOf(&pod.Spec) {
		count := countOf(container)
		if count == 0 {
			continue
		}
		begun := time.Now()
		time.Sleep(k.plugin.faults.pause())
		call, err := k.plugin.allocate(ctx, int(count))
		call.begun, call.took = begun, time.Since(begun)
		if err == nil {
			err = k.check(pod, container, call)
		}
		if err != nil {
			k.reject(ctx, pod, "UnexpectedAdmissionError", fmt.Sprintf(
				"Allocate failed due to rpc error: code = Unknown desc = %s, which is unexpected", err))
			return
		}
	}
	k.begin(ctx, pod, devices)
}

func (k *kubelet) admitLater(ctx context.Context, pod *core.Pod) {
	select {
	case <-ctx.Done():
	case <-time.After(100 * time.Millisecond):
		k.queue <- pod
	}
}

func (k *kubelet) begin(ctx context.Context, pod *core.Pod, devices int64) {
	k.mutex.Lock()
	hold := ""
	if own := k.pods[pod.UID]; own != nil {
		own.devices, own.isServed = devices, true
		hold = own.hold
	}
	k.mutex.Unlock()
	switch hold {
	case HoldInitKey:
		_ = k.setStatus(ctx, pod, initializing(pod))
	case "":
		_ = k.setStatus(ctx, pod, running(pod))
	}
}

func (k *kubelet) hasRoom(devices int64) bool {
	_, allocatable, _ := k.plugin.registration()
	k.mutex.Lock()
	defer k.mutex.Unlock()
	for _, other := range k.pods {
		devices += other.devices
	}
	return devices <= allocatable
}

func (k *kubelet) reject(ctx context.Context, pod *core.Pod, reason, message string) {
	if !k.plugin.faults.wereUsed() {
		k.log.breach("pod %s/%s was bound to node %s, whose kubelet rejects it: %s: %s", pod.Namespace, pod.Name,
			k.plugin.node, reason, message)
	}
	_ = k.setStatus(ctx, pod, core.PodStatus{Phase: core.PodFailed, Reason: reason, Message: message})
}
