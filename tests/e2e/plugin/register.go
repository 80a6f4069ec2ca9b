package plugin

import (
	"context"
	"encoding/json"
	"time"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

const registerEvery = 30 * time.Second

// registered is one chip in the node's registration: zero values are left out, but for the last.
type registered struct {
	ID     string   `json:"id,omitempty"`
	Index  uint     `json:"index,omitempty"`
	Count  int32    `json:"count,omitempty"`
	Memory int32    `json:"devmem,omitempty"`
	Cores  int32    `json:"devcore,omitempty"`
	Type   string   `json:"type,omitempty"`
	Health bool     `json:"health,omitempty"`
	Pairs  struct{} `json:"devicepairscore"`
}

// registration is the annotation's text, and how many shares healthy and all chips have.
func (p *Plugin) registration() (text string, allocatable, capacity int64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	list := []registered{}
	for k, chip := range p.chips {
		entry := registered{ID: chip.UUID, Index: uint(k), Count: int32(p.slots), Memory: ChipMemory, Cores: hardCores,
			Type: Model, Health: !chip.IsIll}
		if p.isSoft {
			entry.Cores = softCores
		}
		list = append(list, entry)
		capacity += int64(p.slots)
		if !chip.IsIll {
			allocatable += int64(p.slots)
		}
	}
	body, err := json.Marshal(list)
	if err != nil {
		panic(err) // numbers and texts can be written
	}
	return string(body), allocatable, capacity
}

// report writes what the plugin and kubelet say of the chips.
func (p *Plugin) report(ctx context.Context) error {
	if p.faults.isQuiet() {
		return nil
	}
	text, allocatable, capacity := p.registration()
	mode := "false"
	if p.isSoft {
		mode = "true"
	}
	body := annotations(map[string]any{RegisterKey: text, NodeModeKey: mode,
		HandshakeKey: "Reported_" + time.Now().Add(time.Second).Format("2006.01.02 15:04:05")}, "")
	nodes := p.client.CoreV1().Nodes()
	if _, err := nodes.Patch(ctx, p.node, types.MergePatchType, body, meta.PatchOptions{}); err != nil {
		return err
	}
	amount := func(n int64) core.ResourceList {
		return core.ResourceList{Resource: *resource.NewQuantity(n, resource.DecimalSI)}
	}
	status, err := json.Marshal(map[string]any{"status": map[string]any{
		"capacity": amount(capacity), "allocatable": amount(allocatable)}})
	if err != nil {
		return err
	}
	_, err = nodes.Patch(ctx, p.node, types.MergePatchType, status, meta.PatchOptions{}, "status")
	return err
}

// keepReporting is the plugin's loop: every 30 s, and 5 s after a report that failed.
func (p *Plugin) keepReporting(ctx context.Context) {
	wait := registerEvery
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		wait = registerEvery
		if p.report(ctx) != nil {
			wait = 5 * time.Second
		}
	}
}
