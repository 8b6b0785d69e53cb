// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/amx.hpp"

/// Random operands of AMX's instructions.
namespace weft::amx_operands {

/// An operand of VECINT, VECFP, MATINT or MATFP with an ALU mode and a width of lanes; a fifth of
/// them is indexed and has no bits for a mode. Few are reserved by other bits.
inline std::uint64_t of_lanes(golden::amx::op_e op, unsigned alu, unsigned width,
                              std::mt19937_64& rng) {
  using golden::amx::op_e;
  constexpr std::uint64_t Indexed = 1ull << 53, Enables = 0x1ffull << 32, Shift = 31ull << 58;
  const auto bits = [](int high, int low) {
    return ((std::uint64_t{2} << (high - low)) - 1) << low;
  };
  std::uint64_t operand = rng() & ~(bits(56, 53) | bits(52, 47) | bits(45, 42));
  if (rng() % 3 != 0) operand &= ~(Enables | (op == op_e::Matfp ? Shift | 7u << 23 : 0));
  // A field of mode 0 may write zeros, or make x or y zero.
  if (rng() % 4 == 0) operand = (operand & ~Enables) | (rng() % 6) << 32;
  if (op != op_e::Matfp && rng() % 3 == 0) operand &= ~Shift;
  if (rng() % 2 == 0) operand &= ~(bits(15, 10) | bits(5, 0));
  if (rng() % 2 == 0) operand &= ~bits(30, 27);
  const bool indexed = rng() % 5 == 0;
  operand |= std::uint64_t{width} << 42 |
             (indexed ? Indexed | (rng() % 64) << 47 : std::uint64_t{alu} << 47);
  if (rng() % 32 == 0 || (op == op_e::Matint && indexed)) operand |= (rng() % 8) << 54;
  if (op == op_e::Matint && indexed && rng() % 2 == 0) {
    operand = (operand & ~bits(56, 54)) | std::uint64_t{1} << 54;
  }
  return operand;
}

/// An operand of products that are not shifted: registers as they are more often, offsets near
/// them.
inline std::uint64_t of_products(golden::amx::op_e op, unsigned alu, unsigned width,
                                 std::mt19937_64& rng) {
  std::uint64_t operand = rng() & (1ull << 63 | 1u << 26);  // signs
  operand |= rng() % 8 << 16 | rng() % 8 << 6 | rng() % 8 << 20;
  if (rng() % 2 == 0) operand |= rng() % 6;                              // bytes of Y's register
  if (rng() % 4 == 0) operand |= rng() % 64 << 10;                       // of X's
  if (rng() % 2 == 0) operand |= rng() % 4 << 29;                        // X shuffled
  if (rng() % 8 == 0) operand |= rng() % 4 << 27;                        // Y
  if (rng() % 3 == 0) operand |= rng() % 0x200 << 32 | rng() % 2 << 25;  // enables
  if (op == golden::amx::op_e::Matfp && rng() % 3 == 0) {
    operand |= rng() % 32 << 58 | rng() % 8 << 23;
  }
  if (rng() % 8 == 0) operand |= 1u << 31;
  return operand | std::uint64_t{alu} << 47 | std::uint64_t{width} << 42;
}

/// Products whose words are few: outer products, pairs of rows of ZA.
struct products {
  golden::amx::op_e op;
  unsigned alu, width;
};
inline std::vector<products> whole_products() {
  using golden::amx::op_e;
  std::vector<products> all{{op_e::Matint, 8, 10}};
  for (const unsigned alu : {0, 1}) {
    for (const unsigned width : {1, 3, 4, 7}) {
      all.push_back({op_e::Matfp, alu, width});
      if (width <= 3) all.push_back({op_e::Vecfp, alu, width});
      if (width == 3) all.push_back({op_e::Vecint, alu, width});
      if (width == 3) all.push_back({op_e::Matint, alu, width});
    }
  }
  return all;
}

}  // namespace weft::amx_operands
