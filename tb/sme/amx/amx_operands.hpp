// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

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

}  // namespace weft::amx_operands
