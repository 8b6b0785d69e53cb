// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/fma.hpp"

/// Functional coverage of a fused multiply-add, after IBM's FPgen: countable classes of events, and
/// operands aimed at each class.
namespace weft::sim {

/// The classes of one configuration, numbered from 0. Five axes classify an operation; on each axis
/// it falls into one class, or the axis does not apply.
///
///     specials      kinds of the operands: zero, subnormal, normal, infinity, quiet, signalling;
///                   signs alike or not
///     alignment     places from the product's top to the addend's, over the window and beyond
///     cancellation  leading places that a subtraction loses, up to all
///     rounding      exact, below half, tie, above half; last place even or odd; what is below it:
///                   an overlapping sum, the product only, the addend only, a product without
///                   addend
///     boundary      the exact value beside the largest number, the smallest normal and the
///                   smallest subnormal one, in eighths of a unit; direction and sign
///
/// Formats need at least two fraction bits and three exponent bits.
class fma_classes {
 public:
  using config   = golden::fma::config;
  using operands = golden::fma::operands;

  enum class axis_e { Specials, Alignment, Cancellation, Rounding, Boundary };
  static constexpr int Axes = 5;

  enum class kind_e { Zero, Subnormal, Normal, Infinity, Quiet, Signalling };
  static constexpr int Kinds = 6;

  enum class source_e { Overlap, ProductBelow, AddendBelow, ProductAlone };
  static constexpr int Sources = 4, Beyonds = 4;

  // Points of the exact value: near the largest number, in eighths of its last place; near zero, in
  // eighths of the smallest subnormal.
  static constexpr int OverPoints = 7, UnderPoints = 13, Points = OverPoints + UnderPoints;

  /// Limits of exponents, of leading ones, and bits of significands.
  struct range {
    int lowest, highest, precision;

    explicit range(golden::format f)
        : lowest(1 - f.bias()),
          highest(f.max_exp() - (f.infinities ? 1 : 0) - f.bias()),
          precision(f.frac_bits + 1) {}
  };

  struct place {
    axis_e axis;
    int index;  ///< index in the axis
  };

  /// The classes of one operation.
  struct hits {
    std::array<int, Axes> classes{};
    int count = 0;

    const int* begin() const { return classes.data(); }
    const int* end() const { return classes.data() + count; }
  };

  explicit fma_classes(const config& k) : k_(k), a_(k.multiplicand), c_(k.addend) {
    nearest_  = -(2 * a_.precision + c_.precision + 4);
    farthest_ = c_.precision + 6;
    most_     = std::max(2 * a_.precision - 2, c_.precision);
    const std::array<int, Axes> sizes{Kinds * Kinds * (Kinds + 2) * 2,
                                      (farthest_ - nearest_ + 1) * 2, most_ + 3,
                                      Sources * 2 * Beyonds * 2, Points * golden::Rounds * 2};
    for (std::size_t i = 0; i < Axes; ++i) first_[i + 1] = first_[i] + sizes[i];
  }

  const config& configuration() const { return k_; }
  int size() const { return first_[Axes]; }

  place where(int c) const {
    int axis = 0;
    while (c >= first_[static_cast<std::size_t>(axis) + 1]) ++axis;
    return {axis_e{axis}, c - first_[static_cast<std::size_t>(axis)]};
  }

  hits of(const operands& o) const;
  bool reachable(int c) const;
  std::string name(int c) const;

  // The numbering of classes within an axis.

  /// The class of operand kinds: of a * b + c, of a + c, of a * b.
  static int specials(kind_e a, kind_e b, kind_e c, bool differ) {
    return ((int(a) * Kinds + int(b)) * Kinds + int(c)) * 2 + differ;
  }
  static int sum_specials(kind_e a, kind_e c, bool differ) {
    return Kinds * Kinds * Kinds * 2 + (int(a) * Kinds + int(c)) * 2 + differ;
  }
  static int product_specials(kind_e a, kind_e b, bool differ) {
    return Kinds * Kinds * (Kinds + 1) * 2 + (int(a) * Kinds + int(b)) * 2 + differ;
  }
  /// The class of an alignment; the first and the last class include all distances beyond.
  int alignment(int distance, bool subtract) const {
    return (std::clamp(distance, nearest_, farthest_) - nearest_) * 2 + subtract;
  }
  int nearest() const { return nearest_; }
  int farthest() const { return farthest_; }
  /// The cancellation classes: lengths up to most_cancelled(), then longer ones, then total
  /// cancellation.
  int most_cancelled() const { return most_; }
  int all_cancelled() const { return most_ + 2; }
  /// `beyond` is 0 to 3: exact, below half, tie, above half.
  static int rounding(source_e source, bool subtract, int beyond, int odd) {
    return ((int(source) * 2 + subtract) * Beyonds + beyond) * 2 + odd;
  }
  static int boundary(int point, golden::round_e mode, bool negative) {
    return (point * golden::Rounds + int(mode)) * 2 + negative;
  }

  static kind_e kind(golden::format f, std::uint64_t bits) {
    using enum golden::unpacked::kind_e;
    const auto x = golden::unpack(f, bits);
    if (x.is(Nan)) return x.signalling ? kind_e::Signalling : kind_e::Quiet;
    if (x.is(Infinity)) return kind_e::Infinity;
    if (x.sig == 0) return kind_e::Zero;
    return x.sig >> f.frac_bits == 0 ? kind_e::Subnormal : kind_e::Normal;
  }
  /// The largest number's significand.
  static std::uint64_t largest_significand(golden::format f) {
    return ((f.overflow_code() - 1) & f.frac_mask()) | (std::uint64_t{1} << f.frac_bits);
  }

 private:
  bool has(golden::format f, kind_e x) const {
    if (x == kind_e::Infinity) return f.infinities;
    return x != kind_e::Signalling || (f.infinities && f.frac_bits > 1);
  }
  bool specials_reachable(int index) const;
  bool cancellation_reachable(int length) const;
  bool rounding_reachable(int index) const;
  bool boundary_reachable(int point) const;

  config k_;
  range a_, c_;
  int nearest_, farthest_, most_;
  std::array<int, Axes + 1> first_{};
};

inline fma_classes::hits fma_classes::of(const operands& o) const {
  using namespace golden;  // NOLINT: names of the arithmetic
  using detail::bit_length, detail::shift_right_jam, detail::wide_t;
  const format f = k_.multiplicand, g = k_.addend;
  const bool multiplies = fma::multiplies(o.op), adds = fma::adds(o.op);
  unpacked a = unpack(f, o.a, k_.flush_in), b = unpack(f, o.b, k_.flush_in);
  unpacked c = unpack(g, o.c, k_.flush_in);
  if (!multiplies) b = {unpacked::kind_e::Finite, false, 0, 1};
  const bool negate   = (static_cast<int>(o.op) & 2) != 0 && adds;
  const bool negative = (a.sign != b.sign) != negate;
  c.sign              = c.sign != ((static_cast<int>(o.op) & 1) != 0);
  if (!adds) c = {unpacked::kind_e::Finite, negative, 0, 0};
  const bool subtract = negative != c.sign;

  hits h;
  const auto hit = [&](axis_e axis, int index) {
    h.classes[static_cast<std::size_t>(h.count++)] = first_[static_cast<std::size_t>(axis)] + index;
  };
  const kind_e kind_a = kind(f, o.a);
  hit(axis_e::Specials, !multiplies ? sum_specials(kind_a, kind(g, o.c), subtract)
                        : !adds     ? product_specials(kind_a, kind(f, o.b), negative)
                                    : specials(kind_a, kind(f, o.b), kind(g, o.c), subtract));
  using enum unpacked::kind_e;
  if (!a.is(Finite) || !b.is(Finite) || !c.is(Finite)) return h;

  detail::term x{negative, wide_t{a.sig} * b.sig, a.exp + b.exp}, y{c.sign, c.sig, c.exp};
  if (x.sig == 0 && y.sig == 0) return h;
  const bool both = x.sig != 0 && y.sig != 0, product_counts = x.sig != 0;
  const auto top        = [](const detail::term& t) { return bit_length(t.sig) - 1 + t.exp; };
  const int product_top = top(x), product_end = x.exp, addend_top = top(y), addend_end = y.exp;
  if (both) {
    const int above = multiplies ? 2 * f.frac_bits : f.frac_bits;
    hit(axis_e::Alignment, alignment(y.exp + g.frac_bits - (x.exp + above), subtract));
  }

  // The sum, its lowest bit jammed: a shift by more than one place cancels at most one place, so
  // the jammed bit does not change any class below.
  for (detail::term* t : {&x, &y}) {
    if (t->sig == 0) continue;
    const int up = 121 - bit_length(t->sig);
    t->sig <<= up;
    t->exp -= up;
  }
  if (x.sig == 0 || (y.sig != 0 && (x.exp != y.exp ? x.exp < y.exp : x.sig < y.sig))) {
    std::swap(x, y);
  }
  if (y.sig != 0) y.sig = shift_right_jam(y.sig, x.exp - y.exp);
  const detail::term sum{x.sign, subtract ? x.sig - y.sig : x.sig + y.sig, x.exp};
  if (sum.sig == 0) {
    hit(axis_e::Cancellation, all_cancelled());
    return h;
  }
  const int sum_top = top(sum);
  if (both && subtract) {
    hit(axis_e::Cancellation, std::min(std::max(product_top, addend_top) - sum_top, most_ + 1));
  }

  const auto in_eighths = [&](int exp) {
    return static_cast<std::uint64_t>(shift_right_jam(sum.sig, exp - 3 - sum.exp));
  };
  const std::uint64_t largest = 8 * largest_significand(g),
                      normal  = std::uint64_t{8} << g.frac_bits;
  const std::uint64_t size =
      sum_top > c_.highest + 1 ? ~std::uint64_t{0} : in_eighths(c_.highest - g.frac_bits);
  if (product_counts && size <= largest) {
    const int last    = std::max(sum_top - g.frac_bits, g.min_exp());
    const auto bits   = static_cast<int>(shift_right_jam(sum.sig, last - 2 - sum.exp) & 7);
    const auto source = !both                      ? source_e::ProductAlone
                        : product_top < addend_end ? source_e::ProductBelow
                        : addend_top < product_end ? source_e::AddendBelow
                                                   : source_e::Overlap;
    hit(axis_e::Rounding, rounding(source, both && subtract, bits & 3, bits >> 2));
  }

  // The position of x: between two marks, or on a mark.
  const auto position = [](std::uint64_t x, std::initializer_list<std::uint64_t> marks) {
    const auto* mark = std::lower_bound(marks.begin(), marks.end(), x);
    return 2 * static_cast<int>(mark - marks.begin()) + (mark != marks.end() && *mark == x);
  };
  int point = -1;
  if (size > largest - 8) {
    point = position(size, {largest, largest + 4, largest + 8});
  } else if (sum_top <= c_.lowest) {
    const std::uint64_t q = in_eighths(g.min_exp());
    if (q < normal + 8) {
      point = OverPoints + position(q, {4, 8, normal - 8, normal - 4, normal - 2, normal});
    }
  }
  if (point >= 0) hit(axis_e::Boundary, boundary(point, o.round, sum.sign));
  return h;
}

inline bool fma_classes::reachable(int c) const {
  const auto [axis, index] = where(c);
  switch (axis) {
    case axis_e::Specials:
      return specials_reachable(index);
    case axis_e::Alignment: {
      const int distance = index / 2 + nearest_;
      const int least = c_.lowest - 2 * a_.highest, most = c_.highest - 2 * a_.lowest;
      if (distance == nearest_) return least <= distance;
      return distance == farthest_ ? most >= distance : least <= distance && distance <= most;
    }
    case axis_e::Cancellation:
      return cancellation_reachable(index);
    case axis_e::Rounding:
      return rounding_reachable(index);
    case axis_e::Boundary:
      return boundary_reachable(index / (2 * golden::Rounds));
  }
  return false;
}

inline bool fma_classes::specials_reachable(int index) const {
  const golden::format f = k_.multiplicand, g = k_.addend;
  const int kinds    = index / 2;
  const auto kind    = [&](int digit) { return kind_e{kinds / digit % Kinds}; };
  constexpr int Cube = Kinds * Kinds * Kinds, Square = Kinds * Kinds;
  if (kinds < Cube) return has(f, kind(Square)) && has(f, kind(Kinds)) && has(g, kind(1));
  return has(f, kind(Kinds)) && has(kinds < Cube + Square ? g : f, kind(1));
}

/// Reachability for the products that fma_aims makes: 1, (1 + 2^-i)(1 - 2^-i), (1 + 2^-i)(1 -
/// 2^-(i+1)).
inline bool fma_classes::cancellation_reachable(int length) const {
  if (length <= c_.precision || length == all_cancelled()) return true;
  if (length > most_) return false;
  return length % 2 == 0 || length <= 2 * std::min(c_.precision - 2, a_.precision - 1) + 1;
}

inline bool fma_classes::rounding_reachable(int index) const {
  const bool odd = index % 2 != 0, subtract = index / (2 * Beyonds) % 2 != 0;
  const int beyond = index / 2 % Beyonds, product = 2 * a_.precision;
  switch (source_e{index / (4 * Beyonds)}) {
    case source_e::Overlap:
      return true;
    case source_e::ProductBelow:
      // Exact only if a power of two loses half a place: all ones.
      return c_.highest - c_.precision >= 2 * a_.lowest + 3 && (beyond != 0 || (subtract && odd));
    case source_e::AddendBelow:
      // Either the product alone is at least as long as the result and the addend only sticky, or
      // not.
      return c_.lowest + 4 + product <= std::min(c_.highest - 1, 2 * a_.highest) &&
             (beyond % 2 != 0 || c_.precision > product);
    case source_e::ProductAlone:
      return !subtract && (c_.precision + (beyond == 0   ? 0
                                           : beyond == 2 ? 1
                                                         : 2) <
                               product ||
                           (beyond == 0 && !odd));
  }
  return false;
}

inline bool fma_classes::boundary_reachable(int point) const {
  // Exponents of products that are powers of two.
  const int least           = 2 * (k_.flush_in ? a_.lowest : k_.multiplicand.min_exp()),
            most            = 2 * a_.highest;
  const int last_of_largest = c_.highest - k_.addend.frac_bits;
  switch (point) {
    case 1:  // the largest number itself
      return true;
    case 0:
    case 2:
      return least <= last_of_largest - 3;
    case 3:
    case 4:
      return least <= last_of_largest - 3 && most >= last_of_largest - 1;
    case 5:
    case 6:
      return least <= last_of_largest - 3 && most >= last_of_largest + 1;
    default:
      break;
  }
  if (least <= k_.addend.min_exp() - 3) return true;
  // Only values of the addend: the smallest normal, the smallest and the largest subnormal number.
  const int under = point - OverPoints;
  return under == 11 || (!k_.flush_in && (under == 3 || under == 4 || under == 5));
}

inline std::string fma_classes::name(int c) const {
  static constexpr std::array<const char*, Kinds> KindNames{
      "zero", "subnormal", "normal", "infinity", "quiet NaN", "signalling NaN"};
  static constexpr std::array<const char*, Sources> SourceNames{
      "sum", "product below the addend", "addend below the product", "product alone"};
  static constexpr std::array<const char*, Beyonds> BeyondNames{"exact", "below half", "tie",
                                                                "above half"};
  static constexpr std::array<const char*, Points> PointNames{"below max",
                                                              "max",
                                                              "above max",
                                                              "max + 1/2",
                                                              "above max + 1/2",
                                                              "max + 1",
                                                              "above max + 1",
                                                              "below min/2",
                                                              "min/2",
                                                              "above min/2",
                                                              "min",
                                                              "subnormal",
                                                              "normal - 1",
                                                              "above normal - 1",
                                                              "normal - 1/2",
                                                              "above normal - 1/2",
                                                              "normal - 1/4",
                                                              "above normal - 1/4",
                                                              "normal",
                                                              "above normal"};
  const auto at = [](const auto& names, int i) {
    return std::string(names[static_cast<std::size_t>(i)]);
  };
  const auto [axis, index] = where(c);
  const std::string signs  = index % 2 != 0 ? ", subtracting" : ", adding";
  switch (axis) {
    case axis_e::Specials: {
      const int kinds = index / 2, last = kinds % Kinds, before = kinds / Kinds % Kinds;
      constexpr int Cube = Kinds * Kinds * Kinds;
      if (kinds >= Cube + Kinds * Kinds) {
        return at(KindNames, before) + " * " + at(KindNames, last) +
               (index % 2 != 0 ? ", negative" : ", positive");
      }
      const std::string sum =
          at(KindNames, before) + (kinds < Cube ? " * " : " + ") + at(KindNames, last);
      if (kinds >= Cube) return sum + signs;
      return at(KindNames, kinds / (Kinds * Kinds)) + " * " + at(KindNames, before) + " + " +
             at(KindNames, last) + signs;
    }
    case axis_e::Alignment: {
      const int distance = index / 2 + nearest_;
      return "addend " + std::to_string(distance) +
             (distance == nearest_    ? " places above the product or less"
              : distance == farthest_ ? " places above the product or more"
                                      : " places above the product") +
             signs;
    }
    case axis_e::Cancellation:
      if (index == all_cancelled()) return "cancels to zero";
      return "cancels " + std::to_string(index) + (index > most_ ? " places or more" : " places");
    case axis_e::Rounding:
      return at(SourceNames, index / (4 * Beyonds)) + ", " + at(BeyondNames, index / 2 % Beyonds) +
             (index % 2 != 0 ? ", odd" : ", even") +
             (index / (2 * Beyonds) % 2 != 0 ? ", subtracting" : ", adding");
    case axis_e::Boundary:
      return at(PointNames, index / (2 * golden::Rounds)) + ", round " +
             std::to_string(index / 2 % golden::Rounds) +
             (index % 2 != 0 ? ", negative" : ", positive");
  }
  return "";
}

/// Counts the classes of operations.
class fma_coverage {
 public:
  explicit fma_coverage(const fma_classes::config& k)
      : classes_(k), counts_(static_cast<std::size_t>(classes_.size())) {}

  void count(const fma_classes::operands& o) {
    for (const int c : classes_.of(o)) ++counts_[static_cast<std::size_t>(c)];
  }

  /// The names of reachable classes with no hit.
  std::vector<std::string> empty() const {
    std::vector<std::string> names;
    for (int c = 0; c < classes_.size(); ++c) {
      if (counts_[static_cast<std::size_t>(c)] == 0 && classes_.reachable(c)) {
        names.push_back(classes_.name(c));
      }
    }
    return names;
  }

  const fma_classes& classes() const { return classes_; }
  std::uint64_t operator[](int c) const { return counts_[static_cast<std::size_t>(c)]; }

  /// Prints, for each axis, the classes hit out of the reachable ones, and the empty classes.
  friend std::ostream& operator<<(std::ostream& os, const fma_coverage& v) {
    static constexpr std::array<const char*, fma_classes::Axes> Names{
        "specials", "alignment", "cancellation", "rounding", "boundary"};
    std::array<int, fma_classes::Axes> hit{}, all{};
    for (int c = 0; c < v.classes_.size(); ++c) {
      if (!v.classes_.reachable(c)) continue;
      const auto axis = static_cast<std::size_t>(v.classes_.where(c).axis);
      ++all[axis];
      hit[axis] += v[c] != 0;
    }
    for (std::size_t i = 0; i < Names.size(); ++i) {
      os << Names[i] << ": " << hit[i] << " of " << all[i] << " classes\n";
    }
    for (const std::string& name : v.empty()) os << "  never: " << name << '\n';
    return os;
  }

 private:
  fma_classes classes_;
  std::vector<std::uint64_t> counts_;
};

/// Operands aimed at a class.
struct fma_case {
  fma_classes::operands o;
  int aim;
};

/// Makes operands that are likely to fall into a class; of() checks whether they do.
class fma_aims {
 public:
  using operands = fma_classes::operands;
  using kind_e   = fma_classes::kind_e;
  using source_e = fma_classes::source_e;

  fma_aims(const fma_classes::config& k, std::uint64_t seed)
      : classes_(k), f_(k.multiplicand), g_(k.addend), a_(f_), c_(g_), rng_(seed) {}

  const fma_classes& classes() const { return classes_; }

  operands at(int c) {
    using enum fma_classes::axis_e;
    const auto [axis, index] = classes_.where(c);
    o_                       = {};
    o_.round                 = golden::round_e{static_cast<std::uint8_t>(pick(golden::Rounds))};
    switch (axis) {
      case Specials:
        specials(index);
        break;
      case Alignment:
        alignment(index / 2 + classes_.nearest(), index % 2 != 0);
        break;
      case Cancellation:
        cancellation(index);
        break;
      case Rounding:
        rounding(index);
        break;
      case Boundary:
        boundary(index);
        break;
    }
    return o_;
  }

 private:
  using format = golden::format;
  using wide_t = golden::detail::wide_t;
  using op_e   = golden::fma::op_e;

  int pick(int n) { return static_cast<int>(rng_() % static_cast<std::uint64_t>(n)); }
  bool flip() { return pick(2) != 0; }
  int between(int low, int high) { return low < high ? low + pick(high - low + 1) : low; }

  /// A random number of exactly n bits: a power of two, all ones, two ones, or any.
  std::uint64_t bits(int n) {
    if (n <= 0) return 0;
    const std::uint64_t high = std::uint64_t{1} << (n - 1);
    switch (pick(5)) {
      case 0:
        return high;
      case 1:
        return high | (high - 1);
      case 2:
        return high | std::uint64_t{1} << pick(n);
      default:
        return high | (rng_() & (high - 1));
    }
  }

  /// Encodes sig * 2^exp without sign; empty if it is not representable or would be flushed.
  std::optional<std::uint64_t> encode(format f, wide_t sig, int exp) const {
    if (sig == 0) return 0;
    for (; (sig & 1) == 0; sig >>= 1) ++exp;
    const int length = golden::detail::bit_length(sig);
    const int last   = std::max(length + exp - f.frac_bits - 1, f.min_exp());
    if (exp < last || length > f.frac_bits + 1) return {};
    const std::uint64_t value = static_cast<std::uint64_t>(sig) << (exp - last);
    if (classes_.configuration().flush_in && value >> f.frac_bits == 0) return {};
    const int above = last - f.min_exp();
    if (above > f.max_exp()) return {};
    const std::uint64_t code = (static_cast<std::uint64_t>(above) << f.frac_bits) + value;
    if (code >= f.overflow_code()) return {};
    return code;
  }

  // An unrepresentable value leaves the operand zero: such a try falls into another class.
  void set_a(wide_t sig, int exp) { o_.a = encode(f_, sig, exp).value_or(0); }
  void set_b(wide_t sig, int exp) { o_.b = encode(f_, sig, exp).value_or(0); }
  void set_c(wide_t sig, int exp) { o_.c = encode(g_, sig, exp).value_or(0); }

  /// Sets a * b = sig * 2^exp or, occasionally, a = sig * 2^exp for a sum.
  void set_product(std::uint64_t sig, int exp) {
    if (pick(4) == 0) {
      if (const auto a = encode(f_, sig, exp)) {
        o_.a  = *a;
        o_.b  = rng_() & f_.mask();
        o_.op = op_e::Add;
        return;
      }
    }
    const int least = classes_.configuration().flush_in ? a_.lowest : f_.min_exp();
    const int share = between(std::max(least, exp - a_.highest), std::min(a_.highest, exp - least));
    set_a(sig, share);
    set_b(1, exp - share);
    if (flip()) std::swap(o_.a, o_.b);
  }

  /// Sets the signs of product and addend through the operands and the operation.
  void set_signs(bool product, bool addend) {
    if (o_.op == op_e::Add) {
      if (flip()) o_.op = op_e::Sub;
      if (product) o_.a |= f_.sign_bit();
    } else {
      if (o_.op != op_e::Mul) o_.op = op_e{static_cast<std::uint8_t>(pick(4))};
      const bool a = flip(), negate = o_.op == op_e::Nmsub || o_.op == op_e::Nmadd;
      if (a) o_.a |= f_.sign_bit();
      if (a != (product != negate)) o_.b |= f_.sign_bit();
    }
    const bool negate = o_.op == op_e::Msub || o_.op == op_e::Nmadd || o_.op == op_e::Sub;
    if (addend != negate) o_.c |= g_.sign_bit();
  }
  void set_signs(bool differ) {
    const bool product = flip();
    set_signs(product, product != differ);
  }

  std::uint64_t of_kind(format f, kind_e kind) {
    const std::uint64_t any = rng_() & f.frac_mask(), one = std::uint64_t{1} << f.frac_bits;
    const std::uint64_t quiet = one >> 1;
    switch (kind) {
      case kind_e::Zero:
        break;
      case kind_e::Subnormal:
        return std::max<std::uint64_t>(any, 1);
      case kind_e::Normal:
        return one + rng_() % (f.overflow_code() - one);
      case kind_e::Infinity:
        return f.overflow_code();
      case kind_e::Quiet:
        return f.infinities ? f.overflow_code() | quiet | any : f.overflow_code();
      case kind_e::Signalling:
        return f.overflow_code() | std::max<std::uint64_t>(any & ~quiet, 1);
    }
    return 0;
  }

  void specials(int index) {
    constexpr int Kinds = fma_classes::Kinds, Cube = Kinds * Kinds * Kinds;
    const int kinds   = index / 2;
    const kind_e last = kind_e{kinds % Kinds}, before = kind_e{kinds / Kinds % Kinds};
    const bool differ = index % 2 != 0;
    if (kinds < Cube) {
      o_.a = of_kind(f_, kind_e{kinds / (Kinds * Kinds)});
      o_.b = of_kind(f_, before);
      o_.c = of_kind(g_, last);
      set_signs(differ);
    } else if (kinds < Cube + Kinds * Kinds) {
      o_.op = op_e::Add;
      o_.a  = of_kind(f_, before);
      o_.b  = rng_() & f_.mask();
      o_.c  = of_kind(g_, last);
      set_signs(differ);
    } else {
      o_.op = op_e::Mul;
      o_.a  = of_kind(f_, before);
      o_.b  = of_kind(f_, last);
      o_.c  = of_kind(g_, kind_e{pick(Kinds)});
      set_signs(differ, flip());
    }
  }

  void alignment(int distance, bool subtract) {
    const int least = c_.lowest - 2 * a_.highest, most = c_.highest - 2 * a_.lowest;
    if (distance == classes_.nearest()) distance = between(std::max(least, 2 * distance), distance);
    if (distance == classes_.farthest()) distance = between(distance, std::min(most, 2 * distance));
    const int c = between(std::max(c_.lowest, distance + 2 * a_.lowest),
                          std::min(c_.highest, distance + 2 * a_.highest));
    const int a = between(std::max(a_.lowest, c - distance - a_.highest),
                          std::min(a_.highest, c - distance - a_.lowest));
    // At the lowest exponent, fewer bits give a subnormal number.
    const auto length = [&](const fma_classes::range& r, int exp) {
      const bool subnormal = exp == r.lowest && !classes_.configuration().flush_in && flip();
      return subnormal ? between(1, r.precision - 1) : r.precision;
    };
    const int b = c - distance - a;
    set_a(bits(length(a_, a)), a - f_.frac_bits);
    set_b(bits(length(a_, b)), b - f_.frac_bits);
    set_c(bits(length(c_, c)), c - g_.frac_bits);
    set_signs(subtract);
  }

  void cancellation(int length) {
    const int limit = std::min(f_.bias(), g_.bias()) / 2 - 1;
    const int p = between(-limit, limit), q = between(-limit, limit), pA = a_.precision,
              pC     = c_.precision;
    const auto power = [](int n) { return std::uint64_t{1} << n; };
    if (length == classes_.all_cancelled()) {
      const int total       = std::min(pC, 2 * pA),
                n           = between(std::max(1, total - pA), std::min(pA, total - 1));
      const std::uint64_t a = bits(n), b = bits(total - n);
      set_a(a, p - n);
      set_b(b, q - total + n);
      set_c(wide_t{a} * b, p + q - total);
    } else if (pick(4) != 0) {
      // Any product; the addend equals it except for a remainder of the right length.
      const std::uint64_t a = bits(pA), b = bits(pA);
      const wide_t product = wide_t{a} * b;
      const int width = golden::detail::bit_length(product), drop = std::max(width - pC, 0);
      const int rest        = width - 1 - length - drop;
      const wide_t top      = product >> drop;
      const std::uint64_t m = rest >= 0 ? bits(rest + 1) : 0;
      set_a(a, p - f_.frac_bits);
      set_b(b, q - f_.frac_bits);
      set_c(flip() ? top + m : top - m, p + q - 2 * f_.frac_bits + drop);
    } else if (const int i = length / 2; length == 0) {
      set_product(3, p + q - 1);
      set_c(1, p + q - 2);
    } else if (length <= pC && flip()) {
      set_product(1, p + q);
      set_c(power(length) - 1, p + q - length);
    } else if (length % 2 == 0) {
      set_a(power(i) + 1, p - i);
      set_b(power(i) - 1, q - i);
      set_c(1, p + q);
    } else {
      set_a(power(i) + 1, p - i);
      set_b(power(i + 1) - 1, q - i - 1);
      set_c(power(i + 1) + 1, p + q - i - 1);
    }
    set_signs(true);
  }

  void rounding(int index) {
    const bool subtract = index / (2 * fma_classes::Beyonds) % 2 != 0;
    const int pA = a_.precision, pC = c_.precision, fewest = 2 * a_.lowest, most = 2 * a_.highest;
    switch (source_e{index / (4 * fma_classes::Beyonds)}) {
      case source_e::Overlap:
        if (pick(3) == 0) {
          // The addend lies below the product's top.
          const int a = between(a_.lowest, a_.highest), b = between(a_.lowest, a_.highest);
          set_a(bits(pA), a - f_.frac_bits);
          set_b(bits(pA), b - f_.frac_bits);
          set_c(bits(pC), a + b - between(0, 2 * pA) - g_.frac_bits);
        } else {
          // A short product spans the addend's last place.
          const int last = between(std::max(c_.lowest, fewest + pC + 3),
                                   std::min(c_.highest - 1, most + pC - 7)) -
                           g_.frac_bits;
          set_c(bits(pC), last);
          set_product(bits(between(2, std::min(pA, 6))), last - between(1, 3));
        }
        break;
      case source_e::ProductBelow: {
        const int last = between(std::max(c_.lowest - g_.frac_bits, fewest + 4),
                                 std::min(c_.highest - g_.frac_bits, most));
        const int n    = between(1, std::min(pA, 4));
        set_c(bits(pC), last);
        set_product(bits(n), last - n - pick(2));
        break;
      }
      case source_e::AddendBelow: {
        const int end         = between(c_.lowest + 4, std::min(c_.highest - 1, most) - 2 * pA + 1);
        const int a           = between(std::max(a_.lowest, end + 2 * f_.frac_bits - a_.highest),
                                        std::min(a_.highest, end + 2 * f_.frac_bits - a_.lowest));
        const std::uint64_t x = bits(pA), y = bits(pA);
        set_a(x, a - f_.frac_bits);
        set_b(y, end + f_.frac_bits - a);
        // The product reaches down to two bits below the last place.
        const int last = end + golden::detail::bit_length(wide_t{x} * y) - pC;
        const int n    = std::max(end - last + between(1, 2), 1);
        set_c(bits(n), end - n - pick(2));
        break;
      }
      case source_e::ProductAlone: {
        const int n = std::min(pC + pick(5) - 1, 2 * pA);
        const int m = between(std::max(1, n - pA), std::min(pA, n - 1));
        const int a = between(a_.lowest, a_.highest), b = between(a_.lowest, a_.highest);
        set_a(bits(m) | 1, a - m);
        set_b(bits(n - m) | 1, b - n + m);
        if (flip()) {
          o_.op = op_e::Mul;
          o_.c  = rng_() & g_.mask();
        }
        break;
      }
    }
    set_signs(subtract);
  }

  void boundary(int index) {
    constexpr int Over  = fma_classes::OverPoints;
    const int point     = index / (2 * golden::Rounds);
    const bool negative = index % 2 != 0;
    o_.round            = golden::round_e{static_cast<std::uint8_t>(index / 2 % golden::Rounds)};
    const int last      = point < Over ? c_.highest - g_.frac_bits : g_.min_exp();
    const std::uint64_t one = std::uint64_t{1} << g_.frac_bits;
    std::uint64_t base      = fma_classes::largest_significand(g_);
    if (point >= Over) {
      const std::array<std::uint64_t, 5> bases{0, 1, one - 1, one, rng_() & (one - 1)};
      base = bases[static_cast<std::size_t>(pick(5))];
    }
    set_c(base, last);
    if (pick(4) == 0) {
      o_.a = rng_() & f_.frac_mask();  // times zero
    } else {
      // Next to the largest number of a wide addend, a product can be far smaller than the addend's
      // last place.
      const int eighth = std::min(last - 3, 2 * a_.highest - 4);
      set_product(static_cast<std::uint64_t>(between(1, pick(8) == 0 ? 24 : 8)), eighth);
    }
    const bool differ  = flip();
    const bool product = base == 0 ? negative : negative != differ;
    set_signs(product, negative);
  }

  fma_classes classes_;
  format f_, g_;
  fma_classes::range a_, c_;
  std::mt19937_64 rng_;
  operands o_;
};

/// Makes `repeat` cases of every reachable class, or fewer for a class that many tries do not hit.
inline std::vector<fma_case> fma_cases(const fma_classes::config& k, std::uint64_t seed,
                                       int repeat) {
  constexpr int Tries = 2000;
  fma_aims aims(k, seed);
  std::vector<fma_case> cases;
  for (int c = 0; c < aims.classes().size(); ++c) {
    if (!aims.classes().reachable(c)) continue;
    for (int i = 0, tries = 0; i < repeat && tries < Tries; ++tries) {
      const auto o    = aims.at(c);
      const auto hits = aims.classes().of(o);
      if (std::find(hits.begin(), hits.end(), c) == hits.end()) continue;
      cases.push_back({o, c});
      ++i;
      tries = 0;
    }
  }
  return cases;
}

}  // namespace weft::sim
