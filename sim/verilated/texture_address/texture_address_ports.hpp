// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/texture/texture_address.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_texture_address as the golden model's inputs and outputs.
template <class V, class P>
struct texture_address_ports {
  using dut     = V;
  using model   = golden::texture_address::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::texture_address::config Config{.pipe = P::Pipe};
  static constexpr bool Combinational = P::Pipe == 0;

  static model make_model() { return golden::texture_address::make_model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    constexpr golden::texture_address::operands Junk{
        .u = 0x3f123456, .v = 0xbf654321, .width = 77, .height = 5};
    const golden::texture_address::operands& o = in.in ? *in.in : Junk;
    v.in_valid_i                               = in.in.has_value();
    v.in_u_i                                   = o.u;
    v.in_v_i                                   = o.v;
    v.in_width_i                               = o.width;
    v.in_height_i                              = o.height;
    v.in_mode_u_i                              = static_cast<std::uint8_t>(o.mode_u);
    v.in_mode_v_i                              = static_cast<std::uint8_t>(o.mode_v);
    v.out_ready_i                              = in.out_ready;
  }

  static outputs sample(const V& v, const inputs&) {
    using golden::texture_address::pair;
    const auto axis = [](unsigned first, unsigned second, unsigned outside, unsigned weight) {
      return pair{static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(second),
                  (outside & 1) != 0, (outside & 2) != 0, static_cast<std::uint8_t>(weight)};
    };
    outputs out{v.in_ready_o != 0, {}};
    if (v.out_valid_o) {
      out.out = golden::texture_address::result{
          axis(v.out_x_first_o, v.out_x_second_o, v.out_x_outside_o, v.out_x_weight_o),
          axis(v.out_y_first_o, v.out_y_second_o, v.out_y_outside_o, v.out_y_weight_o)};
    }
    return out;
  }
};

}  // namespace weft::sim
