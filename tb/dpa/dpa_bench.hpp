// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "sim/harness/unit_rtl.hpp"
#include "sim/verilated/dpa_ports.hpp"
#include "tb/dpa/dpa_blocks.hpp"
#include "tb/harness/unit_bench.hpp"
#include "weft_dpa_configs.hpp"

namespace weft {

/// A Verilated unit, and the checks that can run on it.
struct built_unit {
  std::string name;
  config k;
  std::function<void(const std::vector<operands>&)> lockstep;
  std::function<void(const operands&)> count_cycles;
  std::function<std::vector<result>(const std::vector<operands>&)> run;
  /// Makes the unit, resets it, and returns it as a function of one block.
  std::function<std::function<std::uint64_t(const operands&)>()> one;

  friend std::ostream& operator<<(std::ostream& os, const built_unit& u) { return os << u.name; }
};

template <class Bench>
built_unit make_unit(const std::string& name) {
  return {name,
          Bench::Config,
          [](const std::vector<operands>& items) { equals_golden_in_every_cycle<Bench>(items); },
          [](const operands& item) { takes_the_cycles_of_the_closed_form<Bench>(item); },
          [](const std::vector<operands>& items) {
            std::vector<result> results(items.size());
            sim::unit_rtl<Bench>(test_options()).run(items, results);
            return results;
          },
          [] {
            auto rtl = std::make_shared<sim::unit_rtl<Bench>>(test_options());
            return [rtl](const operands& o) {
              result r;
              rtl->run({&o, 1}, {&r, 1});
              return r.bits;
            };
          }};
}

inline const std::vector<built_unit>& built_units() {
#define WEFT_BUILT(V, P) make_unit<sim::dpa_ports<V, P>>(P::Name)
  static const std::vector<built_unit> units{WEFT_DPA_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

inline void expect_equal(const built_unit& unit, const std::vector<operands>& items) {
  const std::vector<result> rtl = unit.run(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(rtl[i], eval(unit.k, items[i])) << std::hex << items[i];
  }
}

}  // namespace weft
