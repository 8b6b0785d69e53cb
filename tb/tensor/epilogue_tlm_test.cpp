// SPDX-License-Identifier: Apache-2.0
//
// systemc/epilogue.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <systemc>

#include "systemc/epilogue.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"
#include "tb/tensor/epilogue_cases.hpp"

namespace weft::epilogue_tlm_test {
namespace {

using namespace golden::epilogue;

class EpilogueTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{.sum_exp = 8, .pipe = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Pipe, EpilogueTlm, testing::Values(0, 5, 7));

TEST_P(EpilogueTlm, GivesGoldensResultsInGoldensTime) {
  gives_goldens_results_in_goldens_time<systemc::epilogue>(
      Config, epilogue_cases(Config, test_options().seed).many(1000));
}

TEST_P(EpilogueTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::epilogue>(
      Config, operands{0x3fc00000, 0x3f800000, output_e::ToFp16});
}

}  // namespace
}  // namespace weft::epilogue_tlm_test
