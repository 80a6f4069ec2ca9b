/// The claim that stands for an annotation pod on a node of mode mirror, so that kube-scheduler
/// counts what the pod holds.
///
/// Shape:   npu-mirror-<pod UID> in the pod's namespace, labelled npu-dra/mirror, owned by the pod
///          and reserved for it; one request and one result for each chip, whose consumedCapacity
///          is what the pod is charged there. A chip that the pod has for itself is consumed whole.
/// Trust:   anybody may write such a label. A claim counts as a twin only up to what its pod really
///          holds by annotations: what goes beyond is charged.
/// Threads: plain functions of values.
/// Source:  spec/dra-accounting.md 7.6 (mirror); resource.k8s.io/v1 ResourceClaim.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounting/allocation.hpp"
#include "accounting/node_ledger.hpp"
#include "accounting/result.hpp"
#include "scheduler/dra/node_devices.hpp"
#include "scheduler/wire/claim.hpp"

namespace npushare::dra {

inline constexpr std::string_view kMirrorLabel = "npu-dra/mirror";

/// What of one device the pod holds.
struct MirrorPart {
  std::string driver;
  std::string pool;
  std::string device;
  std::string share_id;
  MiB memory;
  Cores cores;

  friend bool operator==(const MirrorPart&, const MirrorPart&) = default;
};

std::string mirror_name(const PodUid& pod);

/// One part for each chip, with all that the pod's containers are charged there.
/// Errors: kNotFound for a chip that no driver publishes.
Result<std::vector<MirrorPart>> mirror_parts(const Allocation& grants, const NodeLedger& node,
                                             const ChipDevices& devices);

/// The body of a POST to the claims of the pod's namespace.
std::string mirror_body(const Holder& pod, const std::string& device_class,
                        const std::vector<MirrorPart>& parts);

/// The body of a merge patch of its status: allocated, and reserved for the pod.
std::string mirror_status(const Holder& pod, const std::vector<MirrorPart>& parts);

/// Which pod the claim says it stands for; nothing for any other claim.
std::optional<PodUid> mirrored_pod(const wire::ResourceClaim& claim);

/// What the claim adds to what the pod holds on the node by annotations already.
std::vector<Charge> beyond_twin(std::vector<Charge> claim, const NodeLedger& node,
                                const PodUid& twin);

}  // namespace npushare::dra
