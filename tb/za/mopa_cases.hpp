// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/mopa.hpp"
#include "sim/harness/operands.hpp"

/// Operations of weft_mopa and files of ZA, weighted to the edges of what they compute.
namespace weft {

class mopa_cases {
 public:
  mopa_cases(int log_bytes, std::uint64_t seed)
      : bytes_(1 << log_bytes),
        rng_(seed),
        half_(golden::Binary16, seed),
        brain_(golden::Bfloat16, seed + 1),
        single_(golden::Binary32, seed + 2),
        double_(golden::Binary64, seed + 3) {}

  std::uint64_t pick(std::uint64_t n) { return rng_() % n; }

  /// A random operation. FPCR has any of the bits that outer products use.
  golden::mopa::operation operator()() {
    using enum golden::mopa::op_e;
    golden::mopa::operation o;
    o.op         = static_cast<golden::mopa::op_e>(pick(golden::mopa::Ops));
    o.log_size   = golden::mopa::widens(o.op) ? 2 : static_cast<int>(2 + pick(2));
    o.negate     = pick(2) != 0;
    o.unsigned_n = o.op == Imopa && pick(2) != 0;
    o.unsigned_m = o.op == Imopa && pick(2) != 0;
    o.tile       = static_cast<unsigned>(pick(1u << o.log_size));
    o.fpcr       = fpcr();
    fill(o);
    return o;
  }

  /// Rounding of any direction; half the time nothing else.
  std::uint32_t fpcr() {
    using k                  = golden::sme::fp_control;
    constexpr unsigned All[] = {k::Fiz, k::Ah, k::Nep, k::Ebf, k::Fz16, k::Fz, k::Dn, k::Ahp};
    std::uint32_t x          = static_cast<std::uint32_t>(pick(4)) << 22;
    if (pick(2) == 0) return x | (pick(2) != 0 ? k::Ebf : 0);
    for (const unsigned bit : All) x |= pick(2) != 0 ? bit : 0;
    return x;
  }

  /// Operands and predicates; bytes beyond the effective length are anything.
  void fill(golden::mopa::operation& o) {
    for (auto* x : {&o.zn, &o.zm}) {
      for (auto& byte : *x) byte = static_cast<std::uint8_t>(rng_());
    }
    numbers_    = pick(4);
    const int n = bytes_ / o.part();
    for (int i = 0; i < n; ++i) {
      golden::sme::isa::put(o.zn, i, o.part(), number(o));
      golden::sme::isa::put(o.zm, i, o.part(), number(o));
      if (!golden::mopa::widens(o.op) || i % 2 == 0 || pick(2) == 0) continue;
      // Two products that cancel, or nearly.
      const auto a = golden::sme::isa::element(o.zn, i - 1, 2);
      const auto b = golden::sme::isa::element(o.zm, i - 1, 2);
      golden::sme::isa::put(o.zn, i, 2, a ^ 0x8000 ^ (pick(3) == 0));
      golden::sme::isa::put(o.zm, i, 2, b + pick(3) - 1);
    }
    for (auto* p : {&o.pn, &o.pm}) {
      const auto kind = pick(4);
      for (auto& byte : *p) {
        byte = static_cast<std::uint8_t>(kind < 2 ? 0xff : kind == 2 ? rng_() : rng_() | rng_());
      }
    }
  }

  /// Rows of numbers of the formats that tiles have: at the edges, zeros, or tiny ones.
  golden::mopa::file_t za() {
    golden::mopa::file_t file{};
    for (auto& row : file) {
      const bool wide = pick(4) == 0;
      const auto kind = pick(4);
      for (int i = 0; kind != 0 && i < bytes_ / (wide ? 8 : 4); ++i) {
        const auto f    = wide ? golden::Binary64 : golden::Binary32;
        const auto tiny = (rng_() & (f.sign_bit() | f.frac_mask())) | pick(4) << f.frac_bits;
        golden::sme::isa::put(row, i, wide ? 8 : 4,
                              kind == 1 ? tiny
                              : wide    ? double_()
                                        : single_());
      }
    }
    return file;
  }

 private:
  /// An operand: anything at the edges, or mostly near one, or such that products are tiny or huge.
  std::uint64_t number(const golden::mopa::operation& o) {
    if (o.op == golden::mopa::op_e::Imopa || golden::mopa::adds_vector(o.op)) {
      const std::uint64_t edges[] = {0, 1, ~std::uint64_t{0},
                                     std::uint64_t{1} << (8 * o.part() - 1),
                                     (std::uint64_t{1} << (8 * o.part() - 1)) - 1};
      return pick(2) == 0 ? rng_() : edges[pick(5)];
    }
    const auto [f, edge] = o.op == golden::mopa::op_e::Fmopa16 ? std::pair{golden::Binary16, &half_}
                           : o.op == golden::mopa::op_e::Bfmopa
                               ? std::pair{golden::Bfloat16, &brain_}
                           : o.log_size == 2 ? std::pair{golden::Binary32, &single_}
                                             : std::pair{golden::Binary64, &double_};
    if (numbers_ == 0 || pick(16) == 0) return (*edge)();
    const int half = f.bias() / 2, spread = static_cast<int>(pick(8)) - 4;
    const int exp = f.bias() + spread + (numbers_ == 2 ? -half : numbers_ == 3 ? half : 0);
    return (rng_() & (f.sign_bit() | f.frac_mask())) | static_cast<std::uint64_t>(exp)
                                                           << f.frac_bits;
  }

  int bytes_;
  std::uint64_t numbers_ = 0;
  std::mt19937_64 rng_;
  sim::edge_floats half_, brain_, single_, double_;
};

}  // namespace weft
