// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/engine/axil.hpp"

namespace weft::sim {

/// The ports s_axil_* of a Verilated AXI4-Lite slave.
template <class V>
struct axil_ports {
  static void drive(V& v, const golden::axil::from_master& in) {
    v.s_axil_aw_valid_i = in.aw.has_value();
    v.s_axil_w_valid_i  = in.w.has_value();
    v.s_axil_ar_valid_i = in.ar.has_value();
    v.s_axil_b_ready_i  = in.b_ready;
    v.s_axil_r_ready_i  = in.r_ready;
    // An invalid payload starts a job, which must not matter.
    v.s_axil_aw_addr_i = in.aw.value_or(0x020);
    v.s_axil_w_data_i  = in.w ? in.w->data : ~0u;
    v.s_axil_w_strb_i  = in.w ? static_cast<CData>(in.w->strb) : 15;
    v.s_axil_ar_addr_i = in.ar.value_or(0xfff);
  }

  static golden::axil::from_slave sample(const V& v) {
    using golden::axil::resp_e;
    golden::axil::from_slave o{v.s_axil_aw_ready_o != 0, v.s_axil_w_ready_o != 0,
                               v.s_axil_ar_ready_o != 0};
    if (v.s_axil_b_valid_o) o.b = resp_e{v.s_axil_b_resp_o};
    if (v.s_axil_r_valid_o) o.r = {v.s_axil_r_data_o, resp_e{v.s_axil_r_resp_o}};
    return o;
  }
};

}  // namespace weft::sim
