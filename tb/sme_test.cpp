// SPDX-License-Identifier: Apache-2.0
//
// rtl/weft_sme.sv against golden: random instructions and programs on random states; after each,
// registers, flags, ZA, memory, why it stopped, and the cycles.

#include "sim/golden/sme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "sim/golden/sme_timing.hpp"
#include "sim/sme_host.hpp"
#include "sim/sme_rtl.hpp"
#include "sim/sme_state.hpp"
#include "tb/qemu/random_case.hpp"
#include "tb/sme_rtl_compare.hpp"
#include "tb/test_main.hpp"
#include "weft_sme_configs.hpp"

namespace weft {
namespace {

using namespace golden::sme;

constexpr std::uint64_t Code = 0x10000, Data = 0x20000;
constexpr std::uint32_t Nop = 0xd503201f;

/// Golden and the RTL side by side.
class beside_golden {
 public:
  explicit beside_golden(sim::sme_coprocessor& unit)
      : host_(unit), config_{.mopa = {.rows_per_cycle = unit.rows_per_cycle()}} {}

  /// One random program of at most so many words, of these lines of the table. Few stop; one that
  /// stops at once can be passed over.
  void random(int svl, int nsvl, std::uint64_t seed, std::size_t words,
              std::span<const instruction> lines, bool executes = false) {
    random_case random(seed, Code, Data);
    std::vector<std::uint32_t> code(1 + random.pick(words), Nop);
    state s = random.make_state(svl, nsvl, code.size());
    if (lines.size() == 1 && lines[0].group != "SME") {
      // Loading and storing ZA would take most of the time.
      s.za   = false;
      s.rows = {};
    }
    paged_memory memory;
    memory.map(Code, 1);
    memory.map(Data, random_case::DataBytes);
    memory.write(Data, random.make_data());
    for (std::size_t i = 0; i < code.size(); ++i) put(memory, i, Nop);
    state theirs              = s;
    paged_memory their_memory = memory;

    // Words are chosen as golden goes.
    timing time(config_, svl);
    outcome last;
    std::uint64_t steps = 0;
    for (; place(s) < code.size() && last.stop == stop_e::None; ++steps) {
      const auto at         = place(s);
      const instruction* is = nullptr;
      for (int tries = 0; tries < 40 && is == nullptr; ++tries) {
        const auto& line = lines[random.pick(lines.size())];
        if (line.name == "svc" || line.name == "brk") continue;
        code[at] = random.make_word(line, at, code.size());
        put(memory, at, code[at]);
        state after        = s;
        paged_memory there = memory;
        const outcome o    = step(after, there);
        const bool forward = place(after) > at && place(after) <= code.size();
        if (o.stop == stop_e::None ? forward : random.pick(16) == 0) is = &line;
      }
      if (is == nullptr) {
        code[at] = Nop;
        put(memory, at, Nop);
        is = decode(Nop);
      }
      put(their_memory, at, code[at]);
      state before = s;
      last         = step(s, memory);
      if (last.stop == stop_e::None) {
        time.execute(before, *is, code[at]);
        ++executed_[index(*is)];
      }
    }

    if (executes && steps == 1 && last.stop != stop_e::None) return;
    const auto r    = host_.run(theirs, their_memory, steps);
    const auto want = last.stop == stop_e::None ? stop_e::Limit : last.stop;
    const bool same = s == theirs && memory.pages() == their_memory.pages() &&
                      r.last.stop == want && host_.cycles() == time.cycles();
    EXPECT_TRUE(same) << "svl " << svl << ", nsvl " << nsvl << ", seed " << seed << ", stops "
                      << static_cast<int>(r.last.stop) << ", not " << static_cast<int>(want) << ' '
                      << last.reason << ", in " << host_.cycles() << " cycles, not "
                      << time.cycles() << '\n'
                      << listing(code)
                      << different_lines(sim::to_text(s, &memory),
                                         sim::to_text(theirs, &their_memory));
  }

  /// How often a line of the table was executed.
  int executed(const instruction& line) const { return executed_[index(line)]; }

 private:
  static std::size_t index(const instruction& line) {
    return static_cast<std::size_t>(&line - instructions().data());
  }
  static std::size_t place(const state& s) { return (s.pc - Code) / 4; }
  static void put(paged_memory& memory, std::size_t i, std::uint32_t word) {
    std::uint8_t bytes[4];
    std::memcpy(bytes, &word, 4);
    memory.write(Code + 4 * i, bytes);
  }
  static std::string listing(const std::vector<std::uint32_t>& code) {
    std::ostringstream os;
    for (const auto word : code) {
      const auto* line = decode(word);
      os << std::hex << word << ' ' << (line != nullptr ? line->name : "?") << '\n';
    }
    return os.str();
  }

  sim::sme_host host_;
  timing_config config_;
  std::vector<int> executed_ = std::vector<int>(instructions().size());
};

template <class Unit>
class SmeRtl : public testing::Test {};

#define WEFT_UNIT(...) sim::sme_rtl<__VA_ARGS__>
using units = testing::Types<WEFT_SME_CONFIGS(WEFT_UNIT)>;
#undef WEFT_UNIT
TYPED_TEST_SUITE(SmeRtl, units);

/// The longest three lengths that the instance has, one after another.
int length(const sim::sme_coprocessor& unit, int i) {
  return std::max(128, unit.longest() >> i % 3);
}

/// How many of `n` cases: those of long vectors take most of their time for all of ZA's rows.
int cases_of(const sim::sme_coprocessor& unit, int n) { return unit.longest() > 512 ? n / 12 : n; }

TYPED_TEST(SmeRtl, ExecutesEveryInstructionAsGolden) {
  TypeParam unit(test_options());
  beside_golden both(unit);
  const auto table = instructions();
  const int cases  = cases_of(unit, 4);
  for (const auto& line : table) {
    if (sim::executed_by(line) == "host") continue;
    const bool failed = this->HasFailure();
    const auto number = static_cast<int>(&line - table.data());
    for (int i = 0; i < 100 && this->HasFailure() == failed; ++i) {
      if (i >= cases && both.executed(line) > 0) break;
      both.random(length(unit, i + number), length(unit, (i + number) / 3),
                  test_options().seed * 1'000'003 + static_cast<std::uint64_t>(i * 1000 + number),
                  1, {&line, 1}, i >= cases);
    }
    EXPECT_GT(both.executed(line), 0) << line.name << ' ' << line.pattern;
  }
}

TYPED_TEST(SmeRtl, ExecutesProgramsAsGolden) {
  TypeParam unit(test_options());
  beside_golden both(unit);
  const int programs = cases_of(unit, 700);
  for (int i = 0; i < programs && !this->HasFailure(); ++i) {
    both.random(length(unit, i), length(unit, i / 3),
                test_options().seed * 1'000'000'007 + static_cast<std::uint64_t>(i),
                random_case::MaxWords, instructions());
  }
}

}  // namespace
}  // namespace weft
