// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <systemc>

#include "systemc/payload.hpp"

namespace weft::systemc {

/// Registers of 1 to 8 bytes behind a socket, the base of a platform's devices. `read` and `write`
/// answer for an aligned access of `bytes` bytes, or refuse it: TLM_ADDRESS_ERROR_RESPONSE. Byte
/// enables are refused. An access takes no time of its own.
template <unsigned Bits>
class device_base : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<device_base, Bits> socket{"socket"};

 protected:
  explicit device_base(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &device_base::b_transport);
  }

  virtual std::optional<std::uint64_t> read(std::uint64_t offset, unsigned bytes) = 0;
  virtual bool write(std::uint64_t offset, unsigned bytes, std::uint64_t value)   = 0;

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time&) {
    trans.set_dmi_allowed(false);
    trans.set_response_status(access(trans));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans) {
    const auto length = trans.get_data_length();
    const auto offset = trans.get_address();
    if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if ((length != 1 && length != 2 && length != 4 && length != 8) || offset % length != 0 ||
        trans.get_streaming_width() < length) {
      return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    std::uint64_t value = 0;
    if (trans.is_write()) {
      std::memcpy(&value, trans.get_data_ptr(), length);
      return write(offset, length, value) ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE;
    }
    const auto answer = read(offset, length);
    if (!answer) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    std::memcpy(trans.get_data_ptr(), &*answer, length);
    return tlm::TLM_OK_RESPONSE;
  }
};

}  // namespace weft::systemc
