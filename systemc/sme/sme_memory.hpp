// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <span>
#include <systemc>
#include <tlm>

#include "sim/golden/sme.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// Golden's memory as a target; each read and write takes `latency`.
class sme_memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<sme_memory> socket{"socket"};

  sme_memory(const sc_core::sc_module_name& name, golden::sme::memory& m,
             const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME)
      : sc_module(name), memory_(m), latency_(latency) {
    socket.register_b_transport(this, &sme_memory::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const auto at = trans.get_address();
    if (lacks_data(trans)) return trans.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    const std::span bytes(trans.get_data_ptr(), trans.get_data_length());
    if (trans.get_byte_enable_ptr() != nullptr) {
      return trans.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    }
    const bool moves = trans.is_read() || trans.is_write();
    const bool done  = trans.is_read()    ? memory_.read(at, bytes)
                       : trans.is_write() ? memory_.write(at, bytes)
                                          : memory_.writable(at, bytes.size());
    if (moves) delay += latency_;
    trans.set_response_status(done ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  golden::sme::memory& memory_;
  sc_core::sc_time latency_;
};

}  // namespace weft::systemc
