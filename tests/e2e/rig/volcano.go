package rig

import (
	"fmt"
	"os"
	"path/filepath"
)

const volcanoVersion = "1.14.1"

// VolcanoExample is the configuration that we recommend.
const VolcanoExample = "examples/volcano-scheduler.conf"

// VolcanoConf is a volcano-scheduler.conf, in a folder of its own: whatever is written beside it makes vc-scheduler read it
// anew. It may be changed while the programs that read it run.
type VolcanoConf struct {
	File   string
	values Values
}

// WriteVolcanoConf writes an example with the address of this run in it: the URL of an extender, or none at all.
func (p *Plane) WriteVolcanoConf(example, extender string, edit func(Values)) (*VolcanoConf, error) {
	values, err := readValues(example)
	if err != nil {
		return nil, err
	}
	if extender == "" {
		values.DropPlugin("extender")
	} else if arguments := values.PluginArguments("extender"); arguments != nil {
		arguments["extender.urlPrefix"] = extender
	} else {
		return nil, fmt.Errorf("%s has no extender", example)
	}
	folder := filepath.Join(p.Work, "volcano.conf")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	conf := &VolcanoConf{File: filepath.Join(folder, "volcano-scheduler.conf"), values: values}
	return conf, conf.Change(edit)
}

// Change writes it anew; nil writes it as it is.
func (c *VolcanoConf) Change(edit func(Values)) error {
	if edit != nil {
		edit(c.values)
	}
	return c.values.write(c.File)
}

// StartVolcanoScheduler starts a vc-scheduler. It takes every pod with schedulerName volcano that is in a PodGroup. Its
// extender plugin has no setting for TLS: an authority to trust, if any, comes to it as it comes to every Go program.
func (p *Plane) StartVolcanoScheduler(conf *VolcanoConf, authority string, flags ...string) (*Process, error) {
	var variables []string
	if authority != "" {
		variables = []string{"SSL_CERT_FILE=" + authority}
	}
	flags = append([]string{"--scheduler-conf", conf.File, "--cache-dumper=false", "-v=3"}, flags...)
	return p.startVolcano(variables, "vc-scheduler", flags)
}

// StartVolcanoControllers starts vc-controller-manager, which makes PodGroups of single pods and pods of Jobs.
func (p *Plane) StartVolcanoControllers() (*Process, error) {
	return p.startVolcano(nil, "vc-controller-manager", nil)
}

func (p *Plane) startVolcano(variables []string, name string, flags []string) (*Process, error) {
	path, err := program(name)
	if err != nil {
		return nil, err
	}
	kubeconfig, err := p.Kubeconfig(VolcanoAccount, p.URL())
	if err != nil {
		return nil, err
	}
	port, err := FreePort()
	if err != nil {
		return nil, err
	}
	flags = append([]string{"--kubeconfig", kubeconfig, "--leader-elect=false", "--enable-metrics=false",
		"--listen-address", fmt.Sprintf("127.0.0.1:%d", port)}, flags...)
	return startWith(variables, p.Work, name, path, flags...)
}

// plugins calls for every list of plugins in the tiers of a volcano-scheduler.conf.
func (v Values) plugins(each func(tier Values, list []any)) {
	tiers, _ := v["tiers"].([]any)
	for _, one := range tiers {
		if tier, is := one.(map[string]any); is {
			list, _ := tier["plugins"].([]any)
			each(tier, list)
		}
	}
}

// PluginArguments are those of a plugin in a volcano-scheduler.conf, to be changed; nil for a plugin that is not in it.
func (v Values) PluginArguments(name string) Values {
	var found Values
	v.plugins(func(_ Values, list []any) {
		for _, one := range list {
			if plugin, is := one.(map[string]any); is && plugin["name"] == name {
				found = Values(plugin).In("arguments")
			}
		}
	})
	return found
}

// DropPlugin takes a plugin out of a volcano-scheduler.conf.
func (v Values) DropPlugin(name string) {
	v.plugins(func(tier Values, list []any) {
		var rest []any
		for _, one := range list {
			if plugin, is := one.(map[string]any); !is || plugin["name"] != name {
				rest = append(rest, one)
			}
		}
		tier["plugins"] = rest
	})
}
