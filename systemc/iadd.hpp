// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/iadd.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// An integer adder, rtl/arith/weft_iadd.sv, behind a TLM-2.0 target socket: see unit.
class iadd : public unit<golden::iadd::operands, golden::iadd::result> {
 public:
  iadd(const sc_core::sc_module_name& name, const golden::iadd::config& config,
       const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::iadd::eval(config, o); },
            config.latency(), period) {}
};

}  // namespace weft::systemc
