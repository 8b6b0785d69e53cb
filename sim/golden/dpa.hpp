// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <ios>
#include <ostream>
#include <span>
#include <string_view>

#include "sim/golden/float.hpp"
#include "sim/golden/host/host.hpp"
#include "sim/golden/pipelined.hpp"

/// The block fused dot-product-accumulate: a_0 * b_0 + ... + a_L-1 * b_L-1 + C, as real matrix
/// units compute it, bit for bit. What one of them computes is a profile; docs/unit/dpa_profiles.md
/// lists them.
///
/// A term is sig * 2^(exp - frac), where exp is not normalised: that of a product is the sum of its
/// operands' exponents, so its significand is below 4, and that of a subnormal is the format's
/// least.
namespace weft::golden::dpa {

/// How L products and C become one number.
enum class algo_e : std::uint8_t {
  Joint,     ///< aligned to the largest exponent, cut to a grid, summed, normalised once
  TwoStage,  ///< the products alone first; their sum and C aligned and summed again
  Exact,     ///< no bit is lost before the one rounding
  Tree,      ///< every product and every sum of two is rounded
  Fma        ///< one fused multiply-add a product
};

/// What happens to bits below the grid.
enum class cut_e : std::uint8_t {
  Trunc,  ///< the magnitude is truncated
  Jam,    ///< then its last bit says whether anything was lost
  Floor   ///< the signed value is truncated
};

/// What the codes of the largest exponent are.
enum class specials_e : std::uint8_t {
  Ieee,   ///< infinities and NaN
  Fn,     ///< numbers, but for the code of all ones, which is NaN
  Fnuz,   ///< numbers; the code of -0 is NaN
  Finite  ///< numbers
};

/// Where C comes in: at the first block, or by a sum of its own after an instruction from zero.
enum class start_e : std::uint8_t { CFirst, CLast };

/// The order of elements inside an instruction.
enum class order_e : std::uint8_t {
  InOrder,   ///< 0, 1, 2, ...
  OddFirst,  ///< 1, 0, 3, 2, ...
  EvenPairs  ///< the even pairs, then the odd: 0, 1, 4, 5, ..., 2, 3, 6, 7, ...
};

/// On what a profile stands, the strongest first.
enum class evidence_e : std::uint8_t {
  Silicon,     ///< results of real silicon
  TwoModels,   ///< two published models agree
  OneModel,    ///< one published model
  Documented,  ///< the vendor's pseudo-code, or a standard
  Guess        ///< the vendor says little
};

/// The format of the elements of A and B: `pad` bits below the fraction are stored and ignored.
struct element {
  int exp_bits, frac_bits, bias;
  specials_e specials = specials_e::Ieee;
  int pad             = 0;

  constexpr int width() const { return 1 + exp_bits + frac_bits + pad; }
  /// The exponent of subnormals.
  constexpr int min_exp() const { return 1 - bias; }
  constexpr std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - width()); }

  bool operator==(const element&) const = default;
};

/// A block scale: no sign. Without a fraction it is a power of two and has no subnormals. The code
/// of all ones is NaN.
struct scale {
  int exp_bits = 0, frac_bits = 0;

  constexpr int width() const { return exp_bits + frac_bits; }
  constexpr int bias() const { return (1 << (exp_bits - 1)) - 1; }

  bool operator==(const scale&) const = default;
};

struct named_element {
  std::string_view name;
  element e;
};
struct named_scale {
  std::string_view name;
  scale s;
};

inline constexpr int NoFloor        = -4096;
inline constexpr int NoDrop         = 4096;
inline constexpr unsigned MaxLanes  = 64;
inline constexpr unsigned MaxScales = 4;

/// Whose arithmetic some profiles are, and who says so.
struct family {
  std::string_view unit, source;
};

/// What a matrix unit computes.
struct profile {
  std::string_view name;  ///< the instruction's
  const family* from  = nullptr;
  evidence_e evidence = evidence_e::Guess;

  // Formats. The last one is of C and the result.
  element a{5, 10, 15}, b{5, 10, 15};
  format c = Binary32;
  scale block_scale{};       ///< of A's and B's elements
  unsigned scale_block = 0;  ///< so many neighbours share one; 0: no scales

  // The dot product: instructions of `depth` elements, of blocks of `lanes` elements.
  unsigned lanes = 1, depth = 1;
  order_e order   = order_e::InOrder;
  start_e start   = start_e::CFirst;
  unsigned chains = 1;  ///< with CLast: block i goes to chain i mod chains; the last step sums them

  // A block.
  algo_e algo          = algo_e::Fma;
  int grid             = 0;             ///< fraction bits below the largest exponent
  cut_e cut            = cut_e::Trunc;  ///< of terms
  bool c_joins         = true;  ///< C is one of the terms; else it is added to the rounded sum
  unsigned exact_group = 1;     ///< Joint: so many neighbours are summed exactly, one term

  // TwoStage: group g sums the products i with i mod groups = g, by `grid` and `cut`.
  unsigned groups = 1;
  cut_e group_cut = cut_e::Floor;  ///< of a group's sum, aligned to the largest group's exponent
  int sum_grid    = 0;             ///< fraction bits of the sum of products, floored
  int c_grid      = 0;             ///< fraction bits of C, floored
  int c_drop      = NoDrop;        ///< C is dropped if its exponent is more than this below

  // Exponents.
  bool zero_votes         = false;    ///< a zero may have the largest exponent
  int zero_exp            = -126;     ///< and this is a zero operand's
  int emax_floor          = NoFloor;  ///< the largest exponent is at least this
  bool ab_exp_from_format = true;     ///< that of subnormals of A and B; else their leading one's
  bool c_exp_from_format  = true;     ///< likewise of C
  bool product_overflow   = false;    ///< products of 2^128 and beyond are infinite
  bool overflow_last      = false;    ///< but infinite operands and C decide before these do

  // Subnormals.
  bool daz_ab = false, daz_c = false;  ///< subnormal operands are zeros
  bool daz_plus   = false;             ///< of the positive sign, else of their own
  bool ftz        = false;             ///< tiny results are zeros of their sign
  bool tiny_after = false;             ///< and tiny is judged after rounding

  // The result.
  round_e round      = round_e::NearEven;  ///< overflow is an infinity in every direction
  int out_frac       = 23;                 ///< fraction bits that are not zero
  std::uint64_t nan  = 0x7fc00000;
  bool neg_zero_sum  = false;  ///< a sum of negative zeros is -0
  bool neg_zero_keep = false;  ///< a negative sum that becomes zero is -0

  bool operator==(const profile&) const = default;
};

/// The scales of a block or a dot product: one for each profile::scale_block elements.
struct scales {
  std::span<const std::uint64_t> a, b;
};

/// One block: `lanes` elements of A and B, bit patterns in the low bits.
std::uint64_t block(const profile& p, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c, const scales& s = {});

/// A dot product of any length: instructions in increasing k, the last one filled with zeros to
/// whole blocks.
std::uint64_t dot(const profile& p, std::span<const std::uint64_t> a,
                  std::span<const std::uint64_t> b, std::uint64_t c, const scales& s = {});

/// The dot product that every profile of these formats is near: the exact sum, rounded once to the
/// nearest. For formats up to binary32, which has_exact_dot() tells.
std::uint64_t exact_dot(const profile& p, std::span<const std::uint64_t> a,
                        std::span<const std::uint64_t> b, std::uint64_t c, const scales& s = {});
constexpr bool has_exact_dot(const profile& p) {
  return std::max({p.a.exp_bits, p.b.exp_bits, p.c.exp_bits}) <= Binary32.exp_bits;
}

/// The element of an instruction that is its i-th in order.
std::size_t element_at(const profile& p, std::size_t i);

/// The sum of two numbers of C's format, rounded once: the step after a CLast instruction.
std::uint64_t add(const profile& p, round_e mode, std::uint64_t x, std::uint64_t y);

/// dot() of rows of k elements: d[i] = a[i] . b[i] + c[i], and of every row of A with every row of
/// the transposed B: d[i][j] = a[i] . b[j] + c[i][j]. Without block scales. The same bits as dot();
/// Joint profiles of short significands are two to five times as fast.
template <class T>
void dots(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
          std::span<const std::uint64_t> c, std::span<std::uint64_t> d,
          vector_e unit = host_vectors().front());
template <class T>
void matmul(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
            std::span<const std::uint64_t> c, std::span<std::uint64_t> d,
            vector_e unit = host_vectors().front());

/// The names of formats, "" of one that has none.
std::string_view name_of(const element& e);
std::string_view name_of(const scale& s);

/// Every profile; the one of that name, or nullptr.
std::span<const profile> profiles();
const profile* find(std::string_view name);

// The stream unit rtl/dpa/weft_dpa.sv: a block an item.

/// The parameters of the unit.
struct config {
  profile p;
  unsigned pipe = 0;  ///< one bit a place for a pipeline register

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::array<std::uint64_t, MaxLanes> a{}, b{};
  std::uint64_t c = 0;
  std::array<std::uint64_t, MaxScales> scale_a{}, scale_b{};

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    const auto list = [&](const char* name, const auto& words) {
      os << name << '=';
      for (const std::uint64_t word : words) os << word << ' ';
    };
    list("a", o.a);
    list("b", o.b);
    list("scale_a", o.scale_a);
    list("scale_b", o.scale_b);
    return os << "c=" << o.c;
  }
};

struct result {
  std::uint64_t bits = 0;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) { return os << r.bits; }
};

inline result eval(const config& k, const operands& o) {
  return {block(k.p, std::span(o.a).first(k.p.lanes), std::span(o.b).first(k.p.lanes), o.c,
                {o.scale_a, o.scale_b})};
}

/// dot() by the blocks of another engine.
std::uint64_t dot_by(const profile& p, std::span<const std::uint64_t> a,
                     std::span<const std::uint64_t> b, std::uint64_t c, const scales& s,
                     const std::function<std::uint64_t(const operands&)>& block);

/// Cycles from the one in which the first of n blocks is taken to the one in which the last result
/// is, both counted, if neither side stalls.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::dpa
