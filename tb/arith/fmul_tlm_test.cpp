// SPDX-License-Identifier: Apache-2.0
//
// systemc/fmul.hpp: golden's values in golden's time, and what it refuses.

#include <gtest/gtest.h>

#include <string>
#include <systemc>

#include "systemc/fmul.hpp"
#include "tb/arith/fmul_pairs.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::fmul_tlm_test {
namespace {

using namespace golden::fmul;

class FmulTlm : public testing::TestWithParam<config> {};

TEST_P(FmulTlm, GivesGoldensResultsInGoldensTime) {
  gives_goldens_results_in_goldens_time<systemc::fmul>(
      GetParam(), fmul_pairs(GetParam().number, test_options().seed, 1000));
}

TEST_P(FmulTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::fmul>(GetParam(), operands{.a = 1, .b = 2});
}

INSTANTIATE_TEST_SUITE_P(Configs, FmulTlm,
                         testing::Values(config{}, config{.number = golden::Binary64, .pipe = 15},
                                         config{golden::E4m3, true, true, true, 6}),
                         [](const auto& info) {
                           return "Stages" + std::to_string(info.param.latency());
                         });

}  // namespace
}  // namespace weft::fmul_tlm_test
