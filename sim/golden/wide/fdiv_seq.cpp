// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/wide/fdiv_seq.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <vector>

namespace weft::golden::fdiv_seq {
namespace {

using enum source_e;
using fma_op = fma::op_e;

constexpr step First{fma_op::Mul, A, Y, A, Q};                               // q = a y
constexpr step QuotientRest{fma_op::Nmsub, B, Q, A, R};                      // r = a - b q
constexpr step RootRest{fma_op::Nmsub, Q, Q, A, R};                          // r = a - q q
constexpr step Square{fma_op::Mul, Q, Q, A, B};                              // v = q q, rounded
constexpr step SquareRest{fma_op::Nmsub, A, B, One, R};                      // r = 1 - a v
constexpr step CorrectBy(source_e y) { return {fma_op::Madd, R, y, Q, Q}; }  // q = q + r y
constexpr step SquareLost{fma_op::Msub, Q, Q, B, R};                         // d = q q - v
constexpr step SquareKept{fma_op::Nmsub, A, B, One, B};                      // s = 1 - a v
constexpr step RecipRootRest{fma_op::Nmsub, A, R, B, R};                     // r = s - a d

std::vector<step> make_program(op_e op, unsigned rounds) {
  std::vector<step> steps;
  if (!is_reciprocal(op)) steps.push_back(First);
  for (unsigned i = 0; i < rounds; ++i) {
    if (op == op_e::Rsqrt) {
      steps.insert(steps.end(), {Square, SquareRest, CorrectBy(H)});
    } else if (op == op_e::Sqrt) {
      steps.insert(steps.end(), {RootRest, CorrectBy(H)});
    } else {
      steps.insert(steps.end(), {QuotientRest, CorrectBy(Y)});
    }
  }
  if (op == op_e::Rsqrt) {
    steps.insert(steps.end(), {Square, SquareLost, SquareKept, RecipRootRest});
  } else {
    steps.push_back(op == op_e::Sqrt ? RootRest : QuotientRest);
  }
  return steps;
}

/// A finite number that is not zero: sig * 2^(exp - frac_bits), 1 <= sig / 2^frac_bits < 2.
struct normal {
  std::uint64_t sig;
  int exp;

  normal(format f, const unpacked& x) {
    const int up = f.frac_bits + 1 - std::bit_width(x.sig);
    sig          = x.sig << up;
    exp          = x.exp - up + f.frac_bits;
  }
};

/// The operands as those of a divider: a reciprocal is a quotient with the dividend 1, and that of
/// a root is infinite where the root is zero.
struct understood : fdiv::unpacked_operands {
  bool flips;

  understood(const config& k, const operands& o)
      : unpacked_operands({.number = k.number, .flush_in = k.flush_in}, as_quotient(k.number, o)),
        flips(o.op == op_e::Rsqrt) {}

  bool infinite() const {
    return flips ? unpacked_operands::zero() : unpacked_operands::infinite();
  }
  bool zero() const { return flips ? unpacked_operands::infinite() : unpacked_operands::zero(); }
  bool special() const { return nan() || infinite() || zero(); }
  bool sign() const { return a.sign != b.sign; }

 private:
  static fdiv::operands as_quotient(format f, const operands& o) {
    const auto one = static_cast<std::uint64_t>(f.bias()) << f.frac_bits;
    if (o.op == op_e::Rcp) return {.a = one, .b = o.a};
    return {.a = o.a, .b = o.b, .root = is_root(o.op)};
  }
};

/// The scaled operands of a program, and the exponent of an estimate of 1.
struct scaled {
  std::uint64_t a, b, y;
  int exp;

  scaled(const config& k, op_e op, const understood& x) {
    const format w = k.inner();
    const normal a_normal(k.number, x.a), b_normal(k.number, x.b);  // of a root, b is 1
    const int odd   = is_root(op) ? a_normal.exp & 1 : 0;
    const int half  = (a_normal.exp - odd) / 2;
    const auto code = [&](const normal& n, int up) {
      return static_cast<std::uint64_t>(w.bias() + up) << w.frac_bits |
             (n.sig & k.number.frac_mask()) << 2;
    };
    a   = code(a_normal, odd);
    b   = code(b_normal, 0);
    exp = op == op_e::Rsqrt ? -half : is_root(op) ? half : a_normal.exp - b_normal.exp;

    // The approximation reads and gives binary32: longer significands are truncated.
    const auto fit = [](std::uint64_t frac, int from, int to) {
      return from > to ? frac >> (from - to) : frac << (to - from);
    };
    const int frac_bits    = Binary32.frac_bits;
    const std::uint64_t of = is_root(op) ? a : b;
    const auto operand =
        static_cast<std::uint32_t>(static_cast<std::uint64_t>(Binary32.bias() + odd) << frac_bits |
                                   fit(of & w.frac_mask(), w.frac_bits, frac_bits));
    const std::uint64_t found =
        sfu::eval(k.sfu(), {.op = is_root(op) ? sfu::op_e::Rsqrt : sfu::op_e::Rcp, .a = operand})
            .bits;
    const int field = static_cast<int>(found >> frac_bits) - Binary32.bias() + w.bias();
    y               = static_cast<std::uint64_t>(field) << w.frac_bits |
        fit(found & Binary32.frac_mask(), frac_bits, w.frac_bits);
  }
};

estimate run(const config& k, op_e op, const scaled& x) {
  const format w          = k.inner();
  const std::uint64_t ulp = std::uint64_t{1} << w.frac_bits;
  std::array<std::uint64_t, 7> at{};
  const auto place = [&](source_e s) -> std::uint64_t& { return at[static_cast<std::size_t>(s)]; };
  place(A)         = x.a;
  place(B)         = x.b;
  place(Y)         = x.y;
  place(H)         = x.y - ulp;
  place(Q)         = x.y;
  place(One)       = static_cast<std::uint64_t>(w.bias()) << w.frac_bits;
  for (const step& s : program(k, op)) {
    place(s.to) = fma::eval(k.fma(), {place(s.x), place(s.y), place(s.z), s.operation}).bits;
  }
  return {place(Q), place(R)};
}

}  // namespace

std::span<const step> program(const config& k, op_e op) {
  static const auto all = [] {
    std::array<std::vector<step>, 2 * Ops> made;
    for (unsigned i = 0; i < 2 * Ops; ++i) made[i] = make_program(op_e(i % Ops), i / Ops + 1);
    return made;
  }();
  return all[(k.rounds() - 1) * Ops + static_cast<unsigned>(op)];
}

estimate estimated(const config& k, const operands& o) {
  return run(k, o.op, scaled(k, o.op, understood(k, o)));
}

result eval(const config& k, const operands& o) {
  const understood x(k, o);
  if (x.nan()) {
    return {quiet_nan(k.number), static_cast<std::uint8_t>(x.invalid ? Invalid : 0)};
  }
  if (x.infinite()) {
    const bool by_zero = !x.a.is(unpacked::kind_e::Infinity);
    return {infinity(k.number, x.sign()), static_cast<std::uint8_t>(by_zero ? DivideByZero : 0)};
  }
  if (x.zero()) return {signed_code(k.number, x.sign(), 0), 0};

  // The result lies between the estimate and its neighbour on the remainder's side: one more bit,
  // which is a one unless the remainder is zero.
  const scaled s(k, o.op, x);
  const estimate e = run(k, o.op, s);
  const unpacked q = unpack(k.inner(), e.q), r = unpack(k.inner(), e.r);
  const detail::wide_t twice = detail::wide_t{q.sig} << 1;
  const detail::wide_t sig   = r.zero() ? twice : r.sign ? twice - 1 : twice + 1;
  return detail::round_pack(k.number,
                            {.mode = o.round, .tiny_before = k.tiny_before, .flush = k.flush_out},
                            x.sign(), sig, q.exp - 1 + s.exp);
}

std::uint64_t duration(const config& k, const operands& o) {
  if (understood(k, o).special()) return 1;
  const auto sfu = static_cast<std::uint64_t>(k.sfu().latency());
  const auto fma = static_cast<std::uint64_t>(k.fma().latency());
  return 3 + sfu + program(k, o.op).size() * (1 + fma);
}

}  // namespace weft::golden::fdiv_seq
