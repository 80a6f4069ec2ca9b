package scenarios

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	core "k8s.io/api/core/v1"
	dra "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/auditor"
	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// draNode is the node of lab 20: its driver publishes the chips that its plugin registers.
func draNode() plugin.NodeSpec {
	node := labNode()
	node.HasDRA, node.Numbers = true, []int{0, 2}
	return node
}

// claimScene is a scene whose chips are taken by claims as well.
type claimScene struct {
	*scene
	devices *auditor.Devices
}

// beginClaims makes a scene with kube-controller-manager, whose claim controller releases what pods leave behind.
func beginClaims(t *testing.T, nodes ...plugin.NodeSpec) *claimScene {
	t.Helper()
	must(t, plugin.MakeClass(t.Context(), plane.Client))
	t.Cleanup(func() { clearClaims(t) })
	s := &claimScene{scene: begin(t, nodes...)}
	var err error
	s.devices, err = auditor.StartDevices(plane.Client)
	must(t, err)
	t.Cleanup(s.verdictOnDevices)
	controllers, err := plane.StartControllers()
	must(t, err)
	s.keep(controllers)
	return s
}

// verdictOnDevices is asked while nodes and slices are still there.
func (s *claimScene) verdictOnDevices() {
	defer s.devices.Stop()
	report := s.reportOnDevices()
	if s.isForeign {
		return
	}
	for _, breach := range report.Breaches {
		s.Error("auditor of devices: " + breach)
	}
	if report.Gaps > 0 {
		s.Errorf("the auditor of devices has missed revisions")
	}
	s.Logf("audited: %d pods and claims that held chips, %d states", report.Bound, report.Revisions)
}

func (s *claimScene) reportOnDevices() auditor.Report {
	s.Helper()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	report, err := s.devices.Report(ctx)
	if err != nil {
		s.Error(err)
	}
	return report
}

// clearClaims runs when all pods are gone, and no controller may be left to take finalizers off.
func clearClaims(t *testing.T) {
	ctx, devices := context.Background(), plane.Client.ResourceV1()
	claims, err := devices.ResourceClaims("").List(ctx, meta.ListOptions{})
	must(t, err)
	for _, claim := range claims.Items {
		in := devices.ResourceClaims(claim.Namespace)
		_, _ = in.Patch(ctx, claim.Name, types.MergePatchType, []byte(`{"metadata":{"finalizers":null}}`), meta.PatchOptions{})
		_ = in.Delete(ctx, claim.Name, meta.DeleteOptions{})
	}
	must(t, devices.ResourceClaimTemplates(core.NamespaceDefault).DeleteCollection(ctx, meta.DeleteOptions{}, meta.ListOptions{}))
	must(t, devices.ResourceSlices().DeleteCollection(ctx, meta.DeleteOptions{}, meta.ListOptions{}))
}

// claimFor is what lab 20's webhook makes of a container's limits.
func claimFor(name string, memory, cores int64, uuid string) *dra.ResourceClaim {
	exact := &dra.ExactDeviceRequest{DeviceClassName: plugin.ClassName, AllocationMode: dra.DeviceAllocationModeExactCount, Count: 1,
		Capacity: &dra.CapacityRequirements{Requests: map[dra.QualifiedName]resource.Quantity{
			"memory": *resource.NewQuantity(memory<<20, resource.DecimalSI), "cores": *resource.NewQuantity(cores, resource.DecimalSI)}}}
	if uuid != "" {
		exact.Selectors = []dra.DeviceSelector{{CEL: &dra.CELDeviceSelector{
			Expression: fmt.Sprintf("device.attributes[%q].uuid in [%q]", plugin.DriverName, uuid)}}}
	}
	return &dra.ResourceClaim{ObjectMeta: meta.ObjectMeta{Name: name, Namespace: core.NamespaceDefault},
		Spec: dra.ResourceClaimSpec{Devices: dra.DeviceClaim{Requests: []dra.DeviceRequest{{Name: "npu", Exactly: exact}}}}}
}

// podOf has one container and the claim of its own name.
func podOf(claim *dra.ResourceClaim) *core.Pod {
	grace := int64(1)
	const entry = "npu"
	return &core.Pod{ObjectMeta: meta.ObjectMeta{Name: claim.Name, Namespace: claim.Namespace, Labels: map[string]string{"hami.io/dra": "true"}},
		Spec: core.PodSpec{TerminationGracePeriodSeconds: &grace,
			ResourceClaims: []core.PodResourceClaim{{Name: entry, ResourceClaimName: &claim.Name}},
			Containers: []core.Container{{Name: "app", Image: "none",
				Resources: core.ResourceRequirements{Claims: []core.ResourceClaim{{Name: entry}}}}}}}
}

func (s *claimScene) createClaim(claim *dra.ResourceClaim) {
	s.Helper()
	_, err := s.client.ResourceV1().ResourceClaims(claim.Namespace).Create(s.ctx, claim, meta.CreateOptions{})
	must(s.T, err)
}

// submit makes a claim and the pod that uses it.
func (s *claimScene) submit(claims ...*dra.ResourceClaim) {
	s.Helper()
	for _, claim := range claims {
		s.createClaim(claim)
		s.create(podOf(claim))
	}
}

// example makes the claim and the pod of a file of examples/dra as they are written.
func (s *claimScene) example(name string) {
	s.Helper()
	text, err := os.ReadFile(s.path("examples/dra/" + name + ".yaml"))
	must(s.T, err)
	first, second, _ := strings.Cut(string(text), "\n---\n")
	claim, pod := &dra.ResourceClaim{}, &core.Pod{}
	must(s.T, yaml.UnmarshalStrict([]byte(first), claim))
	must(s.T, yaml.UnmarshalStrict([]byte(second), pod))
	claim.Namespace, pod.Namespace = core.NamespaceDefault, core.NamespaceDefault
	s.createClaim(claim)
	s.create(pod)
}

func (s *claimScene) claim(name string) *dra.ResourceClaim {
	s.Helper()
	claim, err := s.client.ResourceV1().ResourceClaims(core.NamespaceDefault).Get(s.ctx, name, meta.GetOptions{})
	must(s.T, err)
	return claim
}

// wantShare compares where a claim is and what it consumes, and returns its shareID.
func (s *claimScene) wantShare(name, device string, memory, cores int64) types.UID {
	s.Helper()
	allocation := s.claim(name).Status.Allocation
	if allocation == nil || len(allocation.Devices.Results) != 1 || allocation.Devices.Results[0].ShareID == nil {
		s.Fatalf("claim %s has no share: %+v", name, allocation)
	}
	result := allocation.Devices.Results[0]
	mem, core := result.ConsumedCapacity["memory"], result.ConsumedCapacity["cores"]
	if result.Device != device || mem.Value() != memory<<20 || core.Value() != cores {
		s.Errorf("claim %s is on %s with %s and %s, should be on %s with %d MiB and %d", name, result.Device, mem.String(), core.String(),
			device, memory, cores)
	}
	return *result.ShareID
}

// wantOpen fails when the claim is allocated.
func (s *claimScene) wantOpen(name string) {
	s.Helper()
	if s.claim(name).Status.Allocation != nil {
		s.Errorf("claim %s is allocated and should wait", name)
	}
}

// removeWithClaim deletes a pod and its claim, as the validating webhook of the lab does.
func (s *claimScene) removeWithClaim(name string) {
	s.Helper()
	s.deleteClaim(name)
	s.remove(name)
}

func (s *claimScene) deleteClaim(name string) {
	s.Helper()
	must(s.T, s.client.ResourceV1().ResourceClaims(core.NamespaceDefault).Delete(s.ctx, name, meta.DeleteOptions{}))
}

// released waits until a claim holds nothing.
func (s *claimScene) released(name string) {
	s.Helper()
	must(s.T, rig.WaitFor(patience, "claim "+name+" holds nothing", func() error {
		claims, err := s.client.ResourceV1().ResourceClaims(core.NamespaceDefault).List(s.ctx, meta.ListOptions{})
		if err != nil {
			return err
		}
		for _, claim := range claims.Items {
			if claim.Name == name && claim.Status.Allocation != nil {
				return fmt.Errorf("it is allocated, reserved for %d", len(claim.Status.ReservedFor))
			}
		}
		return nil
	}))
}
