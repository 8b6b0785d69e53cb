// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/wide/fdiv_seq.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_fdiv_seq as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct fdiv_seq_ports {
  using dut     = V;
  using model   = golden::fdiv_seq::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::fdiv_seq::config Config{
      .number      = {P::ExpBits, P::FracBits, P::Infinities != 0},
      .tiny_before = P::TinyBefore != 0,
      .flush_in    = P::FlushIn != 0,
      .flush_out   = P::FlushOut != 0,
      .build       = golden::sfu::build_e{P::Build},
      .sfu_pipe    = P::SfuPipe,
      .fma_pipe    = P::FmaPipe};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::fdiv_seq::operands Junk{.a     = 0x5555555555555555 & Config.number.mask(),
                                              .b     = 0x2aaaaaaaaaaaaaaa & Config.number.mask(),
                                              .op    = golden::fdiv_seq::op_e::Rsqrt,
                                              .round = golden::round_e::Up};
    const golden::fdiv_seq::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                        = in.in.has_value();
    v.in_op_i                           = static_cast<unsigned char>(o.op);
    v.in_round_i                        = static_cast<unsigned char>(o.round);
    v.in_a_i                            = o.a;
    v.in_b_i                            = o.b;
    v.out_ready_i                       = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::fdiv_seq::result{v.out_result_o, v.out_flags_o};
    return out;
  }
};

}  // namespace weft::sim
