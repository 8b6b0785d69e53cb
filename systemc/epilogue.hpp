// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/epilogue.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// rtl/tensor/weft_epilogue.sv, which scales, rounds and saturates sums, behind a TLM-2.0 target
/// socket: see unit.
class epilogue : public unit<golden::epilogue::operands, golden::epilogue::result> {
 public:
  epilogue(const sc_core::sc_module_name& name, const golden::epilogue::config& config,
           const sc_core::sc_time& period)
      : unit(
            name, [config](const auto& o) { return golden::epilogue::eval(config, o); },
            config.latency(), period) {}
};

}  // namespace weft::systemc
