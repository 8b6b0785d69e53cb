// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/tensor.hpp"

#include <cstddef>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "sim/golden/host/tensor_host.hpp"
#include "sim/golden/tensor_model.hpp"

namespace weft::golden::tensor {
namespace {

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

/// The profile's own fast path, on rows of A and rows of the transposed B.
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

/// gemm() of the bidirectional flow, which adds steps in other orders than 0, 1, ... The rows of D
/// that share an order are one product of A and B, with columns and rows in that order.
std::vector<result_t> gemm_turned(const config& c, const problem& p) {
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
    const auto sums = gemm_profile(c.type, part);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::copy_n(&sums[i * n], n, &d[rows[i] * n]);
    }
  }
  return d;
}

}  // namespace

namespace {

/// Calls visit(T{}), where T is the unsigned integer of `width` bytes.
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

problem transposed_problem(const problem& p) {
  const auto [m, n, k] = p.shape;
  const auto blocks    = p.scale_a.size() / m;
  return {{n, m, k},
          transposed(p.b, k, n),
          transposed(p.a, m, k),
          transposed(with_whole_c(p).c, m, n),
          flow_e::WeightStationary,
          transposed_layout(p.layout),
          {},
          transposed(p.scale_b, blocks, n),
          transposed(p.scale_a, m, blocks),
          p.epilogue};
}

namespace {

/// The cycle model, on the heap: it is too large for the stack of a SystemC thread.
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
    return cycles(c, {s.n, s.m, s.k}, flow_e::WeightStationary, transposed_layout(l));
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

/// Applies the epilogue to sums.
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

namespace {

std::vector<result_t> sums(const config& c, const problem& p, vector_e unit) {
  if (p.layout.c_is_row) return sums(c, with_whole_c(p), unit);
  if (p.layout.sparse_a || (c.type.scales() != 0 && fits_an_array(c.type))) {
    return sums_bitwise(c, p);
  }
  if (auto d = host_sums(c, p, unit)) return *std::move(d);
  if (c.type.integer()) return gemm_int16(p);
  return p.flow == flow_e::Bidirectional ? gemm_turned(c, p) : gemm_profile(c.type, p);
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
