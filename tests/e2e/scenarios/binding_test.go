package scenarios

import (
	"testing"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"npushare/tests/e2e/plugin"
)

// One write gives the pod its node and its grants. Its own annotations stay, and grants that it came with do not count.
func TestBindingSetsNodeAndGrantsInOneWrite(t *testing.T) {
	s := begin(t, labNode())
	s.serve()
	pods := s.client.CoreV1().Pods(core.NamespaceDefault)
	events, err := pods.Watch(s.ctx, meta.ListOptions{FieldSelector: "metadata.name=forger"})
	must(t, err)
	defer events.Stop()

	forger := softPod("forger", part{1, 8192, 0})
	forger.Annotations["example.com/own"] = "stays"
	forger.Annotations[plugin.AllocatedKey] = chipB + ",Ascend310P,1,0:;"
	s.create(forger)
	s.running("forger")

	var states []*core.Pod
	for event := range events.ResultChan() {
		pod, is := event.Object.(*core.Pod)
		if event.Type == watch.Error || !is {
			t.Fatalf("the watch brings %v", event)
		}
		states = append(states, pod)
		if pod.Spec.NodeName != "" {
			break
		}
	}
	bound := states[len(states)-1]
	for _, before := range states[:len(states)-1] {
		if _, has := before.Annotations[plugin.ToAllocateKey]; has {
			t.Errorf("at revision %s the pod has grants and no node", before.ResourceVersion)
		}
	}
	want := chipA + ",Ascend310P,8192,0:;"
	for _, key := range []string{plugin.AllocatedKey, plugin.ToAllocateKey} {
		if got := bound.Annotations[key]; got != want {
			t.Errorf("with the node came %s=%q, should be %q", key, got, want)
		}
	}
	if got := bound.Annotations["example.com/own"]; got != "stays" {
		t.Errorf("the pod's own annotation is %q now", got)
	}
}
