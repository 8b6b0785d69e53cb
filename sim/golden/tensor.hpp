// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/fma.hpp"

/// Golden model of rtl/weft_tensor.sv: D = A * B + C on an output-stationary systolic array.
///
/// gemm() is what the hardware computes, bit for bit; cycles() is when it is done;
/// sim/golden/tensor_model.hpp is the same cycle by cycle. Names and values are weft_tensor_pkg's.
namespace weft::golden::tensor {

enum class type_e : std::uint8_t {
  Fp16,  ///< FP16 x FP16 -> FP32, one fused multiply-add a product, nearest even
  Int8   ///< INT8 x INT8 -> INT32, modulo 2^32
};

using operand_t = std::uint16_t;  ///< FP16 bits, or INT8 sign-extended to 16 bits
using result_t  = std::uint32_t;  ///< FP32 bits, or INT32

inline constexpr unsigned MaxDim = 65535;

/// An array of rows x cols processing elements.
struct config {
  type_e type   = type_e::Fp16;
  unsigned rows = 16, cols = 16;

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

/// D, each element the chain of mac() over k = 0, 1, ... from C or zero.
std::vector<result_t> gemm_bitwise(type_e type, const problem& p);

/// The same bits on the host's floating-point unit, in vectors.
///
/// A product of two FP16 numbers is exact in FP32, so multiply and add on the host round once, as
/// mac() does. Sums of 1024 INT8 products are exact in FP32 too; longer ones are put together in
/// integers.
std::vector<result_t> gemm(type_e type, const problem& p);

/// The vector units that gemm() has code for and this host has, the best one first; and gemm() on a
/// certain one of them.
enum class vector_e : std::uint8_t { Avx512, Avx2, Plain };
std::vector<vector_e> host_vectors();
std::vector<result_t> gemm(type_e type, const problem& p, vector_e unit);

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

inline constexpr unsigned MacLatency = 1;  ///< cycles from operand registers to partial sum

/// The shortest time of an output-stationary array that drains a tile in `rows` cycles: the tiles
/// back to back, then the skew, the multiply-add and the drain of the last one.
constexpr std::uint64_t limit(const config& c, const shape& s) {
  const std::uint64_t tiles    = ceil_div(s.m, c.rows) * ceil_div(s.n, c.cols);
  const std::uint64_t interval = std::max(s.k, c.rows);
  return (tiles - 1) * interval + s.k + (c.rows + c.cols - 2) + MacLatency + c.rows;
}

/// Cycles of weft_tensor with memories that answer a cycle after the request and never stall: the
/// limit, and a cycle each for the command, the request, the answer, and the result's buffer.
constexpr std::uint64_t cycles(const config& c, const shape& s) { return limit(c, s) + 4; }

/// Share of the multiply-add slots that did work.
inline double utilisation(const config& c, const shape& s, std::uint64_t cycles) {
  return static_cast<double>(s.macs()) / (static_cast<double>(cycles) * c.rows * c.cols);
}

/// gemm() and cycles() as an engine.
engine golden_engine(const config& c);

}  // namespace weft::golden::tensor
