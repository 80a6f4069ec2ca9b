// Package plugin plays the nodes of a cluster: a node plugin that reads and writes what ascend-device-plugin 1.4.0 does and
// refuses what that refuses, and a kubelet that admits pods through it. It is written from the plugin's contract and
// shares nothing with npushare.
package plugin

// The annotations of one chip model, as the plugin spells them.
const (
	Resource       = "huawei.com/Ascend310P"
	MemoryResource = Resource + "-memory"
	CoreResource   = Resource + "-core"

	Model          = "Ascend310P"
	ToAllocateKey  = "hami.io/Ascend310P-devices-to-allocate"
	AllocatedKey   = "hami.io/Ascend310P-devices-allocated"
	RuntimeKey     = "huawei.com/Ascend310P"
	ModeKey        = "huawei.com/vnpu-mode"
	SoftMode       = "hami-core"
	LockKey        = "hami.io/mutex.lock"
	PhaseKey       = "hami.io/bind-phase"
	BindTimeKey    = "hami.io/bind-time"
	NodeKey        = "hami.io/vgpu-node"
	RegisterKey    = "hami.io/node-register-Ascend310P"
	HandshakeKey   = "hami.io/node-handshake-Ascend310P"
	NodeModeKey    = "hami-vnpu-core"
	ChipMemory     = 21527 // MiB that a 310P3 is registered with
	softCores      = 100
	hardCores      = 8
	defaultSlots   = 7
	phaseFailed    = "failed"
	phaseSuccess   = "success"
	phaseAllocates = "allocating"
)
