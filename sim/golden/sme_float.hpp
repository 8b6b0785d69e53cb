// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "sim/golden/fcmp.hpp"
#include "sim/golden/fcvt.hpp"
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

  /// The lesser or the greater operand. Zeros of both signs give -0 as a minimum and +0 as a
  /// maximum. A NaN operand gives a NaN.
  std::uint64_t min(format f, std::uint64_t a, std::uint64_t b) {
    return chosen(f, fcmp::op_e::Minimum, a, b);
  }
  std::uint64_t max(format f, std::uint64_t a, std::uint64_t b) {
    return chosen(f, fcmp::op_e::Maximum, a, b);
  }
  /// The same, but a number wins over a quiet NaN.
  std::uint64_t min_number(format f, std::uint64_t a, std::uint64_t b) {
    return chosen(f, fcmp::op_e::MinimumNumber, a, b);
  }
  std::uint64_t max_number(format f, std::uint64_t a, std::uint64_t b) {
    return chosen(f, fcmp::op_e::MaximumNumber, a, b);
  }

  /// A comparison. Equal and NotEqual raise IOC for a signalling NaN, the others for every NaN
  /// unless they are `quiet`.
  bool compare(format f, fcmp::op_e op, std::uint64_t a, std::uint64_t b, bool quiet = false) {
    note_denormals(f, {a, b});
    const auto r       = fcmp::eval({.of = f}, {flushed(f, a), flushed(f, b), op});
    const bool signals = unpack(f, a).signalling || unpack(f, b).signalling;
    if (quiet ? signals : r.flags != 0) flags_ |= Ioc;
    return r.bits != 0;
  }

  /// a / b, rounded once.
  std::uint64_t divide(format f, std::uint64_t a, std::uint64_t b) {
    note_denormals(f, {a, b});
    if (const auto nan = nan_of(f, {a, b})) return *nan;
    using enum unpacked::kind_e;
    const unpacked x = unpack(f, a, k_.flushes_in(f)), y = unpack(f, b, k_.flushes_in(f));
    const bool sign = x.sign != y.sign;
    if ((x.zero() && y.zero()) || (x.is(Infinity) && y.is(Infinity))) {
      flags_ |= Ioc;
      return default_nan(f);
    }
    if (y.zero() && !x.is(Infinity)) flags_ |= Dzc;
    if (x.is(Infinity) || y.zero()) return infinity(f, sign);
    if (x.zero() || y.is(Infinity)) return signed_code(f, sign, 0);
    const detail::term q = detail::quotient(x, y);
    return rounded(f, sign, q.sig, q.exp);
  }

  /// The square root, rounded once.
  std::uint64_t sqrt(format f, std::uint64_t a) {
    note_denormals(f, {a});
    if (const auto nan = nan_of(f, {a})) return *nan;
    const unpacked x = unpack(f, a, k_.flushes_in(f));
    if (x.zero()) return signed_code(f, x.sign, 0);
    if (x.sign) {
      flags_ |= Ioc;
      return default_nan(f);
    }
    if (x.is(unpacked::kind_e::Infinity)) return a;
    const detail::term r = detail::root(x);
    return rounded(f, false, r.sig, r.exp);
  }

  /// A number in another format, rounded once. Subnormals of binary16 are kept on both sides. A NaN
  /// keeps its sign and the upper bits of its payload.
  std::uint64_t convert(format from, format to, std::uint64_t a) {
    const bool flush_in = from != Binary16 && k_.flushes_in(from);
    note_denormals(from, {a});
    const unpacked x = unpack(from, a, flush_in);
    using enum unpacked::kind_e;
    if (x.is(Nan)) {
      if (x.signalling) flags_ |= Ioc;
      if (k_.dn) return default_nan(to);
      const auto frac = (a & from.frac_mask()) << (64 - from.frac_bits) >> (64 - to.frac_bits);
      return infinity(to, x.sign) | std::uint64_t{1} << (to.frac_bits - 1) | frac;
    }
    if (x.is(Infinity)) return infinity(to, x.sign);
    if (x.zero()) return signed_code(to, x.sign, 0);
    rounding r = how(to);
    r.flush    = to != Binary16 && k_.flushes_out(to);
    return noted(r.flush, detail::round_pack(to, r, x.sign, x.sig, x.exp));
  }

  /// An integer of 64 bits as a number.
  std::uint64_t from_integer(format to, std::uint64_t a, bool is_signed) {
    const bool sign = is_signed && a >> 63 != 0;
    if (a == 0) return 0;
    return rounded(to, sign, sign ? -a : a, 0);
  }

  /// A number as an integer of `bits` bits, zero-extended. Out of range it is the nearest one; a
  /// NaN gives 0. Both raise IOC.
  std::uint64_t to_integer(format f, std::uint64_t a, int bits, bool is_signed, round_e mode) {
    note_denormals(f, {a});
    const unpacked x = unpack(f, a, k_.flushes_in(f));
    if (x.is(unpacked::kind_e::Nan)) {
      flags_ |= Ioc;
      return 0;
    }
    const auto r = fcvt::to_integer(bits, is_signed, mode, x);
    note(f, r.flags);
    return r.bits;
  }

  /// A number rounded to an integral one of the same sign. Only with `exact` is a change inexact.
  std::uint64_t round_integral(format f, std::uint64_t a, round_e mode, bool exact) {
    note_denormals(f, {a});
    if (const auto nan = nan_of(f, {a})) return *nan;
    const unpacked x = unpack(f, a, k_.flushes_in(f));
    if (x.is(unpacked::kind_e::Infinity) || x.zero() || x.exp >= 0) return flushed(f, a);
    const auto r = detail::round_to_place(mode, x.sign, x.sig, x.exp, 0);
    if (exact && r.inexact) flags_ |= Ixc;
    if (r.value == 0) return signed_code(f, x.sign, 0);
    return detail::round_pack(f, {}, x.sign, r.value, 0).bits;
  }

  /// The direction of rounding that FPCR selects.
  round_e mode() const { return k_.round; }

  /// A binary16 number as an operand of a binary32 product: FZ16 applies, a NaN stays signalling.
  std::uint64_t widened(std::uint64_t a) const {
    const unpacked x = unpack(Binary16, a, k_.flushes_in(Binary16));
    const bool sign  = (a & Binary16.sign_bit()) != 0;
    if (x.is(unpacked::kind_e::Nan)) return infinity(Binary32, sign) | (a & 0x3ff) << 13;
    if (x.is(unpacked::kind_e::Infinity)) return infinity(Binary32, sign);
    if (x.zero()) return signed_code(Binary32, sign, 0);
    return detail::round_pack(Binary32, {}, sign, x.sig, x.exp).bits;
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

  /// The NaN that NaN operands give: the first signalling one, else the first, made quiet.
  std::optional<std::uint64_t> nan_of(format f, std::initializer_list<std::uint64_t> operands) {
    const std::uint64_t quiet = std::uint64_t{1} << (f.frac_bits - 1);
    for (const bool signalling : {true, false}) {
      for (const auto bits : operands) {
        const unpacked u = unpack(f, bits);
        if (!u.is(unpacked::kind_e::Nan) || u.signalling != signalling) continue;
        if (signalling) flags_ |= Ioc;
        return k_.dn ? default_nan(f) : bits | quiet;
      }
    }
    return std::nullopt;
  }

  std::uint64_t flushed(format f, std::uint64_t bits) const {
    const auto magnitude = bits & (f.sign_bit() - 1);
    return k_.flushes_in(f) && magnitude <= f.frac_mask() ? bits & f.sign_bit() : bits;
  }

  std::uint64_t noted(bool flushes, const float_result& r) {
    flags_ |= fpsr_of(flushes && (r.flags & Underflow) != 0 ? unsigned{Underflow} : r.flags);
    return r.bits;
  }
  std::uint64_t rounded(format f, bool sign, detail::wide_t sig, int exp) {
    return noted(k_.flushes_out(f), detail::round_pack(f, how(f), sign, sig, exp));
  }

  /// A minimum or a maximum.
  std::uint64_t chosen(format f, fcmp::op_e op, std::uint64_t a, std::uint64_t b) {
    note_denormals(f, {a, b});
    const unpacked x = unpack(f, a), y = unpack(f, b);
    using enum unpacked::kind_e;
    const bool number_wins = op == fcmp::op_e::MinimumNumber || op == fcmp::op_e::MaximumNumber;
    const bool one_number  = x.is(Nan) != y.is(Nan) && !x.signalling && !y.signalling;
    if (!(number_wins && one_number)) {
      if (const auto nan = nan_of(f, {a, b})) return *nan;
    }
    return fcmp::eval({.of = f}, {flushed(f, a), flushed(f, b), op}).bits;
  }

  /// `operands` are in the order of the search for a NaN; a signalling NaN comes first.
  std::uint64_t compute(format f, std::initializer_list<std::uint64_t> operands, fma::operands o) {
    note_denormals(f, operands);
    if (const auto nan = nan_of(f, operands)) return *nan;
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
    flags_ |= fpsr_of(flags);
  }

  static constexpr std::uint32_t fpsr_of(unsigned flags) {
    constexpr std::array<std::array<unsigned, 2>, 4> Places{
        {{Invalid, Ioc}, {Overflow, Ofc}, {Underflow, Ufc}, {Inexact, Ixc}}};
    std::uint32_t fpsr = 0;
    for (const auto& [here, there] : Places) fpsr |= (flags & here) != 0 ? there : 0;
    return fpsr;
  }

  fp_control k_;
  std::uint32_t flags_ = 0;
};

}  // namespace weft::golden::sme
