// SPDX-License-Identifier: Apache-2.0
//
// systemc/dpa.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <systemc>

#include "sim/golden/dpa_fields.hpp"
#include "systemc/dpa.hpp"
#include "tb/dpa/dpa_blocks.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::dpa_tlm_test {
namespace {

struct unit {
  const char* profile;
  unsigned pipe;

  config k() const { return {*find(profile), pipe}; }

  friend std::ostream& operator<<(std::ostream& os, const unit& u) {
    std::string name(u.profile);
    std::replace(name.begin(), name.end(), '-', '_');
    return os << name;
  }
};

class DpaTlm : public testing::TestWithParam<unit> {};
INSTANTIATE_TEST_SUITE_P(, DpaTlm,
                         testing::Values(unit{"h100-wgmma-fp16", 0}, unit{"b200-nvfp4", 63},
                                         unit{"cdna3-mfma-fp16", 12}, unit{"arm-bfdot-ebf0", 33}),
                         testing::PrintToStringParamName());

TEST_P(DpaTlm, GivesGoldensResultsInGoldensTime) {
  const config k = GetParam().k();
  gives_goldens_results_in_goldens_time<systemc::dpa>(k, edge_blocks(k.p, 1000));
}

TEST(DpaTlmOwn, GivesGoldensResultsInGoldensTime) {
  profile p = renamed(*find("h100-wgmma-fp16"), "own");
  EXPECT_EQ(set_field(p, "grid", "17"), "");
  EXPECT_EQ(set_field(p, "cut", "Floor"), "");
  gives_goldens_results_in_goldens_time<systemc::dpa>(config{p, 5}, edge_blocks(p, 1000));
}

TEST_P(DpaTlm, RefusesWhatIsNotAllowed) {
  const config k = GetParam().k();
  refuses_what_is_not_allowed<systemc::dpa>(k, edge_blocks(k.p, 1).front());
}

}  // namespace
}  // namespace weft::dpa_tlm_test
