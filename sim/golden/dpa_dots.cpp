// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/dpa_parts.hpp"

namespace weft::golden::dpa {
namespace {

using namespace detail;

/// Elements as signed significands and exponents, sixteen bits each. A zero's exponent is so small
/// that no zero is the largest, what is not finite is so large that it always is.
constexpr std::int16_t ZeroExp = -8000, SpecialExp = 16000, Special = 4000;

struct numbers {
  std::vector<std::int16_t> sig, exp;

  explicit numbers(std::size_t n) : sig(n, 0), exp(n, ZeroExp) {}

  void set(std::size_t i, const term& t) {
    const auto magnitude = static_cast<std::int16_t>(t.sig);
    sig[i]               = t.sign ? static_cast<std::int16_t>(-magnitude) : magnitude;
    exp[i]               = !t.is(kind_e::Finite) ? SpecialExp
                           : t.sig == 0          ? ZeroExp
                                                 : static_cast<std::int16_t>(t.exp);
  }
};

/// A profile that one loop over sixteen-bit numbers computes.
bool is_short(const profile& p) {
  const auto narrow = [](const element& e) { return e.frac_bits <= 10 && e.exp_bits <= 8; };
  const int frac    = p.a.frac_bits + p.b.frac_bits;
  return p.algo == algo_e::Joint && p.cut == cut_e::Trunc && p.c_joins && p.exact_group == 1 &&
         p.scale_block == 0 && !p.product_overflow && !p.zero_votes && !p.neg_zero_sum &&
         !p.neg_zero_keep && !p.ftz && narrow(p.a) && narrow(p.b) && p.grid >= frac && p.grid <= 29;
}

/// The codes of a format decoded, where they are few.
class decoder {
 public:
  decoder(const profile& p, const element& e)
      : e_(e), m_{p.ab_exp_from_format, p.daz_ab, p.daz_plus, p.zero_exp} {
    if (e.width() <= 16) table_ = &table();
  }

  void operator()(std::uint64_t bits, numbers& to, std::size_t i) const {
    if (table_ == nullptr) return to.set(i, decode(e_, bits, m_));
    const std::uint64_t code = bits & e_.mask();
    to.sig[i]                = table_->sig[code];
    to.exp[i]                = table_->exp[code];
  }

 private:
  /// Made once a format, and kept.
  const numbers& table() const {
    using key = std::tuple<int, int, int, specials_e, bool, bool>;
    static std::mutex mutex;
    static std::map<key, std::unique_ptr<numbers>> tables;
    const std::lock_guard lock(mutex);
    auto& table =
        tables[{e_.exp_bits, e_.frac_bits, e_.bias, e_.specials, m_.exp_from_format, m_.daz}];
    if (!table) {
      table = std::make_unique<numbers>(std::size_t{1} << e_.width());
      for (std::size_t code = 0; code < table->sig.size(); ++code) {
        table->set(code, decode(e_, code, m_));
      }
    }
    return *table;
  }

  element e_;
  manners m_;
  const numbers* table_ = nullptr;
};

/// block() of a short profile on decoded elements.
class short_block {
 public:
  explicit short_block(const profile& p)
      : p_(p),
        up_(p.grid - p.a.frac_bits - p.b.frac_bits),
        bias_(p.c.bias()),
        shown_(p.c.frac_bits - p.out_frac) {}

  /// False if block() has to be asked: something is not finite, or the result is not normal.
  bool operator()(const numbers& a, std::size_t i, const numbers& b, std::size_t j,
                  std::uint64_t& c) const {
    switch (p_.lanes) {
      case 4:
        return sum<4>(&a.sig[i], &a.exp[i], &b.sig[j], &b.exp[j], c);
      case 8:
        return sum<8>(&a.sig[i], &a.exp[i], &b.sig[j], &b.exp[j], c);
      case 16:
        return sum<16>(&a.sig[i], &a.exp[i], &b.sig[j], &b.exp[j], c);
      case 32:
        return sum<32>(&a.sig[i], &a.exp[i], &b.sig[j], &b.exp[j], c);
      default:
        return false;
    }
  }

 private:
  template <int Lanes>
  bool sum(const std::int16_t* a_sig, const std::int16_t* a_exp, const std::int16_t* b_sig,
           const std::int16_t* b_exp, std::uint64_t& c) const {
    std::int32_t product[Lanes];
    std::int16_t exp[Lanes], highest = ZeroExp;
    for (int i = 0; i < Lanes; ++i) {
      product[i] = a_sig[i] * b_sig[i];
      exp[i]     = static_cast<std::int16_t>(a_exp[i] + b_exp[i]);
      highest    = std::max(highest, exp[i]);
    }
    const term addend = decode_c(p_, c);
    if (highest > Special || !addend.is(kind_e::Finite)) return false;
    int top = std::max<int>(highest, p_.emax_floor);
    if (addend.sig != 0) top = std::max(top, addend.exp);

    std::int64_t total = 0;
    for (int i = 0; i < Lanes; ++i) {
      const auto aligned = static_cast<std::int32_t>(
          (static_cast<std::uint32_t>(std::abs(product[i])) << up_) >> std::min(top - exp[i], 31));
      total += product[i] < 0 ? -aligned : aligned;
    }
    const int down  = top - addend.exp + addend.frac - p_.grid;
    const auto sig  = static_cast<std::int64_t>(addend.sig);
    const auto part = down < 0 ? sig << -down : sig >> std::min(down, 63);
    total += addend.sign ? -part : part;
    return pack(total, top - p_.grid, c);
  }

  /// total * 2^exp, rounded; false unless it is a normal number, or zero.
  bool pack(std::int64_t total, int exp, std::uint64_t& c) const {
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
    if (drop > 0 && p_.round == round_e::NearEven) {
      const std::uint64_t lost = magnitude << (64 - drop), half = std::uint64_t{1} << 63;
      kept += lost > half || (lost == half && (kept & 1) != 0) ? 1 : 0;
    } else if (drop > 0 && p_.round != round_e::TowardZero) {
      return false;
    }
    // The significand's leading one adds one to the exponent, a carry another.
    c = signed_code(p_.c, sign,
                    ((static_cast<std::uint64_t>(field - 1) << p_.out_frac) + kept) << shown_);
    return true;
  }

  profile p_;
  int up_, bias_, shown_;
};

/// Rows of a matrix: their bits and, where that is of use, what they say, in the order of blocks.
template <class T>
class rows {
 public:
  rows(const profile& p, const element& e, std::size_t k, std::span<const T> all, bool decode_them)
      : bits_(all.data()),
        k_(k),
        stride_((k + p.depth - 1) / p.depth * p.depth),
        decoded_(decode_them ? all.size() / k * stride_ : 0) {
    if (!decode_them) return;
    const decoder decode(p, e);
    for (std::size_t row = 0; row < all.size() / k; ++row) {
      for (std::size_t i = 0; i < stride_; ++i) {
        const std::size_t from = i / p.depth * p.depth + element_at(p, i % p.depth);
        if (from < k) decode(all[row * k + from], decoded_, row * stride_ + i);
      }
    }
  }

  const T* bits(std::size_t row) const { return bits_ + row * k_; }
  const numbers& decoded() const { return decoded_; }
  std::size_t at(std::size_t row, std::size_t i) const { return row * stride_ + i; }

 private:
  const T* bits_;
  std::size_t k_, stride_;
  numbers decoded_;
};

/// What computes dot products of rows of A and B.
template <class T>
class dotter {
 public:
  dotter(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b)
      : p_(p),
        k_(k),
        short_(is_short(p)),
        fast_(p),
        a_(p, p.a, k, a, short_),
        b_(p, p.b, k, b, short_) {}

  std::uint64_t operator()(std::size_t i, std::size_t j, std::uint64_t c) const {
    return walk(p_, k_, c, [&](std::size_t start, std::size_t first, std::uint64_t sum) {
      if (short_ && fast_(a_.decoded(), a_.at(i, start + first), b_.decoded(),
                          b_.at(j, start + first), sum)) {
        return sum;
      }
      return block(p_, gather(p_, a_.bits(i), k_, start, first),
                   gather(p_, b_.bits(j), k_, start, first), sum);
    });
  }

 private:
  profile p_;
  std::size_t k_;
  bool short_;
  short_block fast_;
  rows<T> a_, b_;
};

}  // namespace

template <class T>
void dots(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
          std::span<const std::uint64_t> c, std::span<std::uint64_t> d) {
  if (k == 0) return static_cast<void>(std::copy(c.begin(), c.end(), d.begin()));
  // So few at a time that they stay in the cache.
  constexpr std::size_t Rows = 64;
  for (std::size_t from = 0; from < d.size(); from += Rows) {
    const std::size_t n = std::min(Rows, d.size() - from);
    const dotter<T> dot(p, k, a.subspan(from * k, n * k), b.subspan(from * k, n * k));
    for (std::size_t i = 0; i < n; ++i) d[from + i] = dot(i, i, c[from + i]);
  }
}

template <class T>
void matmul(const profile& p, std::size_t k, std::span<const T> a, std::span<const T> b,
            std::span<const std::uint64_t> c, std::span<std::uint64_t> d) {
  if (k == 0) return static_cast<void>(std::copy(c.begin(), c.end(), d.begin()));
  const dotter<T> dot(p, k, a, b);
  const std::size_t m = a.size() / k, n = b.size() / k;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) d[i * n + j] = dot(i, j, c[i * n + j]);
  }
}

#define WEFT_DOTS(T)                                                                        \
  template void dots(const profile&, std::size_t, std::span<const T>, std::span<const T>,   \
                     std::span<const std::uint64_t>, std::span<std::uint64_t>);             \
  template void matmul(const profile&, std::size_t, std::span<const T>, std::span<const T>, \
                       std::span<const std::uint64_t>, std::span<std::uint64_t>)
WEFT_DOTS(std::uint8_t);
WEFT_DOTS(std::uint16_t);
WEFT_DOTS(std::uint32_t);
WEFT_DOTS(std::uint64_t);
#undef WEFT_DOTS

}  // namespace weft::golden::dpa
