// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/fma.hpp"

/// Golden model of rtl/weft_tensor.sv: D = A * B + C on a systolic array.
///
/// gemm() is what the hardware computes, bit for bit; cycles() is when it is done;
/// sim/golden/tensor_model.hpp is the same cycle by cycle. Names and values are weft_tensor_pkg's.
namespace weft::golden::tensor {

enum class type_e : std::uint8_t {
  Fp16,  ///< FP16 x FP16 -> FP32, one fused multiply-add a product, nearest even
  Int8   ///< INT8 x INT8 -> INT32, modulo 2^32
};

/// What stays in the array, what flows through it.
enum class flow_e : std::uint8_t {
  OutputStationary,  ///< sums stay; A flows to the right, B down
  WeightStationary,  ///< B stays; A flows to the right, sums down
  Bidirectional      ///< nothing stays; A flows to the right, sums down, B up
};

/// "os", "ws", "bi": what the command line and JSON call them.
constexpr const char* flow_name(flow_e flow) {
  constexpr const char* Names[] = {"os", "ws", "bi"};
  return Names[static_cast<int>(flow)];
}

constexpr bool sums_pass(flow_e flow) { return flow != flow_e::OutputStationary; }

using operand_t = std::uint16_t;  ///< FP16 bits, or INT8 sign-extended to 16 bits
using result_t  = std::uint32_t;  ///< FP32 bits, or INT32

inline constexpr unsigned MaxDim = 65535;

/// An array of rows x cols processing elements.
struct config {
  type_e type   = type_e::Fp16;
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

/// What an engine answers: D, row-major, and the clock cycles from the one in which the command is
/// taken to the one in which the last word of D is taken, both counted.
struct outcome {
  std::vector<result_t> d;
  std::uint64_t cycles;
};

/// An engine: golden itself, or the Verilated RTL behind the same call.
using engine = std::function<outcome(const problem&)>;

/// The multiply-add of the FP16 array: FP16 products, FP32 sums, to nearest even.
inline constexpr fma::config MultiplyAdd{.multiplicand = Binary16, .addend = Binary32};

/// One processing element's step: c + a * b.
constexpr result_t mac(type_e type, operand_t a, operand_t b, result_t c) {
  if (type == type_e::Fp16) {
    return static_cast<result_t>(fma::eval(MultiplyAdd, {a, b, c}).bits);
  }
  return c + static_cast<result_t>(static_cast<std::int16_t>(a) * static_cast<std::int16_t>(b));
}

/// Calls visit(k) for the products of row m of D in the order in which they are added.
///
/// Output- and weight-stationary: k = 0, 1, ... Bidirectional: within each `rows` of them, the one
/// that comes first goes on by one every second row of A, because B moves against the sums.
template <class Visit>
constexpr void for_each_product(const config& c, flow_e flow, unsigned depth, unsigned m,
                                Visit visit) {
  const unsigned turn = flow == flow_e::Bidirectional ? m % c.partial_rows / 2 % c.rows : 0;
  for (unsigned block = 0; block < depth; block += c.rows) {
    for (unsigned row = 0; row < c.rows; ++row) {
      const unsigned k = block + (turn + row) % c.rows;
      if (k < depth) visit(k);
    }
  }
}

/// D, each element the chain of mac() over for_each_product() from C or zero.
std::vector<result_t> gemm_bitwise(const config& c, const problem& p);

/// The same bits on the host's floating-point unit, in vectors.
///
/// A product of two FP16 numbers is exact in FP32, so multiply and add on the host round once, as
/// mac() does. Sums of 1024 INT8 products are exact in FP32 too; longer ones are put together in
/// integers.
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
  const std::uint64_t r = c.rows, tiles_n = ceil_div(s.n, c.cols);
  if (!sums_pass(flow)) {
    const std::uint64_t tiles = ceil_div(s.m, r) * tiles_n;
    return (tiles - 1) * std::max<std::uint64_t>(s.k, r) + s.k + (r + c.cols - 2) + MacLatency + r;
  }
  const std::uint64_t blocks = ceil_div(s.k, r) * tiles_n;
  const std::uint64_t fill   = flow == flow_e::Bidirectional ? 2 * (r - 1) : (r - 1) * MacLatency;
  return r + (blocks - 1) * std::max<std::uint64_t>(s.m, r) + s.m + fill + (c.cols - 1) +
         MacLatency;
}

/// Steps of weft_tensor_ws from the first weight to the last row of A, where sums pass. The blocks
/// are those of each `partial_rows` rows of A; a block is no shorter than `turn`, in which its
/// first sum is back at the top or the next weights are in place.
constexpr std::uint64_t streaming_steps(const config& c, const shape& s) {
  const std::uint64_t turn   = c.rows + (s.k > c.rows ? 2 : 1);
  const std::uint64_t blocks = ceil_div(s.n, c.cols) * ceil_div(s.k, c.rows);
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
  return sums_pass(flow) ? streaming_steps(c, s) + c.rows + c.cols + 4 : limit(c, s, flow) + 4;
}

/// The flow that takes the fewest cycles. The bidirectional one never takes fewer than the
/// weight-stationary, and of two that take as many the one whose sums stay is chosen; so the bits
/// of D do not depend on the choice.
constexpr flow_e best_flow(const config& c, const shape& s) {
  return cycles(c, s, flow_e::WeightStationary) < cycles(c, s, flow_e::OutputStationary)
             ? flow_e::WeightStationary
             : flow_e::OutputStationary;
}

/// Share of the multiply-add slots that did work.
inline double utilisation(const config& c, const shape& s, std::uint64_t cycles) {
  return static_cast<double>(s.macs()) / (static_cast<double>(cycles) * c.rows * c.cols);
}

/// gemm() and cycles() as an engine.
engine golden_engine(const config& c);

}  // namespace weft::golden::tensor
