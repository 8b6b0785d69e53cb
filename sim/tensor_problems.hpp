// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <random>

#include "sim/golden/tensor.hpp"
#include "sim/half.hpp"
#include "sim/operands.hpp"

namespace weft::sim {

/// What the FP16 operands and FP32 addends of a random problem are. INT8 is always uniform.
enum class values {
  Finite,  ///< sums stay finite
  Edges    ///< anything, weighted to the edges; with K = 1 half of the sums cancel
};

/// An FP32 addend near minus the product of two FP16 numbers, so that the sum cancels: in one of
/// three the last places differ, in the others the exponents, by up to 30.
inline golden::tensor::result_t near_minus_product(golden::tensor::operand_t a,
                                                   golden::tensor::operand_t b,
                                                   std::mt19937_64& rng) {
  const double product = double_from_half(a) * double_from_half(b);
  auto bits            = std::bit_cast<golden::tensor::result_t>(static_cast<float>(-product));
  bits ^= static_cast<golden::tensor::result_t>(rng() & rng() & 0x8000'00ff);
  if (rng() % 3 != 0) bits += static_cast<golden::tensor::result_t>((rng() % 61 - 30) << 23);
  return bits;
}

inline golden::tensor::problem make_problem(golden::tensor::type_e type, golden::tensor::shape s,
                                            bool preload, std::uint64_t seed,
                                            values v = values::Finite) {
  using namespace golden::tensor;
  edge_floats half(golden::Binary16, seed), single(golden::Binary32, seed + 1);
  std::mt19937_64 rng(seed + 2);
  const auto operand = [&]() -> operand_t {
    if (type == type_e::Int8) return static_cast<operand_t>(static_cast<std::int8_t>(rng()));
    if (v == values::Edges) return static_cast<operand_t>(half());
    return static_cast<operand_t>((rng() & 0x83ff) | (rng() % 8 + 11) << 10);
  };
  const auto addend = [&]() -> result_t {
    if (type == type_e::Int8) return static_cast<result_t>(rng());
    if (v == values::Edges) return static_cast<result_t>(single());
    return static_cast<result_t>((rng() & 0x807f'ffff) | (rng() % 16 + 119) << 23);
  };
  problem p{s, {}, {}, {}};
  p.a.resize(std::size_t{s.m} * s.k);
  p.b.resize(std::size_t{s.k} * s.n);
  if (preload) p.c.resize(std::size_t{s.m} * s.n);
  for (auto& x : p.a) x = operand();
  for (auto& x : p.b) x = operand();
  for (auto& x : p.c) x = addend();
  if (preload && s.k == 1 && type == type_e::Fp16 && v == values::Edges) {
    for (std::size_t i = 0; i < p.c.size(); i += 2) {
      p.c[i] = near_minus_product(p.a[i / s.n], p.b[i % s.n], rng);
    }
  }
  return p;
}

}  // namespace weft::sim
