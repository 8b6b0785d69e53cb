// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_pred.sv against golden.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/verilated/pred_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/sme/assembled.hpp"
#include "tb/sme/pred_cases.hpp"
#include "tb/sme/words_near_instructions.hpp"
#include "weft_pred_configs.hpp"

namespace weft::pred_test {
namespace {

using namespace golden::pred;

template <class Bench>
class PredRtl : public testing::Test {
 protected:
  static constexpr int Bytes = Bench::Bytes;
};

#define WEFT_BENCH(V, P) sim::pred_ports<V, P>
using benches = testing::Types<WEFT_PRED_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(PredRtl, benches);

TYPED_TEST(PredRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  equals_golden_in_every_cycle<TypeParam>(
      predicate_cases(TestFixture::Bytes, test_options().seed).list(1000));
}

TYPED_TEST(PredRtl, TakesTheCyclesOfTheClosedForm) {
  takes_the_cycles_of_the_closed_form<TypeParam>(operands{.word = a64("ptrue p0.b")});
}

TYPED_TEST(PredRtl, ExecutesEveryInstructionOnRandomRegistersAtEveryLength) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (int vl = 16; vl <= TestFixture::Bytes; vl *= 2) {
    both.cycle({.vl = vl, .clear = true});
    predicate_cases next(vl, test_options().seed + static_cast<unsigned>(vl));
    for (const auto* line : predicate_instructions()) {
      SCOPED_TRACE(line->name);
      for (int i = 0; i < 500; ++i) {
        both.cycle({.in = next(*line), .vl = vl, .rd_a = next.any(15), .rd_b = next.any(15)});
      }
    }
  }
}

/// Both in the cycle of an operation that writes, too.
TYPED_TEST(PredRtl, ClearsFfrFromAByteOnAndAllRegisters) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  predicate_cases next(TestFixture::Bytes, test_options().seed);
  const auto lines = predicate_instructions();
  for (int i = 0; i < 4000; ++i) {
    typename TypeParam::inputs in{
        .clear = next.any(31) == 0, .rd_a = next.any(15), .rd_b = next.any(15)};
    if (next.any(2) != 0) in.in = next();
    if (next.any(3) == 0) in.in = operands{.word = a64("setffr")};
    if (next.any(3) == 0) in.ffr_from = static_cast<int>(next.any(TestFixture::Bytes - 1));
    in.out_ready = next.any(3) != 0;
    both.cycle(in);
  }
}

TYPED_TEST(PredRtl, KnowsGoldensWordsAndNoOther) {
  sim::dut<typename TypeParam::dut> unit(test_options());
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  const auto agrees = [&](std::uint32_t word) {
    unit->in_valid_i = 0;
    unit->in_word_i  = word;
    unit.settle();
    ASSERT_EQ(unit->known_o != 0, known(word)) << std::hex << word;
  };
  for_words_near_instructions(rng, 100, agrees);
  for (int i = 0; i < 10000; ++i) agrees(0x25000000 | rng() % 0x1000000);
}

}  // namespace
}  // namespace weft::pred_test
