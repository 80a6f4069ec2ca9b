package rig

import (
	"io"
	"net"
	"sync"
)

// Valve passes connections on to an address and can hold back what comes from there: a network that stands still.
type Valve struct {
	listener net.Listener
	target   string
	mutex    sync.Mutex
	open     *sync.Cond
	isShut   bool
}

// NewValve listens on a free loopback port.
func NewValve(target string) (*Valve, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	v := &Valve{listener: listener, target: target}
	v.open = sync.NewCond(&v.mutex)
	go acceptAll(listener, v.pass)
	return v, nil
}

// Address is where to connect.
func (v *Valve) Address() string { return v.listener.Addr().String() }

// Shut holds back all answers until Open.
func (v *Valve) Shut() { v.set(true) }

// Open lets them through, those held back first.
func (v *Valve) Open() { v.set(false) }

// Close ends it; open connections go on until their ends close them.
func (v *Valve) Close() {
	v.Open()
	_ = v.listener.Close()
}

func (v *Valve) set(isShut bool) {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	v.isShut = isShut
	v.open.Broadcast()
}

func (v *Valve) waitUntilOpen() {
	v.mutex.Lock()
	defer v.mutex.Unlock()
	for v.isShut {
		v.open.Wait()
	}
}

func (v *Valve) pass(caller net.Conn) {
	server, err := net.Dial("tcp", v.target)
	if err != nil {
		_ = caller.Close()
		return
	}
	pump(caller, server, v.waitUntilOpen)
}

func acceptAll(listener net.Listener, serve func(net.Conn)) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		go serve(connection)
	}
}

// pump carries bytes both ways until one end closes; what comes back waits for mayReturn.
func pump(caller, server net.Conn, mayReturn func()) {
	go func() {
		_, _ = io.Copy(server, caller)
		_ = server.Close()
	}()
	buffer := make([]byte, 64<<10)
	for {
		n, err := server.Read(buffer)
		mayReturn()
		if n > 0 {
			if _, failed := caller.Write(buffer[:n]); failed != nil {
				break
			}
		}
		if err != nil {
			break
		}
	}
	_ = caller.Close()
	_ = server.Close()
}
