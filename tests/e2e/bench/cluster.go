package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// bench is the cluster on which all cases run.
type bench struct {
	nodes, pods int
	plane       *rig.Plane
	fleet       *plugin.Fleet
	bound       chan *core.Pod // every state of a pod that has a node
	runs        int

	// Of Volcano.
	isVolcano   bool
	files       rig.ServingFiles
	controllers *rig.Process
}

// runLabel tells the pods of one turn from those of the turns before.
const runLabel = "run"

func (b *bench) run() string { return strconv.Itoa(b.runs) }

// look follows the pods in the way that clients of a busy API server do: a watch that lags is begun again.
func (b *bench) look(client kubernetes.Interface) error {
	b.bound = make(chan *core.Pod, 1<<20)
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
	see := func(object any) {
		if pod := object.(*core.Pod); pod.Spec.NodeName != "" {
			b.bound <- pod
		}
	}
	_, err := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: see, UpdateFunc: func(_, object any) { see(object) }})
	go pods.Run(context.Background().Done())
	return err
}

func (b *bench) begin(dir string) error {
	var err error
	if b.plane, err = rig.StartPlane(dir); err != nil {
		return err
	}
	rights, err := rig.ReadRights(rig.RightsFile)
	if err != nil {
		return err
	}
	if err := b.plane.Grant(rights); err != nil {
		return err
	}
	client, err := kubernetes.NewForConfig(b.plane.RestConfig(rig.Plugin))
	if err != nil {
		return err
	}
	if b.fleet, err = plugin.NewFleet(client); err != nil {
		return err
	}
	if err := b.look(client); err != nil {
		return err
	}
	for k := range b.nodes {
		spec := plugin.NodeSpec{Name: nodeName(k)}
		for chip := range 8 {
			spec.Chips = append(spec.Chips, fmt.Sprintf("%08X-%08X-00000000-00000000-00000000", k, chip))
		}
		if _, err := b.fleet.Add(spec); err != nil {
			return err
		}
	}
	if b.isVolcano {
		return b.beginVolcano()
	}
	return b.certify()
}

func (b *bench) end() {
	b.controllers.Stop()
	b.fleet.Stop()
	b.plane.Stop()
}

func nodeName(k int) string { return fmt.Sprintf("npu-%03d", k) }

// set says what the node plugins do from now on.
func (b *bench) set(serves bool, delay time.Duration) {
	for k := range b.nodes {
		node := b.fleet.Node(nodeName(k))
		node.Faults.Delay(delay)
		node.Faults.Rest(!serves)
	}
}

// fill makes the pods, from eight sides at once.
func (b *bench) fill() error {
	if b.isVolcano {
		if err := b.fillGroups(); err != nil {
			return err
		}
	}
	work, failures := make(chan int), make(chan error, b.pods)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for k := range work {
				_, err := b.plane.Client.CoreV1().Pods(core.NamespaceDefault).Create(context.Background(), b.pod(k), meta.CreateOptions{})
				if err != nil {
					failures <- err
				}
			}
		})
	}
	for k := range b.pods {
		work <- k
	}
	close(work)
	all.Wait()
	select {
	case err := <-failures:
		return err
	default:
		return nil
	}
}

// empty removes them.
func (b *bench) empty() error {
	if b.isVolcano {
		if err := b.emptyGroups(); err != nil {
			return err
		}
	}
	ctx, now := context.Background(), int64(0)
	pods := b.plane.Client.CoreV1().Pods(core.NamespaceDefault)
	if err := pods.DeleteCollection(ctx, meta.DeleteOptions{GracePeriodSeconds: &now}, meta.ListOptions{}); err != nil {
		return err
	}
	return rig.WaitFor(5*time.Minute, "no pods are left", func() error {
		left, err := pods.List(ctx, meta.ListOptions{})
		if err == nil && len(left.Items) > 0 {
			err = fmt.Errorf("%d are", len(left.Items))
		}
		return err
	})
}

func (b *bench) pod(k int) *core.Pod {
	amount := func(n int64) resource.Quantity { return *resource.NewQuantity(n, resource.DecimalSI) }
	limits := core.ResourceList{plugin.Resource: amount(1), plugin.MemoryResource: amount(3000)}
	pod := &core.Pod{ObjectMeta: meta.ObjectMeta{Name: fmt.Sprintf("p%05d", k), Namespace: core.NamespaceDefault,
		Labels:      map[string]string{runLabel: b.run()},
		Annotations: map[string]string{plugin.ModeKey: plugin.SoftMode}},
		Spec: core.PodSpec{Containers: []core.Container{{Name: "c0", Image: "none",
			Resources: core.ResourceRequirements{Limits: limits}}}}}
	if b.isVolcano {
		pod.Spec.SchedulerName = "volcano"
		pod.Annotations["scheduling.k8s.io/group-name"] = gangOf(k)
	}
	return pod
}

// startExtender starts what a case asks, and says where it listens.
func (b *bench) startExtender(c benchCase) (process *rig.Process, address string, err error) {
	switch c.extender {
	case "npushare":
		options := rig.NpushareOptions{Edit: c.settings}
		if c.isVolcano || c.isWebhook {
			options.TLS = &b.files
		}
		n, err := b.plane.StartNpushare(options)
		if err != nil {
			return nil, "", err
		}
		return n.Process, n.Address(), n.WaitReady()
	case "null", "null with grants", "agreeing":
		return b.startNull(c.extender)
	}
	return nil, "", nil
}

// startNull runs this program as an extender that does nothing.
func (b *bench) startNull(kind string) (process *rig.Process, address string, err error) {
	port, err := rig.FreePort()
	if err != nil {
		return nil, "", err
	}
	kubeconfig, err := b.plane.Kubeconfig(rig.NpushareAccount, b.plane.URL())
	if err != nil {
		return nil, "", err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, "", err
	}
	address = fmt.Sprintf("127.0.0.1:%d", port)
	process, err = rig.StartProcess(b.plane.Work, "null", self, kind, address, kubeconfig)
	return process, address, err
}
