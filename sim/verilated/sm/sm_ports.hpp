// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "sim/golden/sm/sm_model.hpp"
#include "sim/verilated/sm/sm_engine.hpp"
#include "sim/verilated/sm/sm_launch_ports.hpp"
#include "sim/verilated/sm_block/sm_block_ports.hpp"

namespace weft::sim {

/// The ports of a Verilated weft_sm as the golden processor's inputs and outputs.
template <class V, class P>
struct sm_ports {
  using dut     = V;
  using block   = sm_block_ports<V, P>;
  using model   = golden::sm::processor;
  using inputs  = model::inputs;
  using outputs = model::outputs;

  /// The architecture that the parameters describe.
  static golden::sm::arch arch() {
    golden::sm::arch k = block::arch();
    k.blocks           = P::Blocks;
    k.warps            = P::Blocks * P::Warps;
    k.ctas             = P::Ctas;
    return k;
  }

  /// The configuration of the parameters, without a way to run it.
  static built_sm built() {
    built_sm unit = block::built();
    unit.module   = "weft_sm";
    unit.alone    = false;
    unit.k        = arch();
    unit.warps    = P::Blocks * P::Warps;
    return unit;
  }

  static std::shared_ptr<const golden::sm::machine> machine(golden::sm::launch l) {
    return std::make_shared<const golden::sm::machine>(arch(), std::move(l),
                                                       static_cast<golden::sm::policy_e>(P::Policy),
                                                       golden::sm::deps_e::Scoreboard);
  }

  static void drive(V& v, const inputs& in) {
    block::drive_load(v, in.load);
    block::drive_memory(v, in.memory);
    drive_start(v, in.start.get());
  }

  static outputs sample(const V& v, const inputs&) {
    outputs out{.busy = v.busy_o != 0, .blocks = {}, .request = block::request_of(v)};
    for (unsigned b = 0; b < P::Blocks; ++b) out.blocks.push_back(block::block_of(v, b));
    return out;
  }
};

}  // namespace weft::sim
