// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/fdiv.hpp against the host's floating-point unit, and against a search in the table of
// all numbers of a narrow format.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "sim/golden/fdiv.hpp"
#include "tb/arith/fdiv_cases.hpp"
#include "tb/harness/host_float.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fdiv_golden_test {
namespace {

using namespace golden::fdiv;
using namespace golden;

static_assert(eval({}, {.a = 0x3f800000, .b = 0x40400000}) == result{0x3eaaaaab, Inexact});
static_assert(eval({}, {.a = 0x40000000, .root = true}) == result{0x3fb504f3, Inexact});
static_assert(eval({}, {.a = 0x3f800000, .b = 0x80000000}) == result{0xff800000, DivideByZero});
static_assert(eval({}, {.a = 0xbf800000, .root = true}) == result{0x7fc00000, Invalid});

#if defined(__x86_64__)
template <class Real, class Word>
void expect_the_hosts(format f) {
  for (operands o : fdiv_cases(f, test_options().seed, 400'000)) {
    o.round         = round_e(static_cast<int>(o.round) % HostRounds);
    const auto host = on_host<Real, Word>(
        f, o.round, o.a, o.b, [&](Real a, Real b) { return o.root ? std::sqrt(a) : a / b; });
    ASSERT_EQ(eval({.number = f}, o), host) << std::hex << o;
  }
}

TEST(FdivGolden, IsTheHostsFp32) { expect_the_hosts<float, std::uint32_t>(Binary32); }
TEST(FdivGolden, IsTheHostsFp64) { expect_the_hosts<double, std::uint64_t>(Binary64); }
#endif

/// The numbers of a narrow format that are not negative, by their values: as the format has them,
/// with exponents above its largest, and, for tininess, without a least exponent.
class table {
 public:
  explicit table(format f) : f_(f) {
    const double one = std::ldexp(1.0, f.frac_bits);
    for (int exp = f.min_exp() - f.frac_bits - 3; exp <= f.max_exp() - f.bias() + 2; ++exp) {
      for (double frac = 0; frac < one; ++frac) {
        const double x = std::ldexp(one + frac, exp);
        unbounded_.push_back(x);
        if (exp >= f.min_exp()) normal_.push_back(x);
      }
    }
    smallest_ = std::ldexp(one, f.min_exp());
    for (double frac = 0; frac < one; ++frac) bounded_.push_back(std::ldexp(frac, f.min_exp()));
    bounded_.insert(bounded_.end(), normal_.begin(), normal_.end());
  }

  /// The value of a code that is a finite number.
  double value(std::uint64_t code) const {
    const double x = bounded_[code & (f_.sign_bit() - 1)];
    return (code & f_.sign_bit()) != 0 ? -x : x;
  }

  /// A positive number, of which only `compare` is known: -1 below it, 0 at it, 1 above it.
  template <class Compare>
  result round(round_e mode, bool sign, bool tiny_before, Compare compare) const {
    const chosen c  = choose(bounded_, mode, sign, compare);
    const auto code = c.at;
    if (code >= f_.overflow_code()) {
      const bool up = mode == round_e::NearEven || mode == round_e::NearAway ||
                      mode == (sign ? round_e::Down : round_e::Up);
      return {signed_code(f_, sign, f_.overflow_code() - (up ? 0 : 1)), Overflow | Inexact};
    }
    bool tiny = compare(smallest_) > 0;
    if (!tiny_before && tiny) {
      const chosen u = choose(unbounded_, mode, sign, compare);
      tiny           = unbounded_[u.at] < smallest_;
    }
    const int flags = c.exact ? 0 : Inexact | (tiny ? Underflow : 0);
    return {signed_code(f_, sign, code), static_cast<std::uint8_t>(flags)};
  }

 private:
  struct chosen {
    std::size_t at;
    bool exact;
  };

  template <class Compare>
  static chosen choose(const std::vector<double>& values, round_e mode, bool sign,
                       Compare compare) {
    const auto above = std::partition_point(values.begin(), values.end(),
                                            [&](double x) { return compare(x) <= 0; });
    const auto below = static_cast<std::size_t>(above - values.begin()) - 1;
    if (compare(values[below]) == 0) return {below, true};
    const int middle =
        -compare((values[below] + *above) / 2);  // 1: the number is in the upper half
    bool up = false;
    switch (mode) {
      case round_e::NearEven:
        up = middle > 0 || (middle == 0 && below % 2 == 1);
        break;
      case round_e::NearAway:
        up = middle >= 0;
        break;
      case round_e::Up:
        up = !sign;
        break;
      case round_e::Down:
        up = sign;
        break;
      case round_e::Odd:
        up = below % 2 == 0;
        break;
      case round_e::TowardZero:
        break;
    }
    return {below + (up ? 1 : 0), false};
  }

  format f_;
  std::vector<double> bounded_, normal_, unbounded_;
  double smallest_;
};

/// Holds finite operands with a finite result against the table. Products of two numbers of the
/// format, and their squares, are exact in binary64.
void expect_the_tables(const config& k, const std::vector<operands>& items) {
  const format f = k.number;
  const table numbers(f);
  const auto finite = [&](std::uint64_t code) {
    return (code & (f.sign_bit() - 1)) < f.overflow_code();
  };
  std::size_t compared = 0;
  for (const operands& o : items) {
    if (!finite(o.a) || (!o.root && !finite(o.b))) continue;
    const double a = numbers.value(o.a), b = o.root ? 1 : numbers.value(o.b);
    if (a == 0 || b == 0 || (o.root && a < 0)) continue;
    const bool sign       = (a < 0) != (b < 0);
    const auto sgn        = [](double x) { return x < 0 ? -1 : x > 0 ? 1 : 0; };
    const result expected = numbers.round(o.round, sign, k.tiny_before, [&](double x) {
      return o.root ? sgn(x * x - a) : sgn(x * std::abs(b) - std::abs(a));
    });
    ASSERT_EQ(eval(k, o), expected) << std::hex << o;
    ++compared;
  }
  EXPECT_GT(compared, items.size() / 4);
}

TEST(FdivGolden, IsTheTablesForEveryFp8) {
  expect_the_tables({.number = E4m3, .tiny_before = true}, every_fp8());
  expect_the_tables({.number = E5m2}, every_fp8());
}

TEST(FdivGolden, IsTheTablesForFp16AndEveryRoot) {
  std::vector<operands> items = fdiv_cases(Binary16, test_options().seed, 100'000);
  for (unsigned n = 0; n < 0x7c00; ++n) {
    items.push_back({.a = n, .root = true, .round = round_e(n % Rounds)});
  }
  expect_the_tables({.number = Binary16}, items);
  expect_the_tables({.number = Binary16, .tiny_before = true}, items);
}

TEST(FdivGolden, SubnormalsAreFlushedWhereTheConfigurationSaysSo) {
  const config in{.flush_in = true}, out{.flush_out = true};
  EXPECT_EQ(eval(in, {.a = 0x3f800000, .b = 0x80000001}), (result{0xff800000, DivideByZero}));
  EXPECT_EQ(eval(in, {.a = 0x00000001, .b = 0x00000001}), (result{0x7fc00000, Invalid}));
  EXPECT_EQ(eval(in, {.a = 0x80000001, .root = true}), (result{0x80000000, 0}));
  EXPECT_EQ(eval(out, {.a = 0x80800000, .b = 0x40000000}),
            (result{0x80000000, Underflow | Inexact}));
}

TEST(FdivGolden, ModelKeepsTheTimeOfADuration) {
  const config k;
  const auto items = fdiv_cases(k.number, test_options().seed, 300);
  const stream_queue<operands, result> queue{
      .eval    = [k](std::monostate&, const operands& o) { return eval(k, o); },
      .latency = [k](const operands& o) { return duration(k, o); },
      .depth   = 1};
  is_the_queue(model(k), queue, items,
               [&](std::size_t n) { return cycles(k, std::span(items).first(n)); });
}

TEST(FdivGolden, ADigitIsTwoBitsOfTheResult) {
  EXPECT_EQ(duration({}, {.a = 0x3f800000, .b = 0x40400000}), 17u);
  EXPECT_EQ(duration({}, {.a = 0x3f800000, .root = true}), 16u);
  EXPECT_EQ(duration({.number = Binary64}, {.a = 1, .b = 3}), 31u);
  EXPECT_EQ(duration({.number = Binary64}, {.a = 1, .root = true}), 30u);
  EXPECT_EQ(duration({.number = Binary16}, {.a = 1, .b = 3}), 10u);
  EXPECT_EQ(duration({}, {.a = 0, .b = 0x40400000}), 1u);
}

TEST(FdivGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(operands{.a = 1, .b = 2, .round = round_e::NearAway}),
            "divide round=NearAway 0x1 0x2");
  EXPECT_EQ(report(operands{.a = 1, .b = 2, .root = true}), "root round=NearEven 0x1");
}

}  // namespace
}  // namespace weft::fdiv_golden_test
