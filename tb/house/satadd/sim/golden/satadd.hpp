// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>

#include "sim/golden/stream.hpp"

/// Golden model of rtl/arith/weft_satadd.sv: sum = a + b, saturated to `width` bits.
namespace weft::golden::satadd {

using sum_t = std::int32_t;

struct operands {
  std::int32_t a, b;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << o.a << '+' << o.b;
  }
};

/// The value that the hardware computes, bit for bit. Widths up to 31.
constexpr sum_t eval(unsigned width, const operands& o) {
  const sum_t limit = sum_t{1} << (width - 1);
  return std::clamp(o.a + o.b, -limit, limit - 1);
}

/// Cycles from the one in which the first of n pairs is taken to the one in which the last sum is
/// taken, both counted, if neither side stalls.
constexpr std::uint64_t cycles(std::uint64_t n) { return n + 1; }

/// The same cycle by cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = stream_in<operands>;
  using outputs = stream_out<sum_t>;

  explicit model(unsigned width) : width_(width) {}

  outputs peek(const inputs&) const {
    return {sums_.size() < Depth, sums_.empty() ? std::nullopt : std::optional(sums_.front())};
  }

  void step(const inputs& in) {
    const outputs out = peek(in);
    if (out.out && in.out_ready) sums_.pop_front();
    if (in.in && out.in_ready) sums_.push_back(eval(width_, *in.in));
  }

 private:
  static constexpr std::size_t Depth = 2;

  unsigned width_;
  std::deque<sum_t> sums_;
};

}  // namespace weft::golden::satadd
