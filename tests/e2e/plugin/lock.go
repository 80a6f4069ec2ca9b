package plugin

import (
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// readLock is the pod that a node lock names; false for a lock of the old form, which names none.
func readLock(value string) (types.NamespacedName, bool, error) {
	var none types.NamespacedName
	parts := strings.Split(value, ",")
	if len(parts) != 1 && len(parts) != 3 {
		return none, false, fmt.Errorf("malformed lock annotation %q", value)
	}
	if _, err := time.Parse(time.RFC3339, parts[0]); err != nil {
		return none, false, fmt.Errorf("malformed lock annotation %q: %w", value, err)
	}
	if len(parts) == 1 || parts[1] == "" || parts[2] == "" {
		return none, false, nil
	}
	return types.NamespacedName{Namespace: parts[1], Name: parts[2]}, true, nil
}

// isLockOf tells whether the plugin may release the lock after serving the pod.
func isLockOf(value string, pod types.NamespacedName) bool {
	return !strings.Contains(value, ",") || strings.HasSuffix(value, ","+pod.Namespace+","+pod.Name)
}
