// Bench measures how many pods a second a real kube-scheduler, or vc-scheduler, places: alone, with an extender that does nothing, and with
// npushare. All take turns on one control plane. docs/performance.md has the figures, tools/run-e2e-bench runs it.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"npushare/tests/e2e/rig"
)

func main() {
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "null") {
		exit(serveNull(os.Args[2], os.Args[3], os.Args[1] != "null"))
	}
	if len(os.Args) > 1 && os.Args[1] == "agreeing" {
		exit(rig.Agree(os.Args[2]))
	}
	b := bench{}
	flag.IntVar(&b.nodes, "nodes", 50, "nodes of 8 chips each")
	flag.IntVar(&b.pods, "pods", 400, "pods that wait when the scheduler starts; a chip takes 7")
	rounds := flag.Int("rounds", 2, "how often each case has its turn")
	flag.BoolVar(&b.isVolcano, "volcano", false, "vc-scheduler in place of kube-scheduler")
	only := flag.String("only", "", "cases whose name matches this regular expression")
	flag.Parse()
	exit(b.all(*rounds, *only))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// all takes turns, so that what else the machine does meets all cases alike.
func (b *bench) all(rounds int, only string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	dir := filepath.Join(rig.Root(), "build", "e2e", "bench-"+rig.Version())
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := b.begin(dir); err != nil {
		return err
	}
	defer b.end()
	results := map[string][]result{}
	for round := range rounds {
		for _, c := range b.cases() {
			if !wanted.MatchString(c.name) {
				continue
			}
			r, err := b.measure(c)
			if err != nil {
				return fmt.Errorf("%s: %w", c.name, err)
			}
			fmt.Fprintf(os.Stderr, "round %d: %-34s %6.1f pods/s\n", round+1, c.name, r.rate())
			results[c.name] = append(results[c.name], r)
		}
	}
	report(os.Stdout, b, results)
	return nil
}
