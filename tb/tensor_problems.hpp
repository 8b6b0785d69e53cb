// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "sim/golden/tensor.hpp"
#include "sim/operands.hpp"

namespace weft {

/// What the FP16 operands and FP32 addends of a random problem are. INT8 is always uniform.
enum class values {
  Finite,  ///< sums stay finite
  Edges    ///< anything, weighted to the edges; long sums soon are NaN
};

inline golden::tensor::problem make_problem(golden::tensor::type_e type, golden::tensor::shape s,
                                            bool preload, std::uint64_t seed,
                                            values v = values::Finite) {
  using namespace golden::tensor;
  sim::edge_floats half(golden::Binary16, seed), single(golden::Binary32, seed + 1);
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
  return p;
}

}  // namespace weft
