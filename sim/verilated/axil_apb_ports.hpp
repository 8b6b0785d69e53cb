// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/engine/axil_apb.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_axil_apb as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct axil_apb_ports {
  using dut     = V;
  using model   = golden::axil_apb::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static void drive(V& v, const inputs& in) {
    v.s_apb_psel_i    = in.apb.has_value();
    v.s_apb_penable_i = in.enable;
    if (in.apb) {
      v.s_apb_paddr_i  = in.apb->address;
      v.s_apb_pwrite_i = in.apb->data.has_value();
      v.s_apb_pwdata_i = in.apb->data ? in.apb->data->data : 0;
      v.s_apb_pstrb_i  = in.apb->data ? static_cast<CData>(in.apb->data->strb) : 0;
    }
    v.m_axil_aw_ready_i = in.bus.aw_ready;
    v.m_axil_w_ready_i  = in.bus.w_ready;
    v.m_axil_ar_ready_i = in.bus.ar_ready;
    v.m_axil_b_valid_i  = in.bus.b.has_value();
    v.m_axil_r_valid_i  = in.bus.r.has_value();
    // Without valid, an answer is an error, which must not matter.
    v.m_axil_b_resp_i = in.bus.b ? static_cast<CData>(*in.bus.b) : 3;
    v.m_axil_r_resp_i = in.bus.r ? static_cast<CData>(in.bus.r->resp) : 3;
    v.m_axil_r_data_i = in.bus.r ? in.bus.r->data : ~0u;
  }

  static outputs sample(const V& v, const inputs& in) {
    outputs o;
    o.reads = in.apb && !in.apb->data;
    if (v.s_apb_pready_o) o.ready = {v.s_apb_prdata_o, v.s_apb_pslverr_o != 0};
    if (v.m_axil_aw_valid_o) o.bus.aw = v.m_axil_aw_addr_o;
    if (v.m_axil_w_valid_o) {
      o.bus.w = golden::axil::write_data{v.m_axil_w_data_o, v.m_axil_w_strb_o};
    }
    if (v.m_axil_ar_valid_o) o.bus.ar = v.m_axil_ar_addr_o;
    o.bus.b_ready = v.m_axil_b_ready_o;
    o.bus.r_ready = v.m_axil_r_ready_o;
    return o;
  }
};

}  // namespace weft::sim
