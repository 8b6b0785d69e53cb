// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "sim/golden/stream_state.hpp"
#include "systemc/unit.hpp"

namespace weft::systemc {

/// SVCR and the lengths of vectors, rtl/sme/weft_stream_state.sv, behind a TLM-2.0 target socket:
/// see unit. Words act in the order in which they are written, at the vector lengths of the
/// configuration.
class stream_state : public unit<golden::stream_state::operands, golden::stream_state::result> {
 public:
  stream_state(const sc_core::sc_module_name& name, const golden::stream_state::config& config,
               const sc_core::sc_time& period)
      : unit(
            name,
            [config, now = golden::stream_state::state{}](const auto& o) mutable {
              return golden::stream_state::eval(config.svl, config.nsvl, now, o);
            },
            config.latency(), period) {}
};

}  // namespace weft::systemc
