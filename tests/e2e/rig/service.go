package rig

import (
	"net"
	"sync"
	"time"
)

// Service stands in for a Kubernetes Service: a new connection goes to the replica that is ready, an open one stays
// where it is.
type Service struct {
	listener net.Listener
	mutex    sync.Mutex
	replicas []*Npushare
}

// NewService listens on a free loopback port.
func NewService(replicas ...*Npushare) (*Service, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Service{listener: listener, replicas: replicas}
	go acceptAll(listener, s.route)
	return s, nil
}

// Address is where to connect.
func (s *Service) Address() string { return s.listener.Addr().String() }

// Close ends it.
func (s *Service) Close() { _ = s.listener.Close() }

func (s *Service) route(caller net.Conn) {
	ready := s.Ready()
	if ready == nil { // as a Service without endpoints: refused
		_ = caller.Close()
		return
	}
	server, err := net.DialTimeout("tcp", ready.Address(), time.Second)
	if err != nil {
		_ = caller.Close()
		return
	}
	pump(caller, server, func() {})
}

// Ready is the replica that leads and may bind, or nil.
func (s *Service) Ready() *Npushare {
	replicas := s.behind()
	answers := make(chan *Npushare, len(replicas))
	for _, replica := range replicas {
		go func() {
			if replica.HasEnded() || replica.IsReady() != nil {
				replica = nil
			}
			answers <- replica
		}()
	}
	limit := time.After(500 * time.Millisecond)
	for range replicas {
		select {
		case replica := <-answers:
			if replica != nil {
				return replica
			}
		case <-limit: // a replica that stands still does not answer its probe
			return nil
		}
	}
	return nil
}

// Replace puts other replicas in place of all.
func (s *Service) Replace(replicas ...*Npushare) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.replicas = replicas
}

func (s *Service) behind() []*Npushare {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.replicas
}
