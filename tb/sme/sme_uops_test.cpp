// SPDX-License-Identifier: Apache-2.0
//
// Uops of instruction words against golden::sme's execution: whatever an instruction changes is a
// destination of its uop, and whatever changes its result is a source.

#include "sim/golden/sme_core/sme_uops.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::sme_uops_test {
namespace {

using namespace golden::sme_core;
using golden::sme::instruction, golden::sme::legal_e, golden::sme::paged_memory, golden::sme::state,
    golden::sme::stop_e;

constexpr std::uint64_t Code = 0x1000, Data = 0x10'0000, Bytes = 0x1'0000;

class machine {
 public:
  machine(std::uint64_t seed, int svl) : rng_(static_cast<unsigned>(seed)), s_{.svl = svl} {
    s_.za = s_.sm = true;
    memory_.map(Code, 4);
    memory_.map(Data, Bytes);
    for (auto& z : s_.z) fill(z);
    for (auto& row : s_.rows) fill(row);
    for (auto& p : s_.p) fill_predicate(p);
    // Addresses with some distance from the ends of memory, and small numbers.
    for (unsigned i = 0; i < s_.x.size(); ++i) {
      s_.x[i] = i % 3 == 0 || i == 31 ? Data + Bytes / 2 + rng_() % 0x1000 : rng_() % 64;
    }
    s_.pc = Code;
    std::vector<std::uint8_t> bytes(0x8000);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(rng_());
    memory_.write(Data + Bytes / 2 - 0x4000, bytes);
  }

  template <class V>
  void fill(V& v) {
    for (int i = 0; i < s_.vl(); ++i)
      v[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(rng_());
  }
  template <class P>
  void fill_predicate(P& p) {
    for (int i = 0; i < s_.vl() / 8; ++i)
      p[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(rng_() | rng_());
  }

  std::mt19937 rng_;
  state s_;
  paged_memory memory_;
};

struct result {
  state s;
  paged_memory memory;
};
std::optional<result> execute(const machine& m, std::uint32_t word) {
  result r{m.s_, m.memory_};
  const std::array<std::uint8_t, 4> bytes{
      static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8),
      static_cast<std::uint8_t>(word >> 16), static_cast<std::uint8_t>(word >> 24)};
  r.memory.write(Code, bytes);
  if (golden::sme::step(r.s, r.memory).stop != stop_e::None) return {};
  return r;
}

template <class List>
bool names(const List& list, std::size_t number) {
  return std::ranges::any_of(list, [&](const reg& r) { return r && *r == number; });
}

/// All uops of an instruction as one.
struct whole {
  pipe_e pipe;
  bool alone, structure;
  std::vector<reg> z_source{}, z_dest{}, p_source{}, p_dest{};
  unsigned za_reads, za_writes;
  std::uint64_t first, last;

  explicit whole(const translated& t)
      : pipe(t.u.pipe),
        alone(t.u.alone),
        structure(t.u.structure),
        za_reads(t.u.za_reads),
        za_writes(t.u.za_writes),
        first(t.u.first),
        last(t.u.last) {
    add(t.u);
    for (const auto& p : t.rest) add(p.u);
  }
  void add(const uop& u) {
    z_source.insert(z_source.end(), u.z_source.begin(), u.z_source.end());
    z_dest.insert(z_dest.end(), u.z_dest.begin(), u.z_dest.end());
    p_source.insert(p_source.end(), u.p_source.begin(), u.p_source.end());
    p_dest.push_back(u.p_dest);
    first = std::min(first, u.first);
    last  = std::max(last, u.last);
  }
};

/// Holds one word's uop against golden. Returns the translation if the word executes.
std::optional<translated> check(machine& m, const instruction& line, std::uint32_t word) {
  const auto once = execute(m, word);
  if (!once) return {};
  state copy   = m.s_;
  const auto t = translate({}, copy, line, word);
  const whole u(t);
  if (u.alone && !u.structure) return t;
  EXPECT_TRUE(once->s.sm && once->s.za);

  // Changes are destinations.
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_TRUE(once->s.z[i] == m.s_.z[i] || (t.has_uop && names(u.z_dest, i))) << "writes z" << i;
  }
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_TRUE(once->s.p[i] == m.s_.p[i] || (t.has_uop && names(u.p_dest, i))) << "writes p" << i;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.s_.svlb()); ++i) {
    EXPECT_TRUE(once->s.rows[i] == m.s_.rows[i] || (u.za_writes >> i % 8 & 1) != 0)
        << "writes row " << i;
  }
  EXPECT_TRUE(once->s.nzcv == m.s_.nzcv || t.gives_flags || t.sets_flags) << "writes NZCV";
  for (const auto& [at, page] : once->memory.pages()) {
    const auto& before = m.memory_.pages().at(at);
    if (page == before || at == Code) continue;
    for (std::size_t i = 0; i < page.size(); ++i) {
      if (page[i] == before[i]) continue;
      if (!t.has_uop) break;  // a store of the host
      EXPECT_TRUE(u.pipe == pipe_e::Store && u.first <= at + i && at + i <= u.last)
          << "stores at " << at + i;
    }
  }

  // Registers that are no sources change nothing else. A destination that is no source is written
  // as a whole.
  machine other = m;
  for (std::size_t i = 0; i < 32; ++i) {
    if (!names(u.z_source, i)) other.fill(other.s_.z[i]);
  }
  for (std::size_t i = 0; i < 16; ++i) {
    if (!names(u.p_source, i)) other.fill_predicate(other.s_.p[i]);
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.s_.svlb()); ++i) {
    if (((u.za_reads | u.za_writes) >> i % 8 & 1) == 0) other.fill(other.s_.rows[i]);
  }
  const auto twice = execute(other, word);
  if (!twice) {
    ADD_FAILURE() << "stops with other registers";
    return t;
  }
  for (std::size_t i = 0; i < 32; ++i) {
    EXPECT_TRUE(!names(u.z_dest, i) || twice->s.z[i] == once->s.z[i]) << "reads more for z" << i;
  }
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_TRUE(!names(u.p_dest, i) || twice->s.p[i] == once->s.p[i]) << "reads more for p" << i;
  }
  for (std::size_t i = 0; i < static_cast<std::size_t>(m.s_.svlb()); ++i) {
    EXPECT_TRUE((u.za_writes >> i % 8 & 1) == 0 || twice->s.rows[i] == once->s.rows[i])
        << "reads more for row " << i;
  }
  EXPECT_EQ(twice->memory.pages(), once->memory.pages()) << "stores more";
  EXPECT_EQ(twice->s.x, once->s.x) << "X depends on more";
  EXPECT_EQ(twice->s.pc, once->s.pc);
  EXPECT_EQ(twice->s.nzcv, once->s.nzcv) << "NZCV depends on more";

  // With other sources, too, X and NZCV stay, unless the host waits for them.
  machine sources = m;
  for (auto& z : sources.s_.z) sources.fill(z);
  for (auto& p : sources.s_.p) sources.fill_predicate(p);
  if (const auto r = execute(sources, word)) {
    EXPECT_TRUE(t.gives_x || r->s.x == once->s.x) << "the host waits for no X";
    EXPECT_TRUE(t.gives_flags || r->s.nzcv == once->s.nzcv) << "the host waits for no flags";
  }
  machine flags = m;
  flags.s_.nzcv ^= 15;
  if (const auto r = execute(flags, word); r && !t.reads_flags) {
    EXPECT_EQ(r->s.x, once->s.x) << "needs NZCV";
    EXPECT_EQ(r->s.pc, once->s.pc) << "needs NZCV";
  }

  // Bytes that are not loaded do not matter.
  if (t.has_uop && u.pipe == pipe_e::Load) {
    EXPECT_LE(u.last - u.first, 255u);
    machine bytes = m;
    for (std::uint64_t at = Data + Bytes / 2 - 0x4000; at < Data + Bytes / 2 + 0x4000; ++at) {
      const std::array<std::uint8_t, 1> junk{static_cast<std::uint8_t>(bytes.rng_())};
      if (at < u.first || at > u.last) bytes.memory_.write(at, junk);
    }
    const auto r = execute(bytes, word);
    EXPECT_TRUE(r && r->s == once->s) << "loads more";
  }
  return t;
}

TEST(SmeUops, SourcesAndDestinationsAreThoseOfGoldensExecution) {
  std::map<std::string, int> executed, mapped;
  std::uint64_t seed = test_options().seed;
  for (const auto& line : golden::sme::instructions()) {
    if (line.legal == legal_e::NonStreaming) continue;
    for (int tries = 0; tries < 8; ++tries) {
      machine m(++seed, tries % 2 == 0 ? 128 : 512);
      const auto word = line.value | (static_cast<std::uint32_t>(m.rng_()) & ~line.mask);
      SCOPED_TRACE(std::string(line.name) + ", " + std::to_string(word));
      const auto t = check(m, line, word);
      executed[std::string(line.group)] += t.has_value();
      mapped[std::string(line.group)] += t && !t->u.alone;
      if (HasFailure()) return;
    }
  }
  // Most words execute, and most of these are not alone.
  for (const auto& [group, n] : executed) {
    EXPECT_GT(n, 20) << group;
    EXPECT_GT(4 * mapped[group], n) << group;
  }
}

TEST(SmeUops, RowsOfTilesAndSlicesAreTheirClasses) {
  state s{.svl = 512};
  s.sm = s.za     = true;
  s.x[12]         = 5;
  const auto rows = [&](std::uint32_t word) {
    const auto t = translate({}, s, *golden::sme::decode(word), word);
    return std::pair{unsigned{t.u.za_reads}, unsigned{t.u.za_writes}};
  };
  using masks = std::pair<unsigned, unsigned>;
  EXPECT_EQ(rows(0x80820021), (masks{0, 0x22}));    // FMOPA ZA1.S
  EXPECT_EQ(rows(0x80c20025), (masks{0, 0x20}));    // FMOPA ZA5.D
  EXPECT_EQ(rows(0xc0080055), (masks{0, 0x55}));    // ZERO {ZA0.H}
  EXPECT_EQ(rows(0xc0820020), (masks{1, 0}));       // MOVA Z0.S, ZA0H.S[w12, 1]: row 6 * 4 = 24
  EXPECT_EQ(rows(0xc0828020), (masks{0x11, 0}));    // ZA0V.S
  EXPECT_EQ(rows(0xe1000002), (masks{0, 1 << 7}));  // LDR ZA[w12, 2]
}

/// SVL 512: 64 rows. Words on two rows are one uop, on four rows two, vertical sums of four vectors
/// four.
TEST(SmeUops, WordsOnRowsOfZaAreUopsOfTwoRows) {
  state s{.svl = 512};
  s.sm = s.za = true;
  s.x[9]      = 18;
  struct expected {
    std::uint32_t word;
    std::vector<std::vector<int>> z;  ///< sources of each uop
    unsigned writes;
  };
  const std::array words{
      expected{0xc125'3823, {{1, 2, 5}}, 1u << 5},  // FMLA ZA.S[w9, 3, vgx2], {z1-z2}, z5
      expected{0xc135'3823, {{1, 2, 5}, {3, 4, 5}}, 1u << 5},  // vgx4, {z1-z4}
      expected{0xc1a4'3840, {{2, 3, 4, 5}}, 1u << 2},    // FMLA ZA.S[w9, 0, vgx2], {z2-z3}, {z4-z5}
      expected{0xc1a1'3c80, {{4, 5}, {6, 7}}, 1u << 2},  // FADD ZA.S[w9, 0, vgx4], {z4-z7}
      expected{0xc155'a0a0, {{4, 5, 5}, {4, 5, 5}, {6, 7, 5}, {6, 7, 5}}, 1u << 2},  // SVDOT
      expected{0xc125'2821, {{1, 5}, {2, 5}}, 3u << 4},  // FMLAL ZA.S[w9, 2:3, vgx2], {z1-z2}, z5
      expected{0xc125'2400, {{0, 5}, {0, 5}}, 0xfu},     // SMLALL ZA.S[w9, 0:3], z0, z5: rows 16 on
  };
  for (const auto& w : words) {
    SCOPED_TRACE(w.word);
    const auto t = translate({}, s, *golden::sme::decode(w.word), w.word);
    std::vector<uop> uops{t.u};
    for (const auto& p : t.rest) uops.push_back(p.u);
    ASSERT_EQ(uops.size(), w.z.size());
    for (std::size_t i = 0; i < uops.size(); ++i) {
      EXPECT_EQ(uops[i].pipe, pipe_e::Op);
      const bool vertical = w.z.size() == 4;
      EXPECT_EQ(uops[i].joined, vertical ? i % 2 != 0 : i != 0);
      EXPECT_EQ(unsigned{uops[i].za_writes}, w.writes);
      std::vector<int> z;
      for (const auto& r : uops[i].z_source) {
        if (r) z.push_back(*r);
      }
      EXPECT_EQ(z, w.z[i]);
    }
  }
}

/// SVL 512: 64 bytes, 32, 16 and 8 elements.
TEST(SmeUops, WordsOfSeveralCyclesKeepTheVectorPipe) {
  struct expected {
    std::uint32_t word;
    int beats;
  };
  constexpr std::array Words{
      expected{0x04002020, 8},    // SADDV d0, p0, z1.b: a cycle for eight bytes
      expected{0x04082020, 11},   // SMAXV b0, p0, z1.b: and three folds
      expected{0x65802020, 14},   // FADDV s0, p0, z1.s: four levels
      expected{0x65402020, 18},   // FADDV h0, p0, z1.h: five levels
      expected{0x05223020, 64},   // TBL z0.b, {z1.b}, z2.b
      expected{0x6594a020, 17},   // SCVTF z0.s, p0/m, z1.s
      expected{0x65cba020, 9},    // FCVT z0.d, p0/m, z1.s
      expected{0x658d8020, 433},  // FDIV z0.s, p0/m, z0.s, z1.s: 26 digits
      expected{0x65cda020, 441},  // FSQRT z0.d, p0/m, z1.d: 54 digits
      expected{0x04d40020, 521},  // SDIV z0.d, p0/m, z0.d, z1.d
      expected{0x1e621820, 57},   // FDIV d0, d1, d2
      expected{0x1e620020, 2},    // SCVTF d0, w1
      expected{0x65824030, 1},    // FCMGT p0.s, p0/z, z1.s, z2.s
      expected{0x44820020, 1},    // SDOT z0.s, z1.b, z2.b
      expected{0x64a20020, 1}};   // FMLA z0.s, z1.s, z2.s[0]
  state s{.svl = 512};
  s.sm = true;
  for (const auto& [word, beats] : Words) {
    const auto t = translate({}, s, *golden::sme::decode(word), word);
    EXPECT_FALSE(t.u.alone) << std::hex << word;
    EXPECT_EQ(t.u.beats, beats) << std::hex << word;
  }
}

/// A pair is two words for the core, with the addresses of both.
TEST(SmeUops, APairOfVectorRegistersIsTwoUops) {
  state s{.svl = 512};
  s.x[31]         = 0x1000;
  const auto pair = 0x6dbc'27e8;  // STP d8, d9, [sp, #-64]!
  const auto t    = translate({}, s, *golden::sme::decode(pair), pair);
  ASSERT_EQ(t.rest.size(), 1u);
  EXPECT_EQ(t.u.first, 0x1000u - 64);
  EXPECT_EQ(t.u.last, 0x1000u - 57);
  EXPECT_EQ(t.u.z_source[0], reg(8));
  EXPECT_EQ(t.rest[0].u.first, 0x1000u - 56);
  EXPECT_EQ(t.rest[0].u.z_source[0], reg(9));
  EXPECT_EQ(t.word, 0xfd00'0008u);  // STR D, [X, #0]
}

/// LD1 of two and four vectors: a pair is a uop where two neighbouring lines have all its bytes.
TEST(SmeUops, PairsOfLoadedVectorsAreUopsWhereTwoLinesHaveThem) {
  struct form {
    std::uint32_t word;
    std::vector<unsigned> registers;
  };
  const std::array forms{form{0xa040'2006, {6, 7}},           // LD1H {z6.h-z7.h}, pn8/z, [x0]
                         form{0xa040'8008, {8, 9, 10, 11}},   // LD1B {z8.b-z11.b}
                         form{0xa000'0000, {0, 1}},           // LD1B {z0.b-z1.b}, pn8/z, [x0, x0]
                         form{0xa040'4c03, {2, 3}},           // LDNT1W {z2.s-z3.s}, pn11/z
                         form{0xa140'0012, {18, 26}},         // LD1B {z18.b, z26.b}
                         form{0xa140'800b, {3, 7, 11, 15}}};  // LDNT1B {z3.b, z7.b, z11.b, z15.b}
  int pairs = 0, single = 0;
  for (const int svl : {128, 256, 512, 1024}) {
    for (const auto& f : forms) {
      for (std::uint64_t offset = 0; offset < 64; ++offset) {
        SCOPED_TRACE(std::to_string(f.word) + ", svl " + std::to_string(svl) + ", " +
                     std::to_string(offset));
        state s{.svl = svl};
        s.sm         = true;
        s.x[0]       = 0x1000 + offset;
        const auto t = translate({}, s, *golden::sme::decode(f.word), f.word);
        std::vector<translated::part> parts{{t.u, t.word, t.number}};
        parts.insert(parts.end(), t.rest.begin(), t.rest.end());
        const auto bytes         = static_cast<unsigned>(svl) / 8;
        const auto first         = (f.word & 0x0040'0000) != 0 ? s.x[0] : 2 * s.x[0];
        const bool both          = first % 64 + 2 * bytes <= 128;
        const auto a_uop         = both ? 2u : 1u;
        unsigned register_number = 0;
        ASSERT_TRUE(t.numbered);
        ASSERT_EQ(parts.size(), f.registers.size() / a_uop);
        for (const auto& p : parts) {
          EXPECT_EQ(p.word, f.word);
          EXPECT_EQ(unsigned{p.number}, register_number | (both ? 4u : 0u));
          EXPECT_EQ(p.u.first, first + register_number * bytes);
          EXPECT_EQ(p.u.last, p.u.first + a_uop * bytes - 1);
          EXPECT_EQ(p.u.beats, bytes > 64 && p.u.first % 64 != 0 ? 2 : 1);
          EXPECT_EQ(p.u.pair(), both);
          for (unsigned k = 0; k < 4; ++k) {
            EXPECT_EQ(p.u.z_dest[k],
                      k < a_uop ? reg(static_cast<std::uint8_t>(f.registers[register_number + k]))
                                : reg{});
          }
          register_number += a_uop;
        }
        (both ? pairs : single)++;
      }
    }
  }
  EXPECT_GT(pairs, 64 * 12);
  EXPECT_GT(single, 64 * 6);
  // A memory of one line a cycle.
  state s{.svl = 256};
  s.sm = true;
  for (const std::uint64_t at : {0x1000, 0x1020}) {
    s.x[0] = at;
    const auto t =
        translate({.load_bytes = 64}, s, *golden::sme::decode(forms[0].word), forms[0].word);
    EXPECT_EQ(t.rest.size(), at == 0x1000 ? 0u : 1u);
  }
  // The second and the third of four vectors are never a pair.
  s.svl  = 128;
  s.x[0] = 0x1038;
  const auto t =
      translate({.load_bytes = 64}, s, *golden::sme::decode(forms[1].word), forms[1].word);
  ASSERT_EQ(t.rest.size(), 2u);
  EXPECT_EQ(t.rest[1].u.first, 0x1038u + 32);
  EXPECT_TRUE(t.rest[1].u.pair());
}

/// The words that the core decodes in place of one of several vectors, or those alike, one after
/// the other, leave the state that it leaves.
TEST(SmeUops, WordsOfSingleVectorsDoWhatTheWordOfSeveralDoes) {
  std::uint64_t seed = test_options().seed;
  int entangled = 0, overlapping = 0, alike = 0, turned = 0;
  for (const auto& line : golden::sme::instructions()) {
    if (line.group != "SME2 multiple vectors") continue;
    for (int tries = 0; tries < 24; ++tries) {
      machine m(++seed, tries % 2 == 0 ? 128 : 512);
      auto word = line.value | (static_cast<std::uint32_t>(m.rng_()) & ~line.mask);
      // Registers near each other.
      if (tries % 4 != 0) word &= ~(~line.mask & (0x18u << 16 | 0x18u << 5 | 0x18u));
      state copy   = m.s_;
      const auto t = translate({}, copy, line, word);
      entangled += t.entangled;
      if (t.rest.empty()) continue;
      const auto once = execute(m, word);
      if (!once) continue;  // no FCLAMP of bytes
      const auto one = [&](std::uint32_t part) {
        m.s_.pc      = Code;
        const auto r = execute(m, part);
        ASSERT_TRUE(r) << std::hex << part;
        m.s_ = r->s;
      };
      const bool backwards = t.u.z_dest[0] > t.rest.back().u.z_dest[0];
      overlapping += t.alike.empty() && backwards;
      turned += !t.alike.empty() && backwards;
      alike += !t.alike.empty();
      const auto p0 = m.s_.p[0];
      if (t.alike.empty()) {
        one(t.word);
        for (const auto& p : t.rest) one(p.word);
      } else {
        ASSERT_EQ(t.alike.size(), t.rest.size() + 1);
        m.s_.p[0].fill(0xff);
        for (const auto bits : t.alike) one(bits);
        m.s_.p[0] = p0;
      }
      EXPECT_TRUE(m.s_ == once->s) << line.name << ' ' << std::hex << word;
    }
  }
  EXPECT_GT(entangled, 0);
  EXPECT_GT(overlapping, 0);
  EXPECT_GT(alike, 100);
  EXPECT_GT(turned, 0);
}

TEST(SmeUops, AGatherAsksForItsActiveElementsAndAScatterHasTwoTurnsForEach) {
  state s{.svl = 128, .nsvl = 128};
  s.x[0]                     = 0x1000;
  s.p[0]                     = {0x01, 0x11};  // words 0, 2 and 3
  s.z[1]                     = {0x10, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 8};
  const auto translated_word = [&](std::uint32_t word) {
    return translate({}, s, *golden::sme::decode(word), word);
  };
  using elements    = std::vector<std::optional<std::uint64_t>>;
  const auto gather = translated_word(0x8561'4002);  // LD1W {z2.s}, p0/z, [x0, z1.s, SXTW #2]
  EXPECT_TRUE(gather.u.alone && gather.u.apart && !gather.mapped);
  EXPECT_EQ(gather.elements, (elements{0x1040, {}, 0xffc, 0x1020}));
  EXPECT_EQ(gather.u.asked, 0b1101u);
  EXPECT_EQ(gather.u.turns, 4);
  // An address of more than 48 bits is not asked for.
  s.x[0] = 0xffff'ffff'fff0;
  EXPECT_EQ(translated_word(0x8561'4002).u.asked, 0b0100u);
  const auto scatter = translated_word(0xe541'8002);  // ST1W {z2.s}, p0, [x0, z1.s, UXTW]
  EXPECT_EQ(scatter.u.beats, 8);
  EXPECT_EQ(scatter.u.z_source[0], reg(1));
  EXPECT_EQ(scatter.u.z_source[1], reg(2));
}

/// An answer gives both vectors of a pair: the words behind it wait as long for the second.
TEST(SmeCoreClock, BothVectorsOfAPairAreThereWithItsAnswer) {
  state s{.svl = 512};
  s.sm          = true;
  s.x[0]        = 0x1000;
  const auto of = [&](std::uint32_t word) {
    return translate({}, s, *golden::sme::decode(word), word);
  };
  core_clock clock({}, memory_times::constant(20));
  const auto load = *clock.execute(of(0xa040'0004));  // LD1B {z4.b-z5.b}, pn8/z, [x0]
  EXPECT_EQ(load.issue, 2u);
  EXPECT_EQ(load.done, 2u + 20 + 1);
  EXPECT_EQ(clock.execute(of(0x0420'00a1))->issue, load.done);      // ADD z1.b, z5.b, z0.b
  EXPECT_EQ(clock.execute(of(0x0420'0082))->issue, load.done + 1);  // ADD z2.b, z4.b, z0.b
  // Four vectors, on the pipe one pair behind the other.
  const auto four = *clock.execute(of(0xa040'8008));
  EXPECT_EQ(clock.execute(of(0xa040'0004))->issue, four.issue + 1);
}

/// A host of two instructions a cycle that is at most two uops ahead.
TEST(SmeCoreClock, TheHostHandsOverInItsWidthAndWaitsForResults) {
  const core_config k{.host = 2, .ahead = 2};
  translated vector{.has_uop = true, .u = {.z_dest = {reg(0)}}};
  core_clock clock(k, memory_times::constant(20));
  EXPECT_EQ(clock.execute(vector)->dispatch, 1u);
  EXPECT_EQ(clock.execute({}), std::nullopt);
  EXPECT_EQ(clock.execute({}), std::nullopt);
  auto x            = vector;
  x.gives_x         = true;
  const auto waited = *clock.execute(x);
  EXPECT_EQ(waited.dispatch, 2u);
  EXPECT_EQ(waited.done, 3u + 1 + 3);
  // A branch on flags that nobody gave does not wait; the X result came in cycle 8.
  EXPECT_EQ(clock.execute({.reads_flags = true}), std::nullopt);
  auto flags        = vector;
  flags.gives_flags = true;
  const auto given  = *clock.execute(flags);
  EXPECT_EQ(given.dispatch, 8u + 1);
  clock.execute({.reads_flags = true});
  EXPECT_EQ(clock.execute(vector)->dispatch, given.done + 1 + 1);
  // The host's own flags end the wait.
  clock.execute(flags);
  clock.execute({.sets_flags = true});
  const auto before = clock.cycles();
  clock.execute({.reads_flags = true});
  EXPECT_EQ(clock.cycles(), before);
}

}  // namespace
}  // namespace weft::sme_uops_test
