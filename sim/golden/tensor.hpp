// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/tensor_types.hpp"

/// Golden model of rtl/weft_tensor.sv: D = A * B + C on a systolic array.
///
/// gemm() is what the hardware computes, bit for bit; cycles() is when it is done;
/// sim/golden/tensor_model.hpp is the same cycle by cycle. Names and values are weft_tensor_pkg's.
namespace weft::golden::tensor {

/// What stays in the array, what flows through it.
///
/// The array has the first three. Input-stationary is the weight-stationary flow of the transposed
/// problem: whoever lays out the operands does so (transposed()).
enum class flow_e : std::uint8_t {
  OutputStationary,  ///< sums stay; A flows to the right, B down
  WeightStationary,  ///< B stays; A flows to the right, sums down
  Bidirectional,     ///< nothing stays; A flows to the right, sums down, B up
  InputStationary    ///< A stays; B flows to the right, sums down
};

/// "os", "ws", "bi", "is": what the command line and JSON call them.
constexpr const char* flow_name(flow_e flow) {
  constexpr const char* Names[] = {"os", "ws", "bi", "is"};
  return Names[static_cast<int>(flow)];
}

constexpr bool sums_pass(flow_e flow) { return flow != flow_e::OutputStationary; }

inline constexpr unsigned MaxDim = 65535;

/// An array of rows x cols processing elements.
struct config {
  arithmetic type = Fp16;
  unsigned rows = 16, cols = 16;
  unsigned partial_rows = 256;  ///< sums of a column that can wait below the array

  bool operator==(const config&) const = default;
};

/// A is m x k, B is k x n, C and D are m x n. Each from 1 to MaxDim.
struct shape {
  unsigned m, n, k;

  bool operator==(const shape&) const = default;

  std::uint64_t macs() const { return std::uint64_t{m} * n * k; }
};

/// D = A * B, or D = A * B + C if c is not empty. All row-major.
struct problem {
  tensor::shape shape;
  std::vector<operand_t> a;
  std::vector<operand_t> b;
  std::vector<result_t> c;
  flow_e flow = flow_e::OutputStationary;
};

/// The weight-stationary problem that an input-stationary one is: D^T = B^T * A^T + C^T. Its sums
/// have the same bits, because products commute.
problem transposed(const problem& p);

/// Rows for columns.
template <class T>
std::vector<T> transposed(const std::vector<T>& x, std::size_t rows, std::size_t cols) {
  std::vector<T> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i % cols * rows + i / cols] = x[i];
  return out;
}

/// What an engine answers: D, row-major, and the clock cycles from the one in which the command is
/// taken to the one in which the last word of D is taken, both counted.
struct outcome {
  std::vector<result_t> d;
  std::uint64_t cycles;
};

/// An engine: golden itself, or the Verilated RTL behind the same call.
using engine = std::function<outcome(const problem&)>;

/// One processing element's step: c + a[0] * b[0] + ..., type.lanes() products.
result_t multiply_add(const arithmetic& type, const operand_t* a, const operand_t* b, result_t c);

/// K in steps of the array: a step takes lanes() products.
constexpr unsigned steps_of(const config& c, unsigned k) {
  return (k + c.type.lanes() - 1) / c.type.lanes();
}

/// Calls visit(step) for the `depth` steps of a sum of row m of D in the order in which they are
/// added; step s has the products s * lanes() and on.
///
/// Output- and weight-stationary: 0, 1, ... Bidirectional: within each `rows` of them, the one that
/// comes first goes on by one every second row of A, because B moves against the sums.
template <class Visit>
constexpr void for_each_step(const config& c, flow_e flow, unsigned depth, unsigned m,
                             Visit visit) {
  const unsigned turn = flow == flow_e::Bidirectional ? m % c.partial_rows / 2 % c.rows : 0;
  for (unsigned block = 0; block < depth; block += c.rows) {
    for (unsigned row = 0; row < c.rows; ++row) {
      const unsigned step = block + (turn + row) % c.rows;
      if (step < depth) visit(step);
    }
  }
}

/// D, each element the chain of multiply_add() over for_each_step() from C or zero. Where K is no
/// multiple of lanes(), the last step is filled with zeros.
std::vector<result_t> gemm_bitwise(const config& c, const problem& p);

/// The same bits, faster: on the host's floating-point unit, in vectors, for FP16, FP8 and short
/// integers, by dpa::matmul() for other profiles.
///
/// A product of two FP16 or FP8 numbers is exact in FP32, so multiply and add on the host round
/// once, as a fused multiply-add does. Sums of a number of integer products that stay below 2^24
/// are exact in FP32 too; longer ones are put together in integers.
std::vector<result_t> gemm(const config& c, const problem& p);

/// The vector units that gemm() has code for and this host has, the best one first; and gemm() on a
/// certain one of them.
enum class vector_e : std::uint8_t { Avx512, Avx2, Plain };
std::vector<vector_e> host_vectors();
std::vector<result_t> gemm(const config& c, const problem& p, vector_e unit);

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

inline constexpr unsigned MacLatency = 1;  ///< cycles from operand registers to partial sum

/// The shortest time of an array of this flow, everything overlapped.
///
/// Output-stationary, draining a tile in `rows` cycles: the tiles back to back, then the skew, the
/// multiply-add and the drain of the last one. Else: the first weights, the blocks of weights back
/// to back, a row of A a cycle, then the way of the last sum through the array; bidirectional, B
/// has to go all the way up before the first sum comes down.
constexpr std::uint64_t limit(const config& c, const shape& s,
                              flow_e flow = flow_e::OutputStationary) {
  if (flow == flow_e::InputStationary) {
    return limit(c, {s.n, s.m, s.k}, flow_e::WeightStationary);
  }
  const std::uint64_t r = c.rows, tiles_n = ceil_div(s.n, c.cols), k = steps_of(c, s.k);
  if (!sums_pass(flow)) {
    const std::uint64_t tiles = ceil_div(s.m, r) * tiles_n;
    return (tiles - 1) * std::max(k, r) + k + (r + c.cols - 2) + MacLatency + r;
  }
  const std::uint64_t blocks = ceil_div(k, r) * tiles_n;
  const std::uint64_t fill   = flow == flow_e::Bidirectional ? 2 * (r - 1) : (r - 1) * MacLatency;
  return r + (blocks - 1) * std::max<std::uint64_t>(s.m, r) + s.m + fill + (c.cols - 1) +
         MacLatency;
}

/// Steps of weft_tensor_ws from the first weight to the last row of A, where sums pass. The blocks
/// are those of each `partial_rows` rows of A; a block is no shorter than `turn`, in which its
/// first sum is back at the top or the next weights are in place.
constexpr std::uint64_t streaming_steps(const config& c, const shape& s) {
  const unsigned k           = steps_of(c, s.k);
  const std::uint64_t turn   = c.rows + (k > c.rows ? 2 : 1);
  const std::uint64_t blocks = ceil_div(s.n, c.cols) * ceil_div(k, c.rows);
  const auto length          = [&](std::uint64_t rows) { return std::max(rows, turn); };
  const std::uint64_t whole = (s.m - 1) / c.partial_rows, rest = s.m - whole * c.partial_rows;
  return c.rows + 1 + blocks * (whole * length(c.partial_rows) + length(rest)) - length(rest) +
         rest;
}

/// Cycles of weft_tensor with memories that answer a cycle after the request and never stall. Where
/// sums stay: the limit, and a cycle each for the command, the request, the answer, and the
/// result's buffer. Where they pass: those, the steps, and the last sum's way down and out.
constexpr std::uint64_t cycles(const config& c, const shape& s,
                               flow_e flow = flow_e::OutputStationary) {
  if (flow == flow_e::InputStationary) {
    return cycles(c, {s.n, s.m, s.k}, flow_e::WeightStationary);
  }
  return sums_pass(flow) ? streaming_steps(c, s) + c.rows + c.cols + 4 : limit(c, s, flow) + 4;
}

/// Whether the array can take A where it takes B: input-stationary needs it.
constexpr bool commutes(const config& c) {
  const arithmetic& t = c.type;
  return t.integer() ? t.a_signed() == t.b_signed() : t.dot().a == t.dot().b;
}

/// The flow that takes the fewest cycles; of several, the first one of output-, weight- and
/// input-stationary. The bidirectional one never takes fewer than the weight-stationary. So the
/// bits of D do not depend on the choice.
constexpr flow_e best_flow(const config& c, const shape& s) {
  flow_e best = flow_e::OutputStationary;
  for (const flow_e flow : {flow_e::WeightStationary, flow_e::InputStationary}) {
    if (flow == flow_e::InputStationary && !commutes(c)) continue;
    if (cycles(c, s, flow) < cycles(c, s, best)) best = flow;
  }
  return best;
}

/// Share of the multiply-add slots that did work.
inline double utilisation(const config& c, const shape& s, std::uint64_t cycles) {
  return static_cast<double>(s.macs()) /
         (static_cast<double>(cycles) * c.rows * c.cols * c.type.lanes());
}

/// gemm() and cycles() as an engine.
engine golden_engine(const config& c);

}  // namespace weft::golden::tensor
