// SPDX-License-Identifier: Apache-2.0
//
// systemc/fma_simd.hpp: golden's values at golden's time, and refused accesses.

#include <gtest/gtest.h>

#include <random>
#include <systemc>
#include <vector>

#include "systemc/fma_simd.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/unit_tlm.hpp"

namespace weft::fma_simd_tlm_test {
namespace {

using namespace golden::fma_simd;

class FmaSimdTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{.pipe = GetParam()};
};

TEST_P(FmaSimdTlm, GivesGoldensResultsInGoldensTime) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> items;
  for (int i = 0; i < 1000; ++i) {
    items.push_back({rng(), rng(), rng(), mode_e(i % Modes),
                     golden::fma::op_e(rng() % golden::fma::Ops),
                     golden::round_e(rng() % golden::Rounds)});
  }
  gives_goldens_results_in_goldens_time<systemc::fma_simd>(Config, items);
}

TEST_P(FmaSimdTlm, RefusesWhatIsNotAllowed) {
  refuses_what_is_not_allowed<systemc::fma_simd>(Config,
                                                 operands{0x3c00, 0x4000, 0x4200, mode_e::Fp16});
}

INSTANTIATE_TEST_SUITE_P(Pipe, FmaSimdTlm, testing::Values(0, 14, 31));

}  // namespace
}  // namespace weft::fma_simd_tlm_test
