// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <systemc>

#include "sim/golden/flexpoint/tensor_flexpoint.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// The exponent manager of an array of Flexpoint significands, rtl/tensor/weft_tensor_flexpoint.sv,
/// behind a TLM-2.0 target socket: see unit. Writes are words of sums in the order of tensors,
/// reads their significands; the word behind a tensor enters when its exponent is known.
class tensor_flexpoint
    : public unit<golden::tensor_flexpoint::operands, golden::tensor_flexpoint::result> {
 public:
  tensor_flexpoint(const sc_core::sc_module_name& name,
                   const golden::tensor_flexpoint::config& config, const sc_core::sc_time& period)
      : unit(
            name,
            [config, state = std::make_shared<golden::tensor_flexpoint::state>(
                         golden::tensor_flexpoint::initial(config))](const auto& o) {
              return golden::tensor_flexpoint::eval(config, *state, o);
            },
            [config](const auto& o) {
              return timing{
                  1, o.last ? 1 + golden::flexpoint_autoflex::cycles_of_one(config.autoflex) : 1};
            },
            period) {}
};

}  // namespace weft::systemc
