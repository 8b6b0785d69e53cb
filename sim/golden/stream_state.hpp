// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <ostream>
#include <tuple>
#include <utility>

#include "sim/golden/sme_scalar.hpp"
#include "sim/golden/sme_vector.hpp"
#include "sim/golden/stream.hpp"

/// Golden model of rtl/sme/weft_stream_state.sv: SVCR, vector lengths, legality of instructions.
/// golden::sme defines what an instruction does; this file defines the unit's operands and results.
namespace weft::golden::stream_state {

/// The parameters of the unit: the largest lengths, in bits.
struct config {
  int svl = 512, nsvl = 128;  ///< powers of two, 128 to 2048

  constexpr int latency() const { return 1; }

  bool operator==(const config&) const = default;
};

/// The vector length in bits that SMCR.LEN or ZCR.LEN selects, up to `largest`.
constexpr int length(unsigned len, int largest) {
  return std::min(static_cast<int>(128 * std::bit_floor(len + 1)), largest);
}

struct operands {
  std::uint32_t word = 0;  ///< does nothing unless known()
  std::uint64_t a    = 0;  ///< Xt of MSR, Xn or SP of ADDVL

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "word=" << o.word << " a=" << o.a;
  }
};

struct result {
  std::uint64_t scalar = 0;

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) { return os << r.scalar; }
};

struct state {
  bool sm = false, za = false;

  bool operator==(const state&) const = default;
};

/// Whether a word is an instruction of the unit.
inline bool known(std::uint32_t word) {
  using namespace sme::isa;
  const sme::instruction* row = sme::decode(word);
  if (row == nullptr) return false;
  const auto is = [&](auto... f) { return ((row->execute == f) || ...); };
  return is(msr_svcr_imm, msr_svcr, mrs_svcr, addvl, rdvl);
}

/// Executes one instruction with these vector lengths in effect.
inline result eval(int svl, int nsvl, state& now, const operands& o) {
  using namespace sme::isa;
  if (!known(o.word)) return {};
  sme::paged_memory nothing;
  sme::state s;
  s.svl  = svl;
  s.nsvl = nsvl;
  s.sm   = now.sm;
  s.za   = now.za;
  machine c{s, nothing, 0};

  // X0 is the destination and Xt; X1 is Xn.
  word w{o.word};
  auto* const execute = sme::decode(o.word)->execute;
  const bool writes   = execute != msr_svcr && execute != msr_svcr_imm;
  s.x[1]              = o.a;
  if (execute == msr_svcr) s.x[0] = o.a;
  if (execute != msr_svcr_imm) w.bits &= ~31u;
  if (execute == addvl) w.bits = (w.bits & ~(31u << 16)) | 1u << 16;
  execute(c, w);
  now = {s.sm, s.za};
  return {writes ? s.x[0] : 0};
}

/// Executes one instruction after reset, with the largest lengths.
inline result eval(const config& k, const operands& o) {
  state reset;
  return eval(k.svl, k.nsvl, reset, o);
}

/// The reason why an instruction may not be executed, with the RTL's codes.
enum class illegal_e : std::uint8_t { Allowed, NeedsStreaming, NeedsZa, NotInStreaming };

constexpr illegal_e illegal(const state& now, sme::legal_e legal) {
  using enum sme::legal_e;
  if ((legal == Streaming || legal == StreamingZa) && !now.sm) return illegal_e::NeedsStreaming;
  if ((legal == Za || legal == StreamingZa) && !now.za) return illegal_e::NeedsZa;
  return legal == NonStreaming && now.sm ? illegal_e::NotInStreaming : illegal_e::Allowed;
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
    std::optional<operands> in = std::nullopt;
    bool out_ready             = true;
    unsigned smcr_len = 15, zcr_len = 15;
    sme::legal_e legal = sme::legal_e::Anywhere;

    friend std::ostream& operator<<(std::ostream& os, const inputs& i) {
      i.in ? os << "in: " << *i.in : os << "in=-";
      return os << " out_ready=" << i.out_ready << " smcr_len=" << i.smcr_len
                << " zcr_len=" << i.zcr_len << " legal=" << static_cast<int>(i.legal);
    }
  };

  struct outputs : stream_out<result> {
    bool sm = false, za = false;
    int svl = 0, vl = 0;  ///< bits
    bool zero_vectors = false, zero_za = false;
    illegal_e illegal = illegal_e::Allowed;

    bool operator==(const outputs&) const = default;

    friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
      return os << static_cast<const stream_out<result>&>(o) << " sm=" << o.sm << " za=" << o.za
                << " svl=" << o.svl << " vl=" << o.vl << " zero_vectors=" << o.zero_vectors
                << " zero_za=" << o.zero_za << " illegal=" << static_cast<int>(o.illegal);
    }
  };

  explicit model(const config& k) : k_(k) {}

  outputs peek(const inputs& in) const {
    const int svl = length(in.smcr_len, k_.svl);
    outputs out{{}, state_.sm, state_.za, svl, state_.sm ? svl : length(in.zcr_len, k_.nsvl)};
    out.in_ready = in.out_ready || !result_;
    out.out      = result_;
    out.illegal  = illegal(state_, in.legal);
    if (in.in && out.in_ready) {
      const state next = after(in).first;
      out.zero_vectors = next.sm != state_.sm;
      out.zero_za      = next.za != state_.za;
    }
    return out;
  }

  void step(const inputs& in) {
    if (!in.out_ready && result_) return;
    result_.reset();
    if (in.in) std::tie(state_, result_) = after(in);
  }

 private:
  std::pair<state, result> after(const inputs& in) const {
    state next   = state_;
    const auto r = eval(length(in.smcr_len, k_.svl), length(in.zcr_len, k_.nsvl), next, *in.in);
    return {next, r};
  }

  config k_;
  state state_;
  std::optional<result> result_;
};

}  // namespace weft::golden::stream_state
