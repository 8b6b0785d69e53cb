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
/// A write to address 0 of `commands` is a vector of command records. It begins when those before
/// have ended, and the call's delay is until the last has. Loads and stores go to `memory`, as one
/// transaction each, at the time at which the instruction begins; what that takes is added to
/// golden's cycles().
///
/// Another address answers TLM_ADDRESS_ERROR_RESPONSE, a length that is no positive number of
/// records TLM_BURST_ERROR_RESPONSE, a read TLM_COMMAND_ERROR_RESPONSE, byte enables
/// TLM_BYTE_ENABLE_ERROR_RESPONSE. An instruction that golden stops ends the vector, those before
/// it done: TLM_GENERIC_ERROR_RESPONSE if memory answered an error or its address is not aligned,
/// else TLM_COMMAND_ERROR_RESPONSE.
///
/// transport_dbg reads and writes state: a byte at 0x800, whether AMX is on; X from address 0x1000
/// on, Y from 0x1200, Z from 0x2000.
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
  sc_core::sc_time free_;  ///< when the command before has ended
};

}  // namespace weft::systemc
