// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/fcvt.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// A converter of numbers, rtl/arith/weft_fcvt.sv, behind a TLM-2.0 target socket: see unit.
class fcvt : public unit<golden::fcvt::operands, golden::fcvt::result> {
 public:
  fcvt(const sc_core::sc_module_name& name, const golden::fcvt::config& config,
       const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::fcvt::eval(config, o); },
            config.latency(), period) {}
};

}  // namespace weft::systemc
