// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/amx.hpp against the host's arithmetic, tables by hand, and SME's outer products.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <ios>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/amx_words.hpp"
#include "sim/golden/sme_machine.hpp"
#include "tb/sme/amx/amx_golden_fixture.hpp"

namespace weft::amx_golden_test {
namespace {

TEST_F(AmxGolden, ProductsAreTheHosts) {
  for (const bool subtract : {false, true}) {
    compare(subtract ? op_e::Fms64 : op_e::Fma64, 8, 3000,
            [=](auto& r, auto o) { reference::fma<double>(r, o, subtract); });
    compare(subtract ? op_e::Fms32 : op_e::Fma32, 4, 3000,
            [=](auto& r, auto o) { reference::fma<float>(r, o, subtract); });
    compare(subtract ? op_e::Fms32 : op_e::Fma32, 2, 1000,
            [=](auto& r, auto o) { reference::fma<float>(r, o, subtract); });
    compare(subtract ? op_e::Fms16 : op_e::Fma16, 2, 1500,
            [=](auto& r, auto o) { reference::fma<reference::half>(r, o, subtract); });
  }
}

TEST_F(AmxGolden, IntegerProductsAreShiftedSums) {
  compare(op_e::Mac16, 2, 3000, [](auto& r, auto o) { reference::mac16(r, o); });
}

TEST_F(AmxGolden, OperandsAreRegistersOfWhich31IsZeroAndNumbersOfSet) {
  golden::sme::state core;
  for (unsigned reg = 0; reg < 32; ++reg) core.x[reg] = 0x1234'5678'9abc'0000 + reg;
  for (unsigned op = 0; op < golden::amx::Ops; ++op) {
    for (unsigned reg = 0; reg < 32; ++reg) {
      const auto i = golden::amx::decode(core, 0x201000 + 32 * op + reg);
      EXPECT_EQ(i.op, static_cast<op_e>(op));
      EXPECT_EQ(i.operand, i.op == op_e::Set ? reg : reg == 31 ? 0 : core.x[reg]);
    }
  }
}

/// One SME instruction on AMX's Z in streaming mode: Z1 is the beginning of Y, Z2 that of X, P1 and
/// P2 are predicates of them, P3 is true.
class AmxAsSme : public AmxGolden {
 protected:
  sme::state after(std::uint32_t word, std::uint64_t x12 = 0) {
    sme::state core = s_.core;
    core.sm         = true;
    std::copy_n(s_.y.begin(), RowBytes, core.z[1].begin());
    std::copy_n(s_.x.begin(), RowBytes, core.z[2].begin());
    core.p[1]  = y_;
    core.p[2]  = x_;
    core.x[12] = x12;
    core.x[0]  = Data;
    core.p[3].fill(0xff);
    sme::isa::machine c{core, memory_, 0};
    sme::decode(word)->execute(c, sme::isa::word{word});
    return core;
  }

  /// The predicate of the lanes that an enable field names.
  static sme::predicate_t predicate(std::uint64_t field, int bytes) {
    sme::predicate_t p{};
    for (const int lane : reference::lanes(field, 5, RowBytes / bytes)) {
      sme::isa::set_active(p, lane, bytes, true);
    }
    return p;
  }

  sme::predicate_t x_{}, y_{};
};

/// fma32 of z_row r is FMOPA into ZAr.S under the enables as predicates, fms32 is FMOPS; so are
/// fma64 and fms64 of ZAr.D.
TEST_F(AmxAsSme, ProductsAreOuterProducts) {
  const std::uint32_t operands = 2 << 16 | 2 << 13 | 1 << 10 | 1 << 5;  // p1, p2, z1, z2
  for (int n = 0; n < 400; ++n) {
    const bool subtract = n % 2 == 1, wide = n % 4 > 1;
    const unsigned tile = static_cast<unsigned>(rng_()) % (wide ? 8 : 4);
    const auto x = n % 8 < 4 ? 0 : rng_() % 128, y = n % 8 < 4 ? 0 : rng_() % 128;
    const int bytes = wide ? 8 : 4;
    fill(bytes);
    x_ = predicate(x, bytes);
    y_ = predicate(y, bytes);
    const auto core =
        after((wide ? 0x80c00000 : 0x80800000) | operands | tile | (subtract ? 16 : 0));
    const auto op = wide       ? (subtract ? op_e::Fms64 : op_e::Fma64)
                    : subtract ? op_e::Fms32
                               : op_e::Fma32;
    execute(s_, memory_, op, x << 41 | y << 32 | std::uint64_t{tile} << 20);
    ASSERT_EQ(s_.core.rows, core.rows)
        << Names[static_cast<std::size_t>(op)] << ' ' << x << ' ' << y;
  }
}

/// ldz and stz are LDR and STR of a row of ZA, extrh and extrv MOVA of a slice.
TEST_F(AmxAsSme, MovesAreSlices) {
  std::vector<std::uint8_t> bytes(RowBytes), stored(RowBytes);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(rng_());
  fill(4);
  for (std::uint64_t row = 0; row < 64; ++row) {
    memory_.write(Data, bytes);
    const auto core = after(0xe1000000, row);  // ldr za[w12, 0], [x0]
    execute(s_, memory_, op_e::Ldz, row << 56 | Data);
    ASSERT_EQ(s_.core.rows, core.rows);

    fill(4);
    after(0xe1200000, row);  // str za[w12, 0], [x0]
    memory_.read(Data, bytes);
    execute(s_, memory_, op_e::Stz, row << 56 | Data);
    memory_.read(Data, stored);
    ASSERT_EQ(stored, bytes);

    for (const bool column : {false, true}) {
      for (const unsigned log_size : {0, 1, 2, 3}) {
        // mova z4, p3/m, za<tile><h|v>[w12, 0]
        const auto size = 1u << log_size, tile = static_cast<unsigned>(row) % size;
        const auto moved = after(0xc0020000 | log_size << 22 | (column ? 1u << 15 : 0) | 3 << 10 |
                                     tile << (9 - log_size) | 4,
                                 row / size);
        constexpr std::array<unsigned, 4> Widths{0, 3, 8, 17};
        const auto width = std::uint64_t{Widths[log_size]};
        execute(s_, memory_, column ? op_e::Extry : op_e::Extrx,
                width >> 4 << 63 | 1u << 26 | row << 20 | (width & 15) << 11);
        ASSERT_TRUE(std::equal(s_.x.begin(), s_.x.begin() + RowBytes, moved.z[4].begin()))
            << (column ? "column " : "row ") << row << ", lanes of " << size;
      }
    }
  }
}

constexpr std::uint64_t Multiple = 1ull << 62, Four = 1ull << 60;

TEST_F(AmxGolden, LoadsAndStoresRegistersAroundTheEnd) {
  std::vector<std::uint8_t> bytes(256);
  for (auto& b : bytes) b = static_cast<std::uint8_t>(rng_());
  memory_.write(Data, bytes);
  const auto slice = [&](unsigned from, unsigned n) {
    return std::vector(bytes.begin() + from, bytes.begin() + from + n);
  };
  const auto pool = [](const pool_t& p, unsigned r) {
    return std::vector(p.begin() + 64 * r, p.begin() + 64 * (r + 1));
  };
  const auto z = [&](unsigned r) {
    return std::vector(s_.core.rows[r].begin(), s_.core.rows[r].begin() + 64);
  };

  execute(s_, memory_, op_e::Ldx, 5ull << 56 | (Data + 3));
  EXPECT_EQ(pool(s_.x, 5), slice(3, 64));
  execute(s_, memory_, op_e::Ldx, Multiple | 7ull << 56 | Data);
  EXPECT_EQ(pool(s_.x, 7), slice(0, 64));
  EXPECT_EQ(pool(s_.x, 0), slice(64, 64));
  execute(s_, memory_, op_e::Ldy, Multiple | Four | 6ull << 56 | Data);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(pool(s_.y, (6 + i) % 8), slice(64 * i, 64));
  execute(s_, memory_, op_e::Ldz,
          Multiple | Four | 63ull << 56 | Data);  // a pair: only X and Y have four
  EXPECT_EQ(z(63), slice(0, 64));
  EXPECT_EQ(z(0), slice(64, 64));
  EXPECT_EQ(z(1), std::vector<std::uint8_t>(64));

  const auto stored = [&](op_e op, std::uint64_t operand, std::size_t n) {
    execute(s_, memory_, op, operand | (Data + 512));
    std::vector<std::uint8_t> to(n);
    memory_.read(Data + 512, to);
    return to;
  };
  EXPECT_EQ(stored(op_e::Stx, 5ull << 56, 64), slice(3, 64));
  EXPECT_EQ(stored(op_e::Stx, Multiple | 7ull << 56, 128), slice(0, 128));
  EXPECT_EQ(stored(op_e::Sty, Multiple | 6ull << 56, 128), slice(0, 128));
  EXPECT_EQ(stored(op_e::Stz, Multiple | 63ull << 56, 128), slice(0, 128));
  EXPECT_EQ(stored(op_e::Stz, 0, 64), slice(64, 64));
}

TEST_F(AmxGolden, InterleavesWordsOfHalfAPairOfRows) {
  std::vector<std::uint32_t> words(16);
  for (auto& w : words) w = static_cast<std::uint32_t>(rng_());
  std::vector<std::uint8_t> bytes(64), back(64);
  std::memcpy(bytes.data(), words.data(), 64);
  memory_.write(Data, bytes);
  for (const unsigned half : {0, 1}) {
    execute(s_, memory_, op_e::Ldzi, std::uint64_t{10 << 1 | half} << 56 | Data);
    for (unsigned i = 0; i < 16; ++i) {
      std::uint32_t w;
      std::memcpy(&w, &s_.core.rows[20 + i % 2][4 * (8 * half + i / 2)], 4);
      EXPECT_EQ(w, words[i]);
    }
    execute(s_, memory_, op_e::Stzi, std::uint64_t{10 << 1 | half} << 56 | (Data + 64));
    memory_.read(Data + 64, back);
    EXPECT_EQ(back, bytes);
  }
}

/// The values that extrh and extrv write to X, from tables: for every lane, its row of Z and its
/// element.
struct from {
  int row, element;
};
struct narrowing {
  unsigned mode;
  int to, from;
  int (*row_of)(int lane);  ///< within a cell
};
constexpr narrowing Narrowings[]{
    {0, 1, 1, [](int) { return 0; }},        {8, 4, 4, [](int) { return 0; }},
    {3, 2, 2, [](int) { return 0; }},        {17, 8, 8, [](int) { return 0; }},
    {9, 2, 4, [](int i) { return i % 2; }},  {10, 2, 4, [](int i) { return i % 2 * 2; }},
    {11, 1, 4, [](int i) { return i % 4; }}, {13, 1, 2, [](int i) { return i % 2; }}};

TEST_F(AmxGolden, ExtractsRowsAndColumns) {
  for (const bool column : {false, true}) {
    for (const auto& n : Narrowings) {
      for (unsigned which = 0; which < 64; which += 5) {
        for (const unsigned to_y : {0, 1}) {
          fill(4);
          const auto offset = static_cast<unsigned>(rng_() % 512);
          auto expected     = registers();
          const auto z      = expected.z;
          auto& pool        = to_y == 1 ? expected.y : expected.x;
          const int cell = n.from, first = static_cast<int>(which) % cell,
                    block = static_cast<int>(which) / cell;
          for (int lane = 0; lane < 64 / n.to; ++lane) {
            const int of_cell = lane * n.to / cell;
            const int row     = (column ? of_cell : block) * cell + (first + n.row_of(lane)) % cell;
            const int element = column ? block : of_cell;
            for (int b = 0; b < n.to; ++b) {
              pool[(offset + static_cast<unsigned>(lane * n.to + b)) % 512] =
                  z[static_cast<std::size_t>(row)][static_cast<unsigned>(element * cell + b)];
            }
          }
          const auto operand = std::uint64_t{n.mode >> 4} << 63 | 1u << 26 |
                               std::uint64_t{which} << 20 | (n.mode & 15) << 11 | to_y << 10 |
                               offset;
          execute(s_, memory_, column ? op_e::Extry : op_e::Extrx, operand);
          ASSERT_EQ(registers(), expected) << column << " mode " << n.mode << " of " << which;
        }
      }
    }
  }
}

TEST_F(AmxGolden, NarrowsByShiftingRoundingSaturating) {
  const auto narrow = [&](std::int32_t word, std::uint64_t fields, unsigned mode) {
    std::memcpy(s_.core.rows[0].data(), &word, 4);
    execute(s_, memory_, op_e::Extrx, fields | 1u << 26 | mode << 11);
    std::uint16_t low;
    std::memcpy(&low, s_.x.data(), 2);
    return mode == 9 ? low : static_cast<std::uint16_t>(low & 0xff);
  };
  constexpr std::uint64_t SignedIn = 1ull << 57, SignedOut = 1ull << 56, Saturate = 1ull << 55,
                          Round = 1ull << 54;
  const auto shift              = [](std::uint64_t n) { return n << 58; };
  EXPECT_EQ(narrow(0x12345678, 0, 9), 0x5678);
  EXPECT_EQ(narrow(0x12345678, shift(8), 9), 0x3456);
  EXPECT_EQ(narrow(0x12345680, shift(8) | Round, 9), 0x3457);
  EXPECT_EQ(narrow(0x1234567f, shift(8) | Round, 9), 0x3456);
  EXPECT_EQ(narrow(0x12345678, Saturate, 9), 0xffff);
  EXPECT_EQ(narrow(0x12345678, Saturate | SignedOut, 9), 0x7fff);
  EXPECT_EQ(narrow(-0x12345678, Saturate | SignedIn, 9), 0);
  EXPECT_EQ(narrow(-0x12345678, Saturate | SignedIn | SignedOut, 9), 0x8000);
  EXPECT_EQ(narrow(-200, Saturate | SignedIn | SignedOut, 11), 0x80);
  EXPECT_EQ(narrow(-2, shift(1) | SignedIn, 11), 0xff);
  EXPECT_EQ(narrow(300, Saturate, 11), 0xff);
  // 1 + 2^-7 and 1 + 2^-10 as binary32; a tie of bfloat16 is 1 + 2^-8.
  EXPECT_EQ(narrow(0x3f810000, 1ull << 63 | shift(16), 9), 0x3f81);
  EXPECT_EQ(narrow(0x3f808000, 1ull << 63 | shift(16), 9), 0x3f80);
  EXPECT_EQ(narrow(0x3f802000, 1ull << 63, 9), 0x3c01);
}

TEST_F(AmxGolden, EnablesLanesOfWhatItExtracts) {
  const auto extracted = [&](op_e op, std::uint64_t fields) {
    s_.x.fill(0xee);
    s_.y.fill(0xee);
    for (auto& r : s_.core.rows) r.fill(0x11);
    execute(s_, memory_, op, fields);
    std::string lanes;
    for (const auto& pool : {s_.x, s_.y}) {
      for (unsigned i = 0; i < 64; i += 2)
        lanes += pool[i] == 0xee ? '.' : pool[i] == 0 ? '0' : pool[i + 1] == 0xee ? 'l' : '#';
      lanes += ' ';
    }
    return lanes;
  };
  const std::string none(32, '.'), all(32, '#');
  EXPECT_EQ(extracted(op_e::Extrx, 2u << 28), all + ' ' + none + ' ');
  EXPECT_EQ(extracted(op_e::Extry, 2u << 28), none + ' ' + all + ' ');
  EXPECT_EQ(extracted(op_e::Extrx, 3u << 28), std::string(32, 'l') + ' ' + none + ' ');
  EXPECT_EQ(extracted(op_e::Extrx, 2u << 28 | 0x43ull << 41),
            "###" + std::string(29, '.') + ' ' + none + ' ');
  EXPECT_EQ(extracted(op_e::Extry, 2u << 28 | 0x21ull << 32),
            none + " .#" + std::string(30, '.') + ' ');
  EXPECT_EQ(extracted(op_e::Extrx, 1u << 26 | 1u << 11 | 3ull << 32),
            std::string(32, '0') + ' ' + none + ' ');
  EXPECT_EQ(extracted(op_e::Extrx, 1u << 26 | 1u << 11 | 0x142ull << 32),
            std::string(30, '.') + "## " + none + ' ');
  EXPECT_EQ(extracted(op_e::Extrx, 1u << 26 | 1u << 11 | 0x100ull << 32), none + ' ' + none + ' ');
  EXPECT_EQ(extracted(op_e::Extrx, 1u << 26 | 1u << 11 | 0x180ull << 32), none + ' ' + none + ' ');
}

TEST_F(AmxGolden, ExtractsSeveralRowsAndCopiesBetweenPools) {
  for (auto r = 0u; r < Rows; ++r) s_.core.rows[r].fill(static_cast<std::uint8_t>(r));
  execute(s_, memory_, op_e::Extrx, 1u << 31 | 1u << 26 | 3u << 20 | 8u << 11);  // rows 3 and 35
  EXPECT_EQ(s_.x[0], 3);
  EXPECT_EQ(s_.x[64], 35);
  EXPECT_EQ(s_.x[128], 0);
  execute(s_, memory_, op_e::Extrx,
          1u << 31 | 1u << 26 | 37u << 20 | 8u << 11 | 1u << 10);  // 5, 21, 37, 53
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(s_.y[64 * i], 5 + 16 * i);
  execute(s_, memory_, op_e::Extrx, 1u << 27 | 2u << 20 | 6u << 16);  // x6 = y2
  EXPECT_EQ(s_.x[6 * 64], 37);
  execute(s_, memory_, op_e::Extry, 1u << 27 | 1u << 20 | 7u << 6);  // y7 = x1
  EXPECT_EQ(s_.y[7 * 64], 35);
}

TEST_F(AmxGolden, StopsWithNothingChanged) {
  fill(4);
  const state before = s_;
  const auto stops   = [&](op_e op, std::uint64_t operand, sme::stop_e why) {
    try {
      execute(s_, memory_, op, operand);
      ADD_FAILURE() << "no stop";
    } catch (const sme::isa::stopped& stopped) {
      EXPECT_EQ(stopped.stop, why) << stopped.reason;
    }
    EXPECT_EQ(s_, before);
  };
  stops(op_e::Set, 0, sme::stop_e::Illegal);
  stops(op_e::Set, 2, sme::stop_e::Undefined);
  stops(op_e{23}, 0, sme::stop_e::Undefined);
  stops(op_e::Ldx, 0x500000, sme::stop_e::Fault);
  stops(op_e::Ldx, Multiple | (Data + 64), sme::stop_e::Fault);
  stops(op_e::Ldx, Data + 4096 - 63, sme::stop_e::Fault);
  stops(op_e::Stz, Multiple | (Data + 64), sme::stop_e::Fault);
  stops(op_e::Stzi, Data + 4096 - 63, sme::stop_e::Fault);
  execute(s_, memory_, op_e::Set, 1);
  EXPECT_FALSE(s_.on);
  EXPECT_FALSE(s_.core.za);
  EXPECT_EQ(s_.x, pool_t{});
  EXPECT_THROW(execute(s_, memory_, op_e::Ldx, Data), sme::isa::stopped);
}

TEST(AmxCycles, AreRowsOfZAndRegistersMoved) {
  const auto of = [](op_e op, std::uint64_t operand, unsigned rows = 1) {
    return cycles({rows}, op, operand);
  };
  EXPECT_EQ(of(op_e::Fma32, 0), 16u);
  EXPECT_EQ(of(op_e::Fma32, 0, 16), 1u);
  EXPECT_EQ(of(op_e::Fma64, 0), 8u);
  EXPECT_EQ(of(op_e::Fma16, 0), 32u);
  EXPECT_EQ(of(op_e::Fma16, 1ull << 62), 64u);
  EXPECT_EQ(of(op_e::Mac16, 1ull << 62, 16), 4u);
  EXPECT_EQ(of(op_e::Fma16, 1ull << 63 | 1ull << 62), 1u);
  EXPECT_EQ(of(op_e::Ldx, Multiple | Four), 4u);
  EXPECT_EQ(of(op_e::Ldz, Multiple | Four), 2u);
  EXPECT_EQ(of(op_e::Stx, 0), 1u);
  EXPECT_EQ(of(op_e::Stzi, 0), 2u);
  EXPECT_EQ(of(op_e::Extrx, 0), 1u);
  EXPECT_EQ(of(op_e::Extry, 1u << 26 | 11u << 11), 4u);
  EXPECT_EQ(of(op_e::Extry, 1u << 31 | 1u << 26 | 9u << 11), 4u);
  EXPECT_EQ(of(op_e::Set, 0), 64u);
}

}  // namespace
}  // namespace weft::amx_golden_test
