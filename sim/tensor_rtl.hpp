// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <optional>
#include <type_traits>

#include "sim/dut.hpp"
#include "sim/golden/tensor_model.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_tensor as the golden model's inputs and outputs.
///
/// `Type`, `Rows`, `Cols` and `PartialRows` are the parameters that V was built with.
template <class V, int Type, unsigned Rows, unsigned Cols, unsigned PartialRows>
struct tensor_bench {
  using dut     = V;
  using model   = golden::tensor::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::tensor::config Config{golden::tensor::type_e{Type}, Rows, Cols,
                                                 PartialRows};

  static void drive(V& v, const inputs& in) {
    using golden::tensor::type_e;
    v.cmd_valid_i = in.cmd.has_value();
    if (in.cmd) {
      v.cmd_flow_i    = static_cast<CData>(in.cmd->flow);
      v.cmd_m_i       = static_cast<SData>(in.cmd->shape.m);
      v.cmd_n_i       = static_cast<SData>(in.cmd->shape.n);
      v.cmd_k_i       = static_cast<SData>(in.cmd->shape.k);
      v.cmd_preload_i = in.cmd->preload;
    }
    v.a_req_ready_i = in.a_req_ready;
    v.b_req_ready_i = in.b_req_ready;
    v.c_req_ready_i = in.c_req_ready;
    v.d_ready_i     = in.d_ready;
    using operand   = std::conditional_t<type_e{Type} == type_e::Fp16, std::uint16_t, std::uint8_t>;
    v.a_rsp_valid_i = put<operand>(v.a_rsp_data_i, in.a_rsp);
    v.b_rsp_valid_i = put<operand>(v.b_rsp_data_i, in.b_rsp);
    v.c_rsp_valid_i = put<golden::tensor::result_t>(v.c_rsp_data_i, in.c_rsp);
  }

  static outputs sample(const V& v, const inputs&) {
    using golden::tensor::addr_t;
    outputs out;
    out.cmd_ready = v.cmd_ready_o;
    out.busy      = v.busy_o;
    out.done      = v.done_o;
    if (v.a_req_valid_o) out.a_req = v.a_req_addr_o;
    if (v.b_req_valid_o) out.b_req = v.b_req_addr_o;
    if (v.c_req_valid_o) out.c_req = v.c_req_addr_o;
    if (v.d_valid_o) {
      out.d = {v.d_addr_o, v.d_strb_o, golden::tensor::lanes<golden::tensor::result_t>(Cols)};
      std::memcpy(out.d->lanes.begin(), &v.d_data_o, Cols * sizeof(golden::tensor::result_t));
    }
    return out;
  }

 private:
  /// A word's lanes side by side, lane 0 in the low bits. Returns whether there is one; if not, the
  /// port keeps whatever it had, which must not matter.
  template <class Lane, class Port, class Word>
  static bool put(Port& port, const std::optional<Word>& word) {
    if (!word) return false;
    auto* bytes = reinterpret_cast<unsigned char*>(&port);
    for (const auto lane : word->lanes) {
      const auto bits = static_cast<Lane>(lane);
      std::memcpy(bytes, &bits, sizeof bits);
      bytes += sizeof bits;
    }
    return true;
  }
};

/// The RTL alone, without the golden model beside it.
template <class Bench>
class machine {
 public:
  explicit machine(const run_options& options) : dut_(options) {}

  typename Bench::outputs cycle(const typename Bench::inputs& in) {
    Bench::drive(*dut_, in);
    dut_.settle();
    auto out = Bench::sample(*dut_, in);
    dut_.tick();
    return out;
  }

 private:
  dut<typename Bench::dut> dut_;
};

}  // namespace weft::sim
