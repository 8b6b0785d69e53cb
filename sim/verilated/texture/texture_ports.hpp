// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/texture/texture.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_texture as the golden model's inputs and outputs. Gates changes
/// neither values nor cycles.
template <class V, class P>
struct texture_ports {
  using dut     = V;
  using model   = golden::texture::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::texture::config Config{.pipe = P::Pipe};
  static constexpr bool Combinational = P::Pipe == 0;

  static model make_model() { return golden::texture::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::texture::operands Junk{.texel = golden::texture::texel_e::Fp32,
                                             .at    = {{{0x12345678, 0x7fffffff}, {0x55, 0xaa}}},
                                             .x     = 0x33,
                                             .y     = 0x99};
    const golden::texture::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                       = in.in.has_value();
    v.in_fp32_i                        = o.texel == golden::texture::texel_e::Fp32;
    v.in_t00_i                         = o.at[0][0];
    v.in_t01_i                         = o.at[0][1];
    v.in_t10_i                         = o.at[1][0];
    v.in_t11_i                         = o.at[1][1];
    v.in_x_i                           = o.x;
    v.in_y_i                           = o.y;
    v.out_ready_i                      = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) out.out = golden::texture::result{v.out_result_o};
    return out;
  }
};

}  // namespace weft::sim
