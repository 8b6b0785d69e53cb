// SPDX-License-Identifier: Apache-2.0
//
// rtl/tensor/weft_tensor.sv of INT16 with rtl/tensor/weft_tensor_flexpoint.sv at its write port: a
// stream of products whose exponents the manager chooses from what the array writes, against
// golden's products of integers and golden's manager.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <set>
#include <vector>

#include "Vweft_tensor_flexpoint_cols4.h"
#include "Vweft_tensor_int16.h"
#include "sim/harness/dut.hpp"
#include "sim/verilated/tensor_flexpoint/tensor_flexpoint_ports.hpp"
#include "sim/verilated/tensor_memory.hpp"
#include "sim/verilated/tensor_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_tensor_flexpoint_params.hpp"
#include "weft_tensor_params.hpp"

namespace weft {
namespace {

using namespace golden::tensor_flexpoint;

using array_ports = sim::tensor_ports<Vweft_tensor_int16, params::tensor_int16>;
using manager_ports =
    sim::tensor_flexpoint_ports<Vweft_tensor_flexpoint_cols4, params::tensor_flexpoint_cols4>;
constexpr auto Array   = array_ports::Config;
constexpr auto Manager = manager_ports::Config;
static_assert(Array.cols == Manager.cols);

/// A Flexpoint tensor.
struct flex {
  std::vector<std::int32_t> sigs;
  std::int32_t exp = 0;
  bool overflow    = false;  ///< a significand is saturated

  bool operator==(const flex&) const = default;
};

/// The array with the manager at its write port, clock by clock. The manager keeps its history from
/// product to product.
class joined {
 public:
  explicit joined(std::uint64_t seed)
      : array_({.seed = seed, .wave = ""}), manager_({.seed = seed + 1, .wave = ""}) {
    manager_ports::drive(*manager_, {});
  }

  /// D = A * B of m x k and k x n; `timing` is that of the memories and, as d_ready, of the
  /// significands.
  flex product(const golden::tensor::problem& p, std::int32_t exp_a, std::int32_t exp_b,
               const sim::memory_timing& timing) {
    sim::tensor_memory memory(Array, p, timing);
    const std::size_t panels = (p.shape.n + Array.cols - 1) / Array.cols;
    const std::size_t words  = panels * p.shape.m;
    flex d{.sigs = std::vector<std::int32_t>(std::size_t{p.shape.m} * p.shape.n)};
    std::vector<std::size_t> addresses;  // of the words in the manager
    std::size_t taken = 0, given = 0;
    while (!memory.done() || given < words) {
      auto in = memory.drive();
      // The array's word passes where the manager takes one; its ready depends on no input but
      // out_ready.
      manager_ports::inputs to;
      to.out_ready = in.d_ready;
      manager_ports::drive(*manager_, to);
      manager_.settle();
      in.d_ready = manager_ports::sample(*manager_, to).in_ready;
      array_ports::drive(*array_, in);
      array_.settle();
      const auto out = array_ports::sample(*array_, in);
      if (out.d) {
        operands o{.last  = taken + 1 == words,
                   .strbs = static_cast<unsigned>(out.d->strb),
                   .exp_a = exp_a,
                   .exp_b = exp_b};
        for (std::size_t j = 0; j < Manager.cols; ++j) {
          o.sums[j] = static_cast<std::int64_t>(out.d->lanes[j]);
        }
        to.in = o;
        manager_ports::drive(*manager_, to);
        manager_.settle();
      }
      const auto got = manager_ports::sample(*manager_, to);
      EXPECT_EQ(got.in_ready, in.d_ready);
      if (to.in && got.in_ready) {
        addresses.push_back(out.d->addr);
        ++taken;
      }
      if (got.out && to.out_ready) put(d, p.shape, addresses[given++], *got.out);
      if (!memory.done()) memory.observe(in, out);
      array_.tick();
      manager_.tick();
      ++cycles_;
    }
    return d;
  }

  std::uint64_t cycles() const { return cycles_; }

 private:
  /// Words of D lie panel by panel, a row each.
  static void put(flex& d, const golden::tensor::shape& s, std::size_t address,
                  const result& word) {
    const std::size_t row = address % s.m, column = address / s.m * Array.cols;
    for (std::size_t j = 0; j < Array.cols && column + j < s.n; ++j) {
      EXPECT_NE(word.strbs >> j & 1, 0u);
      d.sigs[row * s.n + column + j] = word.sigs[j];
    }
    d.exp = word.exp;
    d.overflow |= word.overflow;
  }

  sim::dut<Vweft_tensor_int16> array_;
  sim::dut<Vweft_tensor_flexpoint_cols4> manager_;
  std::uint64_t cycles_ = 0;
};

/// The same by golden.
flex golden_product(state& s, const golden::tensor::problem& p, std::int32_t exp_a,
                    std::int32_t exp_b) {
  flex d;
  for (std::size_t i = 0; i < p.shape.m; ++i) {
    for (std::size_t j = 0; j < p.shape.n; ++j) {
      operands o{.last = false, .strbs = 1, .exp_a = exp_a, .exp_b = exp_b};
      for (std::size_t k = 0; k < p.shape.k; ++k) {
        o.sums[0] += std::int64_t{static_cast<std::int16_t>(p.a[i * p.shape.k + k])} *
                     static_cast<std::int16_t>(p.b[k * p.shape.n + j]);
      }
      const auto r = write(Manager, s, o);
      d.sigs.push_back(r.sigs[0]);
      d.exp = r.exp;
      d.overflow |= r.overflow;
    }
  }
  choose(Manager, s);
  return d;
}

/// Each product's A is the D before, so that exponents depend on exponents; B's sizes drift, jump
/// up and fall.
void runs_as_golden(golden::tensor::flow_e flow, const sim::memory_timing& timing) {
  constexpr unsigned Rows = 6, Side = 10;
  std::mt19937_64 rng(test_options().seed);
  joined rtl(test_options().seed);
  state s = initial(Manager);
  flex a;
  for (unsigned i = 0; i < Rows * Side; ++i) {
    a.sigs.push_back(static_cast<std::int32_t>(rng() % 20'001) - 10'000);
  }
  a.exp = 20;
  std::set<std::int32_t> exponents;
  unsigned overflows = 0, falls = 0;
  std::int32_t last = params::tensor_flexpoint_cols4::InitExp;
  for (int n = 0; n < 200; ++n) {
    golden::tensor::problem p{.shape = {Rows, Side, Side}, .a = {}, .b = {}, .c = {}};
    p.flow = flow;
    for (const std::int32_t sig : a.sigs) p.a.push_back(static_cast<std::uint16_t>(sig));
    // Sums of ten products of 2^13 are near 2^27.
    const std::int32_t size = n % 40 < 20 ? 1 << 13 : n % 40 < 30 ? 1 << 11 : 1 << 14;
    for (unsigned i = 0; i < Side * Side; ++i) {
      const auto sig = static_cast<std::int32_t>(rng() % static_cast<unsigned>(2 * size)) - size;
      p.b.push_back(static_cast<std::uint16_t>(sig));
    }
    const std::int32_t exp_b = 16 + n / 10 % 3;
    const flex want          = golden_product(s, p, a.exp, exp_b);
    const flex got           = rtl.product(p, a.exp, exp_b, timing);
    ASSERT_EQ(got.exp, want.exp) << "product " << n;
    ASSERT_EQ(got, want) << "product " << n;
    exponents.insert(got.exp);
    overflows += got.overflow;
    falls += got.exp < last;
    last = got.exp;
    const auto largest =
        std::ranges::max(got.sigs, {}, [](std::int32_t x) { return x < 0 ? -x : x; });
    // Significands of a few bits would fade from product to product.
    if (std::abs(largest) > 64) a = got;
  }
  EXPECT_GE(exponents.size(), 8u);
  EXPECT_GT(overflows, 0u);
  EXPECT_GT(falls, 4u);
}

TEST(TensorFlexpointArray, ExponentsOfAStreamAreGoldens) {
  runs_as_golden(golden::tensor::flow_e::OutputStationary, {});
}
TEST(TensorFlexpointArray, ExponentsOfAWeightStationaryStreamAreGoldens) {
  runs_as_golden(golden::tensor::flow_e::WeightStationary, {});
}
TEST(TensorFlexpointArray, StallsChangeNothing) {
  runs_as_golden(golden::tensor::flow_e::OutputStationary,
                 sim::random_stalls(0.4, test_options().seed));
}

}  // namespace
}  // namespace weft
