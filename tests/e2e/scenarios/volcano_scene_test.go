package scenarios

import (
	"context"
	"fmt"
	"sync"
	"testing"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

const (
	volcanoName  = "volcano" // schedulerName of Volcano's pods
	groupKey     = "scheduling.k8s.io/group-name"
	defaultQueue = "default"
)

// volcano is a scene whose pods are Volcano's.
type volcano struct {
	*scene
	objects   dynamic.Interface
	conf      *rig.VolcanoConf
	scheduler *rig.Process
	proxy     *rig.VerbProxy // between vc-scheduler and npushare
	webhook   *rig.Valve     // between the API server and npushare's webhook
	options   rig.NpushareOptions
	authority string // that npushare's certificate is from
}

// furnishVolcano makes what a cluster with Volcano and npushare has besides.
var furnishVolcano = sync.OnceValue(func() error {
	rights, err := rig.ReadRights(rig.NodeResourcesRightsFile)
	if err != nil {
		return err
	}
	if err := plane.Grant(rights); err != nil {
		return err
	}
	return plane.AddVolcanoKinds()
})

// beginVolcano is begin with Volcano's kinds and its controllers.
func beginVolcano(t *testing.T, nodes ...plugin.NodeSpec) *volcano {
	t.Helper()
	v := &volcano{scene: begin(t, nodes...)}
	must(t, furnishVolcano())
	var err error
	v.objects, err = plane.Objects()
	must(t, err)
	t.Cleanup(v.clearKinds)
	controllers, err := plane.StartVolcanoControllers()
	must(t, err)
	v.keep(controllers)
	return v
}

// startVolcano starts vc-scheduler and waits until the default queue, which it makes, is open.
func (v *volcano) startVolcano(conf *rig.VolcanoConf) {
	v.Helper()
	scheduler, err := plane.StartVolcanoScheduler(conf, v.authority)
	must(v.T, err)
	v.keep(scheduler)
	v.conf, v.scheduler = conf, scheduler
	v.isOpen(defaultQueue)
}

// isOpen waits until jobs of a queue may run.
func (v *volcano) isOpen(queue string) {
	v.Helper()
	must(v.T, rig.WaitFor(patience, "queue "+queue+" is open", func() error {
		object, err := v.objects.Resource(rig.Queues).Get(v.ctx, queue, meta.GetOptions{})
		if err != nil {
			return err
		}
		if state, _, _ := unstructured.NestedString(object.Object, "status", "state"); state != "Open" {
			return fmt.Errorf("it is %q", state)
		}
		return nil
	}))
}

func (v *volcano) make(kind schema.GroupVersionResource, space, kindName, name string, spec map[string]any) {
	v.Helper()
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": kind.GroupVersion().String(), "kind": kindName, "metadata": map[string]any{"name": name}, "spec": spec}}
	var target dynamic.ResourceInterface = v.objects.Resource(kind)
	if space != "" {
		target = v.objects.Resource(kind).Namespace(space)
	}
	_, err := target.Create(v.ctx, object, meta.CreateOptions{})
	must(v.T, err)
}

// queue makes a queue that may have so much at most, and waits until it is open.
func (v *volcano) queue(name string, capability map[string]any) {
	v.Helper()
	v.make(rig.Queues, "", "Queue", name, map[string]any{"weight": int64(1), "capability": capability, "reclaimable": true})
	v.isOpen(name)
}

// group makes a PodGroup that starts when so many of its pods can.
func (v *volcano) group(name string, least int, queue string) {
	v.Helper()
	v.make(rig.PodGroups, core.NamespaceDefault, "PodGroup", name, map[string]any{"minMember": int64(least), "queue": queue})
}

// create makes pods for Volcano; those without a group get one of their own from the controllers.
func (v *volcano) create(pods ...*core.Pod) {
	v.Helper()
	for _, pod := range pods {
		pod.Spec.SchedulerName = volcanoName
	}
	v.scene.create(pods...)
}

// member makes a pod one of a group.
func member(group string, pod *core.Pod) *core.Pod {
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations[groupKey] = group
	return pod
}

// gang makes a group of so many pods of one part each, and is their names.
func (v *volcano) gang(name string, count int, p part) []string {
	v.Helper()
	v.group(name, count, defaultQueue)
	var names []string
	for k := range count {
		names = append(names, fmt.Sprintf("%s-%d", name, k))
		v.create(member(name, softPod(names[k], p)))
	}
	return names
}

// clearKinds leaves nothing of Volcano's behind but its own queues.
func (v *volcano) clearKinds() {
	ctx := context.Background()
	for _, kind := range []schema.GroupVersionResource{rig.VolcanoJobs, rig.PodGroups} {
		must(v.T, v.objects.Resource(kind).Namespace(core.NamespaceDefault).DeleteCollection(ctx, meta.DeleteOptions{}, meta.ListOptions{}))
	}
	queues, err := v.objects.Resource(rig.Queues).List(ctx, meta.ListOptions{})
	must(v.T, err)
	for _, queue := range queues.Items {
		if name := queue.GetName(); name != defaultQueue && name != "root" {
			err := v.objects.Resource(rig.Queues).Delete(ctx, name, meta.DeleteOptions{})
			if err != nil && !apierrors.IsNotFound(err) {
				v.Error(err)
			}
		}
	}
}
