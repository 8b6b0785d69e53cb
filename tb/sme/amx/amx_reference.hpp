// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>

/// A second implementation of AMX: lanes are C++ numbers of the host, every instruction is a
/// formula. No code is shared with golden.
namespace weft::amx_reference {

/// A float of up to 16 bits by way of 128 bits, where a product of two is exact.
template <int ExpBits, int FracBits>
class small_float {
 public:
  small_float() = default;
  /// The nearest to v, of two the even one; `rest` is what v lacks, less than its last place.
  explicit small_float(__float128 v, __float128 rest = 0) : code_(code_of(v, rest)) {}

  operator __float128() const {
    const int exp = code_ >> FracBits & Max, frac = code_ & ((1 << FracBits) - 1);
    const __float128 sign = (code_ & 0x8000) != 0 ? -1 : 1;
    if (exp == Max) return sign * (frac != 0 ? __builtin_nan("") : __builtin_inf());
    return sign * std::ldexp(frac + (exp != 0 ? 1 << FracBits : 0), std::max(exp, 1) - Point);
  }

 private:
  static constexpr int Max = (1 << ExpBits) - 1, Bias = Max / 2, Point = Bias + FracBits;

  static std::uint16_t code_of(__float128 v, __float128 rest) {
    if (v != v) return Max << FracBits | 1 << (FracBits - 1);
    const bool negative = v < 0 || (v == 0 && std::signbit(static_cast<double>(v)));
    if (negative) {
      v    = -v;
      rest = -rest;
    }
    const auto signed_code = [&](int code) {
      return static_cast<std::uint16_t>(code | (negative ? 0x8000 : 0));
    };
    if (v == 0) return signed_code(0);
    const double about = static_cast<double>(v);
    if (about >= std::ldexp(1, Max - Bias + 1)) return signed_code(Max << FracBits);
    int exp = std::max(std::ilogb(about) + Bias - 1, 1);  // units of 2^(exp - Point)
    for (v *= std::ldexp(1, Point - exp); v >= 2 << FracBits && exp < Max; v /= 2) ++exp;
    if (exp == Max) return signed_code(Max << FracBits);
    int units             = static_cast<int>(v);
    const __float128 over = v - units;
    const bool tie        = over == 0.5;
    if (over > 0.5 || (tie && (rest > 0 || (rest == 0 && units % 2 == 1)))) ++units;
    // A carry correctly increments the exponent.
    return signed_code(units + ((exp - 1) << FracBits));
  }

  std::uint16_t code_;
};
using half   = small_float<5, 10>;
using bfloat = small_float<8, 7>;

struct registers {
  std::array<std::uint8_t, 512> x{}, y{};
  std::array<std::array<std::uint8_t, 64>, 64> z{};

  bool operator==(const registers&) const = default;
};

inline std::uint64_t bits(std::uint64_t operand, int low, int count) {
  return operand >> low & ((std::uint64_t{1} << count) - 1);
}

/// The lanes that modes 0 to 3 (and of 9 bits 4 and 5) enable.
inline std::set<int> lanes(std::uint64_t field, int value_bits, int count) {
  const auto mode  = static_cast<int>(field >> value_bits);
  const auto value = static_cast<int>(bits(field, 0, value_bits));
  std::set<int> on;
  for (int i = 0; i < count; ++i) {
    const int n     = value % count;
    const bool wide = value_bits == 6;
    if (mode == 0 && (value == 0 || (wide && value >= 3 && value <= 5))) on.insert(i);
    if (mode == 0 && value == 1 && i % 2 == 1) on.insert(i);
    if (mode == 0 && value == 2 && i % 2 == 0) on.insert(i);
    if (mode == 1 && i == n) on.insert(i);
    if (mode == 2 && (n == 0 || i < n)) on.insert(i);
    if (mode == 3 && (n == 0 || i >= count - n)) on.insert(i);
    if (mode == 4 && i < n) on.insert(i);
    if (mode == 5 && i >= count - n) on.insert(i);
  }
  return on;
}

template <class T>
T lane(const std::array<std::uint8_t, 512>& pool, std::uint64_t offset, int i) {
  std::array<std::uint8_t, sizeof(T)> b;
  for (std::size_t k = 0; k < b.size(); ++k) {
    b[k] = pool[(offset + static_cast<std::size_t>(i) * sizeof(T) + k) % 512];
  }
  return std::bit_cast<T>(b);
}
template <class T>
T get(const registers& r, int row, int i) {
  T v;
  std::memcpy(&v, &r.z[static_cast<std::size_t>(row)][static_cast<std::size_t>(i) * sizeof(T)],
              sizeof(T));
  return v;
}
template <class T>
void put(registers& r, int row, int i, T v) {
  std::memcpy(&r.z[static_cast<std::size_t>(row)][static_cast<std::size_t>(i) * sizeof(T)], &v,
              sizeof(T));
}

/// The default NaN for any that was computed.
template <class T>
T canonical(T v) {
  if (v == v) return v;
  if constexpr (sizeof(T) == 2) return T(static_cast<__float128>(__builtin_nan("")));
  if constexpr (sizeof(T) == 4) return std::bit_cast<T>(0x7fc00000u);
  if constexpr (sizeof(T) == 8) return std::bit_cast<T>(std::uint64_t{0x7ff8} << 48);
}
/// The sum's own rounding to 128 bits is made good.
template <int ExpBits, int FracBits>
small_float<ExpBits, FracBits> fma(small_float<ExpBits, FracBits> x,
                                   small_float<ExpBits, FracBits> y,
                                   small_float<ExpBits, FracBits> z) {
  const __float128 product = static_cast<__float128>(x) * y, sum = product + z,
                   of_z = sum - product, rest = (product - (sum - of_z)) + (z - of_z);
  return small_float<ExpBits, FracBits>(sum, rest == rest ? rest : 0);
}
inline float fma(float x, float y, float z) { return std::fma(x, y, z); }
inline double fma(double x, double y, double z) { return std::fma(x, y, z); }

template <class T>
T minus(T v) {
  std::array<std::uint8_t, sizeof(T)> b = std::bit_cast<std::array<std::uint8_t, sizeof(T)>>(v);
  b.back() ^= 0x80;
  return std::bit_cast<T>(b);
}

/// x, y: bit patterns that are passed on; a converted NaN is the default NaN under either sign.
template <class T>
T fused(bool subtract, std::uint64_t skip, T x, T y, T z, bool x_wide, bool y_wide) {
  const auto passed = [&](T v, bool wide) {
    return wide && v != v ? canonical(v) : subtract ? minus(v) : v;
  };
  const T product_x = subtract ? minus(x) : x;
  switch (skip) {
    case 0:
      return canonical(fma(product_x, y, z));
    case 1:
      return canonical(static_cast<T>(product_x * y));
    case 2:
      return canonical(static_cast<T>(subtract ? z - x : z + x));
    case 3:
      return passed(x, x_wide);
    case 4:
      return canonical(static_cast<T>(subtract ? z - y : z + y));
    case 5:
      return passed(y, y_wide);
    case 6:
      return z;
    default:
      return subtract ? minus(T{0}) : T{0};
  }
}

/// Lanes of T, or halves in the low parts of lanes of T.
template <class T>
T number(const std::array<std::uint8_t, 512>& pool, std::uint64_t offset, int i, bool wide) {
  if constexpr (sizeof(T) == 4) {
    if (wide) return static_cast<float>(lane<half>(pool, offset, 2 * i));
  }
  return lane<T>(pool, offset, i);
}

template <class T>
void fma(registers& r, std::uint64_t operand, bool subtract) {
  constexpr int Lanes = 64 / sizeof(T), Step = sizeof(T);
  const auto xo = bits(operand, 10, 9), yo = bits(operand, 0, 9), skip = bits(operand, 27, 3);
  const auto row    = static_cast<int>(bits(operand, 20, 6));
  const bool sums   = sizeof(T) == 2 && bits(operand, 62, 1) != 0;
  const bool x_wide = sizeof(T) == 4 && bits(operand, 61, 1) != 0,
             y_wide = sizeof(T) == 4 && bits(operand, 60, 1) != 0;
  for (const int i : lanes(bits(operand, 41, 7), 5, Lanes)) {
    const T x = number<T>(r.x, xo, i, x_wide);
    if (bits(operand, 63, 1) != 0) {
      const T y = number<T>(r.y, yo, i, y_wide);
      put(r, row, i, fused(subtract, skip, x, y, get<T>(r, row, i), x_wide, y_wide));
      continue;
    }
    for (const int j : lanes(bits(operand, 32, 7), 5, Lanes)) {
      const T y = number<T>(r.y, yo, j, y_wide);
      if (sums) {
        const int to = 2 * j + i % 2;
        put(r, to, i / 2,
            fused<float>(subtract, skip, static_cast<float>(x), static_cast<float>(y),
                         get<float>(r, to, i / 2), true, true));
      } else {
        const int to = Step * j + row % Step;
        put(r, to, i, fused(subtract, skip, x, y, get<T>(r, to, i), x_wide, y_wide));
      }
    }
  }
}

inline void mac16(registers& r, std::uint64_t operand) {
  const auto xo = bits(operand, 10, 9), yo = bits(operand, 0, 9);
  const auto row   = static_cast<int>(bits(operand, 20, 6));
  const auto shift = bits(operand, 55, 5);
  const auto value = [&](int i, int j, long z) {
    const long x = bits(operand, 61, 1) != 0 ? static_cast<long>(lane<std::int8_t>(r.x, xo, 2 * i))
                                             : lane<std::int16_t>(r.x, xo, i);
    const long y = bits(operand, 60, 1) != 0 ? static_cast<long>(lane<std::int8_t>(r.y, yo, 2 * j))
                                             : lane<std::int16_t>(r.y, yo, j);
    const bool no_x = bits(operand, 29, 1) != 0, no_y = bits(operand, 28, 1) != 0;
    const long factor = (no_x ? 1 : x) * (no_y ? 1 : y) * (no_x && no_y ? 0 : 1);
    // Rounded down.
    const long power   = 1l << shift;
    const long shifted = factor >= 0 ? factor / power : -((-factor + power - 1) / power);
    return shifted + (bits(operand, 27, 1) != 0 ? 0 : z);
  };
  for (const int i : lanes(bits(operand, 41, 7), 5, 32)) {
    if (bits(operand, 63, 1) != 0) {
      put(r, row, i, static_cast<std::int16_t>(value(i, i, get<std::int16_t>(r, row, i))));
      continue;
    }
    for (const int j : lanes(bits(operand, 32, 7), 5, 32)) {
      if (bits(operand, 62, 1) != 0) {
        const int to = 2 * j + i % 2;
        put(r, to, i / 2, static_cast<std::int32_t>(value(i, j, get<std::int32_t>(r, to, i / 2))));
      } else {
        const int to = 2 * j + row % 2;
        put(r, to, i, static_cast<std::int16_t>(value(i, j, get<std::int16_t>(r, to, i))));
      }
    }
  }
}

}  // namespace weft::amx_reference
