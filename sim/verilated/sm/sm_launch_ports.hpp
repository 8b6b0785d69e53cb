// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "sim/golden/sm/sm_launcher.hpp"
#include "sim/harness/port_bits.hpp"

namespace weft::sim {

/// Drives a launch at the ports of weft_sm and of its launcher; without one, junk that must not
/// matter.
template <class V>
void drive_start(V& v, const golden::sm::machine* start) {
  v.start_i   = start != nullptr;
  v.grid_x_i  = start != nullptr ? start->l.grid_x : 7;
  v.grid_y_i  = start != nullptr ? start->l.grid_y : 7;
  v.block_x_i = static_cast<std::uint16_t>(start != nullptr ? start->l.block_x : 5);
  v.block_y_i = static_cast<std::uint16_t>(start != nullptr ? start->l.block_y : 5);
  v.shared_words_i =
      static_cast<std::uint16_t>(start != nullptr ? (start->l.shared_bytes + 3) / 4 : 3);
}

/// The ports of a Verilated weft_sm_launch as the golden launcher's inputs and outputs.
template <class V, class P>
struct sm_launch_ports {
  using dut     = V;
  using model   = golden::sm::launcher;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  /// A launch on a multiprocessor of these parameters.
  static std::shared_ptr<const golden::sm::machine> machine(golden::sm::launch l) {
    golden::sm::arch k;
    k.warps   = P::Warps;
    k.threads = P::Threads;
    k.ctas    = P::Ctas;
    k.shared  = 4 * P::SharedWords;
    return std::make_shared<const golden::sm::machine>(k, std::move(l), golden::sm::policy_e::Gto,
                                                       golden::sm::deps_e::Scoreboard);
  }

  static void drive(V& v, const inputs& in) {
    drive_start(v, in.start.get());
    put_bits(v.arrived_i, 0, P::Warps, static_cast<std::uint32_t>(in.arrived));
    put_bits(v.ended_i, 0, P::Warps, static_cast<std::uint32_t>(in.ended));
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{.busy    = v.busy_o != 0,
                .restart = v.restart_o != 0,
                .opened  = get_bits(v.open_o, 0, P::Warps),
                .begins  = {}};
    for (unsigned w = 0; w < P::Warps; ++w) {
      if (get_bits(v.begin_o, w, 1) == 0) continue;
      const unsigned at = w * P::Threads;
      model::started x{.warp         = w,
                       .threads      = get_bits(v.begin_threads_o, at, P::Threads),
                       .tid_x        = {},
                       .tid_y        = {},
                       .cta_x        = v.begin_cta_x_o,
                       .cta_y        = v.begin_cta_y_o,
                       .shared_first = v.begin_shared_o,
                       .shared_words = v.begin_shared_words_o};
      const auto number = [&](const auto& port, unsigned t) {
        return static_cast<std::uint16_t>(get_bits(port, (at + t) * 16, 16));
      };
      for (unsigned t = 0; t < P::Threads; ++t) {
        x.tid_x.push_back(number(v.begin_tid_x_o, t));
        x.tid_y.push_back(number(v.begin_tid_y_o, t));
      }
      out.begins.push_back(std::move(x));
    }
    return out;
  }
};

}  // namespace weft::sim
