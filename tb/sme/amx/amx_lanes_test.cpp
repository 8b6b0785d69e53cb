// SPDX-License-Identifier: Apache-2.0
//
// VECINT, VECFP, MATINT, MATFP and GENLUT of golden against the host's arithmetic and by hand.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "sim/golden/amx.hpp"
#include "sim/golden/sme_machine.hpp"
#include "tb/sme/amx/amx_golden_fixture.hpp"
#include "tb/sme/amx/amx_lanes_reference.hpp"

namespace weft::amx_lanes_test {
namespace {

using namespace golden::amx;
namespace sme       = golden::sme;
namespace reference = amx_reference;

constexpr std::uint64_t mode(std::uint64_t alu) { return alu << 47; }
constexpr std::uint64_t lanes(std::uint64_t field) { return field << 42; }
constexpr std::uint64_t enables(std::uint64_t mode, std::uint64_t value) {
  return mode << 38 | value << 32;
}
constexpr std::uint64_t shift(std::uint64_t n) { return n << 58; }
constexpr std::uint64_t XSigned = 1ull << 63, YSigned = 1ull << 26, Several = 1ull << 31,
                        Four = 1ull << 25, Indexed = 1ull << 53;

class AmxLanes : public amx_golden_test::AmxGolden {
 protected:
  /// Random operands of every ALU mode and lane width, indexed or not, and of reserved ones.
  template <class Apply>
  void compare_all(op_e op, unsigned modes, int times, Apply&& apply) {
    int n = 0;
    for (unsigned alu = 0; alu < modes; ++alu) {
      for (unsigned width = 0; width < 14; ++width) {
        for (int time = 0; time < times; ++time) {
          if (n++ % 8 == 0) fill(width == 4 ? 4 : width == 7 ? 8 : 2);
          const std::uint64_t of_enables = op == op_e::Matfp ? shift(31) | 7u << 23 : 0;
          std::uint64_t operand          = rng_() & ~(7ull << 54 | Indexed | mode(63) | lanes(15));
          if (rng_() % 4 != 0) operand &= ~(enables(7, 63) | of_enables);
          operand |= lanes(width) | (rng_() % 5 == 0 ? Indexed | mode(rng_() % 64) : mode(alu));
          if (rng_() % 32 == 0 || (op == op_e::Matint && (operand & Indexed) != 0)) {
            operand |= (rng_() % 8) << 54;
          }
          ASSERT_NO_FATAL_FAILURE(compare_one(op, operand, apply));
        }
      }
    }
  }

  template <class T>
  void put_x(std::size_t at, const std::vector<T>& values) {
    std::memcpy(&s_.x[at], values.data(), values.size() * sizeof(T));
  }
  template <class T>
  void put_y(std::size_t at, const std::vector<T>& values) {
    std::memcpy(&s_.y[at], values.data(), values.size() * sizeof(T));
  }
  template <class T>
  void put_z(unsigned row, const std::vector<T>& values) {
    std::memcpy(s_.core.rows[row].data(), values.data(), values.size() * sizeof(T));
  }
  template <class T>
  std::vector<T> z(unsigned row, std::size_t count) const {
    std::vector<T> v(count);
    std::memcpy(v.data(), s_.core.rows[row].data(), count * sizeof(T));
    return v;
  }
  void run(op_e op, std::uint64_t operand) { execute(s_, memory_, op, operand); }

  /// The lanes of 16 bits of a row: # is 1, 0 is 0, . is what was there.
  std::string marks(op_e op, std::uint64_t operand, unsigned row = 0) {
    for (auto& r : s_.core.rows) r.fill(0xee);
    put_x(0, std::vector<std::uint16_t>(32, 1));
    put_y(0, std::vector<std::uint16_t>(32, 1));
    run(op, operand);
    std::string text;
    for (const auto v : z<std::uint16_t>(row, 32)) {
      text += v == 0xeeee ? '.' : v == 0 ? '0' : '#';
    }
    return text;
  }
};

TEST_F(AmxLanes, VectorsOfIntegersAreTheHosts) {
  compare_all(op_e::Vecint, 14, 4, reference::vecint);
}
TEST_F(AmxLanes, MatricesOfIntegersAreTheHosts) {
  compare_all(op_e::Matint, 11, 2, reference::matint);
}
TEST_F(AmxLanes, VectorsOfFloatsAreTheHosts) { compare_all(op_e::Vecfp, 14, 4, reference::vecfp); }
TEST_F(AmxLanes, MatricesOfFloatsAreTheHosts) { compare_all(op_e::Matfp, 6, 2, reference::matfp); }
TEST_F(AmxLanes, TablesAreTheHosts) {
  constexpr std::array Bytes{4, 2, 8, 4, 2, 4, 2};
  for (std::uint64_t of = 0; of < 16; ++of) {
    for (int n = 0; n < 40; ++n) {
      fill(of < 7 ? Bytes[of] : 2);
      ASSERT_NO_FATAL_FAILURE(
          compare_one(op_e::Genlut, (rng_() & ~(15ull << 53)) | of << 53, reference::genlut));
    }
  }
}

/// z = x + 0 of numbered lanes, as they are shuffled.
TEST_F(AmxLanes, ShufflesMoveLanesByPowersOfTwo) {
  std::vector<std::uint16_t> numbers(32);
  for (std::size_t i = 0; i < 32; ++i) numbers[i] = static_cast<std::uint16_t>(i);
  put_x(0, numbers);
  put_y(0, numbers);
  const auto first = [&](std::uint64_t which) {
    s_.core.rows = {};
    run(op_e::Vecint, mode(11) | which << 29);
    const auto of_x = z<std::uint16_t>(0, 6);
    run(op_e::Vecint, mode(12) | which << 27 | 1u << 20);
    EXPECT_EQ((z<std::uint16_t>(1, 6)), of_x);
    return of_x;
  };
  EXPECT_EQ(first(0), (std::vector<std::uint16_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(first(1), (std::vector<std::uint16_t>{0, 16, 1, 17, 2, 18}));
  EXPECT_EQ(first(2), (std::vector<std::uint16_t>{0, 8, 16, 24, 1, 9}));
  EXPECT_EQ(first(3), (std::vector<std::uint16_t>{0, 4, 8, 12, 16, 20}));
  // The third shuffle moves none of eight lanes.
  put_x<double>(0, {0, 1, 2, 3, 4, 5, 6, 7});
  s_.core.rows = {};
  run(op_e::Vecfp, mode(11) | lanes(7) | 2ull << 29);
  EXPECT_EQ(z<double>(0, 8), (std::vector<double>{0, 2, 4, 6, 1, 3, 5, 7}));
  s_.core.rows = {};
  run(op_e::Vecfp, mode(11) | lanes(7) | 3ull << 29);
  EXPECT_EQ(z<double>(0, 8), (std::vector<double>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(AmxLanes, IndicesOfTwoAndFourBitsNameLanesOfARegister) {
  put_x<std::uint16_t>(3 * 64, {100, 101, 102, 103, 104, 105});
  put_x<std::uint8_t>(0, {0xe4, 0x1b});  // 0, 1, 2, 3, 3, 2, 1, 0
  put_y(0, std::vector<std::uint16_t>(32, 1));
  run(op_e::Vecint, Indexed | 3ull << 49);
  EXPECT_EQ(z<std::uint16_t>(0, 8),
            (std::vector<std::uint16_t>{100, 101, 102, 103, 103, 102, 101, 100}));
  run(op_e::Vecint, Indexed | 3ull << 49 | 1ull << 48 | 1u << 20);  // 4, 14, 11, 1
  EXPECT_EQ(z<std::uint16_t>(1, 4), (std::vector<std::uint16_t>{104, 0, 0, 101}));
}

TEST_F(AmxLanes, EnablesSayWhichLanesAndZeros) {
  const std::string all(32, '#');
  EXPECT_EQ(marks(op_e::Vecint, mode(10)), all);
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(0, 1)).substr(0, 4), ".#.#");
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(0, 2)).substr(0, 4), "#.#.");
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(0, 3)), std::string(32, '0'));
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(0, 4)), std::string(32, '0'));
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(0, 6)), std::string(32, '.'));
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(1, 5)), all);
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(2, 3)), "###" + std::string(29, '.'));
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(3, 2)), std::string(30, '.') + "##");
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(4, 0)), std::string(32, '.'));
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(5, 1)), std::string(31, '.') + "#");
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(7, 1)), std::string(32, '.'));
  // Floating point has five bits of a value.
  EXPECT_EQ(marks(op_e::Vecfp, mode(11) | lanes(2) | enables(0, 35)), std::string(32, '0'));
  EXPECT_EQ(marks(op_e::Vecint, mode(10) | enables(0, 35)), std::string(32, '.'));
  // The enables of a matrix of integers are X's, or Y's with bit 25.
  EXPECT_EQ(marks(op_e::Matint, mode(2) | enables(2, 3), 4).substr(0, 4), "###.");
  EXPECT_EQ(marks(op_e::Matint, mode(2) | enables(2, 3) | 1u << 25, 4), all);
  EXPECT_EQ(marks(op_e::Matint, mode(2) | enables(2, 3) | 1u << 25, 6), std::string(32, '.'));
  // A matrix of floats has enables of both.
  const auto both = mode(4) | lanes(2) | enables(2, 3) | 2u << 23 | shift(2);
  EXPECT_EQ(marks(op_e::Matfp, both, 2).substr(0, 4), "###.");
  EXPECT_EQ(marks(op_e::Matfp, both, 4), std::string(32, '.'));
  EXPECT_EQ(marks(op_e::Matfp, lanes(2) | shift(3), 2), std::string(32, '0'));
}

TEST_F(AmxLanes, BroadcastsALaneOfY) {
  std::vector<std::uint16_t> numbers(32);
  for (std::size_t i = 0; i < 32; ++i) numbers[i] = static_cast<std::uint16_t>(100 + i);
  put_y(0, numbers);
  run(op_e::Vecint, mode(12) | enables(1, 37));  // modulo 32
  EXPECT_EQ(z<std::uint16_t>(0, 32), std::vector<std::uint16_t>(32, 105));
}

/// Registers of X have 1, 2, 3, 4 in all lanes, but 9 in the first of each; those of Y 10, 20, ...
TEST_F(AmxLanes, RepeatsOnSeveralRows) {
  for (std::uint16_t r = 0; r < 8; ++r) {
    std::vector<std::uint16_t> x(32, static_cast<std::uint16_t>(r + 1));
    x[0] = 9;
    put_x(64 * r, x);
    std::vector<std::uint16_t> y(32, static_cast<std::uint16_t>(10 * (r + 1)));
    y[0] = 90;
    put_y(64 * r, y);
  }
  const auto sums = [&](std::uint64_t broadcast, std::uint64_t more) {
    s_.core.rows = {};
    run(op_e::Vecint, mode(2) | Several | broadcast << 32 | more);
    std::vector<std::uint16_t> v;
    for (unsigned row = 1; row < 64; row += 16) v.push_back(z<std::uint16_t>(row, 2)[1]);
    return v;
  };
  using numbers               = std::vector<std::uint16_t>;
  constexpr std::uint64_t Row = 1u << 20;
  EXPECT_EQ(sums(0, Row), (numbers{11, 0, 22, 0}));
  EXPECT_EQ(sums(0, Row | 32u << 20), (numbers{11, 22, 33, 44}));  // bit 25
  EXPECT_EQ(sums(0, Row | 16u << 20), (numbers{0, 11, 0, 22}));
  EXPECT_EQ(sums(0, Row | Four | 16u << 20), (numbers{11, 22, 33, 44}));
  EXPECT_EQ(sums(2, Row | Four), (numbers{11, 21, 31, 41}));
  EXPECT_EQ(sums(3, Row | Four), (numbers{11, 12, 13, 14}));
  EXPECT_EQ(sums(4, Row | Four), (numbers{10, 20, 30, 40}));
  EXPECT_EQ(sums(5, Row | Four), (numbers{1, 2, 3, 4}));
  EXPECT_EQ(sums(6, Row | Four), (numbers{19, 29, 39, 49}));
  EXPECT_EQ(sums(7, Row | Four), (numbers{91, 92, 93, 94}));
  EXPECT_EQ(sums(1, Row | Four), (numbers{0, 0, 0, 0}));
}

TEST_F(AmxLanes, ShiftsAndSaturates) {
  constexpr std::uint64_t Saturate = 1u << 30, Round = 1u << 29, ToSigned = 1u << 26;
  const auto shifted = [&](std::int32_t word, std::uint64_t fields) {
    put_z<std::int32_t>(0, {word});
    run(op_e::Vecint, mode(4) | fields);
    return z<std::int32_t>(0, 1)[0];
  };
  EXPECT_EQ(shifted(1000, lanes(4) | shift(3)), 125);
  EXPECT_EQ(shifted(1004, lanes(4) | shift(3)), 125);
  EXPECT_EQ(shifted(1004, lanes(4) | shift(3) | Round), 126);
  EXPECT_EQ(shifted(3, lanes(4) | shift(1) | Round), 2);
  EXPECT_EQ(shifted(-1, lanes(4) | shift(4)), 0xfffffff);
  EXPECT_EQ(shifted(-1, lanes(4) | shift(4) | XSigned), -1);
  EXPECT_EQ(shifted(70000, lanes(3) | Saturate), 65535);
  EXPECT_EQ(shifted(70000, lanes(3) | Saturate | ToSigned), 32767);
  EXPECT_EQ(shifted(-70000, lanes(3) | Saturate | ToSigned | XSigned), -32768);
  EXPECT_EQ(shifted(-70000, lanes(3) | Saturate | XSigned), 0);
  EXPECT_EQ(shifted(300, lanes(10) | Saturate), 255);
  EXPECT_EQ(shifted(0x0180, lanes(11) | Saturate | ToSigned), 127);
  EXPECT_EQ(shifted(0x7f80, lanes(9) | Saturate | ToSigned), 0x7f7f);
  // Products of 2^15 are halved, rounded; sums saturate.
  const auto high = [&](std::uint64_t alu, std::int16_t x, std::int16_t y, std::int16_t sum) {
    put_x<std::int16_t>(0, {x});
    put_y<std::int16_t>(0, {y});
    put_z<std::int16_t>(0, {sum});
    run(op_e::Matint, mode(alu) | XSigned | YSigned);
    return z<std::int16_t>(0, 1)[0];
  };
  EXPECT_EQ(high(5, 16384, 16384, 1), 8193);
  EXPECT_EQ(high(5, 1, 16384, 0), 1);
  EXPECT_EQ(high(5, 1, 16383, 0), 0);
  EXPECT_EQ(high(5, 32767, 32767, 32767), 32767);
  EXPECT_EQ(high(6, 32767, 32767, -10), -32768);
  EXPECT_EQ(high(5, -32768, -32768, 0), 32767);
}

TEST_F(AmxLanes, MultipliesBytesOfEveryFourthLaneOfY) {
  std::vector<std::int8_t> x(64), y(64);
  for (std::size_t i = 0; i < 64; ++i) {
    x[i] = static_cast<std::int8_t>(i - 32);
    y[i] = static_cast<std::int8_t>(50 - i);
  }
  put_x(0, x);
  put_y(0, y);
  run(op_e::Matint, mode(8) | lanes(10) | XSigned | YSigned);
  for (unsigned j = 0; j < 64; j += 4) {
    for (unsigned i = 0; i < 64; ++i) {
      ASSERT_EQ((z<std::int32_t>(j + i % 4, 16)[i / 4]), x[i] * y[j]) << i << ' ' << j;
    }
  }
  run(op_e::Matint, mode(9) | lanes(4));  // z + equal bits
  EXPECT_EQ((z<std::uint32_t>(0, 1)[0]),
            static_cast<std::uint32_t>(x[0] * y[0]) +
                static_cast<unsigned>(std::popcount(~(0xe3e2e1e0u ^ 0x2f303132u))));
}

TEST_F(AmxLanes, SelectsAndOrdersNumbers) {
  const auto nan  = std::bit_cast<float>(0xffa00000u);
  const auto bits = [](const std::vector<float>& v) {
    std::vector<std::uint32_t> codes;
    for (const float f : v) codes.push_back(std::bit_cast<std::uint32_t>(f));
    return codes;
  };
  put_x<float>(0, {1, -1, 0, -0.0f, nan, 2, 0, -0.0f});
  put_y<float>(0, {5, 5, 5, 5, nan, nan, 5, 5});
  const std::vector<float> sums{3, 3, 3, 3, 3, nan, -0.0f, 0};
  const auto result = [&](std::uint64_t alu) {
    put_z(0, sums);
    run(op_e::Vecfp, mode(alu) | lanes(4));
    return z<std::uint32_t>(0, 8);
  };
  const auto quiet = std::bit_cast<float>(0x7fc00000u);
  EXPECT_EQ(result(4), bits({5, 0, 0, 0, nan, nan, 0, 0}));
  EXPECT_EQ(result(5), bits({1, -1, 0, -0.0f, quiet, quiet, -0.0f, -0.0f}));
  EXPECT_EQ(result(7), bits({3, 3, 3, 3, quiet, quiet, 0, 0}));
  EXPECT_EQ(result(1), bits({-2, 8, 3, 3, quiet, quiet, -0.0f, 0}));
}

TEST_F(AmxLanes, GeneratesIndicesAndLooksThemUp) {
  std::vector<float> table(16), values(16);
  for (std::size_t i = 0; i < 16; ++i) {
    table[i]  = static_cast<float>(i);
    values[i] = static_cast<float>(100 * i);
  }
  put_x(64, table);
  put_y(128, values);
  // Between 2 and 3, on 3, below all, above all, NaN; zeros for the others.
  put_x<float>(0, {2.5f, 3, -1, 99, std::bit_cast<float>(0x7fc00000u), 14.9f});
  run(op_e::Genlut, 1ull << 60 | 5ull << 20);  // x5 from x0 and the table x1
  const std::vector<std::uint8_t> indices(s_.x.begin() + 5 * 64, s_.x.begin() + 6 * 64);
  EXPECT_EQ(std::vector(indices.begin(), indices.begin() + 4),
            (std::vector<std::uint8_t>{0x32, 0xff, 0xef, 0}));
  EXPECT_EQ(std::vector(indices.begin() + 8, indices.end()), std::vector<std::uint8_t>(56));
  run(op_e::Genlut, 11ull << 53 | 2ull << 60 | 1ull << 59 | 1u << 26 | 33u << 20 | 5 * 64);
  EXPECT_EQ(z<float>(33, 6), (std::vector<float>{200, 300, 1500, 1500, 1500, 1400}));
}

TEST_F(AmxLanes, ReservedOperandsChangeNothing) {
  fill(4);
  const state before = s_;
  const auto nothing = [&](op_e op, std::uint64_t operand) {
    run(op, operand);
    EXPECT_EQ(s_, before) << std::hex << operand;
    EXPECT_EQ(cycles({}, op, operand), 1u);
  };
  for (const op_e op : {op_e::Vecint, op_e::Vecfp, op_e::Matint, op_e::Matfp}) {
    for (const int bit : {54, 55, 56}) nothing(op, 1ull << bit);
    nothing(op, mode(13));
    nothing(op, mode(32));
    nothing(op, enables(0, 7) | (op == op_e::Matint ? mode(7) : 0) | mode(63));
  }
  nothing(op_e::Vecint, mode(7));
  nothing(op_e::Vecint, mode(8));
  nothing(op_e::Vecint, mode(9));
  nothing(op_e::Matint, mode(10));
  nothing(op_e::Matfp, mode(5));
  nothing(op_e::Vecfp, mode(2));
  nothing(op_e::Vecint, Indexed | 1ull << 54);
}

TEST(AmxLanesCycles, AreRowsOfZ) {
  const auto of = [](op_e op, std::uint64_t operand, unsigned rows = 1) {
    return cycles({rows}, op, operand);
  };
  EXPECT_EQ(of(op_e::Matint, 0), 32u);
  EXPECT_EQ(of(op_e::Matint, lanes(3)), 64u);
  EXPECT_EQ(of(op_e::Matint, mode(8) | lanes(10), 16), 4u);
  EXPECT_EQ(of(op_e::Matint, mode(4) | lanes(4)), 16u);
  EXPECT_EQ(of(op_e::Matint, mode(4)), 32u);
  EXPECT_EQ(of(op_e::Matfp, lanes(7)), 8u);
  EXPECT_EQ(of(op_e::Matfp, lanes(4)), 16u);
  EXPECT_EQ(of(op_e::Matfp, lanes(1)), 64u);
  EXPECT_EQ(of(op_e::Vecint, 0), 1u);
  EXPECT_EQ(of(op_e::Vecint, lanes(10)), 4u);
  EXPECT_EQ(of(op_e::Vecint, Several | Four | lanes(10)), 16u);
  EXPECT_EQ(of(op_e::Vecint, Several | Four | lanes(10), 8), 2u);
  EXPECT_EQ(of(op_e::Vecfp, Several | lanes(3)), 4u);
  EXPECT_EQ(of(op_e::Genlut, 0), 1u);
}

}  // namespace
}  // namespace weft::amx_lanes_test
