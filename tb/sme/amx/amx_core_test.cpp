// SPDX-License-Identifier: Apache-2.0
//
// rtl/amx/weft_amx_core.sv against golden's cycle model in every cycle.

#include <gtest/gtest.h>

#include <cstddef>

#include "sim/harness/lockstep.hpp"
#include "sim/verilated/sme_core/sme_core_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_core_cases.hpp"
#include "tb/sme/amx/amx_front_ports.hpp"
#include "weft_amx_core_configs.hpp"

namespace weft::amx_core_test {
namespace {

/// The ports of a Verilated weft_amx_core as the golden model's inputs and outputs.
template <class V, class P>
struct amx_core_ports {
  using dut     = V;
  using model   = amx_core_model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr int Svl = P::Svl;
  static constexpr golden::sme_core::core_config Config{.issue          = {.commit = P::Commit,
                                                                           .phys_z = P::PhysZ,
                                                                           .phys_p = P::PhysP,
                                                                           .queue  = P::Queue,
                                                                           .window = P::Window},
                                                        .rows_per_cycle = P::RowsPerCycle};

  static void drive(V& v, const inputs& in) {
    amx_front_test::drive_instructions(v, in.in);
    drive_memory(v, in);
  }

  static outputs sample(const V& v, const inputs& in) {
    outputs o;
    o.ends = v.ends_o;
    o.on   = v.on_o != 0;
    o.idle = v.idle_o != 0;
    amx_front_test::sample_instructions(v, in.in.size(), o);
    sample_memory(v, o);
    if (v.flags_valid_o) o.flags = v.flags_o;
    return o;
  }
};

template <class Bench>
class AmxCoreRtl : public testing::Test {};

#define WEFT_BENCH(V, P) amx_core_ports<V, P>
using benches = testing::Types<WEFT_AMX_CORE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AmxCoreRtl, benches);

TYPED_TEST(AmxCoreRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  amx_front_test::front_cases cases(test_options().seed);
  for (const auto& p : every_pace()) {
    SCOPED_TRACE(p.name);
    const auto list = program(cases, 300);
    auto memory     = random_memory(test_options().seed);
    sim::lockstep<TypeParam> both(test_options(),
                                  amx_core_model(TypeParam::Config, TypeParam::Svl, memory));
    const auto ended = run(list, memory, p, cases, [&](const auto& in) { return both.cycle(in); });
    EXPECT_EQ(ended, with_words(list));
    // Another program behind a reset in the midst of one.
    std::size_t taken = 0;
    for (int c = 0; c < 40; ++c)
      taken += both.cycle({.in = {list[taken]}, .answer = {}}).has.size();
    both.reset();
    EXPECT_TRUE(both.cycle({.in = {}, .answer = {}}).idle);
  }
}

}  // namespace
}  // namespace weft::amx_core_test
