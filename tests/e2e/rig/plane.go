package rig

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"k8s.io/client-go/kubernetes"
)

// Plane is etcd and kube-apiserver, with RBAC on and every call of npushare and kube-scheduler in an audit log.
type Plane struct {
	Dir    string
	Client *kubernetes.Clientset // as Admin
	Work   string                // where the logs and files of npushare and kube-scheduler go; Dir at first

	etcd, server         *Process
	etcdPort, serverPort int
}

// StartPlane is ready when the API server says so. Dir is a folder of its own.
func StartPlane(dir string) (*Plane, error) {
	p := &Plane{Dir: dir, Work: dir}
	if err := p.start(); err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

func (p *Plane) start() error {
	if err := os.MkdirAll(filepath.Join(p.Dir, "certs"), 0o755); err != nil {
		return err
	}
	if err := writeTokens(filepath.Join(p.Dir, "tokens.csv")); err != nil {
		return err
	}
	if err := writeServiceAccountKey(filepath.Join(p.Dir, "accounts.key")); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.Dir, "audit.yaml"), []byte(auditPolicy()), 0o644); err != nil {
		return err
	}
	var err error
	if p.serverPort, err = FreePort(); err != nil {
		return err
	}
	if err := p.startEtcd(); err != nil {
		return err
	}
	return p.StartServer()
}

func (p *Plane) startEtcd() error {
	path, err := program("etcd")
	if err != nil {
		return err
	}
	if p.etcdPort, err = FreePort(); err != nil {
		return err
	}
	peers, err := FreePort()
	if err != nil {
		return err
	}
	clients := fmt.Sprintf("http://127.0.0.1:%d", p.etcdPort)
	peer := fmt.Sprintf("http://127.0.0.1:%d", peers)
	p.etcd, err = StartProcess(p.Dir, "etcd", path, "--data-dir", filepath.Join(p.Dir, "etcd"), "--unsafe-no-fsync",
		"--listen-client-urls", clients, "--advertise-client-urls", clients, "--listen-peer-urls", peer,
		"--initial-advertise-peer-urls", peer, "--initial-cluster", "default="+peer, "--log-level", "warn")
	return err
}

// StartServer starts kube-apiserver, or starts it again, and waits until it is ready.
func (p *Plane) StartServer() error {
	path, err := program("kube-apiserver")
	if err != nil {
		return err
	}
	in := func(name string) string { return filepath.Join(p.Dir, name) }
	p.server, err = StartProcess(p.Dir, "kube-apiserver", path,
		fmt.Sprintf("--etcd-servers=http://127.0.0.1:%d", p.etcdPort), fmt.Sprintf("--secure-port=%d", p.serverPort),
		"--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", "--cert-dir="+in("certs"),
		"--token-auth-file="+in("tokens.csv"), "--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc", "--service-account-signing-key-file="+in("accounts.key"),
		"--service-account-key-file="+in("accounts.key"), "--service-cluster-ip-range=10.0.0.0/16",
		"--endpoint-reconciler-type=none", "--disable-admission-plugins=ServiceAccount",
		DeviceGates, "--enable-priority-and-fairness=false", "--max-requests-inflight=0", "--max-mutating-requests-inflight=0",
		"--audit-policy-file="+in("audit.yaml"), "--audit-log-path="+p.auditLog())
	if err != nil {
		return err
	}
	if err := waitForStart(p.server, p.isReady); err != nil {
		return err
	}
	return nil
}

func (p *Plane) isReady() error {
	if p.Client == nil {
		client, err := kubernetes.NewForConfig(p.RestConfig(Admin)) // reads a file that the server writes first
		if err != nil {
			return err
		}
		p.Client = client
	}
	_, err := p.Client.RESTClient().Get().AbsPath("/readyz").DoRaw(context.Background())
	return err
}

// URL is where the API server is.
func (p *Plane) URL() string { return fmt.Sprintf("https://%s", p.Address()) }

// Address is its host and port.
func (p *Plane) Address() string { return fmt.Sprintf("127.0.0.1:%d", p.serverPort) }

// KillServer ends kube-apiserver as a crash would. StartServer brings it back.
func (p *Plane) KillServer() { p.server.Kill() }

// PauseEtcd and ResumeEtcd make the store stand still: reads from it and writes wait.
func (p *Plane) PauseEtcd()  { p.etcd.Signal(syscall.SIGSTOP) }
func (p *Plane) ResumeEtcd() { p.etcd.Signal(syscall.SIGCONT) }

// Stop ends both.
func (p *Plane) Stop() {
	if p.server != nil {
		p.server.Kill() // it would keep watchers waiting at its end
	}
	p.etcd.Stop()
}

func auditPolicy() string {
	return strings.TrimLeft(`
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- {level: Metadata, users: ["`+NpushareAccount.Name+`", "`+SchedulerAccount.Name+`"]}
- level: None
`, "\n")
}

func (p *Plane) auditLog() string { return filepath.Join(p.Dir, "audit.log") }
