// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/wide/fdiv_seq.hpp"
#include "tb/arith/fdiv_cases.hpp"

namespace weft {

/// Quotients and roots of fdiv_cases(), and as many reciprocals of their divisors and radicands.
inline std::vector<golden::fdiv_seq::operands> fdiv_seq_cases(golden::format f, std::uint64_t seed,
                                                              std::size_t count) {
  using golden::fdiv_seq::op_e;
  std::mt19937_64 rng(seed + 2);
  std::vector<golden::fdiv_seq::operands> items;
  for (const auto& o : fdiv_cases(f, seed, count)) {
    const bool reciprocal = rng() % 2 == 0;
    items.push_back({.a     = reciprocal && !o.root ? o.b : o.a,
                     .b     = o.b,
                     .op    = op_e((o.root ? 1 : 0) + (reciprocal ? 2 : 0)),
                     .round = o.round});
  }
  return items;
}

/// Operands whose results lie as close to a tie or a number of the format as any: the residues of
/// Hensel's lifting. Of a quotient, a 2^(p + 1) = b m + k with a small k and an m of p + 1 bits; of
/// a root, m m + k divisible by as many powers of two. Significands have p bits.
inline std::vector<golden::fdiv_seq::operands> fdiv_seq_hard(golden::format f, std::uint64_t seed,
                                                             std::size_t count) {
  using golden::fdiv_seq::op_e;
  __extension__ using wide = unsigned __int128;
  const int p              = f.frac_bits + 1;
  const std::uint64_t top  = std::uint64_t{1} << f.frac_bits;
  std::mt19937_64 rng(seed);
  std::vector<golden::fdiv_seq::operands> items;
  const auto code = [&](std::uint64_t sig, int exp) {
    return static_cast<std::uint64_t>(f.bias() + exp) << f.frac_bits | (sig & (top - 1));
  };
  const auto add = [&](golden::fdiv_seq::operands o) {
    for (int round = 0; round < golden::Rounds; ++round) {
      o.round = golden::round_e(round);
      items.push_back(o);
    }
  };
  while (items.size() < count) {
    const std::uint64_t k = 2 * (rng() % 8) + 1;
    // Quotient: m = -+k / b modulo 2^places, so that b m +- k is a multiple of 2^places.
    const std::uint64_t b = top | (rng() & (top - 1)) | 1;
    std::uint64_t inverse = b;
    for (int i = 0; i < 6; ++i) inverse *= 2 - b * inverse;
    for (const int places : {p, p + 1}) {
      for (const bool above : {false, true}) {
        const std::uint64_t mask = (std::uint64_t{1} << places) - 1;
        const std::uint64_t m    = (above ? inverse * k : 0 - inverse * k) & mask;
        const wide product       = wide{b} * m;
        const wide even          = above ? product - k : product + k;
        const auto a             = static_cast<std::uint64_t>(even >> places);
        if (a >= top && a < 2 * top) add({.a = code(a, 0), .b = code(b, 0), .op = op_e::Div});
        if (a != 0 && a < top && a >= top / 2) {
          add({.a = code(a << 1, -1), .b = code(b, 0), .op = op_e::Div});
        }
      }
    }
    // Root: an odd m with m m = 8 k + 1 modulo 2^places; the radicand is what stands above.
    std::uint64_t m            = 1;
    const std::uint64_t square = 8 * (rng() % 16) + 1;
    for (int bit = 3; bit < p + 2; ++bit) {
      if (((m * m - square) >> bit & 1) != 0) m |= std::uint64_t{1} << (bit - 1);
    }
    for (const std::uint64_t root : {m & (2 * top - 1), (2 * top - m) & (2 * top - 1)}) {
      for (const std::uint64_t r : {root | top, root | 2 * top}) {
        for (const int odd : {0, 1}) {
          // r is a root of p or p + 1 bits, its square has an even number of them or one less.
          const int down = 2 * (golden::detail::bit_length(r) - 1) - f.frac_bits + odd;
          const wide sig = ((wide{r} * r) + (wide{1} << (down - 1))) >> down;
          if (sig < top || sig >= 2 * wide{top}) continue;
          add({.a = code(static_cast<std::uint64_t>(sig), odd), .op = op_e::Sqrt});
          add({.a = code(static_cast<std::uint64_t>(sig), odd), .op = op_e::Rsqrt});
        }
      }
    }
    // Reciprocals: of numbers beside powers of two and of the quotients of those by small numbers.
    const std::uint64_t by = 2 * (rng() % 64) + 1;
    const auto near        = static_cast<std::uint64_t>((wide{1} << (p + 6)) / by);
    std::uint64_t sig      = near;
    while (sig >= 2 * top) sig >>= 1;
    for (std::uint64_t x : {sig, sig + 1, top + rng() % 4, 2 * top - 1 - rng() % 4}) {
      if (x < top || x >= 2 * top) continue;
      for (const op_e op : {op_e::Rcp, op_e::Rsqrt}) add({.a = code(x, 0), .op = op});
      add({.a = code(x, 1), .op = op_e::Rsqrt});
      add({.a = code(x, 1), .op = op_e::Sqrt});
    }
  }
  return items;
}

/// Every function of every 8-bit operand or pair of them, in every direction.
inline std::vector<golden::fdiv_seq::operands> fdiv_seq_every_fp8() {
  using golden::fdiv_seq::op_e;
  std::vector<golden::fdiv_seq::operands> items;
  for (const auto& o : every_fp8()) {
    items.push_back({.a = o.a, .b = o.b, .op = o.root ? op_e::Sqrt : op_e::Div, .round = o.round});
    if (!o.root) continue;
    items.push_back({.a = o.a, .op = op_e::Rcp, .round = o.round});
    items.push_back({.a = o.a, .op = op_e::Rsqrt, .round = o.round});
  }
  return items;
}

}  // namespace weft
