// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <ostream>

#include "sim/golden/fma.hpp"

/// Golden model of rtl/fma/weft_fma_simd.sv: golden::fma in every lane of a 64-bit word.
namespace weft::golden::fma_simd {

/// The lane format. The two unused codes stand for E5m2.
enum class mode_e : std::uint8_t { Fp64, Fp32, Fp16, Bf16, E4m3, E5m2 };
inline constexpr int Modes = 6;

inline std::ostream& operator<<(std::ostream& os, mode_e mode) {
  return put_name(os, mode, {"Fp64", "Fp32", "Fp16", "Bf16", "E4m3", "E5m2"});
}
inline constexpr int Slots = 8;  ///< lanes of the narrowest format

/// The format of operands and results.
constexpr format format_of(mode_e mode) {
  constexpr std::array<format, Modes> Formats{Binary64, Binary32, Binary16, Bfloat16, E4m3, E5m2};
  return Formats[std::min<std::size_t>(static_cast<std::size_t>(mode), Modes - 1)];
}

constexpr int lanes(mode_e mode) { return 64 / format_of(mode).width(); }

/// The parameters of the unit.
struct config {
  unsigned pipe = 0;  ///< one bit per pipeline register position; five positions

  constexpr int latency() const { return std::popcount(pipe); }

  bool operator==(const config&) const = default;
};

struct operands {
  std::uint64_t a = 0, b = 0, c = 0;  ///< lane 0 in the low bits
  mode_e mode   = mode_e::Fp64;
  fma::op_e op  = fma::op_e::Madd;  ///< op and round are for all lanes
  round_e round = round_e::NearEven;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "mode=" << o.mode << " op=" << o.op << " round=" << o.round << ' ' << o.a << ' '
              << o.b << ' ' << o.c;
  }
};

struct result {
  std::uint64_t bits  = 0;
  std::uint64_t flags = 0;  ///< five bits per lane, lane 0 lowest; zero above the last lane

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    return os << r.bits << " flags=" << r.flags;
  }
};

/// The operands of one lane.
constexpr fma::operands lane(const operands& o, int l) {
  const format f  = format_of(o.mode);
  const int shift = f.width() * l;
  return {o.a >> shift & f.mask(), o.b >> shift & f.mask(), o.c >> shift & f.mask(), o.op, o.round};
}

/// The results and flags of all lanes, each computed by golden::fma.
constexpr result eval(const config&, const operands& o) {
  const format f = format_of(o.mode);
  const fma::config k{.multiplicand = f, .addend = f};
  result r;
  for (int l = 0; l < lanes(o.mode); ++l) {
    const float_result x = fma::eval(k, lane(o, l));
    r.bits |= x.bits << f.width() * l;
    r.flags |= std::uint64_t{x.flags} << 5 * l;
  }
  return r;
}

/// Clock cycles for n operands when neither side stalls: from the cycle that takes the first
/// operand to the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) {
  return n + static_cast<std::uint64_t>(k.latency());
}

using model = pipelined<operands, result>;

inline model make_model(const config& k) {
  return {[k](const operands& o) { return eval(k, o); }, k.latency()};
}

}  // namespace weft::golden::fma_simd
