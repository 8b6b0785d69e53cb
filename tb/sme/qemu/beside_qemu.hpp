// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_memory.hpp"
#include "sim/sme/sme_state.hpp"
#include "tb/sme/qemu/qemu.hpp"
#include "tb/sme/qemu/random_case.hpp"

/// Random programs on golden and on QEMU. What QEMU 7.2 is known to do wrong is left out or
/// expected:
///
///     Q1  LD1 to a vertical slice leaves inactive elements behind the last active one, if there is
///         one, as they were: expected; of each page if it takes two: left out
///     Q2  sums of four 8-bit products are computed for pairs of a diagonal only: left out
///     Q3  LDFF1, LDNF1 read the predicate wrongly if the first active byte is above 7 and no
///         multiple of 64: left out
///     Q4  FPCR has neither EBF nor AH, FIZ, NEP: FPCR is without
///     Q8  there is no FCLAMP: left out
///     Q9  LD2, LD3 and LD4 that fault may end QEMU itself: left out
///     Q7  REVD, PSEL, SCLAMP and UCLAMP are executed outside streaming mode: left out there
///
/// Cases that the architecture leaves open are left out: QEMU suppresses the accesses of LDFF1 and
/// LDNF1 that cross a page or, if contiguous, are in another page than the address, and sometimes
/// those of LDNF1 before the one that faults; it has stored a part where a store faults, and loaded
/// one where LDR of a vector does; it loads a register twice, or the base; it keeps bits of system
/// registers that are not.
namespace weft {

/// Golden's memory. Noted are accesses that QEMU may make and golden not: to the program that
/// executes the words, of which golden has but them, and at addresses whose top byte Linux ignores.
class guest_memory : public golden::sme::paged_memory {
 public:
  static constexpr std::uint64_t Image = 0x400000, ImageEnd = 0x500000;

  explicit guest_memory(std::uint64_t code) : code_(code) {}

  bool may_differ() const { return noted_; }

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
    const auto end = code_ + 4 * (qemu::Words + 1);
    noted_ |= beyond(address, to.size()) && (address < code_ || address + to.size() > end);
    return paged_memory::read(address, to);
  }
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
    noted_ |= beyond(address, from.size());
    return paged_memory::write(address, from);
  }
  bool writable(std::uint64_t address, std::size_t bytes) override {
    noted_ |= beyond(address, bytes);
    return paged_memory::writable(address, bytes);
  }

 private:
  static bool beyond(std::uint64_t address, std::size_t bytes) {
    return (address + bytes > Image && address < ImageEnd) || address >> 56 != 0;
  }

  std::uint64_t code_;
  bool noted_ = false;
};

class beside_qemu {
 public:
  beside_qemu(int svl, int nsvl)
      : svl_(svl), nsvl_(nsvl), qemu_(svl, nsvl, random_case::DataBytes) {}

  /// Runs one random case of at most `words` words, from the given lines of the table.
  void random(std::uint64_t seed, std::size_t words,
              std::span<const golden::sme::instruction> lines) {
    using namespace golden::sme;
    random_case random(seed, qemu_.code(), qemu_.data());
    std::vector<std::uint32_t> code(1 + random.pick(words), Nop);
    const state start = random.make_state(svl_, nsvl_, code.size());
    const auto data   = random.make_data();

    guest_memory memory(qemu_.code());
    memory.map(qemu_.data(), random_case::DataBytes);
    memory.map(qemu_.code(), 4);
    memory.write(qemu_.data(), data);
    for (std::size_t i = 0; i <= qemu::Words; ++i) put(memory, i, Nop);
    put(memory, code.size(), qemu::branch_behind(code.size()));

    state s = start;
    outcome last;
    for (std::size_t i = 0; i < code.size() && last.stop == stop_e::None; i = place(s)) {
      for (int tries = 0; tries < 40; ++tries) {
        const auto& row = lines[random.pick(lines.size())];
        if (is_left_out(row)) continue;
        const auto word = random.make_word(row, i, code.size());
        put(memory, i, word);
        state after         = s;
        guest_memory copied = memory;
        if (beyond_qemu(s, copied, row, word)) continue;
        const outcome o = step(after, copied);
        if (copied.may_differ() || is_unpredictable(row, o)) continue;
        if (!stays(o, after, i, code.size())) continue;
        if (o.stop != stop_e::None && random.pick(32) != 0) continue;
        if (o.stop == stop_e::None) leave_as_qemu(s, after, word);
        code[i] = word;
        last    = o;
        s       = after;
        memory  = copied;
        ++executed_[static_cast<std::size_t>(&row - instructions().data())];
        break;
      }
      if (last.stop == stop_e::None && place(s) == i) {  // nothing was found
        put(memory, i, Nop);
        s.pc += 4;
      }
    }
    const int signal = last.stop == stop_e::None ? 0 : last.stop == stop_e::Fault ? 11 : 4;

    state theirs    = start;
    auto their_data = data;
    int got         = 0;
    try {
      got = qemu_.execute(theirs, their_data, code);
    } catch (const std::runtime_error& e) {
      throw std::runtime_error(e.what() + ("\n" + describe(seed, code, last)));
    }
    paged_memory their_memory;
    their_memory.map(qemu_.data(), random_case::DataBytes);
    their_memory.write(qemu_.data(), their_data);
    paged_memory our_memory;
    our_memory.map(qemu_.data(), random_case::DataBytes);
    std::vector<std::uint8_t> our_data(random_case::DataBytes);
    memory.read(qemu_.data(), our_data);
    our_memory.write(qemu_.data(), our_data);

    EXPECT_EQ(got, signal) << describe(seed, code, last);
    if (theirs == s && their_data == our_data) return;
    ADD_FAILURE() << describe(seed, code, last)
                  << sim::different_lines("golden", sim::to_text(s, &our_memory), "QEMU",
                                          sim::to_text(theirs, &their_memory));
  }

  /// The number of executions of a line of the table.
  std::uint64_t executed(const golden::sme::instruction& row) const {
    return executed_[static_cast<std::size_t>(&row - golden::sme::instructions().data())];
  }

  /// Lines that are not compared with QEMU: those that would end it, Q2 and Q8, and
  /// SME2's, which QEMU 7.2 lacks.
  static bool is_left_out(const golden::sme::instruction& row) {
    return row.name == "svc" || row.name == "brk" || row.name == "fclamp" ||
           row.group.starts_with("SME2") || sums_bytes(row.value);
  }

 private:
  static constexpr std::uint32_t Nop = 0xd503201f;

  std::size_t place(const golden::sme::state& s) const { return (s.pc - qemu_.code()) / 4; }
  void put(golden::sme::paged_memory& memory, std::size_t i, std::uint32_t word) const {
    std::uint8_t bytes[4];
    std::memcpy(bytes, &word, 4);
    memory.paged_memory::write(qemu_.code() + 4 * i, bytes);
  }
  /// Whether execution continues forward, within the words.
  bool stays(const golden::sme::outcome& o, const golden::sme::state& after, std::size_t i,
             std::size_t words) const {
    return o.stop != golden::sme::stop_e::None ||
           (after.pc % 4 == 0 && place(after) > i && place(after) <= words);
  }
  /// Whether a word is an outer product of 8-bit integers, such as SMOPA.
  static bool sums_bytes(std::uint32_t word) { return (word & 0xfec0000c) == 0xa0800000; }
  static bool is_unpredictable(const golden::sme::instruction& row, const golden::sme::outcome& o) {
    return o.reason.find("the same register") != std::string::npos ||
           o.reason.find("AHP") != std::string::npos ||
           (o.stop == golden::sme::stop_e::Fault &&
            (row.name.find("st") != std::string_view::npos ||
             (row.name == "ldr" && row.group == "SVE loads and stores") ||
             (row.name.substr(0, 2) == "ld" && row.name[2] >= '2' && row.name[2] <= '4')));
  }

  /// Memory as LDFF1 and LDNF1 find it in QEMU: accesses across pages are not there and those in
  /// another page than `page`, if there is one.
  struct first_fault_memory : golden::sme::memory {
    golden::sme::paged_memory& all;
    std::optional<std::uint64_t> page = {};

    explicit first_fault_memory(golden::sme::paged_memory& m) : all(m) {}
    bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
      if (to.size() == 4 && address / 4096 == code_page) return all.read(address, to);
      const auto first = address / 4096, last = (address + to.size() - 1) / 4096;
      return first == last && first == page.value_or(first) && all.read(address, to);
    }
    bool write(std::uint64_t, std::span<const std::uint8_t>) override { return false; }
    bool writable(std::uint64_t, std::size_t) override { return false; }
    std::uint64_t code_page = 0;
  };

  /// Q1 of two pages, Q2, Q3, Q7, and pages.
  bool beyond_qemu(const golden::sme::state& s, golden::sme::paged_memory& memory,
                   const golden::sme::instruction& row, std::uint32_t word) const {
    if (row.legal == golden::sme::legal_e::Streaming) return !s.sm;
    if (row.name == "msr") {
      using control    = golden::sme::fp_control;
      const auto value = (word & 31) == 31 ? 0 : s.x[word & 31];
      switch (word & 0xffffffe0) {
        case 0xd51b4240:  // SVCR
          return value > 3;
        case 0xd51b4400:  // FPCR
          return (value & ~std::uint64_t{control::Mode | control::Fz | control::Fz16 | control::Dn |
                                         control::Ahp}) != 0;
        case 0xd51b4420:  // FPSR
          return (value & ~std::uint64_t{golden::sme::FpsrOnModeChange}) != 0;
        default:
          return false;
      }
    }
    if (loads_vertical(word)) {
      const auto size  = std::uint64_t{1} << log_size(word);
      const auto xm    = word >> 16 & 31;
      const auto start = s.x[word >> 5 & 31] + (xm == 31 ? 0 : s.x[xm]) * size;
      return start / 4096 != (start + static_cast<std::uint64_t>(s.svlb()) - 1) / 4096;
    }
    if (row.name.find("ldff") == std::string_view::npos && row.name.substr(0, 4) != "ldnf") {
      return false;
    }
    auto ours = s, theirs = s;
    first_fault_memory pages(memory);
    pages.code_page = s.pc / 4096;
    if (!random_case::is_gather(row)) {
      namespace isa = golden::sme::isa;
      isa::machine machine{ours, memory, s.pc};
      const isa::word w{word};
      const auto [bytes, size, extends] = isa::loaded_of(w(24, 21));
      const auto address = row.name.substr(0, 4) == "ldnf" ? isa::displaced(machine, w, bytes, size)
                                                           : isa::indexed(machine, w, bytes);
      pages.page         = address / 4096;
      const auto& p      = s.p[word >> 10 & 7];
      int first          = 0;
      while (first < s.vl() && (p[first / 8] >> first % 8 & 1) == 0) first += size;
      if (first < s.vl() && first >= 8 && first % 64 != 0) return true;
    } else if ((word >> 13 & 1) == 0) {
      return false;
    }
    // An access that LDNF1 suppresses is seen in an FFR of ones.
    auto seen = s;
    seen.ffr.fill(0xff);
    const auto ones = seen.ffr;
    golden::sme::step(seen, memory);
    return golden::sme::step(ours, memory).stop != golden::sme::step(theirs, pages).stop ||
           ours != theirs || (row.name.substr(0, 4) == "ldnf" && seen.ffr != ones);
  }

  static bool loads_vertical(std::uint32_t word) {
    const bool loads = (word & 0xff200000) == 0xe0000000 || (word & 0xffe00000) == 0xe1c00000;
    return loads && (word >> 15 & 1) != 0 && (word & 0x10) == 0;
  }
  static int log_size(std::uint32_t word) {
    return static_cast<int>(word >> 22 & 3) + static_cast<int>(word >> 24 & 1);
  }

  /// Q1.
  void leave_as_qemu(const golden::sme::state& before, golden::sme::state& after,
                     std::uint32_t word) const {
    if (!loads_vertical(word)) return;
    const int log = log_size(word), size = 1 << log, n = before.svlb() / size;
    const auto& p = before.p[word >> 10 & 7];
    int last      = n - 1;
    while (last >= 0 && (p[last * size / 8] >> (last * size % 8) & 1) == 0) --last;
    if (last < 0) return;  // then all is zeroed
    const unsigned tile = (word & 15) >> (4 - log), offset = word & (15u >> log);
    const auto index = (static_cast<std::uint32_t>(before.x[12 + (word >> 13 & 3)]) + offset) %
                       static_cast<unsigned>(n);
    for (int e = last + 1; e < n; ++e) {
      const auto row = static_cast<std::size_t>(e * size) + tile;
      std::memcpy(&after.rows[row][index * size], &before.rows[row][index * size],
                  static_cast<std::size_t>(size));
    }
  }

  std::string describe(std::uint64_t seed, const std::vector<std::uint32_t>& code,
                       const golden::sme::outcome& last) const {
    std::ostringstream os;
    os << "SVL " << svl_ << ", NSVL " << nsvl_ << ", seed " << seed << ", golden " << last.reason
       << '\n';
    for (const auto word : code) {
      const auto* row = golden::sme::decode(word);
      os << std::hex << word << std::dec << ' ' << (row != nullptr ? row->name : "?") << '\n';
    }
    return os.str();
  }

  int svl_, nsvl_;
  qemu qemu_;
  std::vector<std::uint64_t> executed_ =
      std::vector<std::uint64_t>(golden::sme::instructions().size());
};

}  // namespace weft
