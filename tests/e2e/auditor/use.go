// Package auditor reads pods and nodes from the API server alone and adds up what npushare has granted, at every
// revision that the API server tells of. It knows the annotations by their published meaning and shares nothing with
// npushare or with the simulated node plugin.
package auditor

import "fmt"

// use is what is taken of one chip.
type use struct {
	memory int64 // MiB
	cores  int64 // percent of a soft-split chip, AI cores of a hard-split one
	cpus   int64 // AI CPUs, of a hard-split chip
	shares int64
}

func (u use) plus(other use) use {
	return use{u.memory + other.memory, u.cores + other.cores, u.cpus + other.cpus, u.shares + other.shares}
}

func (u use) larger(other use) use {
	return use{max(u.memory, other.memory), max(u.cores, other.cores), max(u.cpus, other.cpus), max(u.shares, other.shares)}
}

func (u use) within(limit use) bool {
	return u.memory <= limit.memory && u.cores <= limit.cores && u.cpus <= limit.cpus && u.shares <= limit.shares
}

func (u use) String() string {
	return fmt.Sprintf("%d MiB, %d cores, %d AI CPUs, %d shares", u.memory, u.cores, u.cpus, u.shares)
}

// template is a fixed split by the driver.
type template struct {
	name string
	use
}

// All that a 310P3 has, the smallest first.
var templates = []template{{"vir01", use{3072, 1, 1, 1}}, {"vir02", use{6144, 2, 2, 1}}, {"vir04", use{12288, 4, 4, 1}}}

func templateNamed(name string) (use, bool) {
	for _, t := range templates {
		if t.name == name {
			return t.use, true
		}
	}
	return use{}, false
}

const (
	aiCores = 8 // of a 310P3
	aiCPUs  = 7
)
