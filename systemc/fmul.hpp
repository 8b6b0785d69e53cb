// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/fmul.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// rtl/arith/weft_fmul.sv as a TLM-2.0 target: records are golden::fmul::operands and
/// golden::fmul::result.
class fmul : public unit<golden::fmul::operands, golden::fmul::result> {
 public:
  fmul(const sc_core::sc_module_name& name, const golden::fmul::config& k,
       const sc_core::sc_time& period)
      : unit(
            name, [k](const golden::fmul::operands& o) { return golden::fmul::eval(k, o); },
            k.latency(), period) {}
};

}  // namespace weft::systemc
