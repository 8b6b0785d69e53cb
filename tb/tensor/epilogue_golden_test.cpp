// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/epilogue.hpp against exact rational numbers, the host's double precision, and tables
// written by hand.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ostream>
#include <utility>
#include <vector>

#include "sim/file/half.hpp"
#include "sim/golden/epilogue.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/epilogue_cases.hpp"

namespace weft::epilogue_golden_test {
namespace {

using namespace golden::epilogue;

// The arithmetic is constexpr: 250 / 4, a tie, and -3 / 2^24, a subnormal.
static_assert(eval({}, {250, 0x3e800000, output_e::ToInt8}) == result{62});
static_assert(eval({}, {0xfffffffd, 0x33800000, output_e::ToFp16}) == result{0x8003});

/// An exact value: a fraction of integers of any length, or not a number.
struct exact {
  enum class kind { Finite, Infinity, Nan };

  kind k     = kind::Finite;
  bool minus = false;
  mpq_class x;  ///< without the sign
};

mpq_class power(int n) {
  mpz_class p = 1;
  p <<= static_cast<unsigned>(std::abs(n));
  return n < 0 ? mpq_class(1, p) : mpq_class(p);
}

exact read_float(int exp_bits, int frac_bits, std::uint64_t bits) {
  const std::uint64_t ones = (std::uint64_t{1} << exp_bits) - 1;
  const std::uint64_t frac = bits % (std::uint64_t{1} << frac_bits), exp = bits >> frac_bits & ones;
  exact e{.minus = (bits >> (exp_bits + frac_bits) & 1) != 0, .x = {}};
  if (exp == ones) {
    e.k = frac == 0 ? exact::kind::Infinity : exact::kind::Nan;
    return e;
  }
  const int one = (1 << (exp_bits - 1)) - 1;
  e.x           = mpq_class(mpz_class(frac)) * power(-frac_bits);
  if (exp != 0) e.x += 1;
  e.x *= power((exp == 0 ? 1 : static_cast<int>(exp)) - one);
  return e;
}

exact read_sum(const config& k, std::uint64_t bits) {
  if (k.is_float()) return read_float(k.sum_exp, k.sum_bits - 1 - k.sum_exp, bits);
  const mpz_class all = mpz_class(1) << static_cast<unsigned>(k.sum_bits);
  const bool minus    = (bits >> (k.sum_bits - 1) & 1) != 0;
  const mpz_class x   = minus ? mpz_class(all - mpz_class(bits)) : mpz_class(bits);
  return {.minus = minus, .x = x};
}

/// Rounding by a search for the neighbours in the list of all numbers: the index of the nearest
/// number, in a tie of the even one; beyond the last number, the last one.
class number_line {
 public:
  explicit number_line(std::vector<mpq_class> numbers) : numbers_(std::move(numbers)) {}

  std::uint64_t operator()(const mpq_class& x) const {
    const auto above = std::lower_bound(numbers_.begin(), numbers_.end(), x);
    const auto i     = static_cast<std::size_t>(above - numbers_.begin());
    if (above == numbers_.end()) return i - 1;
    if (i == 0) return 0;
    const mpq_class up = *above - x, down = x - numbers_[i - 1];
    const bool high = up == down ? i % 2 == 0 : up < down;
    return high ? i : i - 1;
  }

 private:
  std::vector<mpq_class> numbers_;
};

class witness {
 public:
  explicit witness(const config& k) : k_(k) {}

  std::uint64_t operator()(const operands& o) const {
    const exact sum = read_sum(k_, o.sum);
    if (o.output == output_e::KeepSum) {
      return o.relu && sum.minus && sum.k != exact::kind::Nan ? 0 : o.sum;
    }
    const exact p = times(sum, read_float(8, 23, o.scale));
    if (p.k == exact::kind::Nan) return o.output == output_e::ToInt8 ? 0 : 0x7fff;
    if (o.relu && p.minus) return 0;
    if (o.output == output_e::ToInt8) {
      if (p.k == exact::kind::Infinity) return p.minus ? 0x80 : 0x7f;
      return (bytes_(p.minus ? mpq_class(-p.x) : p.x) + 0x80) & 0xff;
    }
    const std::uint64_t size = p.k == exact::kind::Infinity ? 0x7bff : halves_(p.x);
    return (p.minus ? 0x8000U : 0U) | size;
  }

 private:
  static exact times(const exact& a, const exact& b) {
    using enum exact::kind;
    exact p{.minus = a.minus != b.minus, .x = a.x * b.x};
    if (a.k == Infinity || b.k == Infinity) p.k = Infinity;
    for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
      const bool other_zero = other->k == Finite && other->x == 0;
      if (one->k == Nan || (one->k == Infinity && other_zero)) p.k = Nan;
    }
    return p;
  }

  static number_line bytes() {
    std::vector<mpq_class> numbers;
    for (int i = -128; i < 128; ++i) numbers.emplace_back(i);
    return number_line(numbers);
  }

  static number_line halves() {
    std::vector<mpq_class> numbers;
    for (std::uint64_t code = 0; code < 0x7c00; ++code)
      numbers.push_back(read_float(5, 10, code).x);
    return number_line(numbers);
  }

  config k_;
  number_line bytes_ = bytes(), halves_ = halves();
};

struct sum_type {
  const char* name;
  config k;

  friend std::ostream& operator<<(std::ostream& os, const sum_type& s) { return os << s.name; }
};

class EpilogueSums : public testing::TestWithParam<sum_type> {
 protected:
  epilogue_cases cases{GetParam().k, test_options().seed + 50};
};
INSTANTIATE_TEST_SUITE_P(Golden, EpilogueSums,
                         testing::Values(sum_type{"Int32", {32, 0}}, sum_type{"Int64", {64, 0}},
                                         sum_type{"Fp32", {32, 8}}, sum_type{"Fp64", {64, 11}},
                                         sum_type{"Fp16", {16, 5}}, sum_type{"Bf16", {16, 8}}),
                         testing::PrintToStringParamName());

TEST_P(EpilogueSums, BecomeTheNumberNearestToTheExactProduct) {
  const witness nearest(GetParam().k);
  for (const operands& o : cases.many(100'000)) {
    ASSERT_EQ(eval(GetParam().k, o).bits, nearest(o)) << std::hex << o;
  }
}

TEST_P(EpilogueSums, BecomeTheEvenOneOfTwoThatAreAsNear) {
  const witness nearest(GetParam().k);
  const auto items = cases.ties();
  for (std::size_t i = test_options().seed % 5; i < items.size(); i += 5) {
    ASSERT_EQ(eval(GetParam().k, items[i]).bits, nearest(items[i])) << std::hex << items[i];
  }
}

/// Exact products in double precision, which nearbyint() and sim/file/half.hpp round.
TEST(EpilogueGolden, IsTheHostsRoundingOfProductsThatDoublesHold) {
  for (const config& k : {config{32, 0}, config{32, 8}}) {
    epilogue_cases next(k, test_options().seed + 60);
    for (int i = 0; i < 500'000; ++i) {
      operands o = next();
      if (o.output == output_e::KeepSum) continue;
      if (!k.is_float()) o.sum = static_cast<std::uint32_t>(static_cast<std::int32_t>(o.sum) >> 3);
      const auto bits  = static_cast<std::uint32_t>(o.sum);
      const double sum = k.is_float() ? static_cast<double>(std::bit_cast<float>(bits))
                                      : static_cast<double>(static_cast<std::int32_t>(bits));
      double x         = sum * static_cast<double>(std::bit_cast<float>(o.scale));
      if (o.relu && std::signbit(x) && !std::isnan(x)) x = 0;
      std::uint64_t want;
      if (o.output == output_e::ToInt8) {
        const double held = std::isnan(x) ? 0 : std::clamp(std::nearbyint(x), -128.0, 127.0);
        want              = static_cast<std::uint8_t>(static_cast<std::int8_t>(held));
      } else {
        want = std::isnan(x) ? 0x7fff : sim::half_from_double(std::clamp(x, -65504.0, 65504.0));
      }
      ASSERT_EQ(eval(k, o).bits, want) << std::hex << o;
    }
  }
}

constexpr std::uint32_t One = 0x3f800000, MinusOne = 0xbf800000, Infinity = 0x7f800000,
                        Nan = 0x7fc00000;

TEST(EpilogueGolden, HasTheSpecialCasesOfTheTable) {
  using enum output_e;
  struct row {
    std::uint64_t sum;
    std::uint32_t scale;
    bool relu;
    std::uint64_t int8, fp16;
  };
  const row from_fp32[] = {
      {One, One, false, 1, 0x3c00},
      {One, MinusOne, false, 0xff, 0xbc00},
      {One, MinusOne, true, 0, 0},
      {0, MinusOne, false, 0, 0x8000},
      {0, MinusOne, true, 0, 0},
      {0x80000000, One, false, 0, 0x8000},
      {Infinity, One, false, 0x7f, 0x7bff},
      {Infinity, MinusOne, false, 0x80, 0xfbff},
      {Infinity, MinusOne, true, 0, 0},
      {Infinity, 0, false, 0, 0x7fff},
      {0, Infinity | 0x80000000, true, 0, 0x7fff},  // NaN is not rectified
      {Nan, MinusOne, true, 0, 0x7fff},
      {0xffffffff, 0, false, 0, 0x7fff},
      {One, 0xffc00000, true, 0, 0x7fff},
      {0x477fe000, One, false, 0x7f, 0x7bff},  // 65504
      {0x477fefff, One, false, 0x7f, 0x7bff},  // below 65520
      {0x477ff000, One, false, 0x7f, 0x7bff},  // 65520
      {0xff7fffff, 0x7f7fffff, false, 0x80, 0xfbff},
      {0x33000000, One, false, 0, 0},           // 2^-25, a tie
      {0xb3000001, One, false, 0, 0x8001},      // and beyond
      {0xb3000000, One, false, 0, 0x8000},      // -0
      {0xb3000001, One, true, 0, 0},            // what rounds up is rectified
      {0x00000001, 0x7f000000, false, 0, 0x4},  // 2^-149 * 2^127
      {0x7f000000, 0x00000001, false, 0, 0x4},
      {0x00000001, 0x00000001, false, 0, 0},
      {0x42ff0000, One, false, 0x7f, 0x57f8},  // 127.5
      {0xc3008000, One, false, 0x80, 0xd804},  // -128.5, a tie
      {0xbf000000, One, false, 0, 0xb800},     // -0.5
      {0xbfc00000, One, false, 0xfe, 0xbe00},  // -1.5
  };
  for (const auto& [sum, scale, relu, int8, fp16] : from_fp32) {
    const operands o{sum, scale, ToInt8, relu};
    EXPECT_EQ(eval({32, 8}, o).bits, int8) << std::hex << o;
    EXPECT_EQ(eval({32, 8}, {sum, scale, ToFp16, relu}).bits, fp16) << std::hex << o;
  }

  const row from_int32[] = {
      {0x80000000, One, false, 0x80, 0xfbff},
      {0x80000000, One, true, 0, 0},
      {0x80000000, 0x30000000, false, 0xff, 0xbc00},  // -2^31 * 2^-31
      {0x7fffffff, 0x30000000, false, 1, 0x3c00},
      {0, MinusOne, false, 0, 0x8000},
      {0, Infinity, false, 0, 0x7fff},
      {0, 0x7f7fffff, false, 0, 0},
      {1, Infinity, false, 0x7f, 0x7bff},
      {0xffffffff, Infinity, false, 0x80, 0xfbff},
      {0xffffffff, Nan, true, 0, 0x7fff},
      {0x7fffffff, 0x00000001, false, 0, 0},
      {65519, One, false, 0x7f, 0x7bff},
      {2049, One, false, 0x7f, 0x6800},
      {2051, One, false, 0x7f, 0x6802},
  };
  for (const auto& [sum, scale, relu, int8, fp16] : from_int32) {
    const operands o{sum, scale, ToInt8, relu};
    EXPECT_EQ(eval({32, 0}, o).bits, int8) << std::hex << o;
    EXPECT_EQ(eval({32, 0}, {sum, scale, ToFp16, relu}).bits, fp16) << std::hex << o;
  }
}

TEST(EpilogueGolden, KeepsTheSumUnlessReluDropsIt) {
  const auto kept = [](const config& k, std::uint64_t sum, bool relu) {
    return eval(k, {sum, Nan, output_e::KeepSum, relu}).bits;
  };
  for (const std::uint64_t sum : {0x0U, 0x1U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
    EXPECT_EQ(kept({32, 0}, sum, false), sum);
    EXPECT_EQ(kept({32, 0}, sum, true), sum >> 31 != 0 ? 0 : sum);
  }
  for (const std::uint64_t sum : {0x0U, 0x80000000U, 0xff800000U, 0x7f800000U, 0x80000001U}) {
    EXPECT_EQ(kept({32, 8}, sum, false), sum);
    EXPECT_EQ(kept({32, 8}, sum, true), sum >> 31 != 0 ? 0 : sum);
  }
  for (const std::uint64_t nan : {0xffffffffU, 0x7f800001U, 0xffc00000U}) {
    EXPECT_EQ(kept({32, 8}, nan, true), nan);
  }
}

TEST(EpilogueGolden, ModelKeepsTheTimeOfItsRegisters) {
  for (const unsigned pipe : {0U, 1U, 5U, 7U}) {
    const config k{.pipe = pipe};
    EXPECT_EQ(cycles(k, 1000), 1000U + static_cast<unsigned>(std::popcount(pipe)));
    epilogue_cases next(k, test_options().seed);
    std::vector<operands> sums;
    for (int i = 0; i < 100; ++i) sums.push_back(next());
    keeps_the_time_of_its_registers(k, sums);
  }
}

TEST(EpilogueGolden, ReportsNameOutputs) {
  WEFT_EXPECT_NAMED(golden::epilogue::output_e, KeepSum);
  WEFT_EXPECT_NAMED(golden::epilogue::output_e, ToInt8);
  WEFT_EXPECT_NAMED(golden::epilogue::output_e, ToFp16);
  EXPECT_EQ(report(golden::epilogue::output_e{15}), "0xf");
}

TEST(EpilogueGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(golden::epilogue::operands{1, 2, golden::epilogue::output_e::ToInt8, true}),
            "output=ToInt8 relu=0x1 0x1 * 0x2");
}

}  // namespace
}  // namespace weft::epilogue_golden_test
