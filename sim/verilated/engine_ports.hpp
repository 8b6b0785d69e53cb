// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/engine/engine.hpp"
#include "sim/verilated/axi_ports.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_engine as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct engine_ports {
  using dut     = V;
  using model   = golden::engine::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  /// An array of integers has no profile.
  static constexpr golden::tensor::arithmetic Type{golden::tensor::type_e{P::Type},
                                                   P::Type == 0 ? P::Profile : 0};

  static constexpr golden::engine::config Config{
      {{Type, P::Rows, P::Cols, P::BlockM, P::Streams != 0, false, P::Sparse != 0,
        P::Epilogue != 0},
       {P::AddrBits, P::BusBits / 8, P::BurstBytes, P::MaxInFlight, P::Beats},
       P::BlockM,
       P::BlockN,
       P::BlockK,
       P::Conv != 0,
       P::Copy != 0},
      P::MaxDim,
      P::Closed != 0};

  static void drive(V& v, const inputs& in) {
    axil_ports<V>::drive(v, in.regs);
    drive_axi(v, in, Config.core.bus.bytes);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs o;
    o.regs = axil_ports<V>::sample(v);
    sample_axi(v, o, Config.core.bus.bytes);
    o.attr = v.m_axi_arcache_o | v.m_axi_arprot_o << 4 | v.m_axi_arqos_o << 8;
    o.irq  = v.irq_o;
    o.idle = v.idle_o;
    return o;
  }
};

}  // namespace weft::sim
