// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>

#include <cstddef>
#include <cstdint>

namespace weft::systemc {

/// Sets up a transaction of all the data, from an address on. TLM has one pointer for both
/// directions; a write does not change the bytes that it points to.
inline void fill(tlm::tlm_generic_payload& trans, tlm::tlm_command command, std::uint64_t address,
                 const void* data, std::size_t bytes) {
  trans.set_command(command);
  trans.set_address(address);
  trans.set_data_ptr(static_cast<unsigned char*>(const_cast<void*>(data)));
  trans.set_data_length(static_cast<unsigned>(bytes));
  trans.set_streaming_width(static_cast<unsigned>(bytes));
}

/// Whether a transaction moves data but has no data pointer, which LRM 14.10 forbids. The answer to
/// it is TLM_GENERIC_ERROR_RESPONSE.
inline bool lacks_data(const tlm::tlm_generic_payload& trans) {
  return (trans.is_read() || trans.is_write()) && trans.get_data_length() != 0 &&
         trans.get_data_ptr() == nullptr;
}

}  // namespace weft::systemc
