// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/flexpoint.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_flexpoint as the golden model's inputs and outputs. The numbers
/// are the parameters that V was built with.
template <class V, class P>
struct flexpoint_ports {
  using dut     = V;
  using model   = golden::flexpoint::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::flexpoint::config Config{.sig_bits = P::SigBits,
                                                    .exp_bits = P::ExpBits,
                                                    .bias     = P::Bias,
                                                    .acc_bits = P::AccBits,
                                                    .pipe     = P::Pipe};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::flexpoint::operands Junk{
        golden::flexpoint::op_e::MultiplyAdd, true, true, 0x12345678, 0x55, 0x33, 3, 5, 7};
    const golden::flexpoint::operands& o = in.in ? *in.in : Junk;
    constexpr std::int32_t SigMask       = (1 << P::SigBits) - 1;
    v.in_valid_i                         = in.in.has_value();
    put(v.in_op_i, static_cast<std::int32_t>(o.op));
    put(v.in_last_i, o.last);
    put(v.in_end_i, o.end);
    v.in_float_i = o.number;
    put(v.in_a_i, o.a & SigMask);
    put(v.in_b_i, o.b & SigMask);
    put(v.in_exp_a_i, o.exp_a);
    put(v.in_exp_b_i, o.exp_b);
    put(v.in_exp_out_i, o.exp_out);
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) {
      const auto sig =
          static_cast<std::int32_t>(golden::flexpoint::detail::wrap(v.out_sig_o, P::SigBits));
      out.out = golden::flexpoint::result{sig, v.out_overflow_o != 0, v.out_max_o};
    }
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, std::int32_t x) {
    port = static_cast<Port>(x);
  }
};

}  // namespace weft::sim
