// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/stream_state.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_stream_state as the golden model's inputs and outputs.
///
/// `Svl` and `Nsvl` are the parameters that V was built with.
template <class V, class P>
struct stream_state_ports {
  using dut     = V;
  using model   = golden::stream_state::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::stream_state::config Config{P::Svl, P::Nsvl};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    // The junk must not matter while valid is low.
    const auto o  = in.in.value_or(golden::stream_state::operands{0xd503477f, 3});
    v.smcr_len_i  = static_cast<std::uint8_t>(in.smcr_len);
    v.zcr_len_i   = static_cast<std::uint8_t>(in.zcr_len);
    v.in_valid_i  = in.in.has_value();
    v.in_word_i   = o.word;
    v.in_a_i      = o.a;
    v.out_ready_i = in.out_ready;
    v.legal_i     = static_cast<std::uint8_t>(in.legal);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{{v.in_ready_o != 0, {}},
                v.sm_o != 0,
                v.za_o != 0,
                8 << v.svl_o,
                8 << v.vl_o,
                v.zero_vectors_o != 0,
                v.zero_za_o != 0,
                golden::stream_state::illegal_e{v.illegal_o}};
    if (v.out_valid_o) out.out = {v.out_scalar_o};
    return out;
  }
};

}  // namespace weft::sim
