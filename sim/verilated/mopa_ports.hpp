// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "sim/golden/mopa.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "sim/verilated/mopa_memory.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_mopa as the golden model's inputs and outputs.
template <class V, class P>
struct mopa_ports {
  using dut     = V;
  using model   = golden::mopa::model;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  static constexpr golden::mopa::config Config{P::Svl, P::RowsPerCycle, P::Pipe};

  static model make_model() { return model(Config); }

  static void drive(V& v, const inputs& in) {
    golden::mopa::operation o;
    // Junk that must not matter while valid is low.
    o.op       = golden::mopa::op_e::Imopa;
    o.log_size = 3;
    o.tile     = 5;
    o.zn.fill(0x55);
    o.zm.fill(0xaa);
    o.pn.fill(0xff);
    o.pm.fill(0xff);
    if (in.in) o = *in.in;
    v.vl_i            = static_cast<CData>(in.log_bytes);
    v.in_valid_i      = in.in.has_value();
    v.in_op_i         = static_cast<CData>(o.op);
    v.in_negate_i     = o.negate;
    v.in_unsigned_n_i = o.unsigned_n;
    v.in_unsigned_m_i = o.unsigned_m;
    v.in_size_i       = static_cast<CData>(o.log_size);
    v.in_tile_i       = static_cast<CData>(o.tile);
    v.in_fpcr_i       = o.fpcr;
    std::memcpy(&v.in_zn_i, o.zn.data(), Bytes);
    std::memcpy(&v.in_zm_i, o.zm.data(), Bytes);
    std::memcpy(&v.in_pn_i, o.pn.data(), Bytes / 8);
    std::memcpy(&v.in_pm_i, o.pm.data(), Bytes / 8);
    if constexpr (P::RowsPerCycle == 1) {
      std::memcpy(&v.rd_data_i, in.row.data(), Bytes);
    } else if (in.za) {
      v.eval();  // the address comes from registers, the rows in the same cycle
      for (int i = 0; i < P::RowsPerCycle; ++i) {
        const auto row = static_cast<std::size_t>(reads(v).row(i));
        if (row < in.za->size()) std::memcpy(row_of(v.rd_data_i, i), (*in.za)[row].data(), Bytes);
      }
    }
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{v.in_ready_o != 0, {}, {}, v.busy_o};
    if (v.rd_en_o) out.rd = reads(v);
    if (!v.wr_en_o) return out;
    model::write w{{v.wr_size_o, v.wr_tile_o, v.wr_slice_o}, {}, {}};
    for (int i = 0; i < P::RowsPerCycle; ++i) {
      golden::mopa::predicate_t mask{};
      golden::mopa::vector_t data{};
      std::memcpy(mask.data(), reinterpret_cast<const std::uint8_t*>(&v.wr_mask_o) + i * Bytes / 8,
                  Bytes / 8);
      std::memcpy(data.data(), row_of(v.wr_data_o, i), Bytes);
      for (std::size_t b = 0; b < Bytes; ++b) {
        if ((mask[b / 8] >> b % 8 & 1) == 0) data[b] = 0;
      }
      w.mask.push_back(mask);
      w.data.push_back(data);
    }
    out.wr = w;
    return out;
  }

 private:
  static constexpr std::size_t Bytes = P::Svl / 8;

  static golden::mopa::rows_of reads(const V& v) {
    return {v.rd_size_o, v.rd_tile_o, v.rd_slice_o};
  }

  template <class Port>
  static auto* row_of(Port& port, int i) {
    using byte = std::conditional_t<std::is_const_v<Port>, const std::uint8_t, std::uint8_t>;
    return reinterpret_cast<byte*>(&port) + static_cast<std::size_t>(i) * Bytes;
  }
};

/// Sends operations through RTL and golden model in lockstep, ZA behind both. Returns the clock
/// cycles from the cycle that takes the first operation to the cycle that writes the last row, both
/// counted.
template <class Bench>
std::uint64_t run_mopa(lockstep<Bench>& both, int log_bytes,
                       std::span<const golden::mopa::operation> operations,
                       golden::mopa::file_t& za, pace source = always()) {
  mopa_memory memory(za);
  watchdog dog;
  std::size_t taken    = 0;
  std::uint64_t cycles = 0;
  bool offered         = false;
  for (bool busy = true; busy || taken < operations.size();) {
    golden::mopa::model::inputs in;
    in.log_bytes = log_bytes;
    offered      = offered || (taken < operations.size() && source());
    if (offered) in.in = operations[taken];
    memory.drive(in);
    const auto out   = both.cycle(in);
    const bool takes = offered && out.in_ready;
    memory.cycle(out);
    offered = offered && !takes;
    taken += takes;
    busy = out.busy != 0 || takes;
    cycles += taken > 0 && busy;
    dog.cycle(takes || out.rd || out.wr,
              [&] { return std::to_string(taken) + " operations taken"; });
  }
  return cycles;
}

}  // namespace weft::sim
