package rig

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// NpushareOptions say what differs from an example of the project.
type NpushareOptions struct {
	Name   string       // of the log; npushare by default
	Config string       // examples/npushare.yaml by default
	Edit   func(Values) // what the test changes in it
	Server string       // where it finds the API server; the plane's own address by default
	TLS    *ServingFiles
	Port   int      // where it listens; a free one by default
	Args   []string // flags besides those of every run
}

// Npushare is one running replica.
type Npushare struct {
	*Process
	Port   int
	URL    string
	config string
	client *http.Client
}

// StartNpushare starts a replica under the account of deploy/rbac and waits until it answers, ready or not.
func (p *Plane) StartNpushare(options NpushareOptions) (*Npushare, error) {
	path, err := program("npushare")
	if err != nil {
		return nil, err
	}
	n := &Npushare{Port: options.Port}
	if n.Port == 0 {
		if n.Port, err = FreePort(); err != nil {
			return nil, err
		}
	}
	if err := n.configure(p.Work, &options); err != nil {
		return nil, err
	}
	if options.Server == "" {
		options.Server = p.URL()
	}
	kubeconfig, err := p.Kubeconfig(NpushareAccount, options.Server)
	if err != nil {
		return nil, err
	}
	args := append([]string{"serve", "--kubeconfig", kubeconfig, "--config", n.config,
		"--listen", fmt.Sprintf("127.0.0.1:%d", n.Port)}, options.Args...)
	n.Process, err = StartProcess(p.Work, options.Name, path, args...)
	if err != nil {
		return nil, err
	}
	return n, waitForStart(n.Process, func() error {
		_, _, err := n.Get("/livez")
		return err
	})
}

func (n *Npushare) configure(dir string, options *NpushareOptions) error {
	if options.Name == "" {
		options.Name = "npushare"
	}
	if options.Config == "" {
		options.Config = "examples/npushare.yaml"
	}
	values, err := readValues(options.Config)
	if err != nil {
		return err
	}
	n.URL = fmt.Sprintf("http://127.0.0.1:%d", n.Port)
	authority := ""
	if options.TLS != nil {
		values["tls"] = map[string]any{"certFile": options.TLS.Certificate, "keyFile": options.TLS.Key}
		n.URL, authority = fmt.Sprintf("https://127.0.0.1:%d", n.Port), options.TLS.Authority
	}
	if n.client, err = clientFor(authority, 10*time.Second); err != nil {
		return err
	}
	if options.Edit != nil {
		options.Edit(values)
	}
	n.config = filepath.Join(dir, options.Name+".yaml")
	return values.write(n.config)
}

// clientFor trusts an authority; with none it is for http.
func clientFor(authority string, timeout time.Duration) (*http.Client, error) {
	client := &http.Client{Timeout: timeout}
	if authority == "" {
		return client, nil
	}
	text, err := os.ReadFile(authority)
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
	return client, nil
}

// Get asks a page as Admin.
func (n *Npushare) Get(path string) (status int, body string, err error) {
	return n.call(http.MethodGet, path, nil)
}

// Ask posts a body to a verb.
func (n *Npushare) Ask(verb string, body, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	status, reply, err := n.call(http.MethodPost, "/"+verb, text)
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s answers %d: %s", verb, status, reply)
	}
	return json.Unmarshal([]byte(reply), answer)
}

func (n *Npushare) call(method, path string, body []byte) (int, string, error) {
	request, err := http.NewRequestWithContext(context.Background(), method, n.URL+path, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	request.Header.Set("Authorization", "Bearer "+Admin.Token())
	reply, err := n.client.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	return reply.StatusCode, string(text), err
}

// IsReady is nil when the replica is ready, else what it says.
func (n *Npushare) IsReady() error {
	status, _, err := n.Get("/readyz")
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		_, why, _ := n.Get("/readyz?verbose")
		return fmt.Errorf("%s is not ready:\n%s", n.Name, why)
	}
	return nil
}

// WaitReady waits until it may bind.
func (n *Npushare) WaitReady() error {
	return WaitFor(time.Minute, n.Name+" is ready", n.IsReady)
}

// Address is host and port.
func (n *Npushare) Address() string { return fmt.Sprintf("127.0.0.1:%d", n.Port) }
