package plugin

import (
	"fmt"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// Serving is one container that kubelet has had served.
type Serving struct {
	Pod       types.NamespacedName
	Container string
	ByLock    bool // found through the lock; else through the list
	UUIDs     []string
	Env       map[string]string
	Begun     time.Time // when kubelet asked
	Took      time.Duration
}

// Log is what the plugins of all nodes did, and what they should never have had to do.
type Log struct {
	mutex    sync.Mutex
	servings []Serving
	breaches []string
}

func (l *Log) add(serving Serving) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.servings = append(l.servings, serving)
}

func (l *Log) breach(format string, values ...any) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.breaches = append(l.breaches, fmt.Sprintf(format, values...))
}

// Breaches are what no scheduler may cause: one pod served with another's chips, a grant that the plugin refuses, a quota
// that its container did not ask for.
func (l *Log) Breaches() []string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return append([]string(nil), l.breaches...)
}

// Pace is how long the plugins worked, all calls added up, and how long it was from the first call's begin to the last
// one's end. Of one node the two would be equal if each pod came the moment the one before it was served.
func (l *Log) Pace() (work, span time.Duration) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if len(l.servings) == 0 {
		return 0, 0
	}
	last := l.servings[len(l.servings)-1]
	for _, serving := range l.servings {
		work += serving.Took
	}
	return work, last.Begun.Add(last.Took).Sub(l.servings[0].Begun)
}

// Of are the servings of one pod, in their order.
func (l *Log) Of(pod types.NamespacedName) []Serving {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var own []Serving
	for _, serving := range l.servings {
		if serving.Pod == pod {
			own = append(own, serving)
		}
	}
	return own
}
