// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/fma.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// TLM-2.0 model of rtl/fma/weft_fma.sv: golden::fma::operands in, golden::fma::result out, on the
/// single socket of a unit. Values and latency are golden's.
class fma : public unit<golden::fma::operands, golden::fma::result> {
 public:
  explicit fma(const sc_core::sc_module_name& name, const golden::fma::config& k = {},
               const sc_core::sc_time& clock_period = {1, sc_core::SC_NS})
      : unit(
            name, [k](const golden::fma::operands& o) { return golden::fma::eval_fast(k, o); },
            k.latency(), clock_period) {}
};

}  // namespace weft::systemc
