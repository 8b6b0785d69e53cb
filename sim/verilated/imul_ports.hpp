// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/imul.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_imul as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct imul_ports {
  using dut     = V;
  using model   = golden::imul::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::imul::config Config{P::Width, P::Pipe};

  static model make_model() { return golden::imul::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // The junk must not matter while valid is low.
    const auto o    = in.in.value_or(golden::imul::operands{21, 11, true, false});
    v.in_valid_i    = in.in.has_value();
    v.in_a_i        = o.a;
    v.in_b_i        = o.b;
    v.in_a_signed_i = o.a_signed;
    v.in_b_signed_i = o.b_signed;
    v.out_ready_i   = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = {v.out_low_o, v.out_high_o};
    return out;
  }
};

}  // namespace weft::sim
