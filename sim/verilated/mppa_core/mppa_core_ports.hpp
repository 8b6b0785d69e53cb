// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstring>

#include "sim/golden/mppa_core/mppa_core_model.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_mppa_core as the golden model's inputs and outputs.
template <class V, class P>
struct mppa_core_ports {
  using dut     = V;
  using model   = golden::mppa_core::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::mppa_core::config Config{P::Loads};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    // Junk that must not matter while valid is low.
    static constexpr golden::mppa_core::bundle Junk{
        {0x5555aaaa, 0xaaaa5555, 0x12345678, 0xc0000000, 0x9abcdef0, 0x0c123456, 1, ~0u}};
    static constexpr golden::mppa::register_t JunkBytes{0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 3,
                                                        ~0ull};
    v.bundle_valid_i = in.in.has_value();
    std::memcpy(&v.bundle_i, in.in ? in.in->w.data() : Junk.w.data(), sizeof Junk.w);
    v.req_ready_i = in.req_ready;
    v.rsp_valid_i = in.rsp.has_value();
    std::memcpy(&v.rsp_data_i, in.rsp ? in.rsp->data() : JunkBytes.data(), sizeof JunkBytes);
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{.fetch = v.fetch_o != 0,
                .pc    = v.pc_o,
                .why   = static_cast<golden::mppa_core::why_e>(v.why_o),
                .req   = {},
                .trap  = v.trap_o != 0,
                .busy  = v.busy_o != 0};
    if (v.req_valid_o) {
      out.req = golden::mppa_core::request{.write  = v.req_write_o != 0,
                                           .bypass = v.req_bypass_o != 0,
                                           .addr   = v.req_addr_o,
                                           .strobe = 0,
                                           .data   = {}};
      if (v.req_write_o) {
        out.req->strobe = v.req_strobe_o;
        std::memcpy(out.req->data.data(), &v.req_data_o, sizeof out.req->data);
      }
    }
    return out;
  }
};

}  // namespace weft::sim
