// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/iadd.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_iadd as the golden model's inputs and outputs.
///
/// `Width`, `Kind` and `Pipe` are the parameters that V was built with.
template <class V, class P>
struct iadd_ports {
  using dut     = V;
  using model   = golden::iadd::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::iadd::config Config{P::Width, golden::iadd::kind_e{P::Kind}, P::Pipe};

  static model make_model() { return golden::iadd::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // The junk must not matter while valid is low.
    const auto o = in.in.value_or(golden::iadd::operands{0x55 & golden::ones(P::Width), 1, true});
    v.in_valid_i = in.in.has_value();
    v.in_a_i     = o.a;
    v.in_b_i     = o.b;
    v.in_carry_i = o.carry;
    v.in_subtract_i = o.subtract;
    v.out_ready_i   = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) {
      out.out = {v.out_sum_o, v.out_carry_o != 0, v.out_overflow_o != 0, v.out_zero_o != 0,
                 v.out_negative_o != 0};
    }
    return out;
  }
};

}  // namespace weft::sim
