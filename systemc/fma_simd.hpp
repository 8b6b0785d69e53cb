// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/fma_simd.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// TLM-2.0 model of rtl/fma/weft_fma_simd.sv: golden::fma_simd::operands in,
/// golden::fma_simd::result out, on the single socket of a unit. Values and latency are golden's.
class fma_simd : public unit<golden::fma_simd::operands, golden::fma_simd::result> {
 public:
  explicit fma_simd(const sc_core::sc_module_name& name, const golden::fma_simd::config& k = {},
                    const sc_core::sc_time& clock_period = {1, sc_core::SC_NS})
      : unit(
            name, [k](const auto& o) { return golden::fma_simd::eval(k, o); }, k.latency(),
            clock_period) {}
};

}  // namespace weft::systemc
