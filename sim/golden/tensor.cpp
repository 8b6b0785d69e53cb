// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/tensor.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

namespace weft::golden::tensor {
namespace {

static_assert(std::numeric_limits<float>::is_iec559);

/// Exact.
float from_half(operand_t bits) {
  const std::uint32_t sign = std::uint32_t{bits} >> 15 << 31;
  const std::uint32_t rest = bits & 0x7fffu;
  if (rest >= 0x7c00) return std::bit_cast<float>(sign | 0x7f800000 | (rest & 0x3ff) << 13);
  // Moved to FP32's fields, the exponent is 112 too small; the product mends it, subnormals too.
  return std::bit_cast<float>(sign | rest << 13) * 0x1p112f;
}

const std::vector<float>& half_values() {
  static const std::vector<float> table = [] {
    std::vector<float> t(1 << 16);
    for (std::size_t i = 0; i < t.size(); ++i) t[i] = from_half(static_cast<operand_t>(i));
    return t;
  }();
  return table;
}

constexpr std::size_t BlockRows = 4;
constexpr std::size_t MaxCols   = 32;

/// acc[i][j] += sum over k of a[i][k] * b[k][j], k increasing, for BlockRows x Lanes sums.
template <std::size_t Lanes>
[[gnu::always_inline]] inline void block(const float* a, std::size_t stride, const float* b,
                                         std::size_t depth, float* acc) {
  typedef float vector __attribute__((vector_size(Lanes * sizeof(float) / 2), aligned(4)));
  vector sum[BlockRows][2];
  std::memcpy(sum, acc, sizeof sum);
  for (std::size_t k = 0; k < depth; ++k) {
    vector row[2];
    std::memcpy(row, b + k * Lanes, sizeof row);
    for (std::size_t i = 0; i < BlockRows; ++i) {
      const float x = a[i * stride + k];
      sum[i][0] += row[0] * x;
      sum[i][1] += row[1] * x;
    }
  }
  std::memcpy(acc, sum, sizeof sum);
}

/// The block that a vector unit's registers hold.
struct kernel {
  std::size_t lanes;
  void (*run)(const float* a, std::size_t stride, const float* b, std::size_t depth, float* acc);
};

#if defined(__x86_64__)
[[gnu::target("avx512f")]] void block_avx512(const float* a, std::size_t stride, const float* b,
                                             std::size_t depth, float* acc) {
  block<32>(a, stride, b, depth, acc);
}
[[gnu::target("avx2")]] void block_avx2(const float* a, std::size_t stride, const float* b,
                                        std::size_t depth, float* acc) {
  block<16>(a, stride, b, depth, acc);
}
#endif

void block_plain(const float* a, std::size_t stride, const float* b, std::size_t depth,
                 float* acc) {
  block<8>(a, stride, b, depth, acc);
}

kernel kernel_of([[maybe_unused]] vector_e unit) {
#if defined(__x86_64__)
  if (unit == vector_e::Avx512) return {32, block_avx512};
  if (unit == vector_e::Avx2) return {16, block_avx2};
#endif
  return {8, block_plain};
}

std::size_t round_up(std::size_t x, std::size_t step) { return (x + step - 1) / step * step; }

/// Calls visit(i0, j0, a_rows, b_panel) for every block; a is padded to whole blocks, b is cut into
/// panels of `lanes` columns, padded too.
struct packed {
  std::size_t m, n, k, lanes;
  std::vector<float> a, b;

  template <class Convert>
  packed(const problem& p, std::size_t lanes_, Convert convert)
      : m(p.shape.m), n(p.shape.n), k(p.shape.k), lanes(lanes_) {
    a.resize(round_up(m, BlockRows) * k);
    for (std::size_t i = 0; i < m * k; ++i) a[i] = convert(p.a[i]);
    b.resize(k * round_up(n, lanes));
    for (std::size_t j0 = 0; j0 < n; j0 += lanes) {
      float* panel           = &b[j0 * k];
      const std::size_t cols = std::min(lanes, n - j0);
      for (std::size_t row = 0; row < k; ++row) {
        const operand_t* from = &p.b[row * n + j0];
        for (std::size_t j = 0; j < cols; ++j) panel[row * lanes + j] = convert(from[j]);
      }
    }
  }

  template <class Visit>
  void for_each_block(Visit visit) const {
    for (std::size_t j0 = 0; j0 < n; j0 += lanes) {
      for (std::size_t i0 = 0; i0 < m; i0 += BlockRows) visit(i0, j0, &a[i0 * k], &b[j0 * k]);
    }
  }

  /// Calls element(index into the m x n matrix, accumulator) for the elements of a block that
  /// exist.
  template <class Element>
  void for_each_element(std::size_t i0, std::size_t j0, float* acc, Element element) const {
    const std::size_t rows = std::min(BlockRows, m - i0), cols = std::min(lanes, n - j0);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < cols; ++j) element((i0 + i) * n + j0 + j, acc[i * lanes + j]);
    }
  }
};

using block_sums = std::array<float, BlockRows * MaxCols>;

std::vector<result_t> gemm_fp16(const problem& p, const kernel& kernel) {
  const auto& values = half_values();
  const packed m(p, kernel.lanes, [&](operand_t x) { return values[x]; });

  std::vector<result_t> d(m.m * m.n);
  m.for_each_block([&](std::size_t i0, std::size_t j0, const float* a, const float* b) {
    block_sums acc{};
    if (!p.c.empty()) {
      m.for_each_element(i0, j0, acc.data(),
                         [&](std::size_t at, float& sum) { sum = std::bit_cast<float>(p.c[at]); });
    }
    kernel.run(a, m.k, b, m.k, acc.data());
    m.for_each_element(i0, j0, acc.data(), [&](std::size_t at, float sum) {
      d[at] =
          sum == sum ? std::bit_cast<result_t>(sum) : static_cast<result_t>(quiet_nan(Binary32));
    });
  });
  return d;
}

/// Rows of D whose products are added in another order than k = 0, 1, ...: those that share an
/// order are a product of their own, of A and B with columns and rows in that order.
std::vector<result_t> gemm_turned(const config& c, const problem& p, const kernel& kernel) {
  const std::size_t n = p.shape.n, k = p.shape.k;
  std::vector<result_t> d(p.shape.m * n);
  for (unsigned first = 0; first < std::min(p.shape.m, 2 * c.rows); first += 2) {
    std::vector<std::size_t> rows, order;
    for (unsigned m = 0; m < p.shape.m; ++m) {
      if (m % c.partial_rows / 2 % c.rows == first / 2) rows.push_back(m);
    }
    if (rows.empty()) continue;
    for_each_product(c, p.flow, p.shape.k, static_cast<unsigned>(rows[0]),
                     [&](std::size_t l) { order.push_back(l); });

    problem part{{static_cast<unsigned>(rows.size()), p.shape.n, p.shape.k}, {}, {}, {}};
    for (const auto m : rows) {
      for (const auto l : order) part.a.push_back(p.a[m * k + l]);
      if (!p.c.empty()) part.c.insert(part.c.end(), &p.c[m * n], &p.c[m * n] + n);
    }
    for (const auto l : order) part.b.insert(part.b.end(), &p.b[l * n], &p.b[l * n] + n);
    const auto sums = gemm_fp16(part, kernel);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::copy_n(&sums[i * n], n, &d[rows[i] * n]);
    }
  }
  return d;
}

std::vector<result_t> gemm_int8(const problem& p, const kernel& kernel) {
  constexpr std::size_t ExactDepth = 1024;  // 1024 * 128 * 128 = 2^24
  const packed m(p, kernel.lanes,
                 [](operand_t x) { return static_cast<float>(static_cast<std::int16_t>(x)); });

  std::vector<result_t> d = p.c.empty() ? std::vector<result_t>(m.m * m.n) : p.c;
  m.for_each_block([&](std::size_t i0, std::size_t j0, const float* a, const float* b) {
    for (std::size_t k = 0; k < m.k; k += ExactDepth) {
      block_sums acc{};
      kernel.run(a + k, m.k, b + k * m.lanes, std::min(ExactDepth, m.k - k), acc.data());
      m.for_each_element(i0, j0, acc.data(), [&](std::size_t at, float sum) {
        d[at] += static_cast<result_t>(static_cast<std::int32_t>(sum));
      });
    }
  });
  return d;
}

}  // namespace

std::vector<result_t> gemm_bitwise(const config& c, const problem& p) {
  const std::size_t n = p.shape.n, k = p.shape.k;
  std::vector<result_t> d(p.shape.m * n);
  for (std::size_t i = 0; i < p.shape.m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      result_t sum = p.c.empty() ? 0 : p.c[i * n + j];
      for_each_product(c, p.flow, p.shape.k, static_cast<unsigned>(i), [&](std::size_t l) {
        sum = mac(c.type, p.a[i * k + l], p.b[l * n + j], sum);
      });
      d[i * n + j] = sum;
    }
  }
  return d;
}

std::vector<vector_e> host_vectors() {
  std::vector<vector_e> units;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) units.push_back(vector_e::Avx512);
  if (__builtin_cpu_supports("avx2")) units.push_back(vector_e::Avx2);
#endif
  units.push_back(vector_e::Plain);
  return units;
}

std::vector<result_t> gemm(const config& c, const problem& p, vector_e unit) {
  const kernel kernel = kernel_of(unit);
  if (c.type == type_e::Int8) return gemm_int8(p, kernel);
  return p.flow == flow_e::Bidirectional ? gemm_turned(c, p, kernel) : gemm_fp16(p, kernel);
}

std::vector<result_t> gemm(const config& c, const problem& p) {
  return gemm(c, p, host_vectors().front());
}

engine golden_engine(const config& c) {
  return [c](const problem& p) -> outcome { return {gemm(c, p), cycles(c, p.shape, p.flow)}; };
}

}  // namespace weft::golden::tensor
