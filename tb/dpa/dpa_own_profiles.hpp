// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/dpa_fields.hpp"

namespace weft {

/// Random user-defined profiles of every algorithm, within the limits of golden.
class dpa_own_profiles {
 public:
  explicit dpa_own_profiles(std::uint64_t seed) : rng_(seed) {}

  golden::dpa::profile operator()() {
    for (;;) {
      const auto p = any();
      if (golden::dpa::check(p).empty()) return p;
    }
  }

 private:
  using words = std::vector<std::string_view>;

  template <class T>
  T pick(const std::vector<T>& of) {
    return of[rng_() % of.size()];
  }
  int between(int least, int most) {
    return least + static_cast<int>(rng_() % static_cast<unsigned>(most - least + 1));
  }
  bool flip() { return rng_() % 2 != 0; }
  bool seldom() { return rng_() % 4 == 0; }

  golden::dpa::profile any() {
    using namespace golden::dpa;
    profile p;
    const auto set = [&](std::string_view name, std::string_view text) {
      set_field(p, name, text);
    };
    const auto number = [&](std::string_view name, int x) { set(name, std::to_string(x)); };
    const auto algo =
        pick<std::string_view>({"Joint", "Joint", "TwoStage", "Exact", "Tree", "Fma"});
    set("algo", algo);
    const words small{"e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "e5m2fnuz", "e4m3fnuz", "fp16"};
    const words wide{"bf16", "tf32", "fp16", "fp32"};
    const bool scaled  = (algo == "Joint" || algo == "TwoStage") && seldom();
    const auto element = [&] { return pick(scaled || flip() ? small : wide); };
    set("a", element());
    set("b", flip() ? element() : field(p, "a"));
    set("c", pick<std::string_view>({"fp32", "fp32", "fp16", "bf16", "fp64"}));
    const int lanes = algo == "Tree" ? 1 << between(0, 4) : between(1, 20);
    number("lanes", scaled ? 16 : lanes);
    number("depth", static_cast<int>(p.lanes) * between(1, 3));
    if (scaled) {
      set("block_scale", pick<std::string_view>({"ue8m0", "ue4m3"}));
      number("scale_block", 1 << between(2, 4));
      number("exact_group", flip() ? 1 : 4);
    }
    set("order", pick<std::string_view>({"InOrder", "OddFirst", "EvenPairs"}));
    set("start", pick<std::string_view>({"CFirst", "CLast"}));
    number("chains", between(1, 2));
    number("grid", between(1, 55));
    set("cut", pick<std::string_view>({"Trunc", "Jam", "Floor"}));
    set("c_joins", seldom() ? "0" : "1");
    number("groups", between(1, 4));
    set("group_cut", pick<std::string_view>({"Trunc", "Jam", "Floor"}));
    number("sum_grid", between(p.grid, 56));
    number("c_grid", between(p.c.frac_bits, 55));
    set("c_drop", flip() ? "none" : std::to_string(between(0, 40)));
    number("zero_exp", between(-140, 0));
    set("emax_floor", flip() ? "none" : std::to_string(between(-160, 0)));
    for (const std::string_view name :
         {"zero_votes", "ab_exp_from_format", "c_exp_from_format", "daz_ab", "daz_c", "daz_plus",
          "ftz", "tiny_after", "neg_zero_sum", "neg_zero_keep"}) {
      set(name, flip() ? "1" : "0");
    }
    if (algo == "Joint" || algo == "TwoStage") {
      set("product_overflow", flip() ? "1" : "0");
      set("overflow_last", p.product_overflow && flip() ? "1" : "0");
    }
    set("round",
        pick<std::string_view>({"NearEven", "TowardZero", "Down", "Up", "NearAway", "Odd"}));
    number("out_frac", flip() ? p.c.frac_bits : between(1, p.c.frac_bits));
    return renamed(p, "own");
  }

  std::mt19937_64 rng_;
};

}  // namespace weft
