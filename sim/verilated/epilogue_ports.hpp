// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/epilogue.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_epilogue as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct epilogue_ports {
  using dut     = V;
  using model   = golden::epilogue::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::epilogue::config Config{
      .sum_bits = P::SumBits, .sum_exp = P::SumExp, .pipe = P::Pipe};

  static model make_model() { return golden::epilogue::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::epilogue::operands Junk{0x5555555555555555 & golden::ones(P::SumBits),
                                              0x55555555, golden::epilogue::output_e::ToFp16, true};
    const golden::epilogue::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                        = in.in.has_value();
    put(v.in_sum_i, o.sum);
    put(v.in_scale_i, o.scale);
    put(v.in_output_i, static_cast<std::uint64_t>(o.output));
    put(v.in_relu_i, o.relu);
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::epilogue::result{v.out_result_o};
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, std::uint64_t x) {
    port = static_cast<Port>(x);
  }
};

}  // namespace weft::sim
