// What a node and a pod cost in resident memory. Prints bytes a node (8 chips) and bytes a pod (one
// share).

#include <malloc.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

#include "tests/bench/state.hpp"

namespace {

double resident_bytes() {
  malloc_trim(0);
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  file >> total >> resident;
  return static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

int main() {
  using namespace npushare;
  using namespace npushare::bench;
  const double empty = resident_bytes();
  LedgerBook nodes_only;
  fill(nodes_only, {kLarge.nodes, 0});
  const double with_nodes = resident_bytes();
  LedgerBook with_pods;
  fill(with_pods, kLarge);
  const double with_all = resident_bytes();

  const double a_node = (with_nodes - empty) / static_cast<double>(kLarge.nodes);
  const double pods = with_all - with_nodes - (with_nodes - empty);
  std::printf("R1   book: %.0f bytes a node of 8 chips, %.0f bytes a pod (targets 1,024 and 200)\n",
              a_node, pods / static_cast<double>(kLarge.pods));
}
