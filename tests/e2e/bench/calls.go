package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"npushare/tests/e2e/rig"
)

// count adds up the audit log: by user, and by what the user asked.
func (b *bench) count(r *result, mark rig.Mark) error {
	calls, err := b.plane.CallsSince(mark)
	for _, call := range calls {
		r.calls[call.User]++
		what := call.Resource
		if call.Subresource != "" {
			what += "/" + call.Subresource
		}
		r.calls[call.User+" "+call.Verb+" "+what]++
	}
	return err
}

func perPod(key string) func(result) float64 {
	return func(r result) float64 { return float64(r.calls[key]) / float64(r.pods) }
}

// reportCalls tells for each case what each user asks of the API server, a pod, where it is one call in twenty pods or
// more. Of the pods' events half are the scheduler's.
func reportCalls(out io.Writer, b *bench, results map[string][]result) {
	fmt.Fprintln(out, "\n| API calls a pod | by kube-scheduler | by the extender |")
	fmt.Fprintln(out, "| --- | --- | --- |")
	for _, c := range b.cases() {
		if rows := results[c.name]; len(rows) > 0 {
			fmt.Fprintf(out, "| %s | %s | %s |\n", c.name, listed(rows, rig.SchedulerAccount.Name), listed(rows, rig.NpushareAccount.Name))
		}
	}
}

func listed(rows []result, user string) string {
	sums := map[string]float64{}
	for _, row := range rows {
		for key := range row.calls {
			if what, is := strings.CutPrefix(key, user+" "); is {
				sums[what] += perPod(key)(row) / float64(len(rows))
			}
		}
	}
	maps.DeleteFunc(sums, func(_ string, sum float64) bool { return sum < 0.05 })
	kinds := slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), strings.Compare(a, b))
	})
	var texts []string
	for _, kind := range kinds {
		texts = append(texts, fmt.Sprintf("%.2f %s", sums[kind], kind))
	}
	return strings.Join(texts, ", ")
}
