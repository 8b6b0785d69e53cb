// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/fdiv.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// rtl/arith/weft_fdiv.sv as a TLM-2.0 target: records are golden::fdiv::operands and
/// golden::fdiv::result.
class fdiv : public unit<golden::fdiv::operands, golden::fdiv::result> {
 public:
  fdiv(const sc_core::sc_module_name& name, const golden::fdiv::config& k,
       const sc_core::sc_time& period)
      : unit(
            name, [k](const golden::fdiv::operands& o) { return golden::fdiv::eval(k, o); },
            [k](const golden::fdiv::operands& o) {
              const std::uint64_t cycles = golden::fdiv::duration(k, o);
              return timing{cycles, cycles};
            },
            period) {}
};

}  // namespace weft::systemc
