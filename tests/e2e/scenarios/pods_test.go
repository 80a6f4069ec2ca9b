package scenarios

import (
	"errors"
	"fmt"
	"os"
	"time"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// part is what a container asks for: chips, MiB of each, and percent of each.
type part struct{ chips, memory, cores int64 }

// container asks for a part, and for a processor or more when cpu is not empty.
func container(name string, p part, cpu string) core.Container {
	limits := core.ResourceList{}
	set := func(name core.ResourceName, amount int64) {
		if amount > 0 {
			limits[name] = *resource.NewQuantity(amount, resource.DecimalSI)
		}
	}
	set(plugin.Resource, p.chips)
	set(plugin.MemoryResource, p.memory)
	set(plugin.CoreResource, p.cores)
	if cpu != "" {
		limits[core.ResourceCPU] = resource.MustParse(cpu)
	}
	return core.Container{Name: name, Image: "none", Resources: core.ResourceRequirements{Limits: limits}}
}

// softPod has containers c0, c1, … that share chips by hami-core.
func softPod(name string, parts ...part) *core.Pod {
	pod := hardPod(name, parts...)
	pod.Annotations = map[string]string{plugin.ModeKey: plugin.SoftMode}
	return pod
}

// hardPod has containers c0, c1, … that share chips by the driver's templates.
func hardPod(name string, parts ...part) *core.Pod {
	grace := int64(1)
	pod := &core.Pod{ObjectMeta: meta.ObjectMeta{Name: name, Namespace: core.NamespaceDefault},
		Spec: core.PodSpec{TerminationGracePeriodSeconds: &grace}}
	for k, p := range parts {
		pod.Spec.Containers = append(pod.Spec.Containers, container(fmt.Sprintf("c%d", k), p, ""))
	}
	return pod
}

// create makes pods in this order.
func (s *scene) create(pods ...*core.Pod) {
	s.Helper()
	for _, pod := range pods {
		_, err := s.client.CoreV1().Pods(pod.Namespace).Create(s.ctx, pod, meta.CreateOptions{})
		must(s.T, err)
	}
}

// example makes a pod of examples/pods as it is written.
func (s *scene) example(name string) *core.Pod {
	s.Helper()
	text, err := os.ReadFile(s.path("examples/pods/" + name + ".yaml"))
	must(s.T, err)
	pod := &core.Pod{}
	must(s.T, yaml.UnmarshalStrict(text, pod))
	s.create(pod)
	return pod
}

// running waits until the pods run.
func (s *scene) running(names ...string) {
	s.Helper()
	for _, name := range names {
		s.until(name, "runs", func(pod *core.Pod) bool { return pod.Status.Phase == core.PodRunning })
	}
}

// until waits for a state of a pod and returns it.
func (s *scene) until(name, what string, is func(*core.Pod) bool) *core.Pod {
	s.Helper()
	var last *core.Pod
	must(s.T, rig.WaitFor(patience, "pod "+name+" "+what, func() error {
		pod, err := s.pod(name)
		if err != nil {
			return err
		}
		last = pod
		if !is(pod) {
			return fmt.Errorf("node %q, phase %s: %s", pod.Spec.NodeName, pod.Status.Phase, whyPending(pod))
		}
		return nil
	}))
	return last
}

// refused waits until kube-scheduler has found no node for the pod.
func (s *scene) refused(name string) *core.Pod {
	s.Helper()
	return s.until(name, "is refused", func(pod *core.Pod) bool {
		return pod.Spec.NodeName == "" && conditionOf(pod).Reason == core.PodReasonUnschedulable
	})
}

// stillPending fails unless the pod has no node.
func (s *scene) stillPending(name string) {
	s.Helper()
	pod, err := s.pod(name)
	must(s.T, err)
	if pod.Spec.NodeName != "" {
		s.Fatalf("pod %s is on node %s and should wait", name, pod.Spec.NodeName)
	}
}

// remove deletes pods and waits until they are gone.
func (s *scene) remove(names ...string) {
	s.Helper()
	for _, name := range names {
		must(s.T, s.client.CoreV1().Pods(core.NamespaceDefault).Delete(s.ctx, name, meta.DeleteOptions{}))
	}
	s.gone(names...)
}

func (s *scene) gone(names ...string) {
	s.Helper()
	for _, name := range names {
		must(s.T, rig.WaitFor(patience, "pod "+name+" is gone", func() error {
			_, err := s.pod(name)
			if apierrors.IsNotFound(err) {
				return nil
			}
			if err == nil {
				err = errors.New("it is there")
			}
			return err
		}))
	}
}

// finish lets a pod succeed.
func (s *scene) finish(name string) {
	s.Helper()
	_, err := s.client.CoreV1().Pods(core.NamespaceDefault).Patch(s.ctx, name, types.MergePatchType,
		[]byte(`{"status":{"phase":"Succeeded"}}`), meta.PatchOptions{}, "status")
	must(s.T, err)
}

func conditionOf(pod *core.Pod) core.PodCondition {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == core.PodScheduled {
			return condition
		}
	}
	return core.PodCondition{}
}

func whyPending(pod *core.Pod) string {
	condition := conditionOf(pod)
	return condition.Reason + ": " + condition.Message + " " + pod.Status.Reason + " " + pod.Status.Message
}

// since is a duration for messages.
func since(start time.Time) time.Duration { return time.Since(start).Round(time.Millisecond) }
