// SPDX-License-Identifier: Apache-2.0
//
// weft::systemc::sfu_high: golden's values in golden's time, and what it refuses.

#include <gtest/gtest.h>

#include "systemc/sfu.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::sfu_tlm_test_high {
namespace {

namespace high = golden::sfu_high;

TEST(SfuHighTlm, GivesGoldensResultsInGoldensTime) {
  gives_goldens_results_in_goldens_time<systemc::sfu_high>(
      high::config{.pipe = 5}, std::vector<high::operands>{{high::op_e::Rcp, 0x4008'0000},
                                                           {high::op_e::Rsqrt, 0x4008'0000}});
}

TEST(SfuHighTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::sfu_high>(high::config{},
                                                 high::operands{high::op_e::Rcp, 0x4008'0000});
}

}  // namespace
}  // namespace weft::sfu_tlm_test_high
