// SPDX-License-Identifier: Apache-2.0
//
// MAC16, VECINT, MATINT.
#include <bit>

#include "sim/golden/amx/amx_lanes.hpp"

namespace weft::golden::amx {
namespace {

/// An operation's function of lanes.
class arithmetic {
 public:
  arithmetic(fields k, const operation& o, bool zero)
      : alu_(static_cast<integer_e>(o.alu)),
        lanes_(o.lanes),
        shift_(k(62, 58)),
        first_signed_(k(63)),
        y_signed_(k(26)),
        zero_(zero),
        narrow_{.shift     = shift_,
                .rounded   = k(29),
                .saturated = k(30),
                .to_signed = k(26),
                .bytes     = o.saturated} {}

  std::uint64_t operator()(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    if (zero_) return 0;
    if (alu_ == integer_e::Shift) return narrow_(extended(z, lanes_.z, first_signed_));
    return static_cast<std::uint64_t>(combined(extended(x, lanes_.x, first_signed_),
                                               extended(y, lanes_.y, y_signed_),
                                               extended(z, lanes_.z, true)));
  }

 private:
  static std::int64_t extended(std::uint64_t bits, int bytes, bool is_signed) {
    return is_signed ? sign_extend(bits, 8 * bytes) : static_cast<std::int64_t>(bits);
  }

  std::int64_t combined(std::int64_t x, std::int64_t y, std::int64_t z) const {
    using enum integer_e;
    const auto high      = [&] { return (x * y + (1 << 14)) >> 15; };
    const auto saturated = [](std::int64_t v) {
      return std::clamp<std::int64_t>(v, -32768, 32767);
    };
    switch (alu_) {
      case MulSub:
        return z - (x * y >> shift_);
      case SumAdd:
        return z + ((x + y) >> shift_);
      case SumSub:
        return z - ((x + y) >> shift_);
      case HighAdd:
        return saturated(z + high());
      case HighSub:
        return saturated(z - high());
      case Agree:
        return z + std::popcount(~static_cast<std::uint64_t>(x ^ y) & ones(8 * lanes_.x));
      case Mul:
        return x * y >> shift_;
      case AddX:
        return z + (x >> shift_);
      case AddY:
        return z + (y >> shift_);
      default:  // MulAdd, Bytes
        return z + (x * y >> shift_);
    }
  }

  integer_e alu_;
  lane_bytes lanes_;
  unsigned shift_;
  bool first_signed_, y_signed_, zero_;  ///< first: x, or z of Shift
  narrowing narrow_;
};

}  // namespace

/// z + (x y >> n), modulo 2^16 or 2^32. 8-bit operands are in the low half of a lane.
void mac16(state& s, fields k) {
  each_product(s, k, 2, k(62) && !k(63), [&](auto x, auto y, auto z) {
    const std::int64_t a = sign_extend(x, k(61) ? 8 : 16), b = sign_extend(y, k(60) ? 8 : 16);
    const std::int64_t value = k(29) ? (k(28) ? 0 : b) : (k(28) ? a : a * b);
    return static_cast<std::uint64_t>(value >> k(59, 55)) + (k(27) ? 0 : z);
  });
}

void vecint(state& s, fields k) {
  const operation o = operation_of(op_e::Vecint, k);
  if (!o.does) return;
  general_vectors(s, k, o).vector(
      [&](const vectors& v, bool zero) { each_lane(s, v, o.lanes, arithmetic(k, o, zero)); });
}

void matint(state& s, fields k) {
  const operation o = operation_of(op_e::Matint, k);
  if (!o.does) return;
  general_vectors(s, k, o).matrix(
      [&](const vectors& v, bool zero) { each_pair(s, v, o.lanes, arithmetic(k, o, zero)); });
}

}  // namespace weft::golden::amx
