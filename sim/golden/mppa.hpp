// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <ostream>
#include <span>
#include <string_view>
#include <vector>

#include "sim/golden/float.hpp"

/// Golden model of rtl/mppa/weft_mppa.sv: a tensor coprocessor of 48 registers of 256 bits in the
/// style of Kalray's MPPA3.
///
/// execute() is what a bundle does, bit for bit; cycles() is when a program is done;
/// sim/golden/mppa_model.hpp is the same cycle by cycle. Names and values are weft_mppa_pkg's. The
/// layout of matrices in registers is drawn in rtl/mppa/weft_mppa.sv: row i of an operand is
/// quarter i of each of its registers, columns in order.
namespace weft::golden::mppa {

inline constexpr unsigned Registers = 48;

/// 32 bytes: quarter i is eight bytes of row i, the first in the low bits.
using register_t = std::array<std::uint64_t, 4>;
using addr_t     = std::uint32_t;

enum class mem_op_e : std::uint8_t {
  NoMem,
  Load,     ///< register = 32 bytes
  Scatter,  ///< a quarter of each register of a quadruple = 8 of 32 bytes
  Store     ///< 32 bytes = register
};

enum class move_op_e : std::uint8_t {
  NoMove,
  Move,  ///< register = register
  Clear  ///< register = 0
};

enum class mac_op_e : std::uint8_t {
  NoMac,
  Int8,   ///< 4x8 by 8x4 of 8 bits, to 4x4 of 32 bits, modulo 2^32
  Int16,  ///< 4x4 by 4x4 of 16 bits, to 4x4 of 64 bits, modulo 2^64
  Fp16    ///< 4x4 by 4x4 FP16, to 4x4 FP32, exact but for one rounding to nearest even
};

/// Three operations that begin together. They read what the bundles before have left.
struct bundle {
  mem_op_e mem_op          = mem_op_e::NoMem;
  std::uint8_t mem_reg     = 0;
  std::uint8_t mem_quarter = 0;
  addr_t mem_addr          = 0;  ///< of the first of 32 bytes, any

  move_op_e move_op     = move_op_e::NoMove;
  std::uint8_t move_dst = 0, move_src = 0;

  mac_op_e mac_op = mac_op_e::NoMac;
  bool a_unsigned = false, b_unsigned = false;  ///< elements of integers; else two's complement
  std::uint8_t mac_d = 0, mac_a = 0, mac_b = 0;

  bool operator==(const bundle&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const bundle& x);
};

/// Multiply-adds of a product.
constexpr unsigned macs(mac_op_e op) {
  return op == mac_op_e::NoMac ? 0 : op == mac_op_e::Int8 ? 128 : 64;
}

/// Cycles that a product is in the array.
constexpr unsigned steps(mac_op_e op) { return op == mac_op_e::Fp16 ? 4 : 1; }

/// Registers of a product's sum.
constexpr unsigned sum_registers(mac_op_e op) {
  return op == mac_op_e::NoMac ? 0 : op == mac_op_e::Int16 ? 4 : 2;
}

/// Registers as bits.
using mask_t = std::uint64_t;

constexpr mask_t mask(unsigned first, unsigned n) { return ((mask_t{1} << n) - 1) << first; }

constexpr mask_t loaded(const bundle& x) {
  return mask(x.mem_reg, x.mem_op == mem_op_e::Scatter ? 4 : x.mem_op == mem_op_e::Load ? 1 : 0);
}
constexpr mask_t moved(const bundle& x) {
  return mask(x.move_dst, x.move_op != move_op_e::NoMove ? 1 : 0);
}
constexpr mask_t summed(const bundle& x) { return mask(x.mac_d, sum_registers(x.mac_op)); }
/// What is read but sums.
constexpr mask_t read(const bundle& x) {
  const unsigned product = x.mac_op != mac_op_e::NoMac ? 1 : 0;
  return mask(x.mem_reg, x.mem_op == mem_op_e::Store ? 1 : 0) |
         mask(x.move_src, x.move_op == move_op_e::Move ? 1 : 0) | mask(x.mac_a, product) |
         mask(x.mac_b, product);
}

/// Why a bundle is not allowed, or nothing: an operation or register that does not exist, a pair at
/// an odd number, a quadruple at no multiple of four, a register that two operations write.
std::string_view fault(const bundle& x);

/// The exact dot product with accumulation of rtl/dpa/weft_dpa_exact.sv: a . b + c, a and b of
/// format f with infinities, c and the result FP32, one rounding to nearest even. NaN results are
/// 7fc00000. An exact zero is +0 unless every term is -0. f's exponents have up to 5 bits,
/// fractions up to 20.
std::uint32_t dot(format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::uint32_t c);

/// The registers. All zero at first; the RTL's are whatever they are.
struct state {
  std::array<register_t, Registers> registers{};

  bool operator==(const state&) const = default;
};

/// What a product leaves in its sum, from operands that were read before.
void multiply(state& s, const bundle& x, const register_t& a, const register_t& b);

/// What 32 bytes from memory leave in the registers of a Load or Scatter.
void load(state& s, const bundle& x, const register_t& bytes);

/// One bundle. Memory has `register_t read(addr_t)` and `void write(addr_t, const register_t&)`.
template <class Memory>
void execute(state& s, const bundle& x, Memory& memory) {
  const state before = s;
  const auto& r      = before.registers;
  if (x.mac_op != mac_op_e::NoMac) multiply(s, x, r[x.mac_a], r[x.mac_b]);
  if (x.move_op == move_op_e::Move) s.registers[x.move_dst] = r[x.move_src];
  if (x.move_op == move_op_e::Clear) s.registers[x.move_dst] = {};
  if (x.mem_op == mem_op_e::Store) memory.write(x.mem_addr, r[x.mem_reg]);
  if (loaded(x) != 0) load(s, x, memory.read(x.mem_addr));
}

/// The parameters of the unit.
struct config {
  unsigned loads = 8;  ///< on their way at a time

  bool operator==(const config&) const = default;
};

/// When bundles issue, one after the other, if one is offered in every cycle and every request is
/// taken at once. Cycle 0 is the one in which the first bundle is taken.
class schedule {
 public:
  explicit schedule(const config& k = {}) : config_(k) {}

  /// The cycle in which the next bundle issues.
  std::uint64_t issue(const bundle& x);

  /// The bundle that was issued last is a load and is answered in that cycle, or in the one after
  /// the answer before. To be called for each load.
  void answer(const bundle& x, std::uint64_t cycle);

  /// Cycles from the first to the last in which the unit is busy, both counted.
  std::uint64_t cycles() const { return last_ + 1; }

 private:
  using times = std::array<std::uint64_t, Registers>;
  static std::uint64_t latest(mask_t registers, const times& t);
  void set(mask_t registers, times& t, std::uint64_t cycle);

  config config_;
  std::uint64_t next_ = 1;           ///< the next bundle's cycle at the earliest
  std::uint64_t free_ = 0;           ///< the next product's
  std::uint64_t last_ = 0;           ///< in which something happens
  times awaited_{}, computed_{};     ///< the last cycle in which a register is
  std::deque<std::uint64_t> loads_;  ///< answers of the last `loads` of them
  std::uint64_t last_answer_ = 0;
};

/// Cycles of a program from the one in which its first bundle is taken to the last in which the
/// unit is busy, both counted, if nothing stalls and answers come `latency` cycles after their
/// requests.
std::uint64_t cycles(const config& k, std::span<const bundle> program, std::uint64_t latency = 1);

/// Share of the cycles in which the array computes.
double utilisation(std::span<const bundle> program, std::uint64_t cycles);

}  // namespace weft::golden::mppa
