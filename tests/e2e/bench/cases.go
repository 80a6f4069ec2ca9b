package main

import (
	"time"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

// benchCase is one way to run kube-scheduler.
type benchCase struct {
	name      string
	extender  string // "", "null" or "npushare"
	scheduler string // example
	settings  func(rig.Values)
	hasPlugin bool // node plugins serve the pods, found through the node lock
	delay     time.Duration
	perSecond int      // pods made while the scheduler runs; 0: all wait before it starts
	isWebhook bool     // npushare completes Bindings over a webhook
	isVolcano bool     // of vc-scheduler in place of kube-scheduler
	flags     []string // of vc-scheduler
}

const (
	byPrioritize = "examples/kube-scheduler/config.yaml"
	byFilter     = "examples/kube-scheduler/config-single-node.yaml"
)

const steadily = 50 // a second: a rate that every case can follow

func policy(name string, isLocking, isSingle bool) func(rig.Values) {
	return func(v rig.Values) {
		v["policy"] = map[string]any{"node": name, "chip": name}
		v["lock"] = "none"
		if isLocking {
			v["lock"] = "hami"
		}
		v.In("filter")["singleNode"] = isSingle
		v.In("log")["level"] = "warn"
	}
}

func (b *bench) cases() []benchCase {
	if b.isVolcano {
		return volcanoCases()
	}
	return []benchCase{
		{name: "no extender"},
		{name: "null: filter, prioritize, bind", extender: "null", scheduler: byPrioritize},
		{name: "null, and as long a Binding as ours", extender: "null with grants", scheduler: byPrioritize},
		{name: "npushare: spread", extender: "npushare", scheduler: byPrioritize, settings: policy("spread", false, false)},
		{name: "npushare: binpack", extender: "npushare", scheduler: byPrioritize, settings: policy("binpack", false, false)},
		{name: "null: filter, bind", extender: "null", scheduler: byFilter},
		{name: "npushare: singleNode spread", extender: "npushare", scheduler: byFilter, settings: policy("spread", false, true)},
		{name: "npushare: singleNode binpack", extender: "npushare", scheduler: byFilter, settings: policy("binpack", false, true)},
		webhookCase(),
		{name: "npushare: spread, plugin 0 ms", extender: "npushare", scheduler: byPrioritize,
			settings: policy("spread", true, false), hasPlugin: true},
		{name: "npushare: spread, plugin 20 ms", extender: "npushare", scheduler: byPrioritize,
			settings: policy("spread", true, false), hasPlugin: true, delay: 20 * time.Millisecond},
		{name: "npushare: binpack, plugin 20 ms", extender: "npushare", scheduler: byPrioritize,
			settings: policy("binpack", true, false), hasPlugin: true, delay: 20 * time.Millisecond},
		{name: "steady: no extender", perSecond: steadily},
		{name: "steady: null: filter, prioritize, bind", extender: "null", scheduler: byPrioritize, perSecond: steadily},
		{name: "steady: npushare: binpack", extender: "npushare", scheduler: byPrioritize,
			settings: policy("binpack", false, false), perSecond: steadily},
		{name: "steady: npushare: spread, plugin 20 ms", extender: "npushare", scheduler: byPrioritize,
			settings: policy("spread", true, false), hasPlugin: true, delay: 20 * time.Millisecond, perSecond: 20},
	}
}

// edit leaves the election out, since a Lease that cannot be renewed under load would end the scheduler. One without an
// extender passes over what its nodes do not advertise, as managedResources do elsewhere.
func (c benchCase) edit(v rig.Values) {
	v.In("leaderElection")["leaderElect"] = false
	if c.extender != "" {
		return
	}
	fit := map[string]any{"name": "NodeResourcesFit", "args": map[string]any{
		"ignoredResources": []any{plugin.MemoryResource, plugin.CoreResource}}}
	v["profiles"] = []any{map[string]any{"schedulerName": "default-scheduler", "pluginConfig": []any{fit}}}
}
