// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/host/sme_vectors.hpp"

#include <bit>
#include <type_traits>

#include "sim/golden/float.hpp"

namespace weft::golden::sme {
namespace {

// These loops have no branches, so that a compiler vectorizes them. The builtins round once on
// every host.

template <class Bits>
[[gnu::always_inline]] inline void fused(Bits* sums, Bits n, const Bits* m, const Bits* active,
                                         int count) {
  using number = std::conditional_t<sizeof(Bits) == 4, float, double>;
  constexpr format F{sizeof(Bits) == 4 ? Binary32 : Binary64};
  constexpr auto Infinity = static_cast<Bits>(F.overflow_code());
  constexpr auto Nan      = static_cast<Bits>(quiet_nan(F));
  const auto factor       = std::bit_cast<number>(n);
  for (int j = 0; j < count; ++j) {
    number sum;
    if constexpr (sizeof(Bits) == 4) {
      sum = __builtin_fmaf(factor, std::bit_cast<float>(m[j]), std::bit_cast<float>(sums[j]));
    } else {
      sum = __builtin_fma(factor, std::bit_cast<double>(m[j]), std::bit_cast<double>(sums[j]));
    }
    auto bits = std::bit_cast<Bits>(sum);
    bits      = (bits & ~(Bits{1} << (F.width() - 1))) > Infinity ? Nan : bits;
    sums[j]   = (bits & active[j]) | (sums[j] & ~active[j]);
  }
}

/// d + error, which is below half an ulp of d, to a binary32 number: rounded to odd, zero if it is
/// tiny, infinity if it is 2^128 or more.
[[gnu::always_inline]] inline double to_odd(double d, double error) {
  constexpr std::uint64_t Sign = std::uint64_t{1} << 63, Low = (std::uint64_t{1} << 29) - 1,
                          Infinity = std::bit_cast<std::uint64_t>(__builtin_inf());
  const auto bits                  = std::bit_cast<std::uint64_t>(d);
  const std::uint64_t off          = error != 0 ? 1 : 0;
  // Toward zero, then odd.
  const auto cut       = bits - (off & ((std::bit_cast<std::uint64_t>(error) ^ bits) >> 63));
  const auto odd       = (cut & ~Low) | (((cut & Low) | off) != 0 ? Low + 1 : 0);
  const auto magnitude = bits & ~Sign;
  std::uint64_t result = (cut & ~Sign) < std::bit_cast<std::uint64_t>(0x1p-126) ? 0 : odd & ~Sign;
  result               = magnitude >= std::bit_cast<std::uint64_t>(0x1p128) ? Infinity : result;
  result               = magnitude > Infinity ? magnitude : result;
  return std::bit_cast<double>(result | (bits & Sign));
}

/// The sum of two binary32 numbers, to_odd(). In binary64 it neither overflows nor is subnormal, so
/// its error is a number.
[[gnu::always_inline]] inline double add_to_odd(double a, double b) {
  const double sum = a + b, of_b = sum - a;
  return to_odd(sum, (a - (sum - of_b)) + (b - of_b));
}

/// The elements of a row of binary16, or of bfloat16.
template <bool Brain>
[[gnu::always_inline]] inline void dot(std::uint32_t* sums, float n0, float n1, const float* m0,
                                       const float* m1, const std::uint32_t* active, int count) {
  constexpr std::uint32_t Sign = 0x8000'0000, Infinity = 0x7f80'0000, Normal = 0x0080'0000;
  for (int j = 0; j < count; ++j) {
    float sum;
    if constexpr (Brain) {
      // Products are exact in binary64.
      const double p0 = to_odd(double{n0} * double{m0[j]}, 0);
      const double p1 = to_odd(double{n1} * double{m1[j]}, 0);
      const auto old  = (sums[j] & ~Sign) < Normal ? sums[j] & Sign : sums[j];
      sum = static_cast<float>(add_to_odd(double{std::bit_cast<float>(old)}, add_to_odd(p0, p1)));
    } else {
      // Products are exact: 22 bits, exponents from -48 to 31.
      const float products = n0 * m0[j] + n1 * m1[j];
      sum                  = std::bit_cast<float>(sums[j]) + products;
    }
    auto result = std::bit_cast<std::uint32_t>(sum);
    result      = (result & ~Sign) > Infinity ? quiet_nan(Binary32) : result;
    sums[j]     = (result & active[j]) | (sums[j] & ~active[j]);
  }
}

#if defined(__x86_64__)
template <class Bits>
[[gnu::target("avx2,fma")]] void fused_avx2(Bits* sums, Bits n, const Bits* m, const Bits* active,
                                            int count) {
  fused(sums, n, m, active, count);
}
template <bool Brain>
[[gnu::target("avx2")]] void dot_avx2(std::uint32_t* sums, float n0, float n1, const float* m0,
                                      const float* m1, const std::uint32_t* active, int count) {
  dot<Brain>(sums, n0, n1, m0, m1, active, count);
}
#endif

template <bool Brain>
void dot_plain(std::uint32_t* sums, float n0, float n1, const float* m0, const float* m1,
               const std::uint32_t* active, int count) {
  dot<Brain>(sums, n0, n1, m0, m1, active, count);
}

template <class Bits>
fused_row_t<Bits> fused_row([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  if (has_fused_multiply_add(unit)) return fused_avx2<Bits>;
#endif
  return nullptr;
}

template <bool Brain>
dot_row_t dots_of_row([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  if (unit != vector_e::Plain) return dot_avx2<Brain>;
#endif
  return dot_plain<Brain>;
}

}  // namespace

// AVX-512 runs AVX2's loops.

fused_row_t<std::uint32_t> fused_row_32(vector_e unit) { return fused_row<std::uint32_t>(unit); }
fused_row_t<std::uint64_t> fused_row_64(vector_e unit) { return fused_row<std::uint64_t>(unit); }

dot_row_t dot_row(vector_e unit) { return dots_of_row<false>(unit); }
dot_row_t bf_dot_row(vector_e unit) { return dots_of_row<true>(unit); }

float number_of_half(std::uint16_t bits) {
  // Fraction and exponent move to FP32's positions, a value too small by 2^112; the factor corrects
  // it, for subnormals too.
  const std::uint32_t magnitude = (bits & 0x7fffu) << 13;
  const float scaled            = std::bit_cast<float>(magnitude) * 0x1p112f;
  const bool finite             = (bits & 0x7c00u) != 0x7c00;
  const float positive          = finite ? scaled : std::bit_cast<float>(0x7f80'0000 | magnitude);
  return (bits & 0x8000u) != 0 ? -positive : positive;
}

float number_of_brain(std::uint16_t bits) {
  const bool subnormal = (bits & 0x7f80u) == 0;
  return std::bit_cast<float>(std::uint32_t{subnormal ? bits & 0x8000u : bits} << 16);
}

}  // namespace weft::golden::sme
