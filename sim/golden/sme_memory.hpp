// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_vector.hpp"

/// Loads and stores of vectors, predicates and vectors of addresses.
namespace weft::golden::sme::isa {

/// An element of a load: bytes in memory, bytes in the vector, and whether it is sign-extended.
struct loaded {
  int bytes, size;
  bool extend;

  std::uint64_t value(std::uint64_t x) const {
    return extend ? static_cast<std::uint64_t>(sign_extend(x, 8 * bytes)) : x;
  }
};

/// Decodes dtype. The upper bits give the size in memory and the lower bits the size in the vector,
/// unless the latter is smaller; those codes sign-extend.
inline loaded loaded_of(unsigned dtype) {
  const int bytes = 1 << (dtype >> 2), size = 1 << (dtype & 3);
  if (bytes <= size) return {bytes, size, false};
  const unsigned opposite = 15 - dtype;  // 4 SW, 8 and 9 SH, 12 to 14 SB
  return {1 << (opposite >> 2), 1 << ((opposite & 3)), true};
}

/// Loads active elements from their addresses; the others are zero.
template <class Address>
void load(machine& c, word w, const loaded& k, Address&& address) {
  vector_t r{};
  for (int i = 0; i < c.count(k.size); ++i) {
    if (active(low_governing(c, w), i, k.size)) {
      put(r, i, k.size, k.value(c.read(address(i), k.bytes)));
    }
  }
  c.s.z[w.d()] = r;
}

/// Loads active elements until an access other than the first faults: from that element on, FFR is
/// cleared and the vector is zero. Without `must`, the first access may fault as well.
template <class Address>
void load_first_fault(machine& c, word w, const loaded& k, bool must, Address&& address) {
  vector_t r{};
  for (int i = 0; i < c.count(k.size); ++i) {
    if (!active(low_governing(c, w), i, k.size)) continue;
    std::uint8_t bytes[8] = {};
    const std::span part{bytes, static_cast<std::size_t>(k.bytes)};
    if (must) {
      c.read(address(i), part);
      must = false;
    } else if (!c.mem.read(address(i), part)) {
      for (int bit = i * k.size; bit < c.vl(); ++bit) set_active(c.s.ffr, bit, 1, false);
      break;
    }
    put(r, i, k.size, k.value(element(bytes, 0, 8)));
  }
  c.s.z[w.d()] = r;
}

/// Addresses from `base` on, `bytes` apart.
inline auto from(std::uint64_t base, int bytes) {
  return [=](int i) { return base + static_cast<std::uint64_t>(i * bytes); };
}
/// The addresses Xn + Xm * bytes, and Xn + immediate * bytes of a vector in memory.
inline std::uint64_t indexed(machine& c, word w, int bytes) {
  return c.xsp(w.n()) + c.x(w.m()) * static_cast<unsigned>(bytes);
}
inline std::uint64_t displaced(machine& c, word w, int bytes, int size) {
  return c.xsp(w.n()) + static_cast<std::uint64_t>(w.signed_field(19, 16) * c.count(size) * bytes);
}

/// LD1B to LD1D, LD1SB to LD1SW by dtype, 24:21.
inline void ld1_register(machine& c, word w) {
  const loaded k = loaded_of(w(24, 21));
  if (w.m() == 31) undefined();
  load(c, w, k, from(indexed(c, w, k.bytes), k.bytes));
}
inline void ld1_imm(machine& c, word w) {
  const loaded k = loaded_of(w(24, 21));
  load(c, w, k, from(displaced(c, w, k.bytes, k.size), k.bytes));
}
inline void ldff1_register(machine& c, word w) {
  const loaded k = loaded_of(w(24, 21));
  load_first_fault(c, w, k, true, from(indexed(c, w, k.bytes), k.bytes));
}
inline void ldnf1(machine& c, word w) {
  const loaded k = loaded_of(w(24, 21));
  load_first_fault(c, w, k, false, from(displaced(c, w, k.bytes, k.size), k.bytes));
}
/// LD1R: one element, copied to all active elements.
inline void ld1r(machine& c, word w) {
  const loaded k     = loaded_of(w(24, 23) << 2 | w(14, 13));
  const auto address = c.xsp(w.n()) + w(21, 16) * static_cast<std::uint64_t>(k.bytes);
  load(c, w, k, from(address, 0));
}

/// LDNT1B to LDNT1D: elements of the memory's size, 24:23.
inline loaded whole_elements(word w) { return {1 << w(24, 23), 1 << w(24, 23), false}; }
inline void ldnt1_register(machine& c, word w) {
  const loaded k = whole_elements(w);
  if (w.m() == 31) undefined();
  load(c, w, k, from(indexed(c, w, k.bytes), k.bytes));
}
inline void ldnt1_imm(machine& c, word w) {
  const loaded k = whole_elements(w);
  load(c, w, k, from(displaced(c, w, k.bytes, k.size), k.bytes));
}

/// LD1RQ: 128 bits under the first 16 bits of the predicate, copied to every 128 bits.
inline void load_quadword(machine& c, word w, std::uint64_t address) {
  const loaded k = whole_elements(w);
  vector_t quad{};
  for (int i = 0; i < 16 / k.size; ++i) {
    if (!active(low_governing(c, w), i, k.size)) continue;
    put(quad, i, k.size, c.read(address + static_cast<unsigned>(i * k.bytes), k.bytes));
  }
  each(c, w.d(), 8, [&](int i) { return element(quad, i % 2, 8); });
}
inline void ld1rq_register(machine& c, word w) {
  if (w.m() == 31) undefined();
  load_quadword(c, w, indexed(c, w, 1 << w(24, 23)));
}
inline void ld1rq_imm(machine& c, word w) {
  load_quadword(c, w, c.xsp(w.n()) + static_cast<std::uint64_t>(w.signed_field(19, 16) * 16));
}

// Structures: 22:21 is one less than the number of registers, which follow each other after Zd.
// Elements have the memory's size, 24:23.

inline int registers_of(word w) { return static_cast<int>(w(22, 21)) + 1; }
inline std::uint64_t structure_address(machine& c, word w, bool by_register) {
  const int bytes = 1 << w(24, 23);
  if (by_register && w.m() == 31) undefined();
  return by_register ? indexed(c, w, bytes) : displaced(c, w, bytes * registers_of(w), bytes);
}
/// LD2B to LD4D. No register is written if one access faults.
template <bool ByRegister>
void load_structures(machine& c, word w) {
  const int size = 1 << w(24, 23), n = registers_of(w);
  const auto at = from(structure_address(c, w, ByRegister), size);
  vector_t r[4]{};
  for (int i = 0; i < c.count(size); ++i) {
    if (!active(low_governing(c, w), i, size)) continue;
    for (int k = 0; k < n; ++k) put(r[k], i, size, c.read(at(n * i + k), size));
  }
  for (int k = 0; k < n; ++k) c.s.z[(w.d() + static_cast<unsigned>(k)) % 32] = r[k];
}
/// ST2B to ST4D.
template <bool ByRegister>
void store_structures(machine& c, word w) {
  const int size = 1 << w(24, 23), n = registers_of(w);
  const auto at = from(structure_address(c, w, ByRegister), size);
  for (const bool probing : {true, false}) {
    for (int i = 0; i < n * c.count(size); ++i) {
      if (!active(low_governing(c, w), i / n, size)) continue;
      const auto from = (w.d() + static_cast<unsigned>(i % n)) % 32;
      probing ? c.probe(at(i), static_cast<std::size_t>(size))
              : c.write(at(i), c.z(from, i / n, size), size);
    }
  }
}

/// ST1B to ST1D: the memory's size is in 24:23, the vector's in 22:21. No byte is stored if one
/// access faults.
inline void st1(machine& c, word w, bool by_register, int size) {
  const int bytes = 1 << w(24, 23);
  if (bytes > size || (by_register && w.m() == 31)) undefined();
  const auto at = from(by_register ? indexed(c, w, bytes) : displaced(c, w, bytes, size), bytes);
  for (const bool probing : {true, false}) {
    for (int i = 0; i < c.count(size); ++i) {
      if (!active(low_governing(c, w), i, size)) continue;
      probing ? c.probe(at(i), static_cast<std::size_t>(bytes))
              : c.write(at(i), c.z(w.d(), i, size), bytes);
    }
  }
}
inline void st1_register(machine& c, word w) { st1(c, w, true, 1 << w(22, 21)); }
inline void st1_imm(machine& c, word w) { st1(c, w, false, 1 << w(22, 21)); }
/// STNT1B to STNT1D: the vector's elements have the memory's size.
inline void stnt1_register(machine& c, word w) { st1(c, w, true, 1 << w(24, 23)); }
inline void stnt1_imm(machine& c, word w) { st1(c, w, false, 1 << w(24, 23)); }

/// LDR, STR of a vector or predicate: the immediate of nine bits counts multiples of its length.
inline std::uint64_t whole_address(machine& c, word w, int bytes) {
  const auto imm = sign_extend(w(21, 16) << 3 | w(12, 10), 9);
  return c.xsp(w.n()) + static_cast<std::uint64_t>(imm * bytes);
}
template <bool Load>
void whole(machine& c, word w, std::span<std::uint8_t> all, int bytes) {
  const auto part    = all.first(static_cast<std::size_t>(bytes));
  const auto address = whole_address(c, w, bytes);
  if constexpr (Load) {
    c.read(address, part);
  } else {
    c.write(address, part);
  }
}
template <bool Load>
void whole_vector(machine& c, word w) {
  whole<Load>(c, w, c.s.z[w.d()], c.vl());
}
template <bool Load>
void whole_predicate(machine& c, word w) {
  whole<Load>(c, w, c.s.p[w(3, 0)], c.vl() / 8);
}

// Scatters. Bits 24:23 are the size in memory. Bit 13 selects 64-bit offsets or, without Xn,
// addresses; bit 22, where offsets are of 32 bits, words; bit 14 their sign extension; bit 21
// offsets in elements.

/// The addresses of the elements of a gather or scatter: a vector's elements, extended as the
/// option of `extended` says and scaled, behind a base.
struct vector_addresses {
  static constexpr unsigned Whole = 3;  ///< the option that extends nothing

  std::uint64_t base;
  unsigned vector;
  int size;  ///< of its elements
  unsigned option     = Whole;
  std::uint64_t scale = 1;

  std::uint64_t operator()(const machine& c, int i) const {
    return base + extended(c.z(vector, i, size), option, 0) * scale;
  }
};

template <class Address>
void scatter(machine& c, word w, int size, Address&& address) {
  const int bytes = 1 << w(24, 23);
  if (bytes > size) undefined();
  for (const bool probing : {true, false}) {
    for (int i = 0; i < c.count(size); ++i) {
      if (!active(low_governing(c, w), i, size)) continue;
      probing ? c.probe(address(i), static_cast<std::size_t>(bytes))
              : c.write(address(i), c.z(w.d(), i, size), bytes);
    }
  }
}
inline vector_addresses scattered_by_offsets(machine& c, word w) {
  if (w(21) && w(24, 23) == 0) undefined();
  const auto scale = std::uint64_t{1} << (w(21) ? w(24, 23) : 0);
  return {c.xsp(w.n()), w.m(), w(22) ? 4 : 8,
          w(13)   ? vector_addresses::Whole
          : w(14) ? 6
                  : 2,
          scale};
}
inline vector_addresses scattered_to(word w) {
  return {std::uint64_t{w.m()} << w(24, 23), w.n(), w(21) ? 4 : 8};
}
inline void scatter_offsets(machine& c, word w) {
  const auto at = scattered_by_offsets(c, w);
  scatter(c, w, at.size, [&](int i) { return at(c, i); });
}
inline void scatter_addresses(machine& c, word w) {
  const auto at = scattered_to(w);
  scatter(c, w, at.size, [&](int i) { return at(c, i); });
}

// Gathers. Bits 24:23 are the size in memory, bit 14 zero-extends, bit 13 makes the load
// first-faulting; bit 30 selects 64-bit elements.

inline loaded gathered(word w) {
  const loaded k{1 << w(24, 23), w(30) ? 8 : 4, !w(14)};
  if (k.bytes > k.size || (k.extend && k.bytes == k.size)) undefined();
  return k;
}
template <class Address>
void gather(machine& c, word w, const loaded& k, Address&& address) {
  w(13) ? load_first_fault(c, w, k, true, address) : load(c, w, k, address);
}
/// Addresses Xn + 32-bit offsets; bit 22 selects sign extension. Bit 21: offsets in elements, else
/// in bytes.
inline vector_addresses gathered_by_offsets(machine& c, word w, unsigned option) {
  const loaded k = gathered(w);
  if (w(21) && k.bytes == 1) undefined();
  return {c.xsp(w.n()), w.m(), k.size, option, static_cast<std::uint64_t>(w(21) ? k.bytes : 1)};
}
inline vector_addresses gathered_by_offsets_32(machine& c, word w) {
  return gathered_by_offsets(c, w, w(22) ? 6 : 2);
}
inline vector_addresses gathered_by_offsets_64(machine& c, word w) {
  return gathered_by_offsets(c, w, vector_addresses::Whole);
}
inline vector_addresses gathered_from(word w) {
  const loaded k = gathered(w);
  return {w.m() * static_cast<std::uint64_t>(k.bytes), w.n(), k.size};
}
inline void gather_offsets_32(machine& c, word w) {
  const auto at = gathered_by_offsets_32(c, w);
  gather(c, w, gathered(w), [&](int i) { return at(c, i); });
}
/// Addresses Xn + 64-bit offsets.
inline void gather_offsets_64(machine& c, word w) {
  const auto at = gathered_by_offsets_64(c, w);
  gather(c, w, gathered(w), [&](int i) { return at(c, i); });
}
/// Addresses in Zn plus an immediate in elements.
inline void gather_addresses(machine& c, word w) {
  const auto at = gathered_from(w);
  gather(c, w, gathered(w), [&](int i) { return at(c, i); });
}

}  // namespace weft::golden::sme::isa
