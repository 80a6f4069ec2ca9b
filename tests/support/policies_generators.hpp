/// Random small nodes and pods, drawn from within a RapidCheck property, so that a failure prints
/// and shrinks what was drawn.
#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "tests/support/policies_builders.hpp"

namespace npushare::test {

/// Both ends included, and equally likely from the first run on. Shrinks towards `from`.
inline int draw(int from, int to) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(from, to + 1));
}

/// True once in `times`.
inline bool rarely(int times) {
  return draw(1, times) == times;
}

template <class T>
const T& draw_of(const std::vector<T>& choices) {
  return choices[static_cast<std::size_t>(draw(0, static_cast<int>(choices.size()) - 1))];
}

/// Few sizes, so that containers often meet on a chip and often just fill it.
inline Ask draw_soft() {
  const Ask ask = soft(draw_of<int>({1000, 7000, 10763, 21527}), draw_of<int>({0, 30, 50, 100}));
  return rarely(8) ? alone(ask) : ask;
}

inline Ask draw_hard() {
  return hard(draw_of<int>({3072, 6144, 12288}));
}

/// One container's wish for one chip, or for several when the mode allows.
inline Ask draw_ask(int most_chips) {
  Ask ask = draw_of<Ask>({draw_soft(), draw_hard(), whole()});
  if (ask.mode != Mode::kHard) ask.chips = static_cast<std::size_t>(draw(1, most_chips));
  if (ask.chips > 1 && ask.hold == Hold::kPart) ask.hold = Hold::kExclusive;
  return ask;
}

inline Request draw_pod(int most_containers, int most_chips) {
  APod pod("p", draw(0, 2));
  const int containers = draw(1, most_containers);
  for (int i = 0; i < containers; ++i) {
    const Ask ask = draw_ask(most_chips);
    const int kind = draw(0, 3);
    if (kind == 3) pod.init(ask);
    if (kind == 2) pod.sidecar(ask);
    if (kind < 2) pod.app(ask);
  }
  if (rarely(10)) pod.lists({"A", "B"}, {draw_of<std::string>({"A", "B", "C"})});
  return pod;
}

/// A share as some other pod holds it; often the chip ends up overcommitted or of mixed mode.
inline void draw_share(ANode& node, const std::string& chip, Mode mode) {
  Ask ask = mode == Mode::kSoft ? draw_soft() : draw_hard();
  if (rarely(20)) ask = whole();
  if (rarely(30)) ask = draw_of<Ask>({draw_soft(), draw_hard()});
  const std::string pod = "q" + std::to_string(draw(0, 1'000'000));
  node.share(chip, ask, pod, draw(0, 2));
}

inline ANode draw_node(int most_chips, const std::vector<Mode>& modes) {
  ANode node("n1");
  node.registered(rarely(30) ? Registration::kStale : Registration::kFresh);
  const int chips = rarely(20) ? 0 : draw(1, most_chips);
  for (int i = 0; i < chips; ++i) {
    const Mode mode = draw_of(modes);
    const std::string uuid(1, static_cast<char>('A' + i));
    Chip chip = a_chip(mode, uuid);
    chip.healthy = !rarely(15);
    chip.cordoned = rarely(15);
    if (rarely(15)) chip.block = static_cast<Block>(draw(0, static_cast<int>(Block::kNone)));
    if (rarely(15)) {  // another source says 2 MiB less
      chip.largest_ask = chip.capacity.memory;
      chip.capacity.memory -= MiB{2};
    }
    node.chip(chip);
    const int shares = std::max(0, draw(-1, 2));
    for (int k = 0; k < shares; ++k) draw_share(node, uuid, mode);
  }
  return node;
}

}  // namespace npushare::test
