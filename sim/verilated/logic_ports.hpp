// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/logic.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_logic as the golden model's inputs and outputs.
///
/// `Width` and `Pipe` are the parameters that V was built with.
template <class V, class P>
struct logic_ports {
  using dut     = V;
  using model   = golden::logic::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::logic::config Config{P::Width, P::Pipe};

  static model make_model() { return golden::logic::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // The junk must not matter while valid is low.
    const auto o  = in.in.value_or(golden::logic::operands{golden::logic::op_e::Xor, 1, 2, 3});
    v.in_valid_i  = in.in.has_value();
    v.in_op_i     = static_cast<std::uint8_t>(o.op);
    v.in_a_i      = o.a;
    v.in_b_i      = o.b;
    v.in_amount_i = o.amount;
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = {v.out_result_o};
    return out;
  }
};

}  // namespace weft::sim
