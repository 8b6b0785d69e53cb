// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_host.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/golden/sme_memory.hpp"
#include "sim/golden/sme_predicate.hpp"
#include "sim/golden/sme_scalar.hpp"
#include "sim/golden/sme_timing.hpp"

namespace weft::sim {
namespace {

using golden::sme::instruction;
using golden::sme::outcome;
using golden::sme::state;
using golden::sme::stop_e;

constexpr unsigned field(std::uint32_t word, int high, int low) {
  return word >> low & ((2u << (high - low)) - 1);
}

/// Whether a line is one of those that these functions execute.
bool is(const instruction& line, auto... functions) { return ((line.execute == functions) || ...); }
/// Loads and stores of A64, where bit 26 of the word says that the register is a vector's.
bool is_load_store(const instruction& line) {
  using namespace golden::sme::isa;
  return is(line, load_store_imm, load_store_near, load_store_register, load_literal,
            load_store_pair);
}
constexpr std::uint32_t VectorRegister = 1 << 26;
/// Scalar floating point of A64, whose registers are vectors' first elements.
bool is_float(const instruction& line) {
  return line.group == "A64" && (line.value & 0x7e000000) == 0x1e000000;
}

/// A memory of bytes from address 0 on, for data to load and store.
class scratch_memory : public golden::sme::memory {
 public:
  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    std::copy_n(&bytes[address], to.size(), to.begin());
    return true;
  }
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
    std::copy(from.begin(), from.end(), &bytes[address]);
    return true;
  }
  bool writable(std::uint64_t, std::size_t) override { return true; }

  std::array<std::uint8_t, golden::sme::MaxBytes + 8> bytes{};
};

/// Notes what an instruction of A64 accesses and writes nothing.
class noting_memory : public golden::sme::memory {
 public:
  explicit noting_memory(golden::sme::memory& all) : all_(all) {}

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    noted.push_back({address, to.size(), true});
    return all_.read(address, to);
  }
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
    noted.push_back({address, from.size(), false});
    return all_.writable(address, from.size());
  }
  bool writable(std::uint64_t address, std::size_t bytes) override {
    return all_.writable(address, bytes);
  }

  struct access {
    std::uint64_t address;
    std::size_t bytes;
    bool reads;
  };
  std::vector<access> noted;

 private:
  golden::sme::memory& all_;
};

// Instruction words that load and store one register.
constexpr std::uint32_t LdrZ = 0x8580'4000, StrZ = 0xe580'4000, LdrP = 0x8580'0000,
                        StrP = 0xe580'0000, LdrZa = 0xe100'0000, StrZa = 0xe120'0000,
                        WrFfr = 0x2528'9000, RdFfr = 0x2519'f000, MsrSvcr = 0xd51b'4240;

}  // namespace

/// Whether weft_sme_core has a line.
static bool on_core(const instruction& line) {
  static const auto all = [] {
    std::vector<bool> has;
    for (const auto& row : golden::sme::instructions()) {
      has.push_back(golden::sme_core::core_run(row) != golden::sme_core::core_run_e::Stops);
    }
    return has;
  }();
  return all[static_cast<std::size_t>(&line - golden::sme::instructions().data())];
}

std::string_view executed_by(const instruction& line) {
  if (!golden::sme::of_weft_sme(line)) return on_core(line) ? "core" : "none";
  if (line.group != "A64" || is_float(line)) return "unit";
  const bool vectors = ((line.value | ~line.mask) & VectorRegister) != 0;
  return is_load_store(line) && vectors ? "host and unit" : "host";
}

void sme_host::load(const state& s) {
  if (s.svl > unit_.longest() || s.nsvl > unit_.longest() ||
      !std::has_single_bit(static_cast<unsigned>(s.nsvl))) {
    throw input_error(fmt::format("SVL {}, NSVL {}: the hardware has powers of two up to {}", s.svl,
                                  s.nsvl, unit_.longest()));
  }
  unit_.reset(s.svl, s.nsvl);
  scratch_memory scratch;
  const auto put = [&](std::uint32_t word, std::span<const std::uint8_t> value, unsigned v = 0) {
    std::copy(value.begin(), value.end(), scratch.bytes.begin());
    unit_.execute(word, {.v = v}, scratch);
  };
  unit_.execute(MsrSvcr, {.d = s.svcr()}, scratch);
  for (unsigned i = 0; i < 32; ++i) put(LdrZ | i, s.z[i]);
  if (!s.sm) {
    put(LdrP, s.ffr);
    unit_.execute(WrFfr, {}, scratch);
  }
  for (unsigned i = 0; i < 16; ++i) put(LdrP | i, s.p[i]);
  for (unsigned i = 0; s.za && i < static_cast<unsigned>(s.svlb()); ++i) put(LdrZa, s.rows[i], i);
}

void sme_host::store(state& s) {
  scratch_memory scratch;
  const auto get = [&](std::uint32_t word, std::span<std::uint8_t> to, std::size_t bytes,
                       unsigned v = 0) {
    unit_.execute(word, {.v = v}, scratch);
    std::fill(to.begin(), to.end(), 0);
    std::copy_n(scratch.bytes.begin(), bytes, to.begin());
  };
  const auto bytes = static_cast<std::size_t>(s.vl());
  for (unsigned i = 0; i < 32; ++i) get(StrZ | i, s.z[i], bytes);
  for (unsigned i = 0; i < 16; ++i) get(StrP | i, s.p[i], bytes / 8);
  s.ffr = {};
  if (!s.sm) {
    unit_.execute(RdFfr, {}, scratch);
    get(StrP, s.ffr, bytes / 8);
  }
  const auto rows = static_cast<std::size_t>(s.svlb());
  s.rows          = {};
  for (unsigned i = 0; s.za && i < rows; ++i) get(StrZa, s.rows[i], rows, i);
}

outcome sme_host::on_unit(state& s, golden::sme::memory& m, const instruction& line,
                          std::uint32_t word) {
  using enum sme_coprocessor::status_e;
  const auto x = [&](unsigned r) { return r == 31 ? 0 : s.x[r]; };
  // PSEL has its slice register elsewhere.
  const bool selects = is(line, golden::sme::isa::psel);
  const unsigned v   = 12 + (selects ? field(word, 17, 16) : field(word, 14, 13));
  const auto r       = unit_.execute(word,
                                     {.n    = x(field(word, 9, 5)),
                                      .m    = x(field(word, 20, 16)),
                                      .d    = x(field(word, 4, 0)),
                                      .v    = s.x[v],
                                      .sp   = s.x[31],
                                      .nzcv = s.nzcv,
                                      .fpcr = s.fpcr},
                                     m);
  outcome o{stop_e::None, s.pc, word, ""};
  switch (r.status) {
    case Undefined:
      o.stop = stop_e::Undefined;
      break;
    case Illegal:
      o.stop = stop_e::Illegal;
      break;
    case Fault:
      o.stop = stop_e::Fault;
      break;
    case NotHere:
      throw input_error(
          fmt::format("word 0x{:08x} at 0x{:x}: the hardware does not have it", word, s.pc));
    case Done: {
      const unsigned d = field(word, 4, 0);
      if (r.writes_x && (d != 31 || r.x_is_sp)) s.x[d] = r.x;
      s.nzcv = r.nzcv;
      s.fpsr |= r.fpsr;
      s.sm = (unit_.svcr() & 1) != 0;
      if (s.za != ((unit_.svcr() & 2) != 0)) s.zt0 = {};
      s.za = (unit_.svcr() & 2) != 0;
      s.pc += 4;
    }
  }
  return o;
}

/// Golden says where, the coprocessor moves each register.
outcome sme_host::scalar_of_vector(state& s, golden::sme::memory& m, const instruction& line,
                                   std::uint32_t word) {
  state after = s;
  noting_memory noting(m);
  outcome o = golden::sme::step(after, noting);
  if (o.stop != stop_e::None) return o;
  // A pair is read as a whole before.
  const std::size_t accesses = is(line, golden::sme::isa::load_store_pair) ? 2 : 1;
  for (std::size_t i = 0; i < accesses; ++i) {
    const auto& a = noting.noted[noting.noted.size() - accesses + i];
    // LDR or STR with an unsigned multiple: bit 22 loads, bits 23, 31 and 30 say how many bytes.
    const auto log   = static_cast<unsigned>(std::countr_zero(a.bytes));
    const auto one   = 0x3d00'0000 | (log & 3) << 30 | (log >> 2) << 23 | (a.reads ? 1u << 22 : 0);
    const unsigned t = i == 0 ? field(word, 4, 0) : field(word, 14, 10);
    unit_.execute(one | t, {.n = a.address, .sp = a.address}, m);
  }
  s.x  = after.x;
  s.pc = after.pc;
  return o;
}

outcome sme_host::step(state& s, golden::sme::memory& m) {
  std::array<std::uint8_t, 4> bytes{};
  const instruction* line = nullptr;
  std::uint32_t word      = 0;
  if (s.pc % 4 == 0 && m.read(s.pc, bytes)) {
    std::memcpy(&word, bytes.data(), 4);
    line = golden::sme::decode(word);
  }
  if (line != nullptr) {
    const auto by = executed_by(*line);
    if (by == "unit") return on_unit(s, m, *line, word);
    if (!golden::sme::of_weft_sme(*line)) return golden::sme::not_of_weft_sme(s.pc, word, *line);
    if (by == "host and unit" && (word & VectorRegister) != 0)
      return scalar_of_vector(s, m, *line, word);
  }
  unit_.idle();
  return golden::sme::step(s, m);
}

golden::sme::run_result sme_host::run(state& s, golden::sme::memory& m, std::uint64_t limit,
                                      std::uint64_t end, const golden::sme::watcher& watch) {
  load(s);
  began_             = unit_.cycles();
  cycles_            = 0;
  std::uint64_t done = 0;
  outcome last{stop_e::Limit, s.pc, 0, "as many instructions as allowed"};
  for (; s.pc != end && done < limit; ++done) {
    const outcome o = step(s, m);
    if (o.stop != stop_e::None) {
      last = o;
      break;
    }
    cycles_ = unit_.cycles() - began_;
    if (watch && done % golden::sme::Told == golden::sme::Told - 1) watch();
  }
  if (s.pc == end) {
    last = {stop_e::End, s.pc, 0, ""};
  } else if (last.stop == stop_e::Limit) {
    last.pc = s.pc;
  }
  store(s);
  if (last.stop != stop_e::End && last.stop != stop_e::Limit) {
    // The state is unchanged, so golden stops in the same way and gives the reason.
    state copy        = s;
    const outcome why = golden::sme::step(copy, m);
    last.reason       = why.stop == last.stop ? why.reason : "golden continues: " + why.reason;
  }
  return {last, done};
}

}  // namespace weft::sim
