// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_sme.sv against golden: random instructions and programs on random states; after
// each, registers, flags, ZA, memory, why it stopped, and the cycles: golden's at full rate, no
// fewer where host and memory take their time.

#include "sim/golden/sme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/sme_float.hpp"
#include "sim/golden/sme_timing.hpp"
#include "sim/sme/sme_host.hpp"
#include "sim/sme/sme_state.hpp"
#include "sim/verilated/sme_rtl.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/qemu/random_case.hpp"
#include "tb/sme/sme_rtl_compare.hpp"
#include "tb/sme/words_near_instructions.hpp"
#include "weft_sme_configs.hpp"

namespace weft {
namespace {

using namespace golden::sme;

constexpr std::uint64_t Code = 0x10000, Data = 0x20000;
constexpr std::uint32_t Nop = 0xd503201f;

/// The RTL beside golden, compared after every program.
class beside_golden {
 public:
  explicit beside_golden(sim::sme_coprocessor& unit, bool full_rate = true)
      : host_(unit),
        config_{.mopa = {.rows_per_cycle = unit.rows_per_cycle()}},
        full_rate_(full_rate) {}

  /// Runs one random program of at most `words` words, from the given lines of the table. Few
  /// programs stop; one that stops at once can be skipped.
  void random(int svl, int nsvl, std::uint64_t seed, std::size_t words,
              std::span<const instruction> lines, bool executes = false) {
    random_case random(seed, Code, Data);
    std::vector<std::uint32_t> code(1 + random.pick(words), Nop);
    state s = random.make_state(svl, nsvl, code.size());
    // Controls for outer products alone, with which other instructions stop.
    if (random.pick(4) == 0) {
      s.fpcr |= static_cast<std::uint32_t>(random.pick(8));
      if (random.pick(2) == 0) s.fpcr |= fp_control::Ebf;
    }
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

    // Each word is chosen while golden executes, so that the program stays in its page.
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
    const bool in_time =
        full_rate_ ? host_.cycles() == time.cycles() : host_.cycles() >= time.cycles();
    const bool same =
        s == theirs && memory.pages() == their_memory.pages() && r.last.stop == want && in_time;
    EXPECT_TRUE(same) << "svl " << svl << ", nsvl " << nsvl << ", seed " << seed << ", stops "
                      << static_cast<int>(r.last.stop) << ", not " << static_cast<int>(want) << ' '
                      << last.reason << ", in " << host_.cycles() << " cycles, not "
                      << time.cycles() << '\n'
                      << listing(code)
                      << sim::different_lines("golden", sim::to_text(s, &memory), "RTL",
                                              sim::to_text(theirs, &their_memory));
  }

  /// These words on this state.
  void words(state s, const std::vector<std::uint32_t>& code) {
    paged_memory memory;
    memory.map(Code, 1);
    memory.map(Data, 1);
    for (std::size_t i = 0; i < code.size(); ++i) put(memory, i, code[i]);
    s.pc              = Code;
    state theirs      = s;
    auto their_memory = memory;
    const auto golden = timed_run(s, memory, code.size(), ~0ull, config_.mopa.rows_per_cycle);
    const auto r      = host_.run(theirs, their_memory, code.size());
    EXPECT_EQ(r.last.stop, golden.run.last.stop);
    EXPECT_EQ(host_.cycles(), golden.cycles);
    EXPECT_TRUE(memory.pages() == their_memory.pages());
    EXPECT_EQ(sim::different_lines("golden", sim::to_text(s, &memory), "RTL",
                                   sim::to_text(theirs, &their_memory)),
              "");
  }

  /// The number of executions of a line of the table.
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
  bool full_rate_;
  std::vector<int> executed_ = std::vector<int>(instructions().size());
};

template <class Unit>
class SmeRtl : public testing::Test {};

#define WEFT_UNIT(V, P) sim::sme_rtl<V, P>
using units = testing::Types<WEFT_SME_CONFIGS(WEFT_UNIT)>;
#undef WEFT_UNIT
TYPED_TEST_SUITE(SmeRtl, units);

/// The longest three lengths that the instance has, one after another.
int length(const sim::sme_coprocessor& unit, int i) {
  return std::max(128, unit.longest() >> i % 3);
}

/// The number of cases to run, at most `n`: fewer for long vectors, where all rows of ZA take most
/// of the time, and for networks of gates.
template <class V, class P>
int cases_of(const sim::sme_rtl<V, P>&, int n) {
  return P::Svl > 512 ? n / 12 : P::Gates != 0 ? n / 4 : n;
}

TYPED_TEST(SmeRtl, ExecutesEveryInstructionAsGolden) {
  TypeParam unit(test_options(), {.junk = true});
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
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  const int programs = cases_of(unit, 700);
  for (int i = 0; i < programs && !this->HasFailure(); ++i) {
    both.random(length(unit, i), length(unit, i / 3),
                test_options().seed * 1'000'000'007 + static_cast<std::uint64_t>(i),
                random_case::MaxWords, instructions());
  }
}

/// Cases that random words and states seldom reach.
TYPED_TEST(SmeRtl, IsGoldenAtEdges) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  const int bytes             = unit.longest() / 8;
  constexpr std::uint64_t End = Data + paged_memory::PageBytes;
  const auto put_words        = [&](vector_t& z, std::uint32_t x) {
    for (int i = 0; i < bytes; i += 4) std::memcpy(&z[i], &x, 4);
  };
  state s{.svl = unit.longest(), .nsvl = 128, .sm = true};
  for (int i = 0; i < bytes; ++i) s.z[1][i] = static_cast<std::uint8_t>(i + 1);
  s.p[0].fill(0xff);
  std::fill(s.p[0].begin() + bytes / 8, s.p[0].end(), 0);
  for (unsigned log = 0; log < 4; ++log) {
    // tbl z0, {z1}, z2: the last element and the next two.
    state t = s;
    for (int i = 0; i < bytes >> log; ++i)
      t.z[2][i << log] = static_cast<std::uint8_t>((bytes >> log) - 1 + i % 3);
    both.words(t, {0x05223020 | log << 22});
  }
  both.words(s, {0x05302020});  // dup z0.q, z1.q[0]
  s.x[31] = 0x1234'5678'9abc'def0;
  both.words(s, {0x05e03be0});  // dup z0.d, sp
  s.x[0] = Data;
  for (const std::uint8_t pattern : {0x01, 0x10}) {
    state t = s;
    std::fill_n(t.p[1].begin(), bytes / 8, pattern);
    both.words(t, {0xe4c0e401});  // st1h {z1.s}, p1, [x0]
  }
  for (const auto at : {End - 1, End, End + 1}) {
    // str z1, [x0]: up to the end of a page, and one byte more.
    s.x[0] = at - static_cast<std::uint64_t>(bytes);
    both.words(s, {0xe5804001});
  }
  for (unsigned log = 1; log < 4; ++log) both.words(s, {0x65002020 | log << 22});  // faddv of z1
  // fmla z0.s, p0/m, z2.s, z3.s: a signalling NaN and infinity by zero; which NaN is first.
  constexpr std::uint32_t Operands[][3]{{0x7f800001, 0x7f800000, 0},
                                        {0x3f800000, 0x7fc00001, 0x7fc00002},
                                        {0x7fc00003, 0x7fc00001, 0x7fc00002}};
  for (const auto& o : Operands) {
    put_words(s.z[0], o[0]);
    put_words(s.z[2], o[1]);
    put_words(s.z[3], o[2]);
    both.words(s, {0x65a30040});
  }
  // fmul z0.s, z2.s, z3.s: exact and tiny, flushed.
  put_words(s.z[2], 0x0d800000);
  put_words(s.z[3], 0x30800000);
  s.fpcr = fp_control::Fz;
  both.words(s, {0x65830840});
  // zero {za}; fmopa za0.s, p0/m, p0/m, z2.s, z3.s.
  s.za = true;
  for (int i = 0; i < bytes; ++i) put_words(s.rows[i], 0x3f800000);
  both.words(s, {0xc00800ff, 0x80830040});
  // smstop sm; ldr za[w12, 0], [x0]: ZA stays.
  s.x[0] = Data;
  both.words(s, {0xd503427f, 0xe1000000});
  for (int first = 0; first < 6; ++first) {
    // ldff1b {z0.b}, p0/z, [x0, x1]: there are two bytes; from some element on.
    state t{.svl = 128, .nsvl = 128};
    t.x[0]   = End - 2;
    t.p[0]   = {static_cast<std::uint8_t>(0xff << first), 0xff};
    t.ffr[0] = t.ffr[1] = 0xff;
    both.words(t, {0xa4016000});
  }
}

/// A memory in which every address is mapped, with one instruction in it.
class one_word : public golden::sme::memory {
 public:
  explicit one_word(std::uint32_t word) : word_(word) {}
  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    std::fill(to.begin(), to.end(), 0);
    if (address == Code) std::memcpy(to.data(), &word_, std::min<std::size_t>(4, to.size()));
    return true;
  }
  bool write(std::uint64_t, std::span<const std::uint8_t>) override { return true; }
  bool writable(std::uint64_t, std::size_t) override { return true; }

 private:
  std::uint32_t word_;
};

TYPED_TEST(SmeRtl, TakesGoldensWordsAndNoOther) {
  using enum sim::sme_coprocessor::status_e;
  constexpr std::uint32_t MsrSvcr = 0xd51b4240;
  TypeParam unit(test_options(), {.junk = true});
  unit.reset(unit.longest(), 128);
  std::mt19937 rng(static_cast<unsigned>(test_options().seed));
  for (const unsigned svcr : {3u, 0u}) {
    for_words_near_instructions(rng, cases_of(unit, 4), [&](std::uint32_t word) {
      one_word memory(word);
      unit.execute(MsrSvcr, {.d = svcr}, memory);
      const auto status   = unit.execute(word, {}, memory).status;
      const auto* line    = decode(word);
      const auto executed = line != nullptr ? sim::executed_by(*line) : "nobody";
      if (executed == "host and unit") return;
      if (executed != "unit") {
        EXPECT_TRUE(status == NotHere || status == Undefined) << std::hex << word;
        return;
      }
      state s{.svl = unit.longest(), .nsvl = 128, .sm = svcr != 0, .za = svcr != 0};
      s.pc             = Code;
      const auto stop  = step(s, memory).stop;
      const auto wants = stop == stop_e::None        ? Done
                         : stop == stop_e::Undefined ? Undefined
                                                     : Illegal;
      EXPECT_EQ(status, wants) << std::hex << word << ' ' << line->name;
    });
  }
}

/// The lines of a group, which stand together.
std::span<const instruction> lines_of(std::string_view group) {
  const auto table = instructions();
  const auto is    = [&](const instruction& line) { return line.group == group; };
  const auto first = std::find_if(table.begin(), table.end(), is);
  return {first, std::find_if_not(first, table.end(), is)};
}

struct rates {
  const char* name;
  sim::sme_paces paces;
};
std::vector<rates> slow_rates() {
  using sim::bursts, sim::randomly;
  return {{"IdleHost", {.words = bursts(1, 3), .junk = true}},
          {"StallingMemory", {.requests = bursts(1, 3), .junk = true}},
          {"LateAnswers", {.answers = bursts(1, 4), .junk = true}},
          {"Random", {randomly(0.5, 1), randomly(0.5, 2), randomly(0.5, 3), true}}};
}

TYPED_TEST(SmeRtl, KeepsItsStateUnderEveryTiming) {
  const int programs = cases_of(TypeParam(test_options()), 18);
  for (const auto& [name, paces] : slow_rates()) {
    SCOPED_TRACE(name);
    TypeParam unit(test_options(), paces);
    beside_golden both(unit, false);
    for (int i = 0; i < programs && !this->HasFailure(); ++i) {
      const std::span<const instruction> lines[]{lines_of("SME"), lines_of("SVE loads and stores"),
                                                 instructions()};
      both.random(length(unit, i / 3), length(unit, i),
                  test_options().seed * 1'000'000'009 + static_cast<std::uint64_t>(i),
                  random_case::MaxWords, lines[i % 3]);
    }
  }
}

TYPED_TEST(SmeRtl, AFaultLeavesNothingBehind) {
  constexpr std::uint32_t SmStart = 0xd503437f, LdrZ0 = 0x85804000, LdrB1 = 0x3d400001,
                          StrZ0 = 0xe5804000, StrZ1 = 0xe5804001;
  using enum sim::sme_coprocessor::status_e;
  for (const auto& [name, paces] : slow_rates()) {
    SCOPED_TRACE(name);
    TypeParam unit(test_options(), paces);
    unit.reset(unit.longest(), 128);
    const auto bytes = static_cast<std::size_t>(unit.longest()) / 8;
    paged_memory memory;
    memory.map(Data, 1);
    const std::vector<std::uint8_t> ones(paged_memory::PageBytes, 0xff);
    memory.write(Data, ones);
    std::vector<std::uint8_t> z0(bytes), z1(bytes), first(bytes);
    first[0] = 0xff;
    // The last beat of a vector is not mapped.
    const auto last = Data + paged_memory::PageBytes + 8 - bytes;
    unit.execute(SmStart, {}, memory);
    EXPECT_EQ(unit.execute(LdrZ0, {.n = Data}, memory).status, Done);
    EXPECT_EQ(unit.execute(LdrZ0, {.n = last}, memory).status, Fault);
    EXPECT_EQ(unit.execute(StrZ1, {.n = last}, memory).status, Fault);
    EXPECT_EQ(unit.execute(LdrB1, {.n = Data}, memory).status, Done);
    EXPECT_EQ(unit.execute(StrZ1, {.n = last}, memory).status, Fault);
    EXPECT_EQ(unit.execute(StrZ0, {.n = Data}, memory).status, Done);
    EXPECT_EQ(unit.execute(StrZ1, {.n = Data + 1000}, memory).status, Done);
    memory.read(Data, z0);
    memory.read(Data + 1000, z1);
    EXPECT_EQ(z0, std::vector<std::uint8_t>(bytes, 0xff));
    EXPECT_EQ(z1, first);
  }
}

}  // namespace
}  // namespace weft
