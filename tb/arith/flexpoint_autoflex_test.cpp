// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_flexpoint_autoflex.sv against sim/golden/flexpoint_autoflex.hpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "sim/verilated/flexpoint_autoflex_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "weft_flexpoint_autoflex_configs.hpp"

namespace weft::flexpoint_autoflex_test {
namespace {

using namespace golden::flexpoint_autoflex;

/// A maximum next to which the next exponent changes, found by bisection; empty if both ends have
/// the same exponent.
std::optional<operands> beside_a_change(const config& k, const state& now) {
  const auto next = [&](operands maximum) {
    state s = now;
    return eval(k, s, maximum).exp;
  };
  operands low = 0, high = k.largest() - 1;
  while (high - low > 1) {
    const operands middle                    = (low + high) / 2;
    (next(middle) == next(low) ? low : high) = middle;
  }
  return next(low) == next(high) ? std::nullopt : std::optional(low);
}

/// Maxima of a tensor that drifts and occasionally jumps, in a loop with golden's exponents. They
/// include random maxima, overflows, which empty the queue, and maxima next to a change.
std::vector<operands> maxima(const config& k, std::size_t count = 4000) {
  std::mt19937_64 rng(test_options().seed);
  std::uniform_real_distribution<double> step(-1, 1);
  const auto largest = static_cast<double>(k.largest());
  std::vector<operands> items;
  state s = initial(k);
  double size =
      0;  // log2 of the tensor's maximum, less that of the largest with the middle exponent
  while (items.size() < count) {
    size               = std::clamp(size + (rng() % 20 == 0 ? 8 : 1) * step(rng), -8.0, 8.0);
    const int above    = s.exp - k.max_exp() / 2;
    const double units = std::exp2(size - above) * largest;
    operands maximum   = static_cast<operands>(std::min(units, largest + 1));
    const auto kind    = rng() % 24;
    if (kind == 0) maximum = static_cast<operands>(rng() % (2 * k.largest() + 2));
    if (kind == 1) maximum = k.largest() + static_cast<operands>(rng() % (k.largest() + 2));
    if (const auto beside = beside_a_change(k, s); beside && (kind == 2 || s.f.size() == 1)) {
      maximum = *beside + static_cast<operands>(rng() % 2);
    }
    items.push_back(maximum & (2 * k.largest() + 1));
    eval(k, s, items.back());
  }
  return items;
}

WEFT_UNIT_SUITE(FlexpointAutoflexRtl, sim::flexpoint_autoflex_ports,
                WEFT_FLEXPOINT_AUTOFLEX_CONFIGS, maxima);

/// A search from reset for tensors of any size, whose maxima follow the exponents, and what comes
/// behind it.
TYPED_TEST(FlexpointAutoflexRtl, SearchesForTheExponentOfATensorOfAnySize) {
  const config k = TypeParam::Config;
  std::mt19937_64 rng(test_options().seed);
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (int i = 0; i < 150; ++i) {
    both.reset();
    const double size =
        std::exp2(std::uniform_real_distribution<double>(-8, 1.5 * k.max_exp())(rng));
    state s = initial(k);
    std::vector<operands> items;
    for (int n = 0; n < 8; ++n) {
      const double units = i % 10 == 0 ? 0 : std::rint(size / std::exp2(s.exp));
      items.push_back(static_cast<operands>(std::min(units, double(k.largest()))));
      eval(k, s, items.back());
    }
    stream(both, std::span<const operands>(items), {"FullRate", sim::always(), sim::always()});
  }
}

}  // namespace
}  // namespace weft::flexpoint_autoflex_test
