package rig

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"sigs.k8s.io/yaml"
)

// The kinds of Volcano that tests make.
var (
	PodGroups   = schema.GroupVersionResource{Group: "scheduling.volcano.sh", Version: "v1beta1", Resource: "podgroups"}
	Queues      = schema.GroupVersionResource{Group: "scheduling.volcano.sh", Version: "v1beta1", Resource: "queues"}
	VolcanoJobs = schema.GroupVersionResource{Group: "batch.volcano.sh", Version: "v1alpha1", Resource: "jobs"}

	definitions = schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}
)

// Objects reads and writes objects of any kind, as Admin.
func (p *Plane) Objects() (dynamic.Interface, error) {
	return dynamic.NewForConfig(p.RestConfig(Admin))
}

// AddVolcanoKinds makes the API server know Volcano's kinds, all of which vc-controller-manager waits for.
func (p *Plane) AddVolcanoKinds() error {
	files, err := filepath.Glob(filepath.Join(Root(), "build/e2e/bin/volcano-"+volcanoVersion+"/crd/*.yaml"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("the kinds of Volcano are not there: run tools/run-e2e, which brings them")
	}
	objects, err := p.Objects()
	if err != nil {
		return err
	}
	for _, file := range files {
		if err := addKind(objects, file); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func addKind(objects dynamic.Interface, file string) error {
	ctx := context.Background()
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	kind := &unstructured.Unstructured{}
	if err := yaml.Unmarshal(text, &kind.Object); err != nil {
		return err
	}
	_, err = objects.Resource(definitions).Create(ctx, kind, meta.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	return WaitFor(time.Minute, kind.GetName()+" is served", func() error { return isServed(ctx, objects, kind.GetName()) })
}

func isServed(ctx context.Context, objects dynamic.Interface, name string) error {
	kind, err := objects.Resource(definitions).Get(ctx, name, meta.GetOptions{})
	if err != nil {
		return err
	}
	conditions, _, _ := unstructured.NestedSlice(kind.Object, "status", "conditions")
	for _, one := range conditions {
		if condition, is := one.(map[string]any); is && condition["type"] == "Established" && condition["status"] == "True" {
			return nil
		}
	}
	return fmt.Errorf("not yet")
}
