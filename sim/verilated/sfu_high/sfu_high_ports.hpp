// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/wide/sfu_high.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_sfu_high as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct sfu_high_ports {
  using dut     = V;
  using model   = golden::sfu_high::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::sfu_high::config Config{.build = golden::sfu::build_e{P::Build},
                                                   .pipe  = P::Pipe};

  static model make_model() { return golden::sfu_high::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    const auto o  = in.in.value_or(golden::sfu_high::operands{golden::sfu_high::op_e::Rsqrt, 7});
    v.in_valid_i  = in.in.has_value();
    v.in_root_i   = o.op == golden::sfu_high::op_e::Rsqrt;
    v.in_a_i      = o.a;
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::sfu_high::result{v.out_result_o};
    return out;
  }
};

}  // namespace weft::sim
