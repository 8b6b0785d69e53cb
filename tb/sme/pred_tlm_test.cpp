// SPDX-License-Identifier: Apache-2.0
//
// systemc/pred.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <cstdint>
#include <systemc>
#include <vector>

#include "systemc/pred.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"
#include "tb/sme/assembled.hpp"
#include "tb/sme/pred_cases.hpp"

namespace weft::pred_tlm_test {
namespace {

using namespace golden::pred;

class PredTlm : public testing::TestWithParam<int> {
 protected:
  const config Config{.svl = GetParam()};
};

/// WHILE and counts, which look at no register.
TEST_P(PredTlm, GivesGoldensResultsInGoldensTime) {
  predicate_cases next(GetParam() / 8, 1);
  std::vector<operands> items;
  for (const auto* line : predicate_instructions()) {
    if (!line->name.starts_with("while") && !line->name.starts_with("cntb")) continue;
    for (int i = 0; i < 200; ++i) items.push_back(next.one(*line));
  }
  gives_goldens_results_in_goldens_time<systemc::pred>(Config, items);
}

TEST_P(PredTlm, ExecutesWordsInOrderOnItsRegisters) {
  unit_master<systemc::pred, config> master("master", Config);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  auto items = predicate_cases(GetParam() / 8, test_options().seed + 1).list(3000);
  std::vector<result> results(items.size());
  ASSERT_EQ(master.call(tlm::TLM_WRITE_COMMAND, items.data(), items.size() * sizeof(operands)),
            tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(master.call(tlm::TLM_READ_COMMAND, results.data(), results.size() * sizeof(result)),
            tlm::TLM_OK_RESPONSE);
  state registers;
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(results[i], eval(GetParam() / 8, registers, items[i])) << std::hex << items[i];
  }
}

TEST_P(PredTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::pred>(Config, operands{.word = a64("ptrue p0.b")});
}

INSTANTIATE_TEST_SUITE_P(Svl, PredTlm, testing::Values(128, 512, 2048));

}  // namespace
}  // namespace weft::pred_tlm_test
