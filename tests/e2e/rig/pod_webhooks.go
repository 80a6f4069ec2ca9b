package rig

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	admission "k8s.io/api/admissionregistration/v1"
	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// PodWebhooksFile is what we ship to turn pods with limits into pods with claims.
const PodWebhooksFile = "deploy/webhook/npushare-pods.yaml"

// ConvertLabel asks for that, on a pod or a namespace.
const ConvertLabel = "npu-dra/convert"

// PodWebhooks are those configurations, on a plane.
type PodWebhooks struct {
	plane     *Plane
	mutates   *admission.MutatingWebhookConfiguration
	validates *admission.ValidatingWebhookConfiguration
}

// AddPodWebhooks makes what we ship, with an address (host:port) in place of the Service and an authority's file in caBundle,
// and waits until a pod that asks for it would be converted.
func (p *Plane) AddPodWebhooks(address, authority string) (*PodWebhooks, error) {
	text, err := os.ReadFile(filepath.Join(Root(), PodWebhooksFile))
	if err != nil {
		return nil, err
	}
	bundle, err := os.ReadFile(authority)
	if err != nil {
		return nil, err
	}
	w := &PodWebhooks{p, &admission.MutatingWebhookConfiguration{}, &admission.ValidatingWebhookConfiguration{}}
	first, second, _ := bytes.Cut(text, []byte("\n---\n"))
	if err := errors.Join(yaml.UnmarshalStrict(first, w.mutates), yaml.UnmarshalStrict(second, w.validates)); err != nil {
		return nil, fmt.Errorf("%s: %w", PodWebhooksFile, err)
	}
	point := func(client *admission.WebhookClientConfig) {
		url := "https://" + address + *client.Service.Path
		*client = admission.WebhookClientConfig{URL: &url, CABundle: bundle}
	}
	for k := range w.mutates.Webhooks {
		point(&w.mutates.Webhooks[k].ClientConfig)
	}
	for k := range w.validates.Webhooks {
		point(&w.validates.Webhooks[k].ClientConfig)
	}
	ctx, configs := context.Background(), p.Client.AdmissionregistrationV1()
	if _, err := configs.MutatingWebhookConfigurations().Create(ctx, w.mutates, meta.CreateOptions{}); err != nil {
		return nil, err
	}
	if _, err := configs.ValidatingWebhookConfigurations().Create(ctx, w.validates, meta.CreateOptions{}); err != nil {
		return nil, errors.Join(err, w.Remove())
	}
	if err := w.wait(); err != nil {
		return nil, errors.Join(err, w.Remove())
	}
	return w, nil
}

// Remove takes them away; once is enough.
func (w *PodWebhooks) Remove() error {
	ctx, configs := context.Background(), w.plane.Client.AdmissionregistrationV1()
	first := configs.MutatingWebhookConfigurations().Delete(ctx, w.mutates.Name, meta.DeleteOptions{})
	second := configs.ValidatingWebhookConfigurations().Delete(ctx, w.validates.Name, meta.DeleteOptions{})
	for _, err := range []error{first, second} {
		if err != nil && !apierrors.IsNotFound(err) {
			return err
		}
	}
	return nil
}

// wait asks for a pod as a dry run, until the answer is a pod with a claim.
func (w *PodWebhooks) wait() error {
	probe := &core.Pod{ObjectMeta: meta.ObjectMeta{Name: "convert-probe", Labels: map[string]string{ConvertLabel: "true"}},
		Spec: core.PodSpec{Containers: []core.Container{{Name: "c", Image: "none", Resources: core.ResourceRequirements{Limits: oneChip()}}}}}
	return WaitFor(time.Minute, "the API server asks the webhook about pods", func() error {
		pod, err := w.plane.Client.CoreV1().Pods(core.NamespaceDefault).Create(context.Background(), probe,
			meta.CreateOptions{DryRun: []string{meta.DryRunAll}})
		if err == nil && len(pod.Spec.ResourceClaims) == 0 {
			err = errors.New("a pod is not converted")
		}
		return err
	})
}
