#include "scheduler/app/pod_converter.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "scheduler/app/claim_objects.hpp"
#include "scheduler/convert/claim_names.hpp"
#include "scheduler/wire/object_writer.hpp"

namespace npushare {
namespace {

namespace asio = boost::asio;

using wire::Json;

constexpr std::chrono::seconds kToTakeBack{3};

bool is_wanted(const Json& pod, OptIn opt_in) {
  const std::string& said = pod.at("metadata", "labels")[convert::kOptIn].string();
  return said == "true" || (opt_in == OptIn::kAll && said != "false");
}

/// As Kubernetes makes names: no vowels and nothing that looks like another character.
std::string drawn_name() {
  constexpr std::string_view kLetters = "bcdfghjklmnpqrstvwxz2456789";
  constexpr int kLength = 5;
  std::random_device device;
  std::uniform_int_distribution<std::size_t> letter(0, kLetters.size() - 1);
  std::string name;
  for (int k = 0; k < kLength; ++k) name += kLetters[letter(device)];
  return name;
}

}  // namespace

convert::Rules PodConverter::rules() const {
  return {.settings = with_.settings, .catalogue = with_.rules.load()->dialect.catalogue()};
}

asio::awaitable<Result<PodConverter::Done>> PodConverter::created(wire::PodReview review,
                                                                  OptIn opt_in, kube::Deadline by) {
  if (!is_wanted(review.object, opt_in)) co_return Done{};
  if (!with_.settings.is_on)
    co_return Done{.warnings = {"npushare left the pod as it is: dra.convert is not set in its "
                                "settings"}};
  if (!convert::is_dns_label(review.pod.space))
    co_return Error{ErrorCode::kInvalid, "request.namespace: no name of a namespace"};
  Result<convert::Conversion> converted = convert::convert_pod(
      review.object, {.pod = review.pod, .review = review.uid, .draw_name = drawn_name}, rules());
  if (!converted) co_return converted.error();
  Done done{.patch = wire::write_pod_patch(review.object, converted->pod),
            .warnings = std::move(converted->warnings),
            .objects = converted->objects.size()};
  if (review.is_dry_run) co_return done;
  auto making = make(std::move(converted->objects), by);
  const Result<> made = co_await std::move(making);
  if (!made) co_return made.error();
  co_return done;
}

asio::awaitable<Result<>> PodConverter::make(std::vector<Json> objects, kube::Deadline by) {
  std::vector<Json> made;
  for (Json& object : objects) {
    auto ensuring = ensure_object(with_.client, std::move(object), by,
                                  [this](const PodKey& claim) { with_.cleanup.keep(claim); });
    Result<Ensured> ensured = co_await std::move(ensuring);
    if (!ensured) {
      auto undoing = take_back(std::move(made));
      co_await std::move(undoing);
      co_return ensured.error();
    }
    if (ensured->is_new && ensured->object["kind"].string() == "ResourceClaim")
      made.push_back(std::move(ensured->object));
  }
  co_return Result<>{};
}

asio::awaitable<void> PodConverter::take_back(std::vector<Json> claims) {
  const kube::Deadline by = std::chrono::steady_clock::now() + kToTakeBack;
  for (Json& claim : claims) {
    const Json& metadata = claim["metadata"];
    const kube::ObjectPath path =
        claim_path(metadata["namespace"].string(), metadata["name"].string());
    auto deleting = kube::delete_object(with_.client, path, std::move(claim), by);
    if (const Result<Json> gone = co_await std::move(deleting); !gone)
      spdlog::warn("claim=left claim={} error={}", path.text(), wire::quoted(gone.error().message));
  }
}

void PodConverter::deleted(const wire::PodReview& review) {
  const Json& pod = review.old_object;
  if (review.is_dry_run || pod.at("metadata", "labels")[convert::kLabel].string() != "true") return;
  with_.cleanup.pod_ends(review.pod, PodUid{pod.at("metadata", "uid").string()},
                         convert::claims_named_by(pod));
}

}  // namespace npushare
