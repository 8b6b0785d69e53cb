// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/mppa.hpp"
#include "sim/harness/operands.hpp"
#include "sim/verilated/mppa/mppa_memory.hpp"

namespace weft::sim {

/// The memory of mppa_program's programs: random bytes, and edge cases of FP16 and FP32 numbers.
inline mppa_bytes mppa_operands(std::uint64_t seed, std::size_t size = 4096) {
  mppa_bytes bytes(size);
  std::mt19937_64 rng(seed);
  edge_floats half(golden::Binary16, seed), single(golden::Binary32, seed);
  for (std::size_t i = 0; i + 4 <= size; i += 4) {
    const auto pair = half() | half() << 16;
    const auto word = static_cast<std::uint32_t>(rng() % 3 == 0   ? rng()
                                                 : rng() % 2 == 0 ? single()
                                                                  : pair);
    std::memcpy(&bytes.all()[i], &word, sizeof word);
  }
  return bytes;
}

/// A legal bundle of random operations on few registers, so that they wait for each other.
/// Addresses are below `size` - 31.
template <class Rng>
golden::mppa::bundle random_bundle(Rng& rng, std::size_t size) {
  using namespace golden::mppa;
  const auto below = [&](std::uint64_t n) { return static_cast<std::uint8_t>(rng() % n); };
  const auto any   = [&] {
    return static_cast<std::uint8_t>(below(3) != 0 ? below(8) : below(Registers));
  };
  for (;;) {
    bundle x;
    if (below(2) != 0) {
      x.mem_op      = mem_op_e{static_cast<std::uint8_t>(1 + below(3))};
      x.mem_reg     = any();
      x.mem_quarter = below(4);
      x.mem_addr    = static_cast<addr_t>(rng() % (size - 31));
      if (x.mem_op == mem_op_e::Scatter) x.mem_reg &= 0x3c;
    }
    if (below(3) == 0) {
      x.move_op  = move_op_e{static_cast<std::uint8_t>(1 + below(2))};
      x.move_dst = any();
      x.move_src = any();
    }
    if (below(2) != 0) {
      x.mac_op     = mac_op_e{static_cast<std::uint8_t>(1 + below(3))};
      x.a_unsigned = below(2) != 0;
      x.b_unsigned = below(2) != 0;
      x.mac_d      = any() & (x.mac_op == mac_op_e::Int16 ? 0x3c : 0x3e);
      x.mac_a      = any();
      x.mac_b      = any();
    }
    if (fault(x).empty()) return x;
  }
}

/// A program that loads every register, executes `length` random bundles, and stores every
/// register.
inline std::vector<golden::mppa::bundle> mppa_program(std::uint64_t seed, std::size_t length,
                                                      std::size_t size = 4096) {
  using namespace golden::mppa;
  std::mt19937_64 rng(seed);
  std::vector<bundle> program;
  for (unsigned r = 0; r < Registers; ++r) {
    program.push_back({.mem_op   = mem_op_e::Load,
                       .mem_reg  = static_cast<std::uint8_t>(r),
                       .mem_addr = static_cast<addr_t>(rng() % (size - 31))});
  }
  for (std::size_t i = 0; i < length; ++i) program.push_back(random_bundle(rng, size));
  for (unsigned r = 0; r < Registers; ++r) {
    program.push_back(
        {.mem_op = mem_op_e::Store, .mem_reg = static_cast<std::uint8_t>(r), .mem_addr = 32 * r});
  }
  return program;
}

}  // namespace weft::sim
