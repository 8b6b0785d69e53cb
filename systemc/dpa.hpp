// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/dpa.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// TLM-2.0 model of rtl/dpa/weft_dpa.sv: golden::dpa::operands in, golden::dpa::result out, one
/// block per record, on the single socket of a unit. Values and latency are golden's, for any
/// profile.
class dpa : public unit<golden::dpa::operands, golden::dpa::result> {
 public:
  explicit dpa(const sc_core::sc_module_name& name, const golden::dpa::config& k,
               const sc_core::sc_time& clock_period = {1, sc_core::SC_NS})
      : unit(
            name, [k](const golden::dpa::operands& o) { return golden::dpa::eval(k, o); },
            k.latency(), clock_period) {}
};

}  // namespace weft::systemc
