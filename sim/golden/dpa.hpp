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
/// units compute it, bit for bit. The arithmetic of one such unit is a profile;
/// docs/unit/dpa_profiles.md lists them.
///
/// A term is sig * 2^(exp - frac), where exp is not normalised: a product's exponent is the sum of
/// its operands' exponents, so its significand is below 4; a subnormal's exponent is the format's
/// least.
namespace weft::golden::dpa {

/// How a block adds its L products and C.
enum class algo_e : std::uint8_t {
  Joint,     ///< aligned to the largest exponent, cut to a grid, summed, normalised once
  TwoStage,  ///< the products are summed first; then their sum and C are aligned and summed
  Exact,     ///< no bit is lost before the one rounding
  Tree,      ///< every product and every sum of two is rounded
  Fma        ///< one fused multiply-add a product
};

/// How bits below the grid are cut off.
enum class cut_e : std::uint8_t {
  Trunc,  ///< the magnitude is truncated
  Jam,    ///< likewise, and the last bit is set if a lost bit was set
  Floor   ///< the signed value is truncated
};

/// The meaning of the codes with the largest exponent.
enum class specials_e : std::uint8_t {
  Ieee,   ///< infinities and NaN
  Fn,     ///< numbers, but for the code of all ones, which is NaN
  Fnuz,   ///< numbers; the code of -0 is NaN
  Finite  ///< numbers
};

/// Where C is added: in the first block, or by a separate addition after an instruction that starts
/// from zero.
enum class start_e : std::uint8_t { CFirst, CLast };

/// The order of elements inside an instruction.
enum class order_e : std::uint8_t {
  InOrder,   ///< 0, 1, 2, ...
  OddFirst,  ///< 1, 0, 3, 2, ...
  EvenPairs  ///< the even pairs, then the odd: 0, 1, 4, 5, ..., 2, 3, 6, 7, ...
};

/// The evidence for a profile, the strongest kind first.
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
  /// The exponent of subnormal numbers.
  constexpr int min_exp() const { return 1 - bias; }
  constexpr std::uint64_t mask() const { return ~std::uint64_t{0} >> (64 - width()); }

  bool operator==(const element&) const = default;
};

/// The format of a block scale. It has no sign; without a fraction it is a power of two and has no
/// subnormals. The code of all ones is NaN.
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

/// The vendor or author of a family of profiles, and the source of the information.
struct family {
  std::string_view unit, source;
};

/// The arithmetic of a matrix unit.
struct profile {
  std::string_view name;  ///< the instruction's
  const family* from  = nullptr;
  evidence_e evidence = evidence_e::Guess;

  // Formats of A, of B, and of C and the result.
  element a{5, 10, 15}, b{5, 10, 15};
  format c = Binary32;
  scale block_scale{};       ///< scales the elements of A and B
  unsigned scale_block = 0;  ///< elements that share a scale; 0: no scales

  // The dot product: instructions of `depth` elements, each a sequence of blocks of `lanes`
  // elements.
  unsigned lanes = 1, depth = 1;
  order_e order   = order_e::InOrder;
  start_e start   = start_e::CFirst;
  unsigned chains = 1;  ///< with CLast: block i goes to chain i mod chains; the last step sums them

  // One block.
  algo_e algo          = algo_e::Fma;
  int grid             = 0;             ///< fraction bits below the largest exponent
  cut_e cut            = cut_e::Trunc;  ///< how terms are cut
  bool c_joins         = true;  ///< C is one of the terms; else it is added to the rounded sum
  unsigned exact_group = 1;     ///< Joint: neighbours summed exactly into one term

  // TwoStage: group g sums the products i with i mod groups = g, by `grid` and `cut`.
  unsigned groups = 1;
  cut_e group_cut = cut_e::Floor;  ///< how a group's sum is cut to the largest group's grid
  int sum_grid    = 0;             ///< fraction bits of the sum of products, floored
  int c_grid      = 0;             ///< fraction bits of C, floored
  int c_drop      = NoDrop;        ///< C is dropped if its exponent is lower by more than this

  // Exponents.
  bool zero_votes         = false;    ///< zeros count for the largest exponent
  int zero_exp            = -126;     ///< the exponent of a zero operand
  int emax_floor          = NoFloor;  ///< the largest exponent is at least this
  bool ab_exp_from_format = true;     ///< exponent of A's and B's subnormals; else normalised
  bool c_exp_from_format  = true;     ///< likewise for C's subnormals
  bool product_overflow   = false;    ///< products of 2^128 and beyond are infinite
  bool overflow_last      = false;    ///< infinite operands and C take precedence over those

  // Subnormals.
  bool daz_ab = false, daz_c = false;  ///< subnormal operands are zeros
  bool daz_plus   = false;             ///< flushed operands are +0, else they keep their sign
  bool ftz        = false;             ///< tiny results are zeros of their sign
  bool tiny_after = false;             ///< tininess is detected after rounding

  // The result.
  round_e round      = round_e::NearEven;  ///< overflow is an infinity in every direction
  int out_frac       = 23;                 ///< fraction bits kept in a result; the rest are zero
  std::uint64_t nan  = 0x7fc00000;
  bool neg_zero_sum  = false;  ///< a sum of negative zeros is -0
  bool neg_zero_keep = false;  ///< a negative sum that becomes zero is -0

  bool operator==(const profile&) const = default;
};

/// The scales of a block or a dot product, one per profile::scale_block elements.
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

/// The reference for every profile of these formats: the exact sum, rounded once to nearest. Needs
/// formats of at most binary32: see has_exact_dot().
std::uint64_t exact_dot(const profile& p, std::span<const std::uint64_t> a,
                        std::span<const std::uint64_t> b, std::uint64_t c, const scales& s = {});
constexpr bool has_exact_dot(const profile& p) {
  return std::max({p.a.exp_bits, p.b.exp_bits, p.c.exp_bits}) <= Binary32.exp_bits;
}

/// The index of the i-th element of an instruction in the profile's order.
std::size_t element_at(const profile& p, std::size_t i);

/// The sum of two numbers of C's format, rounded once: the step after a CLast instruction.
std::uint64_t add(const profile& p, round_e mode, std::uint64_t x, std::uint64_t y);

/// Dot products of rows of k elements, d[i] = a[i] . b[i] + c[i], and of every row of A with every
/// row of the transposed B, d[i][j] = a[i] . b[j] + c[i][j]. No block scales. Same bits as dot(),
/// two to five times as fast for Joint profiles of short significands.
template <class T>
void dots(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
          std::span<const std::uint64_t> c, std::span<std::uint64_t> d,
          vector_e unit = host_vectors().front());
template <class T>
void matmul(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
            std::span<const std::uint64_t> c, std::span<std::uint64_t> d,
            vector_e unit = host_vectors().front());

/// The name of a format, or "" if it has none.
std::string_view name_of(const element& e);
std::string_view name_of(const scale& s);

/// Every profile; the profile of a given name, or nullptr.
std::span<const profile> profiles();
const profile* find(std::string_view name);

// The stream unit rtl/dpa/weft_dpa.sv: one item is one block.

/// The parameters of the unit.
struct config {
  profile p;
  unsigned pipe = 0;  ///< one bit per pipeline register position

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

/// The value of dot() with another engine's block().
std::uint64_t dot_by(const profile& p, std::span<const std::uint64_t> a,
                     std::span<const std::uint64_t> b, std::uint64_t c, const scales& s,
                     const std::function<std::uint64_t(const operands&)>& block);

/// Clock cycles for n blocks when neither side stalls: from the cycle that takes the first block to
/// the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::dpa
