package scenarios

import (
	"testing"

	"npushare/tests/e2e/rig"
)

// advise starts vc-scheduler with its own deviceshare on, and npushare as its adviser: predicate and prioritize, no webhook.
func (v *volcano) advise() {
	v.Helper()
	v.prepare()
	conf, err := plane.WriteVolcanoConf(rig.VolcanoExample, v.npushareURL(), func(values rig.Values) {
		values.PluginArguments("deviceshare")["deviceshare.AscendHAMiVNPUEnable"] = true
		extender := values.PluginArguments("extender")
		extender["extender.ignorable"] = true
		delete(extender, "extender.allocateFuncVerb")
		delete(extender, "extender.deallocateFuncVerb")
	})
	must(v.T, err)
	v.options.Args = []string{"--volcano-conf", conf.File}
	v.startNpushareAgain()
	v.startVolcano(conf)
	v.knowsChips()
}

// Volcano picks the chips and forgets who runs on them; npushare does not, and keeps the next pod away.
func TestVolcanoAdvisedCountsPodsThatRun(t *testing.T) {
	v := beginVolcano(t, oneHardChip())
	v.advise()

	v.create(hardPod("first", part{1, 12000, 0}))
	v.running("first")
	v.knowsChips() // from here on Volcano has forgotten it
	v.create(hardPod("second", part{1, 12000, 0}))
	v.refused("second")
	v.comesToNothing("second")

	v.remove("first")
	v.knowsChips()
	v.running("second")
}
