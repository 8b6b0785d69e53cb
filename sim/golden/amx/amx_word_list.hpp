// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sim/golden/amx_fields.hpp"
#include "sim/golden/amx_words.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/golden/sme_float.hpp"

/// Sequences of words of SME, and what all of AMX's have in common.
namespace weft::golden::amx::sequence {

/// Vector registers: the pools, and one that is zero.
enum vector_e : unsigned { X = FirstX, Y = FirstY, Zero = 30 };

/// Predicates that stay.
enum predicate_e : unsigned { None = 6, All = 7, AllCounted = 8 };

inline constexpr std::uint32_t Down = 2u << 22;  ///< FPCR.RMode: to minus infinity

/// Words with the operands of their assembler syntax; sizes are log2 of bytes.
class word_list {
 public:
  void add(std::uint32_t bits, std::uint64_t a = 0, std::uint64_t b = 0, unsigned slice = 0) {
    words_.push_back({bits, a, b, static_cast<std::uint8_t>(slice), sme::fp_control::Dn});
  }

  void mov(unsigned d, unsigned n) { add(0x04603000 | n << 16 | n << 5 | d); }
  void eor(unsigned d, unsigned n, unsigned m) { add(0x04a03000 | m << 16 | n << 5 | d); }
  void dup(int log, unsigned d, std::uint64_t value) { add(0x05203800 | size(log) | d, value); }
  void dup_element(int log, unsigned d, unsigned n, int i) {
    const auto at = static_cast<unsigned>(2 * i + 1) << log;
    add(0x05202000 | at >> 5 << 22 | (at & 31) << 16 | n << 5 | d);
  }
  void ext(unsigned dn, unsigned m, unsigned bytes) {
    add(0x05200000 | bytes >> 3 << 16 | (bytes & 7) << 10 | m << 5 | dn);
  }
  /// SEL: n where p is true, else d.
  void sel(int log, unsigned d, unsigned p, unsigned n) {
    add(0x0520c000 | size(log) | d << 16 | p << 10 | n << 5 | d);
  }
  /// UZP1, UZP2, ZIP1, ZIP2, TRN1, TRN2; bits 12:10 select one.
  void permute(int log, unsigned op, unsigned d, unsigned n, unsigned m) {
    add(0x05206000 | size(log) | op << 10 | m << 16 | n << 5 | d);
  }
  void trn(int log, bool odd, unsigned d, unsigned n, unsigned m) {
    permute(log, 4 + unsigned{odd}, d, n, m);
  }
  void integer(int log, unsigned d, unsigned n, unsigned m, bool multiply) {
    add(0x04200000 | (multiply ? 3u << 13 : 0) | size(log) | m << 16 | n << 5 | d);
  }
  void shift(int log, bool is_signed, unsigned d, unsigned n, unsigned bits) {
    const auto field = (16u << log) - bits;
    add(0x04209000 | (is_signed ? 0 : 1u << 10) | field >> 5 << 22 | (field & 31) << 16 | n << 5 |
        d);
  }
  /// The lowest bit of each element.
  void and_one(int log, unsigned d) { add(0x05800000 | (log == 1 ? 0x20u : 0) << 5 | d); }
  enum class limit_e : std::uint8_t { Smax = 8, Smin = 10, Umin = 11 };
  void limit(int log, limit_e op, unsigned d, unsigned m) {
    add(0x04000000 | static_cast<unsigned>(op) << 16 | size(log) | All << 10 | m << 5 | d);
  }
  void extend_s(bool byte, unsigned d, unsigned n) {
    add((byte ? 0x0490a000 : 0x0492a000) | All << 10 | n << 5 | d);
  }
  /// Binary16 in the low halves of words to binary32.
  void widen(unsigned d, unsigned n) { add(0x6589a000 | All << 10 | n << 5 | d); }
  /// Two vectors of binary32 to one, in turns; n is even.
  void narrow(bool to_bfloat, unsigned d, unsigned n) {
    add(0xc120e020 | (to_bfloat ? 1u << 22 : 0) | n << 5 | d);
  }
  void fmla(int log, bool subtract, unsigned da, unsigned n, unsigned m) {
    add(0x65200000 | size(log) | m << 16 | (subtract ? 1u << 13 : 0) | All << 10 | n << 5 | da);
  }
  void fmopa(int log, bool subtract, unsigned tile, unsigned py, unsigned px, unsigned y,
             unsigned x) {
    add((log == 3 ? 0x80c00000 : 0x80800000) | x << 16 | px << 13 | py << 10 | y << 5 |
        (subtract ? 1u << 4 : 0) | tile);
  }
  /// Two products of binary16 in an element of binary32.
  void fmopa_pairs(bool subtract, unsigned tile, unsigned py, unsigned px, unsigned y, unsigned x) {
    add(0x81a00000 | x << 16 | px << 13 | py << 10 | y << 5 | (subtract ? 1u << 4 : 0) | tile);
  }
  /// SMLAL of 16 bits: even products to row r of ZA, odd ones to the next; m is Z0 to Z15.
  void smlal(unsigned r, unsigned n, unsigned m) { add(0xc1600c00 | m << 16 | n << 5, 0, 0, r); }
  void zero_tile(int log, unsigned tile) {
    unsigned classes = 0;
    for (unsigned c = tile; c < 8; c += 1u << log) classes |= 1u << c;
    add(0xc0080000 | classes);
  }
  /// -0 in a tile that is zero: 0 x -0 added to it, rounding to minus infinity.
  void negative_zero_tile(int log, unsigned tile, unsigned sign) {
    fmopa(log, false, tile, All, All, sign, Zero);
    words_.back().fpcr |= Down;
  }
  void ldr(unsigned z, std::uint64_t address) { add(0x85804000 | z, address); }
  /// LD1B of two vectors, which are an answer of the core's memory; z is even, 128 divides the
  /// address.
  void ld1_pair(unsigned z, std::uint64_t address) {
    add(0xa0400000 | (AllCounted - 8) << 10 | z, address, 0, sme_core::PairNumber);
  }
  void str(unsigned z, std::uint64_t address) { add(0xe5804000 | z, address); }
  void ldr_row(unsigned r, std::uint64_t address) { add(0xe1000000, address, 0, r); }
  void str_row(unsigned r, std::uint64_t address) { add(0xe1200000, address, 0, r); }

  /// MOVA from and to the slice of row or column r, which belongs to tile r mod size.
  void take(int log, unsigned d, unsigned p, unsigned r, bool vertical = false) {
    add(0xc0020000 | size(log) | (vertical ? 1u << 15 : 0) | p << 10 | tile(log, r) << 5 | d, 0, 0,
        r >> log);
  }
  void put(int log, unsigned p, unsigned r, unsigned n, bool vertical = false) {
    add(0xc0000000 | size(log) | (vertical ? 1u << 15 : 0) | p << 10 | n << 5 | tile(log, r), 0, 0,
        r >> log);
  }

  void ptrue_counter(unsigned p) { add(0x25207810 | (p - 8)); }
  void ptrue(int log, unsigned p) { add(0x2518e3e0 | size(log) | p); }
  /// The first n lanes.
  void first(int log, unsigned p, unsigned n) { add(0x25211c00 | size(log) | p, 0, n); }
  void next(int log, unsigned p) { add(0x2519c400 | size(log) | All << 5 | p); }
  void no(unsigned p) { add(0x25004200 | All << 16 | All << 10 | p << 5 | p); }
  void both(unsigned d, unsigned n, unsigned m) {
    add(0x25004000 | n << 16 | n << 10 | m << 5 | d);
  }
  void trn_p(int log, bool odd, unsigned d, unsigned n, unsigned m) {
    add(0x05205000 | size(log) | (odd ? 1u << 10 : 0) | m << 16 | n << 5 | d);
  }

  /// The rounding of the last word: FPCR.RMode.
  void rounds(std::uint32_t mode) { words_.back().fpcr |= mode; }

  // Bits, of the whole vector where there is no size.
  void bits_and(unsigned d, unsigned n, unsigned m) { add(0x04203000 | m << 16 | n << 5 | d); }
  void orr(unsigned d, unsigned n, unsigned m) { add(0x04603000 | m << 16 | n << 5 | d); }
  /// `count` bits of each element stay, from bit `low` on.
  void keep(int log, unsigned d, unsigned count, unsigned low = 0) {
    const unsigned bits = 8u << log;
    // The bits of the size above the number of ones say the size.
    const unsigned imms = (0x7fu << (log + 4) & 0x3f) | (count - 1), turned = (bits - low) % bits;
    add(0x05800000 | (log == 3 ? 1u : 0) << 17 | turned << 11 | imms << 5 | d);
  }
  void flip(int log, unsigned d, unsigned n) {
    add(0x041ea000 | size(log) | All << 10 | n << 5 | d);
  }
  /// The number of bits that are set.
  void count(int log, unsigned d, unsigned n) {
    add(0x041aa000 | size(log) | All << 10 | n << 5 | d);
  }

  // Integers.
  void shift_left(int log, unsigned d, unsigned n, unsigned bits) {
    const auto field = (8u << log) + bits;
    add(0x04209c00 | field >> 5 << 22 | (field & 31) << 16 | n << 5 | d);
  }
  void subtract(int log, unsigned d, unsigned n, unsigned m) {
    add(0x04200400 | size(log) | m << 16 | n << 5 | d);
  }
  void subtract_constant(int log, unsigned d, unsigned value) {
    add(0x2521c000 | size(log) | value << 5 | d);
  }
  /// `value` below 2^8, or a multiple of 2^8 below 2^16.
  void add_constant(int log, unsigned d, unsigned value) {
    const bool high = value > 0xff;
    add(0x2520c000 | size(log) | unsigned{high} << 13 | (high ? value >> 8 : value) << 5 | d);
  }
  /// MLA, MLS.
  void mla(int log, bool subtract, unsigned da, unsigned n, unsigned m) {
    add(0x04004000 | size(log) | m << 16 | (subtract ? 1u << 13 : 0) | All << 10 | n << 5 | da);
  }
  void negate(int log, unsigned p, unsigned d, unsigned n) {
    add(0x0417a000 | size(log) | p << 10 | n << 5 | d);
  }
  /// SXTB, SXTH, UXTB, UXTH: of 2^from bytes.
  void extend(int log, bool is_signed, int from, unsigned d, unsigned n) {
    add(0x0410a000 | size(log) | static_cast<unsigned>(from) << 17 | (is_signed ? 0 : 1u << 16) |
        All << 10 | n << 5 | d);
  }
  /// SCLAMP, UCLAMP: d at least n, at most m.
  void clamp(int log, bool is_signed, unsigned d, unsigned n, unsigned m) {
    add(0x4400c000 | size(log) | (is_signed ? 0 : 1u << 10) | m << 16 | n << 5 | d);
  }
  /// Words of two vectors to halfwords, in turns, saturated; n is even.
  void narrow_words(unsigned d, unsigned n) { add(0x45314000 | n << 5 | d); }
  /// Predicates n > m.
  void greater(int log, bool is_signed, unsigned p, unsigned n, unsigned m) {
    add(0x24000010 | size(log) | (is_signed ? 1u << 15 : 0) | m << 16 | All << 10 | n << 5 | p);
  }
  void negative(int log, unsigned p, unsigned n) {
    add(0x25002000 | size(log) | All << 10 | n << 5 | p);
  }

  // Moves.
  /// Where p is true, `value` of at most 7 bits, or any value.
  void set_small(int log, unsigned d, unsigned p, unsigned value) {
    add(0x05104000 | size(log) | p << 16 | value << 5 | d);
  }
  void set(int log, unsigned d, unsigned p, std::uint64_t value) {
    add(0x0528a000 | size(log) | p << 10 | d, value);
  }
  /// SEL: n where p is true, else m.
  void choose(int log, unsigned d, unsigned p, unsigned n, unsigned m) {
    add(0x0520c000 | size(log) | m << 16 | p << 10 | n << 5 | d);
  }
  /// One half of the elements of half the size.
  void unpack(int log, bool high, unsigned d, unsigned n) {
    add(0x05323800 | size(log) | (high ? 1u << 16 : 0) | n << 5 | d);
  }
  void look_up(int log, unsigned d, unsigned table, unsigned m) {
    add(0x05203000 | size(log) | m << 16 | table << 5 | d);
  }
  void zip(int log, bool high, unsigned d, unsigned n, unsigned m) {
    permute(log, unsigned{high}, d, n, m);
  }
  void unzip(int log, bool odd, unsigned d, unsigned n, unsigned m) {
    permute(log, 2 + unsigned{odd}, d, n, m);
  }

  // Floating point.
  void fadd(int log, unsigned d, unsigned n, unsigned m) {
    add(0x65000000 | size(log) | m << 16 | n << 5 | d);
  }
  void fmul(int log, unsigned d, unsigned n, unsigned m) {
    add(0x65000800 | size(log) | m << 16 | n << 5 | d);
  }
  /// FMIN, FMAX.
  void fmin(int log, bool greatest, unsigned dn, unsigned m) {
    add((greatest ? 0x65068000 : 0x65078000) | size(log) | All << 10 | m << 5 | dn);
  }
  /// FMLALB, FMLALT, FMLSLB, FMLSLT.
  void fmlal(bool subtract, bool odd, unsigned da, unsigned n, unsigned m) {
    add(0x64a08000 | m << 16 | (subtract ? 1u << 13 : 0) | (odd ? 1u << 10 : 0) | n << 5 | da);
  }
  void not_positive(int log, unsigned p, unsigned n) {
    add(0x65112010 | size(log) | All << 10 | n << 5 | p);
  }
  void greater_number(int log, unsigned p, unsigned n, unsigned m) {
    add(0x65004010 | size(log) | m << 16 | All << 10 | n << 5 | p);
  }

  /// Products of halves: even ones to row r of ZA, which is even, odd ones to the next.
  enum class halves_e : std::uint8_t { Binary16, Bfloat16, Signed, Unsigned };
  void add_halves(halves_e of, bool subtract, unsigned r, unsigned n, unsigned m) {
    const bool integer = of >= halves_e::Signed,
               second  = of == halves_e::Bfloat16 || of == halves_e::Unsigned;
    add(0xc1200c00 | (integer ? 1u << 22 : 0) | (second ? 1u << 4 : 0) | (subtract ? 1u << 3 : 0) |
            m << 16 | n << 5,
        0, 0, r);
  }
  /// SMOPA, UMOPA, SUMOPA, USMOPA: sums of four products of bytes; rows are y's.
  void mopa_bytes(bool subtract, unsigned tile, bool y_signed, bool x_signed, unsigned py,
                  unsigned px, unsigned y, unsigned x) {
    add(0xa0800000 | (y_signed ? 0 : 1u << 24) | (x_signed ? 0 : 1u << 21) | x << 16 | px << 13 |
        py << 10 | y << 5 | (subtract ? 1u << 4 : 0) | tile);
  }

  void zip_p(int log, unsigned d, unsigned n, unsigned m) {
    add(0x05204000 | size(log) | m << 16 | n << 5 | d);
  }

  /// A word of each list after the other: the core begins them in order, and one that needs the
  /// result of another waits for it.
  void in_turns(std::span<const word_list> lists) {
    for (std::size_t i = 0, more = 1; more != 0; ++i) {
      more = 0;
      for (const auto& list : lists) {
        if (i >= list.words_.size()) continue;
        words_.push_back(list.words_[i]);
        ++more;
      }
    }
  }

  std::vector<sme_word> taken() { return std::move(words_); }

 private:
  static std::uint32_t size(int log) { return static_cast<std::uint32_t>(log) << 22; }
  static unsigned tile(int log, unsigned r) { return (r & ((1u << log) - 1)) << (4 - log); }

  std::vector<sme_word> words_;
};

/// The predicate of an enable field that enables lanes: All, or else `p`, which is made.
inline unsigned enable(word_list& a, unsigned p, unsigned field, int value_bits, int log) {
  const int lanes     = RowBytes >> log;
  const unsigned mode = field >> value_bits, value = field & ((1u << value_bits) - 1),
                 n = value % static_cast<unsigned>(lanes);
  if (enabled(field, value_bits, lanes) == ones(lanes)) return All;
  if (mode == 0) {
    value == 1 ? a.trn_p(log, false, p, None, All) : a.trn_p(log, false, p, All, None);
    return p;
  }
  const bool last = mode == 3 || mode == 5;
  a.first(log, p, last ? static_cast<unsigned>(lanes) - n : n);
  if (last) a.no(p);
  if (mode == 1) a.next(log, p);
  return p;
}

/// 64 bytes of a pool from `offset` on: a register of it, or `to`, which is made.
inline unsigned window(word_list& a, unsigned to, unsigned pool, unsigned offset) {
  const unsigned r = offset / RowBytes;
  if (offset % RowBytes == 0) return pool + r;
  a.mov(to, pool + r);
  a.ext(to, pool + (r + 1) % 8, offset % RowBytes);
  return to;
}

}  // namespace weft::golden::amx::sequence
