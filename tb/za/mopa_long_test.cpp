// SPDX-License-Identifier: Apache-2.0
//
// rtl/za/weft_mopa.sv against sim/golden/mopa.hpp in lockstep, for as many operations as take
// minutes.

#include <gtest/gtest.h>

#include <cstdint>

#include "tb/harness/test_main.hpp"
#include "tb/za/mopa_bench.hpp"
#include "tb/za/mopa_cases.hpp"

namespace weft::mopa_long_test {
namespace {

template <class Bench>
class MopaLong : public mopa_rtl<Bench> {};
TYPED_TEST_SUITE(MopaLong, mopa_benches);

TYPED_TEST(MopaLong, EqualsGoldenInEveryCycle) {
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    for (int log_bytes = 4; log_bytes <= this->Longest; ++log_bytes) {
      SCOPED_TRACE(testing::Message() << log_bytes << " seed " << test_options().seed + seed);
      mopa_cases cases(log_bytes, test_options().seed + seed);
      auto za = cases.za();
      this->run(this->some(cases, 20), za, log_bytes);
    }
  }
}

}  // namespace
}  // namespace weft::mopa_long_test
