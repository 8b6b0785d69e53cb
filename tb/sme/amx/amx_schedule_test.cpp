// SPDX-License-Identifier: Apache-2.0
//
// AMX on the timetable of the SME core: its instructions as uops, the rates and the GEMMs that the
// page prints.

#include "sim/sme/amx_schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/sme_core/amx_uops.hpp"
#include "sim/sme/sme_launch.hpp"
#include "tb/file/files.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::amx_schedule_test {
namespace {

using namespace golden::amx;
using golden::sme_core::core_config, golden::sme_core::pipe_e, golden::sme_core::translate;

const std::string Folder = WEFT_AMX_KERNELS;

/// Memory everywhere, of one value a byte; notes what is accessed.
struct noted : golden::sme::memory {
  std::vector<std::pair<std::uint64_t, std::vector<std::uint8_t>>> writes;
  std::uint64_t first = ~std::uint64_t{0}, last = 0;

  bool read(std::uint64_t at, std::span<std::uint8_t> to) override {
    note(at, to.size());
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<std::uint8_t>(37 * (at + i));
    return true;
  }
  bool write(std::uint64_t at, std::span<const std::uint8_t> from) override {
    note(at, from.size());
    writes.emplace_back(at, std::vector(from.begin(), from.end()));
    return true;
  }
  bool writable(std::uint64_t, std::size_t) override { return true; }
  void note(std::uint64_t at, std::size_t bytes) {
    first = std::min(first, at);
    last  = std::max(last, at + bytes - 1);
  }
};

/// The registers, rows and bytes that the uops of an instruction name.
struct named {
  std::uint32_t reads = 0, writes = 0;     ///< bit r: register r, X first
  unsigned row_reads = 0, row_writes = 0;  ///< classes
  std::uint64_t first = ~std::uint64_t{0}, last = 0;

  explicit named(const golden::sme_core::translated& t) {
    add(t.u);
    for (const auto& p : t.rest) add(p.u);
  }
  void add(const golden::sme_core::uop& u) {
    for (const auto& z : u.z_source) reads |= z ? 1u << *z : 0;
    for (const auto& z : u.z_dest) writes |= z ? 1u << *z : 0;
    row_reads |= u.za_reads;
    row_writes |= u.za_writes;
    if (u.pipe != pipe_e::Load && u.pipe != pipe_e::Store) return;
    first = std::min(first, u.first);
    last  = std::max(last, u.last);
  }
};

std::span<std::uint8_t> register_of(state& s, unsigned r) {
  return std::span(r < 8 ? s.x : s.y).subspan(r % 8 * 64, 64);
}

/// An instruction changes the registers, rows and bytes that its uops name and no others; what it
/// leaves there does not depend on any register or row that they do not name.
TEST(AmxUops, NameWhatInstructionsReadAndChange) {
  std::mt19937_64 rng(test_options().seed);
  const auto random = [&](std::span<std::uint8_t> bytes) {
    for (auto& b : bytes) b = static_cast<std::uint8_t>(rng());
  };
  int doubled = 0;
  for (int n = 0; n < 17 * 200; ++n) {
    const op_e op{static_cast<std::uint8_t>(n % 17)};
    std::uint64_t operand = rng();
    if (rng() % 2 == 0) operand &= ~std::uint64_t{0xffff'0000'0000};                // all lanes
    if (rng() % 2 == 0) operand &= ~(std::uint64_t{63} | std::uint64_t{63} << 10);  // aligned
    if (op <= op_e::Stzi) operand &= ~std::uint64_t{0xffff'ff00'0000'007f};
    if (op <= op_e::Stzi) operand |= rng() << 56;
    const auto t = translate({}, op, operand);
    const named uops(t);
    doubled += !t.rest.empty();

    state s;
    noted none;
    execute(s, none, op_e::Set, 0);
    random(s.x);
    random(s.y);
    for (auto r = 0u; r < Rows; ++r) random(std::span(s.core.rows[r]).first(RowBytes));
    state after = s, other = s;
    noted memory, again;
    execute(after, memory, op, operand);
    for (unsigned r = 0; r < 16; ++r) {
      if ((uops.reads >> r & 1) == 0) random(register_of(other, r));
    }
    for (unsigned r = 0; r < Rows; ++r) {
      if (((uops.row_reads | uops.row_writes) >> r % 8 & 1) == 0) {
        random(std::span(other.core.rows[r]).first(RowBytes));
      }
    }
    execute(other, again, op, operand);
    SCOPED_TRACE(std::string(Names[static_cast<std::size_t>(op)]) + " " + std::to_string(operand));
    for (unsigned r = 0; r < 16; ++r) {
      if ((uops.writes >> r & 1) == 0) {
        ASSERT_TRUE(std::ranges::equal(register_of(after, r), register_of(s, r))) << r;
      } else {
        ASSERT_TRUE(std::ranges::equal(register_of(after, r), register_of(other, r))) << r;
      }
    }
    for (unsigned r = 0; r < Rows; ++r) {
      if ((uops.row_writes >> r % 8 & 1) == 0) {
        ASSERT_EQ(after.core.rows[r], s.core.rows[r]) << r;
      } else {
        ASSERT_EQ(after.core.rows[r], other.core.rows[r]) << r;
      }
    }
    ASSERT_EQ(memory.writes, again.writes);
    ASSERT_EQ(memory.first, uops.first);
    ASSERT_EQ(memory.last, uops.last);
  }
  EXPECT_GT(doubled, 0);
}

/// The fields by hand.
TEST(AmxUops, TakeTheRegistersRowsAndCyclesOfTheirFields) {
  const auto fma = [](op_e op, std::uint64_t x, std::uint64_t y, std::uint64_t z,
                      std::uint64_t more = 0) {
    return translate({}, op, y | x << 10 | z << 20 | more);
  };
  const auto sources = [](const auto& t) {
    std::vector<unsigned> all;
    for (const auto& z : t.u.z_source) {
      if (z) all.push_back(*z);
    }
    return all;
  };
  using list     = std::vector<unsigned>;
  const auto f32 = fma(op_e::Fma32, 2 * 64, 3 * 64, 5);
  EXPECT_EQ(f32.u.pipe, pipe_e::Op);
  EXPECT_TRUE(f32.product);
  EXPECT_EQ(sources(f32), (list{2, 11}));
  EXPECT_EQ(f32.u.za_writes, 0x22);
  EXPECT_EQ(f32.u.beats, 1);
  EXPECT_EQ(sources(fma(op_e::Fms32, 7 * 64 + 4, 0, 0)), (list{7, 0, 8}));
  EXPECT_EQ(sources(fma(op_e::Fma32, 0, 0, 0, 1u << 29)), (list{8}));
  EXPECT_EQ(sources(fma(op_e::Fma32, 0, 0, 0, 1u << 28)), (list{0}));
  EXPECT_EQ(fma(op_e::Fma64, 0, 0, 11).u.za_writes, 0x08);
  EXPECT_EQ(fma(op_e::Fma16, 0, 0, 3).u.za_writes, 0xaa);
  EXPECT_EQ(fma(op_e::Mac16, 0, 0, 2).u.beats, 2);
  const auto wide = fma(op_e::Fma16, 0, 0, 3, std::uint64_t{1} << 62);
  EXPECT_EQ(wide.u.za_writes, 0xff);
  EXPECT_EQ(wide.u.beats, 4);
  const auto vector = fma(op_e::Fma16, 0, 0, 3, std::uint64_t{3} << 62);
  EXPECT_FALSE(vector.product);
  EXPECT_EQ(vector.u.za_writes, 0x08);
  EXPECT_EQ(vector.u.beats, 1);
  // A load of four registers is two cycles of 128 bytes, a store a line a cycle.
  EXPECT_EQ(translate({}, op_e::Ldx, std::uint64_t{5} << 60 | 0x1000).u.beats, 2);
  EXPECT_EQ(translate({}, op_e::Ldx, std::uint64_t{1} << 62 | 0x1000).u.beats, 1);
  EXPECT_EQ(translate({}, op_e::Stz, std::uint64_t{1} << 62 | 0x1000).u.beats, 2);
  EXPECT_EQ(translate({}, op_e::Stz, 0x1020).u.beats, 2);
  EXPECT_TRUE(translate({}, op_e::Set, 0).u.alone);
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
      EXPECT_NEAR(static_cast<double>(r.products.busy_until), 600.0 / groups * turn, 2.0 * turn + 8)
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
    EXPECT_EQ(a.products.uops, 256u);
  }
}

TEST(AmxSchedule, StopsWhereGoldenDoes) {
  golden::sme::paged_memory memory;
  memory.map(0x1000, 16);
  const std::uint32_t words[] = {word_of(op_e::Ldx, 0), word_of(op_e{23}, 0),
                                 word_of(op_e::Genlut, 0)};
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
  s.core.pc = 0x1008;
  EXPECT_EQ(sim::why(sim::schedule(s, memory, 0, {}).last),
            "no instruction at 0x1008, word 0x002012c0: the SME core has no uop of this");
  EXPECT_EQ(error_of([] { sim::amx_tables("nowhere", {}); }).substr(0, 7), "nowhere");
}

}  // namespace
}  // namespace weft::amx_schedule_test
