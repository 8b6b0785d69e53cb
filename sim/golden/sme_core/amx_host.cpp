// SPDX-License-Identifier: Apache-2.0
#include "sim/golden/sme_core/amx_host.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "sim/golden/amx_fields.hpp"
#include "sim/golden/sme_core/noting_memory.hpp"
#include "sim/golden/sme_machine.hpp"

namespace weft::golden::sme_core {
namespace {

using amx::op_e;

/// The uop of a word, which is one.
translated translate(const core_config& k, sme::state& s, const amx::sme_word& w) {
  s.x[0] = w.a;
  s.x[1] = w.b;
  s.x[8] = s.x[12] = w.slice;
  return translate(k, s, *sme::decode(w.bits), w.bits);
}

/// Why an instruction stops, which then changes nothing.
std::optional<sme::isa::stopped> refused(const amx::state& s, sme::memory& m, op_e op,
                                         std::uint64_t operand) {
  const auto goldens = [&]() -> std::optional<sme::isa::stopped> {
    auto copy = s;
    try {
      amx::execute(copy, m, op, operand);
      return {};
    } catch (const sme::isa::stopped& why) {
      return why;
    }
  };
  if (op == op_e::Set ? operand > 1 || (operand == 0 && s.on) : !s.on) return goldens();
  if (static_cast<int>(op) >= amx::Ops) return goldens();
  if (op > op_e::Stzi) return {};
  const amx::access moved(op, {operand});
  std::array<std::uint8_t, 4 * amx::RowBytes> buffer;
  const auto bytes = std::span(buffer).first(moved.bytes());
  if (!moved.aligned() ||
      !(moved.load ? m.read(moved.address, bytes) : m.writable(moved.address, moved.bytes()))) {
    return goldens();
  }
  if ((moved.address + moved.bytes() - 1) >> AddressBits != 0) {
    return sme::isa::stopped{sme::stop_e::Undefined, "the core's addresses have 48 bits"};
  }
  return {};
}

}  // namespace

translated amx_translator::operator()(op_e op, std::uint64_t operand) {
  translated all;
  for (const auto& w : amx::words(op, operand)) {
    const auto t = translate(k_, on_, w);
    all.product  = all.product || t.product;
    if (std::exchange(all.has_uop, true)) {
      all.rest.push_back({t.u, w.bits});
    } else {
      all.u = t.u;
    }
  }
  return all;
}

uop uop_of(const core_config& k, sme::state& core, const amx::sme_word& w) {
  return translate(k, core, w).u;
}

core_word executed(const core_config& k, sme::state& core, sme::memory& m, const amx::sme_word& w) {
  const auto t = translate(k, core, w);
  core_word c{.u = t.u, .word = w.bits, .a = w.a, .b = w.b, .slice = w.slice, .fpcr = w.fpcr};
  noting_memory noting(m);
  core.fpsr = 0;
  amx::execute(core, noting, w);
  // FPSR of a new mode is not the core's.
  if (sme::decode(w.bits)->group != "SME") c.fpsr = static_cast<std::uint8_t>(core.fpsr);
  c.svcr = core.svcr();
  // Words of predicates give flags, which nobody reads.
  if (t.gives_flags || t.sets_flags) c.nzcv = core.nzcv;
  if (c.u.pipe == pipe_e::Store) c.lines = noting.lines(c.u.first, c.u.last);
  return c;
}

/// Returns false if the program ends there.
bool amx_host::execute_amx(std::uint32_t word) {
  const auto [op, operand] = amx::decode(s_.core, word);
  if (const auto why = refused(s_, memory_, op, operand)) {
    stop_ = {why->stop, s_.core.pc, word, why->reason};
    return false;
  }
  for (const auto& w : amx::words(op, operand)) {
    rest_.push_back(executed(k_, core_, memory_, w));
  }
  if (op == op_e::Set) {
    s_.on = operand == 0;
    s_.core.set_svcr(s_.core.sm, s_.on);
  }
  ++commands_;
  s_.core.pc += 4;
  return true;
}

bool amx_host::execute_next(std::uint64_t now) {
  if (!rest_.empty()) return hand_over_rest(now);
  if (stop_.stop != sme::stop_e::None || time() >= now || at_end(s_.core.pc)) return false;
  std::array<std::uint8_t, 4> bytes{};
  std::uint32_t word = 0;
  if (s_.core.pc % 4 == 0 && memory_.read(s_.core.pc, bytes)) {
    std::memcpy(&word, bytes.data(), 4);
  }
  if (amx::is_amx(word)) {
    if (!execute_amx(word)) return false;
  } else {
    noting_memory noting(memory_);
    if (const auto out = sme::step(s_.core, noting); out.stop != sme::stop_e::None) {
      stop_ = out;
      return false;
    }
    for (const auto& [address, written] : noting.writes()) {
      own_stores_.push_back({handed_, address, written});
    }
  }
  ++instructions_;
  if (rest_.empty()) ++slot_;
  return true;
}

}  // namespace weft::golden::sme_core
