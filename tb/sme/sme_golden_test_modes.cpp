// SPDX-License-Identifier: Apache-2.0
//
// Streaming mode, legality and faults of every instruction; the rows of golden's fast paths against
// its slow arithmetic, on every vector unit of the host.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "sim/golden/host/sme_vectors.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme_float.hpp"
#include "sim/harness/operands.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::golden::sme::sme_golden_test_modes {
namespace {

// Streaming mode.

TEST(SmeMode, AChangeZeroesVectorsAndRepeatingDoesNot) {
  paged_memory m;
  m.map(0x1000, 4);
  const auto execute = [&](state& s, std::uint32_t word) {
    std::uint8_t bytes[4];
    std::memcpy(bytes, &word, 4);
    m.write(0x1000, bytes);
    s.pc = 0x1000;
    return step(s, m).stop;
  };
  constexpr std::uint32_t SmstartSm = 0xd503437f, SmstopSm = 0xd503427f, SmstartZa = 0xd503457f,
                          Smstart = 0xd503477f, Smstop = 0xd503467f;
  state s;
  constexpr std::uint32_t RoundsUp = 1 << 22;
  s.fpcr                           = RoundsUp;
  s.z[3][5]                        = 7;
  s.p[4][1]                        = 9;
  s.ffr[0]                         = 1;
  ASSERT_EQ(execute(s, SmstartZa), stop_e::None);
  s.rows[9][9] = 1;
  EXPECT_EQ(s.z[3][5], 7);
  ASSERT_EQ(execute(s, SmstartSm), stop_e::None);
  EXPECT_EQ(s.z[3], vector_t{});
  EXPECT_EQ(s.p[4], predicate_t{});
  EXPECT_EQ(s.ffr, predicate_t{});
  EXPECT_EQ(s.fpsr, 0x0800009fu);
  EXPECT_EQ(s.fpcr, RoundsUp);
  EXPECT_EQ(s.rows[9][9], 1);
  s.z[3][5] = 7;
  s.fpsr    = 0;
  ASSERT_EQ(execute(s, Smstart), stop_e::None);
  EXPECT_EQ(s.z[3][5], 7);
  EXPECT_EQ(s.fpsr, 0u);
  EXPECT_EQ(s.rows[9][9], 1);
  ASSERT_EQ(execute(s, SmstopSm), stop_e::None);
  EXPECT_EQ(s.z[3], vector_t{});
  EXPECT_EQ(s.rows[9][9], 1);
  ASSERT_EQ(execute(s, Smstop), stop_e::None);
  EXPECT_EQ(s.rows[9], vector_t{});
  EXPECT_EQ(s.vl(), s.nsvl / 8);
}

TEST(SmeMode, AnInstructionStopsWhereItIsIllegalAndChangesNothing) {
  for (const auto& row : instructions()) {
    for (unsigned svcr = 0; svcr < 4; ++svcr) {
      state s{.pc = 0x1000, .sm = (svcr & 1) != 0, .za = (svcr & 2) != 0};
      paged_memory m;
      m.map(0x1000, 4);
      std::uint8_t bytes[4];
      std::memcpy(bytes, &row.value, 4);
      m.write(0x1000, bytes);
      const state before = s;
      const auto o       = step(s, m);
      const bool legal   = row.legal == legal_e::Anywhere ||
                         (row.legal == legal_e::NonStreaming && !before.sm) ||
                         (row.legal == legal_e::Streaming && before.sm) ||
                         (row.legal == legal_e::Za && before.za) ||
                         (row.legal == legal_e::StreamingZa && before.sm && before.za);
      EXPECT_EQ(o.stop == stop_e::Illegal, !legal) << row.name << ' ' << svcr << ' ' << o.reason;
      EXPECT_TRUE(o.stop == stop_e::None || s == before) << row.name;
    }
  }
}

// Words that a table of decoded words would confuse, each written over the one before.
TEST(SmeMode, AWordIsWhatMemoryHasNow) {
  constexpr std::uint64_t Code = 0x1000;
  paged_memory m;
  m.map(Code, 4);
  state s;
  for (std::uint32_t imm = 0; imm < 0x10000; ++imm) {
    for (const bool inverted : {false, true}) {
      const std::uint32_t word = (inverted ? 0x9280'0000 : 0xd280'0000) | imm << 5 | 3;  // X3
      std::uint8_t bytes[4];
      std::memcpy(bytes, &word, 4);
      m.write(Code, bytes);
      s.pc = Code;
      ASSERT_EQ(step(s, m).stop, stop_e::None);
      ASSERT_EQ(s.x[3], inverted ? ~std::uint64_t{imm} : imm);
    }
  }
}

/// Rows of every length, some elements inactive, on every vector unit the host has.
template <class Bits>
void expect_fused_rows(format f, fused_row_t<Bits> (*row_on)(vector_e)) {
  std::mt19937_64 rng(test_options().seed);
  sim::edge_floats floats(f, test_options().seed);
  arithmetic exact(fp_control::of_za(0));
  for (const vector_e unit : host_vectors()) {
    const auto row = row_on(unit);
    ASSERT_EQ(row != nullptr, has_fused_multiply_add(unit));
    for (int i = 0; row != nullptr && i < 20'000; ++i) {
      const int count = 1 + static_cast<int>(rng() % 40);
      std::vector<Bits> sums(count), m(count), active(count), expected(count);
      const auto n = static_cast<Bits>(floats());
      for (int j = 0; j < count; ++j) {
        sums[j]   = static_cast<Bits>(floats());
        m[j]      = static_cast<Bits>(floats());
        active[j] = rng() % 4 != 0 ? ~Bits{0} : Bits{0};
        expected[j] =
            active[j] != 0 ? static_cast<Bits>(exact.mul_add(f, sums[j], n, m[j])) : sums[j];
      }
      {
        const ieee_arithmetic here;
        row(sums.data(), n, m.data(), active.data(), count);
      }
      ASSERT_EQ(sums, expected) << "unit " << static_cast<int>(unit);
    }
  }
}

TEST(SmeVectors, FusedRowsAreTheElementsOfOuterProducts) {
  expect_fused_rows<std::uint32_t>(Binary32, fused_row_32);
  expect_fused_rows<std::uint64_t>(Binary64, fused_row_64);
}

/// Sums of two products, which may cancel, overflow or be tiny: `dot` of codes n0, m0, n1, m1, and
/// `add` of a sum of binary32.
template <class Dot, class Add>
void expect_dot_rows(format f, dot_row_t (*row_on)(vector_e), float (*number)(std::uint16_t),
                     Dot&& dot, Add&& add) {
  std::mt19937_64 rng(test_options().seed);
  sim::edge_floats floats(f, test_options().seed), single(Binary32, test_options().seed);
  const auto code_of = [](std::uint64_t bits) { return static_cast<std::uint16_t>(bits); };
  for (const vector_e unit : host_vectors()) {
    for (int i = 0; i < 20'000; ++i) {
      constexpr int Count = 21;
      std::array<std::uint32_t, Count> sums, active, expected;
      std::array<std::array<float, Count>, 2> m;
      std::array<std::uint16_t, 2> n, x;
      for (auto& code : n) code = code_of(floats());
      if (rng() % 4 == 0) n[1] = code_of(n[0] ^ rng() % 4);
      const ieee_arithmetic here;
      for (std::size_t j = 0; j < Count; ++j) {
        for (auto& code : x) code = code_of(floats());
        // Every fourth sum of products is of neighbouring numbers.
        if (rng() % 4 == 0) x[1] = code_of(x[0] ^ 0x8000 ^ rng() % 4);
        for (std::size_t k = 0; k < 2; ++k) m[k][j] = number(x[k]);
        sums[j]         = static_cast<std::uint32_t>(single());
        const auto both = dot(n[0], x[0], n[1], x[1]);
        // Every second sum nearly cancels, some with few bits left.
        if (rng() % 2 == 0) {
          const auto off = rng() % (rng() % 2 == 0 ? 1 << 24 : 4);
          sums[j]        = static_cast<std::uint32_t>(both ^ 0x8000'0000 ^ off);
        }
        active[j]   = rng() % 4 != 0 ? ~0u : 0;
        expected[j] = active[j] != 0 ? static_cast<std::uint32_t>(add(sums[j], both)) : sums[j];
      }
      row_on(unit)(sums.data(), number(n[0]), number(n[1]), m[0].data(), m[1].data(), active.data(),
                   Count);
      ASSERT_EQ(sums, expected) << "unit " << static_cast<int>(unit);
    }
  }
}

TEST(SmeVectors, DotRowsAreTheElementsOfOuterProducts) {
  arithmetic exact(fp_control::of_za(0));
  expect_dot_rows(
      Binary16, dot_row, number_of_half,
      [&](auto n0, auto m0, auto n1, auto m1) { return exact.dot(Binary16, n0, m0, n1, m1); },
      [&](auto sum, auto both) { return exact.add(Binary32, sum, both); });
}

TEST(SmeVectors, RowsOfBfloat16AreTheElementsOfOuterProducts) {
  const arithmetic exact(fp_control::of_za(0));
  expect_dot_rows(
      Bfloat16, bf_dot_row, number_of_brain,
      [&](auto n0, auto m0, auto n1, auto m1) {
        return exact.bf_add(exact.bf_mul(n0, m0), exact.bf_mul(n1, m1));
      },
      [&](auto sum, auto both) { return exact.bf_add(sum, both); });
}

TEST(SmeMode, AFaultChangesNothing) {
  constexpr std::uint64_t End = 0x9000;
  for (const auto& row : instructions()) {
    std::mt19937_64 rng(test_options().seed);
    for (int i = 0; i < 50; ++i) {
      state s{.pc = 0x1000, .svl = 256, .nsvl = 256, .sm = rng() % 2 == 0, .za = rng() % 2 == 0};
      for (auto& x : s.x) x = End - rng() % 64;
      for (auto& p : s.p) p[0] = static_cast<std::uint8_t>(rng());
      for (auto& byte : s.z[1]) byte = static_cast<std::uint8_t>(rng());
      paged_memory m;
      m.map(0x1000, 4);
      m.map(0x8000, 0x1000);
      const auto word = (static_cast<std::uint32_t>(rng()) & ~row.mask) | row.value;
      std::uint8_t bytes[4];
      std::memcpy(bytes, &word, 4);
      m.write(0x1000, bytes);
      const state before = s;
      const auto pages   = m.pages();
      const auto o       = step(s, m);
      if (o.stop == stop_e::None) continue;
      ASSERT_TRUE(s == before) << row.name << ' ' << o.reason;
      ASSERT_TRUE(m.pages() == pages) << row.name << ' ' << o.reason;
    }
  }
}

}  // namespace
}  // namespace weft::golden::sme::sme_golden_test_modes
