// SPDX-License-Identifier: Apache-2.0
//
// golden's cycle model of the SME core behind its host: the same cycles as the timetable, on random
// programs; the memory that it leaves is that of the program alone.

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "sim/golden/sme_core/sme_core_host.hpp"
#include "sim/sme/sme_core_run.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_core_cases.hpp"

namespace weft::sme_core_golden_test {
namespace {

using namespace golden::sme_core;

core_config small() {
  return {.issue = {.phys_z = 44, .phys_p = 20, .queue = 4, .window = 16}, .rows_per_cycle = 4};
}

/// The cycles of the timetable, with the program executed word by word.
std::uint64_t table(const core_config& k, const core_program& p, std::uint64_t latency) {
  auto s      = p.state;
  auto memory = p.memory;
  core_clock clock(k, memory_times::constant(latency));
  while (s.pc != p.end) {
    std::uint8_t bytes[4];
    std::uint32_t word = 0;
    memory.read(s.pc, bytes);
    std::memcpy(&word, bytes, 4);
    clock.execute(translate(k, s, *golden::sme::decode(word), word));
    EXPECT_EQ(golden::sme::step(s, memory).stop, golden::sme::stop_e::None);
  }
  return clock.cycles();
}

/// Runs a program on golden's model behind its host: the timetable's cycles, golden's memory.
void compare(const core_config& k, const core_program& p, int latency) {
  auto s      = p.state;
  auto golden = p.memory, pages = p.memory;
  core_host host(k, s, golden, {p.end});
  sim::core_memory memory(pages, [&] { return latency; });
  core_model model(k.issue);
  const auto took = sim::run_core(host, memory, {}, p.state.svl, p.state.nsvl, [&](const auto& in) {
    const auto out = model.peek(in);
    model.step(in);
    return out;
  });
  EXPECT_EQ(host.last().stop, golden::sme::stop_e::End) << host.last().reason;
  EXPECT_EQ(took, table(k, p, static_cast<std::uint64_t>(latency)));
  EXPECT_EQ(golden.pages(), pages.pages());
}

TEST(SmeCoreGolden, HostAndCycleModelHaveTheTimetablesCycles) {
  core_cases cases(test_options().seed, small());
  for (int i = 0; i < 12; ++i) {
    auto k        = i % 2 == 0 ? small() : core_config{};
    k.ahead       = 1 + cases.below(64);
    k.host        = 1 + cases.below(4);
    const int svl = 128 << cases.below(3), nsvl = 128 << cases.below(3);
    const auto p = cases(300, svl, nsvl);
    compare(k, p, 1 + cases.below(60));
  }
}

TEST(SmeCoreGolden, PairsOfVectorsTakeTheTimetablesCycles) {
  core_cases cases(test_options().seed, small());
  for (const int svl : {128, 256, 512}) {
    for (const auto offset : core_cases::PairOffsets) {
      SCOPED_TRACE("svl " + std::to_string(svl) + ", offset " + std::to_string(offset));
      for (const int latency : {1, 2, 30}) {
        compare(latency == 2 ? small() : core_config{}, cases.pairs(svl, offset), latency);
      }
    }
  }
}

/// The words after which the host has to wait say so in time: PTEST's flags decide a branch.
TEST(SmeCoreGolden, ABranchWaitsForItsFlags) {
  const core_config k;
  // SMSTART; PTRUE p0.b; PTEST p0, p0.b; B.EQ +8 (not taken); NOP in both ways.
  const std::uint32_t words[] = {0xd503477f, 0x2518e3e0, 0x2550c000,
                                 0x54000040, 0xd2800001, 0xd2800002};
  core_program p{.state = {.svl = 512, .nsvl = 512}, .memory = {}};
  p.place(words);
  auto s     = p.state;
  auto pages = p.memory, golden = p.memory;
  core_host host(k, s, golden, {p.end});
  sim::core_memory memory(pages, [] { return 1; });
  core_model model(k.issue);
  std::uint64_t result = 0, now = 0;
  const auto took = sim::run_core(host, memory, {}, 512, 512, [&](const auto& in) {
    const auto out = model.peek(in);
    if (out.result) result = now;
    ++now;
    model.step(in);
    return out;
  });
  // The last result is PTEST's; its flags are at the host two cycles later, where three words are
  // left, four a cycle.
  EXPECT_EQ(host.instructions(), std::size(words));
  EXPECT_EQ(took, result + 3);
  EXPECT_EQ(took, table(k, p, 1));
}

}  // namespace
}  // namespace weft::sme_core_golden_test
