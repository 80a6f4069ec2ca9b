package rig

// controllers are those that a cluster with workloads has; nodes of the rig need none of the others.
const controllers = "--controllers=deployment-controller,replicaset-controller,disruption-controller," +
	"resourceclaim-controller,garbage-collector-controller,pod-garbage-collector-controller,namespace-controller"

// DeviceGates let devices be shared by claims. From 1.36 on this is so without them.
const DeviceGates = "--feature-gates=DRAConsumableCapacity=true"

// StartControllers starts kube-controller-manager. It is not part of every plane: it removes the pods of a node whose
// object is gone, which some scenarios are about.
func (p *Plane) StartControllers() (*Process, error) {
	path, err := program("kube-controller-manager")
	if err != nil {
		return nil, err
	}
	kubeconfig, err := p.Kubeconfig(Admin, p.URL())
	if err != nil {
		return nil, err
	}
	return StartProcess(p.Work, "kube-controller-manager", path, "--kubeconfig="+kubeconfig, "--secure-port=0",
		"--leader-elect=false", "--kube-api-qps=500", "--kube-api-burst=500", DeviceGates, controllers)
}
