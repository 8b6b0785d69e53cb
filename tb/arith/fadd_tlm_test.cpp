// SPDX-License-Identifier: Apache-2.0
//
// systemc/fadd.hpp: golden's values in golden's time, and what it refuses.

#include <gtest/gtest.h>

#include <string>
#include <systemc>

#include "systemc/fadd.hpp"
#include "tb/arith/fadd_pairs.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::fadd_tlm_test {
namespace {

using namespace golden::fadd;

class FaddTlm : public testing::TestWithParam<config> {};

TEST_P(FaddTlm, GivesGoldensResultsInGoldensTime) {
  gives_goldens_results_in_goldens_time<systemc::fadd>(
      GetParam(), fadd_pairs(GetParam().number, test_options().seed, 1000));
}

TEST_P(FaddTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::fadd>(GetParam(), operands{.a = 1, .b = 2});
}

INSTANTIATE_TEST_SUITE_P(Configs, FaddTlm,
                         testing::Values(config{}, config{.number = golden::Binary64, .pipe = 15},
                                         config{golden::E4m3, true, true, 6}),
                         [](const auto& info) {
                           return "Stages" + std::to_string(info.param.latency());
                         });

}  // namespace
}  // namespace weft::fadd_tlm_test
