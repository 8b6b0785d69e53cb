// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_float.hpp"
#include "sim/harness/operands.hpp"
#include "tb/sme/qemu/qemu.hpp"

/// Random states, and words with effects on them.
///
/// Registers have roles, so that most accesses find memory: X0 to X7 are small, X12 to X15 slice
/// numbers, X19 is behind the last word, X20 to X27 and SP point into the data, X28 and X29 are
/// values of FPCR and FPSR; Z24 to Z27 are 64-bit offsets, Z28 and Z29 32-bit ones, Z30 addresses.
namespace weft {

class random_case {
 public:
  static constexpr std::size_t MaxWords = 12, DataBytes = 3 * 4096;

  random_case(std::uint64_t seed, std::uint64_t code, std::uint64_t data)
      : rng_(seed),
        half_(golden::Binary16, seed + 1),
        single_(golden::Binary32, seed + 2),
        double_(golden::Binary64, seed + 3),
        code_(code),
        data_(data) {}

  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  golden::sme::state make_state(int svl, int nsvl, std::size_t words) {
    golden::sme::state s{.svl = svl, .nsvl = nsvl};
    s.sm     = pick(100) < 70;
    s.za     = pick(100) < (s.sm ? 90 : 30);
    s.pc     = code_;
    s.nzcv   = static_cast<std::uint8_t>(pick(16));
    s.fpcr   = fpcr();
    s.fpsr   = static_cast<std::uint32_t>(rng_()) & golden::sme::FpsrOnModeChange;
    s.tpidr2 = rng_();
    for (auto& x : s.x) x = integer();
    for (int i = 0; i < 8; ++i) s.x[i] = pick(300);
    for (int i = 12; i < 16; ++i) s.x[i] = pick(2) ? pick(300) : rng_();
    s.x[19] = code_ + 4 * words;
    for (int i = 20; i < 28; ++i) s.x[i] = pointer();
    s.x[28] = fpcr();
    s.x[29] = rng_() & golden::sme::FpsrOnModeChange;
    s.x[31] = pointer() & ~std::uint64_t{15};

    const auto vl = static_cast<std::size_t>(s.vl());
    for (auto& z : s.z) fill(z, vl);
    for (int i = 24; i < 28; ++i) put_all(s.z[i], vl, 8, [&] { return pick(400); });
    for (int i = 28; i < 30; ++i) put_all(s.z[i], vl, 4, [&] { return pick(400) - 100; });
    put_all(s.z[30], vl, 8, [&] { return pointer(); });
    for (auto& p : s.p) fill_predicate(p, vl / 8);
    if (!s.sm) {
      s.ffr = {};
      // FFR after a first fault: true up to some element.
      const auto on = pick(2) ? vl : pick(vl + 1);
      for (std::size_t i = 0; i < on; ++i) s.ffr[i / 8] |= static_cast<std::uint8_t>(1 << i % 8);
    }
    for (std::size_t i = 0; s.za && i < static_cast<std::size_t>(s.svlb()); ++i) {
      fill(s.rows[i], static_cast<std::size_t>(s.svlb()));
    }
    return s;
  }

  std::vector<std::uint8_t> make_data() {
    std::vector<std::uint8_t> data(DataBytes);
    for (auto& byte : data) byte = static_cast<std::uint8_t>(rng_());
    return data;
  }

  /// A word that matches a line of the table.
  std::uint32_t make_word(const golden::sme::instruction& row, std::size_t at, std::size_t words) {
    std::uint32_t word = (static_cast<std::uint32_t>(rng_()) & ~row.mask) | row.value;
    const auto set     = [&](int high, int low, std::uint64_t value) {
      const std::uint32_t field = ((2u << (high - low)) - 1) << low;
      const auto free           = field & ~row.mask;
      word = (word & ~free) | (static_cast<std::uint32_t>(value << low) & free);
    };
    const auto is     = [&](std::string_view name) { return row.name == name; };
    const bool a64    = row.group == "A64";
    const bool memory = row.group == "SVE loads and stores" || is_memory(row);
    if (memory) {
      set(9, 5, pick(9) == 8 ? 31 : 20 + pick(8));
      const bool by_register = row.pattern.substr(12, 5) == "mmmmm";  // bits 20:16
      if (by_register) set(20, 16, pick(8));
      if (is_gather(row)) {
        // Bits 30, 15; of scatters 13, or 22.
        const bool wide = is_scatter(row) ? row.pattern[20] == '1' || row.pattern[10] == '0'
                                          : row.pattern[1] == '1' && row.pattern[18] == '1';
        by_register ? set(20, 16, wide ? 24 + pick(4) : 28 + pick(2)) : set(9, 5, 30);
      }
      if (a64 && is("ldr ldrsw prfm")) set(23, 5, words - at + pick(8));
    }
    const auto forward = 1 + pick(words - at);
    if (is("b bl")) set(25, 0, forward);
    if (is("b.cond") || is("cbz cbnz")) set(23, 5, forward);
    if (is("tbz tbnz")) set(18, 5, forward);
    if (is("br") || is("blr") || is("ret")) set(9, 5, 19);
    if (is("hint")) set(11, 5, 0);
    if (is("msr") && (word & 0xffffffe0) == 0xd51b4400) set(4, 0, 28);
    if (is("msr") && (word & 0xffffffe0) == 0xd51b4420) set(4, 0, 29);
    return word;
  }

  static bool is_memory(const golden::sme::instruction& row) {
    const auto name = row.name.substr(0, 2);
    return name == "ld" || name == "st";
  }
  static bool is_gather(const golden::sme::instruction& row) {
    return is_scatter(row) ||
           (row.group == "SVE loads and stores" &&
            row.name.find("ldff1") != std::string_view::npos && row.name.substr(0, 4) != "ldff");
  }
  static bool is_scatter(const golden::sme::instruction& row) {
    return row.group == "SVE loads and stores" && row.name.substr(0, 9) == "st1b st1h";
  }

 private:
  std::uint32_t fpcr() {
    using control = golden::sme::fp_control;
    if (pick(3) == 0) return 0;
    return static_cast<std::uint32_t>(rng_()) &
           (control::Mode | control::Fz | control::Fz16 | control::Dn | control::Ahp);
  }
  std::uint64_t integer() {
    constexpr std::uint64_t Edges[]{
        0, 1, ~0ull, 1ull << 63, ~0ull >> 1, 1ull << 31, (1ull << 31) - 1, 0xffffffff};
    switch (pick(4)) {
      case 0:
        return Edges[pick(std::size(Edges))];
      case 1:
        return pick(64);
      default:
        return rng_();
    }
  }
  std::uint64_t pointer() {
    switch (pick(6)) {
      case 0:  // near the end, near the start
        return data_ + DataBytes - pick(300);
      case 1:
        return data_ + pick(64);
      case 2:  // near the end of a page
        return data_ + 4096 * (1 + pick(2)) - pick(300);
      default:
        return data_ + 2048 + pick(DataBytes - 6144);
    }
  }

  template <class F>
  static void put_all(golden::sme::vector_t& z, std::size_t bytes, std::size_t size, F&& f) {
    for (std::size_t i = 0; i < bytes; i += size) {
      const std::uint64_t x = f();
      for (std::size_t k = 0; k < size; ++k) z[i + k] = static_cast<std::uint8_t>(x >> 8 * k);
    }
  }
  void fill(golden::sme::vector_t& z, std::size_t bytes) {
    switch (pick(8)) {
      case 0:
        return put_all(z, bytes, 8, [&] { return rng_(); });
      case 1:
        return put_all(z, bytes, 1, [&] { return pick(4); });
      case 2:
        return put_all(z, bytes, 8, [&] { return integer(); });
      case 3:
        return put_all(z, bytes, 2, [&] { return half_(); });
      case 4:
      case 5:
        return put_all(z, bytes, 4, [&] { return single_(); });
      case 6:
        return put_all(z, bytes, 2, [&] { return single_() >> 16; });
      default:
        return put_all(z, bytes, 8, [&] { return double_(); });
    }
  }
  void fill_predicate(golden::sme::predicate_t& p, std::size_t bytes) {
    const auto kind = pick(6);
    for (std::size_t i = 0; i < bytes; ++i) {
      const auto r = static_cast<std::uint8_t>(rng_()), q = static_cast<std::uint8_t>(rng_());
      p[i] = kind == 0 ? 0 : kind == 1 ? 0xff : kind == 2 ? 0x11 : kind == 3 ? r & q : r;
    }
    if (kind == 4) {
      const auto on = pick(8 * bytes + 1);
      for (std::size_t i = 0; i < 8 * bytes; ++i) {
        p[i / 8] = static_cast<std::uint8_t>((p[i / 8] & ~(1 << i % 8)) | ((i < on) << i % 8));
      }
    }
  }

  std::mt19937_64 rng_;
  sim::edge_floats half_, single_, double_;
  std::uint64_t code_, data_;
};

}  // namespace weft
