// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/epilogue.hpp"
#include "sim/golden/fcvt.hpp"
#include "sim/harness/edge_integers.hpp"
#include "sim/harness/operands.hpp"

namespace weft {

/// Sums and scales: all of them, or those close to a change of rounding.
class epilogue_cases {
 public:
  using config   = golden::epilogue::config;
  using operands = golden::epilogue::operands;
  using output_e = golden::epilogue::output_e;

  epilogue_cases(const config& k, std::uint64_t seed)
      : k_(k),
        integers_(static_cast<unsigned>(k.sum_bits), seed),
        floats_(k.is_float() ? k.sum_format() : golden::Binary32, seed + 1),
        scales_(golden::Binary32, seed + 2),
        halves_(golden::Binary16, seed + 3),
        rng_(seed + 4) {}

  operands operator()() {
    const auto output = output_e(pick(4));  // the code left over too
    const bool relu   = pick(4) == 0;
    if (pick(3) == 0) {
      return {k_.is_float() ? floats_() : integers_(), static_cast<std::uint32_t>(scales_()),
              output, relu};
    }
    // A result, half a unit beside it; a scale of few bits or of all; the sum that makes it.
    const double target = output == output_e::ToInt8 ? static_cast<double>(pick(522)) / 2 : half();
    const int exp       = 2 - static_cast<int>(pick(width() + 2)) + (k_.is_float() ? 20 : 0);
    const std::uint64_t frac = pick(2) == 0 ? pick(4) << 21 : pick(std::uint64_t{1} << 23);
    const float scale        = std::ldexp(1 + static_cast<float>(frac) / 0x1p23F, exp);
    return {beside(sum_of(target / static_cast<double>(scale)), static_cast<int>(pick(3)) - 1),
            std::bit_cast<std::uint32_t>(pick(2) == 0 ? scale : -scale), output, relu};
  }

  std::vector<operands> many(std::size_t n) {
    std::vector<operands> items;
    for (std::size_t i = 0; i < n; ++i) items.push_back((*this)());
    return items;
  }

  /// Every tie of INT8 and of FP16 and its neighbours, at many places of the sum, with scales that
  /// are powers of two.
  std::vector<operands> ties() {
    std::vector<operands> items;
    const auto add = [&](int odd, int place, int scale_exp, output_e output) {
      const double value        = std::ldexp(odd, place);
      const std::uint32_t scale = std::bit_cast<std::uint32_t>(std::ldexp(1.0F, scale_exp));
      for (const double sum : {value, -value}) {
        for (const int nudge : {-1, 0, 1}) {
          items.push_back({beside(sum_of(sum), nudge), scale, output});
        }
      }
    };
    for (int place = 0; place < (k_.sum_bits > 16 ? 19 : 4); ++place) {
      for (int odd = 1; odd < 520; odd += 2) add(odd, place, -1 - place, output_e::ToInt8);
      for (int odd = 1; odd < 4096; odd += 2) {
        add(odd, place, -25 - place, output_e::ToFp16);
        add(odd, place, static_cast<int>(pick(32)) - 27 - place, output_e::ToFp16);
      }
    }
    return items;
  }

  /// Every 16-bit sum with a few scales; `count` longer sums at the edges.
  std::vector<operands> all(std::size_t count) {
    if (k_.sum_bits > 16) return many(count);
    std::vector<operands> items;
    for (const float scale :
         {1.0F, -0.0078125F, 1 / 3.0F, 3e30F, -0x1p-140F, 0.0F, -INFINITY, NAN}) {
      for (std::uint64_t sum = 0; sum < 0x10000; ++sum) {
        for (int i = 0; i < golden::epilogue::Outputs; ++i) {
          items.push_back({sum, std::bit_cast<std::uint32_t>(scale), output_e(i), pick(2) == 0});
        }
      }
    }
    return items;
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  unsigned width() const { return static_cast<unsigned>(k_.sum_bits); }

  /// A positive number of FP16, or half a unit more.
  double half() {
    const std::uint64_t code = halves_() % 0x7c00;
    const golden::unpacked x = golden::unpack(golden::Binary16, code);
    return std::ldexp(static_cast<double>(x.sig) + (pick(2) == 0 ? 0.5 : 0), x.exp);
  }

  /// The sum nearest to a value, if there is one.
  std::uint64_t sum_of(double value) const {
    if (k_.is_float()) {
      return golden::fcvt::eval({.source = golden::Binary64, .destination = k_.sum_format()},
                                {std::bit_cast<std::uint64_t>(value)})
          .bits;
    }
    return std::fabs(value) < 0x1p62 ? static_cast<std::uint64_t>(std::llrint(value)) : 0;
  }

  std::uint64_t beside(std::uint64_t sum, int nudge) const {
    return (sum + static_cast<std::uint64_t>(nudge)) & golden::ones(width());
  }

  config k_;
  sim::edge_integers integers_;
  sim::edge_floats floats_, scales_, halves_;
  std::mt19937_64 rng_;
};

}  // namespace weft
