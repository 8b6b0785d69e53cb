// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstring>

#include "sim/golden/mppa_model.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_mppa as the golden model's inputs and outputs.
template <class V, class P>
struct mppa_ports {
  using dut     = V;
  using model   = golden::mppa::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::mppa::config Config{P::Loads};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    using namespace golden::mppa;
    // Junk that must not matter while valid is low.
    static constexpr bundle Junk{.mem_op      = mem_op_e::Scatter,
                                 .mem_reg     = 53,
                                 .mem_quarter = 2,
                                 .mem_addr    = 0x5555aaaa,
                                 .move_op     = move_op_e::Clear,
                                 .move_dst    = 7,
                                 .move_src    = 60,
                                 .mac_op      = mac_op_e::Int16,
                                 .a_unsigned  = true,
                                 .b_unsigned  = false,
                                 .mac_d       = 4,
                                 .mac_a       = 5,
                                 .mac_b       = 63};
    static constexpr register_t JunkBytes{0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 3, ~0ull};
    const bundle& x     = in.in ? *in.in : Junk;
    v.in_valid_i        = in.in.has_value();
    v.in_mem_op_i       = static_cast<CData>(x.mem_op);
    v.in_mem_reg_i      = x.mem_reg;
    v.in_mem_quarter_i  = x.mem_quarter;
    v.in_mem_addr_i     = x.mem_addr;
    v.in_move_op_i      = static_cast<CData>(x.move_op);
    v.in_move_dst_i     = x.move_dst;
    v.in_move_src_i     = x.move_src;
    v.in_mac_op_i       = static_cast<CData>(x.mac_op);
    v.in_mac_unsigned_i = static_cast<CData>((x.a_unsigned ? 1 : 0) | (x.b_unsigned ? 2 : 0));
    v.in_mac_d_i        = x.mac_d;
    v.in_mac_a_i        = x.mac_a;
    v.in_mac_b_i        = x.mac_b;
    v.req_ready_i       = in.req_ready;
    v.rsp_valid_i       = in.rsp.has_value();
    std::memcpy(&v.rsp_data_i, in.rsp ? in.rsp->data() : JunkBytes.data(), sizeof JunkBytes);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{.in_ready = v.in_ready_o != 0, .req = {}, .busy = v.busy_o != 0};
    if (v.req_valid_o) {
      out.req = golden::mppa::request{v.req_write_o != 0, v.req_addr_o, {}};
      if (v.req_write_o) std::memcpy(out.req->data.data(), &v.req_data_o, sizeof out.req->data);
    }
    return out;
  }
};

}  // namespace weft::sim
