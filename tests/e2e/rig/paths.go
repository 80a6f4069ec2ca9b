// Package rig starts the real programs of a cluster on loopback, and npushare beside them, and stops all that it started.
package rig

import (
	"fmt"
	"os"
	"path/filepath"
)

// Root is the top folder of the project.
func Root() string {
	if root := os.Getenv("E2E_ROOT"); root != "" {
		return root
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		panic(err)
	}
	return root
}

// Version is that of the Kubernetes programs under test.
func Version() string {
	if version := os.Getenv("K8S"); version != "" {
		return version
	}
	return "1.37.2"
}

const etcdVersion = "3.7.0"

// program says where tools/run-e2e has put a program, and fails for one that was not built. The variable
// NPUSHARE names another npushare, such as one with a sanitizer.
func program(name string) (string, error) {
	if given := os.Getenv("NPUSHARE"); name == "npushare" && given != "" {
		return given, nil
	}
	places := map[string]string{
		"etcd":     "build/e2e/bin/etcd-" + etcdVersion + "/etcd",
		"npushare": "build/release/scheduler/npushare",

		"vc-scheduler":          "build/e2e/bin/volcano-" + volcanoVersion + "/vc-scheduler",
		"vc-controller-manager": "build/e2e/bin/volcano-" + volcanoVersion + "/vc-controller-manager",
	}
	place, known := places[name]
	if !known {
		place = "build/e2e/bin/kubernetes-" + Version() + "/" + name
	}
	path := filepath.Join(Root(), place)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s is not built: run tools/run-e2e, which builds it: %w", name, err)
	}
	return path, nil
}
