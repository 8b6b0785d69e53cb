// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string_view>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme/floating.hpp"
#include "sim/golden/sme/lookup.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/golden/sme_scalar.hpp"
#include "sim/golden/sme_vector.hpp"

/// Random programs for the SME core: words of every line of golden's table that the core has a unit
/// for, on few registers, rows and bytes, so that they wait for each other.
namespace weft {

/// A program and the state and memory in which it starts. Behind its words it stores all vectors,
/// predicates and rows of ZA, and moves ZT0 to X20.
struct core_program {
  golden::sme::state state;
  golden::sme::paged_memory memory;
  std::uint64_t end = 0;
  std::size_t words = 0;

  static constexpr std::uint64_t Code = 0x1'0000;

  /// Begins with these words, at Code, and ends behind them.
  void place(std::span<const std::uint32_t> list) {
    std::vector<std::uint8_t> bytes(4 * list.size());
    std::memcpy(bytes.data(), list.data(), bytes.size());
    memory.map(Code, bytes.size());
    memory.write(Code, bytes);
    state.pc = Code;
    end      = Code + bytes.size();
    words    = list.size();
  }
};

class core_cases {
 public:
  static constexpr std::uint64_t Code = core_program::Code, Arena = 0x10'0000, Bytes = 0x2'0000,
                                 Dump = 0x20'0000;

  core_cases(std::uint64_t seed, golden::sme_core::core_config k)
      : rng_(static_cast<unsigned>(seed)), k_(k) {
    for (const auto& line : golden::sme::instructions()) {
      const auto group = line.group;
      if (line.legal == golden::sme::legal_e::NonStreaming) {
        lines_[Outside].insert(lines_[Outside].end(), group == "SVE loads and stores" ? 1 : 4,
                               &line);
        continue;
      }
      if (group == "SME2 array vectors") {
        lines_[9].push_back(&line);
      } else if (group == "SME2 loads and stores") {
        lines_[2].push_back(&line);
      } else if (group == "SME2 predicates as counters" ||
                 (group == "SME2 multiple vectors" && line.name == "sel")) {
        lines_[3].insert(lines_[3].end(), group == "SME2 multiple vectors" ? 4 : 1, &line);
      } else if (group == "SME2 multiple vectors") {
        lines_[5].push_back(&line);
      } else if (group == "SME2 lookup table") {
        lines_[8].push_back(&line);
      } else if (group == "SME2") {
        lines_[1].push_back(&line);
      } else if (group == "SME") {
        lines_[line.name.find("mopa") != line.name.npos ? 0 : 1].push_back(&line);
      } else if (group == "SVE loads and stores") {
        lines_[2].push_back(&line);
      } else if (line.name == "whilelt" || line.name == "ptrue ptrues") {
        lines_[3].push_back(&line);
      } else if (group == "SVE predicates and loops") {
        lines_[4].push_back(&line);
      } else if (group == "SVE integers" || group == "SVE moves and permutations" ||
                 group == "SVE floating point") {
        lines_[5].push_back(&line);
      } else if (group == "A64" && line.execute != golden::sme::isa::load_literal) {
        lines_[6].push_back(&line);
      }
    }
  }

  /// A program of about `n` random words, with vectors of `svl` bits in streaming mode and `nsvl`
  /// outside.
  core_program operator()(std::size_t n, int svl, int nsvl) {
    core_program p{.state = {.svl = svl, .nsvl = nsvl}, .memory = {}};
    p.memory.map(Arena, Bytes);
    p.memory.map(Dump, 0x4000);
    p.memory.map(Code, 8 * (n + 1000));
    std::vector<std::uint8_t> bytes(Bytes);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(below(3) == 0 ? 0 : rng_());
    // Numbers at the ends of their formats: subnormal ones, the largest ones, infinities, one.
    constexpr std::array<std::uint32_t, 8> Ends{1,           0x007f'ffff, 0x7f7f'ffff, 0x7f80'0000,
                                                0x3f80'0000, 0x03ff'0001, 0x7bff'7bff, 0x7f00'0040};
    for (std::size_t at = 0; at < Bytes; at += 4) {
      if (below(3) == 0) std::memcpy(&bytes[at], &Ends[static_cast<std::size_t>(below(8))], 4);
    }
    p.memory.write(Arena, bytes);
    p.state.pc   = Code;
    p.state.fpcr = fpcr();
    for (auto& x : p.state.x) x = rng_();
    for (unsigned r = 1; r < 8; ++r) {
      p.state.x[r] = Arena + Bytes / 2 + static_cast<unsigned>(below(r < 4 ? 64 : 512));
      if (below(2) == 0) p.state.x[r] &= ~std::uint64_t{63};  // a line's
    }
    // The first and the last bytes, behind which no memory is.
    p.state.x[6] = Arena - 64 + static_cast<unsigned>(below(128));
    p.state.x[7] = Arena + Bytes - static_cast<unsigned>(below(below(2) == 0 ? 160 : 16));
    // A step beyond all memory; two of them are beyond the core's addresses.
    p.state.x[Far] = std::uint64_t{1} << 47;
    for (unsigned r = 8; r < 12; ++r) p.state.x[r] = static_cast<unsigned>(below(40));

    auto s     = p.state;
    auto m     = p.memory;
    registers_ = 2 + below(14);
    rare_      = below(3);
    favoured_  = std::array{
        0, 1, 2, 3, 4, 5, 6, 8, 9, 9, Outside, Outside}[static_cast<std::size_t>(below(12))];
    const auto put = [&](std::uint32_t word) {
      std::uint8_t b[4];
      std::memcpy(b, &word, 4);
      p.memory.write(Code + 4 * p.words, b);
      m.write(Code + 4 * p.words, b);
      if (golden::sme::step(s, m).stop != golden::sme::stop_e::None) return false;
      ++p.words;
      return true;
    };
    put(0xd503'477f);                   // SMSTART
    for (unsigned i = 0; i < 8; ++i) {  // MOVT ZT0[8 i], Xr
      put(0xc04e'03e0 | i << 12 | (20 + i));
    }
    for (unsigned r = 0; r < 16; ++r) put(0x2518'e3e0 | r);  // PTRUE Pr.B
    for (unsigned r = 0; r < 16; ++r) {                      // LDR Zr
      put(0x8580'4000 | r | 1 << 5 | (r >> 3) << 16 | (r & 7) << 10);
    }
    while (p.words < n) put(word(s));
    dump(put, static_cast<unsigned>(svl / 8));
    p.end = Code + 4 * p.words;
    return p;
  }

  static constexpr std::array<std::uint64_t, 7> PairOffsets{0, 17, 32, 33, 47, 48, 63};

  /// LD1 of two and four vectors `offset` bytes behind a line, under parts of a counter's mask.
  /// Words wait for the second vector of a pair, which waits for the store of its bytes, and is
  /// loaded again.
  core_program pairs(int svl, std::uint64_t offset) {
    constexpr std::array<std::uint32_t, 25> Words{
        0xd503'477f,  // smstart
        0x2522'67f0,  // whilelt pn8.b, xzr, x2, vlx4
        0x8580'4074,  // ldr z20, [x3]
        0xe580'4094,  // str z20, [x4]
        0xa040'0022,  // ld1b {z2.b-z3.b}, pn8/z, [x1]
        0x0423'0064,  // add z4.b, z3.b, z3.b
        0xa140'4020,  // ld1w {z0.s,z8.s}, pn8/z, [x1]
        0xa040'e02d,  // ldnt1d {z12.d-z15.d}, pn8/z, [x1]
        0xa140'a031,  // ld1h {z17.h,z21.h,z25.h,z29.h}, pn8/z, [x1]
        0x0422'0065,  // add z5.b, z3.b, z2.b
        0xa041'0022,  // ld1b {z2.b-z3.b}, pn8/z, [x1, #2, mul vl]
        0xe580'40a2,  // str z2, [x5]
        0xe580'44a3,  // str z3, [x5, #1, mul vl]
        0xe580'48a4,  // str z4, [x5, #2, mul vl]
        0xe580'4ca5,  // str z5, [x5, #3, mul vl]
        0xe580'50a0,  // str z0, [x5, #4, mul vl]
        0xe580'54a8,  // str z8, [x5, #5, mul vl]
        0xe580'58ac,  // str z12, [x5, #6, mul vl]
        0xe580'5cad,  // str z13, [x5, #7, mul vl]
        0xe581'40ae,  // str z14, [x5, #8, mul vl]
        0xe581'44af,  // str z15, [x5, #9, mul vl]
        0xe581'48b1,  // str z17, [x5, #10, mul vl]
        0xe581'4cb5,  // str z21, [x5, #11, mul vl]
        0xe581'50b9,  // str z25, [x5, #12, mul vl]
        0xe581'54bd,  // str z29, [x5, #13, mul vl]
    };
    core_program p{.state = {.svl = svl, .nsvl = 128}, .memory = {}};
    p.memory.map(Arena, 0x1000);
    std::vector<std::uint8_t> bytes(0x800);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(rng_());
    p.memory.write(Arena, bytes);
    p.place(Words);
    p.state.x[1] = Arena + offset;
    p.state.x[2] = static_cast<std::uint64_t>(below(svl / 2 + 8));
    p.state.x[3] = Arena + 0x301;
    p.state.x[4] = Arena + offset + static_cast<std::uint64_t>(svl / 8 + below(16));
    p.state.x[5] = Arena + 0x800;
    return p;
  }

  int below(int n) { return std::uniform_int_distribution(0, n - 1)(rng_); }

 private:
  /// None, one or any of the controls.
  std::uint32_t fpcr() {
    constexpr std::array<std::uint32_t, 7> Controls{0,        3u << 22, 1u << 24, 1u << 13,
                                                    1u << 19, 1u << 1,  1};
    if (below(2) == 0) return Controls[static_cast<std::size_t>(below(7))];
    std::uint32_t all = static_cast<unsigned>(below(4)) << 22;
    for (const auto bit : Controls) all |= below(2) == 0 && bit != 3u << 22 ? bit : 0;
    return all;
  }

  /// MOVZ Xd, imm.
  static std::uint32_t movz(unsigned d, std::uint32_t imm, std::uint32_t shift = 0) {
    return 0xd280'0000 | shift << 21 | imm << 5 | d;
  }

  std::uint32_t word(golden::sme::state& s) {
    for (;;) {
      if (below(12) == 0) return host();
      if (below(700) == 0) return 0xd503'437f | static_cast<unsigned>(below(8)) << 8;  // SVCR
      const bool outside = favoured_ == Outside;
      if (!s.za || (!s.sm && below(outside ? 400 : 40) == 0)) return 0xd503'477f;
      if (s.sm && outside && below(20) == 0) return 0xd503'427f;  // SMSTOP SM
      if (!s.sm && outside && below(4) == 0) return offsets();
      constexpr std::array Of{0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4, 5, 5, 5, 5, 6, 6, 8, 9, 9};
      const auto of     = !s.sm && below(outside ? 2 : 8) == 0 ? Outside
                          : below(4) == 0 && !outside
                              ? favoured_
                              : Of[static_cast<std::size_t>(below(static_cast<int>(Of.size())))];
      const auto& lines = lines_[static_cast<std::size_t>(of)];
      const auto& line  = *lines[static_cast<std::size_t>(below(static_cast<int>(lines.size())))];
      if (line.name.find("smstart") != line.name.npos || line.name == "msr") continue;
      const auto w = static_cast<std::uint32_t>(filled(line));
      if (golden::sme::decode(w) != &line) continue;
      const auto t = golden::sme_core::translate(k_, s, line, w);
      if (!t.has_uop || t.entangled) continue;
      return w;
    }
  }

  /// A line's word. Registers are few; those of addresses point into the arena.
  std::uint64_t filled(const golden::sme::instruction& line) {
    auto w         = static_cast<std::uint32_t>(rng_());
    const auto set = [&](int at, std::uint32_t bits, std::uint32_t value) {
      w = (w & ~(bits << at)) | value << at;
    };
    const bool scalar = line.group == "A64";
    const bool memory = (scalar && line.name.starts_with("ld")) ||
                        line.group.ends_with("loads and stores") || line.name.starts_with("ld1") ||
                        line.name.starts_with("st1") || line.name == "ldr" || line.name == "str";
    for (const int at : {0, 5, 16}) set(at, 31, static_cast<unsigned>(below(registers_)));
    // Offsets, operations and numbers of vectors have the places of registers.
    if (line.group == "SME2 array vectors") {
      set(0, 63, static_cast<unsigned>(below(64)));
      set(20, 1, static_cast<unsigned>(below(2)));
    }
    if (memory) set(5, 31, static_cast<unsigned>(1 + below(7)));
    if (memory) set(16, 31, static_cast<unsigned>(8 + below(4)));
    // Immediates of vectors: near; sometimes far.
    if (memory && below(4) != 0) set(16, 15, static_cast<unsigned>(below(2)));
    if (memory && below(2) == 0) set(16, 31, static_cast<unsigned>(8 + below(4)));
    if (line.name == "cntp") {
      set(0, 31, static_cast<unsigned>(16 + below(4)));
    }
    using namespace golden::sme::isa;
    const bool to_x = line.execute == last_to_x || line.execute == clast_to_x ||
                      line.execute == fp_to_int_scalar || line.execute == movt_from_zt ||
                      (line.execute == fp_move && (w >> 16 & 1) == 0);
    if (to_x || line.name == "incp decp") set(0, 31, static_cast<unsigned>(16 + below(4)));
    if (line.execute == movt_to_zt) set(0, 31, static_cast<unsigned>(20 + below(8)));
    if (line.name.starts_with("while")) {
      set(5, 31, static_cast<unsigned>(8 + below(4)));
      set(16, 31, static_cast<unsigned>(8 + below(4)));
    }
    if (rare_ == 0) set(10, 63, static_cast<unsigned>(below(64)));
    // Few counters, which WHILE writes and SEL, loads and stores read.
    const bool counters = line.group == "SME2 predicates as counters";
    if (counters && line.name.starts_with("while")) set(0, 7, static_cast<unsigned>(below(2)));
    if ((line.group == "SME2 multiple vectors" && line.name == "sel") ||
        (line.group == "SME2 loads and stores" && below(2) == 0)) {
      set(10, 7, static_cast<unsigned>(below(2)));
    }
    return (w & ~line.mask) | line.value;
  }

  /// INDEX: near offsets, addresses in the arena, or offsets that soon leave all memory.
  std::uint32_t offsets() {
    const auto field = [&](int n, int at) { return static_cast<std::uint32_t>(below(n)) << at; };
    // The places in which words of memory have a second general register, and a base.
    const auto to    = below(2) == 0 ? 8 + field(4, 0) : 1 + field(7, 0);
    const auto sized = 0x04a0'4000 | field(2, 22) | to;
    switch (below(3)) {
      case 0:
        return sized | field(32, 16) | field(32, 5);
      case 1:
        return sized | field(32, 16) | 0x400 | (1 + field(7, 0)) << 5;
      default:
        return sized | 0x800 | Far << 16 | field(8, 5);
    }
  }

  /// Scalars change between the words, and so do branches' and loops' places; the host stores.
  std::uint32_t host() {
    if (below(4) == 0) {  // STR Xt, [Xn, #imm]
      return 0xf900'0000 | static_cast<unsigned>(below(16)) << 10 |
             static_cast<unsigned>(1 + below(7)) << 5 | static_cast<unsigned>(8 + below(8));
    }
    if (below(2) == 0) return movz(static_cast<unsigned>(12 + below(4)), below(64));
    return movz(static_cast<unsigned>(8 + below(4)), static_cast<unsigned>(below(40)));
  }

  template <class Put>
  void dump(Put put, unsigned rows) {
    put(movz(0, Dump >> 16, 1));
    put(0x9140'0c00);  // ADD X0, X0, #3 << 12
    put(0x2519'f000);  // RDFFR P0
    put(0xe580'0000);  // STR P0, [X0]
    put(0xd503'477f);
    const auto table = [&] {
      for (unsigned i = 0; i < 8; ++i) put(0xc04c'03f4 | i << 12);  // MOVT X20, ZT0[8 i]
    };
    table();
    put(movz(0, Dump >> 16, 1));
    for (unsigned r = 0; r < 32; ++r) {  // STR Zr, [X0, #r, MUL VL]
      put(0xe580'4000 | r | (r >> 3) << 16 | (r & 7) << 10);
    }
    put(0x9140'0400);  // ADD X0, X0, #1 << 12
    for (unsigned r = 0; r < 16; ++r) {
      put(0xe580'0000 | r | (r >> 3) << 16 | (r & 7) << 10);
    }
    put(0x9140'0400);
    for (unsigned r = 0; r < rows; r += 8) {  // STR ZA[W12, i], [X0, #i, MUL VL]
      put(movz(12, r));
      for (unsigned i = 0; i < 8; ++i) put(0xe120'0000 | i);
      put(0x9100'0000 | (8 * rows) << 10);  // ADD X0, X0, #8 rows
    }
    put(0xd503'447f);  // SMSTOP ZA, SMSTART ZA: ZT0 is zero
    put(0xd503'457f);
    table();
  }

  std::mt19937 rng_;
  int registers_ = 2, rare_ = 1;
  /// The general register that has a step beyond all memory.
  static constexpr unsigned Far = 26;
  /// The lines that need PSTATE.SM = 0.
  static constexpr int Outside = 7;
  int favoured_                = 0;  ///< the lines that a quarter of a program's words are of
  golden::sme_core::core_config k_;
  std::array<std::vector<const golden::sme::instruction*>, 10> lines_;
};

}  // namespace weft
