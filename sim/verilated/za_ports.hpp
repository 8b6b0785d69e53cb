// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "sim/golden/za.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_za as the golden model's inputs and outputs.
template <class V, class P>
struct za_ports {
  using dut     = V;
  using model   = golden::za::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::za::config Config{.svl = P::Svl, .rows_per_cycle = P::RowsPerCycle};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    v.vl_i = static_cast<std::uint8_t>(in.vl);

    const golden::za::slice read = in.read.value_or(Junk);
    v.rd_en_i                    = in.read.has_value();
    v.rd_vertical_i              = read.vertical;
    v.rd_size_i                  = static_cast<std::uint8_t>(read.size);
    v.rd_tile_i                  = static_cast<std::uint8_t>(read.tile);
    v.rd_slice_i                 = static_cast<std::uint8_t>(read.index);

    const golden::za::slice to = in.write ? in.write->to : Junk;
    v.wr_en_i                  = in.write.has_value();
    v.wr_vertical_i            = to.vertical;
    v.wr_size_i                = static_cast<std::uint8_t>(to.size);
    v.wr_tile_i                = static_cast<std::uint8_t>(to.tile);
    v.wr_slice_i               = static_cast<std::uint8_t>(to.index);
    put(v.wr_data_i, 0, Config.bytes(), in.write ? in.write->data.data() : nullptr);
    put(v.wr_mask_i, 0, Config.bytes() / 8, in.write ? in.write->mask.data() : nullptr);

    v.zero_valid_i = in.zero.has_value();
    v.zero_mask_i  = in.zero.value_or(0xa5);

    const golden::za::slice read_rows = in.read_rows.value_or(Junk);
    v.rows_rd_size_i                  = static_cast<std::uint8_t>(read_rows.size);
    v.rows_rd_tile_i                  = static_cast<std::uint8_t>(read_rows.tile);
    v.rows_rd_slice_i                 = static_cast<std::uint8_t>(read_rows.index);

    const golden::za::slice rows = in.write_rows ? in.write_rows->to : Junk;
    v.rows_wr_en_i               = in.write_rows.has_value();
    v.rows_wr_size_i             = static_cast<std::uint8_t>(rows.size);
    v.rows_wr_tile_i             = static_cast<std::uint8_t>(rows.tile);
    v.rows_wr_slice_i            = static_cast<std::uint8_t>(rows.index);
    for (unsigned i = 0; i < P::RowsPerCycle; ++i) {
      const auto* w = in.write_rows ? &*in.write_rows : nullptr;
      put(v.rows_wr_data_i, i, Config.bytes(), w != nullptr ? w->data[i].data() : nullptr);
      put(v.rows_wr_mask_i, i, Config.bytes() / 8, w != nullptr ? w->mask[i].data() : nullptr);
    }
  }

  static outputs sample(const V& v, const inputs& in) {
    outputs out{v.zero_ready_o != 0, row_of(v.rd_data_o, 0), {}};
    for (unsigned i = 0; in.read_rows && i < P::RowsPerCycle; ++i) {
      out.rows.push_back(row_of(v.rows_rd_data_o, i));
    }
    return out;
  }

 private:
  /// Junk that must not affect results while the enable is low.
  static constexpr golden::za::slice Junk{.vertical = true, .size = 5, .tile = 9, .index = 0x5a};

  /// Drives piece i of a port, `bytes` bytes; junk without data.
  template <class Port>
  static void put(Port& port, unsigned i, std::size_t bytes, const std::uint8_t* data) {
    auto* const to = reinterpret_cast<std::uint8_t*>(&port) + i * bytes;
    if (data != nullptr) {
      std::memcpy(to, data, bytes);
    } else {
      std::fill_n(to, bytes, std::uint8_t{0xa5});
    }
  }

  template <class Port>
  static golden::za::vector_t row_of(const Port& port, unsigned i) {
    golden::za::vector_t row{};
    std::memcpy(row.data(),
                reinterpret_cast<const std::uint8_t*>(&port) + std::size_t{i} * Config.bytes(),
                Config.bytes());
    return row;
  }
};

}  // namespace weft::sim
