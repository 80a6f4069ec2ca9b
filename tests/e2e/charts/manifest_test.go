package charts

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/restmapper"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/rig"
)

// manifest is objects in the order of their text.
type manifest []*unstructured.Unstructured

// What becomes of an applied object.
var (
	forReal []string
	dryRun  = []string{meta.DryRunAll}
)

// render lets helm render the chart for this Kubernetes. It is an error that helm is not to be had.
func render(args ...string) (manifest, error) {
	found, err := exec.Command(filepath.Join(rig.Root(), "tools/get-helm")).Output()
	if err != nil {
		return nil, fmt.Errorf("tools/get-helm: %w", err)
	}
	words := append([]string{"template", "npushare", filepath.Join(rig.Root(), "charts/npushare"), "--namespace", space,
		"--kube-version", rig.Version()}, args...)
	command := exec.Command(strings.TrimSpace(string(found)), words...)
	command.Dir = rig.Root()
	text, err := command.Output()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return nil, fmt.Errorf("helm: %s", ended.Stderr)
	}
	if err != nil {
		return nil, err
	}
	return parse(string(text))
}

// read reads a manifest of the project.
func read(file string) (manifest, error) {
	text, err := os.ReadFile(filepath.Join(rig.Root(), file))
	if err != nil {
		return nil, err
	}
	return parse(string(text))
}

func parse(text string) (manifest, error) {
	var all manifest
	for _, document := range strings.Split("\n"+text, "\n---\n") {
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(document), &object.Object); err != nil {
			return nil, err
		}
		if len(object.Object) > 0 {
			all = append(all, object)
		}
	}
	return all, nil
}

// only keeps the objects of these kinds.
func (m manifest) only(kinds ...string) manifest {
	var kept manifest
	for _, object := range m {
		for _, kind := range kinds {
			if object.GetKind() == kind {
				kept = append(kept, object)
			}
		}
	}
	return kept
}

// inRange puts an address of this plane's range in place of one that a file gives a Service.
func (m manifest) inRange() manifest {
	for _, service := range m.only("Service") {
		if address, _, _ := unstructured.NestedString(service.Object, "spec", "clusterIP"); strings.HasPrefix(address, "10.96.") {
			service.Object["spec"].(map[string]any)["clusterIP"] = "10.0" + strings.TrimPrefix(address, "10.96")
		}
	}
	return m
}

// text is what a ConfigMap holds under a key.
func (m manifest) text(name, key string) (string, error) {
	for _, object := range m.only("ConfigMap") {
		if object.GetName() == name {
			text, found, err := unstructured.NestedString(object.Object, "data", key)
			if err != nil || found {
				return text, err
			}
		}
	}
	return "", fmt.Errorf("no ConfigMap %s with a key %s", name, key)
}

// apply is `kubectl apply --server-side --validate=strict` of every object; all complaints are in the error.
func (m manifest) apply(ctx context.Context, run []string) error {
	var all []error
	force := true // over what a test before has left with other managers
	for _, object := range m {
		resource, err := resourceOf(object)
		if err == nil {
			_, err = resource.Patch(ctx, object.GetName(), types.ApplyPatchType, encoded(object), meta.PatchOptions{
				FieldManager: "installer", DryRun: run, Force: &force, FieldValidation: meta.FieldValidationStrict})
		}
		if err != nil {
			all = append(all, fmt.Errorf("%s %s: %w", object.GetKind(), object.GetName(), err))
		}
	}
	return errors.Join(all...)
}

// remove deletes every object, whether or not it is there.
func (m manifest) remove(ctx context.Context) {
	for _, object := range m {
		if resource, err := resourceOf(object); err == nil {
			_ = resource.Delete(ctx, object.GetName(), meta.DeleteOptions{})
		}
	}
}

func resourceOf(object *unstructured.Unstructured) (dynamic.ResourceInterface, error) {
	objects, err := plane.Objects()
	if err != nil {
		return nil, err
	}
	groups, err := restmapper.GetAPIGroupResources(plane.Client.Discovery())
	if err != nil {
		return nil, err
	}
	kind := object.GroupVersionKind()
	mapping, err := restmapper.NewDiscoveryRESTMapper(groups).RESTMapping(schema.GroupKind{Group: kind.Group, Kind: kind.Kind}, kind.Version)
	if err != nil {
		return nil, err
	}
	if mapping.Scope.Name() == "namespace" {
		return objects.Resource(mapping.Resource).Namespace(object.GetNamespace()), nil
	}
	return objects.Resource(mapping.Resource), nil
}

func encoded(object *unstructured.Unstructured) []byte {
	text, err := object.MarshalJSON()
	if err != nil {
		panic(err) // it was read from YAML
	}
	return text
}
