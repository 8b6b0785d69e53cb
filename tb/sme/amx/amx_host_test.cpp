// SPDX-License-Identifier: Apache-2.0
//
// AMX's instructions on golden's cycle model of the SME core: registers and memory are golden's,
// cycles those of the timetable.

#include "sim/golden/sme_core/amx_host.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "sim/golden/amx_words.hpp"
#include "sim/sme/sme_core_run.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_programs.hpp"

namespace weft::amx_host_test {
namespace {

using namespace golden::sme_core;
namespace amx = golden::amx;

amx::run_result run_on_model(const core_config& k, std::uint64_t latency, amx::state& s,
                             golden::sme::paged_memory& pages, std::uint64_t end) {
  auto core   = amx::sme_state_of(s);
  auto golden = pages;
  amx_host host(k, s, core, golden, {.end = end});
  sim::core_memory memory(pages, [&] { return static_cast<int>(latency); });
  core_model model(k.issue);
  const auto cycles = sim::run_core(host, memory, {}, core.svl, core.nsvl, [&](const auto& in) {
    const auto out = model.peek(in);
    model.step(in);
    return out;
  });
  amx::take(s, core);
  return {{host.last(), host.instructions()}, host.commands(), cycles};
}

TEST(AmxHost, LeavesGoldensRegistersInTheTimetablesCycles) {
  for (const bool small : {false, true}) {
    sim::schedule_options o;
    o.latency = small ? 3 : 20;
    if (small) {
      o.core = {.issue          = {.phys_z = 44, .phys_p = 20, .queue = 4, .window = 16},
                .host           = 2,
                .ahead          = 5,
                .rows_per_cycle = 4};
    }
    amx_programs::compare_all(4, 60, o, test_options().seed, [&](auto& s, auto& memory, auto end) {
      return run_on_model(o.core, o.latency, s, memory, end);
    });
  }
}

/// Infinity times zero raises the flag of its word and of no other.
TEST(AmxHost, GivesTheFlagsOfEachWord) {
  constexpr std::uint64_t Code = 0x1000;
  golden::sme::paged_memory pages;
  pages.map(Code, 4096);
  std::array<std::uint32_t, 32> words{amx::word_of(amx::op_e::Set, 0),
                                      amx::word_of(amx::op_e::Ldx, 0),
                                      amx::word_of(amx::op_e::Fma32, 1)};
  std::fill(words.begin() + 16, words.end(), 0x7f800000u);
  std::array<std::uint8_t, 4 * words.size()> bytes{};
  std::memcpy(bytes.data(), words.data(), bytes.size());
  pages.write(Code, bytes);
  amx::state s;
  s.core.pc   = Code;
  s.core.x[0] = Code + 64;
  s.core.x[1] = std::uint64_t{1} << 63;
  auto core   = amx::sme_state_of(s);
  amx_host host({}, s, core, pages, {.end = Code + 12});
  sim::core_memory memory(pages, [] { return 1; });
  core_model model;
  std::vector<unsigned> flags;
  sim::run_core(host, memory, {}, core.svl, core.nsvl, [&](const auto& in) {
    const auto out = model.peek(in);
    if (out.result) flags.push_back(out.result->fpsr);
    model.step(in);
    return out;
  });
  // SMSTART, PTRUE twice; MOVA, FMLA, MOVA.
  EXPECT_EQ(flags, (std::vector<unsigned>{0, 0, 0, 0, 1, 0}));
}

/// The instruction and its reason are golden's; what is before it has been executed.
TEST(AmxHost, StopsWhereGoldenDoes) {
  constexpr std::uint64_t Code = 0x1000;
  const auto stopped           = [&](std::vector<std::uint32_t> words, std::uint64_t x0,
                           std::uint64_t limit = 10) {
    golden::sme::paged_memory pages;
    pages.map(Code, 4096);
    pages.map(std::uint64_t{1} << 48, 4096);
    std::vector<std::uint8_t> bytes(4 * words.size());
    std::memcpy(bytes.data(), words.data(), bytes.size());
    pages.write(Code, bytes);
    amx::state s;
    s.core.pc   = Code;
    s.core.x[0] = x0;
    auto core   = amx::sme_state_of(s);
    amx_host host({}, s, core, pages, {.end = 0, .limit = limit});
    sim::core_memory memory(pages, [] { return 1; });
    core_model model;
    sim::run_core(host, memory, {}, core.svl, core.nsvl, [&](const auto& in) {
      const auto out = model.peek(in);
      model.step(in);
      return out;
    });
    EXPECT_EQ(host.commands(), host.instructions());
    return sim::why(host.last()) + " behind " + std::to_string(host.instructions());
  };
  using amx::op_e, amx::word_of;
  const auto set = word_of(op_e::Set, 0), ldx = word_of(op_e::Ldx, 0);
  EXPECT_EQ(stopped({ldx}, Code),
            "illegal at 0x1000, word 0x00201000: AMX is not on: set comes first behind 0");
  EXPECT_EQ(stopped({set, set}, 0),
            "illegal at 0x1004, word 0x00201220: AMX is on already behind 1");
  EXPECT_EQ(stopped({set, word_of(op_e{23}, 0)}, 0),
            "no instruction at 0x1004, word 0x002012e0: no instruction of AMX here behind 1");
  EXPECT_TRUE(stopped({set, ldx}, 0x7000).starts_with("fault at 0x1004"));
  EXPECT_TRUE(stopped({set, word_of(op_e::Stz, 0)}, Code | 1ull << 62 | 64).starts_with("fault"));
  EXPECT_EQ(
      stopped({set, ldx}, std::uint64_t{1} << 48),
      "no instruction at 0x1004, word 0x00201000: the core's addresses have 48 bits behind 1");
  EXPECT_EQ(
      stopped({set, ldx, ldx, ldx}, Code, 3),
      sim::why({golden::sme::stop_e::Limit, Code + 12, 0, "as many instructions as allowed"}) +
          " behind 3");
}

}  // namespace
}  // namespace weft::amx_host_test
