// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string_view>

#include "sim/golden/sme/floating.hpp"
#include "sim/golden/sme_memory.hpp"
#include "sim/golden/sme_predicate.hpp"
#include "sim/golden/stream.hpp"

/// Golden model of rtl/sme/weft_pred.sv: the predicate registers and the instructions on them.
/// golden::sme defines what an instruction does; this file defines the unit's operands and results.
namespace weft::golden::pred {

using sme::predicate_t;

/// The parameters of the unit.
struct config {
  int svl       = 512;  ///< 128, 256, 512, 1024, 2048
  unsigned pipe = 1;    ///< bit 0: a register for the results

  constexpr int latency() const { return static_cast<int>(pipe & 1); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint32_t word = 0;  ///< does nothing unless known()
  std::uint64_t a    = 0;  ///< Xn of WHILE and CTERM, Xd of INCP and INCB, Ws of PSEL
  std::uint64_t b    = 0;  ///< Xm
  std::uint8_t nzcv  = 0;
  predicate_t bits{};  ///< outcomes of a comparison, or the data of LDR

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "word=" << o.word << " a=" << o.a << " b=" << o.b << " nzcv=" << unsigned{o.nzcv};
  }
};

struct result {
  predicate_t pred{};        ///< written to a predicate register or FFR
  std::uint64_t scalar = 0;  ///< Xd, or the increment of every element of Zd
  std::uint8_t nzcv    = 0;  ///< after the instruction

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    os << "pred=";
    for (auto byte = r.pred.rbegin(); byte != r.pred.rend(); ++byte)
      os << (*byte >> 4) << (*byte & 15);
    return os << " scalar=" << r.scalar << " nzcv=" << unsigned{r.nzcv};
  }
};

struct state {
  std::array<predicate_t, 16> p{};
  predicate_t ffr{};

  bool operator==(const state&) const = default;
};

/// The unit's part in an instruction.
enum class part_e : std::uint8_t { None, Predicate, Flags, Ffr, Scalar, Vector, Compare, Load };

/// Whether an instruction compares floating-point vectors, which sets no flags.
inline bool compares_floats(const sme::instruction& row) {
  return (row.name.starts_with("fcm") || row.name.starts_with("fac")) &&
         row.group == "SVE floating point";
}

inline part_e part_of(std::uint32_t word) {
  using namespace sme::isa;
  using enum part_e;
  const sme::instruction* row = sme::decode(word);
  if (row == nullptr) return None;
  const auto is = [&](auto... f) { return ((row->execute == f) || ...); };
  if (row->name.starts_with("cmp") || compares_floats(*row)) return Compare;
  if (is(whole_predicate<true>)) return Load;
  if (is(ptest, cterm)) return Flags;
  if (is(setffr, wrffr)) return Ffr;
  if (is(cntp, incp, cnt, inc)) return Scalar;
  if (is(incp_vector, inc_vector)) return Vector;
  if (is(addvl, rdvl)) return None;
  return is(psel) || row->group == "SVE predicates and loops" ? Predicate : None;
}

namespace detail {

/// Executes one instruction on vectors of `bytes` bytes. Throws sme::isa::stopped if it does not
/// belong to the unit.
inline result execute(int bytes, state& now, const operands& o) {
  using namespace sme::isa;
  const part_e part = part_of(o.word);
  if (part == part_e::None) undefined();
  sme::paged_memory nothing;
  sme::state s;
  s.nsvl = 8 * bytes;
  s.nzcv = o.nzcv;
  s.p    = now.p;
  s.ffr  = now.ffr;
  machine c{s, nothing, 0};

  // The operands are placed in X0, X1 and X2, whatever registers the word names; PSEL's register is
  // one of four.
  word w{o.word};
  auto* const instruction = sme::decode(o.word)->execute;
  if (instruction == while_less || instruction == cterm) {
    w.bits = (w.bits & ~(31u << 16 | 31u << 5)) | 2u << 16 | 1u << 5;
  }
  if (part == part_e::Scalar || part == part_e::Vector) w.bits &= ~31u;
  s.x[0] = s.x[1] = o.a;
  s.x[2]          = o.b;
  std::fill(&s.x[12], &s.x[16], o.a);

  auto& p = s.p[w(3, 0)];
  if (part == part_e::Compare) {
    const auto outcome = [&](int i) { return active(o.bits, i, w.size()); };
    if (compares_floats(*sme::decode(o.word))) {
      float_of(w.size());  // throws for bytes
      fp_compare_each(c, w, outcome);
    } else {
      compare_each(c, w, outcome);
    }
  } else if (part == part_e::Load) {
    p = {};
    std::copy_n(o.bits.begin(), bytes / 8, p.begin());
  } else {
    instruction(c, w);
  }
  now.p   = s.p;
  now.ffr = s.ffr;

  result r{.nzcv = s.nzcv};
  if (part == part_e::Ffr) {
    r.pred = s.ffr;
  } else if (part == part_e::Scalar) {
    r.scalar = s.x[0];
  } else if (part == part_e::Vector) {
    r.scalar = static_cast<std::uint64_t>(signed_element(s.z[0], 0, w.size()));
  } else if (part != part_e::Flags) {
    r.pred = p;
  }
  return r;
}

}  // namespace detail

/// Executes one instruction on vectors of `bytes` bytes.
inline result eval(int bytes, state& now, const operands& o) {
  try {
    return detail::execute(bytes, now, o);
  } catch (const sme::isa::stopped&) {
    return {.nzcv = o.nzcv};
  }
}

/// Executes one instruction at full length from registers that are all zero.
inline result eval(const config& k, const operands& o) {
  state zero;
  return eval(k.svl / 8, zero, o);
}

/// Whether a word is an instruction of the unit.
inline bool known(std::uint32_t word) {
  try {
    state scratch;
    detail::execute(sme::MaxBytes, scratch, {.word = word});
  } catch (const sme::isa::stopped&) {
    return false;
  }
  return true;
}

/// Clock cycles for n words when neither side stalls: from the cycle that takes the first word to
/// the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

/// The unit cycle by cycle.
class model {
 public:
  struct inputs {
    std::optional<operands> in  = std::nullopt;
    bool out_ready              = true;
    int vl                      = 0;             ///< bytes of a vector; 0: those of svl
    bool clear                  = false;         ///< clears all registers, with priority
    std::optional<int> ffr_from = std::nullopt;  ///< FFR is cleared from this byte on
    unsigned rd_a = 0, rd_b = 0;                 ///< registers at the read ports

    friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
      i.in ? os << "in: " << *i.in : os << "in=-";
      os << " out_ready=" << i.out_ready << " vl=" << i.vl << " clear=" << i.clear;
      if (i.ffr_from) os << " ffr_from=" << *i.ffr_from;
      return os << " rd_a=" << i.rd_a << " rd_b=" << i.rd_b;
    }
  };

  struct outputs : stream_out<result> {
    predicate_t rd_a{}, rd_b{}, ffr{};

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
      return os << static_cast<const stream_out<result>&>(o) << " rd_a: " << result{o.rd_a}
                << " rd_b: " << result{o.rd_b} << " ffr: " << result{o.ffr};
    }
  };

  explicit model(const config& k) : k_(k) {}

  outputs peek(const inputs& in) const {
    outputs out{{}, state_.p[in.rd_a], state_.p[in.rd_b], state_.ffr};
    out.in_ready = in.out_ready || (k_.latency() != 0 && !result_);
    out.out      = result_;
    if (k_.latency() == 0 && in.in) {
      state scratch = state_;
      out.out       = eval(bytes(in), scratch, *in.in);
    }
    return out;
  }

  void step(const inputs& in) {
    if (peek(in).in_ready) {
      result_.reset();
      if (in.in) result_ = eval(bytes(in), state_, *in.in);
      if (k_.latency() == 0) result_.reset();
    }
    if (in.ffr_from) {
      for (int i = *in.ffr_from; i < k_.svl / 8; ++i) sme::isa::set_active(state_.ffr, i, 1, false);
    }
    if (in.clear) state_ = {};
  }

 private:
  int bytes(const inputs& in) const { return in.vl == 0 ? k_.svl / 8 : in.vl; }

  config k_;
  state state_;
  std::optional<result> result_;
};

}  // namespace weft::golden::pred
