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

namespace weft::sim {
namespace {

using golden::sme::instruction;
using golden::sme::outcome;
using golden::sme::state;
using golden::sme::stop_e;

constexpr unsigned field(std::uint32_t word, int high, int low) {
  return word >> low & ((2u << (high - low)) - 1);
}

/// Whether a word is an A64 load or store; bit 26 means vector registers.
bool is_load_store(std::uint32_t word) { return (word & 0x0a000000) == 0x08000000; }
bool of_vector_register(std::uint32_t word) { return (word & 0x04000000) != 0; }
/// Whether a word is A64 scalar floating point, which uses vector registers.
bool is_float(std::uint32_t word) { return (word & 0x7e000000) == 0x1e000000; }

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

/// Records the accesses of an A64 instruction, and writes nothing.
class noting_memory : public golden::sme::memory {
 public:
  explicit noting_memory(golden::sme::memory& all) : all_(all) {}

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    noted.push_back(address);
    return all_.read(address, to);
  }
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
    noted.push_back(address);
    return all_.writable(address, from.size());
  }
  bool writable(std::uint64_t address, std::size_t bytes) override {
    return all_.writable(address, bytes);
  }

  std::vector<std::uint64_t> noted;

 private:
  golden::sme::memory& all_;
};

// Instruction words that load and store one register.
constexpr std::uint32_t LdrZ = 0x8580'4000, StrZ = 0xe580'4000, LdrP = 0x8580'0000,
                        StrP = 0xe580'0000, LdrZa = 0xe100'0000, StrZa = 0xe120'0000,
                        WrFfr = 0x2528'9000, RdFfr = 0x2519'f000, MsrSvcr = 0xd51b'4240;

}  // namespace

std::string_view executed_by(const instruction& line) {
  if (line.group != "A64" || is_float(line.value)) return "unit";
  const bool any_register = is_load_store(line.value) && (line.mask & 0x04000000) == 0;
  return any_register || (is_load_store(line.value) && of_vector_register(line.value))
             ? "host and unit"
             : "host";
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

outcome sme_host::on_unit(state& s, golden::sme::memory& m, std::uint32_t word) {
  using enum sme_coprocessor::status_e;
  const auto x = [&](unsigned r) { return r == 31 ? 0 : s.x[r]; };
  // PSEL has its slice register in another field.
  const unsigned v = 12 + (word >> 24 == 0x25 ? field(word, 17, 16) : field(word, 14, 13));
  const auto r     = unit_.execute(word,
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
      const bool adds  = (word & 0xffa0f000) == 0x04205000;  // ADDVL, ADDPL, ...: may write SP
      if (r.writes_x && (d != 31 || adds)) s.x[d] = r.x;
      s.nzcv = r.nzcv;
      s.fpsr |= r.fpsr;
      s.sm = (unit_.svcr() & 1) != 0;
      s.za = (unit_.svcr() & 2) != 0;
      s.pc += 4;
    }
  }
  return o;
}

/// Golden computes the addresses, the coprocessor moves each register.
outcome sme_host::scalar_of_vector(state& s, golden::sme::memory& m, std::uint32_t word) {
  state after = s;
  noting_memory noting(m);
  outcome o = golden::sme::step(after, noting);
  if (o.stop != stop_e::None) return o;
  const bool pair    = (word & 0x3a000000) == 0x28000000;
  const bool literal = (word & 0x3b000000) == 0x18000000;
  const unsigned opc = field(word, 31, 30);
  const bool load    = literal || field(word, 22, 22) != 0;
  // Size and bit 23 are as in LDR and STR with an unsigned scaled offset.
  const unsigned log = pair || literal ? 2 + opc : field(word, 23, 23) != 0 ? 4 : opc;
  const auto one =
      0x3d00'0000 | (log & 3) << 30 | (log == 4 ? 1u << 23 : 0) | (load ? 1u << 22 : 0);
  const auto& at      = noting.noted;
  const auto accesses = pair ? std::size_t{2} : std::size_t{1};
  for (std::size_t i = 0; i < accesses; ++i) {
    const unsigned t   = i == 0 ? field(word, 4, 0) : field(word, 14, 10);
    const auto address = at[at.size() - accesses + i];
    unit_.execute(one | t, {.n = address, .sp = address}, m);
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
  const bool a64 = line == nullptr || line->group == "A64";
  if (!a64 || is_float(word)) return on_unit(s, m, word);
  if (is_load_store(word) && of_vector_register(word)) return scalar_of_vector(s, m, word);
  unit_.idle();
  return golden::sme::step(s, m);
}

golden::sme::run_result sme_host::run(state& s, golden::sme::memory& m, std::uint64_t limit,
                                      std::uint64_t end) {
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
