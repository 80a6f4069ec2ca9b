package plugin

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	core "k8s.io/api/core/v1"
	dra "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/utils/ptr"
)

// What the DRA driver calls itself, and the class of what it offers.
const (
	DriverName  = "ascend.project-hami.io"
	ClassName   = "hami-vnpu-core.project-hami.io"
	SliceMemory = 21525 // MiB that the driver measures of a 310P3
)

// driver is the DRA driver of one node, beside its node plugin: the same chips, published as a ResourceSlice.
type driver struct {
	client kubernetes.Interface
	node   string
	chips  []Chip
}

// publish makes the node's pool. A driver that publishes again writes its devices in another order, as the real one does.
func (d *driver) publish(ctx context.Context) error {
	node, err := d.client.CoreV1().Nodes().Get(ctx, d.node, meta.GetOptions{})
	if err != nil {
		return err
	}
	list, err := d.client.ResourceV1().ResourceSlices().List(ctx, meta.ListOptions{FieldSelector: "spec.nodeName=" + d.node})
	if err != nil {
		return err
	}
	for k := range list.Items {
		if slice := &list.Items[k]; slice.Spec.Driver == DriverName {
			slices.Reverse(slice.Spec.Devices)
			_, err = d.client.ResourceV1().ResourceSlices().Update(ctx, slice, meta.UpdateOptions{})
			return err
		}
	}
	slice := &dra.ResourceSlice{
		ObjectMeta: meta.ObjectMeta{GenerateName: d.node + "-" + DriverName + "-", OwnerReferences: []meta.OwnerReference{
			{APIVersion: "v1", Kind: "Node", Name: node.Name, UID: node.UID, Controller: ptr.To(true)}}},
		Spec: dra.ResourceSliceSpec{Driver: DriverName, NodeName: &d.node,
			Pool: dra.ResourcePool{Name: d.node, Generation: 1, ResourceSliceCount: 1}},
	}
	for k, chip := range d.chips {
		slice.Spec.Devices = append(slice.Spec.Devices, deviceOf(k, chip))
	}
	_, err = d.client.ResourceV1().ResourceSlices().Create(ctx, slice, meta.CreateOptions{})
	return err
}

func deviceOf(index int, chip Chip) dra.Device {
	text := func(value string) dra.DeviceAttribute { return dra.DeviceAttribute{StringValue: &value} }
	number := func(value int) dra.DeviceAttribute { return dra.DeviceAttribute{IntValue: ptr.To(int64(value))} }
	return dra.Device{
		Name: fmt.Sprintf("npu-%d-0", index), AllowMultipleAllocations: ptr.To(true),
		Attributes: map[dra.QualifiedName]dra.DeviceAttribute{
			"brand": text("Huawei"), "index": number(index), "model": text("310P3"), "physicalID": number(chip.Physical),
			"productName": text("310P3"), "type": text("HAMivNPUCore"), "uuid": text(chip.UUID)},
		Capacity: map[dra.QualifiedName]dra.DeviceCapacity{
			"cores":  capacityOf("100", "0", "1"),
			"memory": capacityOf(fmt.Sprintf("%dMi", SliceMemory), "1Mi", "1Mi")},
	}
}

func capacityOf(all, least, step string) dra.DeviceCapacity {
	amount := func(text string) *resource.Quantity { return ptr.To(resource.MustParse(text)) }
	return dra.DeviceCapacity{Value: *amount(all), RequestPolicy: &dra.CapacityRequestPolicy{Default: amount(all),
		ValidRange: &dra.CapacityRequestPolicyRange{Min: amount(least), Max: amount(all), Step: amount(step)}}}
}

// prepare is what kubelet lets the driver do before it starts a pod: each claim must be allocated and reserved for the pod,
// and its container gets an environment.
func (d *driver) prepare(ctx context.Context, pod *core.Pod, log *Log) error {
	for _, entry := range pod.Spec.ResourceClaims {
		name := claimOf(pod, entry)
		if name == "" {
			return fmt.Errorf("there is no claim yet for %s", entry.Name)
		}
		claim, err := d.client.ResourceV1().ResourceClaims(pod.Namespace).Get(ctx, name, meta.GetOptions{})
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(claim.Status.ReservedFor, func(user dra.ResourceClaimConsumerReference) bool { return user.UID == pod.UID }) {
			return fmt.Errorf("claim %s is not reserved for the pod", name)
		}
		if claim.Status.Allocation == nil {
			return fmt.Errorf("claim %s is not allocated", name)
		}
		env, uuids := d.environment(claim.Status.Allocation.Devices.Results)
		log.add(Serving{Pod: keyOf(pod), Container: name, UUIDs: uuids, Env: env})
	}
	return nil
}

func claimOf(pod *core.Pod, entry core.PodResourceClaim) string {
	if entry.ResourceClaimName != nil {
		return *entry.ResourceClaimName
	}
	for _, status := range pod.Status.ResourceClaimStatuses {
		if status.Name == entry.Name && status.ResourceClaimName != nil {
			return *status.ResourceClaimName
		}
	}
	return ""
}

// environment has the amounts of the first device, and the physical numbers of all.
func (d *driver) environment(results []dra.DeviceRequestAllocationResult) (map[string]string, []string) {
	env, visible, uuids := map[string]string{}, []string{}, []string{}
	for k, result := range results {
		for index, chip := range d.chips {
			if result.Driver != DriverName || result.Device != fmt.Sprintf("npu-%d-0", index) {
				continue
			}
			visible, uuids = append(visible, strconv.Itoa(chip.Physical)), append(uuids, chip.UUID)
			if k == 0 {
				memory, cores := result.ConsumedCapacity["memory"], result.ConsumedCapacity["cores"]
				env["NPU_MEM_QUOTA"] = strconv.FormatInt(memory.Value()>>20, 10)
				env["NPU_PRIORITY"] = strconv.FormatInt(cores.Value(), 10)
			}
		}
	}
	env["ASCEND_VISIBLE_DEVICES"] = strings.Join(visible, ",")
	return env, uuids
}

// MakeClass makes the class that converted claims name, unless it is there.
func MakeClass(ctx context.Context, client kubernetes.Interface) error {
	text := fmt.Sprintf("device.driver == %q && device.attributes[%q].type == \"HAMivNPUCore\"", DriverName, DriverName)
	class := &dra.DeviceClass{ObjectMeta: meta.ObjectMeta{Name: ClassName}, Spec: dra.DeviceClassSpec{
		Selectors: []dra.DeviceSelector{{CEL: &dra.CELDeviceSelector{Expression: text}}}}}
	_, err := client.ResourceV1().DeviceClasses().Create(ctx, class, meta.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}
