// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/amx_sme.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <stdexcept>
#include <utility>

#include "sim/golden/amx_fields.hpp"
#include "sim/golden/sme_core/sme_core.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

namespace weft::golden::amx {
namespace {

/// The address of the program, the last 64 KiB of the SME core's addresses.
constexpr std::uint64_t At           = (std::uint64_t{1} << sme_core::AddressBits) - 0x1'0000;
constexpr std::size_t ConstantsBytes = 512;
constexpr std::size_t LineBytes      = sme_core::line_write::Bytes;

// Vector registers: the pools, then operands and sums.
enum : unsigned {
  X  = 0,
  Y  = 8,
  Xs = 16,
  Ys,
  Sum,
  Lane,
  One,
  Sign,
  XEven,
  XOdd,
  YEven,
  YOdd,
  Even,
  Odd
};

// Predicates.
enum : unsigned { OfX = 1, OfY, All, OfOdd, OfLow, OfHigh };

/// Instructions with the operands of their assembler syntax; sizes are log2 of bytes.
class assembler {
 public:
  void word(std::uint32_t w) { words_.push_back(w); }

  void mov_x(unsigned d, std::uint64_t value) {
    word(0xd2800000 | static_cast<unsigned>(value & 0xffff) << 5 | d);
    for (unsigned h = 1; h < 4; ++h) {
      const auto part = static_cast<unsigned>(value >> (16 * h) & 0xffff);
      if (part != 0) word(0xf2800000 | h << 21 | part << 5 | d);
    }
  }
  void mov(unsigned d, unsigned n) { word(0x04603000 | n << 16 | n << 5 | d); }
  void eor(unsigned d, unsigned n, unsigned m) { word(0x04a03000 | m << 16 | n << 5 | d); }
  void dup(int log, unsigned d, std::uint64_t value) {
    mov_x(0, value);
    word(0x05203800 | size(log) | d);
  }
  void dup_element(int log, unsigned d, unsigned n, int i) {
    const auto at = static_cast<unsigned>(2 * i + 1) << log;
    word(0x05202000 | at >> 5 << 22 | (at & 31) << 16 | n << 5 | d);
  }
  void ext(unsigned dn, unsigned m, unsigned bytes) {
    word(0x05200000 | bytes >> 3 << 16 | (bytes & 7) << 10 | m << 5 | dn);
  }
  /// SEL: n where p is true, else d.
  void sel(unsigned d, unsigned p, unsigned n) {
    word(0x0520c000 | d << 16 | p << 10 | n << 5 | d);
  }
  /// UZP1, UZP2, ZIP1, ZIP2, TRN1; bits 12:10 select one.
  void permute(int log, unsigned op, unsigned d, unsigned n, unsigned m) {
    word(0x05206000 | size(log) | op << 10 | m << 16 | n << 5 | d);
  }
  void add(int log, unsigned d, unsigned n, unsigned m) {
    word(0x04200000 | size(log) | m << 16 | n << 5 | d);
  }
  void mul(int log, unsigned d, unsigned n, unsigned m) {
    word(0x04206000 | size(log) | m << 16 | n << 5 | d);
  }
  void asr_s(unsigned d, unsigned n, unsigned bits) {
    word(0x04209000 | (64 - bits) >> 5 << 22 | ((64 - bits) & 31) << 16 | n << 5 | d);
  }
  void extend_s(bool byte, unsigned d, unsigned n) {
    word((byte ? 0x0490a000 : 0x0492a000) | All << 10 | n << 5 | d);
  }
  void fmla(int log, bool subtract, unsigned p, unsigned da, unsigned n, unsigned m) {
    word(0x65200000 | size(log) | m << 16 | (subtract ? 1u << 13 : 0) | p << 10 | n << 5 | da);
  }
  void fmopa(int log, bool subtract, unsigned tile) {
    word((log == 3 ? 0x80c00000 : 0x80800000) | Xs << 16 | OfX << 13 | OfY << 10 | Ys << 5 |
         (subtract ? 1u << 4 : 0) | tile);
  }
  void ldr(unsigned z, std::uint64_t address) { memory(0x85804000 | z, address); }
  void str(unsigned z, std::uint64_t address) { memory(0xe5804000 | z, address); }
  void ldr_row(unsigned r, std::uint64_t address) { row_memory(0xe1000000, r, address); }
  void str_row(unsigned r, std::uint64_t address) { row_memory(0xe1200000, r, address); }

  /// MOVA from and to the slice of row or column r, which belongs to tile r mod size.
  void take(int log, unsigned d, unsigned r, bool vertical = false) {
    mov_x(12, r >> log);
    word(0xc0020000 | size(log) | (vertical ? 1u << 15 : 0) | All << 10 | tile(log, r) << 5 | d);
  }
  void put(int log, unsigned p, unsigned r, unsigned n) {
    mov_x(12, r >> log);
    word(0xc0000000 | size(log) | p << 10 | n << 5 | tile(log, r));
  }

  /// Loads a predicate, one bit per byte.
  void predicate(unsigned p, std::uint64_t bits) {
    mov_x(0, At + 8 * constants_.size());
    word(0x85800000 | p);
    constants_.push_back(bits);
  }

  sme_program assembled() const {
    const auto end = ConstantsBytes + 4 * words_.size();
    sme_program p{std::vector<std::uint8_t>((end + LineBytes - 1) / LineBytes * LineBytes), At,
                  At + ConstantsBytes, At + end};
    if (8 * constants_.size() > ConstantsBytes) throw std::logic_error("too many constants");
    std::copy_n(reinterpret_cast<const std::uint8_t*>(constants_.data()), 8 * constants_.size(),
                p.bytes.begin());
    std::memcpy(&p.bytes[ConstantsBytes], words_.data(), 4 * words_.size());
    return p;
  }

 private:
  static std::uint32_t size(int log) { return static_cast<std::uint32_t>(log) << 22; }
  static unsigned tile(int log, unsigned r) { return (r & ((1u << log) - 1)) << (4 - log); }

  void memory(std::uint32_t w, std::uint64_t address) {
    mov_x(0, address);
    word(w);
  }
  void row_memory(std::uint32_t w, unsigned r, std::uint64_t address) {
    mov_x(12, r);
    memory(w, address);
  }

  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> constants_;
};

/// The bytes of the lanes: all of them, or the lowest of each.
std::uint64_t bytes_of(std::uint64_t lanes, int bytes, bool all) {
  std::uint64_t p = 0;
  for (int i = 0; i < RowBytes / bytes; ++i) {
    if ((lanes >> i & 1) != 0) p |= (all ? ones(bytes) : 1) << (i * bytes);
  }
  return p;
}

template <class F>
void each(std::uint64_t lanes, F&& f) {
  for (int i = 0; lanes != 0; ++i, lanes >>= 1) {
    if ((lanes & 1) != 0) f(i);
  }
}

/// Loads 64 bytes of a pool from `offset` on.
void window(assembler& a, unsigned to, unsigned pool, unsigned offset) {
  const unsigned r = offset / RowBytes;
  a.mov(to, pool + r);
  if (offset % RowBytes != 0) a.ext(to, pool + (r + 1) % 8, offset % RowBytes);
}

void transfer(assembler& a, op_e op, fields k) {
  const bool load = op == op_e::Ldx || op == op_e::Ldy || op == op_e::Ldz;
  const bool rows = op == op_e::Ldz || op == op_e::Stz;
  const int count = rows ? Rows : PoolBytes / RowBytes;
  for (int i = 0; i < registers(k, load, count); ++i) {
    const auto address = (k.bits & ones(56)) + static_cast<unsigned>(i * RowBytes);
    const auto r       = (k(61, 56) + static_cast<unsigned>(i)) % static_cast<unsigned>(count);
    const auto z       = r + (op == op_e::Ldy || op == op_e::Sty ? Y : X);
    if (rows) {
      load ? a.ldr_row(r, address) : a.str_row(r, address);
    } else {
      load ? a.ldr(z, address) : a.str(z, address);
    }
  }
}

void interleave(assembler& a, bool load, fields k) {
  const auto address = k.bits & ones(56);
  const unsigned r   = k(61, 57) << 1;
  if (load) {
    a.ldr(Sum, address);
    a.permute(2, 2, Even, Sum, Sum);
    a.permute(2, 3, Odd, Sum, Sum);
    a.predicate(OfX, k(56) ? ones(64) << 32 : ones(32));
    a.put(2, OfX, r, Even);
    a.put(2, OfX, r + 1, Odd);
  } else {
    a.take(2, Even, r);
    a.take(2, Odd, r + 1);
    a.permute(2, k(56) ? 1 : 0, Sum, Even, Odd);
    a.str(Sum, address);
  }
}

/// Visits every row of an instruction on lanes: in vector mode row r, with both operands' lanes;
/// else row j * size + r mod size for lane j of Y, which is copied to all lanes of `Lane`.
template <class F>
void each_row(assembler& a, fields k, int log, F&& f) {
  const unsigned r = k(25, 20), step = 1u << log;
  if (k(63)) return f(r, static_cast<unsigned>(Ys));
  each(y_enabled(k, RowBytes >> log), [&](int j) {
    a.dup_element(log, Lane, Ys, j);
    f(static_cast<unsigned>(j) * step + r % step, static_cast<unsigned>(Lane));
  });
}

void fma(assembler& a, fields k, format f, int log, bool subtract) {
  const int bytes     = 1 << log;
  const unsigned skip = k(29, 27);
  const bool computes = skip < 3 || skip == 4, outer = !k(63) && log > 1 && computes;
  if (skip == 6) return;
  window(a, Xs, X, k(18, 10));
  window(a, Ys, Y, k(8, 0));
  a.predicate(OfX, bytes_of(x_enabled(k, RowBytes / bytes), bytes, false));
  a.predicate(OfY, bytes_of(y_enabled(k, RowBytes / bytes), bytes, false));
  // A skipped factor is replaced by 1, a skipped addend by -0, which changes no sum.
  const std::uint64_t one = static_cast<std::uint64_t>(f.bias()) << f.frac_bits;
  a.dup(log, One, one);
  a.dup(log, Sign, f.sign_bit());
  if (outer) {
    if (skip == 1) {
      each(y_enabled(k, RowBytes / bytes), [&](int j) {
        a.put(log, OfX, static_cast<unsigned>(j * bytes) + k(25, 20) % static_cast<unsigned>(bytes),
              Sign);
      });
    }
    if (skip == 2) a.mov(Ys, One);
    if (skip == 4) a.mov(Xs, One);
    a.fmopa(log, subtract, k(25, 20) % static_cast<unsigned>(bytes));
    return;
  }
  each_row(a, k, log, [&](unsigned row, unsigned y) {
    if (computes) {
      skip == 1 ? a.mov(Sum, Sign) : a.take(log, Sum, row);
      a.fmla(log, subtract, OfX, Sum, skip == 4 ? One : Xs, skip == 2 ? One : y);
    } else {
      skip == 7 ? a.dup(log, Sum, 0) : a.mov(Sum, skip == 3 ? static_cast<unsigned>(Xs) : y);
      if (subtract) a.eor(Sum, Sum, Sign);
    }
    a.put(log, OfX, row, Sum);
  });
}

/// MAC16: even and odd 16-bit lanes are computed separately, as words.
void mac16(assembler& a, fields k) {
  const auto x = x_enabled(k, 32);
  window(a, Xs, X, k(18, 10));
  window(a, Ys, Y, k(8, 0));
  const auto split = [&](unsigned even, unsigned odd, unsigned from, bool bytes) {
    a.extend_s(bytes, even, from);
    a.asr_s(odd, from, 16);
    if (bytes) a.extend_s(bytes, odd, odd);
  };
  const auto value = [&](unsigned to, unsigned of_x, unsigned of_y) {
    if (k(29) && k(28)) {
      a.dup(2, to, 0);
    } else if (k(29) || k(28)) {
      a.mov(to, k(29) ? of_y : of_x);
    } else {
      a.mul(2, to, of_x, of_y);
    }
    if (k(59, 55) != 0) a.asr_s(to, to, k(59, 55));
  };
  const auto add = [&](int log, unsigned p, unsigned row, unsigned from) {
    if (!k(27)) {
      a.take(log, Sum, row);
      a.add(log, from, from, Sum);
    }
    a.put(log, p, row, from);
  };
  const bool wide = k(62) && !k(63);
  a.predicate(OfX, bytes_of(x, 2, false));
  a.predicate(OfOdd, bytes_of(x, 2, false) >> 2);
  split(XEven, XOdd, Xs, k(61));
  each_row(a, k, 1, [&](unsigned row, unsigned y) {
    split(YEven, YOdd, y, k(60));
    value(Even, XEven, YEven);
    value(Odd, XOdd, YOdd);
    if (wide) {
      add(2, OfX, row & ~1u, Even);
      add(2, OfOdd, row | 1, Odd);
    } else {
      a.permute(1, 4, Even, Even, Odd);
      add(1, OfX, row, Even);
    }
  });
}

void extract(assembler& a, fields k, bool column) {
  if (!k(26) && k(27)) {
    column ? a.mov(Y + k(8, 6), X + k(22, 20)) : a.mov(X + k(18, 16), Y + k(22, 20));
    return;
  }
  const extraction e(k, column);
  const auto bytes = bytes_of(e.lanes, e.width.to, !e.low_bytes);
  unsigned offset  = e.offset;
  for (unsigned z = e.first; z < Rows; z += e.step, offset = (offset + RowBytes) % PoolBytes) {
    const unsigned shift = offset % RowBytes, r = offset / RowBytes, pool = e.to_y ? Y : X;
    e.zero ? a.dup(0, Sum, 0)
           : a.take(std::countr_zero(static_cast<unsigned>(e.width.to)), Sum, z, column);
    if (shift != 0) a.ext(Sum, Sum, RowBytes - shift);
    a.predicate(OfLow, bytes << shift);
    a.sel(pool + r, OfLow, Sum);
    if (shift == 0) continue;
    a.predicate(OfHigh, bytes >> (RowBytes - shift));
    a.sel(pool + (r + 1) % 8, OfHigh, Sum);
  }
}

/// A memory that contains a program.
class with_program : public sme::memory {
 public:
  with_program(const sme_program& p, sme::memory& rest) : program_(p), rest_(rest) {}

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    if (address < program_.at || address >= program_.at + program_.bytes.size())
      return rest_.read(address, to);
    const auto from = std::span(program_.bytes).subspan(address - program_.at, to.size());
    std::copy(from.begin(), from.end(), to.begin());
    return true;
  }
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
    return rest_.write(address, from);
  }
  bool writable(std::uint64_t address, std::size_t bytes) override {
    return rest_.writable(address, bytes);
  }

 private:
  const sme_program& program_;
  sme::memory& rest_;
};

/// Whether golden stops at the instruction; golden then gives the reason.
bool stops(const state& s, sme::memory& m, op_e op, std::uint64_t operand) {
  if (op == op_e::Set) return operand > 1 || (operand == 0 && s.on);
  if (!s.on || op > op_e::Genlut) return true;
  if (op > op_e::Stzi) return false;
  const fields k{operand};
  const bool rows = op >= op_e::Ldz,
             load = op == op_e::Ldx || op == op_e::Ldy || op == op_e::Ldz || op == op_e::Ldzi;
  const bool half = op == op_e::Ldzi || op == op_e::Stzi;
  const auto bytes =
      static_cast<std::size_t>(half ? 1 : registers(k, load, rows ? Rows : 8)) * RowBytes;
  std::array<std::uint8_t, 4 * RowBytes> buffer;
  const auto address = operand & ones(56);
  return (bytes > RowBytes && address % 128 != 0) ||
         !(load ? m.read(address, std::span(buffer).first(bytes)) : m.writable(address, bytes));
}

}  // namespace

std::optional<sme_program> as_sme(op_e op, std::uint64_t operand) {
  const fields k{operand};
  assembler a;
  if (op == op_e::Set) {
    a.word(operand == 0 ? 0xd503477f : 0xd503467f);  // smstart, smstop
    return a.assembled();
  }
  if (op > op_e::Set) return std::nullopt;
  a.word(0x2518e3e0 | All);  // ptrue
  switch (op) {
    case op_e::Ldzi:
    case op_e::Stzi:
      interleave(a, op == op_e::Ldzi, k);
      break;
    case op_e::Extrx:
    case op_e::Extry:
      if (widths_of(k).stride != 0) return std::nullopt;
      extract(a, k, op == op_e::Extry);
      break;
    case op_e::Fma64:
    case op_e::Fms64:
      fma(a, k, Binary64, 3, op == op_e::Fms64);
      break;
    case op_e::Fma32:
    case op_e::Fms32:
      if (k(61) || k(60)) return std::nullopt;
      fma(a, k, Binary32, 2, op == op_e::Fms32);
      break;
    case op_e::Fma16:
    case op_e::Fms16:
      if (k(62) && !k(63)) return std::nullopt;
      fma(a, k, Binary16, 1, op == op_e::Fms16);
      break;
    case op_e::Mac16:
      mac16(a, k);
      break;
    default:
      transfer(a, op, k);
  }
  return a.assembled();
}

unit sme_unit(sme_runner run) {
  return [run = std::move(run)](state& s, sme::memory& m, op_e op, std::uint64_t operand) {
    if (stops(s, m, op, operand)) execute(s, m, op, operand);
    if (op <= op_e::Stzi && (operand & ones(56)) >= At) {
      throw sme::isa::stopped{sme::stop_e::Undefined, "SME's core has addresses of 48 bits"};
    }
    const auto program = as_sme(op, operand);
    if (!program) {
      throw sme::isa::stopped{sme::stop_e::Undefined, "SME has no arithmetic for this"};
    }
    sme::state core{.pc   = program->begin,
                    .fpcr = sme::fp_control::Dn,
                    .svl  = 8 * RowBytes,
                    .sm   = s.on,
                    .za   = s.on};
    for (unsigned r = 0; r < 8; ++r) {
      std::copy_n(&s.x[r * RowBytes], RowBytes, core.z[X + r].begin());
      std::copy_n(&s.y[r * RowBytes], RowBytes, core.z[Y + r].begin());
    }
    core.rows = s.core.rows;
    with_program all(*program, m);
    const auto cycles = run(core, all, program->end);
    for (unsigned r = 0; r < 8; ++r) {
      std::copy_n(core.z[X + r].begin(), RowBytes, &s.x[r * RowBytes]);
      std::copy_n(core.z[Y + r].begin(), RowBytes, &s.y[r * RowBytes]);
    }
    s.on = core.za;
    s.core.set_svcr(s.core.sm, s.on);
    s.core.rows = core.rows;
    return cycles;
  };
}

}  // namespace weft::golden::amx
