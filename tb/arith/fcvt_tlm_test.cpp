// SPDX-License-Identifier: Apache-2.0
//
// systemc/fcvt.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <systemc>
#include <vector>

#include "systemc/fcvt.hpp"
#include "tb/arith/fcvt_cases.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::fcvt_tlm_test {
namespace {

using namespace golden::fcvt;

class FcvtTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{.destination = golden::E4m3, .pipe = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Pipe, FcvtTlm, testing::Values(0, 5, 15));

TEST_P(FcvtTlm, GivesGoldensResultsInGoldensTime) {
  fcvt_cases next(Config, test_options().seed);
  std::vector<operands> items;
  for (int i = 0; i < 1000; ++i) items.push_back(next());
  gives_goldens_results_in_goldens_time<systemc::fcvt>(Config, items);
}

TEST_P(FcvtTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::fcvt>(Config, operands{0x3fc00000, op_e::FloatToSigned});
}

}  // namespace
}  // namespace weft::fcvt_tlm_test
