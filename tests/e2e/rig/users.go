package rig

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"k8s.io/client-go/rest"
	clientcmd "k8s.io/client-go/tools/clientcmd/api/v1"
	"sigs.k8s.io/yaml"
)

// User is an account of the API server, by its token.
type User struct {
	Name   string
	Groups []string
}

// The accounts of a plane. What each may do is said by RBAC alone, but for Admin, who may do all.
var (
	Admin            = User{"admin", []string{"system:masters"}}
	SchedulerAccount = User{"system:kube-scheduler", nil}
	// NpushareAccount is the ServiceAccount of deploy/rbac.
	NpushareAccount = User{"system:serviceaccount:kube-system:npushare",
		[]string{"system:serviceaccounts", "system:serviceaccounts:kube-system"}}
	// Plugin is what kubelets and node plugins of the simulated nodes are.
	Plugin = User{"node-plugin", []string{"system:masters"}}
	// VolcanoAccount is what vc-scheduler and vc-controller-manager are. Their rights are not ours to ship.
	VolcanoAccount = User{"system:serviceaccount:volcano-system:volcano-scheduler", []string{"system:masters"}}
	// Nobody has an account and no rights.
	Nobody = User{"nobody", nil}
)

func (u User) token() string { return "token-of-" + strings.ReplaceAll(u.Name, ":", "-") }

func writeTokens(path string) error {
	var text strings.Builder
	for k, user := range []User{Admin, SchedulerAccount, NpushareAccount, Plugin, VolcanoAccount, Nobody} {
		fmt.Fprintf(&text, "%s,%s,u%d,%q\n", user.token(), user.Name, k, strings.Join(user.Groups, ","))
	}
	return os.WriteFile(path, []byte(text.String()), 0o600)
}

// Token is what the user shows to the API server.
func (u User) Token() string { return u.token() }

// RestConfig lets a Go client speak as the user, as fast as it can.
func (p *Plane) RestConfig(user User) *rest.Config {
	config := &rest.Config{
		Host: p.URL(), BearerToken: user.token(), TLSClientConfig: rest.TLSClientConfig{CAFile: p.authority()},
		QPS: -1,
	}
	if user.Name == Plugin.Name {
		config.Wrap(func(next http.RoundTripper) http.RoundTripper { return patient{next} })
	}
	return config
}

// Kubeconfig writes a file for a program that speaks as the user, to the server at the URL.
func (p *Plane) Kubeconfig(user User, url string) (string, error) {
	const name = "plane"
	config := clientcmd.Config{
		Kind: "Config", APIVersion: "v1", CurrentContext: name,
		Clusters:  []clientcmd.NamedCluster{{Name: name, Cluster: clientcmd.Cluster{Server: url, CertificateAuthority: p.authority()}}},
		AuthInfos: []clientcmd.NamedAuthInfo{{Name: name, AuthInfo: clientcmd.AuthInfo{Token: user.token()}}},
		Contexts:  []clientcmd.NamedContext{{Name: name, Context: clientcmd.Context{Cluster: name, AuthInfo: name}}},
	}
	text, err := yaml.Marshal(config)
	if err != nil {
		return "", err
	}
	file, err := os.CreateTemp(p.Dir, "kubeconfig-*.yaml")
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = file.Write(text)
	return file.Name(), err
}

func (p *Plane) authority() string { return filepath.Join(p.Dir, "certs", "apiserver.crt") }
