package main

import (
	"context"
	"fmt"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

const gangSize = 10 // pods of a PodGroup, all or none

func gangOf(k int) string { return fmt.Sprintf("g%05d", k/gangSize) }

// volcanoCases are vc-scheduler without an extender, with one that agrees to everything, and with npushare; and the latter
// two where a pod is tried on ten nodes only. All nodes advertise the memory of their chips, since the one without an
// extender goes by that alone.
func volcanoCases() []benchCase {
	tenNodes := []string{"--percentage-nodes-to-find=10", "--minimum-percentage-nodes-to-find=10", "--minimum-feasible-nodes=10"}
	settings := policy("spread", false, false)
	return []benchCase{
		{name: "Volcano: no extender", isVolcano: true},
		{name: volcanoNull, isVolcano: true, extender: "agreeing"},
		{name: "Volcano: npushare", isVolcano: true, extender: "npushare", settings: settings},
		{name: volcanoNull + ", ten nodes", isVolcano: true, extender: "agreeing", flags: tenNodes},
		{name: "Volcano: npushare, ten nodes", isVolcano: true, extender: "npushare", settings: settings, flags: tenNodes},
	}
}

const volcanoNull = "Volcano: null"

// beginVolcano makes what vc-scheduler needs besides nodes and pods.
func (b *bench) beginVolcano() error {
	if err := b.plane.AddVolcanoKinds(); err != nil {
		return err
	}
	var err error
	if b.files, err = rig.MakeServingFiles(b.plane.Work, "npushare.kube-system.svc"); err != nil {
		return err
	}
	if b.controllers, err = b.plane.StartVolcanoControllers(); err != nil {
		return err
	}
	memory := 8 * plugin.ChipMemory
	body := fmt.Appendf(nil, `{"status":{"capacity":{%q:"%d"},"allocatable":{%q:"%d"}}}`, plugin.MemoryResource, memory,
		plugin.MemoryResource, memory)
	for k := range b.nodes {
		_, err := b.plane.Client.CoreV1().Nodes().Patch(context.Background(), nodeName(k), types.MergePatchType, body,
			meta.PatchOptions{}, "status")
		if err != nil {
			return err
		}
	}
	return nil
}

// fillGroups makes the PodGroups that the pods name.
func (b *bench) fillGroups() error {
	objects, err := b.plane.Objects()
	if err != nil {
		return err
	}
	for k := 0; k < b.pods; k += gangSize {
		group := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": rig.PodGroups.GroupVersion().String(), "kind": "PodGroup", "metadata": map[string]any{"name": gangOf(k)},
			"spec": map[string]any{"minMember": int64(min(gangSize, b.pods-k)), "queue": "default"}}}
		_, err := objects.Resource(rig.PodGroups).Namespace(core.NamespaceDefault).Create(context.Background(), group, meta.CreateOptions{})
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) emptyGroups() error {
	objects, err := b.plane.Objects()
	if err != nil {
		return err
	}
	return objects.Resource(rig.PodGroups).Namespace(core.NamespaceDefault).DeleteCollection(context.Background(),
		meta.DeleteOptions{}, meta.ListOptions{})
}

// startVolcano starts vc-scheduler with the recommended configuration.
func (b *bench) startVolcano(c benchCase, address string) (*rig.Process, error) {
	url := ""
	switch c.extender {
	case "npushare":
		url = "https://" + address + "/volcano"
	case "agreeing":
		url = "http://" + address
	}
	conf, err := b.plane.WriteVolcanoConf(rig.VolcanoExample, url, nil)
	if err != nil {
		return nil, err
	}
	return b.plane.StartVolcanoScheduler(conf, b.files.Authority, c.flags...)
}
