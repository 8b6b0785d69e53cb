// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "tb/dpa/dpa_cases.hpp"
#include "tb/dpa/dpa_oracle.hpp"
#include "tb/harness/test_main.hpp"

namespace weft {

/// The families, each named after its first profile.
inline std::vector<std::string_view> dpa_families() {
  std::vector<std::string_view> out;
  const golden::dpa::family* last = nullptr;
  for (const auto& p : golden::dpa::profiles()) {
    if (p.from != last) out.push_back(p.name);
    last = p.from;
  }
  return out;
}

inline std::vector<golden::dpa::profile> dpa_family(std::string_view first) {
  std::vector<golden::dpa::profile> out;
  for (const auto& p : golden::dpa::profiles()) {
    if (p.from == golden::dpa::find(first)->from) out.push_back(p);
  }
  return out;
}

/// A test's name.
inline std::string dpa_family_name(const testing::TestParamInfo<std::string_view>& info) {
  std::string out(info.param);
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

/// Checks golden against exact integers in `count` blocks of a profile.
inline void expect_exact_integers(const golden::dpa::profile& p, std::size_t blocks) {
  const dpa_oracle oracle(p);
  dpa_cases next(p, test_options().seed);
  // Lengths of a whole instruction, a partial one, and several.
  const std::array<std::size_t, 4> lengths{p.depth, p.lanes, p.depth + p.lanes, p.lanes + 1};
  for (std::size_t done = 0, i = 0; done < blocks; ++i) {
    const std::size_t k = lengths[i % lengths.size()];
    const dpa_case x    = next(k);
    ASSERT_EQ(golden::dpa::dot(p, x.a, x.b, x.c, x.scales()),
              oracle.dot(x.a, x.b, x.c, x.scale_a, x.scale_b))
        << p.name << ", case " << i << '\n'
        << x;
    done += (k + p.lanes - 1) / p.lanes;
  }
}

/// Checks every profile of a family, with a fifth of the blocks if the family has all pairs of many
/// formats.
inline void expect_exact_integers(std::string_view family, std::size_t blocks) {
  const auto profiles = dpa_family(family);
  if (profiles.size() > 8) blocks /= 5;
  for (const auto& p : profiles) ASSERT_NO_FATAL_FAILURE(expect_exact_integers(p, blocks));
}

}  // namespace weft
