// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/imul.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// An integer multiplier, rtl/arith/weft_imul.sv, behind a TLM-2.0 target socket: see unit.
class imul : public unit<golden::imul::operands, golden::imul::result> {
 public:
  imul(const sc_core::sc_module_name& name, const golden::imul::config& config,
       const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::imul::eval(config, o); },
            config.latency(), period) {}
};

}  // namespace weft::systemc
