// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/program/mppa_assembler.hpp"
#include "sim/verilated/mppa_core/mppa_core_memory.hpp"

namespace weft {

/// A program of docs/unit/mppa with a memory before it, the memory's numbers afterwards as the
/// host's arithmetic has them, and the cycles that it may take.
struct mppa_kernel {
  std::string name;
  golden::mppa_core::program text;
  sim::mppa_core_memory before, after;
};

inline golden::mppa_core::program mppa_core_program(const std::string& name) {
  std::ifstream in(std::string(WEFT_SOURCE_DIR "/docs/unit/mppa/") + name + ".s");
  return golden::mppa_core::assemble(std::string(std::istreambuf_iterator<char>(in), {}));
}

template <class T>
void put(sim::mppa_core_memory& m, std::size_t at, const std::vector<T>& x) {
  std::memcpy(m.smem.data() + at, x.data(), x.size() * sizeof(T));
}

/// Integers of FP16 from -2048 to 2048.
inline std::uint16_t half_of(int x) {
  const auto bits = [](float f) {
    std::uint32_t u;
    std::memcpy(&u, &f, sizeof u);
    return u;
  }(static_cast<float>(x));
  if (x == 0) return 0;
  return static_cast<std::uint16_t>(
      (bits >> 16 & 0x8000) | ((((bits >> 23 & 255) - 112) & 31) << 10) | (bits >> 13 & 0x3ff));
}

/// A product of M x K by K x N in the layout of registers: panels of `panel` columns, groups of
/// four rows, registers of `wide` columns, rows.
template <class T, class Sum, class Number>
mppa_kernel gemm_kernel(const std::string& name, unsigned m, unsigned n, unsigned k, unsigned panel,
                        unsigned wide, std::uint64_t seed, int most, Number number) {
  mppa_kernel x{name, mppa_core_program(name), {}, {}};
  std::mt19937_64 rng(seed);
  std::vector<int> a(m * k), b(n * k);
  for (auto* v : {&a, &b}) {
    for (int& e : *v) e = static_cast<int>(rng() % (2u * static_cast<unsigned>(most))) - most;
  }
  std::vector<T> at, bt;
  for (const int e : a) at.push_back(number(e));
  for (const int e : b) bt.push_back(number(e));
  put(x.before, 0, at);
  put(x.before, 0x8000, bt);
  x.after = x.before;
  std::vector<Sum> d;
  for (unsigned p = 0; p < n / panel; ++p) {
    for (unsigned g = 0; g < m / 4; ++g) {
      for (unsigned r = 0; r < panel / wide; ++r) {
        for (unsigned i = 0; i < 4; ++i) {
          for (unsigned c = 0; c < wide; ++c) {
            std::int64_t sum = 0;
            for (unsigned e = 0; e < k; ++e) {
              sum += std::int64_t{a[(4 * g + i) * k + e]} * b[(panel * p + wide * r + c) * k + e];
            }
            d.push_back(static_cast<Sum>(sum));
          }
        }
      }
    }
  }
  put(x.after, 0x10000, d);
  return x;
}

inline mppa_kernel strlen_kernel(std::uint64_t at, std::uint64_t length, std::uint64_t seed) {
  mppa_kernel x{"strlen", mppa_core_program("strlen"), {}, {}};
  std::mt19937_64 rng(seed);
  put<std::uint64_t>(x.before, 0, {at});
  for (std::uint64_t i = 0; i < length; ++i) {
    x.before.smem[at + i] = static_cast<std::uint8_t>(1 + rng() % 255);
  }
  x.after = x.before;
  put<std::uint64_t>(x.after, 8, {length});
  return x;
}

inline mppa_kernel transpose_kernel(std::uint64_t seed) {
  mppa_kernel x{"transpose", mppa_core_program("transpose"), {}, {}};
  std::mt19937_64 rng(seed);
  std::vector<std::uint64_t> a(64), b(64);
  for (auto& e : a) e = rng();
  for (unsigned i = 0; i < 8; ++i) {
    for (unsigned j = 0; j < 8; ++j) b[8 * j + i] = a[8 * i + j];
  }
  put(x.before, 0, a);
  x.after = x.before;
  put(x.after, 0x1000, b);
  return x;
}

inline mppa_kernel daxpy_kernel(unsigned n, std::uint64_t seed) {
  mppa_kernel x{"daxpy", mppa_core_program("daxpy"), {}, {}};
  std::mt19937_64 rng(seed);
  std::normal_distribution<double> number;
  const double a = number(rng);
  std::vector<double> u(n), v(n);
  for (unsigned i = 0; i < n; ++i) u[i] = number(rng), v[i] = number(rng);
  put<double>(x.before, 0, {a});
  put<std::uint64_t>(x.before, 8, {n});
  put(x.before, 0x1000, u);
  put(x.before, 0x9000, v);
  x.after = x.before;
  for (unsigned i = 0; i < n; ++i) v[i] = std::fma(u[i], a, v[i]);
  put(x.after, 0x9000, v);
  return x;
}

inline mppa_kernel convolution_kernel(std::uint64_t seed) {
  mppa_kernel x{"convolution", mppa_core_program("convolution"), {}, {}};
  std::mt19937_64 rng(seed);
  std::vector<std::int8_t> picture(20 * 8 * 8), weights(9 * 4 * 8);
  for (auto* v : {&picture, &weights}) {
    for (auto& e : *v) e = static_cast<std::int8_t>(rng());
  }
  put(x.before, 0, picture);
  put(x.before, 0x8000, weights);
  x.after = x.before;
  std::vector<std::int32_t> d;
  for (int y = 0; y < 4; ++y) {
    for (int x4 = 0; x4 < 16; x4 += 4) {
      for (int o2 = 0; o2 < 4; o2 += 2) {
        for (int px = x4; px < x4 + 4; ++px) {
          for (int o = o2; o < o2 + 2; ++o) {
            std::int32_t sum = 0;
            for (int t = 0; t < 9; ++t) {
              for (int c = 0; c < 8; ++c) {
                sum += picture[static_cast<std::size_t>(((y + t / 3) * 20 + px + t % 3) * 8 + c)] *
                       weights[static_cast<std::size_t>((t * 4 + o) * 8 + c)];
              }
            }
            d.push_back(sum);
          }
        }
      }
    }
  }
  put(x.after, 0x10000, d);
  return x;
}

/// All programs of docs/unit/mppa for the core.
inline std::vector<mppa_kernel> mppa_kernels(std::uint64_t seed) {
  std::vector<mppa_kernel> all;
  all.push_back(
      gemm_kernel<std::int8_t, std::int32_t>("int8_gemm", 256, 16, 64, 8, 2, seed, 128,
                                             [](int x) { return static_cast<std::int8_t>(x); }));
  all.push_back(
      gemm_kernel<std::int16_t, std::int64_t>("int16_gemm", 32, 8, 32, 4, 1, seed, 32768,
                                              [](int x) { return static_cast<std::int16_t>(x); }));
  all.push_back(
      gemm_kernel<std::uint16_t, float>("fp16_gemm", 64, 16, 32, 8, 2, seed, 64, half_of));
  all.push_back(strlen_kernel(77, 300, seed));
  all.push_back(transpose_kernel(seed));
  all.push_back(daxpy_kernel(64, seed));
  all.push_back(convolution_kernel(seed));
  return all;
}

}  // namespace weft
