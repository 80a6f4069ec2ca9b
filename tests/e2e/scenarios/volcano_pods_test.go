package scenarios

import (
	"fmt"
	"os"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// memoryQuota is what a queue may have of the chips' memory.
func memoryQuota(mebibytes int) map[string]any {
	return map[string]any{plugin.Resource: "100", plugin.MemoryResource: fmt.Sprint(mebibytes)}
}

// inQueue makes a pod with a group of its own in a queue.
func (v *volcano) inQueue(queue, group string, pod *core.Pod) {
	v.Helper()
	v.group(group, 1, queue)
	v.create(member(group, pod))
}

// example makes a pod of examples/pods for Volcano.
func (v *volcano) example(name string) {
	v.Helper()
	text, err := os.ReadFile(v.path("examples/pods/" + name + ".yaml"))
	must(v.T, err)
	pod := &core.Pod{}
	must(v.T, yaml.UnmarshalStrict(text, pod))
	v.create(pod)
}

// refusedGang waits until Volcano says of a gang that it does not fit, and fails when a member has a node.
func (v *volcano) refusedGang(names ...string) {
	v.Helper()
	for _, name := range names {
		v.until(name, "is refused", func(pod *core.Pod) bool {
			return pod.Spec.NodeName == "" && conditionOf(pod).Status == core.ConditionFalse
		})
	}
}

// comesToNothing waits for so many sessions of vc-scheduler, each of which tries all that wait.
func (v *volcano) comesToNothing(names ...string) {
	v.Helper()
	v.sessions(3)
	for _, name := range names {
		v.stillPending(name)
	}
}

const sessionClosed = "Close Session"

func (v *volcano) sessions(count int) {
	v.Helper()
	goal := v.scheduler.CountInLog(sessionClosed) + count
	must(v.T, rig.WaitFor(patience, "sessions are over", func() error {
		if now := v.scheduler.CountInLog(sessionClosed); now < goal {
			return fmt.Errorf("%d of %d are", now, goal)
		}
		return nil
	}))
}

// job makes a Volcano Job of so many equal pods, all or none, and is their names.
func (v *volcano) job(name string, count int, p part) []string {
	v.Helper()
	template, err := runtime.DefaultUnstructuredConverter.ToUnstructured(softPod("", p))
	must(v.T, err)
	delete(template, "status")
	v.make(rig.VolcanoJobs, core.NamespaceDefault, "Job", name, map[string]any{
		"minAvailable": int64(count), "schedulerName": volcanoName, "queue": defaultQueue,
		"tasks": []any{map[string]any{"name": "w", "replicas": int64(count), "template": template}}})
	var names []string
	for k := range count {
		names = append(names, fmt.Sprintf("%s-w-%d", name, k))
	}
	return names
}

// phaseOf is what Volcano says of a Job.
func (v *volcano) phaseOf(job string) string {
	v.Helper()
	object, err := v.objects.Resource(rig.VolcanoJobs).Namespace(core.NamespaceDefault).Get(v.ctx, job, meta.GetOptions{})
	must(v.T, err)
	phase, _, _ := unstructured.NestedString(object.Object, "status", "state", "phase")
	return phase
}

// within waits for what Volcano does in its own time.
func (v *volcano) within(limit time.Duration, what string, ask func() error) {
	v.Helper()
	must(v.T, rig.WaitFor(limit, what, ask))
}
