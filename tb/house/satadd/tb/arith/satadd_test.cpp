// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/satadd.hpp against the compiler's overflow check, rtl/arith/weft_satadd.sv against
// golden.

#include "sim/golden/satadd.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_satadd_configs.hpp"

namespace weft {
namespace {

using namespace golden::satadd;

/// The ports of a Verilated weft_satadd as the golden model's inputs and outputs.
template <class V, class P>
struct satadd_ports {
  using dut     = V;
  using model   = golden::satadd::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr unsigned Width = P::Width;

  static void drive(V& v, const inputs& in) {
    constexpr std::int32_t Mask = (1 << Width) - 1;
    const operands junk{0x55aa, 0x1234};  // must not matter while valid is low
    v.in_valid_i  = in.in.has_value();
    v.in_a_i      = in.in.value_or(junk).a & Mask;
    v.in_b_i      = in.in.value_or(junk).b & Mask;
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = static_cast<sum_t>(v.out_sum_o << (32 - Width)) >> (32 - Width);
    return out;
  }
};

/// Every pair of bytes; of wider numbers 20000, half of the numbers at the edges.
std::vector<operands> pairs(unsigned width) {
  const std::int32_t limit = 1 << (width - 1);
  std::vector<operands> p;
  if (width == 8) {
    for (int a = -limit; a < limit; ++a) {
      for (int b = -limit; b < limit; ++b) p.push_back({a, b});
    }
    return p;
  }
  const std::int32_t edges[] = {-limit, 1 - limit, -1, 0, 1, limit - 2, limit - 1};
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  std::uniform_int_distribution any(-limit, limit - 1), edge(0, 6);
  const auto number = [&] { return rng() % 2 == 0 ? any(rng) : edges[edge(rng)]; };
  for (int i = 0; i < 20000; ++i) p.push_back({number(), number()});
  return p;
}

/// Sends the pairs through RTL and golden model and checks the sums. Returns the cycles from the
/// first pair taken to the last sum taken.
template <class Bench>
std::uint64_t stream(const std::vector<operands>& pairs, sim::timing t) {
  sim::lockstep<Bench> both(test_options(), model(Bench::Width));
  sim::watchdog watchdog;
  std::size_t taken = 0, given = 0;
  std::uint64_t cycles = 0;
  bool offered         = false;
  while (given < pairs.size()) {
    typename Bench::inputs in;
    offered = offered || (taken < pairs.size() && t.source());
    if (offered) in.in = pairs[taken];
    in.out_ready     = t.sink();
    const auto out   = both.cycle(in);
    const bool takes = offered && out.in_ready, gives = out.out && in.out_ready;
    if (gives) {
      EXPECT_EQ(*out.out, eval(Bench::Width, pairs[given])) << pairs[given];
    }
    offered = offered && !takes;
    taken += takes;
    given += gives;
    cycles += taken > 0;
    watchdog.cycle(takes || gives, [&] { return std::to_string(given) + " sums given"; });
  }
  return cycles;
}

TEST(SataddGolden, IsTheSumOfBytesOrTheNearestByte) {
  for (const auto& [a, b] : pairs(8)) {
    std::int8_t sum;
    if (__builtin_add_overflow(a, b, &sum)) sum = a < 0 ? -128 : 127;
    ASSERT_EQ(eval(8, {a, b}), sum) << a << " + " << b;
  }
}

template <class Bench>
class SataddRtl : public testing::Test {};

#define WEFT_BENCH(V, P) satadd_ports<V, P>
using benches = testing::Types<WEFT_SATADD_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(SataddRtl, benches);

TYPED_TEST(SataddRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  for (const sim::timing& t : sim::timings()) {
    SCOPED_TRACE(t.name);
    stream<TypeParam>(pairs(TypeParam::Width), t);
  }
}

TYPED_TEST(SataddRtl, TakesTheCyclesOfTheClosedForm) {
  for (const std::size_t n : {1, 2, 3, 100}) {
    const std::vector<operands> ones(n, {1, 1});
    EXPECT_EQ(stream<TypeParam>(ones, {"FullRate", sim::always(), sim::always()}), cycles(n));
  }
}

TYPED_TEST(SataddRtl, ResetEmptiesIt) {
  sim::lockstep<TypeParam> both(test_options(), model(TypeParam::Width));
  both.cycle({.in = operands{1, 2}, .out_ready = false});
  both.reset();
  EXPECT_FALSE(both.cycle({}).out);
}

}  // namespace
}  // namespace weft
