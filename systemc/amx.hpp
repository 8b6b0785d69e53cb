// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <systemc>
#include <tlm>

#include "sim/golden/amx.hpp"

namespace weft::systemc {

/// TLM-2.0 model of the matrix coprocessor AMX over ZA, loosely timed. Values and time are
/// golden's.
///
/// A write to address 0 of `commands` is a vector of command records. The vector begins when all
/// earlier commands have ended; the call's delay ends with its last command. Each load or store is
/// one transaction on `memory`, at the time at which the instruction begins; its delay is added to
/// golden's cycles().
///
/// Errors: any other address answers TLM_ADDRESS_ERROR_RESPONSE, a length that is not a positive
/// number of records TLM_BURST_ERROR_RESPONSE, a read TLM_COMMAND_ERROR_RESPONSE, byte enables
/// TLM_BYTE_ENABLE_ERROR_RESPONSE. An instruction that golden stops ends the vector after the
/// instructions before it: TLM_GENERIC_ERROR_RESPONSE if memory answers an error or the address is
/// not aligned, else TLM_COMMAND_ERROR_RESPONSE.
///
/// transport_dbg reads and writes the state: a byte at 0x800 says whether AMX is on; X starts at
/// address 0x1000, Y at 0x1200, Z at 0x2000.
class amx : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t On = 0x800, X = 0x1000, Y = 0x1200, Z = 0x2000;

  struct command {
    golden::amx::op_e op;
    std::uint64_t operand;
  };

  tlm_utils::simple_target_socket<amx> commands{"commands"};
  tlm_utils::simple_initiator_socket<amx> memory{"memory"};

  explicit amx(const sc_core::sc_module_name& name, const golden::amx::config& k = {},
               const sc_core::sc_time& period = {1, sc_core::SC_NS});

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay);
  tlm::tlm_response_status access(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& trans);

  golden::amx::config config_;
  sc_core::sc_time period_;
  golden::amx::state state_;
  sc_core::sc_time free_;  ///< when the last command ends
};

}  // namespace weft::systemc
