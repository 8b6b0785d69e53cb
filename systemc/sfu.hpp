// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/sfu.hpp"
#include "sim/golden/wide/sfu_high.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// rtl/sfu/weft_sfu.sv as a TLM-2.0 target: records are golden::sfu::operands and
/// golden::sfu::result.
class sfu : public unit<golden::sfu::operands, golden::sfu::result> {
 public:
  sfu(const sc_core::sc_module_name& name, const golden::sfu::config& k,
      const sc_core::sc_time& period)
      : unit(
            name, [k](const golden::sfu::operands& o) { return golden::sfu::eval(k, o); },
            k.latency(), period) {}
};

/// rtl/sfu/weft_sfu_high.sv as a TLM-2.0 target: records are golden::sfu_high::operands and
/// golden::sfu_high::result.
class sfu_high : public unit<golden::sfu_high::operands, golden::sfu_high::result> {
 public:
  sfu_high(const sc_core::sc_module_name& name, const golden::sfu_high::config& k,
           const sc_core::sc_time& period)
      : unit(
            name, [k](const golden::sfu_high::operands& o) { return golden::sfu_high::eval(k, o); },
            k.latency(), period) {}
};

}  // namespace weft::systemc
