// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "sim/golden/float.hpp"
#include "sim/golden/fma.hpp"

/// Arm's floating point on top of golden's: the NaN of a result, flushing by FPCR, the flags of
/// FPSR, and the sums of two products in outer products.
namespace weft::golden::sme {

/// The controls of FPCR that apply to one kind of instruction.
struct fp_control {
  round_e round = round_e::NearEven;
  bool fz       = false;  ///< flush to zero, binary32 and binary64
  bool fz16     = false;  ///< flush to zero, binary16
  bool dn       = false;  ///< NaN results are the default NaN
  bool ah       = false;  ///< alternate handling: negative default NaN, tininess after rounding
  bool fiz      = false;  ///< flush inputs to zero
  bool ebf      = false;  ///< bfloat16 products are exact and follow FPCR

  static constexpr std::uint32_t Fiz = 1, Ah = 2, Nep = 4, Ebf = 1u << 13, Fz16 = 1u << 19,
                                 Fz = 1u << 24, Dn = 1u << 25, Ahp = 1u << 26, Mode = 3u << 22;

  static constexpr fp_control of(std::uint32_t fpcr) {
    constexpr std::array Modes{round_e::NearEven, round_e::Up, round_e::Down, round_e::TowardZero};
    const auto is = [&](std::uint32_t bit) { return (fpcr & bit) != 0; };
    return {Modes[fpcr >> 22 & 3], is(Fz), is(Fz16), is(Dn), is(Ah), is(Fiz), is(Ebf)};
  }

  /// The controls for instructions that write ZA.
  static constexpr fp_control of_za(std::uint32_t fpcr) { return of(fpcr | Dn); }

  /// Whether the controls round to nearest, flush nothing and select no alternate handling.
  constexpr bool plain() const { return round == round_e::NearEven && !fz && !fz16 && !ah && !fiz; }

  constexpr bool flushes_in(format f) const { return f == Binary16 ? fz16 : fiz || (fz && !ah); }
  constexpr bool flushes_out(format f) const { return f == Binary16 ? fz16 : fz; }
};

/// Arithmetic operations, and the flags raised so far.
class arithmetic {
 public:
  enum fpsr_e : std::uint32_t { Ioc = 1, Dzc = 2, Ofc = 4, Ufc = 8, Ixc = 16, Idc = 128 };

  explicit arithmetic(const fp_control& control) : k_(control) {}

  std::uint32_t flags() const { return flags_; }

  std::uint64_t add(format f, std::uint64_t a, std::uint64_t b) {
    return compute(f, {a, b}, {.a = a, .c = b, .op = fma::op_e::Add});
  }
  std::uint64_t sub(format f, std::uint64_t a, std::uint64_t b) {
    return compute(f, {a, b}, {.a = a, .c = b, .op = fma::op_e::Sub});
  }
  std::uint64_t mul(format f, std::uint64_t a, std::uint64_t b) {
    return compute(f, {a, b}, {.a = a, .b = b, .op = fma::op_e::Mul});
  }
  /// addend + a * b, rounded once. A quiet NaN as addend does not hide infinity times zero.
  std::uint64_t mul_add(format f, std::uint64_t addend, std::uint64_t a, std::uint64_t b) {
    const unpacked x = unpack(f, a, k_.flushes_in(f)), y = unpack(f, b, k_.flushes_in(f));
    using enum unpacked::kind_e;
    const bool inf_by_zero = (x.is(Infinity) && y.zero()) || (x.zero() && y.is(Infinity));
    const unpacked c       = unpack(f, addend);
    if (inf_by_zero && c.is(Nan) && !c.signalling) {
      note_denormals(f, {addend, a, b});
      flags_ |= Ioc;
      return default_nan(f);
    }
    return compute(f, {addend, a, b}, {.a = a, .b = b, .c = addend});
  }

  /// a0 * b0 + a1 * b1 in binary32, from binary16 or bfloat16: the sum of the exact products,
  /// rounded once.
  std::uint64_t dot(format f, std::uint64_t a0, std::uint64_t b0, std::uint64_t a1,
                    std::uint64_t b1) {
    const bool flush = k_.flushes_in(f);
    const product p  = multiply(unpack(f, a0, flush), unpack(f, b0, flush));
    const product q  = multiply(unpack(f, a1, flush), unpack(f, b1, flush));
    using enum unpacked::kind_e;
    if (p.kind == Nan || q.kind == Nan) return default_nan(Binary32);
    if (p.kind == Infinity || q.kind == Infinity) {
      if (p.kind == q.kind && p.exact.sign != q.exact.sign) return default_nan(Binary32);
      return infinity(Binary32, (p.kind == Infinity ? p : q).exact.sign);
    }
    return detail::round_sum(Binary32, how(Binary32), p.exact, q.exact).bits;
  }

  /// A bfloat16 product regardless of FPCR: subnormal operands count as zeros, rounding is to odd,
  /// a tiny result is zero, a result that is too large is infinity.
  std::uint64_t bf_mul(std::uint64_t a, std::uint64_t b) const {
    const product p = multiply(unpack(Bfloat16, a, true), unpack(Bfloat16, b, true));
    using enum unpacked::kind_e;
    if (p.kind == Nan) return default_nan(Binary32);
    if (p.kind == Infinity) return infinity(Binary32, p.exact.sign);
    if (p.exact.sig == 0) return signed_code(Binary32, p.exact.sign, 0);
    return to_infinity(detail::round_pack(Binary32, BfHow, p.exact.sign, p.exact.sig, p.exact.exp),
                       p.exact.sign);
  }
  std::uint64_t bf_add(std::uint64_t a, std::uint64_t b) const {
    const unpacked x = unpack(Binary32, a, true), y = unpack(Binary32, b, true);
    using enum unpacked::kind_e;
    if (x.is(Nan) || y.is(Nan)) return default_nan(Binary32);
    if (x.is(Infinity) || y.is(Infinity)) {
      if (x.kind == y.kind && x.sign != y.sign) return default_nan(Binary32);
      return infinity(Binary32, (x.is(Infinity) ? x : y).sign);
    }
    const auto sum =
        detail::round_sum(Binary32, BfHow, {x.sign, x.sig, x.exp}, {y.sign, y.sig, y.exp});
    return to_infinity(sum, (sum.bits & Binary32.sign_bit()) != 0);
  }

  std::uint64_t default_nan(format f) const { return quiet_nan(f) | (k_.ah ? f.sign_bit() : 0); }

 private:
  static constexpr rounding BfHow{.mode = round_e::Odd, .tiny_before = true, .flush = true};

  struct product {
    unpacked::kind_e kind;
    detail::term exact;
  };
  static product multiply(const unpacked& a, const unpacked& b) {
    using enum unpacked::kind_e;
    const detail::term exact{a.sign != b.sign, detail::wide_t{a.sig} * b.sig, a.exp + b.exp};
    if (a.is(Nan) || b.is(Nan)) return {Nan, exact};
    if (a.is(Infinity) || b.is(Infinity)) return {a.zero() || b.zero() ? Nan : Infinity, exact};
    return {Finite, exact};
  }

  static std::uint64_t to_infinity(const float_result& r, bool sign) {
    return (r.flags & Overflow) != 0 ? infinity(Binary32, sign) : r.bits;
  }

  rounding how(format f) const {
    return {.mode = k_.round, .tiny_before = !k_.ah, .flush = k_.flushes_out(f)};
  }

  void note_denormals(format f, std::initializer_list<std::uint64_t> operands) {
    if (f == Binary16 || !k_.flushes_in(f)) return;
    for (const auto bits : operands) {
      const auto magnitude = bits & (f.sign_bit() - 1);
      if (magnitude != 0 && magnitude <= f.frac_mask()) flags_ |= Idc;
    }
  }

  /// `operands` are in the order of the search for a NaN; a signalling NaN comes first.
  std::uint64_t compute(format f, std::initializer_list<std::uint64_t> operands, fma::operands o) {
    note_denormals(f, operands);
    const std::uint64_t quiet = std::uint64_t{1} << (f.frac_bits - 1);
    for (const bool signalling : {true, false}) {
      for (const auto bits : operands) {
        const unpacked u = unpack(f, bits);
        if (!u.is(unpacked::kind_e::Nan) || u.signalling != signalling) continue;
        if (signalling) flags_ |= Ioc;
        return k_.dn ? default_nan(f) : bits | quiet;
      }
    }
    o.round      = k_.round;
    const auto r = fma::eval_fast({.multiplicand = f,
                                   .addend       = f,
                                   .tiny_before  = !k_.ah,
                                   .flush_in     = k_.flushes_in(f),
                                   .flush_out    = k_.flushes_out(f)},
                                  o);
    note(f, r.flags);
    return (r.flags & Invalid) != 0 ? default_nan(f) : r.bits;
  }

  void note(format f, unsigned flags) {
    if ((flags & Underflow) != 0 && k_.flushes_out(f)) flags = Underflow;
    constexpr std::array<std::array<unsigned, 2>, 4> Places{
        {{Invalid, Ioc}, {Overflow, Ofc}, {Underflow, Ufc}, {Inexact, Ixc}}};
    for (const auto& [here, there] : Places) flags_ |= (flags & here) != 0 ? there : 0;
  }

  fp_control k_;
  std::uint32_t flags_ = 0;
};

}  // namespace weft::golden::sme
