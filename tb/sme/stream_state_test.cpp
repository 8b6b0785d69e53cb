// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_stream_state.sv against golden.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "sim/verilated/stream_state_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/sme/assembled.hpp"
#include "tb/sme/words_near_instructions.hpp"
#include "weft_stream_state_configs.hpp"

namespace weft::stream_state_test {
namespace {

using namespace golden::stream_state;

/// Words of the unit's instructions and a few others.
class words {
 public:
  explicit words(std::uint64_t seed) : rng_(seed) {
    for (const auto& line : golden::sme::instructions()) {
      if (known(line.value)) lines_.push_back(&line);
    }
  }

  operands operator()() {
    const auto& line = *lines_[rng_() % lines_.size()];
    const auto any   = static_cast<std::uint32_t>(rng_());
    const auto word  = line.value | (any & ~line.mask);
    return {rng_() % 16 == 0 ? word ^ 1u << rng_() % 32 : word,
            rng_() % 2 == 0 ? rng_() % 4 : rng_()};
  }

  std::vector<operands> list(std::size_t count) {
    std::vector<operands> items(count);
    for (auto& o : items) o = (*this)();
    return items;
  }

  unsigned any(unsigned most) { return static_cast<unsigned>(rng_() % (most + 1)); }

 private:
  std::mt19937_64 rng_;
  std::vector<const golden::sme::instruction*> lines_;
};

std::vector<operands> some_words(const config&) { return words(test_options().seed).list(3000); }

WEFT_UNIT_SUITE(StreamStateRtl, sim::stream_state_ports, WEFT_STREAM_STATE_CONFIGS, some_words);

TYPED_TEST(StreamStateRtl, IsGoldenAtEveryLengthInEveryStateForEveryClass) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  words next(test_options().seed);
  for (int i = 0; i < 50000; ++i) {
    typename TypeParam::inputs in{
        .out_ready = next.any(3) != 0,
        .smcr_len  = next.any(15),
        .zcr_len   = next.any(15),
        .legal     = golden::sme::legal_e{static_cast<std::uint8_t>(next.any(4))}};
    if (next.any(2) != 0) in.in = next();
    both.cycle(in);
  }
}

TYPED_TEST(StreamStateRtl, KnowsGoldensWordsAndNoOther) {
  sim::dut<typename TypeParam::dut> unit(test_options());
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  const auto agrees = [&](std::uint32_t word) {
    unit->in_valid_i = 0;
    unit->in_word_i  = word;
    unit.settle();
    ASSERT_EQ(unit->known_o != 0, known(word)) << std::hex << word;
  };
  for_words_near_instructions(rng, 300, agrees);
}

}  // namespace
}  // namespace weft::stream_state_test
