package rig

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// VerbProxy stands between vc-scheduler and an extender: it counts what is asked, and a test may do something between the
// extender's answer and its arrival at the scheduler. Without a target it is an extender that agrees to everything.
type VerbProxy struct {
	server *http.Server
	at     string
	target string
	client *http.Client

	mutex  sync.Mutex
	calls  map[string]int
	bodies map[string][]byte // the last one of each verb
	after  map[string]func()
}

// NewVerbProxy listens on a free loopback port. The target is a URL prefix, or empty; for https an authority vouches for it.
func NewVerbProxy(target, authority string) (*VerbProxy, error) {
	client, err := clientFor(authority, time.Minute)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &VerbProxy{at: "http://" + listener.Addr().String(), target: target, client: client,
		calls: map[string]int{}, bodies: map[string][]byte{}, after: map[string]func(){}}
	p.server = &http.Server{Handler: p}
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

// URL is the prefix that the scheduler's configuration names.
func (p *VerbProxy) URL() string { return p.at }

// Close ends it.
func (p *VerbProxy) Close() { _ = p.server.Close() }

// Once does something after the extender's next answer to a verb, while the scheduler still waits for it.
func (p *VerbProxy) Once(verb string, do func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.after[verb] = do
}

// Calls is how often a verb was asked.
func (p *VerbProxy) Calls(verb string) int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.calls[verb]
}

// Body is what came with a verb last.
func (p *VerbProxy) Body(verb string) []byte {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.bodies[verb]
}

func (p *VerbProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	verb := strings.TrimPrefix(r.URL.Path, "/")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	status, answer, err := p.ask(verb, body)
	p.note(verb, body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(answer)
}

func (p *VerbProxy) note(verb string, body []byte) {
	p.mutex.Lock()
	p.calls[verb]++
	p.bodies[verb] = body
	do := p.after[verb]
	delete(p.after, verb)
	p.mutex.Unlock()
	if do != nil {
		do()
	}
}

func (p *VerbProxy) ask(verb string, body []byte) (int, []byte, error) {
	if p.target == "" {
		return http.StatusOK, agreement(verb), nil
	}
	reply, err := p.client.Post(p.target+"/"+verb, "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	defer reply.Body.Close()
	answer, err := io.ReadAll(reply.Body)
	return reply.StatusCode, answer, err
}

// agreement is the answer of an extender that has nothing against anything.
func agreement(verb string) []byte {
	switch verb {
	case "prioritize":
		return []byte(`{"nodeScore":{}}`)
	case "jobReady":
		return []byte(`{"status":true}`)
	}
	return []byte("{}")
}

// Agree serves an extender that agrees to everything at an address, until it fails. It reads what it is asked and no more.
func Agree(address string) error {
	return http.ListenAndServe(address, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(agreement(strings.TrimPrefix(r.URL.Path, "/")))
	}))
}
