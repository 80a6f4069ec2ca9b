package plugin

import (
	"strings"
	"testing"
)

// The plugin's readers against the published tables: npc-9.2-36 to 49, npc-9.3-50 to 56, npc-9.4-57 to 63.

func TestDevicesToAllocateAreReadAsThePluginReadsThem(t *testing.T) {
	for _, c := range []struct {
		text, again string // again: written as it was read
		fails       string
	}{
		{text: "A,T,1,2", again: "A,T,1,2:;"},
		{text: "A,T,1,2:;", again: "A,T,1,2:;;"},
		{text: "", again: ";"},
		{text: ";;", again: ";;;"},
		{text: "garbage:A,T,1,2:zz", again: "A,T,1,2:;"},
		{text: "A,T,1,2,9,9", again: "A,T,1,2:;"},
		{text: "A,T,+5,-3", again: "A,T,5,-3:;"},
		{text: "A,T,010,0", again: "A,T,10,0:;"},
		{text: "A,T,2147483647,0", again: "A,T,2147483647,0:;"},
		{text: "A,T,2147483648,0", fails: "invalid memory field"},
		{text: "A,T,1", fails: "missing fields"},
		{text: "A,T,1,0;A,T,1", fails: "missing fields"},
		{text: "A,T, 5,1", fails: "invalid memory field"},
		{text: "A,T,1_0,1", fails: "invalid memory field"},
		{text: "A,T,,0", fails: "invalid memory field"},
		{text: "A,T,8192Mi,0", fails: "invalid memory field"},
		{text: "A,T,0x10,0", fails: "invalid memory field"},
		{text: "A,T,1.5,0", fails: "invalid memory field"},
		{text: "A,T,8192,0 :;", fails: "invalid core field"},
		{text: " A,T,1,0", again: " A,T,1,0:;"},
	} {
		segments, err := decodeToAllocate(c.text)
		if c.fails != "" {
			if err == nil || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%q: error %v, should be %q", c.text, err, c.fails)
			}
		} else if again := encodeToAllocate(segments); err != nil || again != c.again {
			t.Errorf("%q is written again as %q, %v; should be %q", c.text, again, err, c.again)
		}
	}
}

func TestRuntimeEntriesAreReadAsThePluginReadsThem(t *testing.T) {
	for _, text := range []string{`{}`, ``, `[["A"]]`, `[{"UUID":"A"}]x`, `[{"UUID":"A",}]`, `[{"UUID":5}]`,
		`[{"UUID":"A","memory":"8192"}]`, `[{"UUID":"A","memory":8192.0}]`, `[{"UUID":"A","memory":8e3}]`,
		`[{"UUID":"A","memory":9223372036854775808}]`, `[{"UUID":"A","core":2147483648}]`} {
		if table, err := decodeRuntime(text); err == nil {
			t.Errorf("%s is read as %v, should be refused", text, table)
		}
	}
	for _, text := range []string{`[{"UUID":"","memory":3}]`, `[null]`, `null`, `[]`} {
		if table, err := decodeRuntime(text); err != nil || len(table) != 0 {
			t.Errorf("%s is read as %v, %v; should be empty", text, table, err)
		}
	}
	for text, memory := range map[string]int64{`[{"uuid":"A","Memory":1}]`: 1, `[{"UUID":"A","memory":-1}]`: -1,
		`[{"UUID":"A","memory":1},{"UUID":"A","memory":2}]`: 2} {
		table, err := decodeRuntime(text)
		if entry := table["A"]; err != nil || entry.Memory == nil || *entry.Memory != memory {
			t.Errorf("%s is read as %v, %v; should have memory %d", text, table, err, memory)
		}
	}
	table, err := decodeRuntime(`[{"UUID":"A","memory":null,"core":null}]`)
	if entry, has := table["A"]; err != nil || !has || entry.Memory != nil || entry.Core != nil {
		t.Errorf("nulls are read as %v, %v; should be absent", table, err)
	}
}

func TestLocksAreReadAsThePluginReadsThem(t *testing.T) {
	for value, want := range map[string]string{
		"2026-08-14T07:47:40Z,default,x": "default/x", "2026-08-14T15:47:40+08:00,default,x": "default/x",
		"2026-08-14T07:47:40.123Z,default,x": "default/x", "2026-08-14T07:47:40Z": "nobody", "2026-08-14T07:47:40Z,,": "nobody",
		"x": "error", "": "error", "2026-08-14 07:47:40,default,x": "error", "2026-08-14t07:47:40z,default,x": "error",
		"2026-08-14T07:47:40Z,default": "error", "2026-08-14T07:47:40Z,a,b,c": "error",
	} {
		pod, names, err := readLock(value)
		got := "nobody"
		if err != nil {
			got = "error"
		} else if names {
			got = pod.String()
		}
		if got != want {
			t.Errorf("lock %q is of %s, should be of %s", value, got, want)
		}
	}
}
