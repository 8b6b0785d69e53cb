// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/flexpoint_autoflex.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_flexpoint_autoflex as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct flexpoint_autoflex_ports {
  using dut     = V;
  using model   = golden::flexpoint_autoflex::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::flexpoint_autoflex::config Config{.sig_bits  = P::SigBits,
                                                             .exp_bits  = P::ExpBits,
                                                             .length    = P::Length,
                                                             .log_alpha = P::LogAlpha,
                                                             .beta      = P::Beta,
                                                             .gamma     = P::Margin,
                                                             .init_exp  = P::InitExp,
                                                             .init      = P::Init != 0};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    constexpr golden::flexpoint_autoflex::operands Junk = 0x5555;  // must not matter without valid
    v.in_valid_i                                        = in.in.has_value();
    put(v.in_max_i, in.in.value_or(Junk & ((1u << P::SigBits) - 1)));
    v.out_ready_i = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) {
      out.out = golden::flexpoint_autoflex::result{v.out_exp_o, v.out_overflow_o != 0,
                                                   v.out_again_o != 0};
    }
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, std::uint32_t x) {
    port = static_cast<Port>(x);
  }
};

}  // namespace weft::sim
