package auditor

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
)

// books are the state of the cluster at one revision.
type books struct {
	nodes    map[string]bool // whose chips are known
	chips    map[string]chip
	holdings map[types.UID]*holding
	holders  map[string]map[types.UID]use // by chip
	granted  map[types.UID]string         // what a bound pod was granted first
	offered  []template                   // in force, by the configuration of the chips
	breaches []string
	bound    int // pods that were seen bound with grants
}

func newBooks() *books {
	return &books{nodes: map[string]bool{}, chips: map[string]chip{}, holdings: map[types.UID]*holding{}, holders: map[string]map[types.UID]use{},
		granted: map[types.UID]string{}, offered: templates}
}

func (b *books) breach(at, format string, values ...any) {
	text := fmt.Sprintf("at revision %s: ", at) + fmt.Sprintf(format, values...)
	b.breaches = append(b.breaches, text)
}

// learn takes over what a node has registered.
func (b *books) learn(node *core.Node) {
	var list []struct {
		ID      string
		Count   int64
		Devmem  int64
		Devcore int64
	}
	if json.Unmarshal([]byte(node.Annotations["hami.io/node-register-Ascend310P"]), &list) != nil {
		return
	}
	b.nodes[node.Name] = true
	isSoft := node.Annotations["hami-vnpu-core"] == "true"
	for _, entry := range list {
		capacity := use{entry.Devmem, entry.Devcore, 0, entry.Count}
		if !isSoft {
			capacity.cores, capacity.cpus = aiCores, aiCPUs
		}
		b.chips[entry.ID] = chip{entry.ID, node.Name, isSoft, capacity}
	}
}

// show books one state of a pod and checks every chip that it touches.
func (b *books) show(pod *core.Pod) {
	at, name := pod.ResourceVersion, pod.Namespace+"/"+pod.Name
	b.drop(pod.UID)
	held, wrong := judge(pod, b.chips, b.offered)
	if _, isOld := b.granted[pod.UID]; isOld {
		wrong = nil // told already, and the configuration may be another one by now
	}
	for _, text := range wrong {
		b.breach(at, "pod %s: %s", name, text)
	}
	if held == nil {
		return
	}
	first, known := b.granted[pod.UID]
	if !known {
		b.granted[pod.UID] = pod.Annotations[allocatedKey]
		b.bound++
	} else if first != pod.Annotations[allocatedKey] {
		b.breach(at, "pod %s: its grants have changed after the bind", name)
	}
	b.holdings[pod.UID] = held
	for uuid, part := range held.chips {
		if b.holders[uuid] == nil {
			b.holders[uuid] = map[types.UID]use{}
		}
		b.holders[uuid][pod.UID] = part
		b.check(at, uuid)
	}
}

// drop takes a pod off the books.
func (b *books) drop(uid types.UID) {
	held := b.holdings[uid]
	if held == nil {
		return
	}
	delete(b.holdings, uid)
	for uuid := range held.chips {
		delete(b.holders[uuid], uid)
	}
}

func (b *books) check(at, uuid string) {
	total, names, wholes := use{}, []string{}, 0
	for uid, part := range b.holders[uuid] {
		total = total.plus(part)
		names = append(names, b.holdings[uid].pod)
		if b.holdings[uid].whole {
			wholes++
		}
	}
	slices.Sort(names)
	of := b.chips[uuid]
	if !total.within(of.capacity) || wholes > 0 && len(names) > 1 {
		b.breach(at, "chip %s of %s has %s and %s of it are granted, to %s", uuid, of.node, of.capacity, total,
			strings.Join(names, ", "))
	}
}
