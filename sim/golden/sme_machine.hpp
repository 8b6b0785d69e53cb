// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_float.hpp"

/// Building blocks of the instructions of golden::sme: fields, elements, predicates, memory.
namespace weft::golden::sme::isa {

/// Thrown by an instruction that stops. The instruction has changed nothing.
struct stopped {
  stop_e stop;
  std::string reason;
};

[[noreturn]] inline void undefined(const char* why = "no such encoding") {
  throw stopped{stop_e::Undefined, why};
}

/// An instruction word and its fields, named as in the encodings.
struct word {
  std::uint32_t bits;

  constexpr unsigned operator()(int high, int low) const {
    return bits >> low & ((2u << (high - low)) - 1);
  }
  constexpr bool operator()(int bit) const { return (bits >> bit & 1) != 0; }
  constexpr std::int64_t signed_field(int high, int low) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) << (63 - high)) >>
           (63 - high + low);
  }
  constexpr unsigned d() const { return (*this)(4, 0); }
  constexpr unsigned n() const { return (*this)(9, 5); }
  constexpr unsigned m() const { return (*this)(20, 16); }
  constexpr unsigned g() const { return (*this)(12, 10); }
  /// Bytes of an element.
  constexpr int size() const { return 1 << (*this)(23, 22); }
};

constexpr std::uint64_t ones(int bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}
constexpr std::int64_t sign_extend(std::uint64_t x, int bits) {
  return static_cast<std::int64_t>(x << (64 - bits)) >> (64 - bits);
}

inline std::uint64_t element(std::span<const std::uint8_t> v, int i, int size) {
  std::uint64_t x = 0;
  std::memcpy(&x, v.data() + static_cast<std::ptrdiff_t>(i) * size, static_cast<std::size_t>(size));
  return x;
}
inline std::int64_t signed_element(std::span<const std::uint8_t> v, int i, int size) {
  return sign_extend(element(v, i, size), 8 * size);
}
inline void put(std::span<std::uint8_t> v, int i, int size, std::uint64_t x) {
  std::memcpy(v.data() + static_cast<std::ptrdiff_t>(i) * size, &x, static_cast<std::size_t>(size));
}

/// The floating-point format of elements of `size` bytes.
inline format float_of(int size) {
  if (size == 1) undefined("no 8-bit floating point");
  return size == 2 ? Binary16 : size == 4 ? Binary32 : Binary64;
}

/// An operation on two numbers of a format.
using fp_binary = std::uint64_t (arithmetic::*)(format, std::uint64_t, std::uint64_t);

/// Whether an element is active: the lowest of the predicate bits of its bytes.
inline bool active(const predicate_t& p, int i, int size) {
  const int bit = i * size;
  return (p[static_cast<std::size_t>(bit / 8)] >> (bit % 8) & 1) != 0;
}
/// Sets the lowest bit and clears the others.
inline void set_active(predicate_t& p, int i, int size, bool on) {
  for (int bit = i * size; bit < (i + 1) * size; ++bit) {
    auto& byte = p[static_cast<std::size_t>(bit / 8)];
    byte       = static_cast<std::uint8_t>((byte & ~(1 << bit % 8)) |
                                     ((on && bit == i * size ? 1 : 0) << bit % 8));
  }
}

/// The context in which an instruction executes.
struct machine {
  state& s;
  memory& mem;
  std::uint64_t next;  ///< PC after the instruction

  int vl() const { return s.vl(); }
  int count(int size) const { return vl() / size; }

  /// A general register; register 31 is zero.
  std::uint64_t x(unsigned r, bool wide = true) const {
    return r == 31 ? 0 : wide ? s.x[r] : s.x[r] & ones(32);
  }
  void set_x(unsigned r, std::uint64_t value, bool wide = true) {
    if (r != 31) s.x[r] = wide ? value : value & ones(32);
  }
  /// A general register; register 31 is SP.
  std::uint64_t xsp(unsigned r, bool wide = true) const {
    return wide ? s.x[r] : s.x[r] & ones(32);
  }
  void set_xsp(unsigned r, std::uint64_t value, bool wide = true) {
    s.x[r] = wide ? value : value & ones(32);
  }

  std::span<std::uint8_t> z(unsigned r) { return s.z[r]; }
  std::uint64_t z(unsigned r, int i, int size) const { return element(s.z[r], i, size); }

  /// Writes a scalar to a vector register and zeroes the rest of it.
  void set_v(unsigned r, std::uint64_t low, int size, std::uint64_t high = 0) {
    s.z[r] = {};
    put(s.z[r], 0, size, low);
    if (size == 8) put(s.z[r], 1, 8, high);
  }

  void flags(bool n, bool z, bool c, bool v) {
    s.nzcv = static_cast<std::uint8_t>(n << 3 | z << 2 | c << 1 | v << 0);
  }
  bool flag_c() const { return (s.nzcv & 2) != 0; }

  /// The last active element, or -1.
  int last_active(const predicate_t& p, int size) const {
    for (int i = count(size) - 1; i >= 0; --i) {
      if (active(p, i, size)) return i;
    }
    return -1;
  }

  /// Sets N, Z, C: N if the first active element of `mask` is true, Z if none is, C if the last one
  /// is not.
  void test(const predicate_t& mask, const predicate_t& result, int size) {
    bool first = false, any = false, last = false, seen = false;
    for (int i = 0; i < count(size); ++i) {
      if (!active(mask, i, size)) continue;
      const bool on = active(result, i, size);
      if (!seen) first = on;
      seen = true;
      any  = any || on;
      last = on;
    }
    flags(first, !any, !last, false);
  }

  predicate_t all_true(int size) const {
    predicate_t p{};
    for (int i = 0; i < count(size); ++i) set_active(p, i, size, true);
    return p;
  }

  /// The number of elements of a predicate constraint (PTRUE, INCB, ...).
  int pattern(unsigned which, int size) const {
    const int n      = count(size);
    const auto exact = [&](int k) { return k <= n ? k : 0; };
    if (which == 0) return static_cast<int>(std::bit_floor(static_cast<unsigned>(n)));
    if (which <= 8) return exact(static_cast<int>(which));
    if (which <= 13) return exact(16 << (which - 9));
    if (which == 29) return n - n % 4;
    if (which == 30) return n - n % 3;
    return which == 31 ? n : 0;
  }

  [[noreturn]] static void fault(const char* what, std::uint64_t address, std::size_t bytes) {
    char text[80];
    std::snprintf(text, sizeof text, "%s of %zu bytes at 0x%llx: no memory", what, bytes,
                  static_cast<unsigned long long>(address));
    throw stopped{stop_e::Fault, text};
  }
  void read(std::uint64_t address, std::span<std::uint8_t> to) {
    if (!mem.read(address, to)) fault("read", address, to.size());
  }
  std::uint64_t read(std::uint64_t address, int bytes) {
    std::uint8_t to[8] = {};
    read(address, {to, static_cast<std::size_t>(bytes)});
    return element(to, 0, 8);
  }
  /// Faults if a write would fault; a write that follows then succeeds.
  void probe(std::uint64_t address, std::size_t bytes) {
    if (!mem.writable(address, bytes)) fault("write", address, bytes);
  }
  void write(std::uint64_t address, std::span<const std::uint8_t> from) {
    if (!mem.write(address, from)) fault("write", address, from.size());
  }
  void write(std::uint64_t address, std::uint64_t value, int bytes) {
    std::uint8_t from[8];
    put(from, 0, 8, value);
    write(address, std::span{from, static_cast<std::size_t>(bytes)});
  }

  /// Computes under the controls of FPCR and adds the flags to FPSR. FEAT_AFP applies to outer
  /// products only.
  template <class Compute>
  void compute(Compute&& with) {
    if ((s.fpcr & (fp_control::Ah | fp_control::Fiz | fp_control::Nep)) != 0) {
      throw stopped{stop_e::Illegal, "FPCR.AH, FIZ and NEP are supported in outer products only"};
    }
    arithmetic a(fp_control::of(s.fpcr));
    with(a);
    s.fpsr |= a.flags();
  }
};

}  // namespace weft::golden::sme::isa
