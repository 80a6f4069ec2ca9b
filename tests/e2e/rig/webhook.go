package rig

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	admission "k8s.io/api/admissionregistration/v1"
	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// WebhookFile is what we ship for a scheduler that writes its Bindings itself.
const WebhookFile = "deploy/webhook/npushare-binding.yaml"

// Webhook is that configuration, on a plane.
type Webhook struct {
	plane *Plane
	name  string
}

// AddWebhook makes what we ship, with an address (host:port) in place of the Service and an authority's file in caBundle,
// and waits until the API server asks npushare there.
func (p *Plane) AddWebhook(address, authority string, edits ...func(*admission.MutatingWebhook)) (*Webhook, error) {
	config, err := readWebhook(address, authority)
	if err != nil {
		return nil, err
	}
	for _, edit := range edits {
		edit(&config.Webhooks[0])
	}
	configs := p.Client.AdmissionregistrationV1().MutatingWebhookConfigurations()
	if _, err := configs.Create(context.Background(), config, meta.CreateOptions{}); err != nil {
		return nil, err
	}
	w := &Webhook{p, config.Name}
	if err := p.waitForWebhook(); err != nil {
		return nil, errors.Join(err, w.Remove())
	}
	return w, nil
}

// Remove takes it away; once is enough.
func (w *Webhook) Remove() error {
	configs := w.plane.Client.AdmissionregistrationV1().MutatingWebhookConfigurations()
	err := configs.Delete(context.Background(), w.name, meta.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	return err
}

func readWebhook(address, authority string) (*admission.MutatingWebhookConfiguration, error) {
	text, err := os.ReadFile(filepath.Join(Root(), WebhookFile))
	if err != nil {
		return nil, err
	}
	config := &admission.MutatingWebhookConfiguration{}
	if err := yaml.UnmarshalStrict(text, config); err != nil {
		return nil, fmt.Errorf("%s: %w", WebhookFile, err)
	}
	if len(config.Webhooks) != 1 || config.Webhooks[0].ClientConfig.Service == nil {
		return nil, fmt.Errorf("%s has not one webhook behind a Service", WebhookFile)
	}
	url := "https://" + address + *config.Webhooks[0].ClientConfig.Service.Path
	bundle, err := os.ReadFile(authority)
	config.Webhooks[0].ClientConfig = admission.WebhookClientConfig{URL: &url, CABundle: bundle}
	return config, err
}

// waitForWebhook asks for a Binding that npushare denies and the API server alone would take: a dry run, to a node that
// does not exist.
func (p *Plane) waitForWebhook() error {
	ctx, pods := context.Background(), p.Client.CoreV1().Pods(core.NamespaceDefault)
	probe := &core.Pod{ObjectMeta: meta.ObjectMeta{Name: "webhook-probe"}, Spec: core.PodSpec{SchedulerName: "nobody",
		Containers: []core.Container{{Name: "c", Image: "none", Resources: core.ResourceRequirements{Limits: oneChip()}}}}}
	if _, err := pods.Create(ctx, probe, meta.CreateOptions{}); err != nil {
		return err
	}
	now := int64(0)
	defer func() { _ = pods.Delete(ctx, probe.Name, meta.DeleteOptions{GracePeriodSeconds: &now}) }()
	return WaitFor(time.Minute, "the API server asks the webhook", func() error {
		binding := &core.Binding{ObjectMeta: meta.ObjectMeta{Name: probe.Name, Namespace: core.NamespaceDefault},
			Target: core.ObjectReference{Kind: "Node", Name: "no-such-node"}}
		err := pods.Bind(ctx, binding, meta.CreateOptions{DryRun: []string{meta.DryRunAll}})
		if apierrors.IsConflict(err) {
			return nil
		}
		return fmt.Errorf("the answer to a Binding is %w", orAccepted(err))
	})
}

func oneChip() core.ResourceList {
	return core.ResourceList{"huawei.com/Ascend310P": resource.MustParse("1")}
}

func orAccepted(err error) error {
	if err == nil {
		return errors.New("that it is accepted")
	}
	return err
}
