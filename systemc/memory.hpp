// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <vector>

#include "systemc/payload.hpp"

namespace weft::systemc {

/// A RAM behind a loosely-timed TLM-2.0 socket that any number of initiators can be bound to.
///
/// `size` bytes from address `base`, all zero at first. Each transaction takes `latency`, through
/// b_transport and through direct pointers alike. An access outside answers
/// TLM_ADDRESS_ERROR_RESPONSE.
template <unsigned Bits = 32>
class basic_memory : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<basic_memory, Bits> socket{"socket"};

  basic_memory(const sc_core::sc_module_name& name, std::uint64_t size,
               const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME, std::uint64_t base = 0)
      : sc_module(name), bytes_(size), latency_(latency), base_(base) {
    socket.register_b_transport(this, &basic_memory::b_transport);
    socket.register_transport_dbg(this, &basic_memory::transport_dbg);
    socket.register_get_direct_mem_ptr(this, &basic_memory::get_direct_mem_ptr);
  }

  /// Allows or forbids direct pointers. Forbidding also revokes the pointers already granted.
  void allow_dmi(bool allow) {
    dmi_allowed_ = allow;
    if (allow || !sc_core::sc_start_of_simulation_invoked()) return;
    for (unsigned i = 0; i < socket.size(); ++i) {
      socket[i]->invalidate_direct_mem_ptr(base_, base_ + bytes_.size() - 1);
    }
  }

  /// Copies into and out of the memory in zero time. The range must lie inside.
  template <class T>
  void poke(std::uint64_t address, const std::vector<T>& data) {
    const auto* from = reinterpret_cast<const unsigned char*>(data.data());
    std::copy_n(from, data.size() * sizeof(T), place(address, data.size() * sizeof(T)));
  }
  template <class T>
  std::vector<T> peek(std::uint64_t address, std::size_t n) {
    std::vector<T> data(n);
    std::copy_n(place(address, n * sizeof(T)), n * sizeof(T),
                reinterpret_cast<unsigned char*>(data.data()));
    return data;
  }

 private:
  bool holds(std::uint64_t address, std::uint64_t length) const {
    return address >= base_ && address - base_ <= bytes_.size() &&
           length <= bytes_.size() - (address - base_);
  }

  unsigned char* place(std::uint64_t address, std::uint64_t length) {
    if (!holds(address, length)) SC_REPORT_ERROR("/weft/memory", "range outside of the memory");
    return bytes_.data() + (address - base_);
  }

  void b_transport(int, tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    delay += latency_;
    trans.set_dmi_allowed(dmi_allowed_);
    trans.set_response_status(access(trans));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans) {
    const auto length = trans.get_data_length();
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (!holds(trans.get_address(), length)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (trans.get_streaming_width() < length) return tlm::TLM_BURST_ERROR_RESPONSE;
    const auto* enable = trans.get_byte_enable_ptr();
    if (enable != nullptr && trans.get_byte_enable_length() == 0) {
      return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;

    auto* memory = bytes_.data() + (trans.get_address() - base_);
    auto* data   = trans.get_data_ptr();
    auto *from = trans.is_read() ? memory : data, *to = trans.is_read() ? data : memory;
    if (enable == nullptr) {
      std::copy_n(from, length, to);
    } else {
      for (unsigned i = 0; i < length; ++i) {
        if (enable[i % trans.get_byte_enable_length()] == TLM_BYTE_ENABLED) to[i] = from[i];
      }
    }
    return tlm::TLM_OK_RESPONSE;
  }

  unsigned transport_dbg(int, tlm::tlm_generic_payload& trans) {
    return access(trans) == tlm::TLM_OK_RESPONSE ? trans.get_data_length() : 0;
  }

  bool get_direct_mem_ptr(int, tlm::tlm_generic_payload& trans, tlm::tlm_dmi& region) {
    region.allow_read_write();
    if (!dmi_allowed_ || !holds(trans.get_address(), 1)) return false;
    region.set_dmi_ptr(bytes_.data());
    region.set_start_address(base_);
    region.set_end_address(base_ + bytes_.size() - 1);
    region.set_read_latency(latency_);
    region.set_write_latency(latency_);
    return true;
  }

  std::vector<unsigned char> bytes_;
  sc_core::sc_time latency_;
  std::uint64_t base_;
  bool dmi_allowed_ = true;
};

using memory   = basic_memory<32>;
using memory64 = basic_memory<64>;

}  // namespace weft::systemc
