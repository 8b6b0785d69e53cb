// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "sim/golden/engine/axi_join.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_axi_join as the golden model's inputs and outputs; 64 bits of
/// address and of data.
///
/// P holds the parameters of V.
template <class V, class P>
struct axi_join_ports {
  using dut     = V;
  using model   = golden::axi_join::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr unsigned Config = P::InFlight;
  static_assert(P::AddrBits == 64 && P::DataBits == 64);

  static void drive(V& v, const inputs& in) {
    std::array<std::uint64_t, 2> ar{}, aw{}, w{};
    unsigned ar_valid = 0, aw_valid = 0, w_valid = 0, last = 0, ar_len = 0, aw_len = 0, strb = 0;
    for (unsigned i = 0; i < 2; ++i) {
      const auto& o = in.from[i];
      if (o.ar) ar_valid |= 1 << i, ar[i] = o.ar->addr, ar_len |= (o.ar->beats - 1) << 8 * i;
      if (o.aw) aw_valid |= 1 << i, aw[i] = o.aw->addr, aw_len |= (o.aw->beats - 1) << 8 * i;
      if (!o.w) continue;
      w_valid |= 1 << i;
      std::memcpy(&w[i], o.w->data.data(), 8);
      strb |= static_cast<unsigned>(o.w->strb) << 8 * i;
      last |= o.w->last << i;
    }
    v.s_arvalid_i = static_cast<std::uint8_t>(ar_valid);
    v.s_awvalid_i = static_cast<std::uint8_t>(aw_valid);
    v.s_wvalid_i  = static_cast<std::uint8_t>(w_valid);
    v.s_wlast_i   = static_cast<std::uint8_t>(last);
    v.s_arlen_i   = static_cast<std::uint16_t>(ar_len);
    v.s_awlen_i   = static_cast<std::uint16_t>(aw_len);
    v.s_wstrb_i   = static_cast<std::uint16_t>(strb);
    std::memcpy(&v.s_araddr_i, ar.data(), sizeof ar);
    std::memcpy(&v.s_awaddr_i, aw.data(), sizeof aw);
    std::memcpy(&v.s_wdata_i, w.data(), sizeof w);
    v.m_arready_i = in.bus.ar_ready;
    v.m_awready_i = in.bus.aw_ready;
    v.m_wready_i  = in.bus.w_ready;
    v.m_rvalid_i  = in.bus.r.has_value();
    v.m_rlast_i   = in.bus.r ? in.bus.r->last : true;
    v.m_bvalid_i  = in.bus.b.has_value();
  }

  static outputs sample(const V& v, const inputs&) {
    outputs o;
    constexpr unsigned Size = 3;
    if (v.m_arvalid_o) o.port.ar = {v.m_araddr_o, v.m_arlen_o + 1u, Size, 1};
    if (v.m_awvalid_o) o.port.aw = {v.m_awaddr_o, v.m_awlen_o + 1u, Size, 1};
    if (v.m_wvalid_o) {
      o.port.w = golden::axi_write::w_word{{}, v.m_wstrb_o, v.m_wlast_o != 0};
      std::memcpy(o.port.w->data.data(), &v.m_wdata_o, 8);
    }
    for (unsigned i = 0; i < 2; ++i) {
      o.ar_ready[i] = v.s_arready_o >> i & 1;
      o.aw_ready[i] = v.s_awready_o >> i & 1;
      o.w_ready[i]  = v.s_wready_o >> i & 1;
      o.r[i]        = v.s_rvalid_o >> i & 1;
      o.b[i]        = v.s_bvalid_o >> i & 1;
    }
    return o;
  }
};

}  // namespace weft::sim
