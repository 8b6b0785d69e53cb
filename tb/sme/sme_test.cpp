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
#include "tb/sme/assembled.hpp"
#include "tb/sme/qemu/random_case.hpp"
#include "tb/sme/sme_rtl_compare.hpp"
#include "tb/sme/words_near_instructions.hpp"
#include "weft_sme_configs.hpp"

namespace weft::sme_test {
namespace {

using namespace golden::sme;

constexpr std::uint64_t Code = 0x10000, Data = 0x20000;
constexpr std::uint32_t Nop = a64("hint #0x0");

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
        if (line.name == "svc" || line.name == "brk" || !golden::sme::of_weft_sme(line)) continue;
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
  void runs(state s, const std::vector<std::string_view>& code) {
    paged_memory memory;
    memory.map(Code, 1);
    memory.map(Data, 1);
    for (std::size_t i = 0; i < code.size(); ++i) put(memory, i, a64(code[i]));
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
  const int cases  = cases_of(unit, 2);
  for (const auto& line : table) {
    if (sim::executed_by(line) == "host" || !golden::sme::of_weft_sme(line)) continue;
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
  const int programs = cases_of(unit, 250);
  for (int i = 0; i < programs && !this->HasFailure(); ++i) {
    both.random(length(unit, i), length(unit, i / 3),
                test_options().seed * 1'000'000'007 + static_cast<std::uint64_t>(i),
                random_case::MaxWords, instructions());
  }
}

constexpr std::uint64_t End = Data + paged_memory::PageBytes;

/// Streaming mode, the longest vectors; P0 is true, bytes of Z1 count from one.
state streaming(const sim::sme_coprocessor& unit) {
  state s{.svl = unit.longest(), .nsvl = 128, .sm = true};
  for (int i = 0; i < s.svlb(); ++i) s.z[1][i] = static_cast<std::uint8_t>(i + 1);
  std::fill_n(s.p[0].begin(), s.svlb() / 8, 0xff);
  return s;
}
void put_words(vector_t& z, int bytes, std::uint32_t x) {
  for (int i = 0; i < bytes; i += 4) std::memcpy(&z[i], &x, 4);
}

TYPED_TEST(SmeRtl, TblFindsTheLastElementAndNoneBehindIt) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  constexpr const char* Texts[]{"tbl z0.b, {z1.b}, z2.b", "tbl z0.h, {z1.h}, z2.h",
                                "tbl z0.s, {z1.s}, z2.s", "tbl z0.d, {z1.d}, z2.d"};
  for (int log = 0; log < 4; ++log) {
    state s            = streaming(unit);
    const int elements = s.svlb() >> log;
    for (int i = 0; i < elements; ++i)
      s.z[2][i << log] = static_cast<std::uint8_t>(elements - 1 + i % 3);
    both.runs(s, {Texts[log]});
  }
}

TYPED_TEST(SmeRtl, DupTakesAQuadword) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden(unit).runs(streaming(unit), {"dup z0.q, z1.q[0]"});
}

TYPED_TEST(SmeRtl, DupTakesSp) {
  TypeParam unit(test_options(), {.junk = true});
  state s = streaming(unit);
  s.x[31] = 0x1234'5678'9abc'def0;
  beside_golden(unit).runs(s, {"dup z0.d, sp"});
}

TYPED_TEST(SmeRtl, NarrowStoresWriteActiveElementsAlone) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  for (const std::uint8_t pattern : {0x01, 0x10}) {
    state s = streaming(unit);
    s.x[0]  = Data;
    std::fill_n(s.p[1].begin(), s.svlb() / 8, pattern);
    both.runs(s, {"st1h {z1.s}, p1, [x0]"});
  }
}

TYPED_TEST(SmeRtl, StoresReachTheEndOfAPageAndFaultBehindIt) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  state s = streaming(unit);
  for (const auto end : {End - 1, End, End + 1}) {
    s.x[0] = end - static_cast<std::uint64_t>(s.svlb());
    both.runs(s, {"str z1, [x0]"});
  }
}

TYPED_TEST(SmeRtl, FaddvAddsNeighbours) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  for (const auto* text : {"faddv h0, p0, z1.h", "faddv s0, p0, z1.s", "faddv d0, p0, z1.d"}) {
    both.runs(streaming(unit), {text});
  }
}

/// A signalling NaN, infinity by zero, and which of several NaNs comes first.
TYPED_TEST(SmeRtl, FmlaChoosesTheNan) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  constexpr std::uint32_t Operands[][3]{{0x7f800001, 0x7f800000, 0},
                                        {0x3f800000, 0x7fc00001, 0x7fc00002},
                                        {0x7fc00003, 0x7fc00001, 0x7fc00002}};
  for (const auto& o : Operands) {
    state s = streaming(unit);
    put_words(s.z[0], s.svlb(), o[0]);
    put_words(s.z[2], s.svlb(), o[1]);
    put_words(s.z[3], s.svlb(), o[2]);
    both.runs(s, {"fmla z0.s, p0/m, z2.s, z3.s"});
  }
}

/// Zeros of both signs, ties, subnormals, infinities, NaNs, the least integer by -1: every pair.
TYPED_TEST(SmeRtl, WordsOfKernelsMeetEveryPairOfEdges) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  constexpr std::uint32_t Edges[]{0,          0x80000000, 0x3f000000, 0xbf000000,
                                  0x3fc00000, 0x40200000, 0xffffffff, 0x00000001,
                                  0x807fffff, 0x00800000, 0x7f7fffff, 0x7f800000,
                                  0xff800000, 0x7fc00001, 0x7f800001, 0x3f7fffff};
  for (std::size_t shift = 0; shift < std::size(Edges); ++shift) {
    state s = streaming(unit);
    for (std::size_t i = 0; i < static_cast<std::size_t>(s.svlb()) / 4; ++i) {
      const auto other = Edges[(i + i / 16 + shift) % 16];
      std::memcpy(&s.z[2][4 * i], &other, 4);
      for (const auto z : {0, 4, 5, 6, 7, 8, 9, 10, 11, 14, 15})
        std::memcpy(&s.z[static_cast<std::size_t>(z)][4 * i], &Edges[i % 16], 4);
    }
    s.p[1]    = {};
    s.p[1][1] = shift % 2 == 0 ? 0 : 0x10;
    s.x[0]    = ~0ull;
    s.fpcr    = shift % 4 == 3 ? fp_control::Fz : shift % 4 == 2 ? 1u << 22 : 0;
    both.runs(
        s,
        {"fmin z4.s, p0/m, z4.s, z2.s", "fmax z5.s, p0/m, z5.s, z2.s",
         "fminnm z6.s, p0/m, z6.s, z2.s", "fmaxnm z7.s, p0/m, z7.s, z2.s",
         "frinta z8.s, p0/m, z2.s", "frintx z16.s, p0/m, z2.s", "sdiv z9.s, p0/m, z9.s, z2.s",
         "udiv z10.s, p0/m, z10.s, z2.s", "fdiv z11.s, p0/m, z11.s, z2.s",
         "fsqrt z12.s, p0/m, z2.s", "fcvtzs z13.s, p0/m, z2.s", "clasta z14.s, p1, z14.s, z2.s",
         "clastb s15, p1, s15, z2.s", "clastb w0, p1, w0, z2.s", "fcmgt p2.s, p0/z, z0.s, z2.s"});
  }
}

TYPED_TEST(SmeRtl, FmulFlushesAnExactTinyProduct) {
  TypeParam unit(test_options(), {.junk = true});
  state s = streaming(unit);
  put_words(s.z[2], s.svlb(), 0x0d800000);
  put_words(s.z[3], s.svlb(), 0x30800000);
  s.fpcr = fp_control::Fz;
  beside_golden(unit).runs(s, {"fmul z0.s, z2.s, z3.s"});
}

TYPED_TEST(SmeRtl, FmopaWaitsForZero) {
  TypeParam unit(test_options(), {.junk = true});
  state s = streaming(unit);
  put_words(s.z[2], s.svlb(), 0x40000000);
  put_words(s.z[3], s.svlb(), 0x40400000);
  s.za = true;
  for (int i = 0; i < s.svlb(); ++i) put_words(s.rows[i], s.svlb(), 0x3f800000);
  beside_golden(unit).runs(s, {"zero {za}", "fmopa za0.s, p0/m, p0/m, z2.s, z3.s"});
}

TYPED_TEST(SmeRtl, LeavingStreamingModeKeepsZa) {
  TypeParam unit(test_options(), {.junk = true});
  state s = streaming(unit);
  s.x[0]  = Data;
  s.za    = true;
  for (int i = 0; i < s.svlb(); ++i) put_words(s.rows[i], s.svlb(), 0x3f800000);
  beside_golden(unit).runs(s, {"smstop sm", "ldr za[w12, 0], [x0]"});
}

/// Two bytes are there; the first active element is one of six.
TYPED_TEST(SmeRtl, FirstFaultsClearFfrFromTheElementOn) {
  TypeParam unit(test_options(), {.junk = true});
  beside_golden both(unit);
  for (int first = 0; first < 6; ++first) {
    state s{.svl = 128, .nsvl = 128};
    s.x[0]   = End - 2;
    s.p[0]   = {static_cast<std::uint8_t>(0xff << first), 0xff};
    s.ffr[0] = s.ffr[1] = 0xff;
    both.runs(s, {"ldff1b {z0.b}, p0/z, [x0, x1]"});
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
  constexpr auto MsrSvcr = a64("msr svcr, x0");
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
  constexpr auto SmStart = a64("smstart sm"), LdrZ0 = a64("ldr z0, [x0]"),
                 LdrB1 = a64("ldr b1, [x0]"), StrZ0 = a64("str z0, [x0]"),
                 StrZ1 = a64("str z1, [x0]");
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
}  // namespace weft::sme_test
