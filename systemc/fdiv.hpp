// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/golden/fdiv.hpp"
#include "sim/golden/wide/fdiv_seq.hpp"
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

/// rtl/sfu/weft_fdiv_seq.sv as a TLM-2.0 target: records are golden::fdiv_seq::operands and
/// golden::fdiv_seq::result.
class fdiv_seq : public unit<golden::fdiv_seq::operands, golden::fdiv_seq::result> {
 public:
  fdiv_seq(const sc_core::sc_module_name& name, const golden::fdiv_seq::config& k,
           const sc_core::sc_time& period)
      : unit(
            name, [k](const golden::fdiv_seq::operands& o) { return golden::fdiv_seq::eval(k, o); },
            [k](const golden::fdiv_seq::operands& o) {
              const std::uint64_t cycles = golden::fdiv_seq::duration(k, o);
              return timing{cycles, cycles};
            },
            period) {}
};

}  // namespace weft::systemc
