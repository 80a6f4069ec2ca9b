package main

import (
	"fmt"
	"io"
	"math"
	"time"

	"npushare/tests/e2e/rig"
)

// report prints a row for each case. Ratios are geometric means over the rounds, each round to its own.
func report(out io.Writer, b *bench, results map[string][]result) {
	fmt.Fprintf(out, "Kubernetes %s, %d nodes of 8 chips, %d pods\n\n", rig.Version(), b.nodes, b.pods)
	fmt.Fprintln(out, "| case | pods/s | to no extender | to null, same verbs | half, 99 % bound after | calls a pod | CPU ms a pod | breaches |")
	fmt.Fprintln(out, "| --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, c := range b.cases() {
		rows := results[c.name]
		if len(rows) == 0 || c.perSecond > 0 {
			continue
		}
		fmt.Fprintf(out, "| %s | %.0f | %s | %s | %s | %.2f | %.2f | %d |\n", c.name, mean(rows, result.rate),
			ratio(rows, results[b.cases()[0].name]), ratio(rows, results[peerOf(c)]),
			fmt.Sprintf("%.1f s, %.1f s", mean(rows, seconds(50)), mean(rows, seconds(99))),
			mean(rows, perPod(rig.NpushareAccount.Name)),
			mean(rows, func(r result) float64 { return float64(r.cpu.Microseconds()) / 1000 / float64(r.pods) }),
			breaches(rows))
	}
	reportFlow(out, b, results)
	reportCalls(out, b, results)
}

func peerOf(c benchCase) string {
	if c.isVolcano {
		if len(c.flags) > 0 {
			return volcanoNull + ", ten nodes"
		}
		return volcanoNull
	}
	switch c.scheduler {
	case byPrioritize:
		return "null: filter, prioritize, bind"
	case byFilter:
		return "null: filter, bind"
	}
	return ""
}

func seconds(percent int) func(result) float64 {
	return func(r result) float64 { return r.at(percent).Round(time.Millisecond).Seconds() }
}

// mean is the geometric one; of zeros it is zero.
func mean(rows []result, of func(result) float64) float64 {
	sum := 0.0
	for _, row := range rows {
		sum += math.Log(of(row))
	}
	return math.Exp(sum / float64(len(rows)))
}

func ratio(rows, to []result) string {
	if len(to) != len(rows) {
		return ""
	}
	sum := 0.0
	for k := range rows {
		sum += math.Log(rows[k].rate() / to[k].rate())
	}
	return fmt.Sprintf("%.2f", math.Exp(sum/float64(len(rows))))
}

func breaches(rows []result) (all int) {
	for _, row := range rows {
		all += row.breaches
	}
	return all
}
