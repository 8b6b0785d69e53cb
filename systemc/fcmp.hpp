// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/fcmp.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// A comparator of floating-point numbers, rtl/arith/weft_fcmp.sv, behind a TLM-2.0 target socket:
/// see unit.
class fcmp : public unit<golden::fcmp::operands, golden::fcmp::result> {
 public:
  fcmp(const sc_core::sc_module_name& name, const golden::fcmp::config& config,
       const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::fcmp::eval(config, o); },
            config.latency(), period) {}
};

}  // namespace weft::systemc
