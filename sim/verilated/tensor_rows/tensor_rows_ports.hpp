// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "sim/golden/tensor_rows.hpp"
#include "sim/harness/put_words.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_tensor_rows as the golden model's inputs and outputs.
///
/// P holds the parameters of V.
template <class V, class P>
struct tensor_rows_ports {
  using dut     = V;
  using model   = golden::tensor_rows::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::tensor_rows::config Config{P::PixelBits, P::Lanes, P::Window,
                                                      P::MaxWidth};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    v.cmd_valid_i = in.cmd.has_value();
    if (in.cmd) {
      put(v.cmd_width_i, in.cmd->of.width);
      put(v.cmd_height_i, in.cmd->of.height);
      put(v.cmd_rows_i, in.cmd->of.rows);
      put(v.cmd_cols_i, in.cmd->of.cols);
      put(v.cmd_row_i, in.cmd->row);
      put(v.cmd_col_i, in.cmd->col);
      put(v.cmd_x_i, in.cmd->x);
      put(v.cmd_y_i, in.cmd->y);
      put(v.cmd_count_i, in.cmd->count);
      put(v.cmd_skip_i, in.cmd->skip);
      put(v.cmd_pixels_i, in.cmd->pixels);
    }
    v.px_valid_i = in.px.has_value();
    put(v.px_data_i, in.px.value_or(0x5555 & ((1u << P::PixelBits) - 1)));
    v.req_valid_i = in.req;
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.cmd_ready_o != 0, v.px_ready_o != 0, v.req_ready_o != 0, {}};
    if (!v.rsp_valid_o) return out;
    out.rsp.emplace(Config.lanes);
    const auto* bytes    = reinterpret_cast<const unsigned char*>(&v.rsp_data_o);
    constexpr auto Bytes = static_cast<unsigned>(P::PixelBits) / 8;
    for (unsigned l = 0; l < Config.lanes; ++l) {
      std::memcpy(&(*out.rsp)[l], bytes + std::size_t{l} * Bytes, Bytes);
    }
    return out;
  }

 private:
  template <class Port>
  static void put(Port& port, std::uint64_t x) {
    port = static_cast<Port>(x);
  }
};

}  // namespace weft::sim
