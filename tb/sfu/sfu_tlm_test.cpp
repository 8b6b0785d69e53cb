// SPDX-License-Identifier: Apache-2.0
//
// systemc/sfu.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <string>
#include <systemc>

#include "systemc/sfu.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"
#include "tb/sfu/sfu_cases.hpp"

namespace weft::sfu_tlm_test {
namespace {

using namespace golden::sfu;

class SfuTlm : public testing::TestWithParam<config> {};

TEST_P(SfuTlm, GivesGoldensResultsInGoldensTime) {
  gives_goldens_results_in_goldens_time<systemc::sfu>(GetParam(),
                                                      every_operation(test_options().seed, 100));
}

TEST_P(SfuTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::sfu>(GetParam(), operands{.op = op_e::Lg2, .a = 1});
}

INSTANTIATE_TEST_SUITE_P(
    Configs, SfuTlm,
    testing::Values(config{}, config{.build = build_e::Quadratic, .relative = true, .pipe = 255},
                    config{.ftz = true, .pipe = 20}),
    [](const auto& info) { return "Stages" + std::to_string(info.param.latency()); });

}  // namespace
}  // namespace weft::sfu_tlm_test
