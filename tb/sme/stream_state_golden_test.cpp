// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/stream_state.hpp against the machine that executes whole programs, and by hand.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/stream_state.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::stream_state_golden_test {
namespace {

using namespace golden::stream_state;
namespace sme = golden::sme;

constexpr std::uint64_t At = 0x1000;

sme::outcome step(sme::state& s, std::uint32_t word) {
  sme::paged_memory memory;
  memory.map(At, 4);
  std::array<std::uint8_t, 4> bytes;
  std::memcpy(bytes.data(), &word, 4);
  memory.write(At, bytes);
  s.pc = At;
  return sme::step(s, memory);
}

TEST(StreamStateGolden, LengthsArePowersOfTwoUpToTheLargest) {
  const std::array all{128,  256,  256,  512,  512,  512,  512,  1024,
                       1024, 1024, 1024, 1024, 1024, 1024, 1024, 2048};
  for (unsigned len = 0; len < 16; ++len) {
    EXPECT_EQ(length(len, 2048), all[len]);
    EXPECT_EQ(length(len, 512), len == 0 ? 128 : len < 3 ? 256 : 512);
    EXPECT_EQ(length(len, 128), 128);
  }
}

TEST(StreamStateGolden, SaysOfEveryInstructionWhatStopsTheMachine) {
  const std::map<illegal_e, std::string> reasons{
      {illegal_e::Allowed, ""},
      {illegal_e::NeedsStreaming, "needs streaming mode"},
      {illegal_e::NeedsZa, "needs ZA"},
      {illegal_e::NotInStreaming, "illegal in streaming mode"}};
  for (const auto& line : sme::instructions()) {
    for (const unsigned svcr : {0, 1, 2, 3}) {
      sme::state s{.sm = (svcr & 1) != 0, .za = (svcr & 2) != 0};
      const auto stopped = step(s, line.value);
      const auto reason  = stopped.stop == sme::stop_e::Illegal ? stopped.reason : "";
      EXPECT_EQ(reasons.at(illegal({(svcr & 1) != 0, (svcr & 2) != 0}, line.legal)), reason)
          << line.name;
    }
  }
}

TEST(StreamStateGolden, IsWhatTheMachineDoes) {
  int words = 0;
  for (const auto& line : sme::instructions()) {
    if (!known(line.value)) continue;
    for (std::uint32_t i = 0; i < 4096; ++i) {
      const std::uint32_t word = line.value | (i * 0x9e3779b1 & ~line.mask);
      // ADDVL's operand is in 20:16; what others read is in 4:0. 31 is SP or zero.
      const bool adds  = line.name.starts_with("add");
      const unsigned d = word & 31, n = adds ? word >> 16 & 31 : d;
      state now{(i & 1) != 0, (i & 2) != 0};
      sme::state s{.svl = 1024, .nsvl = 256, .sm = now.sm, .za = now.za};
      s.x[n]             = i * 0x123456789abcdefull;
      const auto operand = n == 31 && !adds ? 0 : s.x[n];
      const bool writes  = line.name != "msr" && line.name != "smstart smstop";
      ASSERT_EQ(step(s, word).stop, sme::stop_e::None);
      const result r = eval(1024, 256, now, {word, operand});
      EXPECT_EQ(now, (state{s.sm, s.za})) << std::hex << word;
      if (writes && (d != 31 || adds)) {
        EXPECT_EQ(r.scalar, s.x[d]) << std::hex << word;
      }
      ++words;
    }
  }
  EXPECT_EQ(words, 4096 * 10);
}

TEST(StreamStateGolden, ZeroesOnChangeOnly) {
  model unit(config{});
  const auto pulses = [&](std::uint32_t word, std::uint64_t a = 0) {
    const model::inputs in{.in = operands{word, a}};
    const auto out = unit.peek(in);
    unit.step(in);
    return std::pair(out.zero_vectors, out.zero_za);
  };
  const std::uint32_t smstart = 0xd503477f, smstart_sm = 0xd503437f, smstop_za = 0xd503447f,
                      msr = 0xd51b4240;
  EXPECT_EQ(pulses(smstart_sm), std::pair(true, false));
  EXPECT_EQ(pulses(smstart_sm), std::pair(false, false));
  EXPECT_EQ(pulses(smstart), std::pair(false, true));
  EXPECT_EQ(pulses(smstop_za), std::pair(false, true));
  EXPECT_EQ(pulses(msr, 2), std::pair(true, true));
  EXPECT_EQ(pulses(msr, 2), std::pair(false, false));
}

TEST(StreamStateGolden, ModelKeepsTheTimeOfItsRegister) {
  const config k;
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> words(300);
  for (operands& o : words) {
    const std::uint32_t known[] = {0xd503477f, 0xd503437f, 0xd503447f, 0xd51b4240, 0xd53b4240};
    o                           = {known[rng() % 5], rng() % 4};
  }
  const stream_queue<operands, result, state> queue{
      .eval    = [k](state& s, const operands& o) { return eval(k.svl, k.nsvl, s, o); },
      .latency = [](const operands&) { return 1; },
      .depth   = 1};
  is_the_queue(model(k), queue, words, [k](std::size_t n) { return cycles(k, n); });
}

TEST(StreamStateGolden, ModelSaysModeLengthsAndLegality) {
  model unit(config{.svl = 512, .nsvl = 128});
  model::inputs in{.smcr_len = 1, .zcr_len = 15, .legal = sme::legal_e::StreamingZa};
  const auto says = [&](bool sm, bool za, int vl, illegal_e illegal) {
    const auto out = unit.peek(in);
    EXPECT_EQ(out.sm, sm);
    EXPECT_EQ(out.za, za);
    EXPECT_EQ(out.svl, 256);
    EXPECT_EQ(out.vl, vl);
    EXPECT_EQ(out.illegal, illegal);
  };
  const auto executes = [&](std::uint32_t word) {
    in.in = operands{word};
    unit.step(in);
    in.in.reset();
  };
  says(false, false, 128, illegal_e::NeedsStreaming);
  executes(0xd503437f);  // smstart sm
  says(true, false, 256, illegal_e::NeedsZa);
  executes(0xd503477f);  // smstart
  says(true, true, 256, illegal_e::Allowed);
  // A word that waits for the stalled result changes and zeroes nothing.
  in.out_ready = false;
  in.in        = operands{0xd503467f};  // smstop
  EXPECT_FALSE(unit.peek(in).in_ready);
  EXPECT_FALSE(unit.peek(in).zero_vectors);
  EXPECT_FALSE(unit.peek(in).zero_za);
  unit.step(in);
  says(true, true, 256, illegal_e::Allowed);
  in.out_ready = true;
  EXPECT_TRUE(unit.peek(in).zero_vectors);
  EXPECT_TRUE(unit.peek(in).zero_za);
  unit.step(in);
  in.in.reset();
  says(false, false, 128, illegal_e::NeedsStreaming);
}

}  // namespace
}  // namespace weft::stream_state_golden_test
