// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "sim/dut.hpp"
#include "sim/golden/tensor_model.hpp"
#include "sim/put_words.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_tensor as the golden model's inputs and outputs.
///
/// The others are the parameters that V was built with.
template <class V, int Type, unsigned Profile, unsigned Rows, unsigned Cols, unsigned PartialRows>
struct tensor_bench {
  using dut     = V;
  using model   = golden::tensor::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::tensor::config Config{
      {golden::tensor::type_e{Type}, Profile}, Rows, Cols, PartialRows};

  static void drive(V& v, const inputs& in) {
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
    v.a_rsp_valid_i = put(v.a_rsp_data_i, in.a_rsp, Config.type.a_bits());
    v.b_rsp_valid_i = put(v.b_rsp_data_i, in.b_rsp, Config.type.b_bits());
    v.c_rsp_valid_i = put(v.c_rsp_data_i, in.c_rsp, Config.type.result_bits());
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
      constexpr unsigned Bits = Config.type.result_bits();
      for (unsigned j = 0; j < Cols; ++j) out.d->lanes[j] = get(v.d_data_o, j * Bits, Bits);
    }
    return out;
  }

 private:
  /// Returns whether there is a word; if not, the port keeps whatever it had, which must not
  /// matter.
  template <class Port, class Word>
  static bool put(Port& port, const std::optional<Word>& word, unsigned bits) {
    if (word) put_words(port, {word->lanes.begin(), word->lanes.size()}, bits);
    return word.has_value();
  }

  template <class Port>
  static std::uint64_t get(const Port& port, unsigned at, unsigned bits) {
    std::uint64_t x = 0;
    std::memcpy(&x, reinterpret_cast<const unsigned char*>(&port) + at / 8, bits / 8);
    return x;
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
