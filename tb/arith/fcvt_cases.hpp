// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/fcvt.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Operands of a converter: all of them, or those close to a rounding of the destination.
class fcvt_cases {
 public:
  using config   = golden::fcvt::config;
  using operands = golden::fcvt::operands;
  using op_e     = golden::fcvt::op_e;

  fcvt_cases(const config& k, std::uint64_t seed)
      : k_(k), source_(k.source, seed), destination_(k.destination, seed + 1), rng_(seed + 2) {}

  /// Every number of at most 16 bits with every operation, direction and saturation; `count` wider
  /// numbers at the edges.
  static std::vector<operands> all(const config& k, std::uint64_t seed, std::size_t count) {
    std::vector<operands> items;
    fcvt_cases next(k, seed);
    for (int i = 0; i < (k.int_bits == 0 ? 1 : golden::fcvt::Ops); ++i) {
      const op_e op  = op_e(i);
      const int bits = from_int(op) ? k.int_bits : k.source.width();
      if (bits > 16) {
        for (std::size_t n = 0; n < count / golden::fcvt::Ops; ++n) items.push_back(next(op));
        continue;
      }
      for (std::uint64_t data = 0; data >> bits == 0; ++data) {
        for (int mode = 0; mode < golden::Rounds; ++mode) {
          items.push_back({data, op, golden::round_e(mode), false});
          if (!to_int(op)) items.push_back({data, op, golden::round_e(mode), true});
        }
      }
    }
    return items;
  }

  operands operator()() { return (*this)(op_e(k_.int_bits == 0 ? 0 : pick(golden::fcvt::Ops))); }

  operands operator()(op_e op) {
    const std::uint64_t data = from_int(op) ? integer() : number(op);
    return {data, op, golden::round_e(pick(golden::Rounds)), pick(2) == 0};
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  /// A number of the source at the edges; or beside one of the destination, half a unit of it
  /// further, or beside an integer.
  std::uint64_t number(op_e op) {
    if (pick(3) == 0) return source_();
    const golden::format from = k_.source, to = k_.destination;
    std::uint64_t near;
    if (to_int(op)) {
      near = golden::fcvt::eval(
                 {.destination = from, .int_bits = k_.int_bits},
                 {integer(), pick(2) == 0 ? op_e::SignedToFloat : op_e::UnsignedToFloat})
                 .bits;
    } else {
      near = golden::fcvt::eval({.source = to, .destination = from}, {destination_()}).bits;
      if (from.frac_bits > to.frac_bits) {
        near += pick(2) << (from.frac_bits - to.frac_bits - 1);
      }
    }
    // A code above or below, or one bit of the fraction.
    const std::uint64_t nudge =
        pick(2) == 0 ? pick(3) - 1
                     : std::uint64_t{1} << pick(static_cast<std::uint64_t>(from.frac_bits));
    return (near + nudge) & from.mask();
  }

  /// Ones and zeros in up to four runs, so that ties and their neighbours at every place occur.
  std::uint64_t integer() {
    const auto bits = static_cast<std::uint64_t>(k_.int_bits);
    std::uint64_t x = pick(4) == 0 ? rng_() : 0;
    for (std::uint64_t runs = pick(4); runs > 0; --runs) x ^= ~std::uint64_t{0} << pick(bits);
    return (x + pick(3) - 1) & k_.int_mask();
  }

  config k_;
  sim::edge_floats source_, destination_;
  std::mt19937_64 rng_;
};

}  // namespace weft
