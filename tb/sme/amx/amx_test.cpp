// SPDX-License-Identifier: Apache-2.0
//
// rtl/amx/weft_amx.sv against golden's cycle model in every cycle, and its words against those of
// every instruction.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/golden/amx_front.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/port_bits.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_front_cases.hpp"
#include "tb/sme/amx/amx_front_ports.hpp"
#include "weft_amx_configs.hpp"

namespace weft::amx_front_test {
namespace {

using namespace golden::amx;
using front::model;

/// The ports of a Verilated weft_amx as the golden model's inputs and outputs.
template <class V, class P>
struct amx_ports {
  using dut     = V;
  using model   = front::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static_assert(P::AddrBits == front::AddressBits);

  static void drive(V& v, const inputs& in) {
    drive_instructions(v, in.in);
    v.out_ready_i = static_cast<unsigned char>(in.out_ready[0] | in.out_ready[1] << 1);
  }

  static outputs sample(const V& v, const inputs& in) {
    outputs o;
    sample_instructions(v, in.in.size(), o);
    for (unsigned i = 0; i < front::Width; ++i) {
      if ((v.out_valid_o >> i & 1) == 0) continue;
      const auto of = [&](const auto& port, unsigned width) {
        return sim::get_bits(port, width * i, width);
      };
      const auto wide = [&](const auto& port) {
        return sim::get_bits(port, 64 * i, 32) | std::uint64_t{sim::get_bits(port, 64 * i + 32, 32)}
                                                     << 32;
      };
      o.out[i] =
          model::given{{of(v.out_word_o, 32), wide(v.out_a_o), wide(v.out_b_o),
                        static_cast<std::uint8_t>(of(v.out_slice_o, 8)), of(v.out_fpcr_o, 32)},
                       (v.out_last_o >> i & 1) != 0};
    }
    o.on = v.on_o != 0;
    return o;
  }
};

template <class Bench>
class AmxRtl : public testing::Test {};

#define WEFT_BENCH(V, P) amx_ports<V, P>
using benches = testing::Types<WEFT_AMX_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(AmxRtl, benches);

TYPED_TEST(AmxRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  front_cases cases(test_options().seed);
  sim::lockstep<TypeParam> both(test_options());
  for (const auto& p : every_pace()) {
    SCOPED_TRACE(p.name);
    both.reset();
    const auto list = switched_on(cases.any(1500));
    EXPECT_EQ(run(list, p, [&](const auto& in) { return both.cycle(in); }).words, words_of(list));
  }
}

TYPED_TEST(AmxRtl, HasTheWordsOfEveryFieldOfAnOperand) {
  front_cases cases(test_options().seed + 1);
  sim::lockstep<TypeParam> both(test_options());
  const auto list = switched_on(cases.every_field());
  EXPECT_EQ(run(list, every_pace()[0], [&](const auto& in) { return both.cycle(in); }).words,
            words_of(list));
}

TYPED_TEST(AmxRtl, HasTheWordsOfEveryMode) {
  front_cases cases(test_options().seed + 4);
  sim::lockstep<TypeParam> both(test_options());
  const auto list = switched_on(cases.every_mode());
  EXPECT_EQ(run(list, every_pace()[0], [&](const auto& in) { return both.cycle(in); }).words,
            words_of(list));
}

TYPED_TEST(AmxRtl, TakesTheCyclesOfTheClosedForm) {
  front_cases cases(test_options().seed + 2);
  for (const std::size_t n : {1, 2, 3, 10, 300}) {
    std::vector<instruction> list{{op_e::Set, 0}};
    while (list.size() < n) {
      const auto of = cases.below(22);  // any but set
      const auto i  = cases(static_cast<op_e>(of < 17 ? of : of + 1));
      if (!front::refused(true, i) && !words(i.op, i.operand).empty()) list.push_back(i);
    }
    sim::lockstep<TypeParam> both(test_options());
    const auto r = run(list, every_pace()[0], [&](const auto& in) { return both.cycle(in); });
    EXPECT_EQ(r.cycles, front::cycles(r.words.size()));
  }
}

TYPED_TEST(AmxRtl, TakesTwoInstructionsOfOneWordACycle) {
  std::vector<instruction> list{{op_e::Set, 0}};
  for (std::uint64_t i = 0; i < 100; ++i) list.push_back({i % 2 == 0 ? op_e::Ldx : op_e::Fma32, 0});
  sim::lockstep<TypeParam> both(test_options());
  EXPECT_EQ(run(list, every_pace()[0], [&](const auto& in) { return both.cycle(in); }).cycles,
            1 + (words(op_e::Set, 0).size() + 100 + 1) / 2);
}

TYPED_TEST(AmxRtl, ResetEmptiesItInAnyState) {
  front_cases cases(test_options().seed + 3);
  sim::lockstep<TypeParam> both(test_options());
  for (std::size_t cycles = 1; cycles < 20; ++cycles) {
    const auto list = switched_on(cases.any(2 * cycles));
    for (std::size_t c = 0, i = 0; c < cycles; ++c) {
      i += both.cycle({.in = {list[i]}, .out_ready = {cases.maybe(), cases.maybe()}}).has.size();
    }
    both.reset();
    const auto out = both.cycle({});
    EXPECT_FALSE(out.out[0]);
    EXPECT_FALSE(out.on);
  }
}

}  // namespace
}  // namespace weft::amx_front_test
