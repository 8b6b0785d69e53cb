// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <systemc>
#include <utility>

#include "systemc/payload.hpp"

namespace weft::sim {

/// A TLM unit of systemc/unit.hpp with an initiator, as a plain call. Time advances in the
/// initiator, ahead of simulation time, which does not advance.
template <class Unit, class In, class Out>
class tlm_unit : public sc_core::sc_module {
 public:
  template <class Config>
  tlm_unit(const sc_core::sc_module_name& name, const Config& k)
      : sc_module(name), unit_("unit", k, Period) {
    bus_.bind(unit_.socket);
  }

  /// Computes the results of all operands, in order. Returns the clock cycles.
  std::uint64_t run(std::span<const In> operands, std::span<Out> results) {
    const sc_core::sc_time start = now_;
    access(tlm::TLM_WRITE_COMMAND, operands.data(), operands.size_bytes());
    access(tlm::TLM_READ_COMMAND, results.data(), results.size_bytes());
    return static_cast<std::uint64_t>((now_ - start) / Period);
  }

 private:
  inline static const sc_core::sc_time Period{1, sc_core::SC_NS};

  void access(tlm::tlm_command command, const void* data, std::size_t bytes) {
    tlm::tlm_generic_payload trans;
    systemc::fill(trans, command, 0, data, bytes);
    bus_->b_transport(trans, now_);
    if (!trans.is_response_ok()) throw std::logic_error("TLM: " + trans.get_response_string());
  }

  tlm_utils::simple_initiator_socket<tlm_unit> bus_{"bus"};
  Unit unit_;
  sc_core::sc_time now_;
};

}  // namespace weft::sim
