// SPDX-License-Identifier: Apache-2.0
//
// systemc/fdiv.hpp: golden's values in golden's time, and what it refuses.

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "systemc/fdiv.hpp"
#include "tb/arith/fdiv_cases.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::fdiv_tlm_test {
namespace {

using namespace golden::fdiv;

class FdivTlm : public testing::TestWithParam<config> {};

TEST_P(FdivTlm, GivesGoldensResultsInGoldensTime) {
  unit_master<systemc::fdiv, config> master("master", GetParam());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::vector<operands> items = fdiv_cases(GetParam().number, test_options().seed, 1000);
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}, items.size()}) {
    const sc_core::sc_time start = master.local;
    std::vector<result> results(n);
    ASSERT_EQ(master.call(tlm::TLM_WRITE_COMMAND, items.data(), n * sizeof(operands)),
              tlm::TLM_OK_RESPONSE);
    ASSERT_EQ(master.call(tlm::TLM_READ_COMMAND, results.data(), n * sizeof(result)),
              tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(master.local - start,
              static_cast<double>(cycles(GetParam(), std::span(items).first(n))) * master.period);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(results[i], eval(GetParam(), items[i]));
  }
}

TEST_P(FdivTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::fdiv>(GetParam(), operands{.a = 1, .b = 2});
}

INSTANTIATE_TEST_SUITE_P(Configs, FdivTlm,
                         testing::Values(config{}, config{.number = golden::Binary64},
                                         config{golden::E4m3, true, true, true}),
                         [](const auto& info) {
                           return "Width" + std::to_string(info.param.number.width());
                         });

}  // namespace
}  // namespace weft::fdiv_tlm_test
