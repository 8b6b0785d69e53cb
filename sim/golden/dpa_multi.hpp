// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/pipelined.hpp"

/// Golden model of rtl/dpa/weft_dpa_multi.sv: a block of whichever profile the item names.
namespace weft::golden::dpa_multi {

/// The parameters of the unit.
struct config {
  unsigned pipe = 0;  ///< one bit a place for a pipeline register, six places

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

/// The profiles that it has, by their numbers: those of NVIDIA's tensor cores, but for FP64 and
/// block-scaled ones.
inline bool has(const dpa::profile& p) {
  return p.algo == dpa::algo_e::Joint && p.cut == dpa::cut_e::Trunc && p.c_joins &&
         p.scale_block == 0;
}
inline std::vector<std::uint8_t> numbers() {
  std::vector<std::uint8_t> all;
  for (std::size_t n = 0; n < dpa::profiles().size(); ++n) {
    if (has(dpa::profiles()[n])) all.push_back(static_cast<std::uint8_t>(n));
  }
  return all;
}

/// Bits from an element to the next one in the words of 256: FP6 and FP4 have a byte.
constexpr int slot(const dpa::profile& p) { return std::max({p.a.width(), p.b.width(), 8}); }

struct operands {
  std::uint8_t profile = 0;  ///< its place in dpa::profiles()
  dpa::operands block{};

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "profile=" << unsigned{o.profile} << ' ' << o.block;
  }
};

using result = dpa::result;

inline result eval(const config&, const operands& o) {
  return dpa::eval({dpa::profiles()[o.profile]}, o.block);
}

/// Cycles from the one in which the first of n blocks is taken to the one in which the last result
/// is, both counted, if neither side stalls.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::dpa_multi
