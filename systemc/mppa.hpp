// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <systemc>
#include <tlm>

#include "sim/golden/mppa.hpp"

namespace weft::systemc {

/// TLM-2.0 model of rtl/mppa/weft_mppa.sv, the tensor coprocessor, loosely timed. Values and time
/// are golden's.
///
/// A write to address 0 of `program` is a vector of golden::mppa::bundle records. The program
/// begins when the one before has ended; the call's delay ends with the program. Loads and stores
/// go to `memory`, 32 bytes at a time, in order, at the time of their issue. With a memory that
/// takes no time a program takes golden's cycles(); the delay of a read is added to its answer's
/// latency, in whole cycles. Stores take no time.
///
/// Errors, found before any bundle starts: any other address answers TLM_ADDRESS_ERROR_RESPONSE; a
/// length that is not a positive number of records TLM_BURST_ERROR_RESPONSE; a read, or a bundle in
/// which golden's fault() finds a fault, TLM_COMMAND_ERROR_RESPONSE; byte enables
/// TLM_BYTE_ENABLE_ERROR_RESPONSE. A program ends at a memory access that answers an error, with
/// TLM_GENERIC_ERROR_RESPONSE. transport_dbg reads the registers, 32 bytes each from address 0 on.
/// They are zero at first.
class mppa : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<mppa> program{"program"};
  tlm_utils::simple_initiator_socket<mppa> memory{"memory"};

  explicit mppa(const sc_core::sc_module_name& name, const golden::mppa::config& k = {},
                const sc_core::sc_time& clock_period = {1, sc_core::SC_NS});

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay);
  tlm::tlm_response_status access(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& trans);

  /// Reads or writes 32 bytes at time `at`. Returns the time that the access took.
  sc_core::sc_time transfer(tlm::tlm_command command, golden::mppa::addr_t addr,
                            golden::mppa::register_t& data, const sc_core::sc_time& at);

  golden::mppa::config config_;
  sc_core::sc_time period_;
  golden::mppa::state state_;
  sc_core::sc_time free_;  ///< when the last program ends
};

}  // namespace weft::systemc
