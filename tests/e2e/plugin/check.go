package plugin

import (
	"errors"
	"fmt"
	"strconv"

	core "k8s.io/api/core/v1"
)

// What ascend-docker-runtime knows of a 310P.
var knownTemplates = map[string]bool{"vir01": true, "vir02": true, "vir04": true, "vir02_1c": true, "vir04_3c": true,
	"vir04_3c_ndvpp": true, "vir04_4c_dvpp": true}

// check is what a node finds only after the plugin: the runtime's refusals, and whether the plugin has served the pod
// that kubelet meant with what its container asked for. Only the runtime's refusals fail the pod.
func (k *kubelet) check(pod *core.Pod, container *core.Container, call served) error {
	if call.pod != keyOf(pod) {
		k.log.breach("node %s: kubelet admits %s, the plugin served %s", k.plugin.node, keyOf(pod), call.pod)
	}
	isSoft := pod.Annotations[ModeKey] == SoftMode
	if isSoft && call.container != container.Name {
		k.log.breach("pod %s: container %s has the folder of %q", keyOf(pod), container.Name, call.container)
	}
	if isSoft {
		k.checkQuota(pod, container, call)
	}
	k.log.add(Serving{Pod: keyOf(pod), Container: container.Name, ByLock: call.byLock, UUIDs: call.uuids, Env: call.env,
		Begun: call.begun, Took: call.took})
	template, splits := call.env["ASCEND_VNPU_SPECS"]
	if !splits {
		return nil
	}
	if !knownTemplates[template] {
		return fmt.Errorf("the container runtime does not know template %q", template)
	}
	if len(call.uuids) != 1 {
		return errors.New("the container runtime splits one visible device only")
	}
	return nil
}

func (k *kubelet) checkQuota(pod *core.Pod, container *core.Container, call served) {
	asked, isPart := container.Resources.Limits[MemoryResource]
	quota, err := strconv.ParseInt(call.env["NPU_MEM_QUOTA"], 10, 64)
	if err != nil || quota <= 0 {
		k.log.breach("pod %s: container %s runs without a limit: NPU_MEM_QUOTA=%q", keyOf(pod), container.Name,
			call.env["NPU_MEM_QUOTA"])
		return
	}
	if isPart && quota != asked.Value() {
		k.log.breach("pod %s: container %s asked for %d MiB and runs with %d", keyOf(pod), container.Name, asked.Value(), quota)
	}
}
