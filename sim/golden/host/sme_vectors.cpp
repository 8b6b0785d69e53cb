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

[[gnu::always_inline]] inline void dot(std::uint32_t* sums, float n0, float n1, const float* m0,
                                       const float* m1, const std::uint32_t* active, int count) {
  constexpr std::uint32_t Infinity = 0x7f80'0000;
  for (int j = 0; j < count; ++j) {
    // Products are exact: 22 bits, exponents from -48 to 31.
    const float products = n0 * m0[j] + n1 * m1[j];
    const float sum      = std::bit_cast<float>(sums[j]) + products;
    auto result          = std::bit_cast<std::uint32_t>(sum);
    result               = (result & 0x7fff'ffff) > Infinity ? quiet_nan(Binary32) : result;
    sums[j]              = (result & active[j]) | (sums[j] & ~active[j]);
  }
}

#if defined(__x86_64__)
template <class Bits>
[[gnu::target("avx2,fma")]] void fused_avx2(Bits* sums, Bits n, const Bits* m, const Bits* active,
                                            int count) {
  fused(sums, n, m, active, count);
}
[[gnu::target("avx2")]] void dot_avx2(std::uint32_t* sums, float n0, float n1, const float* m0,
                                      const float* m1, const std::uint32_t* active, int count) {
  dot(sums, n0, n1, m0, m1, active, count);
}
#endif

void dot_plain(std::uint32_t* sums, float n0, float n1, const float* m0, const float* m1,
               const std::uint32_t* active, int count) {
  dot(sums, n0, n1, m0, m1, active, count);
}

template <class Bits>
fused_row_t<Bits> fused_row([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  if (has_fused_multiply_add(unit)) return fused_avx2<Bits>;
#endif
  return nullptr;
}

}  // namespace

// AVX-512 runs AVX2's loops.

fused_row_t<std::uint32_t> fused_row_32(vector_e unit) { return fused_row<std::uint32_t>(unit); }
fused_row_t<std::uint64_t> fused_row_64(vector_e unit) { return fused_row<std::uint64_t>(unit); }

dot_row_t dot_row([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  if (unit != vector_e::Plain) return dot_avx2;
#endif
  return dot_plain;
}

float number_of_half(std::uint16_t bits) {
  // Fraction and exponent move to FP32's positions, a value too small by 2^112; the factor corrects
  // it, for subnormals too.
  const std::uint32_t magnitude = (bits & 0x7fffu) << 13;
  const float scaled            = std::bit_cast<float>(magnitude) * 0x1p112f;
  const bool finite             = (bits & 0x7c00u) != 0x7c00;
  const float positive          = finite ? scaled : std::bit_cast<float>(0x7f80'0000 | magnitude);
  return (bits & 0x8000u) != 0 ? -positive : positive;
}

}  // namespace weft::golden::sme
