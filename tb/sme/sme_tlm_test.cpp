// SPDX-License-Identifier: Apache-2.0
//
// systemc/sme.hpp: golden's states, golden's cycles, and what memory adds.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <systemc>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_timing.hpp"
#include "systemc/sme.hpp"
#include "tb/sme/assembled.hpp"
#include "tb/sme/sme_rtl_compare.hpp"

namespace weft::sme_tlm_test {
namespace {

using namespace golden::sme;
using sc_core::sc_time;

const sc_time Period(2, sc_core::SC_NS);
constexpr std::uint64_t Code = 0x10000, Data = 0x20000;

const std::vector<std::uint32_t> Program{a64("smstart"),
                                         a64("zero {za}"),
                                         a64("ptrue p0.s"),
                                         a64("ld1w {z0.s}, p0/z, [x0]"),
                                         a64("fmopa za0.s, p0/m, p0/m, z0.s, z0.s"),
                                         a64("fmopa za0.s, p0/m, p0/m, z0.s, z0.s"),
                                         a64("mov z1.s, p0/m, za0h.s[w12, 0]"),
                                         a64("st1w {z1.s}, p0, [x0]"),
                                         a64("faddv s2, p0, z1.s")};

struct platform : sc_core::sc_module {
  paged_memory pages;
  systemc::sme core;
  systemc::sme_memory target;

  explicit platform(const sc_time& latency = {}, const timing_config& k = {},
                    const std::vector<std::uint32_t>& program = Program,
                    const sc_core::sc_module_name& name = sc_core::sc_gen_unique_name("platform"))
      : sc_module(name), core("core", k, Period), target("target", pages, latency) {
    core.memory.bind(target.socket);
    pages.map(Code, 1);
    pages.map(Data, 1);
    for (std::size_t i = 0; i < program.size(); ++i) write(Code + 4 * i, program[i]);
    for (std::uint64_t i = 0; i < 64; ++i) write(Data + 4 * i, 0x3f800000 + i * 0x10000);
    core.registers      = state{.pc = Code, .svl = 256, .nsvl = 128};
    core.registers.x[0] = Data;
  }
  void write(std::uint64_t at, std::uint64_t value) {
    std::uint8_t bytes[4];
    std::memcpy(bytes, &value, 4);
    pages.write(at, bytes);
  }
};

TEST(SmeTlm, GivesGoldensStateInGoldensTime) {
  platform p;
  state s           = p.core.registers;
  paged_memory m    = p.pages;
  const auto golden = timed_run(s, m, Program.size(), ~0ull);
  sc_time time;
  const auto r = p.core.run(Program.size(), ~0ull, time);
  EXPECT_EQ(r.executed, Program.size());
  EXPECT_EQ(r.last.stop, stop_e::Limit);
  EXPECT_TRUE(p.core.registers == s);
  EXPECT_EQ(p.pages.pages(), m.pages());
  EXPECT_NE(s.z[2], golden::sme::vector_t{});
  EXPECT_EQ(time, static_cast<double>(golden.cycles) * Period);
}

TEST(SmeTlm, MemoryAddsItsTimeToLoadsAndStores) {
  platform fast;
  platform slow(3 * Period);
  sc_time a, b;
  fast.core.run(Program.size(), ~0ull, a);
  slow.core.run(Program.size(), ~0ull, b);
  EXPECT_EQ(b - a, 16 * 3 * Period);  // eight words in, eight out
}

TEST(SmeTlm, DelayGrowsByEveryInstruction) {
  const auto cycles_of = [](std::uint64_t instructions) {
    platform p;
    return timed_run(p.core.registers, p.pages, instructions, ~0ull).cycles;
  };
  for (std::uint64_t n = 0; n <= Program.size(); ++n) {
    platform p;
    sc_time time = 7 * Period;
    p.core.run(n, ~0ull, time);
    EXPECT_EQ(time, static_cast<double>(7 + cycles_of(n)) * Period) << n << " instructions";
  }
}

TEST(SmeTlm, OuterProductsTakeSoManyRowsAtOnce) {
  sc_time one_row;
  platform().core.run(Program.size(), ~0ull, one_row);
  for (const int rows : {2, 8}) {
    platform p(sc_core::SC_ZERO_TIME, {.mopa = {.rows_per_cycle = rows}});
    state s           = p.core.registers;
    paged_memory m    = p.pages;
    const auto golden = timed_run(s, m, Program.size(), ~0ull, rows);
    sc_time time;
    p.core.run(Program.size(), ~0ull, time);
    EXPECT_EQ(time, static_cast<double>(golden.cycles) * Period) << rows;
    EXPECT_LT(time, one_row) << rows;
  }
}

TEST(SmeTlm, AFetchTakesNoTimeAndALoadFromTheSameAddressDoes) {
  platform p(3 * Period, {}, {0x58000001});  // ldr x1, its own address
  sc_time time;
  p.core.run(1, ~0ull, time);
  EXPECT_EQ(p.core.registers.x[1], 0x58000001u);
  EXPECT_EQ(time, (1 + 3) * Period);
}

TEST(SmeTlm, StopsForEveryReason) {
  struct {
    std::uint32_t word;
    stop_e stop;
  } const cases[]{{a64("svc #0x0"), stop_e::End},
                  {0, stop_e::Undefined},
                  {a64("fmopa za0.s, p0/m, p0/m, z0.s, z0.s"), stop_e::Illegal},  // SM is 0
                  {a64("ldr x1, [x1, #8]"), stop_e::Fault},
                  {a64("hint #0x0"), stop_e::Limit}};
  for (const auto& c : cases) {
    platform p(3 * Period, {}, {a64("hint #0x0"), c.word});
    state s           = p.core.registers;
    paged_memory m    = p.pages;
    const auto golden = timed_run(s, m, 2, ~0ull);
    sc_time time;
    const auto r = p.core.run(2, ~0ull, time);
    EXPECT_EQ(r.last.stop, c.stop);
    EXPECT_EQ(r.executed, c.stop == stop_e::Limit ? 2u : 1u);
    EXPECT_EQ(r.last.pc, c.stop == stop_e::Limit ? Code + 8 : Code + 4);
    EXPECT_TRUE(p.core.registers == s);
    EXPECT_EQ(time, static_cast<double>(golden.cycles) * Period);
  }
  platform p;
  sc_time time;
  const auto r = p.core.run(Program.size(), Code + 8, time);
  EXPECT_EQ(r.last.stop, stop_e::End);
  EXPECT_EQ(r.executed, 2u);
}

TEST(SmeTlm, HasNothingOfSme2) {
  platform p({}, {}, {a64("smstart"), 0xc0060800});  // mov { z0.d, z1.d }, za.d[w8, 0, vgx2]
  sc_time time;
  const auto r = p.core.run(2, ~0ull, time);
  EXPECT_EQ(r.last.stop, stop_e::Undefined);
  EXPECT_EQ(r.last.reason, "weft_sme has no unit for SME2's mova mov");
  EXPECT_EQ(r.executed, 1u);
}

TEST(SmeTlm, StopsWhereThereIsNoInstruction) {
  for (const std::uint64_t pc : {std::uint64_t{0x5000}, Code + 2}) {
    platform p(3 * Period);
    p.core.registers.pc = pc;
    const state before  = p.core.registers;
    sc_time time;
    const auto r = p.core.run(100, ~0ull, time);
    EXPECT_EQ(r.last.stop, stop_e::Fault);
    EXPECT_EQ(r.executed, 0u);
    EXPECT_TRUE(p.core.registers == before);
    EXPECT_EQ(time, sc_core::SC_ZERO_TIME);
  }
}

TEST(SmeTlm, WhatFaultsChangesNothingAndTakesNoTime) {
  for (const auto* text : {"ldr z0, [x0]", "str z0, [x0]", "st1b {z0.b}, p0, [x0]"}) {
    platform p(3 * Period, {}, {a64("hint #0x0"), a64(text)});
    p.core.registers.x[0] = Data + paged_memory::PageBytes - 8;
    p.core.registers.z[0].fill(0xff);
    p.core.registers.p[0].fill(0xff);
    const auto pages = p.pages.pages();
    sc_time time;
    const auto r = p.core.run(2, ~0ull, time);
    EXPECT_EQ(r.last.stop, stop_e::Fault);
    EXPECT_EQ(r.last.pc, Code + 4);
    EXPECT_EQ(p.core.registers.z[0][0], 0xff);
    EXPECT_EQ(p.pages.pages(), pages);
    EXPECT_EQ(time, Period);
  }
}

TEST(SmeTlm, StopsWhereMemoryIsNot) {
  platform p;
  p.core.registers.x[0] = 0x5000;
  sc_time time;
  const auto r = p.core.run(100, ~0ull, time);
  EXPECT_EQ(r.last.stop, stop_e::Fault);
  EXPECT_EQ(r.executed, 3u);
  EXPECT_EQ(p.core.registers.pc, Code + 12);
}

TEST(SmeTlm, MemoryRefusesByteEnables) {
  platform p;
  unsigned char byte = 0, enable = TLM_BYTE_ENABLED;
  tlm::tlm_generic_payload trans;
  trans.set_read();
  trans.set_address(Data);
  trans.set_data_ptr(&byte);
  trans.set_data_length(1);
  trans.set_byte_enable_ptr(&enable);
  trans.set_byte_enable_length(1);
  sc_time time;
  p.core.memory->b_transport(trans, time);
  EXPECT_EQ(trans.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

}  // namespace
}  // namespace weft::sme_tlm_test
