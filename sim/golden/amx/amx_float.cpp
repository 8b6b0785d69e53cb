// SPDX-License-Identifier: Apache-2.0
//
// FMA and FMS, VECFP, MATFP.
#include "sim/golden/amx/amx_lanes.hpp"
#include "sim/golden/fcmp.hpp"
#include "sim/golden/fma.hpp"

namespace weft::golden::amx {
namespace {

/// z + x y, or z - x y, without the skipped inputs: bit 2 skips x, 1 y, 0 z. A single remaining
/// input passes unchanged. Every other result is rounded once, and its NaN is the default NaN.
std::uint64_t fused(format f, bool subtract, unsigned skip, std::uint64_t x, std::uint64_t y,
                    std::uint64_t z) {
  const std::uint64_t sign = subtract ? f.sign_bit() : 0;
  const auto compute       = [&](const fma::operands& o) {
    return fma::eval_fast({.multiplicand = f, .addend = f}, o).bits;
  };
  switch (skip) {
    case 0:
      return compute({.a = x ^ sign, .b = y, .c = z});
    case 1:
      return compute({.a = x ^ sign, .b = y, .op = fma::op_e::Mul});
    case 2:
      return compute({.a = z, .c = x ^ sign, .op = fma::op_e::Add});
    case 3:
      return x ^ sign;
    case 4:
      return compute({.a = z, .c = y ^ sign, .op = fma::op_e::Add});
    case 5:
      return y ^ sign;
    case 6:
      return z;
    default:
      return sign;
  }
}

/// An operation's function of lanes. x and y are widened to the format of z.
class arithmetic {
 public:
  arithmetic(const operation& o, bool zero)
      : alu_(static_cast<float_e>(o.alu)), xy_(o.xy), z_(o.z), zero_(zero) {}

  std::uint64_t operator()(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    return zero_ ? 0 : combined(wide(x), wide(y), z);
  }

 private:
  std::uint64_t wide(std::uint64_t bits) const { return xy_ == z_ ? bits : convert(xy_, z_, bits); }

  std::uint64_t combined(std::uint64_t x, std::uint64_t y, std::uint64_t z) const {
    using enum float_e;
    const auto compare = [&](fcmp::op_e op, std::uint64_t a, std::uint64_t b) {
      return fcmp::eval({.of = z_}, {.a = a, .b = b, .op = op}).bits;
    };
    switch (alu_) {
      case Select:
        return compare(fcmp::op_e::LessEqual, x, 0) != 0 ? 0 : y;
      case Minimum:
        return compare(fcmp::op_e::Minimum, x, z);
      case Maximum:
        return compare(fcmp::op_e::Maximum, x, z);
      case Mul:
        return fused(z_, false, 1, x, y, z);
      case AddX:
        return fused(z_, false, 2, x, y, z);
      case AddY:
        return fused(z_, false, 4, x, y, z);
      default:
        return fused(z_, alu_ == MulSub, 0, x, y, z);
    }
  }

  float_e alu_;
  format xy_, z_;
  bool zero_;
};

}  // namespace

void fma(state& s, fields k, format f, int size, bool subtract) {
  const bool widening = size == 2 && k(62) && !k(63);
  const format sum    = widening ? Binary32 : f;
  // A widened NaN is the default NaN, also when it is negated.
  const auto wide = [&](bool half, std::uint64_t bits) {
    if (!half) return bits;
    const auto w = convert(Binary16, Binary32, bits & 0xffff);
    return w == quiet_nan(Binary32) && subtract ? w ^ Binary32.sign_bit() : w;
  };
  const bool half_x = widening || (size == 4 && k(61)), half_y = widening || (size == 4 && k(60));
  each_product(s, k, size, widening, [&](auto x, auto y, auto z) {
    return fused(sum, subtract, k(29, 27), wide(half_x, x), wide(half_y, y), z);
  });
}

void vecfp(state& s, fields k) {
  const operation o = operation_of(op_e::Vecfp, k);
  if (!o.does) return;
  general_vectors(s, k, o).vector(
      [&](const vectors& v, bool zero) { each_lane(s, v, o.lanes, arithmetic(o, zero)); });
}

void matfp(state& s, fields k) {
  const operation o = operation_of(op_e::Matfp, k);
  if (!o.does) return;
  general_vectors(s, k, o).matrix(
      [&](const vectors& v, bool zero) { each_pair(s, v, o.lanes, arithmetic(o, zero)); });
}

}  // namespace weft::golden::amx
