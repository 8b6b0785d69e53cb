// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>

#include "sim/golden/enum_name.hpp"

/// Golden model of the SME core: rtl/sme/weft_sme_issue.sv, its scheduler, and the uops that
/// instruction words become.
///
/// A uop is dispatched in program order: its registers are renamed, it takes a place in the window
/// and one in the queue of its pipe. Each queue issues in order, none waits for another. Uops
/// commit in program order, which frees the registers that they overwrote.
namespace weft::golden::sme_core {

/// The sizes and latencies of the scheduler: parameters of weft_sme_issue.
struct config {
  int dispatch       = 2;    ///< uops dispatched in a cycle
  int commit         = 4;    ///< uops committed in a cycle
  int phys_z         = 96;   ///< vector registers, 36 or more
  int phys_p         = 32;   ///< predicate registers, 17 or more
  int queue          = 32;   ///< places of each queue, a power of two
  int window         = 128;  ///< uops between dispatch and commit, a power of two
  int vector_latency = 3;    ///< cycles from a vector uop's last beat to its result, 1 or more
  int distance       = 4;    ///< cycles from a product's last beat to the next one of its rows
  int op_latency     = 7;    ///< the same to any other use of its rows; `distance` or more
};

enum class pipe_e : std::uint8_t { Load, Store, Op, Vector };
inline constexpr std::size_t Pipes = 4;

inline std::ostream& operator<<(std::ostream& os, pipe_e p) {
  return put_name(os, p, {"Load", "Store", "Op", "Vector"});
}

inline constexpr int ArchZ = 32, ArchP = 16;
inline constexpr std::size_t ZReads = 4, ZWrites = 4, PReads = 3, Answers = 2, Classes = 8;

/// The name of a register, architectural or physical; without a value it is not used.
using reg = std::optional<std::uint8_t>;

/// A uop as the scheduler sees it. Destinations differ from each other; a destination whose old
/// value matters is a source, too. Products and stores have no destination.
///
/// Rows of ZA count by their class, row number mod 8. A uop that reads and writes a class counts as
/// a writer. A load of rows or registers has an answer of memory for each vector.
struct uop {
  pipe_e pipe = pipe_e::Vector;
  bool alone  = false;  ///< waits for all before it, and all after it wait for it
  /// A load of several registers: a request a beat, and when all are answered a register a cycle.
  bool structure = false;
  std::array<reg, ZReads> z_source{};
  std::array<reg, ZWrites> z_dest{};
  std::array<reg, PReads> p_source{};
  reg p_dest{};
  std::uint8_t za_reads = 0, za_writes = 0;  ///< bit c: class c
  int beats           = 1;                   ///< cycles that it occupies its pipe, 1 to 1023
  std::uint64_t first = 0, last = 0;         ///< loads and stores: their bytes, both included
  /// A load or store whose elements have addresses of their own, in turns from the cycle behind the
  /// issue on. A load is a structure with one register.
  bool apart          = false;
  std::uint64_t asked = 0;  ///< bit i: turn i asks memory, and is taken when that is ready
  int turns           = 0;  ///< of a load
  /// Waits for no rows: its classes are those of the uop before it in its pipe, its rows others.
  bool joined = false;

  int z_writes() const {
    int n = 0;
    for (const auto& z : z_dest) n += z.has_value();
    return n;
  }
  /// A load of two registers with one answer of memory.
  bool pair() const { return pipe == pipe_e::Load && !structure && z_writes() == 2; }
  int p_writes() const { return p_dest.has_value(); }
  bool overlaps(const uop& o) const { return first <= o.last && o.first <= last; }
  /// A shared port gives rows of ZA to stores and to the vector pipe, one uop a cycle.
  bool uses_row_port() const {
    return za_reads != 0 && (pipe == pipe_e::Store || pipe == pipe_e::Vector);
  }

  friend std::ostream& operator<<(std::ostream& os, const uop& u) {
    os << u.pipe << (u.alone ? " alone" : "");
    const auto put = [&](const char* name, const auto& list) {
      for (const auto& r : list) {
        if (r) os << ' ' << name << unsigned{*r};
      }
    };
    put("z", u.z_source);
    put("p", u.p_source);
    os << " ->";
    put("z", u.z_dest);
    put("p", std::array{u.p_dest});
    return os << (u.joined ? " joined" : "") << " za " << unsigned{u.za_reads} << '/'
              << unsigned{u.za_writes} << " beats " << u.beats << " at " << u.first << ".."
              << u.last;
  }
};

}  // namespace weft::golden::sme_core
