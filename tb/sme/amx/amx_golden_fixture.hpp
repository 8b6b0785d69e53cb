// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <ios>
#include <iterator>
#include <random>

#include "sim/golden/amx.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_reference.hpp"

namespace weft::amx_golden_test {

using namespace golden::amx;
namespace sme       = golden::sme;
namespace reference = amx_reference;

inline constexpr std::uint64_t Data = 0x10000;

/// Golden, turned on, and a page of memory.
class AmxGolden : public testing::Test {
 protected:
  AmxGolden() : rng_(test_options().seed) {
    memory_.map(Data, 4096);
    execute(s_, memory_, op_e::Set, 0);
  }

  /// Numbers of every kind in registers, as `bytes` wide ones mostly in a common range.
  void fill(int bytes) {
    const auto number = [&](std::uint8_t* at) {
      std::uint64_t code = rng_();
      if (rng_() % 8 == 0) {
        const std::uint64_t special[]{0,
                                      ~0ull,
                                      1ull << (8 * bytes - 1),
                                      (1ull << (8 * bytes - 1)) - 1,
                                      1,
                                      bytes == 2   ? 0x7c00ull
                                      : bytes == 4 ? 0x7f800000ull
                                                   : 0x7ffull << 52,
                                      bytes == 2   ? 0x7e01ull
                                      : bytes == 4 ? 0x7fa00000ull
                                                   : 0x7ff4ull << 48};
        code = special[rng_() % std::size(special)];
      } else if (rng_() % 4 != 0) {
        const std::uint64_t one = bytes == 2 ? 0x3c00 : bytes == 4 ? 0x3f800000 : 0x3ffull << 52;
        const int fraction      = bytes == 2 ? 10 : bytes == 4 ? 23 : 52;
        code = (one + ((rng_() % 8) << fraction)) | (code & ((1ull << fraction) - 1)) |
               (rng_() % 2) << (8 * bytes - 1);
      }
      std::memcpy(at, &code, static_cast<std::size_t>(bytes));
    };
    for (int i = 0; i < PoolBytes; i += bytes) {
      number(&s_.x[static_cast<std::size_t>(i)]);
      number(&s_.y[static_cast<std::size_t>(i)]);
    }
    for (auto r = 0u; r < Rows; ++r) {
      for (auto i = 0u; i < RowBytes; i += static_cast<unsigned>(bytes))
        number(&s_.core.rows[r][i]);
    }
  }

  reference::registers registers() const {
    reference::registers r{s_.x, s_.y, {}};
    for (auto i = 0u; i < Rows; ++i) std::copy_n(s_.core.rows[i].begin(), RowBytes, r.z[i].begin());
    return r;
  }

  /// Random operands of one instruction, offsets mostly aligned: as `apply` has them.
  template <class Apply>
  void compare(op_e op, int bytes, int count, Apply&& apply) {
    for (int n = 0; n < count; ++n) {
      if (n % 16 == 0) fill(bytes);
      std::uint64_t operand = rng_();
      if (rng_() % 2 == 0) operand &= ~std::uint64_t{0x1fc1ff};
      if (rng_() % 2 == 0) operand &= ~(std::uint64_t{0x7f} << 41 | std::uint64_t{0x7f} << 32);
      if (rng_() % 2 == 0) operand &= ~(std::uint64_t{7} << 27);
      ASSERT_NO_FATAL_FAILURE(compare_one(op, operand, apply));
    }
  }

  template <class Apply>
  void compare_one(op_e op, std::uint64_t operand, Apply&& apply) {
    auto expected = registers();
    apply(expected, operand);
    execute(s_, memory_, op, operand);
    ASSERT_EQ(registers(), expected)
        << Names[static_cast<std::size_t>(op)] << std::hex << ' ' << operand;
  }

  state s_;
  sme::paged_memory memory_;
  std::mt19937_64 rng_;
};

}  // namespace weft::amx_golden_test
