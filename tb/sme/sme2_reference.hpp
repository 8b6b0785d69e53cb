// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/sme.hpp"

/// A second model of SME2: it does what a text of the assembler says. It knows no encoding and
/// computes with integers and the host's floating point; of golden it has registers and memory
/// only.
namespace weft::sme2_reference {

using golden::sme::state;

/// An operand of a text: registers with a size of their elements, or what stands in brackets.
struct operand {
  char kind = 0;  ///< z, p, n (a counter), x, a (rows of ZA), t (a tile's slices), 0 (ZT0), m, i, v
  std::vector<int> regs{};
  int size  = 0;
  int index = -1;  ///< [index]
  int w = 0, offset = 0, last = -1, group = 0;
  bool column = false;
  int base = 0, x = -1;  ///< of memory
  int imm = 0;           ///< a number; of memory, lengths; of vlx2, 2
};

inline int letter_size(char c) {
  static const std::string letters = "bhsdq";
  return 1 << letters.find(c);
}

/// Splits a text and parses its operands.
struct parsed {
  std::string name;
  std::vector<operand> of;
};
class parser {
 public:
  explicit parser(std::string_view text) : text_(text) {}

  parsed operator()() {
    parsed p;
    while (at_ < text_.size() && text_[at_] != ' ') p.name += text_[at_++];
    while (skip(), at_ < text_.size()) {
      p.of.push_back(next());
      take(',');
    }
    return p;
  }

 private:
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(std::string_view what) {
    skip();
    if (text_.substr(at_, what.size()) != what) return false;
    at_ += what.size();
    return true;
  }
  bool take(char c) { return take(std::string_view(&c, 1)); }
  int number() {
    skip();
    const bool minus = take('-');
    int n            = 0;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) {
      n = 10 * n + (text_[at_++] - '0');
    }
    return minus ? -n : n;
  }
  int size() { return take('.') ? letter_size(text_[at_++]) : 0; }

  operand next() {
    operand o;
    if (take('{')) {
      do {
        const auto one = next();
        const bool run = !o.regs.empty() && run_;
        if (run) {
          for (int r = o.regs.back(); r != one.regs[0];) o.regs.push_back(r = (r + 1) % 32);
        } else {
          o.regs.insert(o.regs.end(), one.regs.begin(), one.regs.end());
        }
        o.kind = one.kind;
        o.size = one.size;
        run_   = take("- ");
      } while (run_ || take(','));
      take('}');
      return o;
    }
    if (take("zt0")) {
      o.kind = '0';
      if (take('[')) {
        o.imm = number();
        take(']');
      }
      return o;
    }
    if (take("za")) return rows();
    if (take('[')) return memory();
    if (take('#')) {
      o.kind = 'i';
      o.imm  = number();
      return o;
    }
    if (take("vlx")) {
      o.kind = 'v';
      o.imm  = number();
      return o;
    }
    o.kind = take("pn") ? 'n' : text_[at_++];
    o.regs = {number()};
    take("/z");
    o.size = size();
    if (take('[')) {
      o.index = number();
      take(']');
    }
    return o;
  }
  operand rows() {
    operand o{.kind = 'a'};
    if (text_[at_] != '.') {
      o.kind   = 't';
      o.regs   = {number()};
      o.column = text_[at_++] == 'v';
    }
    o.size = size();
    take('[');
    take('w');
    o.w = number();
    take(',');
    o.offset = number();
    if (take(':')) o.last = number();
    if (take(',')) {
      take("vgx");
      o.group = number();
    }
    take(']');
    return o;
  }
  operand memory() {
    operand o{.kind = 'm'};
    o.base = take("sp") ? 31 : (take('x'), number());
    while (take(',')) {
      if (take("lsl")) {
        take('#');
        number();
      } else if (take('#')) {
        o.imm = number();
      } else if (take("mul vl")) {
      } else {
        take('x');
        o.x = number();
      }
    }
    take(']');
    return o;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool run_       = false;
};

/// Thrown at an access that is not mapped.
struct no_memory {};

/// Contents of a random state, for which the host rounds once or not at all.
enum class content_e { Bits, Halves, Bfloats, Narrow, Floats, Doubles };

class model {
 public:
  model(state& s, golden::sme::memory& m) : s_(s), memory_(m), bytes_(s.svl / 8) {}

  /// Does what the text says. Returns false where there is no such instruction at this length.
  bool operator()(const parsed& p) {
    std::fesetround(FE_TONEAREST);
    name_           = p.name;
    const auto& o   = p.of;
    const auto with = [&](std::string_view prefix) { return name_.starts_with(prefix); };
    if (name_ == "mov" || name_ == "movaz") return move(o);
    if (with("while")) return while_(o);
    if (name_ == "ptrue")
      return put_counter(o[0].regs[0], o[0].size, 4 * count(o[0].size), true, false);
    if (name_ == "cntp") {
      std::uint64_t n = 0;
      for (int i = 0; i < o[2].imm * count(o[1].size); ++i)
        n += counted(o[1].regs[0], i, o[1].size);
      s_.x.at(static_cast<std::size_t>(o[0].regs[0])) = n;
      return true;
    }
    if (name_ == "pext") return pext(o);
    if (with("ld1") || with("ldnt1") || with("st1") || with("stnt1")) return memory(o);
    if (name_ == "sel") return sel(o);
    if (name_ == "ldr") return memory_.read(s_.x.at(static_cast<std::size_t>(o[1].base)), s_.zt0);
    if (name_ == "str") return memory_.write(s_.x.at(static_cast<std::size_t>(o[1].base)), s_.zt0);
    if (name_ == "zero") return s_.zt0 = {}, true;
    if (name_ == "movt") {
      const bool to = o[0].kind == '0';
      auto& zt      = s_.zt0.at(static_cast<std::size_t>(o[to ? 0 : 1].imm));
      auto& x       = s_.x.at(static_cast<std::size_t>(o[to ? 1 : 0].regs[0]));
      to ? std::memcpy(&zt, &x, 8) : std::memcpy(&x, &zt, 8);
      return true;
    }
    if (with("luti")) return lookup(o);
    if (o[0].kind == 'a') return array(o);
    return vectors(o);
  }

 private:
  int count(int size) const { return bytes_ / size; }
  static std::uint64_t get(const std::uint8_t* from, int size) {
    std::uint64_t x = 0;
    std::memcpy(&x, from, static_cast<std::size_t>(size));
    return x;
  }
  std::uint64_t z(int r, int i, int size) const {
    return get(s_.z.at(static_cast<std::size_t>(r)).data() + i * size, size);
  }
  std::int64_t sz(int r, int i, int size) const {
    const int drop = 64 - 8 * size;
    return static_cast<std::int64_t>(z(r, i, size) << drop) >> drop;
  }
  static void put(golden::sme::vector_t& v, int i, int size, std::uint64_t x) {
    std::memcpy(v.data() + i * size, &x, static_cast<std::size_t>(size));
  }
  std::uint8_t& za(int row, int column) {
    return s_.rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
  }
  std::uint32_t w(int r) const {
    return static_cast<std::uint32_t>(s_.x.at(static_cast<std::size_t>(r)));
  }

  bool move(const std::vector<operand>& o) {
    const auto& rows = o[1];
    const auto& to   = o[0];
    const int n      = static_cast<int>(to.regs.size());
    const int slices = rows.size == 0 ? 0 : bytes_ / rows.size;
    if (rows.kind == 't' && slices < n) return false;
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < bytes_; ++i) {
        int row = 0, column = i;
        if (rows.kind == 'a') {
          row = static_cast<int>((w(rows.w) + static_cast<unsigned>(rows.offset)) %
                                 static_cast<unsigned>(bytes_ / n)) +
                k * (bytes_ / n);
        } else {
          const auto base = w(rows.w) - w(rows.w) % static_cast<unsigned>(n);
          const int slice = static_cast<int>((base + static_cast<unsigned>(rows.offset + k)) %
                                             static_cast<unsigned>(slices));
          row             = (rows.column ? i / rows.size : slice) * rows.size + rows.regs[0];
          if (rows.column) column = slice * rows.size + i % rows.size;
        }
        s_.z.at(static_cast<std::size_t>(to.regs[static_cast<std::size_t>(k)]))
            .at(static_cast<std::size_t>(i)) = za(row, column);
        za(row, column)                      = 0;
      }
    }
    return true;
  }

  // ---- counters ----

  bool put_counter(int p, int size, int n, bool all, bool last) {
    std::uint64_t bits = 0;
    if (n != 0) {
      const int elements = last ? 0 : n;
      bits = static_cast<std::uint64_t>(all ? 0 : elements) * 2 * static_cast<unsigned>(size) +
             static_cast<unsigned>(size) + (all ? 0x8000 : 0);
    }
    auto& to = s_.p.at(static_cast<std::size_t>(p));
    to       = {};
    to[0]    = static_cast<std::uint8_t>(bits);
    to[1]    = static_cast<std::uint8_t>(bits >> 8);
    return true;
  }
  /// Whether element i of the vectors that a counter counts is active.
  bool counted(int p, int i, int size) const {
    const auto& from = s_.p.at(static_cast<std::size_t>(p));
    const int bits   = from[0] | from[1] << 8;
    int own          = 1;
    while (own < 16 && (bits & own) == 0) own *= 2;
    if (own == 16) return false;
    const int all = 4 * bytes_ / own, below = (bits & 0x7fff) / (2 * own) % all;
    // An element of the counter whose first byte is the element's.
    if (i * size % own != 0) return false;
    const bool inverted = bits >= 0x8000;
    return (i * size / own < below) != inverted;
  }
  bool while_(const std::vector<operand>& o) {
    const auto condition = name_.substr(5);
    const bool down      = condition[0] == 'g' || condition[0] == 'h';
    const auto& to       = o[0];
    const bool pair      = to.kind == 'p';
    const int size = to.size, all = (pair ? 2 : o[3].imm) * count(size);
    const auto a = s_.x.at(static_cast<std::size_t>(o[1].regs[0])),
               b = s_.x.at(static_cast<std::size_t>(o[2].regs[0]));
    int n        = 0;
    for (; n < all; ++n) {
      const auto ua = down ? a - static_cast<unsigned>(n) : a + static_cast<unsigned>(n);
      const auto sa = static_cast<std::int64_t>(ua), sb = static_cast<std::int64_t>(b);
      const bool holds = condition == "ge"   ? sa >= sb
                         : condition == "gt" ? sa > sb
                         : condition == "hi" ? ua > b
                         : condition == "hs" ? ua >= b
                         : condition == "le" ? sa <= sb
                         : condition == "lo" ? ua < b
                         : condition == "ls" ? ua <= b
                                             : sa < sb;
      if (!holds) break;
    }
    const bool first = down ? n == all : n != 0, last = down ? n != 0 : n == all;
    s_.nzcv = static_cast<std::uint8_t>(first << 3 | (n == 0) << 2 | !last << 1);
    if (!pair) {
      const int p = to.regs[0];
      if (n == 0 || n == all) return put_counter(p, size, n, n == all, false);
      put_counter(p, size, down ? all - n : n, false, false);
      if (down) s_.p.at(static_cast<std::size_t>(p))[1] |= 0x80;
      return true;
    }
    for (int k = 0; k < 2; ++k) {
      auto& p = s_.p.at(static_cast<std::size_t>(to.regs[static_cast<std::size_t>(k)]));
      p       = {};
      for (int i = 0; i < count(size); ++i) {
        const int at = k * count(size) + i;
        if (down ? at < all - n : at >= n) continue;
        p.at(static_cast<std::size_t>(i * size / 8)) |=
            static_cast<std::uint8_t>(1 << i * size % 8);
      }
    }
    return true;
  }
  bool pext(const std::vector<operand>& o) {
    const int n = static_cast<int>(o[0].regs.size()), size = o[0].size;
    std::vector<golden::sme::predicate_t> all(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < count(size); ++i) {
        if (!counted(o[1].regs[0], (o[1].index * n + k) * count(size) + i, size)) continue;
        all[static_cast<std::size_t>(k)].at(static_cast<std::size_t>(i * size / 8)) |=
            static_cast<std::uint8_t>(1 << i * size % 8);
      }
    }
    for (int k = 0; k < n; ++k)
      s_.p.at(static_cast<std::size_t>(o[0].regs[static_cast<std::size_t>(k)])) =
          all[static_cast<std::size_t>(k)];
    return true;
  }
  bool memory(const std::vector<operand>& o) {
    const bool store = name_[0] == 's';
    const auto& at   = o[2];
    const int size = o[0].size, n = static_cast<int>(o[0].regs.size());
    const auto offset = at.x < 0
                            ? static_cast<std::uint64_t>(at.imm * bytes_)
                            : s_.x.at(static_cast<std::size_t>(at.x)) * static_cast<unsigned>(size);
    const auto from   = s_.x.at(static_cast<std::size_t>(at.base)) + offset;
    for (int k = 0; k < n; ++k) {
      auto& z = s_.z.at(static_cast<std::size_t>(o[0].regs[static_cast<std::size_t>(k)]));
      if (!store) z = {};
      for (int i = 0; i < count(size); ++i) {
        const int e = k * count(size) + i;
        if (!counted(o[1].regs[0], e, size)) continue;
        const std::span bytes(z.data() + i * size, static_cast<std::size_t>(size));
        const auto address = from + static_cast<std::uint64_t>(e * size);
        if (!(store ? memory_.write(address, bytes) : memory_.read(address, bytes)))
          throw no_memory{};
      }
    }
    return true;
  }
  bool sel(const std::vector<operand>& o) {
    return each(o[0], [&](int k, int i) {
      const auto& from = o[counted(o[1].regs[0], k * count(o[0].size) + i, o[0].size) ? 2 : 3];
      return z(from.regs[static_cast<std::size_t>(k)], i, o[0].size);
    });
  }
  bool lookup(const std::vector<operand>& o) {
    const int bits = name_.back() - '0', n = static_cast<int>(o[0].regs.size()), size = o[0].size;
    const int parts   = 8 * size / bits / n;
    const int segment = o[2].index % parts;
    return each(o[0], [&](int k, int i) {
      const int at     = ((segment * n + k) * count(size) + i) * bits;
      const auto which = z(o[2].regs[0], at / 8, 1) >> at % 8 & ((1u << bits) - 1);
      return get(s_.zt0.data() + 4 * which, std::min(size, 4));
    });
  }

  /// Sets all registers of an operand from the old ones.
  template <class F>
  bool each(const operand& to, F f) {
    std::vector<golden::sme::vector_t> all(to.regs.size());
    for (std::size_t k = 0; k < to.regs.size(); ++k) {
      for (int i = 0; i < count(std::min(to.size, 8)); ++i)
        put(all[k], i, std::min(to.size, 8), f(static_cast<int>(k), i));
    }
    for (std::size_t k = 0; k < to.regs.size(); ++k)
      s_.z.at(static_cast<std::size_t>(to.regs[k])) = all[k];
    return true;
  }

  // ---- numbers ----

  static float f32(std::uint64_t bits) {
    const auto b = static_cast<std::uint32_t>(bits);
    float f;
    std::memcpy(&f, &b, 4);
    return f;
  }
  static double f64(std::uint64_t bits) {
    double f;
    std::memcpy(&f, &bits, 8);
    return f;
  }
  static std::uint64_t bits_of(float f) {
    std::uint32_t b;
    std::memcpy(&b, &f, 4);
    return std::isnan(f) ? 0x7fc0'0000 : b;
  }
  static std::uint64_t bits_of(double f) {
    std::uint64_t b;
    std::memcpy(&b, &f, 8);
    return std::isnan(f) ? 0x7ff8'0000'0000'0000 : b;
  }
  /// A number of 16 bits: binary16 of 5 bits of exponent, bfloat16 of 8.
  static float small(std::uint64_t bits, bool bf) {
    if (bf) return f32(bits << 16);
    const int exponent = static_cast<int>(bits >> 10 & 31),
              fraction = static_cast<int>(bits & 1023);
    const float m      = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                       : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
    return (bits & 0x8000) != 0 ? -m : m;
  }
  /// A normal number, or zero, rounded to 16 bits.
  static std::uint64_t to_small(float f, bool bf) {
    const int digits = bf ? 8 : 11, bias = bf ? 127 : 15;
    const unsigned sign = std::signbit(f) ? 0x8000 : 0;
    if (f == 0) return sign;
    int e;
    double m =
        std::nearbyint(std::ldexp(std::frexp(std::fabs(static_cast<double>(f)), &e), digits));
    return sign + static_cast<unsigned>(e - 1 + bias) * (1u << (digits - 1)) +
           static_cast<unsigned>(m) - (1u << (digits - 1));
  }

  // ---- vector groups of ZA ----

  bool array(const std::vector<operand>& o) {
    const auto& to  = o[0];
    const int n     = to.group == 0 ? 1 : to.group;
    const int rows  = to.last < 0 ? 1 : to.last - to.offset + 1;
    const int apart = bytes_ / n, size = to.size;
    const int first = static_cast<int>((w(to.w) + static_cast<unsigned>(to.offset)) %
                                       static_cast<unsigned>(apart)) /
                      rows * rows;
    for (int r = 0; r < n; ++r) {
      for (int i = 0; i < rows; ++i) {
        auto& row = s_.rows.at(static_cast<std::size_t>(first + i + r * apart));
        for (int e = 0; e < count(size); ++e)
          put(row, e, size, result(o, get(row.data() + e * size, size), r, i, e, rows));
      }
    }
    return true;
  }
  std::uint64_t result(const std::vector<operand>& o, std::uint64_t sum, int r, int i, int e,
                       int rows) {
    const int size = o[0].size, part = o[1].size;
    const bool subtract = name_.find("sub") != name_.npos || name_.find("mls") != name_.npos;
    const bool bf = name_[0] == 'b', floats = bf || name_[0] == 'f';
    const auto reg = [](const operand& from, int k) {
      return from.regs[from.regs.size() == 1 ? 0 : static_cast<std::size_t>(k)];
    };
    if (o.size() == 2) {
      const auto x = z(reg(o[1], r), e, size);
      if (!floats) return subtract ? sum - x : sum + x;
      const int s = subtract ? -1 : 1;
      return size == 4 ? bits_of(f32(sum) + static_cast<float>(s) * f32(x))
                       : bits_of(f64(sum) + s * f64(x));
    }
    const int per = size / part;
    // The element of Zm: of parts within an element, or one in every 128 bits.
    const auto m_at = [&](int own, int p) {
      if (o[2].index < 0) return own;
      const int quad = e * size / 16;
      return rows > 1 ? quad * (16 / part) + o[2].index
                      : (quad * (16 / size) + o[2].index) * per + p;
    };
    if (name_ == "add" || name_ == "sub") {
      const auto x = z(reg(o[1], r), e, size), y = z(reg(o[2], r), e, size);
      return subtract ? x - y : x + y;
    }
    if (floats && per == 1) {
      const auto x = z(reg(o[1], r), e, size), y = z(reg(o[2], r), m_at(e, 0), size);
      return size == 4 ? bits_of(std::fma(subtract ? -f32(x) : f32(x), f32(y), f32(sum)))
                       : bits_of(std::fma(subtract ? -f64(x) : f64(x), f64(y), f64(sum)));
    }
    const bool vertical = name_.find("vdot") != name_.npos;
    if (floats) {
      const auto x = [&](int p) {
        return vertical ? small(z(reg(o[1], p), 2 * e + r, 2), bf)
                        : small(z(reg(o[1], r), 2 * e + p, 2), bf);
      };
      const auto y = [&](int p) { return small(z(reg(o[2], r), m_at(2 * e + p, p), 2), bf); };
      if (rows == 2) return bits_of(std::fma(subtract ? -x(i) : x(i), y(i), f32(sum)));
      const double exact = static_cast<double>(x(0)) * y(0) + static_cast<double>(x(1)) * y(1);
      return bits_of(f32(sum) + static_cast<float>(exact));
    }
    // The first letters say which operand is signed: s, u, su, us.
    const bool n_signed = name_[0] == 's';
    const bool m_signed = name_.starts_with("us")                                ? true
                          : name_.starts_with("su") && !name_.starts_with("sub") ? false
                                                                                 : n_signed;
    const auto x        = [&](int reg_of, int at) {
      return n_signed ? static_cast<std::uint64_t>(sz(reg_of, at, part)) : z(reg_of, at, part);
    };
    const auto y = [&](int at) {
      return m_signed ? static_cast<std::uint64_t>(sz(reg(o[2], r), at, part))
                      : z(reg(o[2], r), at, part);
    };
    for (int p = rows > 1 ? i : 0; p < (rows > 1 ? i + 1 : per); ++p) {
      const auto product = vertical ? x(reg(o[1], p), per * e + r) * y(m_at(per * e + p, p))
                                    : x(reg(o[1], r), per * e + p) * y(m_at(per * e + p, p));
      sum                = subtract ? sum - product : sum + product;
    }
    return sum;
  }

  // ---- vectors ----

  bool vectors(const std::vector<operand>& o) {
    const int size = o[0].size, bits = 8 * size;
    const auto with = [&](std::string_view part) { return name_.find(part) != name_.npos; };
    const auto& to  = o[0].regs;
    const auto reg  = [](const operand& from, int k) {
      return from.regs[from.regs.size() == 1 ? 0 : static_cast<std::size_t>(k)];
    };
    if (with("clamp")) {
      return each(o[0], [&](int k, int i) -> std::uint64_t {
        const int d = to[static_cast<std::size_t>(k)], n = o[1].regs[0], m = o[2].regs[0];
        if (name_[0] == 'u') return std::min(std::max(z(n, i, size), z(d, i, size)), z(m, i, size));
        if (name_[0] == 's')
          return static_cast<std::uint64_t>(
              std::min(std::max(sz(n, i, size), sz(d, i, size)), sz(m, i, size)));
        if (size == 4)
          return bits_of(std::min(std::max(f32(z(n, i, 4)), f32(z(d, i, 4))), f32(z(m, i, 4))));
        const auto low = small(z(n, i, 2), false), x = small(z(d, i, 2), false),
                   high = small(z(m, i, 2), false);
        return to_small(std::min(std::max(low, x), high), false);
      });
    }
    if (with("max") || with("min")) {
      return each(o[0], [&](int k, int i) -> std::uint64_t {
        const int a = reg(o[1], k), b = reg(o[2], k);
        const bool most = with("max");
        if (name_[0] == 'f')
          return bits_of(most ? std::max(f32(z(a, i, 4)), f32(z(b, i, 4)))
                              : std::min(f32(z(a, i, 4)), f32(z(b, i, 4))));
        if (name_[0] == 's')
          return static_cast<std::uint64_t>(most ? std::max(sz(a, i, size), sz(b, i, size))
                                                 : std::min(sz(a, i, size), sz(b, i, size)));
        return most ? std::max(z(a, i, size), z(b, i, size))
                    : std::min(z(a, i, size), z(b, i, size));
      });
    }
    if (name_ == "add")
      return each(
          o[0], [&](int k, int i) { return z(reg(o[1], k), i, size) + z(o[2].regs[0], i, size); });
    if (name_ == "scvtf")
      return each(o[0], [&](int k, int i) {
        return bits_of(static_cast<float>(static_cast<std::int32_t>(z(reg(o[1], k), i, 4))));
      });
    if (name_ == "ucvtf")
      return each(o[0], [&](int k, int i) {
        return bits_of(static_cast<float>(static_cast<std::uint32_t>(z(reg(o[1], k), i, 4))));
      });
    if (with("fcvtz")) {
      return each(o[0], [&](int k, int i) {
        const double x    = f32(z(reg(o[1], k), i, 4));
        const double low  = name_ == "fcvtzs" ? -2147483648.0 : 0,
                     high = name_ == "fcvtzs" ? 2147483647.0 : 4294967295.0;
        return static_cast<std::uint64_t>(
            static_cast<std::int64_t>(std::trunc(std::min(std::max(x, low), high))));
      });
    }
    if (with("frint")) {
      return each(o[0], [&](int k, int i) {
        const float x = f32(z(reg(o[1], k), i, 4));
        return bits_of(name_ == "frinta"   ? std::round(x)
                       : name_ == "frintm" ? std::floor(x)
                       : name_ == "frintp" ? std::ceil(x)
                                           : std::nearbyint(x));
      });
    }
    if (with("cvt")) {  // narrows
      const int n = static_cast<int>(o[1].regs.size()), wide = n * size, of = count(wide);
      const bool interleaved = name_.back() == 'n';
      return each(o[0], [&](int, int i) -> std::uint64_t {
        const int k = interleaved ? i % n : i / of, at = interleaved ? i / n : i % of,
                  from = o[1].regs[static_cast<std::size_t>(k)];
        if (name_[0] == 'f' || name_[0] == 'b')
          return to_small(f32(z(from, at, 4)), name_[0] == 'b');
        if (name_[0] == 'u') return std::min(z(from, at, wide), (std::uint64_t{1} << bits) - 1);
        const bool to_unsigned  = with("cvtu");
        const std::int64_t most = (std::int64_t{1} << (bits - (to_unsigned ? 0 : 1))) - 1;
        return static_cast<std::uint64_t>(
            std::min(std::max(sz(from, at, wide), to_unsigned ? 0 : -most - 1), most));
      });
    }
    if (with("unpk")) {
      return each(o[0], [&](int k, int i) {
        const int from = o[1].regs[static_cast<std::size_t>(k / 2)], at = k % 2 * count(size) + i;
        return name_[0] == 'u' ? z(from, at, size / 2)
                               : static_cast<std::uint64_t>(sz(from, at, size / 2));
      });
    }
    if (name_ != "zip" && name_ != "uzp") throw std::runtime_error("no " + name_);
    // All source vectors one behind the other are the rows of a matrix; both transpose it.
    std::vector<int> from;
    for (std::size_t k = 1; k < o.size(); ++k)
      from.insert(from.end(), o[k].regs.begin(), o[k].regs.end());
    const int n = static_cast<int>(from.size()), all = count(1) / size;
    if (all < n) return false;
    const int granule = std::min(size, 8), in = size / granule;
    return each(o[0], [&](int k, int i) {
      const int at     = k * all + i / in;
      const int source = name_ == "zip" ? at % n : at % all / (all / n),
                e      = name_ == "zip" ? at / n : at % all % (all / n) * n + k;
      return z(from[static_cast<std::size_t>(source)], e * in + i % in, granule);
    });
  }

  state& s_;
  golden::sme::memory& memory_;
  int bytes_;
  std::string name_;
};

}  // namespace weft::sme2_reference
