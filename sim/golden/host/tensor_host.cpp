// SPDX-License-Identifier: Apache-2.0
//
// Products of matrices on the host's floating-point unit, in vectors.

#include "sim/golden/host/tensor_host.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <string_view>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace weft::golden::tensor {
namespace {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

/// How the host computes a multiply-add.
enum class step_e : std::uint8_t {
  Twice,  ///< the product is exact, so that product and sum round once together
  Fused   ///< a fused multiply-add
};

constexpr std::size_t BlockRows = 4;

/// A block of BlockRows x `lanes` sums, the most that the registers of a vector unit hold:
/// acc[i][j] += sum over s of a[i][k] * b[k][j], where k is order[0], order[1], ...
template <class T>
struct kernel {
  std::size_t lanes                      = 0;
  void (*run)(const T* a, std::size_t stride, const T* b, const std::uint32_t* order,
              std::size_t steps, T* acc) = nullptr;
};

template <std::size_t Lanes>
[[gnu::always_inline]] inline void block(const float* a, std::size_t stride, const float* b,
                                         const std::uint32_t* order, std::size_t steps,
                                         float* acc) {
  typedef float vector __attribute__((vector_size(Lanes * sizeof(float) / 2), aligned(4)));
  vector sum[BlockRows][2];
  std::memcpy(sum, acc, sizeof sum);
  for (std::size_t s = 0; s < steps; ++s) {
    const std::size_t k = order[s];
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

#if defined(__x86_64__)
[[gnu::target("avx512f")]] void block_avx512(const float* a, std::size_t stride, const float* b,
                                             const std::uint32_t* order, std::size_t steps,
                                             float* acc) {
  block<32>(a, stride, b, order, steps, acc);
}
[[gnu::target("avx2")]] void block_avx2(const float* a, std::size_t stride, const float* b,
                                        const std::uint32_t* order, std::size_t steps, float* acc) {
  block<16>(a, stride, b, order, steps, acc);
}

// A compiler may round a product and a sum once or twice; these blocks round once.
#define WEFT_FUSED_BLOCK(Name, Target, T, Vector, Broadcast, Fma)                            \
  [[gnu::target(Target)]] void Name(const T* a, std::size_t stride, const T* b,              \
                                    const std::uint32_t* order, std::size_t steps, T* acc) { \
    constexpr std::size_t Lanes = 2 * sizeof(Vector) / sizeof(T);                            \
    Vector sum[BlockRows][2];                                                                \
    std::memcpy(sum, acc, sizeof sum);                                                       \
    for (std::size_t s = 0; s < steps; ++s) {                                                \
      const std::size_t k = order[s];                                                        \
      Vector row[2];                                                                         \
      std::memcpy(row, b + k * Lanes, sizeof row);                                           \
      for (std::size_t i = 0; i < BlockRows; ++i) {                                          \
        const Vector x = Broadcast(a[i * stride + k]);                                       \
        sum[i][0]      = Fma(x, row[0], sum[i][0]);                                          \
        sum[i][1]      = Fma(x, row[1], sum[i][1]);                                          \
      }                                                                                      \
    }                                                                                        \
    std::memcpy(acc, sum, sizeof sum);                                                       \
  }
WEFT_FUSED_BLOCK(fused_avx512, "avx512f", float, __m512, _mm512_set1_ps, _mm512_fmadd_ps)
WEFT_FUSED_BLOCK(fused_avx512, "avx512f", double, __m512d, _mm512_set1_pd, _mm512_fmadd_pd)
WEFT_FUSED_BLOCK(fused_avx2, "avx2,fma", float, __m256, _mm256_set1_ps, _mm256_fmadd_ps)
WEFT_FUSED_BLOCK(fused_avx2, "avx2,fma", double, __m256d, _mm256_set1_pd, _mm256_fmadd_pd)
#undef WEFT_FUSED_BLOCK
#endif

void block_plain(const float* a, std::size_t stride, const float* b, const std::uint32_t* order,
                 std::size_t steps, float* acc) {
  block<8>(a, stride, b, order, steps, acc);
}

/// Runs a block. Does nothing if the unit has no such step.
template <class T, step_e Step>
kernel<T> kernel_of([[maybe_unused]] vector_e unit) {
  if constexpr (Step == step_e::Twice) {
#if defined(__x86_64__)
    if (unit == vector_e::Avx512) return {32, block_avx512};
    if (unit == vector_e::Avx2) return {16, block_avx2};
#endif
    return {8, block_plain};
  } else {
#if defined(__x86_64__)
    if (unit == vector_e::Avx512) return {128 / sizeof(T), fused_avx512};
    if (unit == vector_e::Avx2 && has_fused_multiply_add(unit)) {
      return {64 / sizeof(T), fused_avx2};
    }
#endif
    return {};
  }
}

std::size_t round_up(std::size_t x, std::size_t step) { return (x + step - 1) / step * step; }

/// Rows of D whose products are added in the same order, and that order along K.
struct group {
  std::vector<std::size_t> rows;
  std::vector<std::uint32_t> order;
};

/// One group, except in the bidirectional flow. Integers can be added in any order.
std::vector<group> groups_of(const config& c, const problem& p) {
  const bool turned = p.flow == flow_e::Bidirectional && !c.type.integer();
  std::vector<group> groups(turned ? c.rows : 1);
  for (std::size_t m = 0; m < p.shape.m; ++m) {
    groups[turned ? m % c.partial_rows / 2 % c.rows : 0].rows.push_back(m);
  }
  std::erase_if(groups, [](const group& g) { return g.rows.empty(); });
  for (group& g : groups) {
    for_each_step(c, p.flow, p.shape.k, static_cast<unsigned>(g.rows.front()),
                  [&](unsigned k) { g.order.push_back(k); });
  }
  return groups;
}

/// The operands as host numbers, in blocks: A in groups of rows and B in panels of `lanes` columns,
/// both padded to whole blocks.
template <class T>
class packed {
 public:
  template <class ConvertA, class ConvertB>
  packed(const config& c, const problem& p, std::size_t lanes, ConvertA convert_a,
         ConvertB convert_b)
      : n_(p.shape.n), k_(p.shape.k), lanes_(lanes), groups_(groups_of(c, p)) {
    std::size_t rows = 0;
    for (const group& g : groups_) rows += round_up(g.rows.size(), BlockRows);
    a_.resize(rows * k_);
    T* to = a_.data();
    for (const group& g : groups_) {
      for (const std::size_t row : g.rows) {
        for (std::size_t l = 0; l < k_; ++l) *to++ = convert_a(p.a[row * k_ + l]);
      }
      to += (round_up(g.rows.size(), BlockRows) - g.rows.size()) * k_;
    }
    b_.resize(k_ * round_up(n_, lanes));
    for (std::size_t j0 = 0; j0 < n_; j0 += lanes) {
      T* panel               = &b_[j0 * k_];
      const std::size_t cols = std::min(lanes, n_ - j0);
      for (std::size_t row = 0; row < k_; ++row) {
        const operand_t* from = &p.b[row * n_ + j0];
        for (std::size_t j = 0; j < cols; ++j) panel[row * lanes + j] = convert_b(from[j]);
      }
    }
  }

  /// A block of D.
  struct place {
    const group& g;
    const T *a, *b;
    std::size_t first, rows, col, cols;  ///< rows first, first + 1, ... of the group
  };

  template <class Visit>
  void for_each_block(Visit visit) const {
    for (std::size_t col = 0; col < n_; col += lanes_) {
      const T* a = a_.data();
      for (const group& g : groups_) {
        for (std::size_t first = 0; first < g.rows.size(); first += BlockRows) {
          visit(place{g, a, &b_[col * k_], first, std::min(BlockRows, g.rows.size() - first), col,
                      std::min(lanes_, n_ - col)});
          a += BlockRows * k_;
        }
      }
    }
  }

  /// Calls element(index into D, sum) for the elements of a block that exist.
  template <class Element>
  void for_each_element(const place& at, T* acc, Element element) const {
    for (std::size_t i = 0; i < at.rows; ++i) {
      const std::size_t row = at.g.rows[at.first + i] * n_ + at.col;
      for (std::size_t j = 0; j < at.cols; ++j) element(row + j, acc[i * lanes_ + j]);
    }
  }

 private:
  std::size_t n_, k_, lanes_;
  std::vector<group> groups_;
  std::vector<T> a_, b_;
};

template <class T>
using block_sums = std::array<T, BlockRows * 128 / sizeof(T)>;

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Floating-point sums; `value` converts the bits of an operand to a number.
template <class T, step_e Step, class Value>
std::optional<std::vector<result_t>> float_sums(const config& c, const problem& p, vector_e unit,
                                                Value value) {
  const auto kernel = kernel_of<T, Step>(unit);
  if (kernel.run == nullptr) return std::nullopt;
  constexpr format Sum = sizeof(T) == 4 ? Binary32 : Binary64;
  const packed<T> m(c, p, kernel.lanes, value, value);

  std::vector<result_t> d(p.shape.m * std::size_t{p.shape.n});
  const ieee_arithmetic here;
  m.for_each_block([&](const auto& at) {
    block_sums<T> acc{};
    if (!p.c.empty()) {
      m.for_each_element(at, acc.data(), [&](std::size_t i, T& sum) {
        sum = std::bit_cast<T>(static_cast<bits_of<T>>(p.c[i]));
      });
    }
    kernel.run(at.a, p.shape.k, at.b, at.g.order.data(), at.g.order.size(), acc.data());
    m.for_each_element(at, acc.data(), [&](std::size_t i, T sum) {
      d[i] = sum == sum ? std::bit_cast<bits_of<T>>(sum) : quiet_nan(Sum);
    });
  });
  return d;
}

/// Sums of short integers: adds as many products at a time as stay within 2^24.
std::vector<result_t> integer_sums(const config& c, const problem& p, vector_e unit) {
  const arithmetic& t = c.type;
  const auto largest  = [](unsigned bits, bool is_signed) {
    return is_signed ? std::size_t{1} << (bits - 1) : (std::size_t{1} << bits) - 1;
  };
  const std::size_t exact_depth =
      (1 << 24) / (largest(t.a_bits(), t.a_signed()) * largest(t.b_bits(), t.b_signed()));
  const auto kernel = kernel_of<float, step_e::Twice>(unit);
  const packed<float> m(
      c, p, kernel.lanes,
      [&](operand_t x) { return static_cast<float>(integer(x, t.a_bits(), t.a_signed())); },
      [&](operand_t x) { return static_cast<float>(integer(x, t.b_bits(), t.b_signed())); });

  std::vector<result_t> d =
      p.c.empty() ? std::vector<result_t>(p.shape.m * std::size_t{p.shape.n}) : p.c;
  const ieee_arithmetic here;
  m.for_each_block([&](const auto& at) {
    for (std::size_t s = 0; s < p.shape.k; s += exact_depth) {
      block_sums<float> acc{};
      kernel.run(at.a, p.shape.k, at.b, &at.g.order[s], std::min(exact_depth, p.shape.k - s),
                 acc.data());
      m.for_each_element(at, acc.data(), [&](std::size_t i, float sum) {
        d[i] = low_bits(d[i] + static_cast<result_t>(static_cast<std::int32_t>(sum)), 32);
      });
    }
  });
  return d;
}

/// The exact value of every code of A's format: its product with one, added to a zero of its sign.
std::vector<float> values(const arithmetic& t) {
  const dpa::element& e = t.dot().a;
  std::vector<float> table(std::size_t{1} << e.width());
  const operand_t one = static_cast<operand_t>(e.bias) << e.frac_bits;
  for (operand_t code = 0; code < table.size(); ++code) {
    const result_t zero = code >> (e.width() - 1) << 31;
    table[code] =
        std::bit_cast<float>(static_cast<std::uint32_t>(multiply_add(t, &code, &one, zero)));
  }
  return table;
}

const std::vector<float>& values_of(const arithmetic& t) {
  static std::map<std::string_view, std::vector<float>> tables;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  auto& table = tables[t.dot().name];
  if (table.empty()) table = values(t);
  return table;
}

}  // namespace

std::optional<std::vector<result_t>> host_sums(const config& c, const problem& p, vector_e unit) {
  using enum step_e;
  if (c.type.integer()) {
    if (c.type.type == type_e::Int16) return std::nullopt;
    return integer_sums(c, p, unit);
  }
  const auto single = [](std::uint64_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  };
  const auto name = name_of(c.type);
  if (name == "fp16" || name == "e4m3" || name == "e5m2") {
    const auto& table = values_of(c.type);
    return float_sums<float, Twice>(c, p, unit, [&](operand_t x) { return table[x]; });
  }
  // BF16 and TF32 are FP32 with fewer bits of fraction; the lower thirteen bits of a TF32 are
  // ignored.
  if (name == "bf16") {
    return float_sums<float, Fused>(c, p, unit, [&](operand_t x) { return single(x << 16); });
  }
  if (name == "tf32") {
    return float_sums<float, Fused>(c, p, unit, [&](operand_t x) { return single(x >> 13 << 13); });
  }
  if (name == "fp32") return float_sums<float, Fused>(c, p, unit, single);
  if (name == "fp64") {
    return float_sums<double, Fused>(c, p, unit,
                                     [](operand_t x) { return std::bit_cast<double>(x); });
  }
  return std::nullopt;
}

}  // namespace weft::golden::tensor
