// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_issue.hpp"
#include "sim/golden/sme_core/sme_issue_timetable.hpp"

/// Instruction words as uops of the SME core.
namespace weft::golden::sme_core {

/// Bits of the core's addresses.
inline constexpr int AddressBits = 48;

/// The core around its scheduler: widths of the host and of what the uops occupy.
struct core_config {
  config issue{};
  int host           = 4;    ///< A64 instructions in a cycle, all words counted
  int ahead          = 64;   ///< uops that the host is ahead of dispatch
  int vector_bytes   = 64;   ///< bytes of a vector's result in a cycle
  int load_bytes     = 128;  ///< bytes of a load in a cycle: `load_bytes / 64` lines
  int rows_per_cycle = 16;   ///< rows of a tile that an outer product updates in a cycle
};

/// In the number of a load: it writes the next vector, too.
inline constexpr unsigned PairNumber = 4;

/// The part of an instruction that is the core's, and the part that is the host's.
struct translated {
  bool has_uop = false;
  uop u{};
  /// Further uops of the instruction, with the word that the core decodes for each.
  struct part {
    uop u{};
    std::uint32_t word = 0;
    /// The vector's or predicate's where `numbered`, with PairNumber; else bits beside the slice
    /// register's.
    std::uint8_t number = 0;
  };
  std::vector<part> rest{};
  std::uint32_t word         = 0;      ///< what the core decodes instead; 0: the word itself
  std::uint8_t number        = 0;      ///< of the first uop
  std::uint8_t register_bits = 0xff;   ///< of the slice register, beside the uop's number
  bool numbered              = false;  ///< the place of the slice register has the uop's number
  bool entangled     = false;  ///< several vectors that overwrite each other's sources: no order
  bool flags_by_part = false;  ///< each uop raises the flags of its own word
  /// Where all uops have the word of several vectors: for each a word of one, under P0 all true,
  /// that does the same.
  std::vector<std::uint32_t> alike{};
  /// Where elements have addresses of their own: those of the active ones, what their offsets are
  /// added to, and the bytes of an element in memory.
  std::vector<std::optional<std::uint64_t>> elements{};
  std::uint64_t base = 0;
  int element_bytes  = 0;
  bool mapped        = true;   ///< false: it is alone, and a schedule names it
  bool product       = false;  ///< an outer product
  int group          = 1;      ///< vectors that a uop moves, one behind the other
  bool gives_x       = false;  ///< the host waits for a general register
  bool gives_flags   = false;  ///< the unit sets NZCV
  bool sets_flags    = false;  ///< the host sets NZCV
  bool reads_flags   = false;  ///< the host needs NZCV
};

/// Translates an instruction in the state before it. Addresses, lengths and all else that depends
/// on X registers and the vector length only are the host's: branches, ADDVL, RDSVL, CNTB, and the
/// flags and the element count of WHILE and PTRUE, whose predicate is a uop without sources. An
/// encoding that golden::sme stops at has no uop.
translated translate(const core_config& k, sme::state& s, const sme::instruction& line,
                     std::uint32_t word);

/// How a program ends before a word that the core does not execute: one of entangled vectors, or
/// with bytes beyond its addresses; if golden::sme stops at those, as there. Else it does not stop.
sme::outcome stops_before(const translated& t, const sme::state& s, sme::memory& m,
                          const sme::instruction& line, std::uint32_t word);

/// How the core executes the words of a line.
enum class core_run_e : std::uint8_t {
  Host,       ///< no uop
  Pipelined,  ///< one a cycle, or one line of memory or one vector of a group a cycle
  Turns,      ///< an element, a beat or an addition after the other
  Alone       ///< on its own, when all before it is done
};
/// The one of most cycles among the encodings of the line.
core_run_e core_run(const sme::instruction& line);

/// The host before the scheduler: hands over uops and notes the times.
class core_clock {
 public:
  core_clock(const core_config& k, memory_times memory)
      : k_(k), table_(k.issue, std::move(memory)) {}

  /// The next instruction. Tells `told` of its uops, in order, and their times. Returns the times
  /// of the last one, if there is one.
  template <class Told>
  std::optional<timetable::times> execute(const translated& t, Told told) {
    const auto width = static_cast<std::uint64_t>(k_.host);
    if (t.reads_flags) slot_ = std::max(slot_, flags_ * width);
    std::optional<timetable::times> times;
    if (t.has_uop) {
      times = add(t.u);
      told(t.u, *times);
      for (const auto& p : t.rest) {
        times = add(p.u);
        told(p.u, *times);
      }
    }
    ++slot_;
    if (t.sets_flags) flags_ = 0;
    // A result is at the host in the cycle after it is there.
    if (t.gives_flags) flags_ = times->done + 1;
    if (t.gives_x) slot_ = std::max(slot_, (times->done + 1) * width);
    return times;
  }
  std::optional<timetable::times> execute(const translated& t) {
    return execute(t, [](const uop&, const timetable::times&) {});
  }

  /// The number of cycles, from 0 to the last commit or the host's last instruction.
  std::uint64_t cycles() const {
    const auto width = static_cast<std::uint64_t>(k_.host);
    return std::max(table_.uops() == 0 ? 0 : table_.end() + 1, (slot_ + width - 1) / width);
  }

 private:
  timetable::times add(const uop& u) {
    const auto width = static_cast<std::uint64_t>(k_.host);
    if (ahead_.size() == static_cast<std::size_t>(k_.ahead)) {
      slot_ = std::max(slot_, ahead_.front() * width);
      ahead_.pop_front();
    }
    const auto times = table_.add(u, slot_ / width);
    ahead_.push_back(times.dispatch);
    return times;
  }

  core_config k_;
  timetable table_;
  std::uint64_t slot_ = 0, flags_ = 0;
  std::deque<std::uint64_t> ahead_;
};

}  // namespace weft::golden::sme_core
