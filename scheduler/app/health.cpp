#include "scheduler/app/health.hpp"

#include <utility>

namespace npushare {
namespace {

/// A check that fails by its mere name needs no words after it: "nodes", but "leadership: held by".
std::string named(const std::string& name, const std::string& problem) {
  return problem == name ? name : name + ": " + problem;
}

}  // namespace

void Health::add(std::string name, Reach reach, Problem problem, Problem note) {
  checks_.push_back({std::move(name), reach, std::move(problem), std::move(note)});
}

std::string Health::failing(bool only_questions) const {
  std::string text;
  for (const Check& check : checks_) {
    if (check.reach == Reach::kNobody) continue;
    if (only_questions && check.reach != Reach::kQuestions) continue;
    const std::string problem = check.problem();
    if (problem.empty()) continue;
    text.append(text.empty() ? "" : ", ").append(named(check.name, problem));
  }
  return text;
}

std::string Health::questions_wait_for() const {
  return failing(true);
}

std::string Health::waits_for() const {
  return failing(false);
}

std::vector<metrics::Check> Health::results() const {
  std::vector<metrics::Check> results;
  for (const Check& check : checks_)
    results.push_back({.name = check.name, .is_passed = check.problem().empty()});
  return results;
}

std::string Health::page(const std::string& endpoint) const {
  std::string text;
  bool is_well = true;
  for (const Check& check : checks_) {
    const std::string problem = check.problem();
    const bool blocks = !problem.empty() && check.reach != Reach::kNobody;
    is_well = is_well && !blocks;
    if (problem.empty()) {
      const std::string note = check.note ? check.note() : std::string();
      text += "[+]" + check.name + " ok" + (note.empty() ? "" : ": " + note) + "\n";
    } else {
      text += (blocks ? "[-]" : "[!]") + named(check.name, problem) + "\n";
    }
  }
  return text + endpoint + " check " + (is_well ? "passed" : "failed") + "\n";
}

}  // namespace npushare
