package auditor

import (
	"context"

	dra "k8s.io/api/resource/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const (
	driverName = "ascend.project-hami.io"
	mirrorKey  = "npu-dra/mirror" // a claim that stands for the grants of a pod
)

// device is how a claim names a chip.
type device struct{ pool, name string }

// chips learns what nodes and slices say: a chip has the smaller of the two memories.
func (d *Devices) chips(ctx context.Context, b *books) (map[device]string, error) {
	nodes, err := d.client.CoreV1().Nodes().List(ctx, meta.ListOptions{})
	if err != nil {
		return nil, err
	}
	for k := range nodes.Items {
		b.learn(&nodes.Items[k])
	}
	list, err := d.client.ResourceV1().ResourceSlices().List(ctx, meta.ListOptions{})
	if err != nil {
		return nil, err
	}
	uuids := map[device]string{}
	for _, slice := range list.Items {
		for _, one := range slice.Spec.Devices {
			uuid := one.Attributes["uuid"].StringValue
			if slice.Spec.Driver != driverName || uuid == nil {
				continue
			}
			uuids[device{slice.Spec.Pool.Name, one.Name}] = *uuid
			memory := one.Capacity["memory"].Value
			of, known := b.chips[*uuid]
			if !known {
				of = chip{*uuid, slice.Spec.Pool.Name, true, use{memory.Value() >> 20, 100, 0, 1000}}
			}
			of.capacity.memory = min(of.capacity.memory, memory.Value()>>20)
			b.chips[*uuid] = of
		}
	}
	return uuids, nil
}

// showClaim books one state of a claim, and says whether it holds anything. A share is rounded up to a MiB; a result without
// a shareID has the whole chip.
func (b *books) showClaim(claim *dra.ResourceClaim, uuids map[device]string) bool {
	if claim.Status.Allocation == nil || claim.Labels[mirrorKey] == "true" {
		return false
	}
	held := &holding{pod: "claim " + claim.Namespace + "/" + claim.Name, chips: map[string]use{}}
	for _, result := range claim.Status.Allocation.Devices.Results {
		uuid, known := uuids[device{result.Pool, result.Device}]
		if result.Driver != driverName || result.AdminAccess != nil && *result.AdminAccess {
			continue
		}
		if !known {
			b.breach(claim.ResourceVersion, "%s: no slice has device %s", held.pod, result.Device)
			continue
		}
		memory, cores := result.ConsumedCapacity["memory"], result.ConsumedCapacity["cores"]
		part := use{memory: (memory.Value() + 1<<20 - 1) >> 20, cores: cores.Value()}
		if result.ShareID == nil {
			part, held.whole = b.chips[uuid].capacity, true
		}
		held.chips[uuid] = held.chips[uuid].plus(part)
	}
	b.holdings[claim.UID] = held
	for uuid, part := range held.chips {
		if b.holders[uuid] == nil {
			b.holders[uuid] = map[types.UID]use{}
		}
		b.holders[uuid][claim.UID] = part
		b.check(claim.ResourceVersion, uuid)
	}
	return len(held.chips) > 0
}
