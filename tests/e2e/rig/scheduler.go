package rig

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// SchedulerOptions say which example a kube-scheduler runs with, and what differs from it.
type SchedulerOptions struct {
	Name     string        // of the log; kube-scheduler by default
	Config   string        // examples/kube-scheduler/config.yaml by default
	Extender string        // host:port in place of the example's; empty: no extender at all
	TLS      *ServingFiles // whose authority stands in place of the example's
	Profile  string        // schedulerName of its only profile; empty: the default one
	Edit     func(Values)
	Quick    bool // no limit on its own calls
}

// StartScheduler starts a kube-scheduler. It begins to schedule when it holds its Lease and has read the cluster.
func (p *Plane) StartScheduler(options SchedulerOptions) (*Process, error) {
	path, err := program("kube-scheduler")
	if err != nil {
		return nil, err
	}
	if options.Name == "" {
		options.Name = "kube-scheduler"
	}
	if options.Config == "" {
		options.Config = "examples/kube-scheduler/config.yaml"
	}
	values, err := readValues(options.Config)
	if err != nil {
		return nil, err
	}
	if err := options.apply(p, values); err != nil {
		return nil, err
	}
	file := filepath.Join(p.Work, options.Name+".yaml")
	if err := values.write(file); err != nil {
		return nil, err
	}
	if err := p.dropLease(values); err != nil {
		return nil, err
	}
	return StartProcess(p.Work, options.Name, path, "--config="+file, "--secure-port=0", "-v=3", DeviceGates)
}

func (o *SchedulerOptions) apply(p *Plane, values Values) error {
	kubeconfig, err := p.Kubeconfig(SchedulerAccount, p.URL())
	if err != nil {
		return err
	}
	connection := values.In("clientConnection")
	connection["kubeconfig"] = kubeconfig
	if o.Quick {
		connection["qps"], connection["burst"] = 5000, 5000
	}
	if o.Profile != "" {
		values["profiles"] = []any{map[string]any{"schedulerName": o.Profile}}
		// One that has its own pods needs a Lease of its own.
		values.In("leaderElection")["resourceName"] = o.Profile
	}
	if err := o.point(values); err != nil {
		return err
	}
	if o.Edit != nil {
		o.Edit(values)
	}
	return nil
}

// point puts the address of this run, and the authority's path, in place of the example's.
func (o *SchedulerOptions) point(values Values) error {
	if o.Extender == "" {
		delete(values, "extenders")
		return nil
	}
	extenders, is := values["extenders"].([]any)
	if !is || len(extenders) != 1 {
		return fmt.Errorf("%s has not one extender", o.Config)
	}
	extender := Values(extenders[0].(map[string]any))
	scheme, _, found := strings.Cut(fmt.Sprint(extender["urlPrefix"]), "://")
	if !found {
		return fmt.Errorf("%s: urlPrefix without a scheme", o.Config)
	}
	extender["urlPrefix"] = scheme + "://" + o.Extender
	if o.TLS != nil {
		extender.In("tlsConfig")["caFile"] = o.TLS.Authority
	}
	return nil
}

// dropLease removes what a kube-scheduler that was killed has left, so that the next one need not wait for its end.
func (p *Plane) dropLease(values Values) error {
	name, is := values.In("leaderElection")["resourceName"].(string)
	if !is {
		name = "kube-scheduler"
	}
	err := p.Client.CoordinationV1().Leases("kube-system").Delete(context.Background(), name, meta.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}
