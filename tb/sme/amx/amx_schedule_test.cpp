// SPDX-License-Identifier: Apache-2.0
//
// AMX on the timetable of the SME core: the uops of its words, the rates and the GEMMs that the
// page prints.

#include "sim/sme/amx_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/sme_core/amx_host.hpp"
#include "sim/sme/sme_launch.hpp"
#include "tb/file/files.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::amx_schedule_test {
namespace {

using namespace golden::amx;

const std::string Folder = WEFT_AMX_KERNELS;

/// A product, aligned and with all lanes, is one uop of the outer products; an enable is one of the
/// vectors more, and so on.
TEST(AmxUops, AreThoseOfTheirWords) {
  golden::sme_core::amx_translator uops_of({});
  const auto translate = [&](op_e op, std::uint64_t operand) { return uops_of(op, operand); };
  const auto pipes     = [&](op_e op, std::uint64_t operand) {
    const auto t = translate(op, operand);
    std::string all;
    const auto add = [&](const auto& u) { all += "LSOV"[static_cast<std::size_t>(u.pipe)]; };
    if (t.has_uop) add(t.u);
    for (const auto& p : t.rest) add(p.u);
    return all;
  };
  const auto fma = [](std::uint64_t x, std::uint64_t y, std::uint64_t z, std::uint64_t more = 0) {
    return y | x << 10 | z << 20 | more;
  };
  const auto f32 = translate(op_e::Fma32, fma(2 * 64, 3 * 64, 5));
  EXPECT_TRUE(f32.product);
  EXPECT_EQ(f32.u.z_source[0], 11);
  EXPECT_EQ(f32.u.z_source[1], 2);
  EXPECT_EQ(f32.u.p_source[0], 7);
  EXPECT_EQ(f32.u.za_writes, 0x22);
  EXPECT_EQ(f32.u.beats, 1);
  EXPECT_TRUE(f32.rest.empty());
  EXPECT_EQ(translate(op_e::Fms64, fma(0, 0, 11)).u.za_writes, 0x08);
  constexpr std::uint64_t First3 = 0x43ull << 41, Last3 = 0x63ull << 32, Odd = 1ull << 41,
                          Lane3 = 0x23ull << 32, None = 3ull << 41;
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, First3)), "VO");
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, Odd)), "VO");
  EXPECT_EQ(pipes(op_e::Fma64, fma(0, 0, 0, Last3 | Odd)), "VVVO");
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, Lane3)), "VVO");
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, None)), "");
  EXPECT_EQ(pipes(op_e::Fma32, fma(7 * 64 + 4, 0, 0)), "VVO");
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, 1u << 29)), "VO");
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, 1u << 27)), "VVOO");  // -0 first
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, 7u << 27)), "V");
  EXPECT_EQ(pipes(op_e::Fma32, fma(0, 0, 0, 3ull << 60)), "VVVO");
  EXPECT_EQ(pipes(op_e::Fma16, fma(0, 0, 0, 1ull << 62)), "VVVVVOOOO");
  EXPECT_EQ(pipes(op_e::Fma64, fma(0, 0, 0, 1ull << 63)), "VVV");
  EXPECT_EQ(pipes(op_e::Mac16, fma(0, 0, 0, 1ull << 62 | 0x43ull << 32)), "VOVOVO");
  EXPECT_EQ(translate(op_e::Mac16, 1ull << 62 | 0x43ull << 32).rest.back().u.za_writes, 0x30);
  // Two registers an answer, from an even one on.
  constexpr std::uint64_t Two = std::uint64_t{1} << 62, Four = std::uint64_t{5} << 60;
  const auto registers = [&](op_e op, std::uint64_t operand) {
    const auto t = translate(op, operand);
    std::string all;
    const auto add = [&](const auto& u) {
      for (const auto& z : u.z_dest) all += z ? std::to_string(*z) + " " : "";
      all += std::to_string(u.last - u.first + 1) + "; ";
    };
    add(t.u);
    for (const auto& p : t.rest) add(p.u);
    return all;
  };
  EXPECT_EQ(registers(op_e::Ldx, 3ull << 56 | 0x1004), "3 64; ");
  EXPECT_EQ(registers(op_e::Ldx, Two | 2ull << 56 | 0x1000), "2 3 128; ");
  EXPECT_EQ(registers(op_e::Ldy, Two | 7ull << 56 | 0x1000), "15 64; 8 64; ");
  EXPECT_EQ(registers(op_e::Ldy, Four | 6ull << 56 | 0x1000), "14 15 128; 8 9 128; ");
  EXPECT_EQ(registers(op_e::Ldx, Four | 5ull << 56 | 0x1000), "5 64; 6 7 128; 0 64; ");
  // The core is told by the place of the slice register.
  EXPECT_EQ(unsigned{words(op_e::Ldx, Two | 0x1000).front().slice}, golden::sme_core::PairNumber);
  EXPECT_EQ(unsigned{words(op_e::Ldx, 0x1000).front().slice}, 0u);
  EXPECT_EQ(pipes(op_e::Ldx, Four | 0x1000), "LL");
  EXPECT_EQ(pipes(op_e::Ldz, Four | 0x1000), "LL");
  EXPECT_EQ(pipes(op_e::Stz, std::uint64_t{1} << 62 | 0x1000), "SS");
  EXPECT_EQ(translate(op_e::Stz, 0x1020).u.beats, 2);
  EXPECT_EQ(pipes(op_e::Ldzi, 0x1000), "LVVVVV");
  EXPECT_EQ(pipes(op_e::Stzi, 0x1000), "VVVS");
  EXPECT_EQ(pipes(op_e::Extrx, 1u << 26 | 8u << 11), "V");
  EXPECT_EQ(pipes(op_e::Extry, 1u << 26 | 8u << 11 | 4), "VVVVVV");
  EXPECT_EQ(pipes(op_e::Extrx, 1u << 27), "V");
  // Bytes: x and y in two ways each, four tiles; a shuffled x takes two more.
  const std::uint64_t bytes = 8ull << 47 | 10ull << 42;
  EXPECT_EQ(pipes(op_e::Matint, bytes), "VVVVOOOO");
  EXPECT_EQ(pipes(op_e::Matint, bytes | 3), "VVVVOOOO");
  EXPECT_EQ(pipes(op_e::Matint, bytes | 2ull << 29), "VVVVVVOOOO");
  EXPECT_EQ(pipes(op_e::Matint, bytes | 4), "VVVVVVOOOO");  // y is a window
  const auto tile = translate(op_e::Matint, bytes);
  EXPECT_EQ(tile.rest.back().u.za_writes, 0x88);
  EXPECT_EQ(pipes(op_e::Matfp, 4ull << 42), "O");
  EXPECT_EQ(pipes(op_e::Matfp, 7ull << 42 | 1ull << 47), "O");
  EXPECT_EQ(pipes(op_e::Matfp, 1ull << 42), "VVVVOOOO");
  EXPECT_EQ(pipes(op_e::Matfp, 3ull << 42), "VVVVVOOOO");
  EXPECT_EQ(pipes(op_e::Vecint, 3ull << 42), "O");
  EXPECT_EQ(pipes(op_e::Vecfp, 3ull << 42 | 1ull << 31), "OO");
  EXPECT_EQ(pipes(op_e::Vecfp, 4ull << 42), "VVV");
  EXPECT_EQ(pipes(op_e::Vecfp, 4ull << 42 | 3ull << 32), "V");
  EXPECT_EQ(pipes(op_e::Matfp, 4ull << 42 | 3ull << 32), "V");
  EXPECT_EQ(pipes(op_e::Genlut, 11ull << 53), "VVVVVV");
  EXPECT_EQ(pipes(op_e::Vecint, 1ull << 55), "");  // reserved
  EXPECT_EQ(pipes(op_e::Set, 0), "VVV");
  EXPECT_TRUE(translate(op_e::Set, 1).u.alone);
}

TEST(AmxSchedule, IsThatOfThePage) {
  const auto page         = get(std::string(WEFT_SOURCE_DIR) + "/docs/unit/amx.md");
  const std::string begin = "<!-- weft amx utilisation -->\n", end = "<!-- end -->\n";
  ASSERT_NE(page.find(begin), page.npos);
  const auto from = page.find(begin) + begin.size();
  EXPECT_EQ(page.substr(from, page.find(end, from) - from), sim::amx_tables(Folder, {}));
}

/// A schedule of a kernel in memory of its own.
sim::sme_schedule call(const std::string& object, const std::string& function,
                       std::vector<std::uint64_t> arguments, sim::schedule_options o) {
  golden::sme::paged_memory memory;
  state s;
  sim::launch(Folder + "/" + object + ".o", function, {}, s.core, memory);
  memory.map(0x100'0000, 0x40'0000);
  std::ranges::copy(arguments, s.core.x.begin());
  return sim::schedule(s, memory, sim::ReturnTo, o);
}

/// The law by hand: N groups take turns every `distance` cycles, or every N if that is more.
TEST(AmxSchedule, GroupsOfZHideTheDistance) {
  for (int groups = 1; groups <= 4; ++groups) {
    for (const int distance : {1, 4, 7}) {
      sim::schedule_options o;
      o.core.issue.distance = distance;
      const auto r          = call("rates", "products_" + std::to_string(groups), {50}, o);
      const int turn        = std::max(groups, distance);
      // The last group of products ends early.
      EXPECT_NEAR(static_cast<double>(r.products.busy_until), 600.0 / groups * turn,
                  2.0 * turn + 12)
          << groups << ' ' << distance;
      EXPECT_EQ(r.products.uops, 600u);
    }
  }
}

TEST(AmxSchedule, TimeDoesNotDependOnValues) {
  const std::vector<std::uint64_t> arguments{64, 0x100'0000, 0x110'0000, 0x120'0000};
  sim::schedule_options values, none;
  none.values = false;
  for (const auto* f : {"strategy_1", "strategy_3"}) {
    const auto a = call("strategies", f, arguments, values),
               b = call("strategies", f, arguments, none);
    EXPECT_EQ(a.cycles, b.cycles);
    EXPECT_EQ(a.products.uops, 256u + 4);  // the first of each tile has no z
  }
}

TEST(AmxSchedule, StopsWhereGoldenDoes) {
  golden::sme::paged_memory memory;
  memory.map(0x1000, 16);
  const std::uint32_t words[] = {word_of(op_e::Ldx, 0), word_of(op_e{23}, 0)};
  std::vector<std::uint8_t> bytes(sizeof words);
  std::memcpy(bytes.data(), words, bytes.size());
  memory.write(0x1000, bytes);
  state s;
  s.core.pc    = 0x1000;
  const auto r = sim::schedule(s, memory, 0, {});
  EXPECT_EQ(sim::why(r.last), "illegal at 0x1000, word 0x00201000: AMX is not on: set comes first");
  execute(s, memory, op_e::Set, 0);
  s.core.pc = 0x1004;
  EXPECT_EQ(sim::why(sim::schedule(s, memory, 0, {}).last),
            "no instruction at 0x1004, word 0x002012e0: no instruction of AMX here");
  EXPECT_EQ(error_of([] { sim::amx_tables("nowhere", {}); }).substr(0, 7), "nowhere");
}

}  // namespace
}  // namespace weft::amx_schedule_test
