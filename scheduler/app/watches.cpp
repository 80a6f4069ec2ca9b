#include "scheduler/app/watches.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

#include "scheduler/app/budget_store.hpp"
#include "scheduler/app/config_map_sink.hpp"
#include "scheduler/app/quota_sink.hpp"
#include "scheduler/kube/informer_loop.hpp"

namespace npushare::kube {

template <>
struct Decode<wire::ConfigMap> {
  static constexpr auto kList = wire::read_config_map_list;
  static constexpr auto kEvent = wire::read_config_map_event;
};

template <>
struct Decode<wire::DisruptionBudget> {
  static constexpr auto kList = wire::read_budget_list;
  static constexpr auto kEvent = wire::read_budget_event;
};

template <>
struct Decode<wire::ResourceQuota> {
  static constexpr auto kList = wire::read_quota_list;
  static constexpr auto kEvent = wire::read_quota_event;
};

}  // namespace npushare::kube

namespace npushare {
namespace {

namespace asio = boost::asio;

kube::InformerOptions watch_config_map(const config::ConfigMapSource& source) {
  kube::InformerOptions options;
  options.path = "/api/v1/namespaces/" + source.space + "/configmaps";
  options.field_selector = "metadata.name=" + source.name;
  return options;
}

kube::InformerOptions watch_budgets() {
  kube::InformerOptions options;
  options.path = "/apis/policy/v1/poddisruptionbudgets";
  return options;
}

kube::InformerOptions watch_quotas() {
  kube::InformerOptions options;
  options.path = "/api/v1/resourcequotas";
  return options;
}

std::string problem_of(const kube::InformerStats& stats) {
  if (stats.lists.load() > 0) return {};
  const std::string error = stats.last_error();
  return error.empty() ? "not listed yet" : error;
}

template <class Object>
asio::awaitable<void> follow(kube::RestClient& client, kube::InformerOptions options,
                             kube::Sink<Object>& sink, kube::InformerStats& stats) {
  using Loop = kube::InformerLoop<Object>;
  return Loop::run(std::make_unique<Loop>(client, std::move(options), sink, stats));
}

}  // namespace

class SideWatches::State : public std::enable_shared_from_this<State> {
 public:
  State(asio::any_io_executor executor, kube::RestClient& client, LiveConfig& config,
        verbs::Quotas& limits, std::optional<config::ConfigMapSource> source)
      : quotas(limits),
        executor_(std::move(executor)),
        client_(client),
        source_(std::move(source)) {
    if (source_) map_sink_.emplace(config, source_->name, source_->key);
  }

  void start() {
    asio::co_spawn(executor_, follow_budgets(shared_from_this()), asio::detached);
    asio::co_spawn(executor_, follow_quotas(shared_from_this()), asio::detached);
    if (source_) asio::co_spawn(executor_, follow_map(shared_from_this()), asio::detached);
  }

  bool watches_map() const { return source_.has_value(); }

  BudgetStore budgets;
  QuotaSink quotas;
  kube::InformerStats quota_stats;
  kube::InformerStats budget_stats;
  kube::InformerStats map_stats;

 private:
  static asio::awaitable<void> follow_budgets(std::shared_ptr<State> self) {
    auto following = follow<wire::DisruptionBudget>(self->client_, watch_budgets(), self->budgets,
                                                    self->budget_stats);
    co_await std::move(following);
  }
  static asio::awaitable<void> follow_quotas(std::shared_ptr<State> self) {
    auto following =
        follow<wire::ResourceQuota>(self->client_, watch_quotas(), self->quotas, self->quota_stats);
    co_await std::move(following);
  }
  static asio::awaitable<void> follow_map(std::shared_ptr<State> self) {
    auto following = follow<wire::ConfigMap>(self->client_, watch_config_map(*self->source_),
                                             *self->map_sink_, self->map_stats);
    co_await std::move(following);
  }

  asio::any_io_executor executor_;
  kube::RestClient& client_;
  std::optional<config::ConfigMapSource> source_;
  std::optional<ConfigMapSink> map_sink_;
};

SideWatches::SideWatches(asio::any_io_executor executor, kube::RestClient& client,
                         LiveConfig& config, verbs::Quotas& quotas,
                         std::optional<config::ConfigMapSource> device_config_map)
    : state_(std::make_shared<State>(std::move(executor), client, config, quotas,
                                     std::move(device_config_map))) {}

SideWatches::~SideWatches() = default;

void SideWatches::start() {
  state_->start();
}

std::shared_ptr<const verbs::Budgets> SideWatches::budgets() const {
  return state_->budgets.all();
}

const kube::InformerStats& SideWatches::budget_watch() const {
  return state_->budget_stats;
}

const kube::InformerStats* SideWatches::map_watch() const {
  return state_->watches_map() ? &state_->map_stats : nullptr;
}

std::string SideWatches::budgets_problem() const {
  return problem_of(state_->budget_stats);
}

const kube::InformerStats& SideWatches::quota_watch() const {
  return state_->quota_stats;
}

std::string SideWatches::quotas_problem() const {
  return problem_of(state_->quota_stats);
}

}  // namespace npushare
