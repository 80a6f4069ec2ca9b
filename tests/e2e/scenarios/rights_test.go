package scenarios

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	authorization "k8s.io/api/authorization/v1"
	rbac "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"npushare/tests/e2e/rig"
)

// right is one verb of one rule.
type right struct{ verb, group, resource, name string }

// String is as npushare names a right that it lacks.
func (r right) String() string {
	resource, part, isPart := strings.Cut(r.resource, "/")
	text := r.verb + " " + resource
	if r.group != "" {
		text += "." + r.group
	}
	if isPart {
		text += "/" + part
	}
	if r.name != "" {
		text += ` "` + r.name + `"`
	}
	return text
}

// without copies rules with one verb of one of them left out, and names what is left out.
func without(rules []rbac.PolicyRule, rule, verb int) ([]rbac.PolicyRule, right) {
	left := slices.Clone(rules)
	old := left[rule]
	gone := right{verb: old.Verbs[verb], group: old.APIGroups[0], resource: old.Resources[0]}
	if len(old.ResourceNames) > 0 {
		gone.name = old.ResourceNames[0]
	}
	left[rule].Verbs = slices.Delete(slices.Clone(old.Verbs), verb, verb+1)
	if len(left[rule].Verbs) == 0 {
		left = slices.Delete(left, rule, rule+1)
	}
	return left, gone
}

func shippedRights(t *testing.T) (*rbac.ClusterRole, *rbac.Role) {
	t.Helper()
	shipped, err := rig.ReadRights(rig.RightsFile)
	must(t, err)
	if len(shipped.ClusterRoles) != 1 || len(shipped.Roles) != 1 {
		t.Fatalf("%s has not one ClusterRole and one Role", rig.RightsFile)
	}
	return shipped.ClusterRoles[0], shipped.Roles[0]
}

// Taking any one verb of any one rule away breaks something that npushare tells of; with all of them nothing is refused.
func TestNoRightIsToSpare(t *testing.T) {
	s := begin(t, labNode())
	cluster, local := shippedRights(t)
	s.writeChips(s.exampleChips())
	t.Cleanup(func() { s.setRules(cluster.Rules, local.Rules) })

	for rule := range cluster.Rules {
		for verb := range cluster.Rules[rule].Verbs {
			left, gone := without(cluster.Rules, rule, verb)
			if isForOldServers(gone) {
				continue
			}
			s.setRules(left, local.Rules)
			s.misses(gone, "")
		}
	}
	for rule := range local.Rules {
		for verb := range local.Rules[rule].Verbs {
			left, gone := without(local.Rules, rule, verb)
			s.setRules(cluster.Rules, left)
			s.misses(gone, local.Namespace)
		}
	}

	s.setRules(cluster.Rules, local.Rules)
	for _, rules := range [][]rbac.PolicyRule{cluster.Rules, local.Rules} {
		_, last := without(rules, len(rules)-1, len(rules[len(rules)-1].Verbs)-1)
		s.untilAllowed(last, local.Namespace, true)
	}
	s.nothingIsRefused()
}

// checks are those of what npushare works without: it does not ask for the rights in advance.
var checks = map[string]string{"poddisruptionbudgets": "disruption-budgets", "resourcequotas": "namespace-quotas"}

// isForOldServers: where watches begin with a list (1.34 and later), budgets and quotas are not listed, and npushare does
// not ask for rights to them in advance. It does for pods and nodes, so there the test sees both verbs.
func isForOldServers(r right) bool { return checks[r.resource] != "" && r.verb == "list" }

func (s *scene) setRules(cluster, local []rbac.PolicyRule) {
	s.Helper()
	wholly, partly := shippedRights(s.T)
	wholly.Rules, partly.Rules = cluster, local
	ctx := context.Background() // also in a clean-up
	_, err := s.client.RbacV1().ClusterRoles().Update(ctx, wholly, meta.UpdateOptions{})
	must(s.T, err)
	_, err = s.client.RbacV1().Roles(partly.Namespace).Update(ctx, partly, meta.UpdateOptions{})
	must(s.T, err)
}

// untilAllowed waits until the API server judges by the rules as they are now.
func (s *scene) untilAllowed(r right, space string, want bool) {
	s.Helper()
	resource, part, _ := strings.Cut(r.resource, "/")
	review := &authorization.SubjectAccessReview{Spec: authorization.SubjectAccessReviewSpec{
		User: rig.NpushareAccount.Name, Groups: rig.NpushareAccount.Groups,
		ResourceAttributes: &authorization.ResourceAttributes{Verb: r.verb, Group: r.group, Resource: resource,
			Subresource: part, Namespace: space, Name: r.name}}}
	must(s.T, rig.WaitFor(patience, "the API server knows the rules", func() error {
		answer, err := s.client.AuthorizationV1().SubjectAccessReviews().Create(s.ctx, review, meta.CreateOptions{})
		if err == nil && answer.Status.Allowed != want {
			err = fmt.Errorf("%s: allowed is %t", r, answer.Status.Allowed)
		}
		return err
	}))
}

// alone is a replica of the example for replicas, with http.
func (s *scene) alone(name string) *rig.Npushare {
	s.Helper()
	return s.startReplica(rig.NpushareOptions{Name: name, Config: "examples/npushare-replicas.yaml",
		Edit: func(v rig.Values) { delete(v, "tls") }})
}

// misses starts a replica that lacks a right and waits until it tells so.
func (s *scene) misses(gone right, space string) {
	s.Helper()
	s.untilAllowed(gone, space, false)
	n := s.alone("without-" + regexp.MustCompile(`[^a-z]+`).ReplaceAllString(gone.String(), "-"))
	err := rig.WaitFor(patience/3, "npushare tells that it lacks "+gone.String(), func() error { return tells(n, gone) })
	if err != nil {
		s.Error(err)
	}
	n.Stop()
}

func tells(n *rig.Npushare, gone right) error {
	if strings.HasSuffix(gone.resource, "reviews") { // asked for by those who want to see a page, and only then
		status, page, err := n.Get("/v1/ledgers")
		if err == nil && status != 503 {
			err = fmt.Errorf("/v1/ledgers answers %d: %s", status, page)
		}
		return err
	}
	_, page, err := n.Get("/readyz?verbose")
	if err != nil {
		return err
	}
	if check, isOptional := checks[gone.resource]; isOptional {
		if !strings.Contains(page, "[!]"+check) {
			return fmt.Errorf("%s", page)
		}
		return nil
	}
	named := regexp.MustCompile(`\[-\]rights: .*` + regexp.QuoteMeta(gone.String()) + `(,|;| in )`)
	if !named.MatchString(page) {
		return fmt.Errorf("%s", page)
	}
	return nil
}

// nothingIsRefused binds a pod and reads a page with all rights: the API server has refused npushare nothing.
func (s *scene) nothingIsRefused() {
	s.Helper()
	mark := plane.Now()
	s.npushare = s.alone("with-all")
	must(s.T, s.npushare.WaitReady())
	s.startScheduler(rig.SchedulerOptions{})
	s.create(softPod("a", part{1, 1024, 0}))
	s.running("a")
	if status, page, err := s.npushare.Get("/v1/ledgers"); err != nil || status != 200 {
		s.Errorf("/v1/ledgers answers %d %v: %s", status, err, page)
	}
	calls, err := plane.CallsSince(mark)
	must(s.T, err)
	own := 0
	for _, call := range calls {
		if call.User == rig.NpushareAccount.Name {
			own++
			if call.Status == 403 {
				s.Errorf("the API server refuses npushare to %s %s/%s in %s", call.Verb, call.Resource, call.Subresource, call.Namespace)
			}
		}
	}
	if own < 10 {
		s.Errorf("the audit log has %d calls of npushare: this test shows nothing", own)
	}
}

// docs/operate.md shows the same rules that are shipped.
func TestDocumentedRightsAreTheShippedOnes(t *testing.T) {
	cluster, local := shippedRights(t)
	page, err := os.ReadFile(rig.Root() + "/docs/operate.md")
	must(t, err)
	_, text, found := strings.Cut(string(page), "### Rights")
	_, text, foundBlock := strings.Cut(text, "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	documents := strings.Split(text, "\n---\n")
	if !found || !foundBlock || len(documents) != 2 {
		t.Fatal("docs/operate.md has no rights of two objects")
	}
	var shownCluster rbac.ClusterRole
	var shownLocal rbac.Role
	must(t, yaml.UnmarshalStrict([]byte(documents[0]), &shownCluster))
	must(t, yaml.UnmarshalStrict([]byte(documents[1]), &shownLocal))
	if !equality.Semantic.DeepEqual(&shownCluster, cluster) || !equality.Semantic.DeepEqual(&shownLocal, local) {
		t.Errorf("docs/operate.md shows other rights than %s", rig.RightsFile)
	}
}
