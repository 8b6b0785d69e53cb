// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "sim/golden/tensor_model.hpp"
#include "sim/harness/dut.hpp"
#include "sim/harness/put_words.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_tensor as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct tensor_ports {
  using dut     = V;
  using model   = golden::tensor::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  /// An array of integers has no profile.
  static constexpr golden::tensor::arithmetic Type = [] {
    if constexpr (requires { P::OwnProfile; }) {
      return golden::tensor::arithmetic{.own = &P::OwnProfile};
    } else {
      return golden::tensor::arithmetic{golden::tensor::type_e{P::Type},
                                        P::Type == 0 ? P::Profile : 0};
    }
  }();

  static constexpr golden::tensor::config Config{
      Type, P::Rows, P::Cols, P::PartialRows, P::Streams, P::Transposes, P::Sparse, P::Epilogue};

  static void drive(V& v, const inputs& in) {
    v.cmd_valid_i = in.cmd.has_value();
    if (in.cmd) {
      v.cmd_flow_i    = static_cast<CData>(in.cmd->flow);
      v.cmd_m_i       = static_cast<SData>(in.cmd->shape.m);
      v.cmd_n_i       = static_cast<SData>(in.cmd->shape.n);
      v.cmd_k_i       = static_cast<SData>(in.cmd->shape.k);
      v.cmd_preload_i = in.cmd->preload;

      const auto layout    = in.cmd->layout.of(in.cmd->flow);
      v.cmd_a_by_rows_i    = layout.a_by_rows(in.cmd->flow);
      v.cmd_b_by_columns_i = layout.b_by_columns();
      v.cmd_c_is_row_i     = layout.c_is_row;
      v.cmd_sparse_a_i     = layout.sparse_a;

      const auto& epilogue = in.cmd->epilogue;
      v.cmd_output_i       = static_cast<CData>(epilogue.output);
      v.cmd_relu_i         = epilogue.relu;
      v.cmd_scale_i        = epilogue.scale;
      v.cmd_overlap_i      = in.cmd->overlap;
    }
    v.a_req_ready_i = in.a_req_ready;
    v.b_req_ready_i = in.b_req_ready;
    v.c_req_ready_i = in.c_req_ready;
    v.d_ready_i     = in.d_ready;
    v.a_rsp_valid_i =
        put_scaled(v.a_rsp_data_i, in.a_rsp, Config.type.a_bits() + (P::Sparse ? 2 : 0));
    v.b_rsp_valid_i = put_scaled(v.b_rsp_data_i, in.b_rsp, Config.type.b_bits());
    v.c_rsp_valid_i = put(v.c_rsp_data_i, in.c_rsp, Config.type.result_bits());
  }

  static outputs sample(const V& v, const inputs&) {
    using golden::tensor::addr_t;
    outputs out;
    out.cmd_ready = v.cmd_ready_o;
    out.busy      = v.busy_o;
    out.done      = v.done_o;
    out.issued    = v.issued_o;
    if (v.a_req_valid_o) out.a_req = v.a_req_addr_o;
    if (v.b_req_valid_o) out.b_req = v.b_req_addr_o;
    if (v.c_req_valid_o) out.c_req = v.c_req_addr_o;
    if (v.d_valid_o) {
      out.d = {v.d_addr_o, v.d_strb_o, golden::tensor::lanes<golden::tensor::result_t>(P::Cols)};
      constexpr unsigned Bits = Config.type.result_bits();
      for (unsigned j = 0; j < P::Cols; ++j) out.d->lanes[j] = get(v.d_data_o, j * Bits, Bits);
    }
    return out;
  }

 private:
  /// Drives a word. Returns whether there is one; if not, the port keeps its last value, which must
  /// not affect results.
  template <class Port, class Word>
  static bool put(Port& port, const std::optional<Word>& word, unsigned bits) {
    if (word) put_words(port, {word->lanes.begin(), word->lanes.size()}, bits);
    return word.has_value();
  }

  /// Drives a word whose lanes have elements, and their scales above them.
  template <class Port, class Word>
  static bool put_scaled(Port& port, const std::optional<Word>& word, unsigned bits) {
    constexpr auto& Kind = Config.type;
    if constexpr (Kind.scales() == 0) return put(port, word, bits);
    if (!word) return false;
    std::size_t at = 0;
    for (const auto* lane = word->lanes.begin(); lane != word->lanes.end();
         lane += Kind.entries()) {
      put_words(port, {lane, Kind.lanes()}, bits, at);
      at += std::size_t{bits} * Kind.lanes();
      put_words(port, {lane + Kind.lanes(), Kind.scales()}, Kind.scale_bits(), at);
      at += std::size_t{Kind.scale_bits()} * Kind.scales();
    }
    return true;
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
