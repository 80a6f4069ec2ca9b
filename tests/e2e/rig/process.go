package rig

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Process is a program that the rig started. It dies with the test process, however that ends.
type Process struct {
	Name string
	Log  string // path of what it wrote
	cmd  *exec.Cmd
	done chan struct{}
}

// StartProcess runs a program with its output in DIR/NAME.log, after what an earlier run of that name wrote.
func StartProcess(dir, name, path string, args ...string) (*Process, error) {
	return startWith(nil, dir, name, path, args...)
}

// startWith adds variables to the environment.
func startWith(variables []string, dir, name, path string, args ...string) (*Process, error) {
	p := &Process{Name: name, Log: filepath.Join(dir, name+".log"), done: make(chan struct{})}
	out, err := os.OpenFile(p.Log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	p.cmd = exec.Command(path, args...)
	p.cmd.Env = append(os.Environ(), variables...)
	p.cmd.Stdout, p.cmd.Stderr = out, out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

// Signal sends a signal; to a process that has ended it does nothing.
func (p *Process) Signal(signal syscall.Signal) {
	select {
	case <-p.done:
	default:
		_ = p.cmd.Process.Signal(signal)
	}
}

// Stop asks it to end, and after ten seconds ends it.
func (p *Process) Stop() {
	if p == nil {
		return
	}
	p.Signal(syscall.SIGCONT)
	p.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
	case <-time.After(10 * time.Second):
		p.Kill()
	}
}

// Kill ends it without asking, and waits until it is gone.
func (p *Process) Kill() {
	p.Signal(syscall.SIGKILL)
	<-p.done
}

// HasEnded tells whether it is gone.
func (p *Process) HasEnded() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Done is closed when it is gone.
func (p *Process) Done() <-chan struct{} { return p.done }

// CPU is what it has used of the processors, by its own and by the kernel's hand.
func (p *Process) CPU() (time.Duration, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(p.cmd.Process.Pid) + "/stat")
	if err != nil {
		return 0, err
	}
	_, after, found := strings.Cut(string(text), ") ") // the name may hold spaces
	fields := strings.Fields(after)
	if !found || len(fields) < 13 {
		return 0, errors.New("unknown form of /proc/PID/stat")
	}
	user, errUser := strconv.ParseInt(fields[11], 10, 64)
	kernel, errKernel := strconv.ParseInt(fields[12], 10, 64)
	const tick = 10 * time.Millisecond
	return time.Duration(user+kernel) * tick, errors.Join(errUser, errKernel)
}

// Tail is the end of its log, for messages.
func (p *Process) Tail(lines int) string {
	text, err := os.ReadFile(p.Log)
	if err != nil {
		return err.Error()
	}
	all := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

// CountInLog is how often a text stands in its log.
func (p *Process) CountInLog(text string) int {
	log, err := os.ReadFile(p.Log)
	if err != nil {
		return 0
	}
	return strings.Count(string(log), text)
}
