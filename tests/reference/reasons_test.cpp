// docs/reference/reasons.md: every Reason, in the order of the checks.
#include "accounting/reason.hpp"
#include "tests/support/reference_page.hpp"

namespace npushare::reference {
namespace {

TEST(Reference, Reasons) {
  Page page("reasons.md");
  std::vector<Row> rows;
  for (std::uint8_t k = 0; k <= static_cast<std::uint8_t>(kLastReason); ++k) {
    const auto reason = static_cast<Reason>(k);
    rows.push_back({code(std::string(code_of(reason))), std::string(text_of(reason)),
                    is_permanent(reason) ? "no" : "yes"});
  }

  page.expect("reasons",
              table_of({"code", "text", "mended by a departure", "what it means, what to do"}, rows,
                       page.part("reasons")));
}

}  // namespace
}  // namespace npushare::reference
