package rig

import (
	"fmt"
	"net"
	"os"
	"time"
)

// Patience is what the environment says, or else usual.
func Patience(usual time.Duration) time.Duration {
	if given, err := time.ParseDuration(os.Getenv("E2E_PATIENCE")); err == nil {
		return given
	}
	return usual
}

const lookAgain = 50 * time.Millisecond

// WaitFor asks again until the answer is nil; at the deadline it returns the last answer.
func WaitFor(limit time.Duration, what string, ask func() error) error {
	deadline := time.Now().Add(limit)
	for {
		err := ask()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s: not within %s: %w", what, limit, err)
		}
		time.Sleep(lookAgain)
	}
}

// waitForStart is WaitFor for a program that begins to serve; it gives up as soon as the program has ended.
func waitForStart(p *Process, ask func() error) error {
	err := WaitFor(2*time.Minute, p.Name+" serves", func() error {
		if p.HasEnded() {
			return nil
		}
		return ask()
	})
	if p.HasEnded() {
		err = fmt.Errorf("%s has ended at its start", p.Name)
	}
	if err != nil {
		return fmt.Errorf("%w; %s ends with:\n%s", err, p.Log, p.Tail(15))
	}
	return nil
}

// FreePort is a loopback port that nobody listens on.
func FreePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}
