// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/fcvt.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_fcvt as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct fcvt_ports {
  using dut     = V;
  using model   = golden::fcvt::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::fcvt::config Config{
      .source      = {P::SrcExp, P::SrcFrac, P::SrcInf != 0},
      .destination = {P::DstExp, P::DstFrac, P::DstInf != 0},
      .int_bits    = P::IntBits,
      .pipe        = P::Pipe};

  static model make_model() { return golden::fcvt::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr std::uint64_t Mask = Config.source.mask() | Config.int_mask();
    constexpr golden::fcvt::operands Junk{0x5555555555555555, golden::fcvt::op_e::FloatToSigned,
                                          golden::round_e::Up, true};
    const golden::fcvt::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                    = in.in.has_value();
    put(v.in_op_i, static_cast<std::uint64_t>(o.op));
    put(v.in_round_i, static_cast<std::uint64_t>(o.round));
    put(v.in_saturate_i, o.saturate);
    put(v.in_data_i, o.data & Mask);
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::fcvt::result{v.out_result_o, v.out_flags_o};
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, std::uint64_t x) {
    port = static_cast<Port>(x);
  }
};

}  // namespace weft::sim
