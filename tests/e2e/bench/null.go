package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"npushare/tests/e2e/plugin"
)

// null answers at once whatever it is asked, and binds with one call: what any extender costs.
type null struct {
	client *kubernetes.Clientset
	grants bool // it writes annotations as long as ours
}

type asked struct {
	Pod       *core.Pod
	NodeNames []string
}

type bound struct {
	PodName, PodNamespace, PodUID, Node string
}

func serveNull(address, kubeconfig string, grants bool) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	config.QPS = -1
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	n := null{client, grants}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /filter", n.filter)
	mux.HandleFunc("POST /prioritize", n.prioritize)
	mux.HandleFunc("POST /bind", n.bind)
	return http.ListenAndServe(address, mux)
}

func answer[Question any](w http.ResponseWriter, r *http.Request, by func(Question) any) {
	var question Question
	if err := json.NewDecoder(r.Body).Decode(&question); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(by(question))
}

func (n null) filter(w http.ResponseWriter, r *http.Request) {
	answer(w, r, func(question asked) any { return map[string]any{"NodeNames": question.NodeNames} })
}

func (n null) prioritize(w http.ResponseWriter, r *http.Request) {
	answer(w, r, func(question asked) any {
		scores := make([]map[string]any, 0, len(question.NodeNames))
		for _, host := range question.NodeNames {
			scores = append(scores, map[string]any{"Host": host, "Score": 0})
		}
		return scores
	})
}

func (n null) bind(w http.ResponseWriter, r *http.Request) {
	answer(w, r, func(b bound) any {
		binding := &core.Binding{
			ObjectMeta: meta.ObjectMeta{Name: b.PodName, Namespace: b.PodNamespace, UID: types.UID(b.PodUID)},
			Target:     core.ObjectReference{Kind: "Node", Name: b.Node}}
		if n.grants {
			binding.Annotations = grantsOn(b.Node)
		}
		err := n.client.CoreV1().Pods(b.PodNamespace).Bind(context.Background(), binding, meta.CreateOptions{})
		if err != nil {
			return map[string]string{"Error": err.Error()}
		}
		return map[string]string{}
	})
}

// grantsOn are annotations of the form, the number and the length of a grant's.
func grantsOn(node string) map[string]string {
	const uuid = "00000000-00000000-00000000-00000000-00000000"
	now := fmt.Sprint(time.Now().Unix())
	device := uuid + "," + plugin.Model + ",3000,0:;"
	return map[string]string{plugin.NodeKey: node, "hami.io/vgpu-time": now, plugin.BindTimeKey: now, "predicate-time": now,
		plugin.PhaseKey: "allocating", plugin.ToAllocateKey: device, plugin.AllocatedKey: device,
		plugin.RuntimeKey: `[{"UUID":"` + uuid + `","memory":3000}]`}
}
