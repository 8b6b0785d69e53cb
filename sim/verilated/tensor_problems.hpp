// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/tensor.hpp"
#include "sim/harness/operands.hpp"

namespace weft::sim {

/// The distribution of operands and addends of a random floating-point problem. Integers are always
/// uniform.
enum class values {
  Finite,  ///< sums stay finite
  Edges    ///< any numbers, weighted to the edges; with K = 1 half of the sums cancel
};

/// An addend near minus the product of two numbers, so that the sum cancels: in one case of three
/// the last places differ, in the others the exponents, by up to 30.
inline golden::tensor::result_t near_minus_product(const golden::tensor::arithmetic& type,
                                                   golden::tensor::operand_t a,
                                                   golden::tensor::operand_t b,
                                                   std::mt19937_64& rng) {
  const auto& c               = type.dot().c;
  const std::uint64_t product = golden::tensor::multiply_add(type, &a, &b, 0);
  std::uint64_t bits          = product ^ c.sign_bit();
  bits ^= rng() & rng() & (c.sign_bit() | 0xff);
  if (rng() % 3 != 0) bits += (rng() % 61 - 30) << c.frac_bits;
  return bits & c.mask();
}

inline golden::tensor::problem make_problem(const golden::tensor::arithmetic& type,
                                            golden::tensor::shape s, bool preload,
                                            std::uint64_t seed, values v = values::Finite) {
  using namespace golden::tensor;
  std::mt19937_64 rng(seed + 2);
  problem p{s, {}, {}, {}};
  p.a.resize(std::size_t{s.m} * s.k);
  p.b.resize(std::size_t{s.k} * s.n);
  if (preload) p.c.resize(std::size_t{s.m} * s.n);
  if (type.integer()) {
    for (auto& x : p.a) x = low_bits(rng(), type.a_bits());
    for (auto& x : p.b) x = low_bits(rng(), type.b_bits());
    for (auto& x : p.c) x = low_bits(rng(), type.result_bits());
    return p;
  }

  // Formats may be IEEE's or have more numbers in the largest exponent; the choice does not matter
  // here.
  const auto& d     = type.dot();
  const auto number = [&](golden::format f, edge_floats& edges, unsigned exponents, int pad) {
    if (v == values::Edges) return edges() << pad;
    const std::uint64_t exponent =
        static_cast<unsigned>(f.bias()) - exponents / 2 + rng() % exponents;
    return ((rng() & (f.sign_bit() | f.frac_mask())) | exponent << f.frac_bits) << pad;
  };
  const auto fill = [&](std::vector<std::uint64_t>& to, golden::format f, unsigned exponents,
                        int pad, std::uint64_t first) {
    edge_floats edges(f, first);
    for (auto& x : to) x = number(f, edges, std::min(exponents, 1u << (f.exp_bits - 1)), pad);
  };
  const auto format_of = [](const golden::dpa::element& e) {
    return golden::format{e.exp_bits, e.frac_bits};
  };
  fill(p.a, format_of(d.a), 8, d.a.pad, seed);
  fill(p.b, format_of(d.b), 8, d.b.pad, seed + 3);
  fill(p.c, d.c, 16, 0, seed + 1);
  if (type.scales() != 0) {
    const std::size_t blocks = scale_blocks(type, s.k);
    const auto scale         = [&] {
      if (v == values::Edges) return low_bits(rng(), type.scale_bits());
      const auto one = static_cast<std::uint64_t>(d.block_scale.bias()) << d.block_scale.frac_bits;
      return one - 8 + rng() % 16;
    };
    for (std::size_t i = 0; i < s.m * blocks; ++i) p.scale_a.push_back(scale());
    for (std::size_t i = 0; i < s.n * blocks; ++i) p.scale_b.push_back(scale());
  }
  if (preload && s.k == 1 && v == values::Edges && d.lanes == 1) {
    for (std::size_t i = 0; i < p.c.size(); i += 2) {
      p.c[i] = near_minus_product(type, p.a[i / s.n], p.b[i % s.n], rng);
    }
  }
  return p;
}

}  // namespace weft::sim
