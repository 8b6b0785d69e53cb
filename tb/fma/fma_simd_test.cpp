// SPDX-License-Identifier: Apache-2.0
//
// rtl/fma/weft_fma_simd.sv against sim/golden/fma_simd.hpp. Every lane has different operands, so
// that a leak from one lane to another shows.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "sim/harness/operands.hpp"
#include "sim/verilated/fma_simd/fma_simd_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_fma_simd_configs.hpp"

namespace weft::fma_simd_test {
namespace {

using namespace golden::fma_simd;
using golden::format;
using golden::round_e;
using golden::fma::op_e;
using golden::fma_simd::operands;

/// Words of one mode, with numbers at the edges in all lanes. In every other lane, the addend lies
/// beside minus the product, or beside the product.
class edge_words {
 public:
  edge_words(mode_e mode, std::uint64_t seed)
      : mode_(mode), number_(format_of(mode), seed), rng_(seed + 1) {}

  operands operator()() {
    const format f = format_of(mode_);
    operands o{.mode  = mode_,
               .op    = op_e(rng_() % golden::fma::Ops),
               .round = round_e(rng_() % golden::Rounds)};
    for (int l = 0; l < lanes(mode_); ++l) {
      const std::uint64_t a = number_(), b = number_();
      std::uint64_t c = number_();
      if (rng_() % 2 == 0) {
        const auto product = golden::fma::eval({f, f}, {a, b, 0, op_e::Mul, o.round}).bits;
        c = (product + rng_() % 5 - 2 + (rng_() % 2 == 0 ? f.sign_bit() : 0)) & f.mask();
      }
      o.a |= a << f.width() * l;
      o.b |= b << f.width() * l;
      o.c |= c << f.width() * l;
    }
    return o;
  }

 private:
  mode_e mode_;
  sim::edge_floats number_;
  std::mt19937_64 rng_;
};

/// `modes` at random from word to word.
std::vector<operands> words(const std::vector<mode_e>& modes, std::size_t count) {
  std::vector<edge_words> sources;
  for (const mode_e m : modes) sources.emplace_back(m, test_options().seed + 10 * int(m));
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> items;
  while (items.size() < count) items.push_back(sources[rng() % sources.size()]());
  return items;
}

const std::vector<mode_e> AllModes{mode_e::Fp64, mode_e::Fp32, mode_e::Fp16,
                                   mode_e::Bf16, mode_e::E4m3, mode_e::E5m2};

/// A Verilated unit, and the checks that can run on it.
struct built_unit {
  std::string name;
  std::function<void(const std::vector<operands>&)> lockstep, sweep;
  std::function<void(const operands&)> count_cycles;

  friend std::ostream& operator<<(std::ostream& os, const built_unit& u) { return os << u.name; }
};

template <class Bench>
built_unit make_unit(const std::string& name) {
  return {name, equals_golden_in_every_cycle<Bench, operands>,
          gives_goldens_results<Bench, operands>,
          takes_the_cycles_of_the_closed_form<Bench, operands>};
}

const std::vector<built_unit>& built_units() {
#define WEFT_BUILT(V, P) make_unit<sim::fma_simd_ports<V, P>>(P::Name)
  static const std::vector<built_unit> units{WEFT_FMA_SIMD_CONFIGS(WEFT_BUILT)};
#undef WEFT_BUILT
  return units;
}

class FmaSimdRtl : public testing::TestWithParam<built_unit> {};
INSTANTIATE_TEST_SUITE_P(, FmaSimdRtl, testing::ValuesIn(built_units()),
                         testing::PrintToStringParamName());

TEST_P(FmaSimdRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  GetParam().lockstep(words(AllModes, 3000));
}

TEST_P(FmaSimdRtl, TakesTheCyclesOfTheClosedForm) {
  GetParam().count_cycles(words(AllModes, 1).front());
}

TEST_P(FmaSimdRtl, EqualsGoldenWhenTheModeChanges) { GetParam().sweep(words(AllModes, 50'000)); }

TEST_P(FmaSimdRtl, TheCodesLeftOverAreE5m2) {
  std::vector<operands> items = words({mode_e::E5m2}, 1000);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].mode = mode_e(6 + i % 2);
  GetParam().sweep(items);
}

/// A unit in one mode.
struct unit_mode {
  built_unit unit;
  mode_e mode;

  friend std::ostream& operator<<(std::ostream& os, const unit_mode& u) {
    const char* names[] = {"Fp64", "Fp32", "Fp16", "Bf16", "E4m3", "E5m2"};
    return os << u.unit << '_' << names[static_cast<int>(u.mode)];
  }
};

/// The units in each mode; of units that differ only in registers, the one without registers.
std::vector<unit_mode> units_in(const std::vector<mode_e>& modes) {
  std::vector<unit_mode> all;
  for (const built_unit& u : built_units()) {
    if (u.name == "staged") continue;
    for (const mode_e m : modes) all.push_back({u, m});
  }
  return all;
}

class FmaSimdMode : public testing::TestWithParam<unit_mode> {};
INSTANTIATE_TEST_SUITE_P(, FmaSimdMode, testing::ValuesIn(units_in(AllModes)),
                         testing::PrintToStringParamName());

TEST_P(FmaSimdMode, EqualsGoldenAtTheEdges) {
  GetParam().unit.sweep(words({GetParam().mode}, 200'000));
}

class FmaSimdFp8 : public testing::TestWithParam<unit_mode> {};
INSTANTIATE_TEST_SUITE_P(, FmaSimdFp8, testing::ValuesIn(units_in({mode_e::E4m3, mode_e::E5m2})),
                         testing::PrintToStringParamName());

/// Every lane sees every pair of factors, in an order of its own, with addends, operations and
/// directions at random; so 32 of them for a pair over all lanes.
TEST_P(FmaSimdFp8, EveryPairInEveryLane) {
  std::mt19937_64 rng(test_options().seed);
  for (int round = 0; round < 4; ++round) {
    std::vector<operands> items;
    for (std::uint64_t pair = 0; pair < 0x10000; ++pair) {
      operands o{.c     = rng(),
                 .mode  = GetParam().mode,
                 .op    = op_e(rng() % golden::fma::Ops),
                 .round = round_e(rng() % golden::Rounds)};
      for (std::uint64_t l = 0; l < Slots; ++l) {
        const std::uint64_t mine = (pair + l * 0x2fb7) * (2 * l + 1);
        o.a |= (mine & 0xff) << 8 * l;
        o.b |= (mine >> 8 & 0xff) << 8 * l;
      }
      items.push_back(o);
    }
    GetParam().unit.sweep(items);
  }
}

}  // namespace
}  // namespace weft::fma_simd_test
