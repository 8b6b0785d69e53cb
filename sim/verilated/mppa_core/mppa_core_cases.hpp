// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/mppa_core/mppa_core.hpp"
#include "sim/verilated/mppa_core/mppa_core_memory.hpp"

namespace weft::sim {

/// The kinds of bundle of a random program.
struct mppa_core_mix {
  bool branches = true;   ///< forwards, and loops
  bool traps    = false;  ///< accesses to holes, which end it
  bool computes = true;   ///< floating-point operations and products
};

/// A random program of legal bundles on few registers, so that they wait for each other. It first
/// writes every register. Registers from $r54 on are constants: counts, offsets and addresses.
class mppa_core_cases {
 public:
  using bundle = golden::mppa_core::bundle;

  explicit mppa_core_cases(std::uint64_t seed, mppa_core_mix mix = {}) : rng_(seed), mix_(mix) {}

  static constexpr std::size_t Prologue = 64 + 48;

  std::vector<bundle> program(std::size_t length) {
    using namespace golden::mppa_core;
    std::vector<bundle> p;
    static constexpr std::array<std::uint64_t, 10> Constants{
        0, 3, 5, 40, 1000, 7, 2048, SmemBytes - 24, 0x40000100, 0x20000000};
    for (unsigned r = 0; r < General; ++r) {
      const std::uint64_t v = r >= 54 ? Constants[r - 54] : below(4) == 0 ? below(100) : rng_();
      bundle x;
      x.w[1] = make(25, r, 0, 0, 3, 0, 0);
      x.w[6] = static_cast<std::uint32_t>(v);
      x.w[7] = static_cast<std::uint32_t>(v >> 32);
      p.push_back(x);
    }
    for (unsigned r = 0; r < 48; ++r) {
      bundle x;
      x.w[4] = make(41, r, 60, 0, 2, 0, 0);
      x.w[6] = below(1000);
      p.push_back(x);
    }
    while (p.size() < Prologue + length) p.push_back(random(p.size(), Prologue + length));
    bundle end;
    end.w[0] =
        std::uint32_t{static_cast<unsigned>(bcu_e::Goto)} << 26 | EndAddress;  // calls are there
    p.push_back(end);
    return p;
  }

  static mppa_core_memory memory(std::uint64_t seed) {
    mppa_core_memory m;
    std::mt19937_64 rng(seed);
    for (std::size_t i = 0; i < 8192; ++i) m.smem[i] = static_cast<std::uint8_t>(rng());
    return m;
  }

 private:
  std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>(rng_() % n); }
  std::uint32_t reg() { return below(3) != 0 ? below(12) : below(54); }
  std::uint32_t creg() { return below(3) != 0 ? below(12) : below(48); }

  static std::uint32_t make(unsigned op, unsigned d, unsigned a, unsigned b, unsigned mode,
                            unsigned cond, unsigned x) {
    return op << 26 | d << 20 | a << 14 | b << 8 | mode << 6 | cond << 2 | x;
  }

  std::uint32_t tiny() {
    const std::uint32_t op = 2 + below(26), mode = below(4);
    return make(op, reg(), reg(), reg(), mode, below(op == 27 ? 16 : 10),
                mode == 2 ? below(2) : below(4));
  }

  bundle attempt(std::size_t at, std::size_t end) {
    bundle x;
    if (below(3) == 0) {
      x.w[6] = static_cast<std::uint32_t>(rng_());
      x.w[7] = static_cast<std::uint32_t>(rng_());
    }
    for (unsigned lane = 1; lane < 3; ++lane) {
      switch (below(5)) {
        case 0:
          break;
        case 1:
          x.w[lane] = make(32 + below(12), reg(), reg(), reg(), below(4), 0, below(2));
          break;
        case 2:
          x.w[lane] = make(44, creg(), reg(), reg(), 0, 0, below(2));
          break;
        default:
          x.w[lane] = below(12) == 0 ? make(48 + below(2), reg(), reg(), reg(), 0, 0, 0) : tiny();
      }
    }
    switch (below(4)) {
      case 0:
        break;
      case 1:
        x.w[3] = make(32 + below(4), reg(), reg(), reg(), 0, 0, 0);
        break;
      case 2: {
        const unsigned op = 40 + below(20), type = (op - 40) / 4;
        const unsigned m = type == 2 || type == 4 ? 0x3e : 0x3f;
        if (mix_.computes) x.w[3] = make(op, reg() & m, reg() & m, reg() & m, 0, 0, 0);
        break;
      }
      default:
        x.w[3] = below(2) == 0 ? tiny() : 0;
    }
    if (below(3) != 0) {
      x.w[4] = below(6) == 0 ? tiny() : access();
      if (x.w[4] >> 26 >= 32) x.w[6] = x.w[7] = below(2000);
    }
    switch (below(5)) {
      case 0:
        x.w[0] = 7u << 26 | (reg() & 0x3c) << 20 | creg();
        break;
      case 1:
        x.w[0] = 8u << 26 | creg() << 20 | creg();
        break;
      case 2:
        if (mix_.branches && at + 6 < end) branch(x, at);
        break;
      default:
        break;
    }
    if (mix_.computes) {
      const auto tca = [&](unsigned op, unsigned d, unsigned a, unsigned b, unsigned c) {
        return op << 26 | d << 20 | a << 14 | b << 8 | c << 2 | below(4);
      };
      switch (below(5)) {
        case 0:
          x.w[5] = tca(1, creg() & 0x3e, creg(), creg(), creg() & 0x3e);
          break;
        case 1:
          x.w[5] = tca(2, creg() & 0x3c, creg(), creg(), creg() & 0x3c);
          break;
        case 2:
          x.w[5] = tca(4 + below(4), creg() & 0x3e, creg(), creg(), creg() & 0x3e);
          break;
        case 3:
          x.w[5] = below(2) == 0 ? tca(8, creg() & 0x3c, creg() & 0x3c, 0, 0)
                                 : tca(9 + below(2), creg(), creg() & 0x3c, 0, 0);
          break;
        default:
          break;
      }
    }
    return x;
  }

  /// A load or store. Bases are $r60 (2048), and for loads with .s anywhere.
  std::uint32_t access() {
    const bool store       = below(3) == 0;
    const std::uint32_t op = store ? 48 + below(7) : 32 + below(14);
    const unsigned n       = op == 39 || op == 52                              ? 2
                             : (op == 40 || op == 53) || (op >= 42 && op < 46) ? 4
                                                                               : 1;
    const bool coprocessor = op == 41 || op == 54 || (op >= 42 && op < 46);
    const std::uint32_t d = (coprocessor ? creg() : reg()) & (n == 4 ? 0x3c : n == 2 ? 0x3e : 0x3f);
    const bool silent     = !store && below(3) == 0;
    const std::uint32_t variant = store ? 0 : (silent ? 1 : 0) | (below(8) == 0 ? 2 : 0);
    const std::uint32_t base    = silent && below(2) == 0        ? 61 + below(3)
                                  : mix_.traps && below(40) == 0 ? 61 + 2 * below(2)
                                  : below(16) == 0 && op < 48    ? 62
                                                                 : 60;
    switch (below(4)) {
      case 0:
        return make(op, d, base, 54 + below(5), 0, 0, variant);
      case 1:
        return make(op, d, base, below(64), 1, 0, variant);
      case 2:
        return make(op, d, base, reg(), 0, 1 + below(15), variant);
      default:
        return make(op, d, base, reg(), 2 + below(2), below(2) == 0 ? below(16) : 0, variant);
    }
  }

  void branch(bundle& x, std::size_t at) {
    const auto target = static_cast<std::uint32_t>(at + 1 + below(4));
    switch (below(4)) {
      case 0:
        x.w[0] = 1u << 26 | target;
        break;
      case 1:
        if (at > loop_end_) {
          loop_end_ = target + 1;
          x.w[0]    = 3u << 26 | (54 + below(3)) << 20 | (target + 1);
        }
        break;
      case 2:
        x.w[0] = 4u << 26 | target;
        break;
      default:
        x.w[0] = 2u << 26 | reg() << 20 | below(16) << 16 | target;
    }
  }

  bundle random(std::size_t at, std::size_t end) {
    for (;;) {
      const bundle x           = attempt(at, end);
      const auto of            = golden::mppa_core::registers_of(x);
      const std::uint64_t kept = ~std::uint64_t{0} << 54;
      if (golden::mppa_core::fault(x).empty() &&
          ((of.written() | of.sum | of.load | of.silent) & kept) == 0) {
        return x;
      }
    }
  }

  std::mt19937_64 rng_;
  mppa_core_mix mix_;
  std::size_t loop_end_ = 0;
};

}  // namespace weft::sim
