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

/// Golden model of rtl/dpa/weft_dpa_multi.sv: a block of the profile that each item selects.
namespace weft::golden::dpa_multi {

/// The parameters of the unit.
struct config {
  unsigned pipe = 0;  ///< one bit per pipeline register position; six positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

/// Whether the unit implements a profile: those of NVIDIA's tensor cores except FP64 and
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

/// Bits per element in the 256-bit words: an FP6 or FP4 element takes a byte.
constexpr int slot(const dpa::profile& p) { return std::max({p.a.width(), p.b.width(), 8}); }

struct operands {
  std::uint8_t profile = 0;  ///< index into dpa::profiles()
  dpa::operands block{};

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "profile=" << unsigned{o.profile} << ' ' << o.block;
  }
};

using result = dpa::result;

inline result eval(const config&, const operands& o) {
  return dpa::eval({dpa::profiles()[o.profile]}, o.block);
}

/// Clock cycles for n blocks when neither side stalls: from the cycle that takes the first block to
/// the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::dpa_multi
