// SPDX-License-Identifier: Apache-2.0
//
// systemc/fcmp.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "sim/harness/operands.hpp"
#include "systemc/fcmp.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::fcmp_tlm_test {
namespace {

using namespace golden::fcmp;

class FcmpTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{.of = golden::Binary16, .pipe = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Pipe, FcmpTlm, testing::Values(0, 1, 3));

TEST_P(FcmpTlm, GivesGoldensResultsInGoldensTime) {
  sim::edge_floats number(Config.of, test_options().seed);
  std::vector<operands> items;
  for (int i = 0; i < 1000; ++i) items.push_back({number(), number(), op_e(i % Ops)});
  gives_goldens_results_in_goldens_time<systemc::fcmp>(Config, items);
}

TEST_P(FcmpTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::fcmp>(Config, operands{0x3c00, 0x4000, op_e::Maximum});
}

}  // namespace
}  // namespace weft::fcmp_tlm_test
