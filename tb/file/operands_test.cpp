// SPDX-License-Identifier: Apache-2.0
//
// sim/harness/operands.hpp: operands are weighted to the edges, and reach everywhere.

#include "sim/harness/operands.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "sim/golden/float.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::operands_test {
namespace {

using golden::format;

/// Numbers whose exponent is neither near an end nor near that of one: only uniform ones are there.
TEST(EdgeFloats, OneInFourIsUniformInEveryFormat) {
  for (const auto& [name, f] : golden::Formats) {
    if (f.exp_bits < 8) continue;  // all exponents are near something
    sim::edge_floats edge(f, test_options().seed);
    constexpr int Count = 10'000;
    int uniform         = 0;
    std::uint64_t ones = 0, zeros = 0;
    for (int i = 0; i < Count; ++i) {
      const std::uint64_t x = edge();
      ASSERT_EQ(x & ~f.mask(), 0U) << name;
      const auto exp = static_cast<int>((x & (f.sign_bit() - 1)) >> f.frac_bits);
      if (exp < 8 || exp > f.max_exp() - 8 || (exp > f.bias() - 8 && exp < f.bias() + 8)) continue;
      ++uniform;
      ones |= x;
      zeros |= ~x;
    }
    EXPECT_GT(uniform, Count / 6) << name;
    EXPECT_EQ(ones, f.mask()) << name;
    EXPECT_EQ(zeros & f.mask(), f.mask()) << name;
  }
}

}  // namespace
}  // namespace weft::operands_test
