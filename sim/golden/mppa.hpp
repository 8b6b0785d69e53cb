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
/// execute() computes a bundle, bit for bit; cycles() gives the duration of a program;
/// sim/golden/mppa_model.hpp is the unit cycle by cycle. Names and values are weft_mppa_pkg's. The
/// layout of matrices in registers is drawn in rtl/mppa/weft_mppa.sv: row i of an operand is
/// quarter i of each of its registers, columns in order.
namespace weft::golden::mppa {

inline constexpr unsigned Registers = 48;

/// A register of 32 bytes: quarter i is eight bytes of row i, the first in the low bits.
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

/// Three operations that begin together. They read the results of all earlier bundles.
struct bundle {
  mem_op_e mem_op          = mem_op_e::NoMem;
  std::uint8_t mem_reg     = 0;
  std::uint8_t mem_quarter = 0;
  addr_t mem_addr          = 0;  ///< address of the first of 32 bytes, at any alignment

  move_op_e move_op     = move_op_e::NoMove;
  std::uint8_t move_dst = 0, move_src = 0;

  mac_op_e mac_op = mac_op_e::NoMac;
  bool a_unsigned = false, b_unsigned = false;  ///< integers: unsigned, else two's complement
  std::uint8_t mac_d = 0, mac_a = 0, mac_b = 0;

  bool operator==(const bundle&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const bundle& x);
};

/// Multiply-adds of one product.
constexpr unsigned macs(mac_op_e op) {
  return op == mac_op_e::NoMac ? 0 : op == mac_op_e::Int8 ? 128 : 64;
}

/// Cycles that a product spends in the array.
constexpr unsigned steps(mac_op_e op) { return op == mac_op_e::Fp16 ? 4 : 1; }

/// The number of registers of a product's sum.
constexpr unsigned sum_registers(mac_op_e op) {
  return op == mac_op_e::NoMac ? 0 : op == mac_op_e::Int16 ? 4 : 2;
}

/// A set of registers, one bit each.
using mask_t = std::uint64_t;

constexpr mask_t mask(unsigned first, unsigned n) { return ((mask_t{1} << n) - 1) << first; }

constexpr mask_t loaded(const bundle& x) {
  return mask(x.mem_reg, x.mem_op == mem_op_e::Scatter ? 4 : x.mem_op == mem_op_e::Load ? 1 : 0);
}
constexpr mask_t moved(const bundle& x) {
  return mask(x.move_dst, x.move_op != move_op_e::NoMove ? 1 : 0);
}
constexpr mask_t summed(const bundle& x) { return mask(x.mac_d, sum_registers(x.mac_op)); }
/// The registers that a bundle reads, without the sums.
constexpr mask_t read(const bundle& x) {
  const unsigned product = x.mac_op != mac_op_e::NoMac ? 1 : 0;
  return mask(x.mem_reg, x.mem_op == mem_op_e::Store ? 1 : 0) |
         mask(x.move_src, x.move_op == move_op_e::Move ? 1 : 0) | mask(x.mac_a, product) |
         mask(x.mac_b, product);
}

/// The reason why a bundle is not allowed, or "": an operation or register that does not exist, a
/// pair at an odd number, a quadruple not at a multiple of four, a register that two operations
/// write.
std::string_view fault(const bundle& x);

/// The exact dot product with accumulation of rtl/dpa/weft_dpa_exact.sv: a . b + c, a and b of
/// format f with infinities, c and the result FP32, one rounding to nearest even. NaN results are
/// 7fc00000. An exact zero is +0 unless every term is -0. f's exponents have up to 5 bits,
/// fractions up to 20.
std::uint32_t dot(format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                  std::uint32_t c);

/// The registers. All zero at first; the RTL does not reset them.
struct state {
  std::array<register_t, Registers> registers{};

  bool operator==(const state&) const = default;
};

/// Adds a product of operands read earlier to its sum.
void multiply(state& s, const bundle& x, const register_t& a, const register_t& b);

/// Writes 32 bytes from memory to the registers of a Load or Scatter.
void load(state& s, const bundle& x, const register_t& bytes);

/// Executes one bundle. Memory has `register_t read(addr_t)` and `void write(addr_t, const
/// register_t&)`.
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
  unsigned loads = 8;  ///< loads in flight at a time

  bool operator==(const config&) const = default;
};

/// The issue cycles of a sequence of bundles, if one is offered in every cycle and every request is
/// taken at once. Cycle 0 takes the first bundle.
class schedule {
 public:
  explicit schedule(const config& k = {}) : config_(k) {}

  /// The cycle in which the next bundle issues.
  std::uint64_t issue(const bundle& x);

  /// Reports that the load issued last is answered in `cycle`, or one cycle after the previous
  /// answer if that is later. Call it for each load.
  void answer(const bundle& x, std::uint64_t cycle);

  /// Clock cycles from the first to the last in which the unit is busy, both counted.
  std::uint64_t cycles() const { return last_ + 1; }

 private:
  using times = std::array<std::uint64_t, Registers>;
  static std::uint64_t latest(mask_t registers, const times& t);
  void set(mask_t registers, times& t, std::uint64_t cycle);

  config config_;
  std::uint64_t next_ = 1;           ///< earliest cycle of the next bundle
  std::uint64_t free_ = 0;           ///< earliest cycle of the next product
  std::uint64_t last_ = 0;           ///< the last busy cycle
  times awaited_{}, computed_{};     ///< for each register, the last cycle of that state
  std::deque<std::uint64_t> loads_;  ///< answer cycles of the last `loads` loads
  std::uint64_t last_answer_ = 0;
};

/// Clock cycles of a program, from the cycle that takes its first bundle to the last in which the
/// unit is busy, both counted, if nothing stalls and answers come `latency` cycles after requests.
std::uint64_t cycles(const config& k, std::span<const bundle> program, std::uint64_t latency = 1);

/// Share of the cycles in which the array computes.
double utilisation(std::span<const bundle> program, std::uint64_t cycles);

}  // namespace weft::golden::mppa
