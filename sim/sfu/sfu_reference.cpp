// SPDX-License-Identifier: Apache-2.0

#include "sim/sfu/sfu_reference.hpp"

#include <mpfr.h>

namespace weft::sim {

using golden::sfu::op_e;

namespace {

/// A number with enough precision to tell ties from other values.
class exact_number {
 public:
  exact_number() { mpfr_init2(x_, 200); }
  ~exact_number() { mpfr_clear(x_); }
  exact_number(const exact_number&)            = delete;
  exact_number& operator=(const exact_number&) = delete;

  operator mpfr_ptr() { return x_; }

 private:
  mpfr_t x_;
};

void evaluate(mpfr_ptr y, op_e op, mpfr_srcptr x) {
  constexpr mpfr_rnd_t Round = MPFR_RNDN;
  switch (op) {
    case op_e::Rcp:
      mpfr_ui_div(y, 1, x, Round);
      break;
    case op_e::Rsqrt:
      mpfr_rec_sqrt(y, x, Round);
      break;
    case op_e::Sqrt:
      mpfr_sqrt(y, x, Round);
      break;
    case op_e::Ex2:
      mpfr_exp2(y, x, Round);
      break;
    case op_e::Lg2:
      mpfr_log2(y, x, Round);
      break;
    case op_e::Sin:
      mpfr_sin(y, x, Round);
      break;
    case op_e::Cos:
      mpfr_cos(y, x, Round);
      break;
    default:
      mpfr_tanh(y, x, Round);
  }
}

}  // namespace

sfu_reference exact_sfu_reference(op_e op, std::uint32_t x, bool ftz) {
  using namespace sfu_reference_detail;
  x = flush(x, ftz);
  exact_number number, nearest;
  mpfr_set_flt(number, std::bit_cast<float>(x), MPFR_RNDN);
  evaluate(number, op, number);
  // Rounding toward zero keeps a value just below a power of two in the binade below.
  double value = mpfr_get_d(number, MPFR_RNDZ);
  // MPFR's reciprocal square root of -0 is +infinity.
  if (op == op_e::Rsqrt && x == Sign) value = -value;
  if (is_special(op, x, value)) {
    return {.special = true, .rounded = std::bit_cast<std::uint32_t>(static_cast<float>(value))};
  }
  if (std::fabs(value) >= 0x1p128) {
    value = std::copysign(0x1p128, value);
    mpfr_set_d(number, value, MPFR_RNDN);
  }
  sfu_reference r;
  r.ulp = ulp_of(value);
  mpfr_div_d(number, number, r.ulp, MPFR_RNDN);
  mpfr_rint(nearest, number, MPFR_RNDN);
  mpfr_sub(number, number, nearest, MPFR_RNDN);
  r.nearest = mpfr_get_d(nearest, MPFR_RNDN);
  r.rest    = mpfr_get_d(number, MPFR_RNDN);
  r.rounded = rounded_bits(r.nearest, r.ulp, value, ftz);
  return r;
}

sfu_reference make_sfu_reference(op_e op, std::uint32_t x, bool ftz) {
  switch (op) {
    case op_e::Rcp:
      return make_sfu_reference<op_e::Rcp>(x, ftz);
    case op_e::Rsqrt:
      return make_sfu_reference<op_e::Rsqrt>(x, ftz);
    case op_e::Sqrt:
      return make_sfu_reference<op_e::Sqrt>(x, ftz);
    case op_e::Ex2:
      return make_sfu_reference<op_e::Ex2>(x, ftz);
    case op_e::Lg2:
      return make_sfu_reference<op_e::Lg2>(x, ftz);
    case op_e::Sin:
      return make_sfu_reference<op_e::Sin>(x, ftz);
    case op_e::Cos:
      return make_sfu_reference<op_e::Cos>(x, ftz);
    default:
      return make_sfu_reference<op_e::Tanh>(x, ftz);
  }
}

}  // namespace weft::sim
