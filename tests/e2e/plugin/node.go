package plugin

import (
	"context"
	"encoding/json"
	"maps"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
)

// NodeSpec is a node to simulate.
type NodeSpec struct {
	Name    string
	Labels  map[string]string
	Chips   []string // uuids
	IsHard  bool     // split by the driver's templates; else by hami-core
	Slots   int      // shares a chip; 7 by default
	CPU     string   // 64 by default
	HasDRA  bool     // a DRA driver publishes the chips, too
	Numbers []int    // physical ones of the chips; their positions by default
}

// Node is a simulated node: its plugin and its kubelet.
type Node struct {
	Name   string
	Faults *Faults
	plugin *Plugin
	*kubelet
	spec NodeSpec
	stop context.CancelFunc
}

func newNode(client kubernetes.Interface, spec NodeSpec, log *Log) *Node {
	if spec.Slots == 0 {
		spec.Slots = defaultSlots
	}
	if spec.CPU == "" {
		spec.CPU = "64"
	}
	p := &Plugin{client: client, node: spec.Name, faults: &Faults{}, isSoft: !spec.IsHard, slots: spec.Slots}
	for k, uuid := range spec.Chips {
		chip := Chip{UUID: uuid, Physical: k}
		if k < len(spec.Numbers) {
			chip.Physical = spec.Numbers[k]
		}
		p.chips = append(p.chips, chip)
	}
	n := &Node{Name: spec.Name, Faults: p.faults, plugin: p, kubelet: newKubelet(client, p, log), spec: spec}
	if spec.HasDRA {
		n.kubelet.driver = &driver{client, spec.Name, p.chips}
	}
	return n
}

// start makes the node, reports its chips, and begins to serve pods.
func (n *Node) start(ctx context.Context) error {
	if err := n.Create(ctx); err != nil {
		return err
	}
	n.run(ctx)
	return nil
}

func (n *Node) run(ctx context.Context) {
	own, stop := context.WithCancel(ctx)
	n.stop = stop
	go n.plugin.keepReporting(own)
	go n.kubelet.run(own, ctx)
}

// again is the node after its kubelet and its plugin were restarted: they know of its pods what the API server says.
// Kubelet keeps in a file what a pod was given, so a pod that was in its hands is not served twice.
func (n *Node) again(ctx context.Context) (*Node, error) {
	n.stop()
	<-n.ended
	fresh := &Node{Name: n.Name, Faults: n.Faults, plugin: n.plugin, kubelet: newKubelet(n.client, n.plugin, n.log), spec: n.spec}
	fresh.kubelet.driver = n.kubelet.driver
	if err := fresh.plugin.report(ctx); err != nil {
		return nil, err
	}
	fresh.run(ctx)
	return fresh, nil
}

// Create makes the node's object; also after it was deleted, as when a machine comes back.
func (n *Node) Create(ctx context.Context) error {
	labels := map[string]string{"kubernetes.io/hostname": n.Name, "kubernetes.io/arch": "arm64", "kubernetes.io/os": "linux"}
	maps.Copy(labels, n.spec.Labels)
	nodes := n.plugin.client.CoreV1().Nodes()
	if _, err := nodes.Create(ctx, &core.Node{ObjectMeta: meta.ObjectMeta{Name: n.Name, Labels: labels}}, meta.CreateOptions{}); err != nil {
		return err
	}
	if err := n.becomeReady(ctx); err != nil {
		return err
	}
	if err := n.plugin.report(ctx); err != nil {
		return err
	}
	if n.kubelet.driver != nil {
		if err := n.kubelet.driver.publish(ctx); err != nil {
			return err
		}
	}
	// Admission adds the taint not-ready; nobody else is there to take it off.
	_, err := nodes.Patch(ctx, n.Name, types.MergePatchType, []byte(`{"spec":{"taints":null}}`), meta.PatchOptions{})
	return err
}

func (n *Node) becomeReady(ctx context.Context) error {
	room := core.ResourceList{
		core.ResourceCPU: resource.MustParse(n.spec.CPU), core.ResourceMemory: resource.MustParse("256Gi"),
		core.ResourcePods: resource.MustParse("250"),
	}
	status, err := json.Marshal(map[string]any{"status": core.NodeStatus{Capacity: room, Allocatable: room,
		Conditions: []core.NodeCondition{{Type: core.NodeReady, Status: core.ConditionTrue, Reason: "KubeletReady"}}}})
	if err != nil {
		return err
	}
	_, err = n.plugin.client.CoreV1().Nodes().Patch(ctx, n.Name, types.MergePatchType, status, meta.PatchOptions{}, "status")
	return err
}

// Report lets the plugin report its chips now.
func (n *Node) Report(ctx context.Context) error { return n.plugin.report(ctx) }

// SetHealth reports a chip as ill or well, as a plugin that looks again at each report does.
func (n *Node) SetHealth(ctx context.Context, uuid string, isWell bool) error {
	n.plugin.mutex.Lock()
	for k := range n.plugin.chips {
		if n.plugin.chips[k].UUID == uuid {
			n.plugin.chips[k].IsIll = !isWell
		}
	}
	n.plugin.mutex.Unlock()
	return n.plugin.report(ctx)
}
