// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/math/math_program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/golden/math/math_routines.hpp"
#include "sim/golden/sm/sm_block.hpp"

namespace weft::golden::math {
namespace {

using sm::form_e, sm::instruction;
using sop = sm::op_e;

/// Modifiers in sm_isa.hpp's places.
constexpr std::uint16_t TowardZero = 1 << sm::RoundShift, Less = 1, Equal = 2, Greater = 4;

/// An operand of a recorded operation: a value by its number, or a constant.
struct operand {
  int value              = -1;  ///< -1: the constant
  std::uint32_t constant = 0;

  bool operator==(const operand&) const = default;

  bool is_zero() const { return value < 0 && constant == 0; }
  bool is_pool() const { return value < 0 && constant != 0; }
};

/// A truth by its number.
struct truth {
  int number   = -1;
  bool negated = false;

  bool operator==(const truth&) const = default;
};

/// A recorded operation; operands are in the slots a, b, c.
struct operation {
  sop op             = sop::Nop;
  std::uint16_t mods = 0;
  std::array<operand, 3> of{};
  truth by{};  ///< of a selection

  bool operator==(const operation&) const = default;
};

/// A comparison, or two truths joined.
struct test {
  bool joined = false, either = false, integer = false;
  std::uint16_t relation = 0;
  operand a{}, b{};
  truth f{}, g{};

  bool operator==(const test&) const = default;
};

/// All that a routine does, in order.
struct record {
  std::vector<operation> values;
  std::vector<test> tests;

  operand add(const operation& o) { return {number_in(values, o)}; }
  truth add(const test& t) { return {number_in(tests, t), false}; }

 private:
  /// One that was there before has its number.
  template <class T>
  static int number_in(std::vector<T>& all, const T& x) {
    const auto at = std::ranges::find(all, x);
    const auto n  = static_cast<int>(at - all.begin());
    if (at == all.end()) all.push_back(x);
    return n;
  }
};

/// A lane whose operations are recorded.
struct recorder {
  static inline thread_local record* to = nullptr;
  static constexpr std::uint32_t Minus  = 0x8000'0000;

  static operand operate(sop op, std::uint16_t mods, operand a, operand b = {}, operand c = {}) {
    return to->add(operation{op, mods, {a, b, c}, {}});
  }

  struct flag {
    truth of;
    friend flag operator!(flag f) { return {{f.of.number, !f.of.negated}}; }
    friend flag operator&&(flag f, flag g) { return join(f, g, false); }
    friend flag operator||(flag f, flag g) { return join(f, g, true); }

   private:
    static flag join(flag f, flag g, bool either) {
      return {to->add(test{.joined = true, .either = either, .f = f.of, .g = g.of})};
    }
  };

  static flag compare(bool integer, std::uint16_t relation, operand a, operand b) {
    return {to->add(test{.integer = integer, .relation = relation, .a = a, .b = b})};
  }

  struct word {
    operand of;
    word() = default;
    word(std::uint32_t x) : of{-1, x} {}
    word(int x) : of{-1, static_cast<std::uint32_t>(x)} {}
    explicit word(operand x) : of(x) {}

    friend word operator+(word a, word b) {
      if (b.of.is_zero()) return a;
      // A product, or a sum of two, takes the other as its third.
      for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
        if (a.of.value < 0) continue;
        operation o = to->values[static_cast<std::size_t>(a.of.value)];
        if ((o.op != sop::Imad && o.op != sop::ImadHi && o.op != sop::Iadd3) ||
            !o.of[2].is_zero() || (b.of.is_pool() && (o.of[0].is_pool() || o.of[1].is_pool()))) {
          continue;
        }
        o.of[2] = b.of;
        return word(to->add(o));
      }
      return word(operate(sop::Iadd3, 0, a.of, b.of));
    }
    friend word operator-(word a, word b) {
      if (b.of.value < 0) return a + word(0 - b.of.constant);
      return word(operate(sop::Iadd3, sm::NegB, a.of, b.of));
    }
    friend word operator*(word a, word b) {
      return word(operate(sop::Imad, sm::Unsigned, a.of, b.of));
    }
    friend word operator&(word a, word b) { return logic(0, a, b); }
    friend word operator|(word a, word b) { return logic(1, a, b); }
    friend word operator^(word a, word b) { return logic(2, a, b); }
    friend word operator<<(word a, word n) { return word(operate(sop::Shl, 0, a.of, n.of)); }
    friend word operator>>(word a, word n) {
      return word(operate(sop::Shr, sm::Unsigned, a.of, n.of));
    }
    friend flag operator<(word a, word b) { return compare(true, Less, a.of, b.of); }
    friend flag operator==(word a, word b) { return compare(true, Equal, a.of, b.of); }

   private:
    static word logic(unsigned gate, word a, word b) {
      return word(operate(sop::Lop, static_cast<std::uint16_t>(gate << 3), a.of, b.of));
    }
  };

  struct real {
    operand of;
    bool negated = false;
    real()       = default;
    real(float x) : of{-1, std::bit_cast<std::uint32_t>(x)} {}
    explicit real(operand x, bool minus = false) : of(x), negated(minus) {}

    friend real operator-(real x) {
      if (x.of.value < 0) return real(operand{-1, x.of.constant ^ Minus});
      return real(x.of, !x.negated);
    }
    friend flag operator<(real a, real b) { return compare(false, Less, a.word(), b.word()); }
    friend flag operator>(real a, real b) { return compare(false, Greater, a.word(), b.word()); }
    friend flag operator==(real a, real b) { return compare(false, Equal, a.word(), b.word()); }

    /// The bits, with the sign in them.
    operand word() const { return negated ? (recorder::word(of) ^ Minus).of : of; }
  };

  static constexpr bool Branches = false;

  static real fma(real a, real b, real c) {
    return real(operate(sop::Ffma, negations(a.negated != b.negated, c.negated, sm::NegC), a.of,
                        b.of, c.of));
  }
  static real add(real a, real b) {
    return real(operate(sop::Fadd, negations(a.negated, b.negated, sm::NegB), a.of, b.of));
  }
  static real mul(real a, real b) {
    return real(operate(sop::Fmul, negations(a.negated != b.negated, false, 0), a.of, b.of));
  }
  static real rcp(real a) { return real(operate(sop::Mufu, 0, a.word())); }
  static real rsqrt(real a) { return real(operate(sop::Mufu, 1, a.word())); }

  static word bits(real x) { return word(x.word()); }
  static real number(word x) { return real(x.of); }
  static real select(flag c, real a, real b) { return real(selected(c, a.word(), b.word())); }
  static word select(flag c, word a, word b) { return word(selected(c, a.of, b.of)); }
  static real from_signed(word x) { return real(operate(sop::I2f, 0, {}, x.of)); }
  static word integer_part(real x) { return word(operate(sop::F2i, TowardZero, {}, x.word())); }
  static word signed_right(word x, int n) { return word(operate(sop::Shr, 0, x.of, word(n).of)); }
  static word funnel_left(word high, word low, word n) {
    return word(operate(sop::Shf, 0, low.of, n.of, high.of));
  }
  static word high_product(word a, word b) {
    return word(operate(sop::ImadHi, sm::Unsigned, a.of, b.of));
  }
  /// The exponent of the number, toward zero, says where the first one is.
  static word leading_zeros(word x) {
    const word number(operate(sop::I2f, sm::Unsigned | TowardZero, {}, x.of));
    return word(158) - (number >> 23);
  }
  /// A tree of selections by the bits of the place.
  template <std::size_t N, std::size_t All>
  static std::array<word, N> consecutive(const std::array<std::uint32_t, All>& table, word at) {
    std::array<word, All> words;
    std::ranges::copy(table, words.begin());
    for (std::size_t step = std::bit_floor(All - N); step != 0; step /= 2) {
      const flag clear = (at & static_cast<std::uint32_t>(step)) == 0;
      for (std::size_t i = 0; i < N + step - 1 && i + step < All; ++i) {
        words[i] = select(clear, words[i], words[i + step]);
      }
    }
    std::array<word, N> first;
    std::copy_n(words.begin(), N, first.begin());
    return first;
  }

 private:
  static std::uint16_t negations(bool a, bool other, std::uint16_t bit) {
    return static_cast<std::uint16_t>((a ? sm::NegA : 0) | (other ? bit : 0));
  }
  static operand selected(flag c, operand a, operand b) {
    return to->add(operation{sop::Sel, 0, {a, b, {}}, c.of});
  }
};

/// An instruction whose registers are values yet, -1 none.
struct draft {
  instruction ins;
  int d = -1;
  std::array<int, 3> of{-1, -1, -1};
};

/// Turns a record into instructions: constants into literals, truths into predicates, of which
/// seven are kept, values into registers.
class translator {
 public:
  translator(const record& r, sm::program& to) : r_(r), to_(to) {}

  /// Appends the instructions that compute `result` into R0; the values `inputs` are in R0 and on.
  void translate(const std::vector<operand>& inputs, operand result) {
    values_                      = static_cast<int>(r_.values.size());
    const std::vector<bool> used = uses(result);
    for (std::size_t n = 0; n < r_.values.size(); ++n) {
      if (used[n] && r_.values[n].op != sop::Nop) draw(static_cast<int>(n), r_.values[n]);
    }
    if (drafts_.back().d != result.value) throw std::logic_error("a value behind the result");
    allocate(inputs);
  }

 private:
  std::vector<bool> uses(operand result) const {
    std::vector<bool> used(r_.values.size());
    const auto use = [&](const operand& x) {
      if (x.value >= 0) used[static_cast<std::size_t>(x.value)] = true;
    };
    const auto use_test = [&](auto&& self, const truth& t) -> void {
      const test& x = r_.tests[static_cast<std::size_t>(t.number)];
      if (x.joined) {
        self(self, x.f);
        self(self, x.g);
      } else {
        use(x.a);
        use(x.b);
      }
    };
    use(result);
    for (std::size_t n = used.size(); n-- > 0;) {
      if (!used[n]) continue;
      for (const operand& x : r_.values[n].of) use(x);
      if (r_.values[n].op == sop::Sel) use_test(use_test, r_.values[n].by);
    }
    return used;
  }

  std::uint16_t literal(std::uint32_t x) {
    const auto at = std::ranges::find(to_.pool, x);
    const auto n  = static_cast<std::uint16_t>(at - to_.pool.begin());
    if (at == to_.pool.end()) to_.pool.push_back(x);
    return n | sm::PoolBit;
  }

  static bool exchanges(sop op) {
    return op == sop::Fadd || op == sop::Fmul || op == sop::Ffma || op == sop::Imad ||
           op == sop::ImadHi || op == sop::Iadd3 || op == sop::Lop;
  }

  /// A register with a constant.
  operand held(const operand& x) {
    const int value = values_++;
    draw(value, {sop::Mov, 0, {operand{}, x, operand{}}, {}});
    return {value};
  }

  void draw(int value, operation o) {
    draft x;
    x.ins.op   = o.op;
    x.ins.mods = o.mods;
    x.d        = value;
    if (o.op == sop::Sel) {
      const auto [p, negated] = predicate(o.by);
      x.ins.pred_in           = static_cast<std::uint8_t>(p | (negated ? 8 : 0));
      // Selections of a constant take it as b, the only place for one.
      if (o.of[0].is_pool() && !o.of[1].is_pool()) {
        std::swap(o.of[0], o.of[1]);
        x.ins.pred_in ^= 8;
      }
    } else if (o.of[0].is_pool() && exchanges(o.op)) {
      std::swap(o.of[0], o.of[1]);
      const unsigned a = x.ins.mods & sm::NegA, b = x.ins.mods & sm::NegB;
      const bool sums = o.op == sop::Fadd || o.op == sop::Iadd3;
      if (sums) {
        x.ins.mods = static_cast<std::uint16_t>((x.ins.mods & ~3u) | a << 1 | b >> 1);
      }
    }
    operands(x, o.of);
    drafts_.push_back(x);
  }

  /// One operand may be a literal, b or c.
  void operands(draft& x, std::array<operand, 3> of) {
    if (of[0].is_pool()) of[0] = held(of[0]);
    if (of[1].is_pool() && of[2].is_pool()) of[1] = held(of[1]);
    for (std::size_t slot = 0; slot < 3; ++slot) {
      if (of[slot].is_pool()) {
        x.ins.form = slot == 1 ? form_e::ConstantB : form_e::ConstantC;
        x.ins.wide = literal(of[slot].constant);
      } else {
        x.of[slot] = of[slot].value;
      }
    }
  }

  /// The predicate that has a truth, or its contrary.
  std::pair<std::uint8_t, bool> predicate(const truth& t) {
    for (std::size_t n = 0; n < kept_.size(); ++n) {
      if (kept_[n].first == t.number) {
        kept_[n].second = ++now_;
        return {static_cast<std::uint8_t>(n), t.negated};
      }
    }
    const test& x = r_.tests[static_cast<std::size_t>(t.number)];
    const auto p  = !x.joined          ? set(x, false, sm::Pt, false)
                    : is_compared(x.g) ? joined(x.f, x.g, x.either)
                    : is_compared(x.f) ? joined(x.g, x.f, x.either)
                                       : throw std::logic_error("two joined truths joined");
    kept_[p]      = {t.number, ++now_};
    return {p, t.negated};
  }

  bool is_compared(const truth& t) const {
    return !r_.tests[static_cast<std::size_t>(t.number)].joined;
  }

  std::uint8_t joined(const truth& first, const truth& compared, bool either) {
    const auto [p, negated] = predicate(first);
    test x                  = r_.tests[static_cast<std::size_t>(compared.number)];
    if (compared.negated) x.relation ^= x.integer ? 7 : 15;
    return set(x, either, p, negated);
  }

  /// Sets the predicate that was unused for the longest time.
  std::uint8_t set(test x, bool either, std::uint8_t with, bool negated) {
    if (x.a.is_pool() && !x.b.is_pool()) {
      std::swap(x.a, x.b);
      x.relation = static_cast<std::uint16_t>((x.relation & 10) | (x.relation & 1) << 2 |
                                              (x.relation >> 2 & 1));
    }
    const auto oldest = std::ranges::min_element(
        kept_, {}, [](const std::pair<int, unsigned>& k) { return k.second; });
    const auto p = static_cast<std::uint8_t>(oldest - kept_.begin());
    draft d;
    d.ins.op = x.integer ? sop::Isetp : sop::Fsetp;
    d.ins.mods =
        static_cast<std::uint16_t>(x.relation << sm::CmpShift | (x.integer ? sm::Unsigned : 0) |
                                   (either ? 1 << sm::BoolShift : 0));
    d.ins.pred_out = static_cast<std::uint8_t>(p | 070);
    d.ins.pred_in  = static_cast<std::uint8_t>(with | (negated ? 8 : 0));
    operands(d, {x.a, x.b, {}});
    drafts_.push_back(d);
    return p;
  }

  /// Gives each value the lowest register that is free until its last use.
  void allocate(const std::vector<operand>& inputs) {
    std::vector<std::size_t> last(static_cast<std::size_t>(values_));
    for (std::size_t n = 0; n < drafts_.size(); ++n) {
      for (const int v : drafts_[n].of) {
        if (v >= 0) last[static_cast<std::size_t>(v)] = n;
      }
    }
    std::array<int, sm::Rz> holds;
    holds.fill(-1);
    for (std::size_t n = 0; n < inputs.size(); ++n) holds[n] = inputs[n].value;
    const auto place = [&](int v) {
      const auto at = std::ranges::find(holds, v);
      if (at == holds.end()) throw std::logic_error("too many values at once");
      return static_cast<std::uint8_t>(at - holds.begin());
    };
    for (std::size_t n = 0; n < drafts_.size(); ++n) {
      draft& x              = drafts_[n];
      std::uint8_t* slots[] = {&x.ins.a, &x.ins.b, &x.ins.c};
      for (std::size_t slot = 0; slot < 3; ++slot) {
        if (x.of[slot] >= 0) *slots[slot] = place(x.of[slot]);
      }
      for (int& v : holds) {
        if (v >= 0 && last[static_cast<std::size_t>(v)] <= n) v = -1;
      }
      if (x.d >= 0) {
        const auto at = n + 1 == drafts_.size() ? std::uint8_t{0} : place(-1);
        holds[at]     = x.d;
        x.ins.d       = at;
      }
      to_.code.push_back(x.ins);
    }
  }

  const record& r_;
  sm::program& to_;
  std::vector<draft> drafts_;
  int values_                                        = 0;
  unsigned now_                                      = 0;
  std::array<std::pair<int, unsigned>, sm::Pt> kept_ = [] {
    std::array<std::pair<int, unsigned>, sm::Pt> none;
    none.fill({-1, 0});
    return none;
  }();
};

/// Words of c[0x0] by their number.
constexpr std::uint16_t Argument = sm::ArgumentsAt / 4;

/// The thread's number in the grid, into R2; R3 is used.
void number_threads(sm::program& to) {
  const auto special = [](std::uint8_t d, sm::special_e from) {
    return instruction{
        .op = sop::S2r, .d = d, .form = form_e::Other, .wide = static_cast<std::uint16_t>(from)};
  };
  to.code.push_back(special(2, sm::special_e::TidX));
  to.code.push_back(special(3, sm::special_e::CtaidX));
  to.code.push_back({.op = sop::Imad, .d = 2, .a = 3, .c = 2, .form = form_e::ConstantB});
}

/// R[d] = argument + R2 * the next one.
void step_operand(sm::program& to, std::uint8_t d, std::uint16_t argument) {
  to.code.push_back({.op = sop::Mov, .d = d, .form = form_e::ConstantB, .wide = argument});
  to.code.push_back({.op   = sop::Imad,
                     .d    = d,
                     .a    = 2,
                     .c    = d,
                     .form = form_e::ConstantB,
                     .wide = static_cast<std::uint16_t>(argument + 1)});
}

/// The address of word R2 behind the pointer of an argument, into R6 and R7.
void point_to(sm::program& to, std::uint16_t argument) {
  to.code.push_back(
      {.op = sop::ImadWide, .d = 6, .a = 2, .b = 4, .form = form_e::ConstantC, .wide = argument});
}

}  // namespace

sm::program program_of(op_e op, places_e places) {
  record r;
  recorder::to = &r;
  std::vector<operand> inputs;
  for (std::uint16_t n = 0; n < 2; ++n) inputs.push_back(r.add(operation{sop::Nop, n, {}, {}}));
  const operand result =
      result_bits<routines<recorder>>(op, recorder::real(inputs[0]), recorder::real(inputs[1])).of;
  recorder::to = nullptr;
  inputs.resize(takes_two(op) ? 2 : 1);

  sm::program to;
  const auto words = static_cast<std::uint8_t>(inputs.size());
  const auto four  = [&] {
    if (to.pool.empty()) to.pool.push_back(4);
    to.code.push_back({.op = sop::Mov, .d = 4, .form = form_e::ConstantB, .wide = sm::PoolBit});
  };
  number_threads(to);
  if (places == places_e::Memory) four();
  for (std::uint8_t n = 0; n < words; ++n) {
    const auto argument = static_cast<std::uint16_t>(Argument + 2 * n);
    if (places == places_e::Registers) {
      step_operand(to, n, argument);
    } else {
      point_to(to, argument);
      to.code.push_back(
          {.op = sop::Ldg, .d = n, .a = 6, .form = form_e::Other, .mods = sm::Extended});
    }
  }
  translator(r, to).translate(inputs, result);
  if (places == places_e::Memory) {
    number_threads(to);
    four();
    point_to(to, static_cast<std::uint16_t>(Argument + 2 * words));
    to.code.push_back(
        {.op = sop::Stg, .a = 6, .c = 0, .form = form_e::Other, .mods = sm::Extended});
  }
  to.code.push_back({.op = sop::Exit});
  to.registers = 8;
  for (const instruction& i : to.code) {
    if (sm::result_registers(i) != 0) to.registers = std::max(to.registers, i.d + 1u);
  }
  for (unsigned n = 0; n < to.code.size(); ++n) to.lines.push_back(n + 1);
  return to;
}

}  // namespace weft::golden::math
