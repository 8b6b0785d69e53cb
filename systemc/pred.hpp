// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/pred.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// Predicate registers and the instructions on them, rtl/sme/weft_pred.sv, behind a TLM-2.0 target
/// socket: see unit. Words act on the registers in the order in which they are written, at the
/// vector length of the configuration.
class pred : public unit<golden::pred::operands, golden::pred::result> {
 public:
  pred(const sc_core::sc_module_name& name, const golden::pred::config& config,
       const sc_core::sc_time& period)
      : unit(
            name,
            [config, registers = golden::pred::state{}](const auto& o) mutable {
              return golden::pred::eval(config.svl / 8, registers, o);
            },
            config.latency(), period) {}
};

}  // namespace weft::systemc
