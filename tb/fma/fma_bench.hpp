// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "sim/harness/operands.hpp"
#include "sim/harness/unit_rtl.hpp"
#include "sim/verilated/fma_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "weft_fma_configs.hpp"

namespace weft {

using namespace golden::fma;
using golden::round_e;

/// A Verilated unit, and the checks that can run on it.
struct built_unit {
  std::string name;
  config k;
  std::function<void(const std::vector<operands>&)> lockstep;
  std::function<void(const operands&)> count_cycles;
  std::function<std::vector<result>(const std::vector<operands>&)> run;
  /// Only for a unit without registers: calls next(operands) until it returns false, and compares
  /// every result.
  std::function<void(const std::function<bool(operands&)>&)> sweep;

  friend std::ostream& operator<<(std::ostream& os, const built_unit& u) { return os << u.name; }
};

inline std::string describe(const config& k, const operands& o, const result& rtl) {
  std::ostringstream text;
  text << std::hex << std::showbase << o << "\n  RTL:    " << rtl << "\n  golden: " << eval(k, o);
  return text.str();
}

template <class Bench>
void sweep(const std::function<bool(operands&)>& next) {
  sim::dut<typename Bench::dut> dut(test_options());
  typename Bench::inputs in;
  in.in.emplace();
  while (next(*in.in)) {
    Bench::drive(*dut, in);
    dut.settle();
    const result rtl = *Bench::sample(*dut, in).out;
    ASSERT_EQ(rtl, eval(Bench::Config, *in.in)) << describe(Bench::Config, *in.in, rtl);
  }
}

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
          sweep<Bench>};
}

inline const std::vector<built_unit>& built_units() {
#define WEFT_BUILT(V, P) make_unit<sim::fma_ports<V, P>>(P::Name)
  static const std::vector<built_unit> units{WEFT_FMA_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

/// Triples at the edges; every other addend lies beside minus the product, or beside the product.
inline std::vector<operands> edge_triples(const config& k, std::size_t count,
                                          std::uint64_t seed = test_options().seed) {
  sim::edge_floats ab(k.multiplicand, seed), c(k.addend, seed + 1);
  std::mt19937_64 rng(seed + 2);
  std::vector<operands> items(count);
  for (operands& o : items) {
    o = {ab(), ab(), c(), op_e(rng() % golden::fma::Ops), round_e(rng() % golden::Rounds)};
    if (rng() % 2 == 0) {
      const auto product = eval(k, {o.a, o.b, 0, op_e::Mul, round_e::NearEven}).bits;
      o.c =
          (product + rng() % 5 - 2 + (rng() % 2 == 0 ? k.addend.sign_bit() : 0)) & k.addend.mask();
    }
  }
  return items;
}

inline void expect_equal(const built_unit& unit, const std::vector<operands>& items) {
  const std::vector<result> rtl = unit.run(items);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(rtl[i], eval(unit.k, items[i])) << describe(unit.k, items[i], rtl[i]);
  }
}

}  // namespace weft
