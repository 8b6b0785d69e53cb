// SPDX-License-Identifier: Apache-2.0
//
// systemc/fdiv.hpp, fdiv_seq: golden's values in golden's time, and what it refuses.

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "systemc/fdiv.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"
#include "tb/sfu/fdiv_seq_cases.hpp"

namespace weft::fdiv_seq_tlm_test {
namespace {

using namespace golden::fdiv_seq;

class FdivSeqTlm : public testing::TestWithParam<config> {};

TEST_P(FdivSeqTlm, GivesGoldensResultsInGoldensTime) {
  unit_master<systemc::fdiv_seq, config> master("master", GetParam());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::vector<operands> items = fdiv_seq_cases(GetParam().number, test_options().seed, 1000);
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

TEST_P(FdivSeqTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::fdiv_seq>(GetParam(), operands{.a = 1, .b = 2});
}

INSTANTIATE_TEST_SUITE_P(
    Configs, FdivSeqTlm,
    testing::Values(config{}, config{.number = golden::Binary64, .sfu_pipe = 3, .fma_pipe = 31},
                    config{golden::E4m3, true, true, true}),
    [](const auto& info) { return "Width" + std::to_string(info.param.number.width()); });

}  // namespace
}  // namespace weft::fdiv_seq_tlm_test
