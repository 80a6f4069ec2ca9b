package plugin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// Chip is one NPU of a node.
type Chip struct {
	UUID     string
	Physical int
	IsIll    bool
}

// Plugin is the node plugin of one node.
type Plugin struct {
	client kubernetes.Interface
	node   string
	faults *Faults

	mutex  sync.Mutex
	isSoft bool
	slots  int
	chips  []Chip
}

func (p *Plugin) chip(uuid string) (Chip, bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, chip := range p.chips {
		if chip.UUID == uuid {
			return chip, true
		}
	}
	return Chip{}, false
}

// served is one call of Allocate, as the plugin saw it.
type served struct {
	response
	pod    types.NamespacedName
	byLock bool
	before string // devices to allocate
	begun  time.Time
	took   time.Duration
}

var errCrashed = errors.New("transport is closing")

// allocate serves one container with count devices: whose it is, kubelet does not say.
func (p *Plugin) allocate(ctx context.Context, count int) (served, error) {
	pod, byLock, err := p.pick(ctx)
	if err != nil {
		return served{}, fmt.Errorf("get pending pod error: %w", err)
	}
	call := served{pod: keyOf(pod), byLock: byLock, before: pod.Annotations[ToAllocateKey]}
	if call.response, err = p.respond(pod, count); err == nil {
		err = p.annotate(ctx, call.pod, ToAllocateKey, call.rest)
		if err != nil {
			err = fmt.Errorf("erase allocated containers annotation: %w", err)
		}
	}
	if err != nil {
		_ = p.close(ctx, call.pod, phaseFailed)
		return call, err
	}
	if p.faults.takeCrash(BeforePhase) {
		return call, errCrashed
	}
	// It looks at the pod once more, and finds every container done whatever it sees.
	p.faults.call()
	if _, unread := p.client.CoreV1().Pods(call.pod.Namespace).Get(ctx, call.pod.Name, meta.GetOptions{}); unread == nil {
		err = p.close(ctx, call.pod, phaseSuccess)
	}
	return call, err
}

// pick goes by the node lock; without one, by the first pod of the server's list that looks as if it waited.
func (p *Plugin) pick(ctx context.Context) (*core.Pod, bool, error) {
	p.faults.call()
	node, err := p.client.CoreV1().Nodes().Get(ctx, p.node, meta.GetOptions{})
	if err != nil {
		return nil, false, err
	}
	if lock, has := node.Annotations[LockKey]; has {
		named, names, err := readLock(lock)
		if err != nil {
			return nil, false, err
		}
		if names {
			p.faults.call()
			pod, err := p.client.CoreV1().Pods(named.Namespace).Get(ctx, named.Name, meta.GetOptions{})
			return pod, true, err
		}
	}
	p.faults.call()
	list, err := p.client.CoreV1().Pods("").List(ctx, meta.ListOptions{
		FieldSelector: fields.OneTermEqualSelector("spec.nodeName", p.node).String()})
	if err != nil {
		return nil, false, err
	}
	for k := range list.Items {
		if p.looksPending(&list.Items[k]) {
			return &list.Items[k], false, nil
		}
	}
	return nil, false, fmt.Errorf("no binding pod found on node %s", p.node)
}

func (p *Plugin) looksPending(pod *core.Pod) bool {
	_, hasTime := pod.Annotations[BindTimeKey]
	phase := pod.Annotations[PhaseKey]
	return pod.Status.Phase == core.PodPending && hasTime && (phase == phaseAllocates || phase == phaseSuccess) &&
		pod.Annotations[NodeKey] == p.node
}

// close writes the phase and gives the lock back; a phase that cannot be written leaves the lock where it is, and is no
// failure. It fails when the plugin dies in between.
func (p *Plugin) close(ctx context.Context, pod types.NamespacedName, phase string) error {
	if p.annotate(ctx, pod, PhaseKey, phase) != nil {
		return nil
	}
	if p.faults.takeCrash(BeforeRelease) {
		return errCrashed
	}
	p.release(ctx, pod)
	return nil
}

func (p *Plugin) annotate(ctx context.Context, pod types.NamespacedName, key, value string) error {
	if err := p.faults.takePatch(); err != nil {
		return err
	}
	p.faults.call()
	body := annotations(map[string]any{key: value}, "")
	_, err := p.client.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.MergePatchType, body, meta.PatchOptions{})
	return err
}

// release looks once whose the lock is. From then on it removes whatever lock is there, as the published plugin does.
func (p *Plugin) release(ctx context.Context, pod types.NamespacedName) {
	nodes, pause := p.client.CoreV1().Nodes(), 100*time.Millisecond
	p.faults.call()
	node, err := nodes.Get(ctx, p.node, meta.GetOptions{})
	if err == nil {
		if lock, has := node.Annotations[LockKey]; !has || !isLockOf(lock, pod) {
			return
		}
	}
	for range 5 {
		p.faults.call()
		if node, err = nodes.Get(ctx, p.node, meta.GetOptions{}); err == nil {
			p.faults.call()
			body := annotations(map[string]any{LockKey: nil}, node.ResourceVersion)
			_, err = nodes.Patch(ctx, p.node, types.MergePatchType, body, meta.PatchOptions{})
		}
		if err == nil {
			return
		}
		time.Sleep(pause)
		pause *= 2
	}
}

// annotations is a merge patch; with a version it holds for that version alone.
func annotations(values map[string]any, version string) []byte {
	metadata := map[string]any{"annotations": values}
	if version != "" {
		metadata["resourceVersion"] = version
	}
	body, err := json.Marshal(map[string]any{"metadata": metadata})
	if err != nil {
		panic(err) // texts and nulls can be written
	}
	return body
}

func keyOf(pod *core.Pod) types.NamespacedName {
	return types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}
}
