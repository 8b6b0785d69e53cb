// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/fma.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_fma as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct fma_ports {
  using dut     = V;
  using model   = golden::fma::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::fma::config Config{.multiplicand = {P::ExpA, P::FracA, P::InfA != 0},
                                              .addend       = {P::ExpC, P::FracC, P::InfC != 0},
                                              .tiny_before  = P::TinyBefore != 0,
                                              .flush_in     = P::FlushIn != 0,
                                              .flush_out    = P::FlushOut != 0,
                                              .pipe         = P::Pipe};

  static constexpr bool Combinational = P::Pipe == 0;

  static model make_model() { return golden::fma::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::fma::operands Junk{0x5555555555555555 & Config.multiplicand.mask(),
                                         0x2aaaaaaaaaaaaaaa & Config.multiplicand.mask(),
                                         0x5555555555555555 & Config.addend.mask(),
                                         golden::fma::op_e::Nmsub, golden::round_e::Up};
    const golden::fma::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                   = in.in.has_value();
    put(v.in_op_i, static_cast<std::uint64_t>(o.op));
    put(v.in_round_i, static_cast<std::uint64_t>(o.round));
    put(v.in_a_i, o.a);
    put(v.in_b_i, o.b);
    put(v.in_c_i, o.c);
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::fma::result{v.out_result_o, v.out_flags_o};
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, std::uint64_t x) {
    port = static_cast<Port>(x);
  }
};

}  // namespace weft::sim
