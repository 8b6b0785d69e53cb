// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>

#include "sim/golden/mppa.hpp"

/// Golden model of rtl/mppa/weft_mppa_core.sv: a VLIW core of six lanes round the tensor
/// coprocessor of sim/golden/mppa.hpp, in the style of Kalray's KV3.
///
/// step() computes a bundle, bit for bit; schedule is the closed form of straight code;
/// sim/golden/mppa_core/mppa_core_model.hpp is the core cycle by cycle. Names and values are
/// weft_mppa_core_pkg's. docs/unit/mppa_core.md draws the encoding.
namespace weft::golden::mppa_core {

using mppa::register_t;
using addr_t = std::uint64_t;

inline constexpr unsigned General = 64, Lanes = 6;
inline constexpr std::uint16_t EndAddress = 0xffff;  ///< a return to it ends the program

/// The word of a bundle that a lane reads; the last two words are immediates.
enum class lane_e : std::uint8_t { Bcu, Alu0, Alu1, Mau, Lsu, Tca };

/// Operations of the branch and control unit.
enum class bcu_e : std::uint8_t { Nop, Goto, Cb, Loopdo, Call, Ret, Igoto, Xmovefo, Xcopyo };

/// Operations of the lanes Alu0, Alu1, Mau and Lsu. Bit 0 of those in pairs means 64 bits; the
/// others give the low 32 bits, the upper ones zero. From Minw on: LITE, from Cbsw on: FULL, in the
/// lanes Alu0 and Alu1 only.
enum class alu_e : std::uint8_t {
  Nop,
  Addw = 2,
  Addd,
  Sbfw,  ///< b - a
  Sbfd,
  Subw,  ///< a - b
  Subd,
  Andw,
  Andd,
  Orw,
  Ord,
  Xorw,
  Xord,
  Andnw,  ///< ~a & b
  Andnd,
  Sllw,
  Slld,
  Srlw,
  Srld,
  Sraw,
  Srad,
  Compw,
  Compd,
  Zxwd,  ///< the low 32 bits of b
  Make,  ///< b
  Sxwd,  ///< the low 32 bits of b with their sign
  Cmoved,
  Minw = 32,
  Mind,
  Maxw,
  Maxd,
  Minuw,
  Minud,
  Maxuw,
  Maxud,
  Ctzw,
  Ctzd,
  Clzw,
  Clzd,
  Xmovetq,
  Cbsw = 48,
  Cbsd
};

/// Operations of the lane Mau besides alu_e's. From Fadd on: 4 type + kind, types float_e.
enum class mau_e : std::uint8_t { Mulw = 32, Muld, Maddw, Maddd, Fadd = 40, Fmul, Ffma, Ffms };
enum class float_e : std::uint8_t {
  W,   ///< FP32 in the low half of a register
  Wp,  ///< two FP32
  Wq,  ///< four FP32 in a pair
  D,   ///< FP64
  Dp   ///< two FP64 in a pair
};

/// Operations of the lane Lsu besides alu_e's.
enum class lsu_e : std::uint8_t {
  Lbz = 32,
  Lbs,
  Lhz,
  Lhs,
  Lwz,
  Lws,
  Ld,
  Lq,
  Lo,
  Xlo,
  XloQ0,
  XloQ1,
  XloQ2,
  XloQ3,
  Sb = 48,
  Sh,
  Sw,
  Sd,
  Sq,
  So,
  Xso
};

/// Operations of the coprocessor's lane.
enum class tca_e : std::uint8_t {
  Nop,
  Int8,
  Int16,
  Fp16Q0 = 4,  ///< rows 0 and 1, columns 0 and 1 of D
  Fp16Q1,      ///< rows 2 and 3, columns 0 and 1
  Fp16Q2,      ///< rows 0 and 1, columns 2 and 3
  Fp16Q3,
  Xmt44d,
  Convwbv,
  Convdhv
};

/// Comparisons of a register with zero: d of all 64 bits, w of the low 32.
enum class cond_e : std::uint8_t {
  Always,
  Dnez,
  Deqz,
  Dltz,
  Dgez,
  Dlez,
  Dgtz,
  Odd,
  Even,
  Wnez,
  Weqz,
  Wltz,
  Wgez,
  Wlez,
  Wgtz,
  Never
};

/// The comparisons of Compw and Compd.
enum class compare_e : std::uint8_t { Ne, Eq, Lt, Ge, Le, Gt, Ltu, Geu, Leu, Gtu };

/// Where the second operand, or a memory operation's offset, comes from.
enum class mode_e : std::uint8_t { Register, Short, Word, Both };

/// A bundle in its binary form: the words of the six lanes, zero for none, and two immediates.
struct bundle {
  std::array<std::uint32_t, 8> w{};

  bool operator==(const bundle&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const bundle& x);
};

/// A word of the lanes Alu0 to Lsu, its fields from the highest bits on.
struct word {
  std::uint8_t op = 0, d = 0, a = 0, b = 0, mode = 0, cond = 0, x = 0;

  constexpr word() = default;
  constexpr explicit word(std::uint32_t w)
      : op(static_cast<std::uint8_t>(w >> 26)),
        d(w >> 20 & 63),
        a(w >> 14 & 63),
        b(w >> 8 & 63),
        mode(w >> 6 & 3),
        cond(w >> 2 & 15),
        x(w & 3) {}
  constexpr std::uint32_t bits() const {
    return std::uint32_t{op} << 26 | std::uint32_t{d} << 20 | std::uint32_t{a} << 14 |
           std::uint32_t{b} << 8 | std::uint32_t{mode} << 6 | std::uint32_t{cond} << 2 | x;
  }
};

/// The word of the coprocessor's lane: D = C + A B; x says what is unsigned, bit 0 A, bit 1 B.
struct tca_word {
  std::uint8_t op = 0, d = 0, a = 0, b = 0, c = 0, x = 0;

  constexpr tca_word() = default;
  constexpr explicit tca_word(std::uint32_t w)
      : op(static_cast<std::uint8_t>(w >> 26)),
        d(w >> 20 & 63),
        a(w >> 14 & 63),
        b(w >> 8 & 63),
        c(w >> 2 & 63),
        x(w & 3) {}
  constexpr std::uint32_t bits() const {
    return std::uint32_t{op} << 26 | std::uint32_t{d} << 20 | std::uint32_t{a} << 14 |
           std::uint32_t{b} << 8 | std::uint32_t{c} << 2 | x;
  }
};

/// The word of the branch and control unit; Xmovefo and Xcopyo have a register in `target`.
struct bcu_word {
  std::uint8_t op = 0, r = 0, cond = 0;
  std::uint16_t target = 0;

  constexpr bcu_word() = default;
  constexpr explicit bcu_word(std::uint32_t w)
      : op(static_cast<std::uint8_t>(w >> 26)),
        r(w >> 20 & 63),
        cond(w >> 16 & 15),
        target(static_cast<std::uint16_t>(w)) {}
  constexpr std::uint32_t bits() const {
    return std::uint32_t{op} << 26 | std::uint32_t{r} << 20 | std::uint32_t{cond} << 16 | target;
  }
};

/// The resources that a bundle takes. Limits are the number of each in a cycle.
enum class resource_e : std::uint8_t {
  Tiny,
  Lite,
  Full,
  Lsu,
  Mau,
  Bcu,
  Tca,
  Auxr,  ///< a third general operand
  Auxw,  ///< a second general result
  Crrp,  ///< a coprocessor register read
  Crwl,  ///< the low half of a coprocessor register written
  Crwh   ///< the high half
};
inline constexpr unsigned Resources = 12;
inline constexpr std::array<unsigned, Resources> Limits{4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
std::string_view name_of(resource_e r);

std::array<unsigned, Resources> resources(const bundle& x);

/// The reason why a bundle is not allowed, or "": an operation that does not exist or not in this
/// lane, a pair or quadruple at a wrong number, too much of a resource, a register that two
/// operations write.
std::string_view fault(const bundle& x);

/// A set of halves of coprocessor registers, one bit a register.
struct halves {
  std::uint64_t lo = 0, hi = 0;

  constexpr halves operator|(const halves& y) const { return {lo | y.lo, hi | y.hi}; }
  constexpr halves operator&(const halves& y) const { return {lo & y.lo, hi & y.hi}; }
  constexpr halves operator~() const { return {~lo, ~hi}; }
  constexpr bool any() const { return (lo | hi) != 0; }
  bool operator==(const halves&) const = default;
};

/// The registers of a bundle, by what it needs of them.
struct registers {
  std::uint64_t read   = 0;  ///< general, read when the bundle issues
  std::uint64_t late   = 0;  ///< a cycle later: a store's value, the sum of an integer multiply-add
  std::uint64_t early  = 0;  ///< a cycle before: of branches
  std::uint64_t sum    = 0;  ///< written after 2 cycles by an integer multiply-add
  std::uint64_t load   = 0;  ///< written by a load
  std::uint64_t silent = 0;  ///< by a load with .s: by memory, or after a hit with zero
  std::array<std::uint64_t, 5> write{};  ///< written after 1 to 4 cycles

  halves c_read, c_late;
  halves c_addend;  ///< addends of FP16 products
  halves c_sum;     ///< addends and results of integer products
  halves c_result;  ///< their results
  halves c_load, c_silent;
  halves c_moved, c_written;  ///< written after 3 cycles, by moves and by others
  halves c_float;             ///< written after 4 cycles
  constexpr std::uint64_t written() const { return write[1] | write[2] | write[3] | write[4]; }
  constexpr halves c_fixed() const { return c_moved | c_written | c_float; }
};
registers registers_of(const bundle& x);

inline constexpr unsigned Hit      = 3;  ///< cycles from a load to its use
inline constexpr unsigned MoveTime = 3;  ///< from a move or product to its use

/// The architectural state. The RTL does not reset registers.
struct state {
  std::array<std::uint64_t, General> r{};
  mppa::state tca;
  std::uint16_t pc = 0, link = EndAddress, loop_start = 0, loop_end = 0;
  std::uint64_t loop_count = 0;

  bool operator==(const state&) const = default;
};

/// Ranges of addresses. SMEM, 4 MiB from 0; I/O, 1 GiB from 0x40000000; DDR, 2 GiB from 0x80000000.
enum class region_e : std::uint8_t { Smem, Ddr, Io, Hole };
inline constexpr addr_t SmemBytes = addr_t{1} << 22;
constexpr region_e region_of(addr_t at) {
  return at < SmemBytes        ? region_e::Smem
         : at >> 32 != 0       ? region_e::Hole
         : (at >> 31 & 1) != 0 ? region_e::Ddr
         : (at >> 30 & 1) != 0 ? region_e::Io
                               : region_e::Hole;
}

/// The access of a bundle to memory.
struct access {
  lsu_e op         = lsu_e::Lbz;
  std::uint8_t reg = 0;
  bool store = false, bypass = false;
  bool dismissed = false;  ///< gives zero and does not reach memory
  bool traps     = false;
  addr_t at      = 0;
  unsigned size  = 0;  ///< bytes
  register_t data{};   ///< of a store

  /// Bytes before the next multiple of 64.
  unsigned first() const {
    const auto room = static_cast<unsigned>(64 - at % 64);
    return room < size ? room : size;
  }
  bool split() const { return first() < size; }
};

/// The access of a bundle, if it makes one: without an operation on memory, or where its condition
/// is false, it does not.
std::optional<access> access_of(const state& s, const bundle& x);

/// Writes what a load read to its registers, byte 0 of `bytes` from the address.
void load(state& s, const access& a, const register_t& bytes);

/// The bytes of a store from the `first`-th on, as they go to memory.
register_t shifted(const register_t& bytes, unsigned first);

/// A bundle's step without its access to memory: all registers but those of a load, and the next
/// pc. True if a branch is taken.
bool step(state& s, const bundle& x);

bool holds(cond_e cond, std::uint64_t x);

/// The issue cycles of straight code, one bundle offered in every cycle, on a memory that takes
/// every request at once and answers `latency` cycles later, the default a hit. Cycle 0 is the
/// first in which a bundle is offered. Conditions and addresses have no part in it but those of an
/// access that is split.
class schedule {
 public:
  explicit schedule(unsigned loads = 8, std::uint64_t latency = 1)
      : loads_(loads), latency_(latency) {}

  /// The cycle in which a bundle issues that makes the access `a`, if it makes one.
  std::uint64_t issue(const bundle& x, const std::optional<access>& a);

 private:
  enum class kind_e : std::uint8_t { Other, Integer, Move };
  struct half {
    std::uint64_t ready = 0;
    kind_e kind         = kind_e::Other;
  };
  template <class Call>
  void each(const halves& h, Call call);
  template <class Call>
  static void each(std::uint64_t mask, Call call);

  unsigned loads_;
  std::uint64_t latency_, next_ = 0, stage_ = 0, answered_ = 0;
  std::array<std::uint64_t, General> ready_{}, answer_{};
  std::array<half, 2 * mppa::Registers> half_{};
  std::array<std::uint64_t, 2 * mppa::Registers> half_answer_{};
  std::array<std::uint64_t, 64> queue_{};  ///< answers of the last loads
  std::uint64_t pushed_ = 0;
};

}  // namespace weft::golden::mppa_core
