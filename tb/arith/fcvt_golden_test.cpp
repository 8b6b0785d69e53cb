// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/fcvt.hpp against a table of all numbers of a format, MPFR, the host's FPU, 128-bit
// integers and tables written by hand.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <vector>

#include "sim/golden/fcvt.hpp"
#include "tb/arith/fcvt_cases.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/report.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fcvt_golden_test {
namespace {

using namespace golden::fcvt;
using namespace golden;  // NOLINT: the formats and the rounding directions

// The arithmetic is constexpr.
static_assert(eval({}, {0x3f80ffff}) == result{0x3f81, Inexact});  // 1.00781... up to 1.0078125
static_assert(eval({}, {0x3f80ffff, op_e::FloatToFloat, round_e::TowardZero}) ==
              result{0x3f80, Inexact});
static_assert(eval({}, {0xc0200000, op_e::FloatToSigned}) == result{0xfffffffe, Inexact});  // -2.5
static_assert(eval({.destination = Binary32}, {0xffffffff, op_e::UnsignedToFloat}) ==
              result{0x4f800000, Inexact});
static_assert(eval({.destination = Binary32}, {0xffffffff, op_e::SignedToFloat}) ==
              result{0xbf800000, 0});

/// The value of a narrow number, from its definition; NaN and infinities are the host's.
double value(format f, std::uint64_t bits) {
  const auto field = static_cast<int>(bits >> f.frac_bits) & ((1 << f.exp_bits) - 1);
  const auto frac  = static_cast<double>(bits & ((std::uint64_t{1} << f.frac_bits) - 1));
  const double one = std::ldexp(1.0, f.frac_bits);
  const int bias   = (1 << (f.exp_bits - 1)) - 1;
  double x         = 0;
  if (field == (1 << f.exp_bits) - 1 && f.infinities) {
    x = frac == 0 ? INFINITY : NAN;
  } else if (field == (1 << f.exp_bits) - 1 && frac == one - 1) {
    x = NAN;
  } else if (field == 0) {
    x = std::ldexp(frac, 1 - bias - f.frac_bits);
  } else {
    x = std::ldexp(one + frac, field - bias - f.frac_bits);
  }
  return (bits >> (f.exp_bits + f.frac_bits) & 1) != 0 ? -x : x;
}

/// Rounding by a search for the neighbours in the list of all numbers.
class number_line {
 public:
  explicit number_line(format f) : f_(f) {
    for (std::uint64_t code = 0; std::isfinite(value(f, code)); ++code) {
      numbers_.push_back(value(f, code));
    }
    // The number that would follow the largest with one more exponent.
    const std::size_t n = numbers_.size();
    numbers_.push_back(2 * numbers_[n - 1] - numbers_[n - 2]);
  }

  result operator()(double x, round_e mode, bool saturate) const {
    const bool negative      = std::signbit(x);
    const std::uint64_t sign = negative ? std::uint64_t{1} << (f_.exp_bits + f_.frac_bits) : 0;
    const std::size_t past   = numbers_.size() - 1;
    const std::size_t i      = index(std::fabs(x), negative, mode);
    if (i >= past) {
      const bool away = mode == round_e::NearEven || mode == round_e::NearAway ||
                        mode == (negative ? round_e::Down : round_e::Up);
      return {sign | (away && !saturate ? past : past - 1), Overflow | Inexact};
    }
    std::uint8_t flags = numbers_[i] == std::fabs(x) ? 0 : Inexact;
    // Tininess: whether x, rounded with full precision, is below the smallest normal number.
    const std::size_t normal = std::size_t{1} << f_.frac_bits;
    if (flags != 0 && std::fabs(x) < numbers_[normal]) {
      const int up      = -std::ilogb(std::fabs(x)) + std::ilogb(numbers_[normal]);
      const double full = numbers_[index(std::ldexp(std::fabs(x), up), negative, mode)];
      if (std::ldexp(full, -up) < numbers_[normal]) flags |= Underflow;
    }
    return {sign | i, flags};
  }

 private:
  /// The index of the number to which x, not negative, is rounded.
  std::size_t index(double x, bool negative, round_e mode) const {
    const auto above = std::lower_bound(numbers_.begin(), numbers_.end(), x);
    const auto i     = static_cast<std::size_t>(above - numbers_.begin());
    if (above == numbers_.end()) return i;
    if (*above == x) return i;
    const double low = numbers_[i - 1], high = *above;
    const std::size_t even = (i - 1) % 2 == 0 ? i - 1 : i;
    switch (mode) {
      case round_e::NearEven:
        return 2 * x == low + high ? even : 2 * x < low + high ? i - 1 : i;
      case round_e::NearAway:
        return 2 * x < low + high ? i - 1 : i;
      case round_e::TowardZero:
        return i - 1;
      case round_e::Down:
        return negative ? i : i - 1;
      case round_e::Up:
        return negative ? i - 1 : i;
      case round_e::Odd:
        return even == i ? i - 1 : i;
    }
    return 0;
  }

  format f_;
  std::vector<double> numbers_;
};

struct conversion {
  const char* name;
  format source, destination;

  friend std::ostream& operator<<(std::ostream& os, const conversion& c) { return os << c.name; }
};

class FcvtFormats : public testing::TestWithParam<conversion> {};
INSTANTIATE_TEST_SUITE_P(
    Golden, FcvtFormats,
    testing::Values(
        conversion{"Fp32ToFp16", Binary32, Binary16}, conversion{"Fp32ToBf16", Binary32, Bfloat16},
        conversion{"Fp32ToTf32", Binary32, Tf32}, conversion{"Fp32ToE4m3", Binary32, E4m3},
        conversion{"Fp32ToE5m2", Binary32, E5m2}, conversion{"Fp16ToE4m3", Binary16, E4m3},
        conversion{"Fp16ToE5m2", Binary16, E5m2}, conversion{"Fp16ToBf16", Binary16, Bfloat16},
        conversion{"Bf16ToFp16", Bfloat16, Binary16}, conversion{"Bf16ToE4m3", Bfloat16, E4m3},
        conversion{"E4m3ToFp16", E4m3, Binary16}, conversion{"E4m3ToE5m2", E4m3, E5m2},
        conversion{"E5m2ToE4m3", E5m2, E4m3}),
    testing::PrintToStringParamName());

TEST_P(FcvtFormats, IsTheNumberThatTheDirectionWantsOnTheLineOfAllNumbers) {
  const auto [name, source, destination] = GetParam();
  const config k{source, destination, 0};
  const number_line line(destination);
  for (const operands& o : fcvt_cases::all(k, test_options().seed, 1'000'000)) {
    const double x = value(source, o.data);
    const result r = eval(k, o);
    if (std::isnan(x)) {
      ASSERT_TRUE(std::isnan(value(destination, r.bits))) << std::hex << o;
      ASSERT_EQ(r.bits >> (destination.width() - 1), 0u) << std::hex << o;
      const bool quiet = !source.infinities || (o.data >> (source.frac_bits - 1) & 1) != 0;
      ASSERT_EQ(r.flags, quiet ? 0 : Invalid) << std::hex << o;
    } else if (std::isinf(x) && !o.saturate) {
      const double y = value(destination, r.bits);
      ASSERT_TRUE(destination.infinities ? y == x : std::isnan(y)) << std::hex << o;
      ASSERT_EQ(r.bits >> (destination.width() - 1) != 0, x < 0) << std::hex << o;
      ASSERT_EQ(r.flags, 0) << std::hex << o;
    } else {
      ASSERT_EQ(r, line(x, o.round, o.saturate)) << std::hex << o;
    }
  }
}

/// Truncation, as matrix engines convert to BF16 and TF32: the code's upper part, whatever the
/// fraction, subnormals included. Widening appends zeros.
TEST(FcvtGolden, TowardZeroFromFp32ToBf16AndTf32IsTheUpperPartOfTheCode) {
  for (const auto& [to, dropped] : {std::pair{Bfloat16, 16}, std::pair{Tf32, 13}}) {
    for (std::uint64_t upper = 0; upper >> (32 - dropped) == 0; ++upper) {
      if ((upper & (to.sign_bit() - 1)) > to.overflow_code()) continue;  // NaN
      const bool infinite = (upper & (to.sign_bit() - 1)) == to.overflow_code();
      for (const std::uint64_t lower : {0, 1, 0xfff, 0x1000, 0x1fff, 0x7fff, 0x8000, 0xffff}) {
        if (lower >> dropped != 0 || (infinite && lower != 0)) continue;
        const auto r = eval({Binary32, to, 0},
                            {upper << dropped | lower, op_e::FloatToFloat, round_e::TowardZero});
        ASSERT_EQ(r.bits, upper) << std::hex << upper << ' ' << lower;
        ASSERT_EQ((r.flags & Inexact) != 0, lower != 0) << std::hex << upper << ' ' << lower;
      }
      ASSERT_EQ(eval({to, Binary32, 0}, {upper}), (result{upper << dropped, 0}))
          << std::hex << upper;
    }
  }
}

TEST(FcvtGolden, WidensAndReturnsEveryShortNumberUnchanged) {
  for (const format narrow : {Binary16, Bfloat16, E5m2, E4m3}) {
    for (const format wide : {Binary32, Binary64}) {
      for (std::uint64_t code = 0; code >> narrow.width() == 0; ++code) {
        if (std::isnan(value(narrow, code))) continue;
        const result there = eval({narrow, wide, 0}, {code});
        ASSERT_EQ(there.flags, 0) << std::hex << code;
        ASSERT_EQ(value(wide, there.bits), value(narrow, code)) << std::hex << code;
        ASSERT_EQ(eval({wide, narrow, 0}, {there.bits}), (result{code, 0})) << std::hex << code;
      }
    }
  }
}

/// MPFR computes with `frac_bits + 1` bits in the destination's range, subnormals included.
TEST(FcvtGolden, IsMpfrs) {
  constexpr std::array<mpfr_rnd_t, 4> Modes{MPFR_RNDN, MPFR_RNDZ, MPFR_RNDD, MPFR_RNDU};
  for (const format to : {Binary32, Tf32, Bfloat16, Binary16, E5m2}) {
    const config k{Binary64, to, 64};
    mpfr_set_emin(2 - (1 << (to.exp_bits - 1)) - to.frac_bits + 1);
    mpfr_set_emax(1 << (to.exp_bits - 1));
    mpfr_t r;
    mpfr_init2(r, to.frac_bits + 1);
    fcvt_cases next(k, test_options().seed + 20);
    for (int i = 0; i < 200'000; ++i) {
      operands o       = next();
      const int mode   = static_cast<int>(o.round) % 4;
      const auto round = Modes[static_cast<std::size_t>(mode)];
      o.round          = round_e(mode);
      o.saturate       = false;
      if (to_int(o.op)) continue;
      mpfr_clear_flags();
      int inexact = 0;
      if (o.op == op_e::FloatToFloat) inexact = mpfr_set_d(r, std::bit_cast<double>(o.data), round);
      if (o.op == op_e::SignedToFloat) inexact = mpfr_set_si(r, static_cast<long>(o.data), round);
      if (o.op == op_e::UnsignedToFloat) inexact = mpfr_set_ui(r, o.data, round);
      inexact          = mpfr_subnormalize(r, inexact, round);
      const result got = eval(k, o);
      if (mpfr_nan_p(r) != 0) {
        ASSERT_EQ(got.bits, quiet_nan(to)) << std::hex << o;
        continue;
      }
      ASSERT_EQ(value(to, got.bits), mpfr_get_d(r, MPFR_RNDN)) << std::hex << o;
      ASSERT_EQ((got.bits & to.sign_bit()) != 0, mpfr_signbit(r) != 0) << std::hex << o;
      ASSERT_EQ((got.flags & Inexact) != 0, inexact != 0) << std::hex << o;
      ASSERT_EQ((got.flags & Overflow) != 0, mpfr_overflow_p() != 0) << std::hex << o;
    }
    mpfr_clear(r);
  }
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

#if defined(__x86_64__)
std::uint8_t flags_of(int raised) {
  int flags = 0;
  if ((raised & FE_INEXACT) != 0) flags |= Inexact;
  if ((raised & FE_UNDERFLOW) != 0) flags |= Underflow;
  if ((raised & FE_OVERFLOW) != 0) flags |= Overflow;
  if ((raised & FE_INVALID) != 0) flags |= Invalid;
  return static_cast<std::uint8_t>(flags);
}

/// The host's conversion of one volatile value under a direction, with the flags. Volatile, so that
/// the compiler computes nothing earlier or under another mode.
template <class To, class From, class Convert>
std::pair<To, std::uint8_t> on_host(round_e mode, From from, Convert convert) {
  constexpr std::array<int, 4> Modes{FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
  volatile From x = from;
  volatile To y{};
  std::fesetround(Modes[static_cast<std::size_t>(mode)]);
  std::feclearexcept(FE_ALL_EXCEPT);
  y                = convert(x);
  const int raised = std::fetestexcept(FE_ALL_EXCEPT);
  std::fesetround(FE_TONEAREST);
  return {y, flags_of(raised)};
}

TEST(FcvtGolden, IsTheHostsBetweenFp64AndFp32AndFromInt64) {
  const config narrow{Binary64, Binary32, 64}, widen{Binary32, Binary64, 64};
  const auto bits32 = [](float x) -> std::uint64_t {
    return std::isnan(x) ? 0x7fc00000 : std::bit_cast<std::uint32_t>(x);
  };
  const auto bits64 = [](double x) -> std::uint64_t {
    return std::isnan(x) ? 0x7ff8000000000000 : std::bit_cast<std::uint64_t>(x);
  };
  for (const config& k : {narrow, widen}) {
    fcvt_cases next(k, test_options().seed + 30);
    for (int i = 0; i < 400'000; ++i) {
      operands o = next();
      if (to_int(o.op)) continue;
      o.round    = round_e(static_cast<int>(o.round) % 4);
      o.saturate = false;
      result host;
      if (o.op != op_e::FloatToFloat) {
        const auto x       = static_cast<std::int64_t>(o.data);
        o.op               = op_e::SignedToFloat;
        const auto [f, ff] = on_host<float>(o.round, x, [](auto v) { return float(v); });
        const auto [d, df] = on_host<double>(o.round, x, [](auto v) { return double(v); });
        host               = k == narrow ? result{bits32(f), ff} : result{bits64(d), df};
      } else if (k == narrow) {
        const auto [f, flags] =
            on_host<float>(o.round, std::bit_cast<double>(o.data), [](auto v) { return float(v); });
        host = {bits32(f), flags};
      } else {
        const auto x          = std::bit_cast<float>(static_cast<std::uint32_t>(o.data));
        const auto [d, flags] = on_host<double>(o.round, x, [](auto v) { return double(v); });
        host                  = {bits64(d), flags};
      }
      ASSERT_EQ(eval(k, o), host) << std::hex << o;
    }
  }
}

/// The host's lrint() and cvttsd2si: out of range they are also invalid, but give another integer.
TEST(FcvtGolden, IsTheHostsToSignedIntegers) {
  const config k64{Binary64, Binary64, 64}, k32{Binary64, Binary64, 32};
  fcvt_cases next(k64, test_options().seed + 40);
  for (int i = 0; i < 400'000; ++i) {
    operands o     = next(op_e::FloatToSigned);
    o.round        = round_e(static_cast<int>(o.round) % 4);
    const double x = std::bit_cast<double>(o.data);
    const auto [wide, wide_flags] =
        on_host<long>(o.round, x, [](double v) { return std::lrint(v); });
    const result got = eval(k64, o);
    ASSERT_EQ(got.flags, wide_flags) << std::hex << o;
    if ((got.flags & Invalid) == 0) {
      ASSERT_EQ(got.bits, static_cast<std::uint64_t>(wide)) << std::hex << o;
    }
    o.round = round_e::TowardZero;
    const auto [narrow, narrow_flags] =
        on_host<std::int32_t>(o.round, x, [](double v) { return static_cast<std::int32_t>(v); });
    const result got32 = eval(k32, o);
    ASSERT_EQ(got32.flags, narrow_flags) << std::hex << o;
    if ((got32.flags & Invalid) == 0) {
      ASSERT_EQ(got32.bits, static_cast<std::uint32_t>(narrow)) << std::hex << o;
    }
  }
}
#endif

__extension__ using int128 = __int128;

/// The integers on either side of x by trunc(), the range by 128-bit integers.
result by_trunc(int bits, bool is_signed, round_e mode, double x) {
  const int128 most  = (int128{1} << (is_signed ? bits - 1 : bits)) - 1;
  const int128 least = is_signed ? -most - 1 : 0;
  const auto code    = [&](int128 i) {
    return static_cast<std::uint64_t>(i) &
           (bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1);
  };
  if (std::isnan(x)) return {code(most), Invalid};
  if (std::fabs(x) > 1e30) return {code(x < 0 ? least : most), Invalid};
  const double whole = std::trunc(x), rest = std::fabs(x - whole);  // both exact
  const auto toward = static_cast<int128>(whole);
  const int128 away = rest == 0 ? toward : toward + (x < 0 ? -1 : 1);
  const bool odd    = toward % 2 != 0;
  int128 i          = toward;
  switch (mode) {
    case round_e::NearEven:
      if (rest > 0.5 || (rest == 0.5 && odd)) i = away;
      break;
    case round_e::NearAway:
      if (rest >= 0.5) i = away;
      break;
    case round_e::TowardZero:
      break;
    case round_e::Down:
      if (x < 0) i = away;
      break;
    case round_e::Up:
      if (x > 0) i = away;
      break;
    case round_e::Odd:
      if (!odd) i = away;
      break;
  }
  if (i > most || i < least) return {code(i > most ? most : least), Invalid};
  return {code(i), static_cast<std::uint8_t>(rest == 0 ? 0 : Inexact)};
}

TEST(FcvtGolden, IsTheIntegerOnTheSideThatTheDirectionWants) {
  for (const format from : {Binary64, Binary32, Binary16, Bfloat16, E5m2, E4m3}) {
    for (const int bits : {8, 16, 32, 64}) {
      const config k{from, Binary32, bits};
      for (const operands& o : fcvt_cases::all(k, test_options().seed + bits, 30'000)) {
        if (!to_int(o.op)) continue;
        ASSERT_EQ(eval(k, o),
                  by_trunc(bits, o.op == op_e::FloatToSigned, o.round, value(from, o.data)))
            << bits << " bits: " << std::hex << o;
      }
    }
  }
}

/// The neighbours by the host's conversion to nearest and nextafter().
TEST(FcvtGolden, IsTheFloatOnTheSideOfAnIntegerThatTheDirectionWants) {
  const config k{Binary32, Binary32, 64};
  fcvt_cases next(k, test_options().seed + 50);
  for (int n = 0; n < 400'000; ++n) {
    const operands o = next(n % 2 == 0 ? op_e::SignedToFloat : op_e::UnsignedToFloat);
    const int128 i   = n % 2 == 0 ? int128{static_cast<std::int64_t>(o.data)} : int128{o.data};
    const float near = n % 2 == 0 ? static_cast<float>(static_cast<std::int64_t>(o.data))
                                  : static_cast<float>(o.data);
    const auto exact = [](float x) { return static_cast<int128>(x); };
    const float low  = exact(near) > i ? std::nextafter(near, -INFINITY) : near;
    const float high = exact(near) < i ? std::nextafter(near, INFINITY) : near;
    const auto odd   = [](float x) { return (std::bit_cast<std::uint32_t>(x) & 1) != 0; };
    float want       = near;
    if (low != high) {
      const int128 twice = 2 * i - exact(low) - exact(high);
      if (o.round == round_e::TowardZero) want = i < 0 ? high : low;
      if (o.round == round_e::Down) want = low;
      if (o.round == round_e::Up) want = high;
      if (o.round == round_e::NearAway && twice == 0) want = i < 0 ? low : high;
      if (o.round == round_e::Odd) want = odd(low) ? low : high;
    }
    const std::uint8_t flags = low == high ? 0 : Inexact;
    ASSERT_EQ(eval(k, o), (result{std::bit_cast<std::uint32_t>(want), flags})) << std::hex << o;
  }
}

TEST(FcvtGolden, HasTheSpecialCasesOfTheTable) {
  constexpr std::uint64_t Inf = 0x7f800000, Nan = 0x7fc00000, Snan = 0x7f800001, Minus = 0x80000000;
  using enum op_e;
  using enum round_e;
  struct row {
    config k;
    operands o;
    result want;
  };
  const config to_e4m3{Binary32, E4m3, 0}, to_e5m2{Binary32, E5m2, 0},
      to_int{Binary32, Binary32, 32}, to_byte{Binary32, Binary32, 8};
  const std::vector<row> table = {
      // RISC-V's table of what FCVT gives for invalid inputs, and the ends of the ranges.
      {to_int, {Inf, FloatToSigned}, {0x7fffffff, Invalid}},
      {to_int, {Inf | Minus, FloatToSigned}, {0x80000000, Invalid}},
      {to_int, {Nan, FloatToSigned}, {0x7fffffff, Invalid}},
      {to_int, {Nan | Minus, FloatToSigned}, {0x7fffffff, Invalid}},
      {to_int, {Inf, FloatToUnsigned}, {0xffffffff, Invalid}},
      {to_int, {Inf | Minus, FloatToUnsigned}, {0, Invalid}},
      {to_int, {Nan | Minus, FloatToUnsigned}, {0xffffffff, Invalid}},
      {to_int, {0xbf800000, FloatToUnsigned}, {0, Invalid}},  // -1
      {to_int, {0xbf000000, FloatToUnsigned}, {0, Inexact}},  // -0.5
      {to_int, {0xbf000000, FloatToUnsigned, Down}, {0, Invalid}},
      {to_int, {0xbf400000, FloatToUnsigned, TowardZero}, {0, Inexact}},  // -0.75
      {to_int, {Minus, FloatToUnsigned}, {0, 0}},
      {to_int, {0x4f000000, FloatToSigned}, {0x7fffffff, Invalid}},  // 2^31
      {to_int, {0xcf000000, FloatToSigned}, {0x80000000, 0}},        // -2^31
      {to_int, {0xcf000001, FloatToSigned}, {0x80000000, Invalid}},
      {to_int, {0x4f800000, FloatToUnsigned}, {0xffffffff, Invalid}},  // 2^32
      {to_int, {0x4f7fffff, FloatToUnsigned}, {0xffffff00, 0}},
      {to_byte, {0x42ff0000, FloatToSigned}, {0x7f, Invalid}},  // 127.5: to the even 128
      {to_byte, {0x42ff0000, FloatToSigned, Down}, {0x7f, Inexact}},
      {to_byte, {0xc3008000, FloatToSigned}, {0x80, Inexact}},  // -128.5
      {to_byte, {0xc3008000, FloatToSigned, NearAway}, {0x80, Invalid}},
      {to_byte, {0x437f8000, FloatToUnsigned}, {0xff, Invalid}},  // 255.5
      {to_byte, {0x437f7fff, FloatToUnsigned}, {0xff, Inexact}},
      // OCP's conversions to FP8, with and without saturation.
      {to_e4m3, {Inf}, {0x7f, 0}},
      {to_e4m3, {Inf | Minus}, {0xff, 0}},
      {to_e4m3, {Inf | Minus, FloatToFloat, NearEven, true}, {0xfe, Overflow | Inexact}},
      {to_e4m3, {Snan, FloatToFloat, NearEven, true}, {0x7f, Invalid}},
      {to_e4m3, {Nan | Minus}, {0x7f, 0}},
      {to_e4m3, {0x43e80000}, {0x7e, Inexact}},  // 464: a tie to 448
      {to_e4m3, {0x43e80001}, {0x7f, Overflow | Inexact}},
      {to_e4m3, {0x43e80001, FloatToFloat, NearEven, true}, {0x7e, Overflow | Inexact}},
      {to_e4m3, {0x43e80001, FloatToFloat, TowardZero}, {0x7e, Inexact}},
      {to_e4m3, {0x3a800000}, {0x00, Underflow | Inexact}},  // 2^-10: a tie to 0
      {to_e4m3, {0x3a800001}, {0x01, Underflow | Inexact}},
      {to_e5m2, {Inf}, {0x7c, 0}},
      {to_e5m2, {Inf, FloatToFloat, NearEven, true}, {0x7b, Overflow | Inexact}},
      {to_e5m2, {0x47700000}, {0x7c, Overflow | Inexact}},  // 61440: a tie to 2^16
      {to_e5m2, {0x476fffff}, {0x7b, Inexact}},             // 57344
      {to_e5m2, {0xc7700000, FloatToFloat, NearEven, true}, {0xfb, Overflow | Inexact}},
      {{Binary32, E4m3, 32}, {449, SignedToFloat, Up}, {0x7f, Overflow | Inexact}},
      {{Binary32, E4m3, 32}, {0xffffffff, UnsignedToFloat, Up, true}, {0x7e, Overflow | Inexact}},
      {{Binary32, E4m3, 32}, {0, SignedToFloat, Down}, {0, 0}},
  };
  for (const auto& [k, o, want] : table) {
    EXPECT_EQ(eval(k, o), want) << std::hex << o << ": " << eval(k, o);
  }
}

TEST(FcvtGolden, ModelKeepsTheTimeOfItsRegisters) {
  for (const unsigned pipe : {0u, 1u, 6u, 15u}) {
    const config k{.pipe = pipe};
    EXPECT_EQ(cycles(k, 1000), 1000u + static_cast<unsigned>(std::popcount(pipe)));
    fcvt_cases next(k, test_options().seed);
    std::vector<operands> numbers;
    for (int i = 0; i < 100; ++i) numbers.push_back(next());
    keeps_the_time_of_its_registers(k, numbers);
  }
}

TEST(FcvtGolden, ReportsNameOperations) {
  WEFT_EXPECT_NAMED(golden::fcvt::op_e, FloatToFloat);
  WEFT_EXPECT_NAMED(golden::fcvt::op_e, FloatToSigned);
  WEFT_EXPECT_NAMED(golden::fcvt::op_e, FloatToUnsigned);
  WEFT_EXPECT_NAMED(golden::fcvt::op_e, SignedToFloat);
  WEFT_EXPECT_NAMED(golden::fcvt::op_e, UnsignedToFloat);
  EXPECT_EQ(report(golden::fcvt::op_e{15}), "0xf");
}

TEST(FcvtGolden, ReportsOfOperandsHaveNames) {
  EXPECT_EQ(report(golden::fcvt::operands{5, golden::fcvt::op_e::FloatToSigned, golden::round_e::Up,
                                          true}),
            "op=FloatToSigned round=Up saturate=0x1 0x5");
}

}  // namespace
}  // namespace weft::fcvt_golden_test
