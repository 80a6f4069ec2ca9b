package main

import (
	"os"
	"path/filepath"

	"npushare/tests/e2e/rig"
)

const byWebhook = "examples/kube-scheduler/config-webhook.yaml"

// webhookCase is a scheduler that binds by itself, and npushare that completes its Bindings.
func webhookCase() benchCase {
	return benchCase{name: "npushare: spread, webhook in place of bind", extender: "npushare", scheduler: byWebhook,
		settings: policy("spread", false, false), isWebhook: true}
}

// certify makes the certificate with which npushare serves: API servers ask over https only.
func (b *bench) certify() error {
	dir := filepath.Join(b.plane.Dir, "webhook")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var err error
	b.files, err = rig.MakeServingFiles(dir, "npushare.kube-system.svc")
	return err
}

func (b *bench) tlsOf(c benchCase) *rig.ServingFiles {
	if !c.isWebhook {
		return nil
	}
	return &b.files
}
