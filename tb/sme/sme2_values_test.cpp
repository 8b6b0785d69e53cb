// SPDX-License-Identifier: Apache-2.0
//
// SME2 in golden against texts of LLVM's assembler, which the model of sme2_reference.hpp does on
// the host's numbers: every line of the table, at four vector lengths.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <span>
#include <string>

#include "sim/golden/sme.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme2_array_words.hpp"
#include "tb/sme/sme2_memory_words.hpp"
#include "tb/sme/sme2_reference.hpp"
#include "tb/sme/sme2_vector_words.hpp"

namespace weft::sme2_values_test {
namespace {

using namespace golden::sme;
using sme2_reference::content_e;

constexpr std::uint64_t Code = 0x1000, Arena = 0x10'0000, Bytes = 0x8000;

/// Contents for which the host's arithmetic is the architecture's.
content_e content_of(const sme2_reference::parsed& p) {
  const auto& name = p.name;
  const int size   = p.of.size() > 1 ? p.of[1].size : 0;
  if (p.of[0].kind == 'a' && name[0] == 'b') return content_e::Bfloats;
  if (name[0] != 'f' && name != "bfcvt" && name != "bfcvtn") return content_e::Bits;
  if (name == "fcvt" || name == "fcvtn") return content_e::Narrow;
  return size == 2 ? content_e::Halves : size == 4 ? content_e::Floats : content_e::Doubles;
}

class cases {
 public:
  explicit cases(std::uint64_t seed) : rng_(seed) {}

  state random(int svl, content_e content) {
    state s{.pc = Code, .svl = svl, .nsvl = 128};
    s.set_svcr(true, true);
    const auto bytes = static_cast<std::size_t>(svl / 8);
    for (auto& x : s.x) x = below(2) == 0 ? rng_() : rng_() % 70;
    for (auto& z : s.z) fill(std::span(z).first(bytes), content, false);
    for (std::size_t r = 0; r < bytes; ++r) fill(std::span(s.rows[r]).first(bytes), content, true);
    for (auto& b : s.zt0) b = static_cast<std::uint8_t>(rng_());
    for (auto& p : s.p) {
      // A counter of any size, some of them with bits that count for nothing.
      const unsigned size = 1u << below(4);
      const auto n        = static_cast<unsigned>(below(4 * svl / 8 / static_cast<int>(size)));
      const auto bits =
          (below(3) == 0 ? 0x8000 : 0) | (below(4) == 0 ? 0x4000 : 0) | n * 2 * size | size;
      p[0] = static_cast<std::uint8_t>(bits);
      p[1] = static_cast<std::uint8_t>(bits >> 8);
      if (below(20) == 0) p[0] &= 0xf0;
    }
    return s;
  }
  int below(int n) { return static_cast<int>(rng_() % static_cast<unsigned>(n)); }
  std::uint64_t bits() { return rng_(); }

 private:
  void fill(std::span<std::uint8_t> to, content_e content, bool sums) {
    const auto all = [&](int size, auto value) {
      for (std::size_t i = 0; i < to.size(); i += static_cast<std::size_t>(size)) {
        const auto x = value();
        std::memcpy(&to[i], &x, static_cast<std::size_t>(size));
      }
    };
    const auto number = [&] { return static_cast<float>(below(2001) - 1000); };
    const auto part   = [&] { return static_cast<float>(rng_()) * 0x1p-64f; };
    if (content == content_e::Narrow) {
      all(4,
          [&] { return std::ldexp((below(2) == 0 ? 1.f : -1.f) * (1 + part()), below(20) - 8); });
    } else if (content == content_e::Bits) {
      all(8, [&] { return rng_(); });
    } else if (content == content_e::Doubles) {
      all(8, [&] { return std::ldexp(static_cast<double>(rng_()) - 9e18, below(60) - 100); });
    } else if (content == content_e::Floats || (content == content_e::Halves && sums)) {
      all(4, [&] {
        if (sums && below(16) == 0) return std::nanf("0x12345");
        return std::ldexp(number() + part(), below(30) - 15);
      });
    } else if (sums) {
      all(4, number);
    } else if (content == content_e::Bfloats) {
      all(2, [&] {
        const auto f = static_cast<float>(below(255) - 127);
        std::uint32_t b;
        std::memcpy(&b, &f, 4);
        return static_cast<std::uint16_t>(b >> 16);
      });
    } else {
      // Normal numbers of binary16 from 2^-3 to 2^4.
      all(2, [&] {
        return static_cast<std::uint16_t>((below(7) + 12) << 10 | below(1024) | below(2) << 15);
      });
    }
  }

  std::mt19937_64 rng_;
};

class Sme2Values : public testing::Test {
 protected:
  void check(std::span<const sme2_word> words) {
    cases random(test_options().seed);
    for (const auto& [text, word] : words) {
      SCOPED_TRACE(std::string(text));
      const auto* line = decode(word);
      ASSERT_NE(line, nullptr);
      EXPECT_TRUE(line->group.starts_with("SME2"));
      const auto spelled = " " + std::string(line->name) + " ";
      const auto p       = sme2_reference::parser(text)();
      EXPECT_NE(spelled.find(" " + p.name + " "), spelled.npos) << spelled;
      met_.insert(line);
      for (const int svl : {128, 256, 512, 2048}) {
        if (svl == 2048 && random.below(4) != 0) continue;
        const auto before = prepared(random, p, svl);
        paged_memory memory;
        memory.map(Code, 4);
        memory.map(Arena, Bytes);
        std::vector<std::uint8_t> bytes(Bytes);
        for (auto& b : bytes) b = static_cast<std::uint8_t>(random.bits());
        memory.write(Arena, bytes);
        std::uint8_t code[4];
        std::memcpy(code, &word, 4);
        memory.write(Code, code);

        auto expected = before, s = before;
        auto pages = memory;
        auto why   = stop_e::None;
        try {
          if (!sme2_reference::model(expected, pages)(p)) why = stop_e::Undefined;
        } catch (const sme2_reference::no_memory&) {
          why = stop_e::Fault;
        }
        const auto out = step(s, memory);
        if (why != stop_e::None) {
          EXPECT_EQ(out.stop, why) << svl;
          EXPECT_TRUE(s == before) << svl;
          ++refused_;
          continue;
        }
        expected.pc += 4;
        s.fpsr = expected.fpsr;
        ASSERT_EQ(out.stop, stop_e::None) << out.reason << ' ' << svl;
        EXPECT_TRUE(s.z == expected.z) << svl << ": vectors" << first_difference(s, expected);
        EXPECT_TRUE(s.p == expected.p) << svl << ": predicates";
        EXPECT_TRUE(s.rows == expected.rows) << svl << ": ZA";
        EXPECT_EQ(unsigned{s.nzcv}, unsigned{expected.nzcv});
        EXPECT_TRUE(s == expected) << svl;
        EXPECT_TRUE(memory.pages() == pages.pages()) << svl;
        refuses_elsewhere(*line, before, memory);
      }
    }
  }
  static std::string first_difference(const state& a, const state& b) {
    for (std::size_t r = 0; r < 32; ++r) {
      for (std::size_t i = 0; i < MaxBytes; ++i) {
        if (a.z[r][i] != b.z[r][i]) return " z" + std::to_string(r) + " byte " + std::to_string(i);
      }
    }
    return "";
  }

  /// A state for a text: addresses lie in the arena, limits of WHILE near each other.
  static state prepared(cases& random, const sme2_reference::parsed& p, int svl) {
    auto s = random.random(svl, content_of(p));
    for (const auto& o : p.of) {
      if (o.kind != 'm') continue;
      s.x[static_cast<std::size_t>(o.base)] =
          Arena + Bytes / 2 + static_cast<unsigned>(random.below(200));
      if (o.x >= 0 && o.x != o.base)
        s.x[static_cast<std::size_t>(o.x)] = static_cast<unsigned>(random.below(60));
      if (o.x >= 0 && o.x == o.base) s.x[static_cast<std::size_t>(o.x)] = Arena;  // faults
    }
    if (p.name.starts_with("while")) {
      auto &a = s.x[static_cast<std::size_t>(p.of[1].regs[0])],
           &b = s.x[static_cast<std::size_t>(p.of[2].regs[0])];
      b       = random.below(4) == 0 ? std::uint64_t{1} << 63 : random.bits() % 3 - 1;
      a       = b + static_cast<std::uint64_t>(random.below(svl) - svl / 2);
    }
    return s;
  }
  /// Outside streaming mode, or without ZA, where the line needs them.
  static void refuses_elsewhere(const instruction& line, state s, memory& m) {
    const bool streaming = line.legal == legal_e::Streaming || line.legal == legal_e::StreamingZa;
    const bool za        = line.legal == legal_e::Za || line.legal == legal_e::StreamingZa;
    EXPECT_TRUE(streaming || za) << line.pattern;
    for (const bool without_za : {false, true}) {
      if (without_za ? !za : !streaming) continue;
      auto t                     = s;
      (without_za ? t.za : t.sm) = false;
      EXPECT_EQ(step(t, m).stop, stop_e::Illegal) << line.pattern;
    }
  }

  std::set<const instruction*> met_;
  int refused_ = 0;
};

TEST_F(Sme2Values, OfEveryLineAreThoseOfTheReference) {
  check(Sme2MemoryWords);
  check(Sme2ArrayWords);
  check(Sme2VectorWords);
  EXPECT_GT(refused_, 10);
  for (const auto& line : instructions()) {
    if (!line.group.starts_with("SME2") || line.name == "mova mov") continue;
    EXPECT_TRUE(met_.contains(&line)) << line.group << ' ' << line.pattern;
  }
}

/// Words of lines of the table that LLVM's disassembler refuses.
TEST(Sme2, ReservedEncodingsStop) {
  for (const std::uint32_t word :
       {0xc0ccb2b4u, 0xc0cc71a0u, 0xc08cf242u, 0xc08c7290u, 0xc08db03cu, 0xc08cb1d0u, 0xc09ff392u,
        0xc09de152u, 0xc09eb2d3u, 0xc09ca042u, 0xc0ca3353u, 0xc0cab2a8u, 0xc08b7250u, 0xc08bf082u,
        0xc08a80d8u, 0xc08a8038u, 0xc09b70e7u, 0xc09a7315u, 0xc09ba030u, 0xc09a8112u, 0xc1a4369au,
        0xc1a075d9u, 0xc1a91619u, 0xc1b9771bu, 0xc139607cu, 0xc120405cu, 0xc1e063dcu, 0xc1be430du,
        0xc1b5211cu, 0xc1ed411du, 0xc12b245eu, 0xc121243du, 0xc15408abu, 0xc15b69a9u, 0xc15aab09u,
        0xc155ee8eu, 0xc10fafffu, 0xc106b9beu, 0xc111696cu, 0xc11807bau, 0xc114c0b8u, 0xc1158c2cu,
        0xc134c1a0u, 0xc13dc30cu, 0xc12dc8f8u, 0xc126caccu, 0xc1ade29au, 0xc1aee21cu, 0xc1bfe398u,
        0xc1bee31cu, 0xc163e1eeu, 0xc163e0f1u, 0xc173e338u, 0xc173e134u, 0x4531581du, 0x45315811u,
        0xc125e27bu, 0xc125e366u, 0xc135e3d0u, 0xc135e011u, 0xc125a127u, 0xc121a10eu, 0xc12ba910u,
        0xc12aa925u, 0xc12ab119u, 0xc132b12du, 0xc128b904u, 0xc12cb92cu}) {
    ASSERT_NE(decode(word), nullptr) << std::hex << word;
    state s{.pc = Code, .svl = 2048};
    s.set_svcr(true, true);
    const auto before = s;
    paged_memory memory;
    memory.map(Code, 4);
    std::uint8_t bytes[4];
    std::memcpy(bytes, &word, 4);
    memory.write(Code, bytes);
    EXPECT_EQ(step(s, memory).stop, stop_e::Undefined) << std::hex << word;
    EXPECT_TRUE(s == before);
  }
}

TEST(Sme2, ZtIsZeroWhenZaIsTurnedOn) {
  state s{};
  s.set_svcr(true, true);
  s.zt0.fill(0xff);
  s.set_svcr(false, true);
  EXPECT_EQ(s.zt0[5], 0xff);
  s.set_svcr(true, false);
  s.set_svcr(true, true);
  EXPECT_EQ(s.zt0, decltype(s.zt0){});
}

}  // namespace
}  // namespace weft::sme2_values_test
