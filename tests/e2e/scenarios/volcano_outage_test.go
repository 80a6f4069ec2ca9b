package scenarios

import (
	"fmt"
	"strings"
	"testing"
	"time"

	core "k8s.io/api/core/v1"

	"npushare/tests/e2e/rig"
)

// Between the reservation and the Binding, npushare is killed: the one that comes after it knows nothing of either.
func TestVolcanoNpushareRestartedBetweenAllocateAndBind(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serveBehindProxy()
	v.oneByOne("first", 3)

	killed, goesOn := make(chan struct{}), make(chan struct{})
	v.proxy.Once("allocateFunc", func() {
		v.npushare.Kill()
		close(killed)
		<-goesOn
	})
	v.create(softPod("fourth", part{1, 8192, 0}))
	select {
	case <-killed:
	case <-time.After(patience):
		t.Fatal("Volcano does not try the pod")
	}
	v.startNpushareAgain()
	close(goesOn)
	v.running("fourth")
	if tried := v.npushare.CountInLog("verb=volcano_allocate pod=default/fourth"); tried != 1 {
		t.Errorf("Volcano has tried it %d times: the Binding is not that of the first", tried)
	}
	v.create(softPod("fifth", part{1, 8192, 0}))
	v.refused("fifth")

	v.wantGrant("fourth", "B,8192,0:;")
}

// Killed in the middle of many Bindings, of single pods and of a gang.
func TestVolcanoNpushareKilledInABurst(t *testing.T) {
	v := beginVolcano(t, rigNode(0, 4), rigNode(1, 4))
	v.serve()
	var names []string
	for k := range 30 {
		names = append(names, fmt.Sprintf("p%02d", k))
		v.create(softPod(names[k], part{1, 2900, 0}))
	}
	v.someBound(3)
	v.npushare.Kill()
	v.startNpushareAgain()

	v.running(names...)
}

// The API server does not reach the webhook: pods wait, and nothing is lost.
func TestVolcanoWebhookDownAndBack(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()

	v.webhook.Shut()
	v.create(softPod("held", part{1, 8192, 0}))
	refused := v.until("held", "is told of the webhook", func(pod *core.Pod) bool {
		return strings.Contains(conditionOf(pod).Message, "webhook")
	})
	if refused.Spec.NodeName != "" {
		t.Errorf("it is bound to %s", refused.Spec.NodeName)
	}
	v.create(hardPod("plain", part{}))
	v.wantNoMarks("held")

	v.webhook.Open()
	v.running("held", "plain")
	v.wantGrant("held", "A,8192,0:;")
}

// While npushare is away nobody is placed; when it is back, all are.
func TestVolcanoWaitsForNpushare(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()
	v.npushare.Kill()

	v.create(softPod("early", part{1, 8192, 0}))
	v.refusedGang("early")
	v.startNpushareAgain()
	v.running("early")
}

// Sessions come and go for as long as a gang waits: what they try must not add up, and the node's lock stays free.
func TestVolcanoTrialsDoNotAddUp(t *testing.T) {
	v := beginVolcano(t, labNode())
	v.serve()
	names := v.gang("five", 5, part{1, 8192, 0})
	v.refusedGang(names...)
	mark := plane.Now()
	v.sessions(10)

	v.wantTaken(0)
	v.wantNoMarks(names...)
	calls, err := plane.CallsSince(mark)
	must(t, err)
	for _, call := range calls {
		if call.User == rig.NpushareAccount.Name && call.Verb == "patch" && call.Resource != "events" {
			t.Errorf("npushare patches %s %s for nothing", call.Resource, call.Name)
		}
	}
}

// Two replicas behind a Service, the leader is killed while pods and gangs come in.
func TestVolcanoKilledLeaderIsReplaced(t *testing.T) {
	v := beginVolcano(t, rigNode(0, 4), rigNode(1, 4), rigNode(2, 4))
	service := v.servePair()

	var names []string
	for k := range 30 {
		names = append(names, fmt.Sprintf("p%02d", k))
		v.create(softPod(names[k], part{1, 2900, 0}))
	}
	names = append(names, v.gang("gang", 10, part{1, 2900, 0})...)
	v.someBound(3)
	leader := service.Ready()
	if leader == nil {
		t.Fatal("no replica leads any more")
	}
	leader.Kill()

	v.running(names...)
}
