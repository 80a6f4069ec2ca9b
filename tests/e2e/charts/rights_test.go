package charts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	authentication "k8s.io/api/authentication/v1"
	core "k8s.io/api/core/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	clientcmd "k8s.io/client-go/tools/clientcmd/api/v1"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/plugin"
	"npushare/tests/e2e/rig"
)

const patience = 90 * time.Second

// The default profile, its ConfigMaps, certificates aside, as they are, under its two ServiceAccounts and no other right: a
// pod with the chart's schedulerName gets its chip, and neither program is refused anything.
func TestChartsRightsAreEnough(t *testing.T) {
	ctx := t.Context()
	objects, err := render("--set", "deviceConfig.create=true")
	must(t, err)
	granted := objects.only("ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "ConfigMap")
	must(t, granted.apply(ctx, forReal))
	t.Cleanup(func() { granted.remove(context.Background()) })
	plane.Work = filepath.Join(plane.Dir, t.Name())
	must(t, os.MkdirAll(plane.Work, 0o755))
	addNode(t)
	certificates, err := rig.MakeServingFiles(plane.Work, "npushare.kube-system.svc")
	must(t, err)
	mark := plane.Now()

	npushare := startNpushare(t, objects, certificates)
	scheduler := startScheduler(t, objects, npushare, certificates)
	place(t)

	if npushare.CountInLog("orbidden")+scheduler.CountInLog("orbidden") > 0 {
		t.Errorf("a right is missing:\n%s\n%s", npushare.Tail(20), scheduler.Tail(20))
	}
	refused(t, mark)
}

func addNode(t *testing.T) {
	t.Helper()
	client, err := kubernetes.NewForConfig(plane.RestConfig(rig.Plugin))
	must(t, err)
	fleet, err := plugin.NewFleet(client)
	must(t, err)
	t.Cleanup(fleet.Stop)
	_, err = fleet.Add(plugin.NodeSpec{Name: "npu-1", Chips: []string{"68496E64-20E05477-92C31323-6E78030A-BD003019"}})
	must(t, err)
	t.Cleanup(func() { _ = fleet.Remove("npu-1") })
}

// startNpushare runs the release build with the chart's npushare.yaml; only address and certificate are this run's.
func startNpushare(t *testing.T, objects manifest, files rig.ServingFiles) *rig.Npushare {
	t.Helper()
	text, err := objects.text("npushare", "npushare.yaml")
	must(t, err)
	npushare, err := plane.StartNpushare(rig.NpushareOptions{TLS: &files, Edit: func(values rig.Values) {
		own := values.In("tls")
		clear(values)
		must(t, yaml.Unmarshal([]byte(text), &values))
		values["tls"] = map[string]any(own)
	}})
	must(t, err)
	t.Cleanup(npushare.Stop)
	must(t, npushare.WaitReady())
	return npushare
}

// startScheduler runs kube-scheduler with the chart's configuration, as the chart's ServiceAccount.
func startScheduler(t *testing.T, objects manifest, npushare *rig.Npushare, files rig.ServingFiles) *rig.Process {
	t.Helper()
	text, err := objects.text("npushare-kube-scheduler", "config.yaml")
	must(t, err)
	scheduler, err := plane.StartScheduler(rig.SchedulerOptions{Extender: npushare.Address(), TLS: &files,
		Edit: func(values rig.Values) {
			clear(values)
			must(t, yaml.Unmarshal([]byte(text), &values))
			values["clientConnection"] = map[string]any{"kubeconfig": kubeconfig(t, "npushare-kube-scheduler")}
			extender := values["extenders"].([]any)[0].(map[string]any)
			extender["urlPrefix"] = "https://" + npushare.Address()
			extender["tlsConfig"].(map[string]any)["caFile"] = files.Authority
		}})
	must(t, err)
	t.Cleanup(scheduler.Stop)
	return scheduler
}

// kubeconfig is for a ServiceAccount, by a token that the API server gives out for it.
func kubeconfig(t *testing.T, account string) string {
	t.Helper()
	token, err := plane.Client.CoreV1().ServiceAccounts(space).CreateToken(t.Context(), account,
		&authentication.TokenRequest{}, meta.CreateOptions{})
	must(t, err)
	authority := filepath.Join(plane.Dir, "certs", "apiserver.crt")
	config := clientcmd.Config{Kind: "Config", APIVersion: "v1", CurrentContext: "c",
		Clusters:  []clientcmd.NamedCluster{{Name: "c", Cluster: clientcmd.Cluster{Server: plane.URL(), CertificateAuthority: authority}}},
		AuthInfos: []clientcmd.NamedAuthInfo{{Name: "c", AuthInfo: clientcmd.AuthInfo{Token: token.Status.Token}}},
		Contexts:  []clientcmd.NamedContext{{Name: "c", Context: clientcmd.Context{Cluster: "c", AuthInfo: "c"}}}}
	text, err := yaml.Marshal(config)
	must(t, err)
	file := filepath.Join(plane.Work, account+".kubeconfig")
	must(t, os.WriteFile(file, text, 0o600))
	return file
}

// place makes the pod of docs/install.md and waits until it runs.
func place(t *testing.T) {
	t.Helper()
	pods := plane.Client.CoreV1().Pods(core.NamespaceDefault)
	objects, err := read("examples/pods/lab20-share-a.yaml")
	must(t, err)
	pod := objects[0]
	pod.SetName("first")
	pod.SetNamespace(core.NamespaceDefault)
	spec := pod.Object["spec"].(map[string]any)
	spec["schedulerName"] = "npushare-scheduler"
	delete(spec, "runtimeClassName")
	must(t, objects.apply(t.Context(), forReal))
	t.Cleanup(func() { objects.remove(context.Background()) })
	must(t, rig.WaitFor(patience, "the pod runs", func() error {
		seen, err := pods.Get(t.Context(), "first", meta.GetOptions{})
		if err == nil && seen.Status.Phase != core.PodRunning {
			err = fmt.Errorf("phase %s, conditions %v", seen.Status.Phase, seen.Status.Conditions)
		}
		if err == nil && seen.Annotations[plugin.AllocatedKey] == "" {
			t.Fatal("it runs without a grant")
		}
		return err
	}))
}

// refused fails for every call of npushare that the API server has answered with 403.
func refused(t *testing.T, mark rig.Mark) {
	t.Helper()
	calls, err := plane.CallsSince(mark)
	must(t, err)
	own := 0
	for _, call := range calls {
		if call.User != rig.NpushareAccount.Name {
			continue
		}
		own++
		if call.Status == 403 {
			t.Errorf("npushare may not %s %s/%s", call.Verb, call.Resource, call.Subresource)
		}
	}
	if own < 5 {
		t.Errorf("the audit log has %d calls of npushare: this test shows nothing", own)
	}
}
