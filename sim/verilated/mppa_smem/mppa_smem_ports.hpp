// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "sim/golden/mppa_core/mppa_smem.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_mppa_smem as the golden model's inputs and outputs.
template <class V, class P>
struct mppa_smem_ports {
  using dut     = V;
  using model   = golden::mppa_smem::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::mppa_smem::config Config{
      P::Ports, P::Rows, static_cast<golden::mppa_smem::interleave_e>(P::Interleave)};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    std::uint32_t valid = 0, write = 0;
    for (unsigned p = 0; p < Config.ports; ++p) {
      const auto& r = in.req[p];
      const golden::mppa_smem::request of =
          r ? *r : golden::mppa_smem::request{true, 0x5555aaaa, ~0u, {1, 2, 3, 4}};
      valid |= std::uint32_t{r.has_value()} << p;
      write |= std::uint32_t{of.write} << p;
      put(v.req_addr_i, p, &of.addr, 4);
      put(v.req_strobe_i, p, &of.strobe, 4);
      put(v.req_data_i, p, of.data.data(), 32);
    }
    v.req_valid_i = static_cast<std::remove_cvref_t<decltype(v.req_valid_i)>>(valid);
    v.req_write_i = static_cast<std::remove_cvref_t<decltype(v.req_write_i)>>(write);
  }

  static outputs sample(const V& v, const inputs& in) {
    outputs out;
    for (unsigned p = 0; p < Config.ports; ++p) {
      out.ready[p] = in.req[p] && (v.req_ready_o >> p & 1) != 0;
      if ((v.rsp_valid_o >> p & 1) == 0) continue;
      out.rsp[p].emplace();
      std::memcpy(out.rsp[p]->data(), reinterpret_cast<const char*>(&v.rsp_data_o) + 32 * p, 32);
    }
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, unsigned place, const void* bytes, std::size_t size) {
    std::memcpy(reinterpret_cast<char*>(&port) + place * size, bytes, size);
  }
};

}  // namespace weft::sim
