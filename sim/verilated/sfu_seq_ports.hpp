// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/sfu_seq.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_sfu_seq as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct sfu_seq_ports {
  using dut     = V;
  using model   = golden::sfu_seq::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::sfu_seq::config Config{.build    = golden::sfu::build_e{P::Build},
                                                  .ftz      = P::Ftz != 0,
                                                  .sfu_pipe = P::SfuPipe,
                                                  .fma_pipe = P::FmaPipe};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::sfu_seq::operands Junk{golden::sfu_seq::op_e::Pow, 0x55555555, 0x2aaaaaaa};
    const golden::sfu_seq::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                       = in.in.has_value();
    v.in_op_i                          = static_cast<unsigned char>(o.op);
    v.in_x_i                           = o.x;
    v.in_y_i                           = o.y;
    v.out_ready_i                      = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::sfu_seq::result{v.out_result_o};
    return out;
  }
};

}  // namespace weft::sim
