// SPDX-License-Identifier: Apache-2.0
//
// systemc/sme/sme_core.hpp: golden's states in the cycles of the timetable, what memory adds, where
// it stops.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <systemc>
#include <vector>

#include "sim/golden/sme_core/sme_uops.hpp"
#include "systemc/sme/sme_core.hpp"
#include "systemc/sme/sme_memory.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/assembled.hpp"
#include "tb/sme/sme_core_cases.hpp"

namespace weft::sme_tlm_core_test {
namespace {

using namespace golden::sme;
using golden::sme_core::core_config, golden::sme_core::memory_times;
using sc_core::sc_time;

const sc_time Period(2, sc_core::SC_NS);

/// The core in front of golden's memory. Counts what memory is asked for.
struct platform : sc_core::sc_module {
  struct counting : golden::sme::memory {
    explicit counting(golden::sme::memory& m) : pages(m) {}
    bool read(std::uint64_t at, std::span<std::uint8_t> to) override {
      reads.push_back(to.size());
      return pages.read(at, to);
    }
    bool write(std::uint64_t at, std::span<const std::uint8_t> from) override {
      writes.push_back(from.size());
      return pages.write(at, from);
    }
    bool writable(std::uint64_t at, std::size_t n) override { return pages.writable(at, n); }
    golden::sme::memory& pages;
    std::vector<std::size_t> reads, writes;
  };
  counting counted;
  systemc::sme_core core;
  systemc::sme_memory target;

  platform(const core_config& k, golden::sme::memory& m, const state& s, const sc_time& latency,
           const sc_core::sc_module_name& name = sc_core::sc_gen_unique_name("platform"))
      : sc_module(name), counted(m), core("core", k, Period), target("target", counted, latency) {
    core.memory.bind(target.socket);
    core.registers = s;
  }
};

/// golden::sme's run and the timetable's cycles.
struct judged {
  state s;
  paged_memory memory;
  std::uint64_t cycles;
};
judged judge(const core_config& k, const core_program& p, std::uint64_t latency) {
  judged j{p.state, p.memory, 0};
  golden::sme_core::core_clock clock(k, memory_times::constant(latency));
  while (j.s.pc != p.end) {
    std::uint8_t bytes[4];
    std::uint32_t word = 0;
    j.memory.read(j.s.pc, bytes);
    std::memcpy(&word, bytes, 4);
    clock.execute(golden::sme_core::translate(k, j.s, *decode(word), word));
    EXPECT_EQ(step(j.s, j.memory).stop, stop_e::None);
  }
  j.cycles = clock.cycles();
  return j;
}

core_program program(const std::vector<std::uint32_t>& words, int svl = 512) {
  core_program p{.state = {.svl = svl, .nsvl = 128}, .memory = {}};
  p.memory.map(core_cases::Arena, 1);
  p.place(words);
  p.state.x[0] = core_cases::Arena;
  return p;
}

TEST(SmeTlmCore, RandomProgramsAreGoldensInTheTimetablesCycles) {
  core_config small{.issue          = {.phys_z = 44, .phys_p = 20, .queue = 4, .window = 16},
                    .rows_per_cycle = 4};
  core_cases cases(test_options().seed, small);
  for (int i = 0; i < 20; ++i) {
    auto k             = i % 2 == 0 ? small : core_config{};
    k.ahead            = 1 + cases.below(64);
    k.host             = 1 + cases.below(4);
    const auto p       = cases(300, 128 << cases.below(3), 128 << cases.below(3));
    const auto latency = static_cast<std::uint64_t>(1 + cases.below(60));
    const auto golden  = judge(k, p, latency);
    auto pages         = p.memory;
    platform on(k, pages, p.state, static_cast<double>(latency) * Period);
    sc_time time = 7 * Period;
    const auto r = on.core.run(p.words, p.end, time);
    EXPECT_EQ(r.last.stop, stop_e::End) << r.last.reason;
    EXPECT_EQ(r.executed, p.words);
    EXPECT_TRUE(on.core.registers == golden.s);
    EXPECT_EQ(pages.pages(), golden.memory.pages());
    EXPECT_EQ(std::llround(time / Period), static_cast<long long>(7 + golden.cycles));
  }
}

TEST(SmeTlmCore, AVectorIsALineOrTwoAndTheAnswerIsRoundedUpToCycles) {
  const auto words = [](const char* load) {
    return program({a64("smstart"), a64("ptrue p0.b"), a64(load), a64("orr z1.d, z0.d, z0.d"),
                    a64("st1w {z0.s}, p0, [x0]")});
  };
  for (const int from : {0, 4}) {
    auto p = words("ld1w {z0.s}, p0/z, [x0]");
    p.state.x[0] += static_cast<unsigned>(from);
    // 4.5 cycles are 5; none is 1.
    for (const double cycles : {0.0, 1.0, 4.5, 5.0, 30.0}) {
      auto pages = p.memory;
      platform on({}, pages, p.state, cycles * Period);
      sc_time time;
      on.core.run(p.words, p.end, time);
      const auto seen = std::max(1.0, std::ceil(cycles));
      EXPECT_EQ(time / Period,
                static_cast<double>(judge({}, p, static_cast<std::uint64_t>(seen)).cycles));
      using sizes            = std::vector<std::size_t>;
      const std::size_t line = from == 0 ? 64 : 128;
      EXPECT_EQ(on.counted.reads, (sizes{4, 4, 4, line, 4, 4}));
      EXPECT_EQ(on.counted.writes, from == 0 ? sizes{64} : (sizes{60, 4}));
    }
  }
}

TEST(SmeTlmCore, InactiveElementsMayBeWhereNoMemoryIs) {
  const auto end = core_cases::Arena + paged_memory::PageBytes;
  for (const auto* text : {"ld1w {z0.s}, p0/z, [x0]", "st1w {z0.s}, p0, [x0]"}) {
    auto p       = program({a64("smstart"), a64("ptrue p0.s, vl4"), a64(text)});
    p.state.x[0] = end - 16;
    const auto j = judge({}, p, 3);
    auto pages   = p.memory;
    platform on({}, pages, p.state, 3 * Period);
    sc_time time;
    const auto r = on.core.run(p.words, p.end, time);
    EXPECT_EQ(r.last.stop, stop_e::End) << text << ": " << r.last.reason;
    EXPECT_TRUE(on.core.registers == j.s);
    EXPECT_EQ(time, static_cast<double>(j.cycles) * Period);
    // One more active element faults, and nothing has changed.
    p.state.x[0] = end - 12;
    platform faults({}, pages, p.state, 3 * Period);
    time               = {};
    const auto stopped = faults.core.run(p.words, p.end, time);
    EXPECT_EQ(stopped.last.stop, stop_e::Fault) << text;
    EXPECT_EQ(stopped.last.pc, core_cases::Code + 8);
    EXPECT_EQ(stopped.executed, 2u);
    EXPECT_EQ(pages.pages(), p.memory.pages());
  }
}

TEST(SmeTlmCore, StopsWhereTheCoreDoes) {
  struct {
    std::uint32_t word;
    stop_e stop;
    const char* reason;
  } const cases[]{
      // SCLAMP {z0.b-z1.b}, z0.b, z1.b
      {0xc121'c400, stop_e::Undefined, "the core has no order for the vectors of sclamp uclamp"},
      {0, stop_e::Undefined, "not in the table"},
      {a64("fmopa za0.s, p0/m, p0/m, z0.s, z0.s"), stop_e::Illegal, "needs streaming mode"},
      {a64("svc #0x0"), stop_e::End, ""}};
  for (const auto& c : cases) {
    const auto p = program({a64("hint #0x0"), c.word});
    auto pages   = p.memory;
    platform on({}, pages, p.state, Period);
    sc_time time;
    const auto r = on.core.run(p.words, p.end, time);
    EXPECT_EQ(r.last.stop, c.stop);
    EXPECT_EQ(r.last.reason, c.reason);
    EXPECT_EQ(r.executed, 1u);
    EXPECT_EQ(time, Period);
  }
  const auto p = program({a64("hint #0x0"), a64("hint #0x0")});
  auto pages   = p.memory;
  platform on({}, pages, p.state, Period);
  sc_time time;
  EXPECT_EQ(on.core.run(1, p.end, time).last.stop, stop_e::Limit);
  platform nowhere({}, pages, {.pc = 0x5000}, Period);
  EXPECT_EQ(nowhere.core.run(1, p.end, time).last.stop, stop_e::Fault);
}

}  // namespace
}  // namespace weft::sme_tlm_core_test
