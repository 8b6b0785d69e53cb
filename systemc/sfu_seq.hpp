// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/sfu_seq.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// rtl/sfu/weft_sfu_seq.sv as a TLM-2.0 target: records are golden::sfu_seq::operands and
/// golden::sfu_seq::result.
class sfu_seq : public unit<golden::sfu_seq::operands, golden::sfu_seq::result> {
 public:
  sfu_seq(const sc_core::sc_module_name& name, const golden::sfu_seq::config& k,
          const sc_core::sc_time& period)
      : unit(
            name, [k](const golden::sfu_seq::operands& o) { return golden::sfu_seq::eval(k, o); },
            [k](const golden::sfu_seq::operands& o) {
              const std::uint64_t cycles = golden::sfu_seq::duration(k, o.op);
              return timing{cycles, cycles};
            },
            period) {}
};

}  // namespace weft::systemc
