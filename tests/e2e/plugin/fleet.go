package plugin

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Fleet is all simulated nodes of a cluster. One watch of pods serves all their kubelets.
type Fleet struct {
	Log    *Log
	client kubernetes.Interface
	ctx    context.Context
	stop   context.CancelFunc

	mutex sync.Mutex
	nodes map[string]*Node
}

// NewFleet has no nodes yet.
func NewFleet(client kubernetes.Interface) (*Fleet, error) {
	ctx, stop := context.WithCancel(context.Background())
	f := &Fleet{Log: &Log{}, client: client, ctx: ctx, stop: stop, nodes: map[string]*Node{}}
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(object any) { f.see(object.(*core.Pod)) },
		UpdateFunc: func(_, object any) { f.see(object.(*core.Pod)) },
		DeleteFunc: f.forget,
	})
	if err != nil {
		stop()
		return nil, err
	}
	go pods.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		stop()
		return nil, fmt.Errorf("pods cannot be watched")
	}
	return f, nil
}

// Add makes a node and starts its kubelet and its plugin.
func (f *Fleet) Add(spec NodeSpec) (*Node, error) {
	node := newNode(f.client, spec, f.Log)
	f.mutex.Lock()
	f.nodes[spec.Name] = node
	f.mutex.Unlock()
	return node, node.start(f.ctx)
}

// Restart ends a node's kubelet and plugin when they have served the pod in their hands, and starts them again.
func (f *Fleet) Restart(name string) error {
	fresh, err := f.Node(name).again(f.ctx)
	if err != nil {
		return err
	}
	f.mutex.Lock()
	f.nodes[name] = fresh
	f.mutex.Unlock()
	pods, err := f.client.CoreV1().Pods("").List(f.ctx, meta.ListOptions{FieldSelector: "spec.nodeName=" + name})
	if err != nil {
		return err
	}
	for k := range pods.Items {
		f.see(&pods.Items[k])
	}
	return nil
}

// Remove ends a node and deletes its object.
func (f *Fleet) Remove(name string) error {
	f.mutex.Lock()
	node, known := f.nodes[name]
	delete(f.nodes, name)
	f.mutex.Unlock()
	if known {
		node.stop()
	}
	return f.client.CoreV1().Nodes().Delete(context.Background(), name, meta.DeleteOptions{})
}

// Stop ends all of them; their objects stay.
func (f *Fleet) Stop() { f.stop() }

// Node is a node by its name, or nil.
func (f *Fleet) Node(name string) *Node {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.nodes[name]
}

// All are the nodes of the fleet.
func (f *Fleet) All() []*Node {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return slices.Collect(maps.Values(f.nodes))
}

func (f *Fleet) see(pod *core.Pod) {
	if node := f.Node(pod.Spec.NodeName); node != nil && !node.Faults.isResting() {
		node.see(f.ctx, pod)
	}
}

func (f *Fleet) forget(object any) {
	if last, gone := object.(cache.DeletedFinalStateUnknown); gone {
		object = last.Obj
	}
	if pod, is := object.(*core.Pod); is {
		if node := f.Node(pod.Spec.NodeName); node != nil {
			node.forget(pod)
		}
	}
}
