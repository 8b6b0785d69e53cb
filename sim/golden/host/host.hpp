// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#else
#include <cfenv>
#endif

/// The machine that golden runs on: its vector units, and control of its floating-point
/// environment.
namespace weft::golden {

/// The vector units that golden's fast paths have code for.
enum class vector_e : std::uint8_t { Avx512, Avx2, Plain };

/// The vector units that this host has, the best one first.
inline std::vector<vector_e> host_vectors() {
  std::vector<vector_e> units;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) units.push_back(vector_e::Avx512);
  if (__builtin_cpu_supports("avx2")) units.push_back(vector_e::Avx2);
#endif
  units.push_back(vector_e::Plain);
  return units;
}

/// Whether a vector unit of this host has a fused multiply-add.
inline bool has_fused_multiply_add([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  return unit == vector_e::Avx512 || (unit == vector_e::Avx2 && __builtin_cpu_supports("fma"));
#else
  return false;
#endif
}

/// Whether the host rounds to nearest, keeps subnormals and traps nothing; where flushing cannot be
/// asked for, whether it rounds to nearest.
inline bool has_ieee_arithmetic() {
#if defined(__x86_64__)
  constexpr unsigned Flags = 0x3f;  // the sticky flags of MXCSR
  return (_mm_getcsr() & ~Flags) == 0x1f80;
#else
  return std::fegetround() == FE_TONEAREST;
#endif
}

/// Sets the host to round to nearest, keep subnormals and trap nothing for the lifetime of the
/// object. The destructor restores the caller's rounding, flushing and flags.
class ieee_arithmetic {
 public:
#if defined(__x86_64__)
  ieee_arithmetic() : callers_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~ieee_arithmetic() { _mm_setcsr(callers_); }
#else
  ieee_arithmetic() {
    std::fegetenv(&callers_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~ieee_arithmetic() { std::fesetenv(&callers_); }
#endif
  ieee_arithmetic(const ieee_arithmetic&)            = delete;
  ieee_arithmetic& operator=(const ieee_arithmetic&) = delete;

 private:
#if defined(__x86_64__)
  unsigned callers_;  // MXCSR: its reset value masks all exceptions and has everything else at zero
#else
  std::fenv_t callers_;
#endif
};

}  // namespace weft::golden
