// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/wide/fdiv_seq.hpp against exact integers, against the host's floating-point unit, and
// against the bound that its proof rests on.

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "sim/golden/wide/fdiv_seq.hpp"
#include "tb/harness/host_float.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sfu/exact_quotient.hpp"
#include "tb/sfu/fdiv_seq_cases.hpp"
#include "tb/sfu/fdiv_seq_pairs.hpp"

namespace weft::fdiv_seq_golden_test {
namespace {

using namespace golden::fdiv_seq;
using namespace golden;

void expect_the_exact(const config& k, const std::vector<operands>& items) {
  const exact::exact_quotient exact(k);
  for (const operands& o : items) ASSERT_EQ(eval(k, o), exact(o)) << std::hex << o;
}

TEST(FdivSeqGolden, IsExactButForOneRoundingAtTheEdges) {
  const std::uint64_t seed = test_options().seed;
  for (const auto& [name, f] : Formats) {
    SCOPED_TRACE(name);
    const std::size_t count = f == Binary32 ? 40'000 : 15'000;
    expect_the_exact({.number = f}, fdiv_seq_cases(f, seed, count));
    expect_the_exact({.number = f, .tiny_before = true}, fdiv_seq_cases(f, seed + 1, 5000));
    expect_the_exact({.number = f, .flush_in = true, .flush_out = true},
                     fdiv_seq_cases(f, seed + 2, 5000));
  }
}

TEST(FdivSeqGolden, IsExactFromTheTablesOfEveryBuild) {
  for (const auto build : {sfu::build_e::Quadratic, sfu::build_e::Fine}) {
    for (const format f : {Binary32, Binary64}) {
      expect_the_exact({.number = f, .build = build},
                       fdiv_seq_cases(f, test_options().seed + 3, 10'000));
    }
  }
}

TEST(FdivSeqGolden, IsExactBesideTiesAndNumbers) {
  for (const format f : {Binary32, Binary64, Binary16}) {
    expect_the_exact({.number = f}, fdiv_seq_hard(f, test_options().seed, 40'000));
  }
}

TEST(FdivSeqGolden, IsExactForEveryFp8) {
  expect_the_exact({.number = E4m3, .tiny_before = true}, fdiv_seq_every_fp8());
  expect_the_exact({.number = E5m2}, fdiv_seq_every_fp8());
}

#if defined(__x86_64__)
template <class Real, class Word>
void expect_the_hosts(format f) {
  for (operands o : fdiv_seq_cases(f, test_options().seed + 4, 200'000)) {
    if (o.op == op_e::Rsqrt) continue;
    o.round         = round_e(static_cast<int>(o.round) % HostRounds);
    const auto host = on_host<Real, Word>(f, o.round, o.a, o.b, [&](Real a, Real b) {
      return o.op == op_e::Sqrt ? std::sqrt(a) : o.op == op_e::Rcp ? 1 / a : a / b;
    });
    ASSERT_EQ(eval({.number = f}, o), host) << std::hex << o;
  }
}

TEST(FdivSeqGolden, IsTheHostsFp32) { expect_the_hosts<float, std::uint32_t>(Binary32); }
TEST(FdivSeqGolden, IsTheHostsFp64) { expect_the_hosts<double, std::uint64_t>(Binary64); }
#endif

TEST(FdivSeqGolden, EveryPairOfBf16SignificandsAndRootIsRounded) {
  expect_every_significand({.number = Bfloat16});
}
TEST(FdivSeqGolden, EveryPairOfFp16SignificandsAndRootIsRounded) {
  expect_every_significand({.number = Binary16});
}

/// The error of the estimate in units of its last place, from its exact remainder.
double error_of(const config& k, const operands& o) {
  const format w   = k.inner();
  const auto value = [&](std::uint64_t code) {
    const unpacked x = unpack(w, code);
    return (x.sign ? -1 : 1) * std::ldexp(static_cast<double>(x.sig), x.exp);
  };
  const estimate e = estimated(k, o);
  const double q = value(e.q), r = value(e.r);
  const double unit  = std::ldexp(1.0, std::ilogb(q) - w.frac_bits);
  const double slope = o.op == op_e::Sqrt ? 2 * q : o.op == op_e::Rsqrt ? 2 / q : 1;
  return std::abs(r) / slope / unit;
}

TEST(FdivSeqGolden, TheEstimateKeepsTheBoundOfTheProof) {
  for (const format f : {Binary32, Binary64, Binary16, Bfloat16}) {
    const config k{.number = f};
    const auto one = static_cast<std::uint64_t>(f.bias()) << f.frac_bits;
    for (operands o : fdiv_seq_hard(f, test_options().seed + 1, 20'000)) {
      for (std::uint64_t* x : {&o.a, &o.b}) *x = *x == 0 ? one : *x;
      // A quotient's remainder is divided by a divisor of at least 1.
      ASSERT_LT(error_of(k, o), o.op == op_e::Rsqrt  ? 0.87
                                : o.op == op_e::Sqrt ? 0.53
                                                     : 1.06)
          << std::hex << o;
    }
  }
}

TEST(FdivSeqGolden, ModelKeepsTheTimeOfADuration) {
  const config k{.sfu_pipe = 4, .fma_pipe = 3};
  const auto items = fdiv_seq_cases(k.number, test_options().seed, 300);
  const stream_queue<operands, result> queue{
      .eval    = [k](std::monostate&, const operands& o) { return eval(k, o); },
      .latency = [k](const operands& o) { return duration(k, o); },
      .depth   = 1};
  is_the_queue(model(k), queue, items,
               [&](std::size_t n) { return cycles(k, std::span(items).first(n)); });
}

TEST(FdivSeqGolden, AStepTakesTheLatencyOfItsUnitAndACycle) {
  const auto took = [](const config& k, op_e op) {
    const auto one = static_cast<std::uint64_t>(k.number.bias()) << k.number.frac_bits;
    return duration(k, {.a = one, .b = one, .op = op});
  };
  EXPECT_EQ(took({}, op_e::Div), 7u);
  EXPECT_EQ(took({}, op_e::Sqrt), 7u);
  EXPECT_EQ(took({}, op_e::Rcp), 6u);
  EXPECT_EQ(took({}, op_e::Rsqrt), 10u);
  const config wide{.number = Binary64, .sfu_pipe = 255, .fma_pipe = 31};
  EXPECT_EQ(took(wide, op_e::Div), 3u + 8 + 6 * 6);
  EXPECT_EQ(took(wide, op_e::Sqrt), 3u + 8 + 6 * 6);
  EXPECT_EQ(took(wide, op_e::Rcp), 3u + 8 + 5 * 6);
  EXPECT_EQ(took(wide, op_e::Rsqrt), 3u + 8 + 10 * 6);
  EXPECT_EQ(duration({}, {.a = 0, .op = op_e::Rsqrt}), 1u);
}

TEST(FdivSeqGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(operands{.a = 1, .b = 2, .round = round_e::NearAway}),
            "op=Div round=NearAway 0x1 0x2");
  EXPECT_EQ(report(operands{.a = 1, .op = op_e::Rsqrt}), "op=Rsqrt round=NearEven 0x1");
}

}  // namespace
}  // namespace weft::fdiv_seq_golden_test
