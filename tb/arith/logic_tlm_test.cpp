// SPDX-License-Identifier: Apache-2.0
//
// systemc/logic.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <cstdint>
#include <systemc>
#include <vector>

#include "sim/harness/edge_integers.hpp"
#include "systemc/logic.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::logic_tlm_test {
namespace {

using namespace golden::logic;

class LogicTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{.width = 64, .pipe = GetParam()};
};

TEST_P(LogicTlm, GivesGoldensResultsInGoldensTime) {
  sim::edge_integers number(64, test_options().seed);
  std::vector<operands> items;
  for (unsigned i = 0; i < 1000; ++i) {
    items.push_back({op_e{static_cast<std::uint8_t>(i % Ops)}, number(), number(),
                     static_cast<std::uint32_t>(i)});
  }
  gives_goldens_results_in_goldens_time<systemc::logic>(Config, items);
}

TEST_P(LogicTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::logic>(Config, operands{op_e::Shl, 5, 0, 2});
}

INSTANTIATE_TEST_SUITE_P(Pipe, LogicTlm, testing::Values(0, 1));

}  // namespace
}  // namespace weft::logic_tlm_test
