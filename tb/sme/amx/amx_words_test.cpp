// SPDX-License-Identifier: Apache-2.0
//
// AMX's instructions as words of SME: executed by golden::sme they leave the registers and the
// memory that golden::amx leaves.

#include "sim/golden/amx_words.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ios>
#include <span>
#include <vector>

#include "sim/golden/sme_machine.hpp"
#include "tb/sme/amx/amx_golden_fixture.hpp"
#include "tb/sme/amx/amx_operands.hpp"

namespace weft::amx_words_test {
namespace {

using namespace golden::amx;
namespace sme = golden::sme;
using amx_golden_test::Data;

/// Executes an instruction by its words.
void execute_words(state& s, sme::memory& m, op_e op, std::uint64_t operand) {
  auto core = sme_state_of(s);
  for (const auto& w : words(op, operand)) execute(core, m, w);
  take(s, core);
}

class AmxWords : public amx_golden_test::AmxGolden {
 protected:
  void compare_words(op_e op, std::uint64_t operand) {
    state before             = s_;
    sme::paged_memory memory = memory_;
    execute(s_, memory_, op, operand);
    execute_words(before, memory, op, operand);
    const auto* const name = Names[static_cast<std::size_t>(op)].data();
    ASSERT_EQ(before.x, s_.x) << name << std::hex << ' ' << operand;
    ASSERT_EQ(before.y, s_.y) << name << std::hex << ' ' << operand;
    ASSERT_EQ(before.core.rows, s_.core.rows) << name << std::hex << ' ' << operand;
    ASSERT_EQ(memory.pages(), memory_.pages());
  }

  /// Zeros of both signs in a quarter of the words.
  void put_zeros(std::span<std::uint8_t> bytes) {
    for (std::size_t at = 0; at < RowBytes && at < bytes.size(); at += 4) {
      if (rng_() % 4 != 0) continue;
      std::fill_n(&bytes[at], 4, std::uint8_t{0});
      bytes[at + 3] = rng_() % 2 == 0 ? 0x80 : 0;
      if (rng_() % 2 == 0) bytes[at + 1] = 0x80;
    }
  }

  /// Infinities, NaN and numbers beside them in an eighth of the halfwords, as bfloat16.
  void put_bfloats(std::span<std::uint8_t> bytes) {
    constexpr std::array<std::uint16_t, 8> Special{0x7f80, 0xff80, 0x7f81, 0xff81,
                                                   0x7f7f, 0xff7f, 0x8000, 0x0001};
    for (std::size_t at = 0; at < RowBytes && at < bytes.size(); at += 2) {
      if (rng_() % 8 == 0) std::memcpy(&bytes[at], &Special[rng_() % Special.size()], 2);
    }
  }
  void fill_bfloats() {
    fill(2);
    for (auto& row : s_.core.rows) put_bfloats(row);
    for (std::size_t at = 0; at < PoolBytes; at += RowBytes) {
      put_bfloats(std::span(s_.x).subspan(at, RowBytes));
      put_bfloats(std::span(s_.y).subspan(at, RowBytes));
    }
  }

  /// Operands of every ALU mode and lane width.
  void compare_modes(op_e op, unsigned modes, int times) {
    for (int time = 0; time < times; ++time) {
      for (unsigned alu = 0; alu < modes; ++alu) {
        for (unsigned width = 0; width < 14; ++width) {
          width < 2 && rng_() % 2 == 0 ? fill_bfloats() : fill(width == 4 ? 4 : width == 7 ? 8 : 2);
          ASSERT_NO_FATAL_FAILURE(compare_words(op, amx_operands::of_lanes(op, alu, width, rng_)));
        }
      }
    }
  }
};

TEST_F(AmxWords, OfAllOthers) {
  for (int n = 0; n < 6000; ++n) {
    const op_e op{static_cast<std::uint8_t>(n % 17)};
    if (n % 34 == 0) fill(1 << (1 + rng_() % 3));
    std::uint64_t operand = rng_();
    if (op <= op_e::Stzi) operand = (operand & ~sme::isa::ones(56)) | (Data + rng_() % 30 * 128);
    if (rng_() % 2 == 0) operand &= ~(std::uint64_t{7} << 27);
    if (op >= op_e::Fma64 && rng_() % 2 == 0) operand &= ~(std::uint64_t{15} << 60);
    if (rng_() % 2 == 0) operand &= ~(std::uint64_t{0x7f} << 41 | std::uint64_t{0x7f} << 32);
    if ((op == op_e::Extrx || op == op_e::Extry) && rng_() % 2 == 0)
      operand |= std::uint64_t{1} << 26;
    if (op == op_e::Mac16 && n % 2 == 0) {  // sums of 32 bits, with all of an aligned X
      operand &= ~(std::uint64_t{0x1ff} << 55 | std::uint64_t{0x7f} << 41 | 7u << 27 | 0x3fu << 10);
      operand |= std::uint64_t{1} << 62;
      constexpr std::array<int, 9> Others{10, 27, 28, 29, 41, 55, 59, 60, 61};
      if (rng_() % 2 == 0) operand |= std::uint64_t{1} << Others[rng_() % Others.size()];
    }
    ASSERT_NO_FATAL_FAILURE(compare_words(op, operand));
  }
  execute_words(s_, memory_, op_e::Set, 1);
  EXPECT_EQ(s_, state{});
  execute_words(s_, memory_, op_e::Set, 0);
  EXPECT_TRUE(s_.on && s_.core.za);
}

TEST_F(AmxWords, OfVectorsOfIntegers) { compare_modes(op_e::Vecint, 13, 24); }
TEST_F(AmxWords, OfMatricesOfIntegers) { compare_modes(op_e::Matint, 10, 16); }
TEST_F(AmxWords, OfVectorsOfFloats) { compare_modes(op_e::Vecfp, 13, 24); }
TEST_F(AmxWords, OfMatricesOfFloats) { compare_modes(op_e::Matfp, 5, 32); }
/// Products that are not shifted, of lanes whose words are few: outer products, pairs of rows of
/// ZA.
TEST_F(AmxWords, OfWholeProducts) {
  const auto all = amx_operands::whole_products();
  for (int n = 0; n < 3000; ++n) {
    const auto& p = n % 3 == 0 ? all[0] : all[rng_() % all.size()];
    fill(p.width == 4 ? 4 : p.width == 7 ? 8 : 2);
    for (auto& row : s_.core.rows) put_zeros(row);
    for (std::size_t at = 0; at < PoolBytes; at += RowBytes) {
      put_zeros(std::span(s_.x).subspan(at, RowBytes));
      put_zeros(std::span(s_.y).subspan(at, RowBytes));
    }
    const auto operand = amx_operands::of_products(p.op, p.alu, p.width, rng_);
    ASSERT_NO_FATAL_FAILURE(compare_words(p.op, operand));
  }
}

TEST_F(AmxWords, OfTables) {
  constexpr std::array Bytes{4, 2, 8, 4, 2, 4, 2};
  for (std::uint64_t of = 0; of < 16; ++of) {
    for (int n = 0; n < 150; ++n) {
      of == 1 && n % 2 == 0 ? fill_bfloats() : fill(of < 7 ? Bytes[of] : 2);
      ASSERT_NO_FATAL_FAILURE(compare_words(op_e::Genlut, (rng_() & ~(15ull << 53)) | of << 53));
    }
  }
}

}  // namespace
}  // namespace weft::amx_words_test
