// SPDX-License-Identifier: Apache-2.0
//
// SME2 in golden against texts of LLVM's assembler: what a text says is done by a second model,
// byte by byte, that knows no encoding.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <string>

#include "sim/golden/sme.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme2_words.hpp"

namespace weft::sme2_golden_test {
namespace {

using namespace golden::sme;

/// A text's numbers.
struct parsed {
  bool to_za  = false;
  int z       = 0;  ///< the first vector
  int n       = 2;
  bool array  = false;
  int tile    = 0;
  bool column = false;
  int size    = 1;
  int w = 0, offset = 0;
};
parsed parse(const std::string& text) {
  parsed p;
  std::smatch m;
  EXPECT_TRUE(std::regex_search(text, m, std::regex(R"(\{ z(\d+)\.([bhsd])( - |, )z(\d+))")))
      << text;
  p.z    = std::stoi(m[1]);
  p.n    = m[3] == ", " ? 2 : 4;
  p.size = 1 << std::string("bhsd").find(m[2].str());
  EXPECT_EQ(std::stoi(m[4]), p.z + p.n - 1);
  p.to_za = text.starts_with("mov za");
  if (std::regex_search(text, m, std::regex(R"(za\.d\[w(\d+), (\d+), vgx(\d)\])"))) {
    p.array = true;
    EXPECT_EQ(std::stoi(m[3]), p.n);
  } else {
    EXPECT_TRUE(std::regex_search(text, m, std::regex(R"(za(\d+)([hv])\.[bhsd]\[w(\d+), (\d+):)")));
    p.tile   = std::stoi(m[1]);
    p.column = m[2] == "v";
    p.w      = std::stoi(m[3]);
    p.offset = std::stoi(m[4]);
    return p;
  }
  p.w      = std::stoi(m[1]);
  p.offset = std::stoi(m[2]);
  return p;
}

/// The byte of ZA that byte i of vector k is moved to or from.
std::uint8_t& place(state& s, const parsed& p, int k, int i) {
  const int rows = s.svl / 8;
  const auto at  = [&](std::int64_t row, std::int64_t column) -> std::uint8_t& {
    return s.rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
  };
  const auto w = static_cast<std::int64_t>(s.x[static_cast<std::size_t>(p.w)] & 0xffff'ffff);
  if (p.array) return at((w + p.offset) % (rows / p.n) + k * (rows / p.n), i);
  const auto slice = (w - w % p.n + p.offset + k) % (rows / p.size);
  if (!p.column) return at(slice * p.size + p.tile, i);
  return at(i / p.size * p.size + p.tile, slice * p.size + i % p.size);
}

/// The state behind an instruction; without a value where the tile has fewer slices.
std::optional<state> meant(state s, const parsed& p) {
  if (!p.array && s.svl / 8 / p.size < p.n) return {};
  for (int k = 0; k < p.n; ++k) {
    for (int i = 0; i < s.svl / 8; ++i) {
      auto& z = s.z.at(static_cast<std::size_t>(p.z + k)).at(static_cast<std::size_t>(i));
      auto& b = place(s, p, k, i);
      p.to_za ? b = z : z = b;
    }
  }
  s.pc += 4;
  return s;
}

TEST(Sme2Golden, WordsDoWhatTheirTextsSay) {
  constexpr std::uint64_t Code = 0x1000;
  std::mt19937_64 rng(test_options().seed);
  std::set<const instruction*> met;
  int refused = 0;
  for (const auto& [text, word] : Sme2Words) {
    SCOPED_TRACE(std::string(text));
    const auto p     = parse(std::string(text));
    const auto* line = decode(word);
    ASSERT_NE(line, nullptr);
    EXPECT_EQ(line->group, "SME2");
    met.insert(line);
    for (const int svl : {128, 256, 512, 2048}) {
      state s{.pc = Code, .svl = svl, .nsvl = 128};
      s.set_svcr(true, true);
      for (auto& x : s.x) x = rng() % 2 == 0 ? rng() : rng() % 70;
      for (auto& z : s.z) {
        for (int i = 0; i < svl / 8; ++i)
          z[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(rng());
      }
      for (int r = 0; r < svl / 8; ++r) {
        for (int i = 0; i < svl / 8; ++i) {
          s.rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(i)] =
              static_cast<std::uint8_t>(rng());
        }
      }
      paged_memory memory;
      memory.map(Code, 4);
      std::array<std::uint8_t, 4> bytes;
      std::memcpy(bytes.data(), &word, 4);
      memory.write(Code, bytes);
      const auto expected = meant(s, p);
      const auto out      = step(s, memory);
      if (!expected) {
        EXPECT_EQ(out.stop, stop_e::Undefined);
        ++refused;
        continue;
      }
      EXPECT_EQ(out.stop, stop_e::None) << out.reason;
      EXPECT_TRUE(s == *expected) << svl;
      s.sm = false;
      s.pc = Code;
      EXPECT_EQ(step(s, memory).stop, stop_e::Illegal);
    }
  }
  EXPECT_GT(refused, 0);
  for (const auto& line : instructions()) {
    if (line.name == "mova mov" && line.group == "SME2")
      EXPECT_TRUE(met.contains(&line)) << line.pattern;
  }
}

/// Words that LLVM's disassembler refuses: groups of four slices of a tile that is not there.
TEST(Sme2Golden, ReservedEncodingsStop) {
  for (const std::uint32_t word :
       {0xc0060480u, 0xc0460480u, 0xc0860480u, 0xc0040404u, 0xc0440404u, 0xc0840404u}) {
    state s{.pc = 0x1000};
    s.set_svcr(true, true);
    paged_memory memory;
    memory.map(0x1000, 4);
    std::array<std::uint8_t, 4> bytes;
    std::memcpy(bytes.data(), &word, 4);
    memory.write(0x1000, bytes);
    EXPECT_EQ(step(s, memory).stop, stop_e::Undefined) << std::hex << word;
  }
}

}  // namespace
}  // namespace weft::sme2_golden_test
