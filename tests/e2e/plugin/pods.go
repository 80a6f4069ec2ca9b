package plugin

import (
	"context"
	"encoding/json"
	"time"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// containersOf are a pod's containers in the order in which kubelet serves them.
func containersOf(spec *core.PodSpec) []*core.Container {
	var all []*core.Container
	for k := range spec.InitContainers {
		all = append(all, &spec.InitContainers[k])
	}
	for k := range spec.Containers {
		all = append(all, &spec.Containers[k])
	}
	return all
}

func countOf(container *core.Container) int64 {
	count := container.Resources.Limits[Resource]
	return count.Value()
}

// devicesOf is what kubelet counts for a pod: its containers and sidecars, or its largest init container.
func devicesOf(spec *core.PodSpec) int64 {
	var steady, largest int64
	for k := range spec.Containers {
		steady += countOf(&spec.Containers[k])
	}
	for k := range spec.InitContainers {
		count := countOf(&spec.InitContainers[k])
		if isSidecar(&spec.InitContainers[k]) {
			steady += count
		} else {
			largest = max(largest, count)
		}
	}
	return max(steady, largest)
}

func isSidecar(container *core.Container) bool {
	return container.RestartPolicy != nil && *container.RestartPolicy == core.ContainerRestartPolicyAlways
}

// running is the status of a pod whose init containers have ended well and whose others run.
func running(pod *core.Pod) core.PodStatus {
	status := core.PodStatus{Phase: core.PodRunning, Conditions: []core.PodCondition{
		{Type: core.PodInitialized, Status: core.ConditionTrue}, {Type: core.PodReady, Status: core.ConditionTrue}}}
	runs := core.ContainerState{Running: &core.ContainerStateRunning{StartedAt: meta.Now()}}
	ended := core.ContainerState{Terminated: &core.ContainerStateTerminated{ExitCode: 0, Reason: "Completed"}}
	for k := range pod.Spec.InitContainers {
		state := ended
		if isSidecar(&pod.Spec.InitContainers[k]) {
			state = runs
		}
		status.InitContainerStatuses = append(status.InitContainerStatuses,
			core.ContainerStatus{Name: pod.Spec.InitContainers[k].Name, State: state, Ready: true})
	}
	for k := range pod.Spec.Containers {
		status.ContainerStatuses = append(status.ContainerStatuses,
			core.ContainerStatus{Name: pod.Spec.Containers[k].Name, State: runs, Ready: true})
	}
	return status
}

// initializing is the status of a pod whose first init container runs.
func initializing(pod *core.Pod) core.PodStatus {
	status := core.PodStatus{Phase: core.PodPending,
		Conditions: []core.PodCondition{{Type: core.PodInitialized, Status: core.ConditionFalse}}}
	for k := range pod.Spec.InitContainers {
		state := core.ContainerState{Waiting: &core.ContainerStateWaiting{Reason: "PodInitializing"}}
		if k == 0 {
			state = core.ContainerState{Running: &core.ContainerStateRunning{StartedAt: meta.Now()}}
		}
		status.InitContainerStatuses = append(status.InitContainerStatuses,
			core.ContainerStatus{Name: pod.Spec.InitContainers[k].Name, State: state})
	}
	return status
}

// setStatus tries until the pod has it or is gone.
func (k *kubelet) setStatus(ctx context.Context, pod *core.Pod, status core.PodStatus) error {
	body, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": pod.UID}, "status": status})
	if err != nil {
		return err
	}
	for ctx.Err() == nil {
		_, err = k.client.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.StrategicMergePatchType, body,
			meta.PatchOptions{}, "status")
		if err == nil || apierrors.IsNotFound(err) || apierrors.IsConflict(err) || apierrors.IsInvalid(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return ctx.Err()
}
