// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/golden/engine/axil.hpp"

namespace weft::sim {

/// The ports s_axil_* of a Verilated AXI4-Lite slave.
template <class V>
struct axil_ports {
  static void drive(V& v, const golden::axil::from_master& in) {
    v.s_axil_awvalid_i = in.aw.has_value();
    v.s_axil_wvalid_i  = in.w.has_value();
    v.s_axil_arvalid_i = in.ar.has_value();
    v.s_axil_bready_i  = in.b_ready;
    v.s_axil_rready_i  = in.r_ready;
    // An invalid payload starts a job, which must not matter.
    v.s_axil_awaddr_i = in.aw.value_or(0x020);
    v.s_axil_wdata_i  = in.w ? in.w->data : ~0u;
    v.s_axil_wstrb_i  = in.w ? static_cast<std::uint8_t>(in.w->strb) : 15;
    v.s_axil_araddr_i = in.ar.value_or(0xfff);
  }

  static golden::axil::from_slave sample(const V& v) {
    using golden::axil::resp_e;
    golden::axil::from_slave o{v.s_axil_awready_o != 0, v.s_axil_wready_o != 0,
                               v.s_axil_arready_o != 0};
    if (v.s_axil_bvalid_o) o.b = resp_e{v.s_axil_bresp_o};
    if (v.s_axil_rvalid_o) o.r = {v.s_axil_rdata_o, resp_e{v.s_axil_rresp_o}};
    return o;
  }
};

}  // namespace weft::sim
