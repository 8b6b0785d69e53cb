// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/fcmp.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_fcmp as the golden model's inputs and outputs. The numbers are the
/// parameters that V was built with.
template <class V, class P>
struct fcmp_ports {
  using dut     = V;
  using model   = golden::fcmp::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::fcmp::config Config{.of = {P::ExpBits, P::FracBits, P::Infinities != 0},
                                               .pipe = P::Pipe};

  static model make_model() { return golden::fcmp::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::fcmp::operands Junk{0x5555555555555555 & Config.of.mask(),
                                          0x2aaaaaaaaaaaaaaa & Config.of.mask(),
                                          golden::fcmp::op_e::Less};
    const golden::fcmp::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                    = in.in.has_value();
    put(v.in_op_i, static_cast<std::uint64_t>(o.op));
    put(v.in_a_i, o.a);
    put(v.in_b_i, o.b);
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::fcmp::result{v.out_result_o, v.out_flags_o};
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, std::uint64_t x) {
    port = static_cast<Port>(x);
  }
};

}  // namespace weft::sim
