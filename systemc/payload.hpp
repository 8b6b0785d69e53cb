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

/// A mask of the bytes of 32-bit word `word` of the data that a transaction enables.
inline std::uint32_t lanes_of(const tlm::tlm_generic_payload& trans, unsigned word) {
  const auto* enable = trans.get_byte_enable_ptr();
  if (enable == nullptr) return ~0u;
  std::uint32_t lanes = 0;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if (enable[(4 * word + byte) % trans.get_byte_enable_length()] == TLM_BYTE_ENABLED) {
      lanes |= 0xffu << (8 * byte);
    }
  }
  return lanes;
}

/// The answer to a transaction that is no access to words of a page of registers, or
/// TLM_OK_RESPONSE: 4 or 8 bytes, aligned, inside of the page.
inline tlm::tlm_response_status page_access(const tlm::tlm_generic_payload& trans,
                                            std::uint64_t page_bytes) {
  const auto address = trans.get_address();
  const auto length  = trans.get_data_length();
  if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (address >= page_bytes) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  if ((length != 4 && length != 8) || address % length != 0 ||
      trans.get_streaming_width() < length) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (trans.get_byte_enable_ptr() != nullptr && trans.get_byte_enable_length() == 0) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  return tlm::TLM_OK_RESPONSE;
}

}  // namespace weft::systemc
