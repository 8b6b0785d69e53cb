// SPDX-License-Identifier: Apache-2.0
//
// Outer products, tiles and streaming mode against integers: a number is a multiple of 2^-2300 in
// GMP, rounded by hand. What QEMU judges (tb/sme/sme_qemu_test.cpp) is not repeated here, but for
// what outer products are made of.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <random>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "sim/golden/host/sme_vectors.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme_float.hpp"
#include "sim/harness/operands.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::golden::sme::sme_golden_test {
namespace {

// FPCR.
constexpr std::uint32_t Fiz = 1, Ah = 2, Ebf = 1 << 13, Fz16 = 1 << 19, Fz = 1 << 24, Dn = 1 << 25;
constexpr std::uint32_t mode(unsigned m) { return m << 22; }  // 0 nearest, 1 up, 2 down, 3 to zero

/// The reference.
struct number {
  enum { Finite, Infinite, Nan } kind;
  bool negative;
  mpz_class value;  ///< times 2^Scale, with its sign

  bool zero() const { return kind == Finite && value == 0; }
};
constexpr int Scale = 2300;

struct kind_of_float {
  int exp_bits, frac_bits;
  int bias() const { return (1 << (exp_bits - 1)) - 1; }
  std::uint64_t infinity() const { return ((1ull << exp_bits) - 1) << frac_bits; }
  std::uint64_t sign() const { return 1ull << (exp_bits + frac_bits); }
};
constexpr kind_of_float F16{5, 10}, Bf16{8, 7}, F32{8, 23}, F64{11, 52};

number number_of(kind_of_float f, std::uint64_t bits, bool flush) {
  const bool negative  = (bits & f.sign()) != 0;
  const auto magnitude = bits & (f.sign() - 1);
  if (magnitude > f.infinity()) return {number::Nan, negative, 0};
  if (magnitude == f.infinity()) return {number::Infinite, negative, 0};
  auto exp  = static_cast<int>(magnitude >> f.frac_bits);
  auto frac = magnitude & ((1ull << f.frac_bits) - 1);
  if (exp == 0 && flush) frac = 0;
  if (exp != 0) frac |= 1ull << f.frac_bits;
  mpz_class value = static_cast<unsigned long>(frac);
  value <<= Scale + (exp == 0 ? 1 : exp) - f.bias() - f.frac_bits;
  if (negative) value = -value;
  return {number::Finite, negative, value};
}

enum class direction_e { Nearest, Up, Down, Zero, Odd };

struct rounding_rule {
  direction_e direction;
  bool flush       = false;  ///< tiny results to zero
  bool tiny_after  = false;  ///< tiny is judged after rounding
  bool to_infinity = false;  ///< overflow gives infinity whatever the direction
};

/// |value| / 2^shift rounded to an integer.
mpz_class rounded(const mpz_class& magnitude, int shift, bool negative, direction_e direction) {
  mpz_class q          = magnitude >> shift;
  const mpz_class lost = magnitude - (q << shift), half = mpz_class(1) << (shift - 1);
  const bool odd = mpz_odd_p(q.get_mpz_t()) != 0;
  bool up        = false;
  switch (direction) {
    case direction_e::Nearest:
      up = lost > half || (lost == half && odd);
      break;
    case direction_e::Up:
      up = lost != 0 && !negative;
      break;
    case direction_e::Down:
      up = lost != 0 && negative;
      break;
    case direction_e::Odd:
      up = lost != 0 && !odd;
      break;
    case direction_e::Zero:
      break;
  }
  return up ? mpz_class(q + 1) : q;
}

/// Encodes a value that is not zero.
std::uint64_t bits_of(kind_of_float f, const mpz_class& value, const rounding_rule& how) {
  const bool negative       = value < 0;
  const auto sign           = negative ? f.sign() : 0;
  const mpz_class magnitude = abs(value);
  const int exp   = static_cast<int>(mpz_sizeinbase(magnitude.get_mpz_t(), 2)) - 1 - Scale;
  const int least = 1 - f.bias();
  bool tiny       = exp < least;
  if (tiny && how.tiny_after) {
    const auto q = rounded(magnitude, exp - f.frac_bits + Scale, negative, how.direction);
    tiny         = exp + 1 < least || q < (mpz_class(1) << (f.frac_bits + 1));
  }
  if (tiny && how.flush) return sign;
  const int place   = std::max(exp, least) - f.frac_bits;
  const mpz_class q = rounded(magnitude, place + Scale, negative, how.direction);
  // Significand and exponent field: the hidden one carries into the field.
  const auto field         = static_cast<std::uint64_t>(place + f.frac_bits - least);
  const std::uint64_t code = (field << f.frac_bits) + q.get_ui();
  if (code < f.infinity()) return sign | code;
  const bool largest = !how.to_infinity && (how.direction == direction_e::Zero ||
                                            (how.direction == direction_e::Up && negative) ||
                                            (how.direction == direction_e::Down && !negative));
  return sign | (largest ? f.infinity() - 1 : f.infinity());
}

struct reference {
  std::uint32_t fpcr;

  bool is(std::uint32_t bit) const { return (fpcr & bit) != 0; }
  rounding_rule how() const {
    constexpr direction_e Directions[]{direction_e::Nearest, direction_e::Up, direction_e::Down,
                                       direction_e::Zero};
    return {Directions[fpcr >> 22 & 3], is(Fz), is(Ah)};
  }
  bool flushes_in() const { return is(Fiz) || (is(Fz) && !is(Ah)); }
  std::uint64_t nan(kind_of_float f) const {
    return f.infinity() | 1ull << (f.frac_bits - 1) | (is(Ah) ? f.sign() : 0);
  }

  /// The sum of exact terms, each with its sign if zero, rounded once.
  std::uint64_t sum(kind_of_float f, const std::vector<number>& terms,
                    const rounding_rule& rule) const {
    bool up = false, down = false;
    mpz_class total   = 0;
    bool all_negative = true;
    for (const auto& t : terms) {
      if (t.kind == number::Nan) return nan(f);
      if (t.kind == number::Infinite) (t.negative ? down : up) = true;
      total += t.value;
      all_negative = all_negative && t.negative;
    }
    bool all_zero = true, same = true;
    for (const auto& t : terms) {
      all_zero = all_zero && t.zero();
      same     = same && t.negative == terms[0].negative;
    }
    if (up && down) return nan(f);
    if (up || down) return f.infinity() | (down ? f.sign() : 0);
    if (total == 0) {
      const bool negative = all_zero && same ? all_negative : rule.direction == direction_e::Down;
      return negative ? f.sign() : 0;
    }
    return bits_of(f, total, rule);
  }
  static number product(const number& a, const number& b) {
    const bool negative = a.negative != b.negative;
    if (a.kind == number::Nan || b.kind == number::Nan) return {number::Nan, false, 0};
    if (a.kind == number::Infinite || b.kind == number::Infinite) {
      return {a.zero() || b.zero() ? number::Nan : number::Infinite, negative, 0};
    }
    return {number::Finite, negative, (a.value * b.value) >> Scale};
  }

  std::uint64_t mul_add(kind_of_float f, std::uint64_t acc, std::uint64_t n,
                        std::uint64_t m) const {
    const bool flush = flushes_in();
    return sum(f,
               {number_of(f, acc, flush), product(number_of(f, n, flush), number_of(f, m, flush))},
               how());
  }
  /// Two products, a sum, a sum.
  std::uint64_t dot_add(kind_of_float from, std::uint64_t acc,
                        const std::array<std::uint64_t, 2>& n,
                        const std::array<std::uint64_t, 2>& m) const {
    const bool flush = from.exp_bits == 5 ? is(Fz16) : flushes_in();
    const auto p     = [&](int i) {
      return product(number_of(from, n[i], flush), number_of(from, m[i], flush));
    };
    const auto dot = sum(F32, {p(0), p(1)}, how());
    return sum(F32, {number_of(F32, acc, flushes_in()), number_of(F32, dot, flushes_in())}, how());
  }
  /// BFMOPA without EBF.
  std::uint64_t bf_dot_add(std::uint64_t acc, const std::array<std::uint64_t, 2>& n,
                           const std::array<std::uint64_t, 2>& m) const {
    const rounding_rule odd{direction_e::Odd, true, false, true};
    const auto p = [&](int i) {
      return number_of(
          F32, sum(F32, {product(number_of(Bf16, n[i], true), number_of(Bf16, m[i], true))}, odd),
          true);
    };
    const auto dot = sum(F32, {p(0), p(1)}, odd);
    return sum(F32, {number_of(F32, acc, true), number_of(F32, dot, true)}, odd);
  }
};

/// A state in streaming mode, and one instruction.
class SmeGolden : public testing::TestWithParam<int> {
 protected:
  SmeGolden() : rng_(test_options().seed) {
    s_.svl = GetParam();
    s_.sm = s_.za = true;
    m_.map(Code, 4);
  }

  int bytes() const { return s_.svlb(); }
  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  void execute(std::uint32_t word) {
    std::uint8_t bytes[4];
    std::memcpy(bytes, &word, 4);
    m_.write(Code, bytes);
    s_.pc        = Code;
    const auto o = step(s_, m_);
    ASSERT_EQ(o.stop, stop_e::None) << std::hex << word << ' ' << o.reason;
  }
  /// Executes an instruction on a host that rounds up and flushes subnormals.
  void execute_on_a_rough_host(std::uint32_t word) {
    std::fenv_t mine;
    std::fegetenv(&mine);
    std::fesetround(FE_UPWARD);
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ, DAZ
#endif
    execute(word);
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    std::fesetenv(&mine);
  }
  /// FPCR is `any`, or in every second case rounds to nearest and flushes nothing, as most programs
  /// have it.
  bool set_fpcr(std::uint32_t any) {
    const bool plain = pick(2) == 0;
    s_.fpcr          = plain ? any & Dn : any;
    return plain;
  }

  template <class T>
  static T get(const vector_t& v, int i) {
    T x;
    std::memcpy(&x, v.data() + i * sizeof(T), sizeof(T));
    return x;
  }
  template <class T, class F>
  void fill(vector_t& v, F&& f) {
    for (int i = 0; i < bytes() / static_cast<int>(sizeof(T)); ++i) {
      const auto x = static_cast<T>(f());
      std::memcpy(v.data() + i * sizeof(T), &x, sizeof(T));
    }
  }
  template <class T, class F>
  void fill_za(F&& f) {
    for (int i = 0; i < bytes(); ++i) fill<T>(s_.rows[i], f);
  }
  /// Three in four elements of `size` bytes active, junk where no element looks.
  void fill_predicate(predicate_t& p) {
    p = {};
    for (int i = 0; i < bytes() / 8; ++i) p[i] = static_cast<std::uint8_t>(rng_() | rng_());
  }
  bool active(int p, int i, int size) const {
    return (s_.p[p][i * size / 8] >> (i * size % 8) & 1) != 0;
  }

  /// Element r, c of a tile.
  template <class T>
  static T at(const state& s, int tile, int r, int c) {
    return get<T>(s.rows[r * sizeof(T) + tile], c);
  }

  /// Registers of an outer product.
  struct fields {
    unsigned zn, zm, pn, pm, tile;
    bool subtract;
    std::uint32_t word(std::uint32_t op) const {
      return op | zm << 16 | pm << 13 | pn << 10 | zn << 5 | (subtract ? 16u : 0u) | tile;
    }
  };
  fields pick_fields(unsigned tiles) {
    fields f{static_cast<unsigned>(pick(32)),    static_cast<unsigned>(pick(32)),
             static_cast<unsigned>(pick(8)),     static_cast<unsigned>(pick(8)),
             static_cast<unsigned>(pick(tiles)), pick(2) == 1};
    fill_predicate(s_.p[f.pn]);
    fill_predicate(s_.p[f.pm]);
    return f;
  }

  /// Every element of the tile is `expect(old, row, column)`, and every other tile as it was.
  template <class T, class F>
  void expect_tile(const state& before, const fields& f, F&& expect) {
    const int n = bytes() / static_cast<int>(sizeof(T));
    int wrong   = 0;
    for (int tile = 0; tile < static_cast<int>(sizeof(T)); ++tile) {
      for (int r = 0; r < n; ++r) {
        for (int c = 0; c < n; ++c) {
          const T was = at<T>(before, tile, r, c), is = at<T>(s_, tile, r, c);
          const T want = tile == static_cast<int>(f.tile) ? static_cast<T>(expect(was, r, c)) : was;
          if (is != want && ++wrong < 4) {
            ADD_FAILURE() << "tile " << tile << " row " << r << " column " << c << std::hex << ": "
                          << std::uint64_t{was} << " became " << std::uint64_t{is} << ", not "
                          << std::uint64_t{want} << " fpcr " << s_.fpcr;
          }
        }
      }
    }
  }
  int repeats(int at_128) const {
    return std::max(1, at_128 * 128 * 128 / (GetParam() * GetParam()));
  }

  static constexpr std::uint64_t Code = 0x1000, Data = 0x8000;
  state s_;
  paged_memory m_;
  std::mt19937_64 rng_;
};

template <class T>
struct fmopa_of;
template <>
struct fmopa_of<std::uint32_t> {
  static constexpr std::uint32_t Word = 0x80800000;
  static constexpr kind_of_float F    = F32;
  static constexpr format G           = Binary32;
};
template <>
struct fmopa_of<std::uint64_t> {
  static constexpr std::uint32_t Word = 0x80c00000;
  static constexpr kind_of_float F    = F64;
  static constexpr format G           = Binary64;
};

TEST_P(SmeGolden, FmopaIsOneRoundingOfTheExactSumInEveryFpcr) {
  const auto check = [&]<class T>(T) {
    using op = fmopa_of<T>;
    sim::edge_floats floats(op::G, test_options().seed);
    for (int i = 0; i < repeats(600); ++i) {
      const bool plain = set_fpcr(mode(pick(4)) | (rng_() & (Ah | Fiz | Fz | Dn)));
      fill_za<T>([&] { return floats(); });
      const auto f = pick_fields(sizeof(T));
      fill<T>(s_.z[f.zn], floats);
      fill<T>(s_.z[f.zm], floats);
      const state before = s_;
      const bool rough   = plain && has_fused_multiply_add(host_vectors().front());
      rough ? execute_on_a_rough_host(f.word(op::Word)) : execute(f.word(op::Word));
      const reference ref{s_.fpcr};
      expect_tile<T>(before, f, [&](T was, int r, int c) {
        if (!active(f.pn, r, sizeof(T)) || !active(f.pm, c, sizeof(T))) return std::uint64_t{was};
        const auto n = get<T>(s_.z[f.zn], r) ^ (f.subtract ? op::F.sign() : 0);
        return ref.mul_add(op::F, was, n, get<T>(s_.z[f.zm], c));
      });
      EXPECT_EQ(s_.fpsr, before.fpsr);
      if (HasFailure()) return;
    }
  };
  check(std::uint32_t{});
  check(std::uint64_t{});
}

TEST_P(SmeGolden, WideningFmopaAndBfmopaRoundTheDotProductAndTheSum) {
  sim::edge_floats half(Binary16, test_options().seed), single(Binary32, test_options().seed + 1);
  for (int i = 0; i < repeats(1500); ++i) {
    const bool bf    = pick(2) == 1;
    const bool plain = set_fpcr(mode(pick(4)) | (rng_() & (Ah | Fiz | Fz | Fz16 | Dn | Ebf)));
    fill_za<std::uint32_t>([&] { return single(); });
    const auto f       = pick_fields(4);
    const auto operand = [&] { return bf ? single() >> 16 : half(); };
    fill<std::uint16_t>(s_.z[f.zn], operand);
    fill<std::uint16_t>(s_.z[f.zm], operand);
    const state before = s_;
    const auto word    = f.word(bf ? 0x81800000 : 0x81a00000);
    plain && !bf ? execute_on_a_rough_host(word) : execute(word);
    const reference ref{s_.fpcr};
    expect_tile<std::uint32_t>(before, f, [&](std::uint32_t was, int r, int c) -> std::uint64_t {
      std::array<std::uint64_t, 2> n{}, m{};
      bool any = false;
      for (int k = 0; k < 2; ++k) {
        const bool row = active(f.pn, 2 * r + k, 2), col = active(f.pm, 2 * c + k, 2);
        if (row) n[k] = get<std::uint16_t>(s_.z[f.zn], 2 * r + k) ^ (f.subtract ? 0x8000 : 0);
        if (col) m[k] = get<std::uint16_t>(s_.z[f.zm], 2 * c + k);
        any = any || (row && col);
      }
      if (!any) return was;
      if (!bf) return ref.dot_add(F16, was, n, m);
      return (s_.fpcr & Ebf) != 0 ? ref.dot_add(Bf16, was, n, m) : ref.bf_dot_add(was, n, m);
    });
    EXPECT_EQ(s_.fpsr, before.fpsr);
    if (HasFailure()) return;
  }
}

TEST_P(SmeGolden, IntegerMopaIsTheSumOfFourProductsModuloTheElement) {
  const auto check = [&]<class Sum, class Part>(Sum, Part) {
    using signed_part            = std::make_signed_t<Part>;
    constexpr std::uint32_t Base = sizeof(Sum) == 4 ? 0xa0800000 : 0xa0c00000;
    for (int i = 0; i < repeats(400); ++i) {
      const bool n_unsigned = pick(2) == 1, m_unsigned = pick(2) == 1;
      const auto f        = pick_fields(sizeof(Sum));
      const auto extremes = [&] {
        constexpr std::uint64_t Edges[]{0, 1, ~0ull, 1ull << (8 * sizeof(Part) - 1),
                                        (1ull << (8 * sizeof(Part) - 1)) - 1};
        return pick(2) == 0 ? rng_() : Edges[pick(5)];
      };
      fill_za<Sum>([&] { return rng_(); });
      fill<Part>(s_.z[f.zn], extremes);
      fill<Part>(s_.z[f.zm], extremes);
      const state before = s_;
      execute(f.word(Base | (n_unsigned ? 1u << 24 : 0) | (m_unsigned ? 1u << 21 : 0)));
      expect_tile<Sum>(before, f, [&](Sum was, int r, int c) {
        mpz_class total = static_cast<unsigned long>(was);
        for (int k = 0; k < 4; ++k) {
          if (!active(f.pn, 4 * r + k, sizeof(Part)) || !active(f.pm, 4 * c + k, sizeof(Part)))
            continue;
          const auto value = [&](unsigned z, int i, bool is_unsigned) {
            const auto x = get<Part>(s_.z[z], i);
            return is_unsigned ? mpz_class(static_cast<unsigned long>(x))
                               : mpz_class(static_cast<long>(static_cast<signed_part>(x)));
          };
          const mpz_class p =
              value(f.zn, 4 * r + k, n_unsigned) * value(f.zm, 4 * c + k, m_unsigned);
          total += f.subtract ? mpz_class(-p) : p;
        }
        const mpz_class modulus = mpz_class(1) << (8 * sizeof(Sum));
        mpz_class wrapped;
        mpz_mod(wrapped.get_mpz_t(), total.get_mpz_t(), modulus.get_mpz_t());
        return static_cast<Sum>(wrapped.get_ui());
      });
      if (HasFailure()) return;
    }
  };
  check(std::uint32_t{}, std::uint8_t{});
  check(std::uint64_t{}, std::uint16_t{});
}

TEST_P(SmeGolden, AddhaAddsToRowsAndAddvaToColumns) {
  const auto check = [&]<class T>(T) {
    for (const bool columns : {false, true}) {
      auto f     = pick_fields(sizeof(T));
      f.subtract = false;
      f.zm       = columns ? 1 : 0;
      fill_za<T>([&] { return rng_(); });
      fill<T>(s_.z[f.zn], [&] { return rng_(); });
      const state before = s_;
      execute(f.word(sizeof(T) == 4 ? 0xc0900000 : 0xc0d00000));
      expect_tile<T>(before, f, [&](T was, int r, int c) {
        if (!active(f.pn, r, sizeof(T)) || !active(f.pm, c, sizeof(T))) return was;
        return static_cast<T>(was + get<T>(s_.z[f.zn], columns ? r : c));
      });
    }
  };
  check(std::uint32_t{});
  check(std::uint64_t{});
}

/// Row and first byte in ZA of element i of a slice.
struct place {
  int row, byte;
};
place place_of(int size, int tile, bool vertical, int index, int i) {
  return vertical ? place{i * size + tile, index * size} : place{index * size + tile, i * size};
}

TEST_P(SmeGolden, SlicesAreWhereTheArchitectureHasThem) {
  for (int log = 0; log < 5; ++log) {
    const int size = 1 << log, n = bytes() / size;
    for (int repeat = 0; repeat < 20; ++repeat) {
      const bool vertical = pick(2) == 1, to_tile = pick(2) == 1;
      const auto tile = static_cast<int>(pick(size)), offset = static_cast<int>(pick(16 / size));
      const auto ws = static_cast<unsigned>(pick(4)), pg = static_cast<unsigned>(pick(8)),
                 z = static_cast<unsigned>(pick(32));
      fill_za<std::uint64_t>([&] { return rng_(); });
      fill<std::uint64_t>(s_.z[z], [&] { return rng_(); });
      fill_predicate(s_.p[pg]);
      s_.x[12 + ws]   = rng_();
      const int index = static_cast<int>((static_cast<std::uint32_t>(s_.x[12 + ws]) + offset) % n);
      const state before = s_;
      const auto field   = static_cast<std::uint32_t>(tile << (4 - log) | offset);
      execute(0xc0000000u | static_cast<unsigned>(std::min(log, 3)) << 22 |
              (log == 4 ? 1u << 16 : 0) | (vertical ? 1u << 15 : 0) | ws << 13 | pg << 10 |
              (to_tile ? z << 5 | field : 1u << 17 | field << 5 | z));
      state want = before;
      want.pc    = Code + 4;
      for (int i = 0; i < n; ++i) {
        if (!active(pg, i, size)) continue;
        const auto [row, byte] = place_of(size, tile, vertical, index, i);
        to_tile ? std::memcpy(&want.rows[row][byte], &before.z[z][i * size], size)
                : std::memcpy(&want.z[z][i * size], &before.rows[row][byte], size);
      }
      ASSERT_TRUE(s_ == want) << size << (vertical ? " V" : " H") << (to_tile ? " to" : " from");
    }
  }
}

TEST_P(SmeGolden, LoadsOfSlicesZeroWhatIsInactiveAndStoresSkipIt) {
  m_.map(Data, 0x2000);
  for (int log = 0; log < 5; ++log) {
    const int size = 1 << log, n = bytes() / size;
    for (int repeat = 0; repeat < 20; ++repeat) {
      const bool vertical = pick(2) == 1, store = pick(2) == 1;
      const auto tile = static_cast<int>(pick(size)), offset = static_cast<int>(pick(16 / size));
      const auto ws = static_cast<unsigned>(pick(4)), pg = static_cast<unsigned>(pick(8));
      fill_za<std::uint64_t>([&] { return rng_(); });
      fill_predicate(s_.p[pg]);
      if (repeat == 0) s_.p[pg] = {};
      if (repeat == 1) s_.p[pg] = {1};
      s_.x[12 + ws] = pick(1000);
      s_.x[1]       = Data + pick(100);
      s_.x[2]       = pick(64);
      std::array<std::uint8_t, 0x2000> data, stored;
      for (auto& byte : data) byte = static_cast<std::uint8_t>(rng_());
      m_.write(Data, data);
      const int index    = static_cast<int>((s_.x[12 + ws] + offset) % n);
      const state before = s_;
      execute((log == 4 ? 0xe1c00000u : 0xe0000000u | static_cast<unsigned>(log) << 22) |
              (store ? 1u << 21 : 0) | 2u << 16 | (vertical ? 1u << 15 : 0) | ws << 13 | pg << 10 |
              1u << 5 | static_cast<unsigned>(tile << (4 - log) | offset));
      state want        = before;
      want.pc           = Code + 4;
      auto want_data    = data;
      const auto memory = s_.x[1] - Data + s_.x[2] * size;
      for (int i = 0; i < n; ++i) {
        const auto [row, byte] = place_of(size, tile, vertical, index, i);
        const bool on          = active(pg, i, size);
        if (store && on) std::memcpy(&want_data[memory + i * size], &before.rows[row][byte], size);
        if (!store) std::memset(&want.rows[row][byte], 0, size);
        if (!store && on) std::memcpy(&want.rows[row][byte], &data[memory + i * size], size);
      }
      m_.read(Data, stored);
      ASSERT_TRUE(s_ == want) << size << (vertical ? " V" : " H") << (store ? " store" : " load");
      ASSERT_EQ(stored, want_data);
    }
  }
}

TEST_P(SmeGolden, ZeroClearsEveryEighthRow) {
  for (unsigned mask = 0; mask < 256; ++mask) {
    fill_za<std::uint64_t>([&] { return rng_() | 1; });
    const state before = s_;
    execute(0xc0080000 | mask);
    for (int r = 0; r < bytes(); ++r) {
      ASSERT_EQ(s_.rows[r], (mask >> r % 8 & 1) != 0 ? vector_t{} : before.rows[r]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Svl, SmeGolden, testing::Values(128, 256, 512, 1024, 2048),
                         testing::PrintToStringParamName());

// Single vectors: element 0, 0 of tile 0.

struct single_vector {
  const char* what;
  std::uint32_t op, fpcr, acc;
  std::array<std::uint16_t, 2> n, m;
  unsigned pn, pm;  ///< predicate bits of the two halves
  std::uint32_t result;

  friend void PrintTo(const single_vector& v, std::ostream* os) { *os << v.what; }
};
constexpr std::uint32_t Fmopa16 = 0x81a00000, Bfmopa = 0x81800000, Mops = 16;

class SmeVector : public testing::TestWithParam<single_vector> {};

TEST_P(SmeVector, IsAsTheArchitectureHasIt) {
  const auto& v = GetParam();
  state s{.pc = 0x1000, .fpcr = v.fpcr, .svl = 128, .sm = true, .za = true};
  std::memcpy(s.rows[0].data(), &v.acc, 4);
  std::memcpy(s.z[1].data(), v.n.data(), 4);
  std::memcpy(s.z[2].data(), v.m.data(), 4);
  s.p[1][0]                = static_cast<std::uint8_t>((v.pn & 1) | (v.pn & 2) << 1);
  s.p[2][0]                = static_cast<std::uint8_t>((v.pm & 1) | (v.pm & 2) << 1);
  const std::uint32_t word = v.op | 2 << 16 | 2 << 13 | 1 << 10 | 1 << 5;
  paged_memory m;
  m.map(0x1000, 4);
  std::uint8_t bytes[4];
  std::memcpy(bytes, &word, 4);
  m.write(0x1000, bytes);
  ASSERT_EQ(step(s, m).stop, stop_e::None);
  std::uint32_t result;
  std::memcpy(&result, s.rows[0].data(), 4);
  EXPECT_EQ(result, v.result) << std::hex << result;
}

constexpr std::uint32_t Default = 0x7fc00000, NegativeDefault = 0xffc00000;
INSTANTIATE_TEST_SUITE_P(
    Known, SmeVector,
    testing::Values(
        single_vector{"the_dot_is_one_sum",
                      Fmopa16,
                      0,
                      0x4b800000,
                      {0x3c00, 0x3c00},
                      {0x3c00, 0x3c00},
                      3,
                      3,
                      0x4b800001},
        single_vector{"the_dot_is_rounded_before_the_sum",
                      Fmopa16,
                      0,
                      0x3f800000,
                      {0x0001, 0x0001},
                      {0x3c00, 0x0001},
                      3,
                      3,
                      0x3f800000},
        single_vector{"infinity_times_an_inactive_half",
                      Fmopa16,
                      0,
                      0,
                      {0x7c00, 0x3c00},
                      {0x3c00, 0x3c00},
                      3,
                      2,
                      Default},
        single_vector{"no_pair_is_active",
                      Fmopa16,
                      0,
                      0x3f800000,
                      {0x7c00, 0x3c00},
                      {0x3c00, 0x3c00},
                      1,
                      2,
                      0x3f800000},
        single_vector{"an_inactive_half_is_not_negated",
                      Fmopa16 | Mops,
                      mode(2),
                      0x80000000,
                      {0x0000, 0x3c00},
                      {0x3c00, 0x3c00},
                      1,
                      3,
                      0x80000000},
        single_vector{"cancelled_down_is_negative",
                      Fmopa16,
                      mode(2),
                      0,
                      {0x3c00, 0xbc00},
                      {0x3c00, 0x3c00},
                      3,
                      3,
                      0x80000000},
        single_vector{"cancelled_bf_is_positive",
                      Bfmopa,
                      mode(2),
                      0x80000000,
                      {0x3f80, 0xbf80},
                      {0x3f80, 0x3f80},
                      3,
                      3,
                      0},
        single_vector{
            "bf_keeps_sticky", Bfmopa, 0, 0x3f800000, {0x3080, 0}, {0x3f80, 0}, 3, 3, 0x3f800001},
        single_vector{"bf_products_overflow",
                      Bfmopa,
                      0,
                      0,
                      {0x7180, 0xf180},
                      {0x7180, 0x7180},
                      3,
                      3,
                      Default},
        single_vector{
            "ebf_products_do_not", Bfmopa, Ebf, 0, {0x7180, 0xf180}, {0x7180, 0x7180}, 3, 3, 0},
        single_vector{"bf_nan_under_ah_is_negative",
                      Bfmopa,
                      Ah,
                      0,
                      {0x7180, 0xf180},
                      {0x7180, 0x7180},
                      3,
                      3,
                      NegativeDefault},
        single_vector{"bf_flushes", Bfmopa, 0, 0x00000001, {0x0001, 0}, {0x3f80, 0}, 3, 3, 0},
        single_vector{"fz16_flushes_inputs", Fmopa16, Fz16, 0, {0x0001, 0}, {0x3c00, 0}, 3, 3, 0},
        single_vector{"fz_does_not_flush_halves",
                      Fmopa16,
                      Fz,
                      0,
                      {0x0001, 0},
                      {0x3c00, 0},
                      3,
                      3,
                      0x33800000}),
    testing::PrintToStringParamName());

}  // namespace
}  // namespace weft::golden::sme::sme_golden_test
