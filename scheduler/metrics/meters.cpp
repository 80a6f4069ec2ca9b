#include "scheduler/metrics/meters.hpp"

#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <sstream>

#include "scheduler/metrics/api_meters.hpp"
#include "scheduler/metrics/bind_meters.hpp"
#include "scheduler/metrics/question_meters.hpp"

namespace npushare::metrics {

class Meters::State {
 public:
  prometheus::Registry registry;
  QuestionMeters questions{registry};
  BindMeters binds{registry};
  ApiMeters api{registry};
};

Meters::Meters() : state_(std::make_unique<State>()) {}
Meters::~Meters() = default;

void Meters::answered(const Answered& question) {
  state_->questions.count(question);
}
void Meters::bound(const Result<>& bind) {
  state_->binds.count(bind);
}
void Meters::doubted() {
  state_->binds.count_doubt();
}
void Meters::waited(Wait wait, Duration took) {
  state_->binds.count(wait, took);
}
void Meters::called(const kube::CallEnd& call) {
  state_->api.count(call);
}

std::string Meters::text() const {
  std::ostringstream out;
  prometheus::TextSerializer().Serialize(out, state_->registry.Collect());
  return std::move(out).str();
}

}  // namespace npushare::metrics
