package plugin

import (
	"errors"
	"sync"
	"time"
)

// Faults are what goes wrong in the plugin of one node. All are off at first, and may be switched at any time.
type Faults struct {
	mutex   sync.Mutex
	delay   time.Duration
	crashes map[Moment]int
	patches int
	latency time.Duration
	isMute  bool
	rests   bool
	isUsed  bool
}

// Delay makes each call of Allocate take that long.
func (f *Faults) Delay(by time.Duration) { f.set(func() { f.delay = by }) }

// Latency is how long each call of the plugin to the API server takes.
func (f *Faults) Latency(each time.Duration) { f.set(func() { f.latency = each }) }

// Moment is a place in the plugin's call of Allocate.
type Moment int

// The devices are taken off the list at both; the lock stays.
const (
	BeforePhase   Moment = iota // the phase is allocating still
	BeforeRelease               // it is success
)

// CrashNext ends the plugin at that moment of the next calls.
func (f *Faults) CrashNext(calls int, at Moment) {
	f.set(func() { f.crashes, f.isUsed = map[Moment]int{at: calls}, true })
}

// FailPatches makes the next writes of pods fail.
func (f *Faults) FailPatches(writes int) { f.set(func() { f.patches, f.isUsed = writes, true }) }

// Mute stops the plugin's reports of its chips.
func (f *Faults) Mute(isMute bool) { f.set(func() { f.isMute = isMute }) }

// Rest lets the node's kubelet take no notice of its pods.
func (f *Faults) Rest(rests bool) { f.set(func() { f.rests = rests }) }

func (f *Faults) set(change func()) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	change()
}

func (f *Faults) isResting() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.rests
}

// wereUsed: after a fault that makes pods fail, pods that fail prove nothing.
func (f *Faults) wereUsed() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.isUsed
}

func (f *Faults) pause() time.Duration {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.delay
}

// call is what the plugin does before each of its calls to the API server.
func (f *Faults) call() {
	f.mutex.Lock()
	latency := f.latency
	f.mutex.Unlock()
	time.Sleep(latency)
}

func (f *Faults) isQuiet() bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return f.isMute
}

func (f *Faults) takeCrash(at Moment) bool {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.crashes[at] == 0 {
		return false
	}
	f.crashes[at]--
	return true
}

var errInjected = errors.New("the server is currently unable to handle the request")

func (f *Faults) takePatch() error {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if f.patches == 0 {
		return nil
	}
	f.patches--
	return errInjected
}
