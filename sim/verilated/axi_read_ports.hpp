// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>

#include "sim/golden/engine/axi_read.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_axi_read as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct axi_read_ports {
  using dut     = V;
  using model   = golden::axi_read::model;
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
    v.abort_i      = in.abort;
    v.ar_ready_i   = in.ar_ready;
    v.r_valid_i    = in.r.has_value();
    v.out_ready_i  = in.out_ready;
    // An invalid beat has an error and an end, which must not matter.
    v.r_resp_i = in.r ? static_cast<CData>(in.r->resp) : 3;
    v.r_last_i = in.r ? in.r->last : true;
    if (in.r) std::memcpy(&v.r_data_i, in.r->data.data(), Config.bytes);
  }

  static outputs sample(const V& v, const inputs&) {
    using namespace golden::axi;
    outputs o;
    o.cmd_ready = v.cmd_ready_o;
    o.r_ready   = v.r_ready_o;
    o.busy      = v.busy_o;
    o.hung      = v.hung_o;
    if (v.ar_valid_o) o.ar = {v.ar_addr_o, v.ar_len_o + 1u, v.ar_size_o, v.ar_burst_o};
    if (v.done_o) o.done = {resp_e{v.done_resp_o}, v.done_addr_o};
    if (v.out_valid_o) {
      o.out = beat{{}, v.out_bytes_o, v.out_row_last_o != 0, v.out_last_o != 0};
      std::memcpy(o.out->data.data(), &v.out_data_o, Config.bytes);
    }
    return o;
  }
};

}  // namespace weft::sim
