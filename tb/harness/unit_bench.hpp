// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/stream.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/wave_views.hpp"

/// Tests common to every unit with one input and one output stream.
namespace weft {

using sim::stream;

/// RTL and golden model are equal in every cycle under every timing, each from random state, and
/// after a reset with items inside. Bench::Config is golden's, cycles(Config, n) its closed form.
template <class Bench, class In>
void equals_golden_in_every_cycle(const std::vector<In>& items) {
  set_wave_view_of<Bench>();
  std::uint64_t seed = test_options().seed;
  for (const sim::timing& t : sim::timings()) {
    SCOPED_TRACE(t.name);
    sim::lockstep<Bench> both(sim::run_options{.seed = seed++, .wave = test_options().wave},
                              Bench::make_model());
    for (const In& item : std::span(items).first(items.size() < 5 ? items.size() : 5)) {
      both.cycle({.in = item, .out_ready = false});
    }
    both.reset();
    stream(both, std::span(items), t);
  }
}

/// The cycles of n items at full rate are golden's closed form, for several n.
template <class Bench, class In>
void takes_the_cycles_of_the_closed_form(const In& item) {
  set_wave_view_of<Bench>();
  sim::lockstep<Bench> both(test_options(), Bench::make_model());
  for (const std::size_t n : {1, 2, 3, 100}) {
    const std::vector<In> items(n, item);
    EXPECT_EQ(stream(both, std::span(items), {"FullRate", sim::always(), sim::always()}),
              cycles(Bench::Config, n));
  }
}

/// A Verilated class and its parameters; `benches` makes a block's port adaptors of a list of them.
template <class V, class P>
struct configuration;
#define WEFT_CONFIGURATION(V, P) configuration<V, P>
template <template <class, class> class Ports, class... Configurations>
struct benches;
template <template <class, class> class Ports, class... V, class... P>
struct benches<Ports, configuration<V, P>...> {
  using types = testing::Types<Ports<V, P>...>;
};

}  // namespace weft

/// Defines the typed suite of a stream unit's configurations and the tests that every unit has.
/// `some(Config)` gives operands for the lockstep, its first one is that of the closed form.
#define WEFT_UNIT_SUITE(Suite, Ports, CONFIGS, some)                                 \
  template <class Bench>                                                             \
  class Suite : public testing::Test {};                                             \
  using Suite##Benches = benches<Ports, CONFIGS(WEFT_CONFIGURATION)>::types;         \
  TYPED_TEST_SUITE(Suite, Suite##Benches);                                           \
  TYPED_TEST(Suite, EqualsGoldenInEveryCycleUnderEveryTiming) {                      \
    equals_golden_in_every_cycle<TypeParam>(some(TypeParam::Config));                \
  }                                                                                  \
  TYPED_TEST(Suite, TakesTheCyclesOfTheClosedForm) {                                 \
    takes_the_cycles_of_the_closed_form<TypeParam>(some(TypeParam::Config).front()); \
  }                                                                                  \
  static_assert(true)
