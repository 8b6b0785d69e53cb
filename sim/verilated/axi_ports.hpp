// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "sim/golden/axi_read.hpp"
#include "sim/golden/axi_write.hpp"

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

}  // namespace weft::sim
