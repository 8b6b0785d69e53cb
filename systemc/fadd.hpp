// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/fadd.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// rtl/arith/weft_fadd.sv as a TLM-2.0 target: records are golden::fadd::operands and
/// golden::fadd::result.
class fadd : public unit<golden::fadd::operands, golden::fadd::result> {
 public:
  fadd(const sc_core::sc_module_name& name, const golden::fadd::config& k,
       const sc_core::sc_time& period)
      : unit(
            name, [k](const golden::fadd::operands& o) { return golden::fadd::eval(k, o); },
            k.latency(), period) {}
};

}  // namespace weft::systemc
