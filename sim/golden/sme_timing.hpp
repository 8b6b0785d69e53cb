// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "sim/golden/mopa.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme/floating.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_matrix.hpp"
#include "sim/golden/sme_memory.hpp"
#include "sim/golden/sme_predicate.hpp"

/// The timing of rtl/sme/weft_sme.sv: clock cycles of each instruction on a memory that answers in
/// the next cycle. The host executes each plain A64 instruction in one cycle and waits for every
/// other instruction.
namespace weft::golden::sme {

/// Whether weft_sme has a line: SME2's are weft_sme_core's, or golden's alone.
constexpr bool of_weft_sme(const encoding& line) { return !line.group.starts_with("SME2"); }
/// The end of a program on weft_sme at a word that it does not have.
inline outcome not_of_weft_sme(std::uint64_t pc, std::uint32_t bits, const encoding& line) {
  return {stop_e::Undefined, pc, bits, "weft_sme has no unit for SME2's " + std::string(line.name)};
}

struct timing_config {
  int float_latency = 3;  ///< cycles of an addition or a fused multiply-add
  mopa::config mopa = {};
};

class timing {
 public:
  timing(const timing_config& k, int svl)
      : k_(k), svlb_(svl / 8), table_(k.mopa, std::countr_zero(static_cast<unsigned>(svl / 8))) {}

  /// Cycles up to the end of the last instruction executed.
  std::uint64_t cycles() const { return now_; }

  /// Times the next instruction on the state before it. Its cycles count if it does not stop.
  void execute(state& s, const instruction& line, std::uint32_t bits) {
    paged_memory none;
    isa::machine c{s, none, 0};
    try {
      // The coprocessor takes it in cycle now_, its first step is in the next one.
      now_ = 1 + done(c, line, word{bits}, now_ + 1);
    } catch (const isa::stopped&) {
    }
  }

 private:
  using word = isa::word;

  static constexpr std::uint64_t PageBytes = paged_memory::PageBytes;

  static bool crosses(std::uint64_t address, std::uint64_t bytes) {
    return address / PageBytes != (address + bytes - 1) / PageBytes;
  }
  /// The last cycle of a load or a store of `items` beats that begins in `first`.
  static std::uint64_t load_end(std::uint64_t first, std::uint64_t items) { return first + items; }
  static std::uint64_t store_end(std::uint64_t first, std::uint64_t items, bool crossing) {
    return first + (crossing ? 2 * items + 1 : items);
  }

  std::uint64_t za_free(std::uint64_t at) const { return std::max({at, mopa_free_, zero_free_}); }
  void zero(std::uint64_t at, unsigned tiles) {
    zero_free_ = at + 1 + static_cast<unsigned>(std::popcount(tiles) * svlb_ / 8);
  }

  /// The cycle in which the instruction is done.
  std::uint64_t done(isa::machine& c, const instruction& line, word w, std::uint64_t first) {
    const auto beats = static_cast<std::uint64_t>(c.vl() / 8);
    if (line.group == "A64") return a64(c, line, w, first);
    if (line.group == "SME") return matrix(c, line, w, first);
    if (line.group == "SVE loads and stores") return vector_memory(c, line, w, first);
    if (line.group == "SVE floating point") return floating(c, line, w, first);
    const std::string_view name = line.name;
    if (line.group == "SVE predicates and loops") {
      if (name.ends_with("vl") || name.ends_with("pl")) return first + 1;
      const bool of_vector = line.execute == isa::inc_vector || line.execute == isa::incp_vector;
      return of_vector ? first + beats : first;
    }
    if (name.starts_with("cmp")) return first + beats;
    if (name == "tbl") return first + static_cast<std::uint64_t>(c.count(w.size())) - 1;
    if (name == "lasta lastb") return first;
    if (name == "saddv" || name == "uaddv") return first + beats - 1;
    if (name.starts_with("clast")) {
      return first + (line.execute == isa::clast ? beats - 1 : 0);
    }
    if (name.find("div") != name.npos) {
      return serial(c, w, first, w.size(), static_cast<std::uint64_t>(8 * w.size()));
    }
    const bool reduces = (name.ends_with('v') && line.group == "SVE integers");
    const auto folds   = static_cast<std::uint64_t>(3 - std::countr_zero(unsigned(w.size())));
    return first + beats - 1 + (reduces ? folds : 0);
  }

  /// Digits of a quotient or a square root of numbers of `size` bytes.
  static std::uint64_t float_digits(int size, bool root) {
    return static_cast<std::uint64_t>(isa::float_of(size).frac_bits + (root ? 2 : 3));
  }
  /// Element by element, a cycle each and the digits of active ones.
  std::uint64_t serial(isa::machine& c, word w, std::uint64_t first, int size,
                       std::uint64_t digits) {
    std::uint64_t last = first;
    for (int i = 0; i < c.count(size); ++i) {
      last += 1 + (isa::active(isa::low_governing(c, w), i, size) ? digits : 0);
    }
    return last;
  }

  std::uint64_t floating(isa::machine& c, const instruction& line, word w, std::uint64_t first) {
    const auto beats    = static_cast<std::uint64_t>(c.vl() / 8);
    const auto addition = static_cast<std::uint64_t>(k_.float_latency) + 1;
    const int size      = w.size();
    if (line.name == "fadda") {
      std::uint64_t n = 0;
      for (int i = 0; i < c.count(size); ++i) {
        n += isa::active(isa::low_governing(c, w), i, size) ? addition : 1;
      }
      return first + n - 1;
    }
    const std::string_view name = line.name;
    if (name.starts_with("fdiv") || name == "fsqrt") {
      return serial(c, w, first, size, float_digits(size, name == "fsqrt"));
    }
    if (name.find("cvt") != name.npos || name.starts_with("frint")) {
      // Integers to and from binary16 have their size in 18:17.
      const bool by_integer = w(23, 22) == 1 && !name.starts_with("frint");
      return serial(c, w, first, by_integer ? 1 << w(18, 17) : size, 0);
    }
    if (name.starts_with("fcm") || name.starts_with("fac")) {
      return first + beats + addition - 1;
    }
    if (name.ends_with('v')) {
      const auto folds = static_cast<std::uint64_t>(3 - std::countr_zero(unsigned(size)));
      return first + 2 * beats + (beats * folds + beats - 1) * addition - 1;
    }
    return first + beats - 1 + addition - 1;
  }

  std::uint64_t vector_memory(isa::machine& c, const instruction& line, word w,
                              std::uint64_t first) {
    const auto beats  = static_cast<std::uint64_t>(c.vl() / 8);
    const auto stores = line.name.starts_with("st");
    const auto length = static_cast<std::uint64_t>(c.vl());
    if (line.name == "ldr" || line.name == "str") {
      const bool predicate = !w(14);
      const auto bytes     = predicate ? length / 8 : length;
      const auto items     = std::max<std::uint64_t>(1, bytes / 8);
      if (!stores) return load_end(first, items) + (predicate ? 1 : 0);
      return store_end(first, items,
                       crosses(isa::whole_address(c, w, static_cast<int>(bytes)), bytes));
    }
    const auto passes = [&](std::uint64_t items, std::uint64_t n) {
      return first + n * (items + 1) - 1;
    };
    if (line.name.starts_with("ld2") || line.name.starts_with("ld3") ||
        line.name.starts_with("ld4") || (stores && line.name[2] >= '2' && line.name[2] <= '4')) {
      // Register by register; across pages everything is asked for before.
      const bool by_register =
          line.execute == isa::load_structures<true> || line.execute == isa::store_structures<true>;
      const auto n     = static_cast<std::uint64_t>(isa::registers_of(w));
      const bool twice = crosses(isa::structure_address(c, w, by_register), n * length);
      return passes(static_cast<std::uint64_t>(c.count(1 << w(24, 23))), twice ? 2 * n : n);
    }
    if (line.execute == isa::scatter_offsets || line.execute == isa::scatter_addresses) {
      const bool words = line.execute == isa::scatter_offsets ? w(22) && !w(13) : w(21);
      return passes(static_cast<std::uint64_t>(c.count(words ? 4 : 8)), 2);
    }
    if (stores) {
      const bool same = line.name.starts_with("stnt");
      const int bytes = 1 << w(24, 23), size = same ? bytes : 1 << w(22, 21);
      const bool by_register =
          line.execute == isa::st1_register || line.execute == isa::stnt1_register;
      const auto at = by_register ? isa::indexed(c, w, bytes) : isa::displaced(c, w, bytes, size);
      return store_end(first, beats,
                       crosses(at, static_cast<std::uint64_t>(c.count(size)) * unsigned(bytes)));
    }
    const bool contiguous = (w.bits & 0xfe000000) == 0xa4000000;
    if (contiguous && (line.name.starts_with("ldff") || line.name.starts_with("ldnf"))) {
      return load_end(first, static_cast<std::uint64_t>(c.count(isa::loaded_of(w(24, 21)).size)));
    }
    if (contiguous || line.execute == isa::ld1r) return load_end(first, beats);
    return load_end(first, static_cast<std::uint64_t>(c.count(w(30) ? 8 : 4)));
  }

  std::uint64_t matrix(isa::machine& c, const instruction& line, word w, std::uint64_t first) {
    const auto beats            = static_cast<std::uint64_t>(c.vl() / 8);
    const auto rows             = static_cast<std::uint64_t>(svlb_) / 8;
    const std::string_view name = line.name;
    if (name.find("mopa") != name.npos || name == "addha addva") {
      mopa::operation o;
      const bool wide = w(22) && !(name.starts_with("bf"));
      o.log_size      = wide ? 3 : 2;
      o.tile          = w(wide ? 2 : 1, 0);
      const auto s    = table_.add(o, std::max(first, zero_free_));
      mopa_free_      = s.written + 1;
      return s.taken;
    }
    if (name == "zero") {
      const auto at = za_free(first);
      zero(at, w(7, 0));
      return at;
    }
    if (name == "mova mov") {
      return za_free(first) + (w(17) ? beats : 0);
    }
    if (name.starts_with("ld")) return za_free(load_end(first, rows) + 1);
    if (name.starts_with("st")) {
      const bool row     = name == "str";
      const auto bytes   = static_cast<std::uint64_t>(svlb_);
      const int log_size = static_cast<int>(w(23, 22) + w(24));
      const auto at =
          row ? c.xsp(w.n()) + w(3, 0) * bytes : c.xsp(w.n()) + (c.x(w.m()) << log_size);
      return store_end(za_free(first) + 1, rows, crosses(at, bytes));
    }
    if (name == "smstart smstop" || name == "msr") {
      const auto at = za_free(first);
      const bool za = name == "msr" ? (c.x(w.d()) & 2) != 0 : w(10) ? w(8) : c.s.za;
      if (za != c.s.za) zero(at, 0xff);
      return at + 1;
    }
    if (name == "psel") return first;
    if (name == "revd" || name.ends_with("clamp")) return first + beats - 1;
    return first + 1;  // lengths, MRS
  }

  /// The timing of A64 instructions: the host executes them, except those on vector registers,
  /// which are the coprocessor's.
  std::uint64_t a64(isa::machine& c, const instruction& line, word w, std::uint64_t first) {
    const bool is_float = (w.bits & 0x7e000000) == 0x1e000000;
    if (is_float) {
      const std::string_view name = line.name;
      const bool moves = name == "fmov" || name == "fabs" || name == "fneg" || name == "fcsel";
      if (moves) return first;
      if (name == "fdiv" || name == "fsqrt") {
        return first + 1 + float_digits(isa::float_bytes(w), name == "fsqrt");
      }
      if (name.find("cvt") != name.npos || name.starts_with("frint")) return first + 1;
      return first + static_cast<std::uint64_t>(k_.float_latency);
    }
    if ((w.bits & 0x0e000000) != 0x0c000000) return first - 1;
    const auto next  = isa::vector_accesses_of(c, line, w);
    std::uint64_t at = first;
    for (int i = 0; i < next.count; ++i) {
      const auto items = static_cast<std::uint64_t>(next.bytes > 8 ? 2 : 1);
      const auto bytes = static_cast<std::uint64_t>(next.bytes);
      const auto end =
          next.load ? load_end(at, items)
                    : store_end(at, items, crosses(next.address + bytes * unsigned(i), bytes));
      at = end + 2;
    }
    return at - 2;
  }

  timing_config k_;
  int svlb_;
  mopa::timetable table_;
  std::uint64_t now_ = 0, mopa_free_ = 0, zero_free_ = 0;
};

}  // namespace weft::golden::sme
