package charts

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	node "k8s.io/api/node/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"

	"npushare/tests/e2e/rig"
)

// section is what stands below a heading of a page and is meant to be typed.
type section struct{ name, script string }

var fence = regexp.MustCompile("(?ms)^```sh\n(.*?)^```$")

// sections are those of a page that have something to type.
func sections(t *testing.T, page string) []section {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(rig.Root(), page))
	must(t, err)
	var all []section
	for _, part := range strings.Split(string(text), "\n## ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		var script strings.Builder
		for _, block := range fence.FindAllStringSubmatch(body, -1) {
			script.WriteString(block[1])
		}
		if script.Len() > 0 {
			all = append(all, section{name, script.String()})
		}
	}
	return all
}

// Each section of these pages is typed as it stands, by helm, kubectl and npushare themselves. Only the address of the
// example's Service is one of this plane's.
func TestPagesAreFollowed(t *testing.T) {
	class := &node.RuntimeClass{ObjectMeta: meta.ObjectMeta{Name: "ascend"}, Handler: "ascend"}
	_, err := plane.Client.NodeV1().RuntimeClasses().Create(t.Context(), class, meta.CreateOptions{})
	must(t, err)
	t.Cleanup(func() {
		_ = plane.Client.NodeV1().RuntimeClasses().Delete(context.Background(), "ascend", meta.DeleteOptions{})
	})
	seen := 0
	for _, page := range []string{"docs/install.md", "docs/upgrade.md"} {
		for _, part := range sections(t, page) {
			seen++
			t.Run(filepath.Base(page)+"/"+part.name, func(t *testing.T) {
				typed(t, strings.ReplaceAll(part.script, "10.96.0.80", "10.0.0.80"))
			})
		}
	}
	if seen < 5 {
		t.Errorf("only %d sections have something to type: this test shows nothing", seen)
	}
}

// The certificates that Helm has made stay what they are.
func TestGeneratedCertificatesStayOverUpgrades(t *testing.T) {
	typed(t, `
helm install npushare charts/npushare --namespace kube-system
kubectl -n kube-system get secret npushare-tls -o jsonpath='{.data}' > before
helm upgrade npushare charts/npushare --namespace kube-system --set replicas=3
kubectl -n kube-system get secret npushare-tls -o jsonpath='{.data}' > after
helm uninstall npushare --namespace kube-system
cmp before after
`)
}

// typed runs a script in a folder that has the project's files, as an administrator of the plane.
func typed(t *testing.T, script string) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"charts", "deploy", "docs", "examples"} {
		must(t, os.Symlink(filepath.Join(rig.Root(), name), filepath.Join(folder, name)))
	}
	kubeconfig, err := plane.Kubeconfig(rig.Admin, plane.URL())
	must(t, err)
	command := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", script)
	command.Dir = folder
	command.Env = append(os.Environ(), "PATH="+programs(t)+":"+os.Getenv("PATH"), "KUBECONFIG="+kubeconfig, "HOME="+folder)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v, after:\n%s", err, remarks.ReplaceAll(output, nil))
		uninstall := exec.Command("bash", "-c", "helm uninstall npushare --namespace kube-system")
		uninstall.Env = command.Env
		_ = uninstall.Run() // the next test begins with nothing
	}
}

// What helm says of the chart's links into the project, each time.
var remarks = regexp.MustCompile(`(?m)^walk\.go.*\n`)

// programs is a folder with what a reader has installed.
func programs(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	helm, err := exec.Command(filepath.Join(rig.Root(), "tools/get-helm")).Output()
	must(t, err)
	npushare := os.Getenv("NPUSHARE")
	if npushare == "" {
		npushare = filepath.Join(rig.Root(), "build/release/scheduler/npushare")
	}
	for name, path := range map[string]string{
		"helm":     strings.TrimSpace(string(helm)),
		"kubectl":  filepath.Join(rig.Root(), "build/e2e/bin/kubectl-0.37.2/kubectl"),
		"npushare": npushare,
	} {
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("%s is not there: run tools/run-e2e, which builds it: %v", name, err)
		}
		must(t, os.Symlink(path, filepath.Join(folder, name)))
	}
	return folder
}
