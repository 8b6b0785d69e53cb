// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_sme_core.sv behind its host against golden: random instructions and programs on
// random states; after each, registers, flags, ZA, memory, why it stopped, and the timetable's
// cycles.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme/lookup.hpp"
#include "sim/golden/sme/vectors.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/golden/sme_float.hpp"
#include "sim/sme/sme_state.hpp"
#include "sim/verilated/engine_library.hpp"
#include "sim/verilated/sme_core/sme_core_session.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/assembled.hpp"
#include "tb/sme/qemu/random_case.hpp"

namespace weft::sme_core_programs_test {
namespace {

using namespace golden::sme;
using golden::sme_core::core_run, golden::sme_core::core_run_e;

constexpr std::uint64_t Code = 0x10000, Data = 0x20000;
constexpr std::uint32_t Nop = a64("hint #0x0");

/// The configuration `name`.
sim::built_sme_core core(const char* name) {
  sim::built_sme_core built{};
  sim::load_engine("sme_core", name, &built);
  return built;
}

/// The RTL beside golden, compared after every program.
class beside_golden {
 public:
  explicit beside_golden(const char* name)
      : core_(core(name)), session_(core_, test_options(), Latency) {}

  int longest() const { return core_.svl; }

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
    if (lines.size() == 1 && !lines[0].group.starts_with("SME")) {
      // Loading and storing ZA would take most of the time.
      s.za   = false;
      s.rows = {};
      s.zt0  = {};
    }
    paged_memory memory;
    memory.map(Code, 1);
    memory.map(Data, random_case::DataBytes);
    memory.write(Data, random.make_data());
    for (std::size_t i = 0; i < code.size(); ++i) put(memory, i, Nop);
    state theirs              = s;
    paged_memory their_memory = memory;

    // Each word is chosen while golden executes, so that the program stays in its page.
    golden::sme_core::core_clock clock(core_.config,
                                       golden::sme_core::memory_times::constant(Latency));
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
        if (decode(code[at]) != &line || !core_has(s, line, code[at])) continue;
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
      last = step_in_time(s, memory, clock);
      if (last.stop == stop_e::None) ++executed_[index(*is)];
    }

    if (executes && steps == 1 && last.stop != stop_e::None) return;
    const auto r    = session_.run(theirs, their_memory, steps, ~std::uint64_t{0});
    const auto want = last.stop == stop_e::None ? stop_e::Limit : last.stop;
    const bool same = s == theirs && memory.pages() == their_memory.pages() &&
                      r.run.last.stop == want && r.cycles == clock.cycles();
    EXPECT_TRUE(same) << "svl " << svl << ", nsvl " << nsvl << ", seed " << seed << ", stops "
                      << static_cast<int>(r.run.last.stop) << ", not " << static_cast<int>(want)
                      << ' ' << last.reason << ", in " << r.cycles << " cycles, not "
                      << clock.cycles() << '\n'
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
    golden::sme_core::core_clock clock(core_.config,
                                       golden::sme_core::memory_times::constant(Latency));
    outcome last;
    for (std::size_t n = 0; n < code.size() && last.stop == stop_e::None; ++n) {
      last = step_in_time(s, memory, clock);
    }
    const auto r = session_.run(theirs, their_memory, code.size(), ~std::uint64_t{0});
    EXPECT_EQ(r.run.last.stop, last.stop == stop_e::None ? stop_e::Limit : last.stop);
    EXPECT_EQ(r.cycles, clock.cycles());
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

  /// Whether the core executes a word: it has a unit for it, and addresses for its bytes.
  bool core_has(state& s, const instruction& line, std::uint32_t word) const {
    paged_memory nothing;
    const auto t = golden::sme_core::translate(core_.config, s, line, word);
    return golden::sme_core::stops_before(t, s, nothing, line, word).stop == stop_e::None;
  }
  /// Golden's step, and its uops on the timetable if it does not stop.
  outcome step_in_time(state& s, paged_memory& memory, golden::sme_core::core_clock& clock) const {
    std::uint8_t bytes[4] = {};
    std::uint32_t word    = 0;
    memory.read(s.pc, bytes);
    std::memcpy(&word, bytes, 4);
    golden::sme_core::translated t;
    if (const auto* line = decode(word)) {
      t = golden::sme_core::translate(core_.config, s, *line, word);
    }
    const auto o = step(s, memory);
    if (o.stop == stop_e::None) clock.execute(t);
    return o;
  }

  static constexpr std::uint64_t Latency = 3;

  sim::built_sme_core core_;
  sim::core_session session_;
  std::vector<int> executed_ = std::vector<int>(instructions().size());
};

#ifdef WEFT_FULL
constexpr int CasesOfALine = 3, Programs = 300;
const std::vector<const char*> Cores{"small", "svl128_row", "svl512_tile"};
#else
constexpr int CasesOfALine = 0, Programs = 60;
const std::vector<const char*> Cores{"small"};
#endif

class SmeCorePrograms : public testing::TestWithParam<const char*> {
 protected:
  beside_golden both{GetParam()};

  /// ZIP and UZP of quadwords are those of as many as there are vectors.
  bool has_vectors_for(const instruction& line) const {
    using namespace golden::sme::isa;
    return (line.execute != zip_group2<true> || both.longest() >= 2 * 128) &&
           (line.execute != zip_group4<true> || both.longest() >= 4 * 128);
  }
  /// The longest three lengths that the core has, one after another.
  int length(int i) const { return std::max(128, both.longest() >> i % 3); }
};
INSTANTIATE_TEST_SUITE_P(, SmeCorePrograms, testing::ValuesIn(Cores),
                         [](const auto& info) { return std::string(info.param); });

/// Where a simulation takes long, once, where the case does not stop.
TEST_P(SmeCorePrograms, ExecuteEveryInstructionAsGolden) {
  const int cases  = both.longest() > 128 ? 0 : CasesOfALine;
  const auto table = instructions();
  for (const auto& line : table) {
    const auto run = core_run(line);
    if (run == core_run_e::Host || !has_vectors_for(line)) continue;
    const bool failed = HasFailure();
    const auto number = static_cast<int>(&line - table.data());
    for (int i = 0; i < 100 && HasFailure() == failed; ++i) {
      if (i >= cases && both.executed(line) > 0) break;
      both.random(length(i + number), length((i + number) / 3),
                  test_options().seed * 1'000'003 + static_cast<std::uint64_t>(i * 1000 + number),
                  1, {&line, 1}, i >= cases);
    }
    EXPECT_GT(both.executed(line), 0) << line.name << ' ' << line.pattern;
  }
}

/// Words whose lines have many forms: signs, sizes, in turns or one behind the other.
TEST_P(SmeCorePrograms, NarrowZipAndKeepTablesInEveryForm) {
  using namespace golden::sme::isa;
  constexpr int Cases = 16;
  const auto is       = [](const instruction& line, auto... functions) {
    return ((line.execute == functions) || ...);
  };
  std::uint64_t seed = test_options().seed * 7'000'003;
  for (const auto& line : instructions()) {
    if (!has_vectors_for(line) ||
        !is(line, fcvt_narrow, sqcvt_narrow2, sqcvtn_narrow2, sqcvt_narrow4, zip_group2<false>,
            zip_group2<true>, zip_group4<false>, zip_group4<true>, ldr_zt, str_zt)) {
      continue;
    }
    const int before = both.executed(line);
    for (int i = 0; i < Cases && !HasFailure(); ++i) {
      both.random(both.longest(), length(i), ++seed, 1, {&line, 1}, true);
    }
    EXPECT_GT(both.executed(line), before + Cases / 4) << line.name << ' ' << line.pattern;
  }
}

TEST_P(SmeCorePrograms, AreGoldens) {
  for (int i = 0; i < Programs && !HasFailure(); ++i) {
    both.random(length(i), length(i / 3),
                test_options().seed * 1'000'000'007 + static_cast<std::uint64_t>(i),
                random_case::MaxWords, instructions());
  }
}

constexpr std::uint64_t End = Data + paged_memory::PageBytes;

/// Streaming mode, the longest vectors; P0 is true, bytes of Z1 count from one.
state streaming(const beside_golden& both) {
  state s{.svl = both.longest(), .nsvl = 128, .sm = true};
  for (int i = 0; i < s.svlb(); ++i) s.z[1][i] = static_cast<std::uint8_t>(i + 1);
  std::fill_n(s.p[0].begin(), s.svlb() / 8, 0xff);
  return s;
}
void put_words(vector_t& z, int bytes, std::uint32_t x) {
  for (int i = 0; i < bytes; i += 4) std::memcpy(&z[i], &x, 4);
}

TEST_P(SmeCorePrograms, TblFindsTheLastElementAndNoneBehindIt) {
  constexpr const char* Texts[]{"tbl z0.b, {z1.b}, z2.b", "tbl z0.h, {z1.h}, z2.h",
                                "tbl z0.s, {z1.s}, z2.s", "tbl z0.d, {z1.d}, z2.d"};
  for (int log = 0; log < 4; ++log) {
    state s            = streaming(both);
    const int elements = s.svlb() >> log;
    for (int i = 0; i < elements; ++i)
      s.z[2][i << log] = static_cast<std::uint8_t>(elements - 1 + i % 3);
    both.runs(s, {Texts[log]});
  }
}

TEST_P(SmeCorePrograms, DupTakesAQuadword) { both.runs(streaming(both), {"dup z0.q, z1.q[0]"}); }

TEST_P(SmeCorePrograms, DupTakesSp) {
  state s = streaming(both);
  s.x[31] = 0x1234'5678'9abc'def0;
  both.runs(s, {"dup z0.d, sp"});
}

TEST_P(SmeCorePrograms, NarrowStoresWriteActiveElementsAlone) {
  for (const std::uint8_t pattern : {0x01, 0x10}) {
    state s = streaming(both);
    s.x[0]  = Data;
    std::fill_n(s.p[1].begin(), s.svlb() / 8, pattern);
    both.runs(s, {"st1h {z1.s}, p1, [x0]"});
  }
}

TEST_P(SmeCorePrograms, StoresReachTheEndOfAPageAndFaultBehindIt) {
  state s = streaming(both);
  for (const auto end : {End - 1, End, End + 1}) {
    s.x[0] = end - static_cast<std::uint64_t>(s.svlb());
    both.runs(s, {"str z1, [x0]"});
  }
}

TEST_P(SmeCorePrograms, FaddvAddsNeighbours) {
  for (const auto* text : {"faddv h0, p0, z1.h", "faddv s0, p0, z1.s", "faddv d0, p0, z1.d"}) {
    both.runs(streaming(both), {text});
  }
}

/// A signalling NaN, infinity by zero, and which of several NaNs comes first.
TEST_P(SmeCorePrograms, FmlaChoosesTheNan) {
  constexpr std::uint32_t Operands[][3]{{0x7f800001, 0x7f800000, 0},
                                        {0x3f800000, 0x7fc00001, 0x7fc00002},
                                        {0x7fc00003, 0x7fc00001, 0x7fc00002},
                                        {0x7fc00003, 0x7f800001, 0x7fc00002},
                                        {0x7fc00003, 0x7fc00001, 0x7f800002}};
  for (const auto& o : Operands) {
    state s = streaming(both);
    put_words(s.z[0], s.svlb(), o[0]);
    put_words(s.z[2], s.svlb(), o[1]);
    put_words(s.z[3], s.svlb(), o[2]);
    both.runs(s, {"fmla z0.s, p0/m, z2.s, z3.s"});
  }
}

/// Zeros of both signs, ties, subnormals, infinities, NaNs, the least integer by -1: every pair.
TEST_P(SmeCorePrograms, WordsOfKernelsMeetEveryPairOfEdges) {
  constexpr std::uint32_t Edges[]{0,          0x80000000, 0x3f000000, 0xbf000000,
                                  0x3fc00000, 0x40200000, 0xffffffff, 0x00000001,
                                  0x807fffff, 0x00800000, 0x7f7fffff, 0x7f800000,
                                  0xff800000, 0x7fc00001, 0x7f800001, 0x3f7fffff};
  for (std::size_t shift = 0; shift < std::size(Edges); ++shift) {
    state s = streaming(both);
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

TEST_P(SmeCorePrograms, FmulFlushesAnExactTinyProduct) {
  state s = streaming(both);
  put_words(s.z[2], s.svlb(), 0x0d800000);
  put_words(s.z[3], s.svlb(), 0x30800000);
  s.fpcr = fp_control::Fz;
  both.runs(s, {"fmul z0.s, z2.s, z3.s"});
}

TEST_P(SmeCorePrograms, FmopaWaitsForZero) {
  state s = streaming(both);
  put_words(s.z[2], s.svlb(), 0x40000000);
  put_words(s.z[3], s.svlb(), 0x40400000);
  s.za = true;
  for (int i = 0; i < s.svlb(); ++i) put_words(s.rows[i], s.svlb(), 0x3f800000);
  both.runs(s, {"zero {za}", "fmopa za0.s, p0/m, p0/m, z2.s, z3.s"});
}

TEST_P(SmeCorePrograms, LeavingStreamingModeKeepsZa) {
  state s = streaming(both);
  s.x[0]  = Data;
  s.za    = true;
  for (int i = 0; i < s.svlb(); ++i) put_words(s.rows[i], s.svlb(), 0x3f800000);
  both.runs(s, {"smstop sm", "ldr za[w12, 0], [x0]"});
}

/// Two bytes are there; the first active element is one of six.
TEST_P(SmeCorePrograms, FirstFaultsClearFfrFromTheElementOn) {
  for (int first = 0; first < 6; ++first) {
    state s{.svl = 128, .nsvl = 128};
    s.x[0]   = End - 2;
    s.p[0]   = {static_cast<std::uint8_t>(0xff << first), 0xff};
    s.ffr[0] = s.ffr[1] = 0xff;
    both.runs(s, {"ldff1b {z0.b}, p0/z, [x0, x1]"});
  }
}

}  // namespace
}  // namespace weft::sme_core_programs_test
