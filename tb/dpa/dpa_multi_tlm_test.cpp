// SPDX-License-Identifier: Apache-2.0
//
// systemc/dpa_multi.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "systemc/dpa_multi.hpp"
#include "tb/dpa/dpa_blocks.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::dpa_multi_tlm_test {
namespace {

using golden::dpa_multi::config;

class DpaMultiTlm : public testing::TestWithParam<unsigned> {
 protected:
  static std::vector<golden::dpa_multi::operands> items() {
    std::vector<golden::dpa_multi::operands> all;
    for (const auto n : golden::dpa_multi::numbers()) {
      for (const operands& o : edge_blocks(golden::dpa::profiles()[n], 10, test_options().seed + n))
        all.push_back({n, o});
    }
    return all;
  }

  const config Config{.pipe = GetParam()};
};

TEST_P(DpaMultiTlm, GivesGoldensResultsInGoldensTime) {
  gives_goldens_results_in_goldens_time<systemc::dpa_multi>(Config, items());
}

TEST_P(DpaMultiTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::dpa_multi>(Config, items().front());
}

INSTANTIATE_TEST_SUITE_P(Pipe, DpaMultiTlm, testing::Values(0, 63));

}  // namespace
}  // namespace weft::dpa_multi_tlm_test
