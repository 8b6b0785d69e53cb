// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/dpa_multi.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// TLM-2.0 model of rtl/dpa/weft_dpa_multi.sv: golden::dpa_multi::operands in, each a block and its
/// profile's number; golden::dpa_multi::result out, on the single socket of a unit. Values and
/// latency are golden's.
class dpa_multi : public unit<golden::dpa_multi::operands, golden::dpa_multi::result> {
 public:
  explicit dpa_multi(const sc_core::sc_module_name& name, const golden::dpa_multi::config& k = {},
                     const sc_core::sc_time& clock_period = {1, sc_core::SC_NS})
      : unit(
            name,
            [k](const golden::dpa_multi::operands& o) { return golden::dpa_multi::eval(k, o); },
            k.latency(), clock_period) {}
};

}  // namespace weft::systemc
