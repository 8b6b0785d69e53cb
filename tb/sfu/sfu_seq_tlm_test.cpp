// SPDX-License-Identifier: Apache-2.0
//
// systemc/sfu_seq.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "systemc/sfu_seq.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"
#include "tb/sfu/sfu_seq_cases.hpp"

namespace weft::sfu_seq_tlm_test {
namespace {

using namespace golden::sfu_seq;

class SfuSeqTlm : public testing::TestWithParam<config> {};

TEST_P(SfuSeqTlm, GivesGoldensResultsInGoldensTime) {
  unit_master<systemc::sfu_seq, config> master("master", GetParam());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::vector<operands> items = sfu_seq_operands(test_options().seed, 700);
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}, items.size()}) {
    const sc_core::sc_time start = master.local;
    std::vector<result> results(n);
    ASSERT_EQ(master.call(tlm::TLM_WRITE_COMMAND, items.data(), n * sizeof(operands)),
              tlm::TLM_OK_RESPONSE);
    // The last operands have entered: after all sequences but their own, and a cycle.
    std::uint64_t before = 0;
    for (std::size_t i = 0; i + 1 < n; ++i) before += duration(GetParam(), items[i].op);
    EXPECT_EQ(master.local - start, static_cast<double>(before + 1) * master.period);
    ASSERT_EQ(master.call(tlm::TLM_READ_COMMAND, results.data(), n * sizeof(result)),
              tlm::TLM_OK_RESPONSE);
    const std::uint64_t all = before + duration(GetParam(), items[n - 1].op);
    EXPECT_EQ(master.local - start, static_cast<double>(all + 1) * master.period);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(results[i], eval(GetParam(), items[i]));
  }
}

TEST_P(SfuSeqTlm, TakesTheCyclesOfTheClosedForm) {
  unit_master<systemc::sfu_seq, config> master("master", GetParam());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (int op = 0; op < Ops; ++op) {
    std::vector<operands> items(20, {op_e(op), 0x3fc0'0000, 0x4010'0000});
    std::vector<result> results(items.size());
    const sc_core::sc_time start = master.local;
    master.call(tlm::TLM_WRITE_COMMAND, items.data(), items.size() * sizeof(operands));
    master.call(tlm::TLM_READ_COMMAND, results.data(), results.size() * sizeof(result));
    EXPECT_EQ(master.local - start,
              static_cast<double>(cycles(GetParam(), op_e(op), items.size())) * master.period);
  }
}

TEST_P(SfuSeqTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::sfu_seq>(GetParam(), operands{op_e::Exp, 1, 2});
}

INSTANTIATE_TEST_SUITE_P(Configs, SfuSeqTlm,
                         testing::Values(config{},
                                         config{golden::sfu::build_e::Quadratic, true, 84, 14}),
                         [](const auto& info) {
                           return "Stages" + std::to_string(info.param.sfu().latency()) +
                                  std::to_string(info.param.fma().latency());
                         });

}  // namespace
}  // namespace weft::sfu_seq_tlm_test
