// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "sim/golden/amx.hpp"
#include "sim/golden/amx_fields.hpp"
#include "sim/golden/amx_words.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

/// Golden model of rtl/amx/weft_amx.sv: instructions of AMX become words of SME, which words()
/// says, two instructions and two words a cycle.
namespace weft::golden::amx::front {

inline constexpr std::size_t Jobs = 4, Width = 2;
using sme_core::AddressBits;

/// Whether an instruction is refused: one that is none of AMX's, one that AMX's state forbids,
/// several registers that are not aligned, an address beyond the core's.
inline bool refused(bool on, const instruction& i) {
  if (i.op == op_e::Set) return i.operand > 1 || (i.operand == 0 && on);
  if (i.op > op_e::Genlut || !on) return true;
  if (i.op > op_e::Stzi) return false;
  const access moved(i.op, {i.operand});
  return !moved.aligned() || (moved.address + moved.bytes() - 1) >> AddressBits != 0;
}

/// Cycles from the one in which the first instruction is taken to the one in which the last word
/// is, both counted, if neither side stalls and every instruction has words.
constexpr std::uint64_t cycles(std::uint64_t words) { return 1 + (words + Width - 1) / Width; }

/// The same cycle by cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  struct inputs {
    std::vector<instruction> in;  ///< offered, the oldest first; at most Width
    std::array<bool, Width> out_ready{true, true};

    friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
      os << "ready=" << i.out_ready[0] << i.out_ready[1];
      for (const auto& one : i.in) os << " in=" << one;
      return os;
    }
  };

  /// The outcome of an instruction that is taken.
  enum class has_e : std::uint8_t { Words, Nothing, Refused };

  struct given {
    sme_word word;
    bool last = false;  ///< of its instruction

    bool operator==(const given&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const given& g) {
      os << g.word.bits << '/' << g.word.a << '/' << g.word.b << '/' << unsigned{g.word.slice}
         << '/' << g.word.fpcr;
      return g.last ? os << " last" : os;
    }
  };

  struct outputs {
    std::array<bool, Width> in_ready{};
    std::vector<has_e> has;  ///< of the instructions that are taken
    std::array<std::optional<given>, Width> out{};
    bool on = false;

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
      os << "ready=" << o.in_ready[0] << o.in_ready[1] << " has=";
      for (const auto h : o.has) os << "wnr"[static_cast<int>(h)];
      for (const auto& w : o.out) w ? os << " out=" << *w : os << " out=-";
      return os << " on=" << o.on;
    }
  };

  outputs peek(const inputs& in) const { return now(in).first; }

  void step(const inputs& in) {
    auto [out, jobs] = now(in);
    for (std::size_t w = 0; w < Width && out.out[w] && in.out_ready[w]; ++w) {
      jobs_.front().pop_front();
      if (out.out[w]->last) jobs_.pop_front();
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      if (out.has[i] == has_e::Refused) continue;
      if (in.in[i].op == op_e::Set) on_ = in.in[i].operand == 0;
      if (out.has[i] == has_e::Words) jobs_.push_back(std::move(jobs[i]));
    }
  }

 private:
  using job = std::deque<sme_word>;

  /// The outputs, and the words of the instructions that are taken.
  std::pair<outputs, std::vector<job>> now(const inputs& in) const {
    outputs o;
    std::vector<job> jobs;
    o.on    = on_;
    bool on = on_;
    for (std::size_t i = 0; i < Width; ++i) {
      o.in_ready[i] = jobs_.size() + i < Jobs;
      if (!o.in_ready[i] || i >= in.in.size()) continue;
      jobs.emplace_back();
      if (refused(on, in.in[i])) {
        o.has.push_back(has_e::Refused);
        continue;
      }
      if (in.in[i].op == op_e::Set) on = in.in[i].operand == 0;
      const auto list = words(in.in[i].op, in.in[i].operand);
      jobs.back().assign(list.begin(), list.end());
      o.has.push_back(list.empty() ? has_e::Nothing : has_e::Words);
    }
    std::size_t j = 0, at = 0;
    for (std::size_t w = 0; w < Width && j < jobs_.size(); ++w) {
      const bool last = at + 1 == jobs_[j].size();
      o.out[w]        = given{jobs_[j][at], last};
      last ? (++j, at = 0) : ++at;
    }
    return {std::move(o), std::move(jobs)};
  }

  bool on_ = false;
  std::deque<job> jobs_;
};

}  // namespace weft::golden::amx::front
