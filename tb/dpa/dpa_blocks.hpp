// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "tb/dpa/dpa_cases.hpp"
#include "tb/harness/test_main.hpp"

namespace weft {

using namespace golden::dpa;

/// Blocks of a profile, weighted to the edges: those of dpa_cases; now and then with infinities,
/// NaN and zeros in some lanes; or of one product, with a subnormal factor, and an opposite addend
/// that is about as small beside it as the grid can hold.
class dpa_blocks {
 public:
  dpa_blocks(const profile& p, std::uint64_t seed) : p_(p), cases_(p, seed), rng_(seed) {}

  operands operator()() {
    const dpa_case x = cases_(p_.lanes);
    operands o{.c = x.c};
    std::copy(x.a.begin(), x.a.end(), o.a.begin());
    std::copy(x.b.begin(), x.b.end(), o.b.begin());
    std::copy(x.scale_a.begin(), x.scale_a.end(), o.scale_a.begin());
    std::copy(x.scale_b.begin(), x.scale_b.end(), o.scale_b.begin());
    switch (pick(16)) {
      case 0:
        for (std::uint64_t i = pick(3) + 1; i > 0; --i) {
          const std::uint64_t lane = pick(p_.lanes);
          o.a[lane]                = special(p_.a);
          o.b[lane]                = special(p_.b);
        }
        break;
      case 1:
        leave_one_product(o);
        break;
      default:
        break;
    }
    return o;
  }

 private:
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  /// Zero, a power of two, or a code with the largest exponent.
  std::uint64_t special(const element& e) {
    const std::uint64_t ones = (std::uint64_t{1} << e.exp_bits) - 1;
    const std::uint64_t exps[]{0, ones / 2, ones};
    const std::uint64_t frac = pick(4) == 0 ? rng_() & ((std::uint64_t{1} << e.frac_bits) - 1) : 0;
    return (pick(2) << (e.exp_bits + e.frac_bits) | exps[pick(3)] << e.frac_bits | frac) << e.pad;
  }

  void leave_one_product(operands& o) {
    const std::uint64_t lane = pick(p_.lanes), b = o.b[lane];
    o.a.fill(0);
    o.b.fill(0);
    o.c       = 0;
    o.a[lane] = std::uint64_t{1} << (p_.a.pad + static_cast<int>(pick(2 + p_.a.frac_bits / 2)));
    o.b[lane] = b;
    const std::uint64_t d = eval({p_}, o).bits;
    const auto field = static_cast<std::int64_t>((d & (p_.c.sign_bit() - 1)) >> p_.c.frac_bits);
    const std::int64_t far = p_.grid + 6 - static_cast<std::int64_t>(pick(16));
    const auto exp         = static_cast<std::uint64_t>(std::max<std::int64_t>(field - far, 0));
    o.c = (~d & p_.c.sign_bit()) | exp << p_.c.frac_bits | (pick(2) * (rng_() & p_.c.frac_mask()));
  }

  const profile& p_;
  dpa_cases cases_;
  std::mt19937_64 rng_;
};

inline std::vector<operands> edge_blocks(const profile& p, std::size_t count,
                                         std::uint64_t seed = test_options().seed) {
  dpa_blocks next(p, seed);
  std::vector<operands> items(count);
  std::generate(items.begin(), items.end(), [&] { return next(); });
  return items;
}

}  // namespace weft
