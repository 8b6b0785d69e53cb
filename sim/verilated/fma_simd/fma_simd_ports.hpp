// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/fma_simd.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_fma_simd as the golden model's inputs and outputs.
///
/// The numbers are the parameters that V was built with; Gates changes neither values nor cycles.
template <class V, class P>
struct fma_simd_ports {
  using dut     = V;
  using model   = golden::fma_simd::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::fma_simd::config Config{.pipe = P::Pipe};

  static model make_model() { return golden::fma_simd::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::fma_simd::operands Junk{
        0x5555555555555555,       0x2aaaaaaaaaaaaaaa,
        0x5555555555555555,       golden::fma_simd::mode_e::E4m3,
        golden::fma::op_e::Nmsub, golden::round_e::Up};
    const golden::fma_simd::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                        = in.in.has_value();
    v.in_mode_i                         = static_cast<std::uint8_t>(o.mode);
    v.in_op_i                           = static_cast<std::uint8_t>(o.op);
    v.in_round_i                        = static_cast<std::uint8_t>(o.round);
    v.in_a_i                            = o.a;
    v.in_b_i                            = o.b;
    v.in_c_i                            = o.c;
    v.out_ready_i                       = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::fma_simd::result{v.out_result_o, v.out_flags_o};
    return out;
  }
};

}  // namespace weft::sim
