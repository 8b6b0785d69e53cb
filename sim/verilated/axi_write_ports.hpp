// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "sim/golden/engine/axi_write.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_axi_write as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct axi_write_ports {
  using dut     = V;
  using model   = golden::axi_write::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::axi::config Config{P::AddrBits, P::DataBits / 8, P::BurstBytes,
                                              P::MaxInFlight, P::Beats};

  static void drive(V& v, const inputs& in) {
    v.cmd_valid_i = in.cmd.has_value();
    if (in.cmd) {
      v.cmd_addr_i   = Config.address(in.cmd->addr);
      v.cmd_bytes_i  = in.cmd->bytes;
      v.cmd_rows_i   = in.cmd->rows;
      v.cmd_stride_i = Config.address(in.cmd->stride);
    }
    v.hang_limit_i = in.hang_limit;
    v.in_valid_i   = in.in.has_value();
    if (in.in) std::memcpy(&v.in_data_i, in.in->data(), Config.bytes);
    v.aw_ready_i = in.aw_ready;
    v.w_ready_i  = in.w_ready;
    v.b_valid_i  = in.b.has_value();
    v.b_resp_i   = in.b ? static_cast<CData>(*in.b) : 3;  // an invalid error must not matter
  }

  static outputs sample(const V& v, const inputs&) {
    using namespace golden::axi;
    outputs o;
    o.cmd_ready = v.cmd_ready_o;
    o.in_ready  = v.in_ready_o;
    o.b_ready   = v.b_ready_o;
    o.busy      = v.busy_o;
    o.hung      = v.hung_o;
    if (v.aw_valid_o) o.aw = {v.aw_addr_o, v.aw_len_o + 1u, v.aw_size_o, v.aw_burst_o};
    if (v.done_o) o.done = {resp_e{v.done_resp_o}, v.done_addr_o};
    if (v.w_valid_o) {
      o.w = golden::axi_write::w_word{{}, v.w_strb_o, v.w_last_o != 0};
      std::memcpy(o.w->data.data(), &v.w_data_o, Config.bytes);
    }
    return o;
  }
};

}  // namespace weft::sim
