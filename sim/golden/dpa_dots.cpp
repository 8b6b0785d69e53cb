// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/dpa_parts.hpp"
#include "sim/golden/host/dpa_vectors.hpp"

namespace weft::golden::dpa {
namespace {

using namespace detail;

/// Decoded elements.
struct numbers {
  std::vector<std::int16_t> sig, exp;

  explicit numbers(std::size_t n) : sig(n), exp(n) {}
  decoded at(std::size_t i) const { return {&sig[i], &exp[i]}; }
};

/// Whether one loop over 16-bit numbers can compute the profile.
bool is_short(const profile& p) {
  const auto narrow = [](const element& e) { return e.frac_bits <= 10 && e.exp_bits <= 8; };
  const int frac    = p.a.frac_bits + p.b.frac_bits;
  return p.algo == algo_e::Joint && p.cut != cut_e::Floor && p.exact_group == 1 &&
         p.scale_block == 0 && !p.zero_votes && !p.neg_zero_sum && !p.neg_zero_keep && !p.ftz &&
         !p.product_overflow && narrow(p.a) && narrow(p.b) && p.grid >= frac && p.grid <= 29;
}

/// The function block() of a short profile, on decoded elements.
class short_block {
 public:
  short_block(const profile& p, vector_e unit)
      : p_(p),
        sum_(is_short(p) ? sum_on(unit, p.lanes, p.cut) : nullptr),
        up_(p.grid - p.a.frac_bits - p.b.frac_bits),
        bias_(p.c.bias()),
        shown_(p.c.frac_bits - p.out_frac) {}

  bool known() const { return sum_ != nullptr; }

  /// Returns false if the caller must use block(): an operand is not finite, or a result is not
  /// normal.
  bool operator()(decoded a, decoded b, std::uint64_t& c) const {
    const term addend = decode_c(p_, c);
    if (!addend.is(kind_e::Finite)) return false;
    int floor = p_.emax_floor;
    if (p_.c_joins && addend.sig != 0) floor = std::max(floor, addend.exp);
    auto [top, total] = sum_(a, b, up_, floor);
    if (top > Special) return false;
    if (!p_.c_joins) {
      std::uint64_t products = 0;
      return pack(p_.round, total, top - p_.grid, products) && add(p_.round, products, c);
    }
    const int down  = top - addend.exp + addend.frac - p_.grid;
    const auto sig  = static_cast<std::int64_t>(addend.sig);
    const auto part = down < 0 ? sig << -down : jammed(sig, down);
    total += addend.sign ? -part : part;
    return pack(p_.round, total, top - p_.grid, c);
  }

  /// Sets y = x + y, where x has no more bits than a result. Returns false if the caller must use
  /// dpa::add(): an operand is not finite, x or the sum is zero, or the sum is not normal.
  bool add(round_e mode, std::uint64_t x, std::uint64_t& y) const {
    const term tx = decode_c(p_, x), ty = decode_c(p_, y);
    if (!tx.is(kind_e::Finite) || !ty.is(kind_e::Finite) || tx.sig == 0) return false;
    if (ty.sig == 0) {
      y = x;
      return true;
    }
    const auto place = [](const term& t) { return t.exp - t.frac; };
    const bool first = place(tx) > place(ty);
    const term &high = first ? tx : ty, &low = first ? ty : tx;
    // The bits within this distance below the larger operand's last place decide the rounding.
    constexpr int Below      = 36;
    const int down           = std::min(place(high) - place(low), 63);
    const std::int64_t whole = static_cast<std::int64_t>(low.sig) << Below, kept = whole >> down;
    const std::int64_t lower = kept | (kept << down != whole ? 1 : 0);
    const std::int64_t upper = static_cast<std::int64_t>(high.sig) << Below;
    const std::int64_t total = (high.sign ? -upper : upper) + (low.sign ? -lower : lower);
    return total != 0 && pack(mode, total, place(high) - Below, y);
  }

 private:
  /// sig / 2^down, cut like a term.
  std::int64_t jammed(std::int64_t sig, int down) const {
    down                    = std::min(down, 63);
    const std::int64_t kept = sig >> down;
    return p_.cut == cut_e::Jam && kept << down != sig ? kept | 1 : kept;
  }

  /// Rounds total * 2^exp. Returns false unless the result is a normal number or zero.
  bool pack(round_e mode, std::int64_t total, int exp, std::uint64_t& c) const {
    if (total == 0) {
      c = 0;
      return true;
    }
    const bool sign      = total < 0;
    const auto magnitude = static_cast<std::uint64_t>(sign ? -total : total);
    const int length     = 64 - std::countl_zero(magnitude);
    const int field      = exp + length - 1 + bias_;
    if (field < 1 || field >= p_.c.max_exp()) return false;
    const int drop     = length - 1 - p_.out_frac;
    std::uint64_t kept = drop < 0 ? magnitude << -drop : magnitude >> drop;
    if (drop > 0 && mode != round_e::TowardZero) {
      const std::uint64_t lost = magnitude << (64 - drop), half = std::uint64_t{1} << 63;
      if (mode == round_e::NearEven) {
        kept += lost > half || (lost == half && (kept & 1) != 0) ? 1 : 0;
      } else if (mode == round_e::Odd) {
        kept |= lost != 0 ? 1 : 0;
      } else {
        return false;
      }
    }
    // The significand's leading one adds one to the exponent; a carry adds another.
    c = signed_code(p_.c, sign,
                    ((static_cast<std::uint64_t>(field - 1) << p_.out_frac) + kept) << shown_);
    return true;
  }

  profile p_;
  sum_t sum_;
  int up_, bias_, shown_;
};

/// Rows of a matrix: their bits and, if the fast path needs them, the decoded numbers, in the order
/// of blocks.
template <class T>
class rows {
 public:
  rows(const profile& p, const element& e, std::size_t k, std::span<const T> all, bool decode_them,
       vector_e unit)
      : bits_(all.data()),
        k_(k),
        stride_((k + p.depth - 1) / p.depth * p.depth),
        decoded_(decode_them ? all.size() / k * stride_ : 0) {
    if (!decode_them) return;
    const decode_t decode = decode_on(unit);
    const decoding how{e, p.ab_exp_from_format, p.daz_ab};
    std::vector<std::uint32_t> codes(stride_);
    const auto code = [&](T bits) {
      return static_cast<std::uint32_t>((std::uint64_t{bits} & e.mask()) >> e.pad);
    };
    std::vector<std::size_t> order;
    for (std::size_t i = 0; p.order != order_e::InOrder && i < stride_; ++i) {
      order.push_back(i / p.depth * p.depth + element_at(p, i % p.depth));
    }
    for (std::size_t row = 0; row < all.size() / k; ++row) {
      const T* from = bits(row);
      if (order.empty()) {
        for (std::size_t i = 0; i < k; ++i) codes[i] = code(from[i]);
      } else {
        for (std::size_t i = 0; i < stride_; ++i)
          codes[i] = order[i] < k ? code(from[order[i]]) : 0;
      }
      decode(how, codes.data(), stride_, &decoded_.sig[row * stride_],
             &decoded_.exp[row * stride_]);
    }
  }

  const T* bits(std::size_t row) const { return bits_ + row * k_; }
  decoded at(std::size_t row, std::size_t i) const { return decoded_.at(row * stride_ + i); }

 private:
  const T* bits_;
  std::size_t k_, stride_;
  numbers decoded_;
};

/// Computes dot products of rows of A and B.
template <class T>
class dotter {
 public:
  dotter(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b, vector_e unit)
      : p_(p),
        k_(k),
        fast_(p, unit),
        a_(p, p.a, k, a, fast_.known(), unit),
        b_(p, p.b, k, b, fast_.known(), unit) {}

  std::uint64_t operator()(std::size_t i, std::size_t j, std::uint64_t c) const {
    const auto block_at = [&](std::size_t start, std::size_t first, std::uint64_t sum) {
      if (fast_.known() && fast_(a_.at(i, start + first), b_.at(j, start + first), sum)) {
        return sum;
      }
      return block(p_, gather(p_, a_.bits(i), k_, start, first),
                   gather(p_, b_.bits(j), k_, start, first), sum);
    };
    return walk(p_, k_, c, block_at, [&](round_e mode, std::uint64_t x, std::uint64_t y) {
      std::uint64_t sum = y;
      return fast_.known() && fast_.add(mode, x, sum) ? sum : add(p_, mode, x, y);
    });
  }

 private:
  profile p_;
  std::size_t k_;
  short_block fast_;
  rows<T> a_, b_;
};

}  // namespace

template <class T>
void dots(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
          std::span<const std::uint64_t> c, std::span<std::uint64_t> d, vector_e unit) {
  if (k == 0) return static_cast<void>(std::copy(c.begin(), c.end(), d.begin()));
  // A group of rows that fits in the cache.
  constexpr std::size_t Rows = 64;
  for (std::size_t from = 0; from < d.size(); from += Rows) {
    const std::size_t n = std::min(Rows, d.size() - from);
    const dotter<T> dot(p, k, a.subspan(from * k, n * k), b.subspan(from * k, n * k), unit);
    for (std::size_t i = 0; i < n; ++i) d[from + i] = dot(i, i, c[from + i]);
  }
}

template <class T>
void matmul(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
            std::span<const std::uint64_t> c, std::span<std::uint64_t> d, vector_e unit) {
  if (k == 0) return static_cast<void>(std::copy(c.begin(), c.end(), d.begin()));
  const dotter<T> dot(p, k, a, b, unit);
  const std::size_t m = a.size() / k, n = b.size() / k;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) d[i * n + j] = dot(i, j, c[i * n + j]);
  }
}

#define WEFT_DOTS(T)                                                                        \
  template void dots(const profile&, std::size_t, std::span<const T>, std::span<const T>,   \
                     std::span<const std::uint64_t>, std::span<std::uint64_t>, vector_e);   \
  template void matmul(const profile&, std::size_t, std::span<const T>, std::span<const T>, \
                       std::span<const std::uint64_t>, std::span<std::uint64_t>, vector_e)
WEFT_DOTS(std::uint8_t);
WEFT_DOTS(std::uint16_t);
WEFT_DOTS(std::uint32_t);
WEFT_DOTS(std::uint64_t);
#undef WEFT_DOTS

}  // namespace weft::golden::dpa
