// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/tensor.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "sim/golden/tensor_model.hpp"

namespace weft::golden::tensor {
namespace {

static_assert(std::numeric_limits<float>::is_iec559);

/// The value of every code of A's format, exactly: one product with one, added to a zero of its
/// sign.
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

/// One multiply-add a product, of numbers whose products are exact in FP32, added up in FP32.
bool exact_in_fp32(const arithmetic& t) {
  return t == Fp16 || t == *of_profile("ieee-fma-e4m3") || t == *of_profile("ieee-fma-e5m2");
}

const std::vector<float>& values_of(const arithmetic& t) {
  static std::map<std::string_view, std::vector<float>> tables;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  auto& table = tables[t.dot().name];
  if (table.empty()) table = values(t);
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
      : packed(p, lanes_, convert, convert) {}

  template <class ConvertA, class ConvertB>
  packed(const problem& p, std::size_t lanes_, ConvertA convert_a, ConvertB convert_b)
      : m(p.shape.m), n(p.shape.n), k(p.shape.k), lanes(lanes_) {
    a.resize(round_up(m, BlockRows) * k);
    for (std::size_t i = 0; i < m * k; ++i) a[i] = convert_a(p.a[i]);
    b.resize(k * round_up(n, lanes));
    for (std::size_t j0 = 0; j0 < n; j0 += lanes) {
      float* panel           = &b[j0 * k];
      const std::size_t cols = std::min(lanes, n - j0);
      for (std::size_t row = 0; row < k; ++row) {
        const operand_t* from = &p.b[row * n + j0];
        for (std::size_t j = 0; j < cols; ++j) panel[row * lanes + j] = convert_b(from[j]);
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

std::vector<result_t> gemm_fp32_sums(const arithmetic& t, const problem& p, const kernel& kernel) {
  const auto& values = values_of(t);
  const packed m(p, kernel.lanes, [&](operand_t x) { return values[x]; });

  std::vector<result_t> d(m.m * m.n);
  m.for_each_block([&](std::size_t i0, std::size_t j0, const float* a, const float* b) {
    block_sums acc{};
    if (!p.c.empty()) {
      m.for_each_element(i0, j0, acc.data(), [&](std::size_t at, float& sum) {
        sum = std::bit_cast<float>(static_cast<std::uint32_t>(p.c[at]));
      });
    }
    kernel.run(a, m.k, b, m.k, acc.data());
    m.for_each_element(i0, j0, acc.data(), [&](std::size_t at, float sum) {
      d[at] = sum == sum ? std::bit_cast<std::uint32_t>(sum) : quiet_nan(Binary32);
    });
  });
  return d;
}

std::vector<result_t> gemm_short_integers(const arithmetic& t, const problem& p,
                                          const kernel& kernel) {
  const auto largest = [](unsigned bits, bool is_signed) {
    return is_signed ? std::size_t{1} << (bits - 1) : (std::size_t{1} << bits) - 1;
  };
  // Sums of so many products stay within 2^24.
  const std::size_t exact_depth =
      (1 << 24) / (largest(t.a_bits(), t.a_signed()) * largest(t.b_bits(), t.b_signed()));
  const packed m(
      p, kernel.lanes,
      [&](operand_t x) { return static_cast<float>(integer(x, t.a_bits(), t.a_signed())); },
      [&](operand_t x) { return static_cast<float>(integer(x, t.b_bits(), t.b_signed())); });

  std::vector<result_t> d = p.c.empty() ? std::vector<result_t>(m.m * m.n) : p.c;
  m.for_each_block([&](std::size_t i0, std::size_t j0, const float* a, const float* b) {
    for (std::size_t k = 0; k < m.k; k += exact_depth) {
      block_sums acc{};
      kernel.run(a + k, m.k, b + k * m.lanes, std::min(exact_depth, m.k - k), acc.data());
      m.for_each_element(i0, j0, acc.data(), [&](std::size_t at, float sum) {
        d[at] = low_bits(d[at] + static_cast<result_t>(static_cast<std::int32_t>(sum)), 32);
      });
    }
  });
  return d;
}

std::vector<result_t> gemm_int16(const problem& p) {
  const std::size_t n = p.shape.n, k = p.shape.k;
  std::vector<result_t> d = p.c.empty() ? std::vector<result_t>(p.shape.m * n) : p.c;
  for (std::size_t i = 0; i < p.shape.m; ++i) {
    for (std::size_t l = 0; l < k; ++l) {
      const std::int64_t a = integer(p.a[i * k + l], 16, true);
      for (std::size_t j = 0; j < n; ++j) {
        d[i * n + j] += static_cast<result_t>(a * integer(p.b[l * n + j], 16, true));
      }
    }
  }
  return d;
}

/// The profile's own fast path, of rows of A and rows of the transposed B.
std::vector<result_t> gemm_profile(const arithmetic& t, const problem& p) {
  const std::size_t n = p.shape.n, k = p.shape.k;
  std::vector<operand_t> by_columns(n * k);
  for (std::size_t l = 0; l < k; ++l) {
    for (std::size_t j = 0; j < n; ++j) by_columns[j * k + l] = p.b[l * n + j];
  }
  const std::vector<result_t> zeros(p.c.empty() ? p.shape.m * n : 0);
  std::vector<result_t> d(p.shape.m * n);
  dpa::matmul<operand_t>(t.dot(), k, p.a, by_columns, p.c.empty() ? zeros : p.c, d);
  return d;
}

std::vector<result_t> gemm_in_order(const arithmetic& t, const problem& p, vector_e unit) {
  if (t.type == type_e::Int16) return gemm_int16(p);
  if (t.integer()) return gemm_short_integers(t, p, kernel_of(unit));
  if (exact_in_fp32(t)) return gemm_fp32_sums(t, p, kernel_of(unit));
  return gemm_profile(t, p);
}

/// Rows of D whose steps are added in another order than 0, 1, ...: those that share an order are a
/// product of their own, of A and B with columns and rows in that order.
std::vector<result_t> gemm_turned(const config& c, const problem& p, vector_e unit) {
  const std::size_t n = p.shape.n, k = p.shape.k, lanes = c.type.lanes();
  const std::size_t filled = steps_of(c, p.shape.k) * lanes;
  std::vector<result_t> d(p.shape.m * n);
  for (unsigned first = 0; first < std::min(p.shape.m, 2 * c.rows); first += 2) {
    std::vector<std::size_t> rows, order;
    for (unsigned m = 0; m < p.shape.m; ++m) {
      if (m % c.partial_rows / 2 % c.rows == first / 2) rows.push_back(m);
    }
    if (rows.empty()) continue;
    for_each_step(c, p.flow, steps_of(c, p.shape.k), static_cast<unsigned>(rows[0]),
                  [&](std::size_t step) {
                    for (std::size_t l = 0; l < lanes; ++l) order.push_back(step * lanes + l);
                  });

    problem part{
        {static_cast<unsigned>(rows.size()), p.shape.n, static_cast<unsigned>(filled)}, {}, {}, {}};
    for (const auto m : rows) {
      for (const auto l : order) part.a.push_back(l < k ? p.a[m * k + l] : 0);
      if (!p.c.empty()) part.c.insert(part.c.end(), &p.c[m * n], &p.c[m * n] + n);
    }
    for (const auto l : order) {
      if (l < k) {
        part.b.insert(part.b.end(), &p.b[l * n], &p.b[l * n] + n);
      } else {
        part.b.resize(part.b.size() + n);
      }
    }
    const auto sums = gemm_in_order(c.type, part, unit);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::copy_n(&sums[i * n], n, &d[rows[i] * n]);
    }
  }
  return d;
}

}  // namespace

namespace {

/// Calls visit(T{}) with the unsigned integer of that many bytes.
template <class Visit>
void with_width(unsigned width, Visit visit) {
  if (width == 1) return visit(std::uint8_t{});
  if (width == 2) return visit(std::uint16_t{});
  if (width == 4) return visit(std::uint32_t{});
  visit(std::uint64_t{});
}

}  // namespace

void from_bytes(const unsigned char* bytes, unsigned width, std::span<std::uint64_t> to) {
  with_width(width, [&](auto word) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      std::memcpy(&word, bytes + i * sizeof word, sizeof word);
      to[i] = word;
    }
  });
}

void to_bytes(std::span<const std::uint64_t> from, unsigned width, unsigned char* bytes) {
  with_width(width, [&](auto word) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      word = static_cast<decltype(word)>(from[i]);
      std::memcpy(bytes + i * sizeof word, &word, sizeof word);
    }
  });
}

problem with_whole_c(problem p) {
  if (!std::exchange(p.layout.c_is_row, false)) return p;
  const auto row = std::exchange(p.c, {});
  for (unsigned i = 0; i < p.shape.m; ++i) p.c.insert(p.c.end(), row.begin(), row.end());
  return p;
}

problem transposed(const problem& p) {
  const auto [m, n, k] = p.shape;
  const auto blocks    = p.scale_a.size() / m;
  return {{n, m, k},
          transposed(p.b, k, n),
          transposed(p.a, m, k),
          transposed(with_whole_c(p).c, m, n),
          flow_e::WeightStationary,
          transposed(p.layout),
          {},
          transposed(p.scale_b, blocks, n),
          transposed(p.scale_a, m, blocks),
          p.epilogue};
}

namespace {

/// What takes too much room for the stack of a thread of SystemC.
struct counting_array {
  model array;
  inputs in;
  outputs out;
};

std::uint64_t counted_cycles(const config& c, const command& cmd) {
  const auto x = std::make_unique<counting_array>(counting_array{model(c, false), {}, {}});
  x->in.cmd    = cmd;
  for (std::uint64_t count = 1;; ++count) {
    x->out = x->array.peek(x->in);
    x->array.step(x->in);
    if (x->out.done) return count;
    x->in.cmd.reset();
    x->in.a_rsp.reset();
    x->in.b_rsp.reset();
    if (x->out.a_req) x->in.a_rsp.emplace();
    if (x->out.b_req) x->in.b_rsp.emplace();
  }
}

}  // namespace

std::uint64_t cycles(const config& c, const shape& s, flow_e flow, const layout& l) {
  if (flow == flow_e::InputStationary) {
    return cycles(c, {s.n, s.m, s.k}, flow_e::WeightStationary, transposed(l));
  }
  const flow_e chosen = chosen_flow(c, s, flow);
  if (!l.of(flow).turns(chosen)) return cycles(c, multiplied(s, l), chosen);
  return counted_cycles(c, {s, false, chosen, l.of(flow), {}});
}

arithmetic arithmetic_of(const dpa::profile& p) {
  const auto& table = dpa::Profiles;
  const auto at = static_cast<unsigned>(std::find(table.begin(), table.end(), p) - table.begin());
  if (at < table.size()) return {type_e::Float, at};
  static std::list<dpa::profile> kept;
  static std::mutex mutex;
  const std::scoped_lock lock(mutex);
  auto own = std::find(kept.begin(), kept.end(), p);
  if (own == kept.end()) own = kept.insert(own, p);
  return {type_e::Float, 0, &*own};
}

result_t multiply_add(const arithmetic& t, const operand_t* a, const operand_t* b, result_t c) {
  if (!t.integer()) {
    const unsigned n = t.lanes();
    return dpa::block(t.dot(), {a, n}, {b, n}, c, {{a + n, t.scales()}, {b + n, t.scales()}});
  }
  const auto product =
      integer(*a, t.a_bits(), t.a_signed()) * integer(*b, t.b_bits(), t.b_signed());
  return low_bits(c + static_cast<result_t>(product), t.result_bits());
}

namespace {

std::vector<result_t> gemm_sparse(const config& c, const problem& p, flow_e flow) {
  const std::size_t n = p.shape.n, k = multiplied(p.shape, p.layout).k;
  std::vector<result_t> d(p.shape.m * n);
  for (std::size_t i = 0; i < p.shape.m; ++i) {
    if (!p.c.empty()) std::copy_n(&p.c[i * n], n, &d[i * n]);
    for_each_step(c, flow, static_cast<unsigned>(k), static_cast<unsigned>(i),
                  [&](std::size_t step) {
                    const std::size_t at = i * k + step;
                    const auto* const b  = &p.b[(step / 2 * 4 + p.index[at]) * n];
                    for (std::size_t j = 0; j < n; ++j) {
                      d[i * n + j] = multiply_add(c.type, &p.a[at], b + j, d[i * n + j]);
                    }
                  });
  }
  return d;
}

}  // namespace

namespace {

/// Sums made into results.
std::vector<result_t> finished(const config& c, const problem& p, std::vector<result_t> d) {
  if (p.epilogue.keeps()) return d;
  for (auto& x : d) x = finish(c.type, p.epilogue, x);
  return d;
}

std::vector<result_t> sums_bitwise(const config& c, const problem& p) {
  if (p.layout.c_is_row) return sums_bitwise(c, with_whole_c(p));
  const auto flow     = chosen_flow(c, p.shape, p.flow);
  const std::size_t n = p.shape.n, k = p.shape.k, lanes = c.type.lanes();
  std::vector<result_t> d(p.shape.m * n);
  if (p.layout.sparse_a) return gemm_sparse(c, p, flow);
  const std::size_t scales = c.type.scales(), blocks = scale_blocks(c.type, p.shape.k);
  std::vector<operand_t> a(lanes + scales), b(lanes + scales);
  for (std::size_t i = 0; i < p.shape.m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      result_t sum = p.c.empty() ? 0 : p.c[i * n + j];
      for_each_step(c, flow, steps_of(c, p.shape.k), static_cast<unsigned>(i),
                    [&](std::size_t step) {
                      for (std::size_t l = 0; l < lanes; ++l) {
                        const std::size_t at = step * lanes + l;
                        a[l]                 = at < k ? p.a[i * k + at] : 0;
                        b[l]                 = at < k ? p.b[at * n + j] : 0;
                      }
                      for (std::size_t l = 0; l < scales; ++l) {
                        const std::size_t at = step * scales + l;
                        a[lanes + l]         = at < blocks ? p.scale_a[i * blocks + at] : 0;
                        b[lanes + l]         = at < blocks ? p.scale_b[at * n + j] : 0;
                      }
                      sum = multiply_add(c.type, a.data(), b.data(), sum);
                    });
      d[i * n + j] = sum;
    }
  }
  return d;
}

}  // namespace

std::vector<result_t> gemm_bitwise(const config& c, const problem& p) {
  return finished(c, p, sums_bitwise(c, p));
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

namespace {

std::vector<result_t> sums(const config& c, const problem& p, vector_e unit) {
  if (p.layout.c_is_row) return sums(c, with_whole_c(p), unit);
  if (p.layout.sparse_a || (c.type.scales() != 0 && fits_an_array(c.type))) {
    return sums_bitwise(c, p);
  }
  if (p.flow == flow_e::Bidirectional && !c.type.integer()) return gemm_turned(c, p, unit);
  return gemm_in_order(c.type, p, unit);
}

}  // namespace

std::vector<result_t> gemm(const config& c, const problem& p, vector_e unit) {
  return finished(c, p, sums(c, p, unit));
}

std::vector<result_t> gemm(const config& c, const problem& p) {
  return gemm(c, p, host_vectors().front());
}

engine golden_engine(const config& c) {
  return [c](const problem& p) -> outcome {
    return {gemm(c, p), fits_an_array(c.type) ? cycles(c, p.shape, p.flow, p.layout) : 0};
  };
}

}  // namespace weft::golden::tensor
