// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/logic.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// Logic and shifts, rtl/arith/weft_logic.sv, behind a TLM-2.0 target socket: see unit.
class logic : public unit<golden::logic::operands, golden::logic::result> {
 public:
  logic(const sc_core::sc_module_name& name, const golden::logic::config& config,
        const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::logic::eval(config, o); },
            config.latency(), period) {}
};

}  // namespace weft::systemc
