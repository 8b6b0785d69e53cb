// SPDX-License-Identifier: Apache-2.0
//
// Values of the instructions that kernels need, on golden, against MPFR and exact integers: every
// element of a vector, and the flags of FPSR. A number of MPFR is rounded to a format by MPFR
// alone.

#include <gtest/gtest.h>
#include <mpfr.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/harness/operands.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::golden::sme::sme_words_test {
namespace {

__extension__ using int128  = __int128;
__extension__ using uint128 = unsigned __int128;

constexpr std::uint64_t Code = 0x10000, Data = 0x20000;
constexpr int Bytes = 64;  // of a vector

// FPCR and FPSR.
constexpr std::uint32_t Fz16 = 1 << 19, Fz = 1 << 24, Dn = 1 << 25;
constexpr std::uint32_t Ioc = 1, Dzc = 2, Ofc = 4, Ufc = 8, Ixc = 16, Idc = 128;

struct kind_of_float {
  int exp_bits, frac_bits, bytes;
  int bias() const { return (1 << (exp_bits - 1)) - 1; }
  std::uint64_t infinity() const { return ((1ull << exp_bits) - 1) << frac_bits; }
  std::uint64_t sign() const { return 1ull << (exp_bits + frac_bits); }
  std::uint64_t quiet() const { return 1ull << (frac_bits - 1); }
  std::uint64_t default_nan() const { return infinity() | quiet(); }
  format golden() const { return {exp_bits, frac_bits}; }
};
constexpr kind_of_float F16{5, 10, 2}, F32{8, 23, 4}, F64{11, 52, 8}, Bf16{8, 7, 2};

/// A number of MPFR, exact for every operand.
class number {
 public:
  number() { mpfr_init2(value, 80); }
  ~number() { mpfr_clear(value); }
  number(const number&)            = delete;
  number& operator=(const number&) = delete;

  mpfr_t value;
};

constexpr mpfr_rnd_t Directions[]{MPFR_RNDN, MPFR_RNDU, MPFR_RNDD, MPFR_RNDZ};

/// FPCR's rules in the reference.
struct rules {
  std::uint32_t fpcr;
  std::uint32_t flags = 0;

  bool is(std::uint32_t bit) const { return (fpcr & bit) != 0; }
  mpfr_rnd_t direction() const { return Directions[fpcr >> 22 & 3]; }
  bool flushes(kind_of_float f) const { return is(f.bytes == 2 && f.exp_bits == 5 ? Fz16 : Fz); }

  static bool is_nan(kind_of_float f, std::uint64_t x) {
    return (x & (f.sign() - 1)) > f.infinity();
  }
  static bool signals(kind_of_float f, std::uint64_t x) {
    return is_nan(f, x) && (x & f.quiet()) == 0;
  }
  /// An operand whose subnormals FPCR may flush.
  std::uint64_t operand(kind_of_float f, std::uint64_t x, bool flush) {
    const auto magnitude = x & (f.sign() - 1);
    if (!flush || magnitude == 0 || magnitude >= 1ull << f.frac_bits) return x;
    if (f.exp_bits != 5) flags |= Idc;
    return x & f.sign();
  }
  std::uint64_t nan_of(kind_of_float f, const std::vector<std::uint64_t>& operands) {
    std::uint64_t nan = 0;
    for (const bool signalling : {false, true}) {
      for (auto x = operands.rbegin(); x != operands.rend(); ++x) {
        if (signalling ? signals(f, *x) : is_nan(f, *x)) nan = *x;
        if (signals(f, *x)) flags |= Ioc;
      }
    }
    return is(Dn) ? f.default_nan() : nan | f.quiet();
  }

  static void set(number& to, kind_of_float f, std::uint64_t x) {
    const auto magnitude = x & (f.sign() - 1);
    const auto field     = magnitude >> f.frac_bits;
    const auto frac      = magnitude & ((1ull << f.frac_bits) - 1);
    if (magnitude == f.infinity()) {
      mpfr_set_inf(to.value, 1);
    } else {
      const auto sig = field == 0 ? frac : frac | 1ull << f.frac_bits;
      mpfr_set_ui_2exp(to.value, sig,
                       static_cast<int>(field == 0 ? 1 : field) - f.bias() - f.frac_bits,
                       MPFR_RNDN);
    }
    mpfr_setsign(to.value, to.value, (x & f.sign()) != 0, MPFR_RNDN);
  }

  /// The result of `compute` rounded once to a format. `compute` sets a number in a direction and
  /// returns MPFR's ternary value.
  std::uint64_t round(kind_of_float f, bool flush,
                      const std::function<int(mpfr_ptr, mpfr_rnd_t)>& compute) {
    number r;
    mpfr_set_prec(r.value, f.frac_bits + 1);
    // Tiny is judged before rounding, with an unbounded exponent.
    compute(r.value, MPFR_RNDZ);
    const bool tiny = mpfr_regular_p(r.value) && mpfr_get_exp(r.value) - 1 < 1 - f.bias();
    const auto sign = [&] { return mpfr_signbit(r.value) ? f.sign() : 0; };
    if (tiny && flush) {
      flags |= Ufc;
      return sign();
    }
    int ternary           = compute(r.value, direction());
    const auto widest_min = mpfr_get_emin(), widest_max = mpfr_get_emax();
    mpfr_set_emin(2 - f.bias() - f.frac_bits);
    mpfr_set_emax(f.bias() + 1);
    mpfr_clear_flags();
    ternary             = mpfr_check_range(r.value, ternary, direction());
    ternary             = mpfr_subnormalize(r.value, ternary, direction());
    const bool overflow = mpfr_overflow_p() != 0;
    mpfr_set_emin(widest_min);
    mpfr_set_emax(widest_max);
    if (overflow) flags |= Ofc;
    if (ternary != 0) flags |= Ixc | (tiny ? Ufc : 0);
    if (mpfr_zero_p(r.value)) return sign();
    if (mpfr_inf_p(r.value)) return sign() | f.infinity();
    const int least = 1 - f.bias();
    const int exp   = static_cast<int>(mpfr_get_exp(r.value)) - 1;
    const auto s    = sign();
    mpfr_abs(r.value, r.value, MPFR_RNDN);
    mpfr_mul_2si(r.value, r.value, f.frac_bits - std::max(exp, least), MPFR_RNDN);
    const auto sig = mpfr_get_ui(r.value, MPFR_RNDN);
    return s | ((static_cast<std::uint64_t>(std::max(exp, least) - least) << f.frac_bits) + sig);
  }
};

class SmeWords : public testing::Test {
 protected:
  SmeWords() : rng_(test_options().seed) {
    s_.svl = 8 * Bytes;
    s_.sm  = true;
    m_.map(Code, 4);
    m_.map(Data, 4096);
    s_.p[0].fill(0xff);
    std::fill(s_.p[0].begin() + Bytes / 8, s_.p[0].end(), 0);
  }

  void execute(std::uint32_t word) {
    std::uint8_t bytes[4];
    std::memcpy(bytes, &word, 4);
    m_.write(Code, bytes);
    s_.pc        = Code;
    const auto o = step(s_, m_);
    ASSERT_EQ(o.stop, stop_e::None) << std::hex << word << ' ' << o.reason;
  }
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }
  void pick_fpcr() {
    s_.fpcr = static_cast<std::uint32_t>(pick(4)) << 22 |
              (static_cast<std::uint32_t>(rng_()) & (pick(2) == 0 ? 0 : Fz | Fz16 | Dn));
    s_.fpsr = 0;
  }
  template <class F>
  void fill(unsigned z, int size, F&& f) {
    for (int i = 0; i < Bytes; i += size) {
      const std::uint64_t x = f();
      std::memcpy(&s_.z[z][static_cast<std::size_t>(i)], &x, static_cast<std::size_t>(size));
    }
  }
  static std::uint64_t get(const vector_t& z, int i, int size) {
    std::uint64_t x = 0;
    std::memcpy(&x, &z[static_cast<std::size_t>(i * size)], static_cast<std::size_t>(size));
    return x;
  }

  /// One operation on the active elements of vectors of `size` bytes: Z0 = op(Z0, Z1), or of Z1
  /// alone, on numbers of a format or integers in the low bits.
  void check(std::uint32_t word, int size, const std::function<std::uint64_t()>& operand,
             const std::function<std::uint64_t(rules&, std::uint64_t, std::uint64_t)>& op,
             int repeats = 120) {
    for (int n = 0; n < repeats && !HasFailure(); ++n) {
      pick_fpcr();
      for (const unsigned z : {0u, 1u}) {
        fill(z, size, operand);
      }
      const auto a = s_.z[0], b = s_.z[1];
      execute(word | 1 << 5);
      rules r{s_.fpcr};
      for (int i = 0; i < Bytes / size; ++i) {
        EXPECT_EQ(get(s_.z[0], i, size), op(r, get(a, i, size), get(b, i, size)))
            << std::hex << word << " of " << get(a, i, size) << ", " << get(b, i, size) << " fpcr "
            << s_.fpcr;
      }
      EXPECT_EQ(s_.fpsr, r.flags) << std::hex << word << " fpcr " << s_.fpcr;
    }
  }

  std::function<std::uint64_t()> floats(kind_of_float f) {
    return [edges = std::make_shared<sim::edge_floats>(f.golden(), test_options().seed)] {
      return (*edges)();
    };
  }
  std::uint64_t integer() {
    switch (pick(4)) {
      case 0:
        return pick(3) - 1;
      case 1:
        return (1ull << pick(64)) - pick(2);
      case 2:
        return 0x8000'0000'8000'8000;
      default:
        return rng_() >> pick(64);
    }
  }

  std::mt19937_64 rng_;
  state s_;
  paged_memory m_;
};

constexpr kind_of_float Sizes[]{F16, F32, F64};
std::uint32_t size_bits(int bytes) {
  return bytes == 2 ? 1u << 22 : bytes == 4 ? 2u << 22 : 3u << 22;
}

TEST_F(SmeWords, QuotientsAndRootsAreRoundedOnce) {
  for (const auto f : Sizes) {
    check(0x650d'8000 | size_bits(f.bytes), f.bytes, floats(f),
          [&](rules& r, std::uint64_t x, std::uint64_t y) -> std::uint64_t {
            const auto a = r.operand(f, x, r.flushes(f)), b = r.operand(f, y, r.flushes(f));
            if (rules::is_nan(f, a) || rules::is_nan(f, b)) return r.nan_of(f, {x, y});
            const auto size = [&](std::uint64_t v) { return v & (f.sign() - 1); };
            if ((size(a) == 0 && size(b) == 0) ||
                (size(a) == f.infinity() && size(b) == f.infinity())) {
              r.flags |= Ioc;
              return f.default_nan();
            }
            if (size(b) == 0 && size(a) != f.infinity()) r.flags |= Dzc;
            number n, d;
            rules::set(n, f, a);
            rules::set(d, f, b);
            return r.round(f, r.flushes(f), [&](mpfr_ptr to, mpfr_rnd_t how) {
              return mpfr_div(to, n.value, d.value, how);
            });
          });
    check(0x650d'a000 | size_bits(f.bytes), f.bytes, floats(f),
          [&](rules& r, std::uint64_t, std::uint64_t x) -> std::uint64_t {
            const auto a = r.operand(f, x, r.flushes(f));
            if (rules::is_nan(f, a)) return r.nan_of(f, {x});
            if ((a & f.sign()) != 0 && a != f.sign()) {
              r.flags |= Ioc;
              return f.default_nan();
            }
            number n;
            rules::set(n, f, a);
            return r.round(f, r.flushes(f), [&](mpfr_ptr to, mpfr_rnd_t how) {
              return mpfr_sqrt(to, n.value, how);
            });
          });
  }
}

TEST_F(SmeWords, MinimaAndMaximaOrderZerosAndNans) {
  for (const auto f : Sizes) {
    for (const bool number_wins : {true, false}) {
      for (const bool least : {true, false}) {
        const auto word = (number_wins ? 0x6504'8000u : 0x6506'8000u) | (least ? 1u << 16 : 0) |
                          size_bits(f.bytes);
        check(word, f.bytes, floats(f),
              [&](rules& r, std::uint64_t x, std::uint64_t y) -> std::uint64_t {
                auto a = r.operand(f, x, r.flushes(f)), b = r.operand(f, y, r.flushes(f));
                const bool signals = rules::signals(f, x) || rules::signals(f, y);
                const bool nan_a = rules::is_nan(f, a), nan_b = rules::is_nan(f, b);
                if (signals || (number_wins ? nan_a && nan_b : nan_a || nan_b)) {
                  return r.nan_of(f, {x, y});
                }
                if (nan_a) return b;
                if (nan_b) return a;
                number n, d;
                rules::set(n, f, a);
                rules::set(d, f, b);
                const int order = mpfr_cmp(n.value, d.value);
                if (order == 0 && a != b) return least ? f.sign() : 0;  // zeros of both signs
                return (order < 0) == least ? a : b;
              });
      }
    }
  }
}

/// A number with the bytes of an integer of another.
TEST_F(SmeWords, FloatsOfOtherFormatsAreRoundedOnce) {
  const struct {
    std::uint32_t word;
    kind_of_float from, to;
  } All[]{{0x6588'a000, F32, F16}, {0x6589'a000, F16, F32}, {0x65c8'a000, F64, F16},
          {0x65c9'a000, F16, F64}, {0x65ca'a000, F64, F32}, {0x65cb'a000, F32, F64},
          {0x658a'a000, F32, Bf16}};
  for (const auto& k : All) {
    const int size  = std::max(k.from.bytes, k.to.bytes);
    const auto mask = k.from.sign() << 1;
    // Results of binary16 are neither flushed, nor are its operands.
    check(k.word, size, floats(k.from),
          [&](rules& r, std::uint64_t, std::uint64_t x) -> std::uint64_t {
            const auto low  = mask == 0 ? x : x % mask;
            const bool half = k.from.exp_bits == 5;
            const auto a    = r.operand(k.from, low, !half && r.is(Fz));
            if (rules::is_nan(k.from, a)) {
              if (rules::signals(k.from, a)) r.flags |= Ioc;
              if (r.is(Dn)) return k.to.default_nan();
              const auto frac  = a & ((1ull << k.from.frac_bits) - 1);
              const int narrow = k.from.frac_bits - k.to.frac_bits;
              return ((a & k.from.sign()) != 0 ? k.to.sign() : 0) | k.to.default_nan() |
                     (narrow > 0 ? frac >> narrow : frac << -narrow);
            }
            number n;
            rules::set(n, k.from, a);
            const bool flush = k.to.exp_bits != 5 && r.is(Fz);
            return r.round(k.to, flush,
                           [&](mpfr_ptr to, mpfr_rnd_t how) { return mpfr_set(to, n.value, how); });
          });
  }
}

TEST_F(SmeWords, IntegersBecomeFloatsAndFloatsIntegers) {
  const struct {
    std::uint32_t word;
    int integer;
    kind_of_float f;
  } ToFloat[]{{0x6552'a000, 2, F16}, {0x6554'a000, 4, F16}, {0x6556'a000, 8, F16},
              {0x6594'a000, 4, F32}, {0x65d0'a000, 4, F64}, {0x65d4'a000, 8, F32},
              {0x65d6'a000, 8, F64}},
      ToInteger[]{{0x655a'a000, 2, F16}, {0x655c'a000, 4, F16}, {0x655e'a000, 8, F16},
                  {0x659c'a000, 4, F32}, {0x65d8'a000, 4, F64}, {0x65dc'a000, 8, F32},
                  {0x65de'a000, 8, F64}};
  const auto wide = [](std::uint64_t x, int bytes, bool is_signed) -> int128 {
    const int up = 64 - 8 * bytes;
    return is_signed ? int128{static_cast<std::int64_t>(x << up) >> up} : int128{x << up >> up};
  };
  const auto set = [](number& to, int128 x) {
    const auto size = static_cast<std::uint64_t>(x < 0 ? -x : x);
    mpfr_set_ui(to.value, size, MPFR_RNDN);
    if (x < 0) mpfr_neg(to.value, to.value, MPFR_RNDN);
  };
  for (const bool is_signed : {true, false}) {
    const std::uint32_t u = is_signed ? 0 : 1u << 16;
    for (const auto& k : ToFloat) {
      check(
          k.word | u, std::max(k.integer, k.f.bytes), [&] { return integer(); },
          [&](rules& r, std::uint64_t, std::uint64_t x) {
            number n;
            set(n, wide(x, k.integer, is_signed));
            return r.round(k.f, false,
                           [&](mpfr_ptr to, mpfr_rnd_t how) { return mpfr_set(to, n.value, how); });
          },
          20);
    }
    for (const auto& k : ToInteger) {
      const int size = std::max(k.integer, k.f.bytes);
      check(
          k.word | u, size, floats(k.f),
          [&](rules& r, std::uint64_t, std::uint64_t x) -> std::uint64_t {
            const auto low  = k.f.sign() << 1 == 0 ? x : x % (k.f.sign() << 1);
            const auto a    = r.operand(k.f, low, r.flushes(k.f));
            const auto ones = ~0ull >> (64 - 8 * size);
            if (rules::is_nan(k.f, a)) {
              r.flags |= Ioc;
              return 0;
            }
            number n, cut;
            rules::set(n, k.f, a);
            mpfr_trunc(cut.value, n.value);
            const auto most =
                is_signed ? ~0ull >> (65 - 8 * k.integer) : ~0ull >> (64 - 8 * k.integer);
            const auto least = is_signed ? -int128{most} - 1 : int128{0};
            number high, low_end;
            set(high, most);
            set(low_end, least);
            int128 value = 0;
            if (mpfr_cmp(cut.value, high.value) > 0) {
              value = most;
              r.flags |= Ioc;
            } else if (mpfr_cmp(cut.value, low_end.value) < 0) {
              value = least;
              r.flags |= Ioc;
            } else {
              if (mpfr_cmp(cut.value, n.value) != 0) r.flags |= Ixc;
              const bool negative = mpfr_signbit(cut.value) != 0;
              mpfr_abs(cut.value, cut.value, MPFR_RNDN);
              value = int128{mpfr_get_ui(cut.value, MPFR_RNDN)};
              if (negative) value = -value;
            }
            return static_cast<std::uint64_t>(value) & ones;
          },
          20);
    }
  }
}

TEST_F(SmeWords, FrintRoundsInTheDirectionOfItsName) {
  // FRINTA goes away from zero at ties, which mpfr_round does.
  constexpr unsigned Named[]{0, 1, 2, 3, 4, 6, 7};
  for (const auto f : Sizes) {
    for (const unsigned opc : Named) {
      check(
          0x6500'a000 | opc << 16 | size_bits(f.bytes), f.bytes, floats(f),
          [&](rules& r, std::uint64_t, std::uint64_t x) -> std::uint64_t {
            const auto a = r.operand(f, x, r.flushes(f));
            if (rules::is_nan(f, a)) return r.nan_of(f, {x});
            number n, whole;
            rules::set(n, f, a);
            if (opc == 4) {
              mpfr_round(whole.value, n.value);
            } else {
              mpfr_rint(whole.value, n.value,
                        opc < 4 ? Directions[opc] : Directions[s_.fpcr >> 22 & 3]);
            }
            if (opc == 6 && mpfr_cmp(whole.value, n.value) != 0) r.flags |= Ixc;
            rules exact{0};
            return exact.round(f, false, [&](mpfr_ptr to, mpfr_rnd_t how) {
              return mpfr_set(to, whole.value, how);
            });
          },
          20);
    }
  }
}

TEST_F(SmeWords, IntegerQuotientsTruncateAndByZeroAreZero) {
  for (const int size : {4, 8}) {
    for (const unsigned opc : {0u, 1u, 2u, 3u}) {
      const bool is_signed = (opc & 1) == 0, reversed = (opc & 2) != 0;
      const auto word = 0x0414'0000 | opc << 16 | size_bits(size);
      check(
          word, size, [&] { return integer(); },
          [&](rules&, std::uint64_t x, std::uint64_t y) {
            const int up    = 64 - 8 * size;
            const auto wide = [&](std::uint64_t v) {
              return is_signed ? int128{static_cast<std::int64_t>(v << up) >> up}
                               : int128{v << up >> up};
            };
            const auto n = wide(reversed ? y : x), d = wide(reversed ? x : y);
            return d == 0 ? 0 : static_cast<std::uint64_t>(n / d) & ~0ull >> up;
          });
    }
  }
}

/// MAD, MSB; SDOT, UDOT, USDOT, SUDOT of vectors and by an element.
TEST_F(SmeWords, SumsOfIntegerProductsAreModuloTheElement) {
  const auto part = [](const vector_t& z, int i, int size, bool is_signed) {
    const int up = 64 - 8 * size;
    const auto x = get(z, i, size) << up;
    return is_signed ? int128{static_cast<std::int64_t>(x) >> up} : int128{x >> up};
  };
  for (int n = 0; n < 200 && !HasFailure(); ++n) {
    const int size = pick(2) == 0 ? 4 : 8, quarter = size / 4;
    for (const unsigned z : {0u, 1u, 2u}) fill(z, 8, [&] { return rng_(); });
    const auto d = s_.z[0], a = s_.z[1], b = s_.z[2];
    const bool by_element = pick(2) != 0;
    const auto index      = static_cast<std::uint32_t>(pick(static_cast<std::uint64_t>(16 / size)));
    const bool signed_a = pick(2) != 0, mixed = size == 4 && pick(2) != 0;
    const bool signed_b = mixed ? !signed_a : signed_a;
    if (mixed && signed_a && !by_element) continue;  // SUDOT has an element
    std::uint32_t word = 0x4400'0020 | (size == 4 ? 2u : 3u) << 22 | 2u << 16;
    if (by_element) word |= 1u << 21 | index << (size == 4 ? 19 : 20);
    if (mixed) {
      word |= by_element ? (signed_a ? 7u : 6u) << 10 : 0x1eu << 10;
    } else if (!signed_a) {
      word |= 1u << 10;
    }
    execute(word);
    for (int i = 0; i < Bytes / size; ++i) {
      int128 sum     = part(d, i, size, true);
      const int of_b = by_element ? i / (16 / size) * (16 / size) + static_cast<int>(index) : i;
      for (int k = 0; k < 4; ++k) {
        sum += part(a, 4 * i + k, quarter, signed_a) * part(b, 4 * of_b + k, quarter, signed_b);
      }
      EXPECT_EQ(get(s_.z[0], i, size), static_cast<std::uint64_t>(sum) & ~0ull >> (64 - 8 * size))
          << std::hex << word << ' ' << i;
    }
  }
  for (const int size : {1, 2, 4, 8}) {
    for (const bool subtracts : {false, true}) {
      for (const unsigned z : {0u, 1u, 2u}) fill(z, 8, [&] { return rng_(); });
      const auto d = s_.z[0], a = s_.z[1], b = s_.z[2];
      // MAD Z0, P0/M, Z2, Z1.
      const auto log = static_cast<std::uint32_t>(size == 1   ? 0
                                                  : size == 2 ? 1
                                                  : size == 4 ? 2
                                                              : 3);
      execute(0x0402'c020 | log << 22 | (subtracts ? 1u << 13 : 0));
      for (int i = 0; i < Bytes / size; ++i) {
        const auto p = get(d, i, size) * get(b, i, size), c = get(a, i, size);
        EXPECT_EQ(get(s_.z[0], i, size), (subtracts ? c - p : c + p) & ~0ull >> (64 - 8 * size));
      }
    }
  }
}

/// FMLALB, FMLALT, FMLSLB, FMLSLT: products of halfwords, added to words, rounded once.
TEST_F(SmeWords, FmlalRoundsOnce) {
  sim::edge_floats half(F16.golden(), 1), single(F32.golden(), 2);
  for (int n = 0; n < 200 && !HasFailure(); ++n) {
    s_.fpcr = static_cast<std::uint32_t>(pick(4)) << 22;
    s_.fpsr = 0;
    fill(0, 4, single);
    fill(1, 2, half);
    fill(2, 2, half);
    const auto d   = s_.z[0];
    const bool top = pick(2) != 0, negated = pick(2) != 0;
    execute(0x64a2'8020 | (top ? 1u << 10 : 0) | (negated ? 1u << 13 : 0));
    for (int i = 0; i < Bytes / 4; ++i) {
      const auto c = get(d, i, 4);
      const auto x = get(s_.z[1], 2 * i + top, 2), y = get(s_.z[2], 2 * i + top, 2);
      const auto finite = [](kind_of_float f, std::uint64_t v) {
        return (v & (f.sign() - 1)) < f.infinity();
      };
      if (!finite(F32, c) || !finite(F16, x) || !finite(F16, y)) continue;
      number a, b, e;
      rules::set(a, F16, x ^ (negated ? F16.sign() : 0));
      rules::set(b, F16, y);
      rules::set(e, F32, c);
      rules r{s_.fpcr};
      const auto want = r.round(F32, false, [&](mpfr_ptr to, mpfr_rnd_t how) {
        return mpfr_fma(to, a.value, b.value, e.value, how);
      });
      EXPECT_EQ(get(s_.z[0], i, 4), want) << std::hex << c << ' ' << x << ' ' << y;
    }
  }
}

TEST_F(SmeWords, ComparisonsSetPredicates) {
  const auto order = [](kind_of_float f, std::uint64_t x, std::uint64_t y) {
    number a, b;
    rules::set(a, f, x);
    rules::set(b, f, y);
    return mpfr_cmp(a.value, b.value);
  };
  // FCMGE, FCMGT, FCMEQ, FCMNE, FCMUO.
  constexpr std::uint32_t Words[]{0x6501'4020, 0x6501'4030, 0x6501'6020, 0x6501'6030, 0x6501'c020};
  for (const auto f : Sizes) {
    for (int which = 0; which < 5; ++which) {
      for (int n = 0; n < 20 && !HasFailure(); ++n) {
        s_.fpcr = s_.fpsr = 0;
        fill(1, f.bytes, floats(f));
        fill(2, f.bytes, [&, some = floats(f), i = 0]() mutable {
          return pick(3) == 0 ? get(s_.z[1], i++, f.bytes) : (++i, some());
        });
        execute((Words[which] & ~(31u << 16)) | 2u << 16 | size_bits(f.bytes) | 1);
        std::uint32_t flags = 0;
        for (int i = 0; i < Bytes / f.bytes; ++i) {
          const auto x = get(s_.z[1], i, f.bytes), y = get(s_.z[2], i, f.bytes);
          const bool nan = rules::is_nan(f, x) || rules::is_nan(f, y);
          if (rules::signals(f, x) || rules::signals(f, y) || (nan && which < 2)) flags |= Ioc;
          const int o = nan ? 0 : order(f, x, y);
          const bool want[]{!nan && o >= 0, !nan && o > 0, !nan && o == 0, nan || o != 0, nan};
          const int bit = i * f.bytes;
          EXPECT_EQ(s_.p[1][static_cast<std::size_t>(bit / 8)] >> bit % 8 & 1, want[which])
              << std::hex << x << ' ' << y << ' ' << Words[which];
        }
        EXPECT_EQ(s_.fpsr, flags);
      }
    }
  }
}

TEST_F(SmeWords, Ld1rqCopiesAQuadwordToEveryOne) {
  std::vector<std::uint8_t> data(4096);
  for (auto& byte : data) byte = static_cast<std::uint8_t>(rng_());
  m_.write(Data, data);
  s_.x[20]   = Data + 160;
  s_.x[3]    = 5;
  s_.p[3]    = {};
  s_.p[3][0] = 0xdf;
  s_.p[3][1] = 0x7f;
  s_.p[3][2] = 0x00;
  for (std::uint32_t log = 0; log < 4; ++log) {
    for (const bool by_register : {false, true}) {
      // Z0, P3/Z, [X20, X3] or [X20, #-32].
      execute(0xa400'0c00 | log << 23 | (by_register ? 3u << 16 : 1u << 13 | 0xeu << 16) |
              20u << 5);
      const int size  = 1 << log;
      const auto from = 160 + (by_register ? 5 * size : -32);
      for (int i = 0; i < Bytes; ++i) {
        const int bit = i % 16 / size * size;
        const bool on = (s_.p[3][static_cast<std::size_t>(bit / 8)] >> bit % 8 & 1) != 0;
        EXPECT_EQ(s_.z[0][static_cast<std::size_t>(i)],
                  on ? data[static_cast<std::size_t>(from + i % 16)] : 0)
            << log << ' ' << i;
      }
    }
  }
}

/// LD2 to LD4 and ST2 to ST4: memory holds a first, a second, ... element of each structure.
TEST_F(SmeWords, StructuresAreSpreadOverRegisters) {
  std::vector<std::uint8_t> data(4096);
  for (auto& byte : data) byte = static_cast<std::uint8_t>(rng_());
  s_.x[20]   = Data + 1000;
  s_.p[3]    = {};
  s_.p[3][0] = 0xd5;
  s_.p[3][5] = 0xff;
  for (std::uint32_t log = 0; log < 4; ++log) {
    for (int n = 2; n <= 4; ++n) {
      m_.write(Data, data);
      const auto fields = log << 23 | static_cast<std::uint32_t>(n - 1) << 21 | 3u << 10 | 20u << 5;
      execute(0xa400'e000 | fields | 30);  // from Z30 on
      const int size = 1 << log;
      auto want      = data;
      for (int i = 0; i < Bytes / size; ++i) {
        const bool on = (s_.p[3][static_cast<std::size_t>(i * size / 8)] >> i * size % 8 & 1) != 0;
        for (int k = 0; k < n; ++k) {
          auto& z         = s_.z[static_cast<std::size_t>((30 + k) % 32)];
          std::uint64_t x = 0;
          const auto at   = static_cast<std::size_t>(1000 + (i * n + k) * size);
          if (on) std::memcpy(&x, &data[at], static_cast<std::size_t>(size));
          EXPECT_EQ(get(z, i, size), x) << log << ' ' << n << ' ' << i << ' ' << k;
          const auto other = ~x;
          std::memcpy(&z[static_cast<std::size_t>(i * size)], &other,
                      static_cast<std::size_t>(size));
          if (on) std::memcpy(&want[at], &other, static_cast<std::size_t>(size));
        }
      }
      execute(0xe410'e000 | fields | 30);
      std::vector<std::uint8_t> got(4096);
      m_.read(Data, got);
      EXPECT_EQ(got, want) << log << ' ' << n;
    }
  }
}

/// The procedure call standard's prologue: MRS, and the change of modes in between.
TEST_F(SmeWords, Tpidr2StaysWhenModesChange) {
  s_.sm   = false;
  s_.x[5] = 0x1234'5678'9abc'def0;
  execute(0xd51b'd0a5);  // MSR TPIDR2_EL0, X5
  for (const std::uint32_t word : {0xd503'477fu, 0xd503'467fu, 0xd503'437fu, 0xd503'427fu}) {
    execute(word);  // SMSTART, SMSTOP, SMSTART SM, SMSTOP SM
    execute(0xd53b'd0a6);
    EXPECT_EQ(s_.x[6], 0x1234'5678'9abc'def0);
    s_.x[6] = 0;
  }
  execute(0xd51b'd0bf);  // XZR
  execute(0xd53b'd0a6);
  EXPECT_EQ(s_.x[6], 0u);
}

}  // namespace
}  // namespace weft::golden::sme::sme_words_test
