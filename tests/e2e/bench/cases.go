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
}

const (
	byPrioritize = "examples/kube-scheduler/config.yaml"
	byFilter     = "examples/kube-scheduler/config-single-node.yaml"
)

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

func cases() []benchCase {
	return []benchCase{
		{name: "no extender"},
		{name: "null: filter, prioritize, bind", extender: "null", scheduler: byPrioritize},
		{name: "npushare: spread", extender: "npushare", scheduler: byPrioritize, settings: policy("spread", false, false)},
		{name: "npushare: binpack", extender: "npushare", scheduler: byPrioritize, settings: policy("binpack", false, false)},
		{name: "null: filter, bind", extender: "null", scheduler: byFilter},
		{name: "npushare: singleNode spread", extender: "npushare", scheduler: byFilter, settings: policy("spread", false, true)},
		{name: "npushare: singleNode binpack", extender: "npushare", scheduler: byFilter, settings: policy("binpack", false, true)},
		{name: "npushare: spread, plugin 0 ms", extender: "npushare", scheduler: byPrioritize,
			settings: policy("spread", true, false), hasPlugin: true},
		{name: "npushare: spread, plugin 20 ms", extender: "npushare", scheduler: byPrioritize,
			settings: policy("spread", true, false), hasPlugin: true, delay: 20 * time.Millisecond},
		{name: "npushare: binpack, plugin 20 ms", extender: "npushare", scheduler: byPrioritize,
			settings: policy("binpack", true, false), hasPlugin: true, delay: 20 * time.Millisecond},
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
