// SPDX-License-Identifier: Apache-2.0
//
// Golden against QEMU's user mode, at length: every pair of vector lengths that are powers of two
// and some that are not.

#include <gtest/gtest.h>

#include <ostream>
#include <utility>

#include "sim/golden/sme.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/qemu/beside_qemu.hpp"

namespace weft::sme_qemu_long_test {
namespace {

class SmeQemuLong : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(SmeQemuLong, ExecutesProgramsAsGolden) {
  const auto [svl, nsvl] = GetParam();
  beside_qemu d(svl, nsvl);
  for (std::uint64_t i = 0; i < 20'000 && !HasFailure(); ++i) {
    d.random(test_options().seed * 2'000'000'011 + i, random_case::MaxWords,
             golden::sme::instructions());
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SmeQemuLong,
                         testing::Combine(testing::Values(128, 256, 512, 1024, 2048),
                                          testing::Values(128, 256, 384, 640, 1024, 1920, 2048)));

}  // namespace
}  // namespace weft::sme_qemu_long_test
