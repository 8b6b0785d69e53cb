// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/golden/engine/axi_read.hpp"
#include "sim/golden/engine/axi_write.hpp"
#include "sim/golden/engine/axil.hpp"

namespace weft::sim {

/// Drives the ports m_axi_* of a Verilated master from a golden model's inputs: `ar_ready`, `r`,
/// `aw_ready`, `w_ready`, `b`. `bytes` is the width of a word.
template <class V, class Inputs>
void drive_axi(V& v, const Inputs& in, unsigned bytes) {
  v.m_axi_arready_i = in.ar_ready;
  v.m_axi_rvalid_i  = in.r.has_value();
  // An invalid answer has an error and an end, which must not matter.
  v.m_axi_rresp_i = in.r ? static_cast<std::uint8_t>(in.r->resp) : 3;
  v.m_axi_rlast_i = in.r ? in.r->last : true;
  if (in.r) std::memcpy(&v.m_axi_rdata_i, in.r->data.data(), bytes);
  v.m_axi_awready_i = in.aw_ready;
  v.m_axi_wready_i  = in.w_ready;
  v.m_axi_bvalid_i  = in.b.has_value();
  v.m_axi_bresp_i   = in.b ? static_cast<std::uint8_t>(*in.b) : 3;
}

/// Samples them into its outputs: `r_ready`, `b_ready`, `ar`, `aw`, `w`.
template <class V, class Outputs>
void sample_axi(const V& v, Outputs& o, unsigned bytes) {
  o.r_ready = v.m_axi_rready_o;
  o.b_ready = v.m_axi_bready_o;
  if (v.m_axi_arvalid_o) {
    o.ar = {v.m_axi_araddr_o, v.m_axi_arlen_o + 1u, v.m_axi_arsize_o, v.m_axi_arburst_o};
  }
  if (v.m_axi_awvalid_o) {
    o.aw = {v.m_axi_awaddr_o, v.m_axi_awlen_o + 1u, v.m_axi_awsize_o, v.m_axi_awburst_o};
  }
  if (v.m_axi_wvalid_o) {
    o.w = golden::axi_write::w_word{{}, v.m_axi_wstrb_o, v.m_axi_wlast_o != 0};
    std::memcpy(o.w->data.data(), &v.m_axi_wdata_o, bytes);
  }
}

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
