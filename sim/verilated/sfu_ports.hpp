// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/sfu.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_sfu as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct sfu_ports {
  using dut     = V;
  using model   = golden::sfu::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::sfu::config Config{.build    = golden::sfu::build_e{P::Build},
                                              .relative = P::Relative != 0,
                                              .ftz      = P::Ftz != 0,
                                              .pipe     = P::Pipe};
  static constexpr bool Combinational = P::Pipe == 0;

  static model make_model() { return golden::sfu::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::sfu::operands Junk{
        .op = golden::sfu::op_e::Sin, .a = 0x55555555, .b = 0x2aaaaaaa, .c = 0x7fffffff, .x = 85};
    const golden::sfu::operands& o = in.in ? *in.in : Junk;
    constexpr unsigned XyMask      = (1U << golden::sfu::XyBits) - 1;
    v.in_valid_i                   = in.in.has_value();
    v.in_op_i                      = static_cast<unsigned char>(o.op);
    v.in_a_i                       = o.a;
    v.in_b_i                       = o.b;
    v.in_c_i                       = o.c;
    v.in_x_i                       = static_cast<unsigned>(o.x) & XyMask;
    v.in_y_i                       = static_cast<unsigned>(o.y) & XyMask;
    v.out_ready_i                  = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::sfu::result{v.out_result_o};
    return out;
  }
};

}  // namespace weft::sim
