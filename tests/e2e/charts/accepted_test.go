package charts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"npushare/tests/e2e/rig"
)

// Every documented profile is what the API server takes, with no field that it does not know.
func TestProfilesAreAccepted(t *testing.T) {
	profiles, err := filepath.Glob(filepath.Join(rig.Root(), "charts/npushare/profiles/*.yaml"))
	must(t, err)
	if len(profiles) < 5 {
		t.Fatalf("only %d profiles: this test shows nothing", len(profiles))
	}
	for _, profile := range profiles {
		name := strings.TrimSuffix(filepath.Base(profile), ".yaml")
		t.Run(name, func(t *testing.T) {
			objects, err := render("--values", profile)
			must(t, err)
			if len(objects.only("Deployment")) == 0 {
				t.Fatal("nothing is deployed")
			}
			must(t, objects.inRange().apply(t.Context(), dryRun))
		})
	}
}

// What is applied without Helm.
func TestManifestsAreAccepted(t *testing.T) {
	for _, folder := range []string{"deploy/install", "deploy/rbac", "deploy/webhook"} {
		files, err := filepath.Glob(filepath.Join(rig.Root(), folder, "*.yaml"))
		must(t, err)
		for _, file := range files {
			name, err := filepath.Rel(rig.Root(), file)
			must(t, err)
			objects, err := read(name)
			must(t, err)
			if err := objects.inRange().apply(t.Context(), dryRun); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// A misspelt field is refused: what the tests above show is worth something.
func TestUnknownFieldsAreRefused(t *testing.T) {
	objects, err := render()
	must(t, err)
	objects.only("Deployment")[0].Object["spec"].(map[string]any)["replica"] = int64(2)
	if err := objects.apply(t.Context(), dryRun); err == nil || !strings.Contains(err.Error(), "replica") {
		t.Errorf("a Deployment with spec.replica is taken: %v", err)
	}
}

// Every released version, installed with its values, is upgraded in place: no field that may not change does.
func TestReleasedVersionsAreUpgraded(t *testing.T) {
	versions, err := os.ReadDir(filepath.Join(rig.Root(), "tests/charts/released"))
	must(t, err)
	if len(versions) == 0 {
		t.Fatal("no released version is kept")
	}
	for _, version := range versions {
		t.Run(version.Name(), func(t *testing.T) {
			folder := filepath.Join("tests/charts/released", version.Name())
			before, err := read(filepath.Join(folder, "manifest.yaml"))
			must(t, err)
			now, err := render("--values", filepath.Join(rig.Root(), folder, "values.yaml"))
			must(t, err)
			defer before.remove(t.Context())
			defer now.remove(t.Context())

			must(t, before.apply(t.Context(), forReal))
			must(t, now.apply(t.Context(), forReal))
		})
	}
}
