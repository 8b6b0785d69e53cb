// SPDX-License-Identifier: Apache-2.0
//
// systemc/iadd.hpp: golden's values in golden's time, and what it refuses.

#include <gtest/gtest.h>

#include <cstdint>
#include <systemc>
#include <vector>

#include "sim/harness/edge_integers.hpp"
#include "systemc/iadd.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::iadd_tlm_test {
namespace {

using namespace golden::iadd;

class IaddTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{.width = 64, .pipe = GetParam()};
};

TEST_P(IaddTlm, GivesGoldensResultsInGoldensTime) {
  sim::edge_integers number(64, test_options().seed);
  std::vector<operands> items;
  for (unsigned i = 0; i < 1000; ++i) {
    items.push_back({number(), number(), i % 2 != 0, i % 3 != 0});
  }
  gives_goldens_results_in_goldens_time<systemc::iadd>(Config, items);
}

TEST_P(IaddTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::iadd>(Config, operands{1, 2, false, true});
}

INSTANTIATE_TEST_SUITE_P(Pipe, IaddTlm, testing::Values(0, 1));

}  // namespace
}  // namespace weft::iadd_tlm_test
