package scenarios

import (
	"encoding/json"
	"fmt"

	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

var (
	patchOptions = meta.PatchOptions{}
	getOptions   = meta.GetOptions{}
)

func quantity(n int64) *resource.Quantity { return resource.NewQuantity(n, resource.DecimalSI) }

// serve starts npushare and a vc-scheduler that asks it, as docs/volcano.md says: the recommended configuration, which both
// read, the webhook on Bindings, and the chips' memory among the nodes' resources.
func (v *volcano) serve() {
	v.Helper()
	v.prepare()
	v.begin(v.npushareURL(), nil)
}

// serveBehindProxy is serve with a proxy by which a test comes between the two, for which Volcano is patient.
func (v *volcano) serveBehindProxy() {
	v.Helper()
	v.prepare()
	var err error
	v.proxy, err = rig.NewVerbProxy(v.npushareURL(), v.authority)
	must(v.T, err)
	v.Cleanup(v.proxy.Close)
	v.begin(v.proxy.URL(), func(values rig.Values) { values.PluginArguments("extender")["extender.httpTimeout"] = "1m" })
}

func (v *volcano) npushareURL() string {
	return fmt.Sprintf("https://127.0.0.1:%d/volcano", v.options.Port)
}

func (v *volcano) prepare() {
	v.Helper()
	v.writeChips(v.exampleChips())
	files, err := rig.MakeServingFiles(plane.Work, "npushare.kube-system.svc")
	must(v.T, err)
	v.authority = files.Authority
	v.options = rig.NpushareOptions{TLS: &files, Edit: func(values rig.Values) { values["nodeResources"] = "publish" }}
	v.options.Port, err = rig.FreePort()
	must(v.T, err)
}

func (v *volcano) begin(extender string, edit func(rig.Values)) {
	v.Helper()
	conf, err := plane.WriteVolcanoConf(rig.VolcanoExample, extender, edit)
	must(v.T, err)
	v.options.Args = []string{"--volcano-conf", conf.File}
	v.startNpushareAgain()
	v.completeBindings()
	v.published()
	v.startVolcano(conf)
}

// published waits until every node shows the memory of its chips. Before, Volcano refuses pods without asking anybody.
func (v *volcano) published() {
	v.Helper()
	must(v.T, rig.WaitFor(patience, "nodes show their memory", func() error {
		nodes, err := v.client.CoreV1().Nodes().List(v.ctx, meta.ListOptions{})
		if err != nil {
			return err
		}
		for k := range nodes.Items {
			if _, has := nodes.Items[k].Status.Allocatable[plugin.MemoryResource]; !has {
				return fmt.Errorf("%s does not", nodes.Items[k].Name)
			}
		}
		return nil
	}))
}

// completeBindings makes the API server ask npushare about each Binding, over a valve.
func (v *volcano) completeBindings() {
	v.Helper()
	var err error
	v.webhook, err = rig.NewValve(fmt.Sprintf("127.0.0.1:%d", v.options.Port))
	must(v.T, err)
	v.Cleanup(v.webhook.Close)
	known, err := plane.AddWebhook(v.webhook.Address(), v.authority)
	must(v.T, err)
	v.Cleanup(func() { must(v.T, known.Remove()) })
}

// servePair is serve with two replicas behind a Service, as the examples for replicas say.
func (v *volcano) servePair() *rig.Service {
	v.Helper()
	v.prepare()
	v.options.Config, v.options.Port = "examples/npushare-replicas.yaml", 0
	service, err := rig.NewService()
	must(v.T, err)
	v.Cleanup(service.Close)
	conf, err := plane.WriteVolcanoConf(rig.VolcanoExample, "https://"+service.Address()+"/volcano", nil)
	must(v.T, err)
	v.options.Args = []string{"--volcano-conf", conf.File}
	var replicas [2]*rig.Npushare
	for k := range replicas {
		v.options.Name = fmt.Sprintf("npushare-%d", k)
		replicas[k] = v.startReplica(v.options)
	}
	service.Replace(replicas[:]...)
	v.leader(pair{service: service, all: replicas})
	known, err := plane.AddWebhook(service.Address(), v.authority)
	must(v.T, err)
	v.Cleanup(func() { must(v.T, known.Remove()) })
	v.published()
	v.startVolcano(conf)
	return service
}

// startNpushareAgain starts npushare where vc-scheduler and the API server look for it.
func (v *volcano) startNpushareAgain() {
	v.Helper()
	v.startNpushare(v.options)
}

// taken is how many MiB of all chips npushare's books have as taken.
func (v *volcano) taken() (int64, error) {
	var page struct {
		Nodes []struct {
			Chips []struct{ Used struct{ MemoryMiB int64 } }
		}
	}
	_, text, err := v.npushare.Get("/v1/ledgers")
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		return 0, err
	}
	var sum int64
	for _, node := range page.Nodes {
		for _, chip := range node.Chips {
			sum += chip.Used.MemoryMiB
		}
	}
	return sum, nil
}
