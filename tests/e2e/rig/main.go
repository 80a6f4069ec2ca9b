package rig

import (
	"fmt"
	"os"
	"path/filepath"
)

// RunOn runs a package's tests on one control plane, in a folder of its own below build/e2e. furnish gets the plane first
// and brings what the tests need. The answer is the exit code.
func RunOn(folder string, furnish func(*Plane) error, tests interface{ Run() int }) int {
	dir := filepath.Join(Root(), "build", "e2e", folder+"-"+Version())
	failed := func(err error) int {
		fmt.Fprintln(os.Stderr, "the control plane does not start:", err)
		return 1
	}
	if err := os.RemoveAll(dir); err != nil {
		return failed(err)
	}
	plane, err := StartPlane(dir)
	if err != nil {
		return failed(err)
	}
	defer plane.Stop()
	if err := furnish(plane); err != nil {
		return failed(err)
	}
	return tests.Run()
}
