package rig

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	core "k8s.io/api/core/v1"
	rbac "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// RightsFile is what we ship for the account of npushare.
const RightsFile = "deploy/rbac/npushare.yaml"

// NodeResourcesRightsFile is what it needs besides to publish nodes' resources.
const NodeResourcesRightsFile = "deploy/rbac/npushare-node-resources.yaml"

// Rights are the objects of a manifest of that kind.
type Rights struct {
	Accounts            []*core.ServiceAccount
	ClusterRoles        []*rbac.ClusterRole
	ClusterRoleBindings []*rbac.ClusterRoleBinding
	Roles               []*rbac.Role
	RoleBindings        []*rbac.RoleBinding
}

// ReadRights reads the manifest; a kind or a field that it does not know is an error.
func ReadRights(file string) (*Rights, error) {
	text, err := os.ReadFile(filepath.Join(Root(), file))
	if err != nil {
		return nil, err
	}
	rights := &Rights{}
	for _, document := range strings.Split(string(text), "\n---\n") {
		if err := rights.add([]byte(document)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return rights, nil
}

func (r *Rights) add(document []byte) error {
	var kind meta.TypeMeta
	if err := yaml.Unmarshal(document, &kind); err != nil {
		return err
	}
	switch kind.Kind {
	case "ServiceAccount":
		return read(document, &r.Accounts)
	case "ClusterRole":
		return read(document, &r.ClusterRoles)
	case "ClusterRoleBinding":
		return read(document, &r.ClusterRoleBindings)
	case "Role":
		return read(document, &r.Roles)
	case "RoleBinding":
		return read(document, &r.RoleBindings)
	}
	return fmt.Errorf("unexpected kind %q", kind.Kind)
}

func read[Object any](document []byte, into *[]*Object) error {
	object := new(Object)
	err := yaml.UnmarshalStrict(document, object)
	*into = append(*into, object)
	return err
}

// Grant makes the objects.
func (p *Plane) Grant(rights *Rights) error {
	ctx, options := context.Background(), meta.CreateOptions{}
	var all []error
	for _, account := range rights.Accounts {
		_, err := p.Client.CoreV1().ServiceAccounts(account.Namespace).Create(ctx, account, options)
		all = append(all, err)
	}
	roles := p.Client.RbacV1()
	for _, role := range rights.ClusterRoles {
		_, err := roles.ClusterRoles().Create(ctx, role, options)
		all = append(all, err)
	}
	for _, binding := range rights.ClusterRoleBindings {
		_, err := roles.ClusterRoleBindings().Create(ctx, binding, options)
		all = append(all, err)
	}
	for _, role := range rights.Roles {
		_, err := roles.Roles(role.Namespace).Create(ctx, role, options)
		all = append(all, err)
	}
	for _, binding := range rights.RoleBindings {
		_, err := roles.RoleBindings(binding.Namespace).Create(ctx, binding, options)
		all = append(all, err)
	}
	for _, err := range all {
		if err != nil && !apierrors.IsAlreadyExists(err) {
			return err
		}
	}
	return nil
}
