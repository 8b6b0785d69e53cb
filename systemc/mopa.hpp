// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>

#include "sim/golden/mopa.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// TLM-2.0 model of rtl/za/weft_mopa.sv with ZA behind it, loosely timed. Values and time are
/// golden's.
///
/// Address Operations, write: a vector of golden::mopa::operation records, taken one after the
/// other as early as the unit can; the call's delay ends with the cycle that takes the last one.
/// Address Za + svl / 8 * row + byte, read or write: bytes of ZA; the delay ends when all rows in
/// flight are written, and the access itself takes no time. Operations followed by a read thus take
/// golden's cycles().
///
/// Errors, found before any operation starts: any other address answers TLM_ADDRESS_ERROR_RESPONSE;
/// a length of operations that is not a positive number of records, or bytes beyond ZA,
/// TLM_BURST_ERROR_RESPONSE; a read of operations, or a record that is no instruction,
/// TLM_COMMAND_ERROR_RESPONSE; byte enables TLM_BYTE_ENABLE_ERROR_RESPONSE. transport_dbg reads and
/// writes ZA, which is zero at first.
class mopa : public sc_core::sc_module {
 public:
  static constexpr std::uint64_t Operations = 0, Za = 0x10000;

  tlm_utils::simple_target_socket<mopa> socket{"socket"};

  /// log_bytes is log2 of the effective vector length.
  mopa(const sc_core::sc_module_name& name, const golden::mopa::config& k, int log_bytes,
       const sc_core::sc_time& clock_period = {1, sc_core::SC_NS})
      : sc_module(name),
        log_bytes_(log_bytes),
        row_bytes_(static_cast<std::uint64_t>(k.svl / 8)),
        period_(clock_period),
        table_(k, log_bytes) {
    socket.register_b_transport(this, &mopa::b_transport);
    socket.register_transport_dbg(this, &mopa::transport_dbg);
  }

 private:
  using operation = golden::mopa::operation;

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    trans.set_response_status(access(trans, delay));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (trans.get_address() == Operations) return operate(trans, delay);
    if (trans.get_address() - Za >= row_bytes_ * row_bytes_) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (transport_dbg(trans) != trans.get_data_length()) return tlm::TLM_BURST_ERROR_RESPONSE;
    until(written_, delay);
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status operate(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (!trans.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    const std::size_t n = trans.get_data_length() / sizeof(operation);
    if (n == 0 || trans.get_data_length() % sizeof(operation) != 0) {
      return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    const auto record = [&](std::size_t i) {
      operation o;
      std::memcpy(&o, trans.get_data_ptr() + i * sizeof o, sizeof o);
      return o;
    };
    for (std::size_t i = 0; i < n; ++i) {
      if (!record(i).valid()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    // The first whole cycle from now on.
    const double at = (sc_core::sc_time_stamp() + delay) / period_;
    auto from       = static_cast<std::uint64_t>(at);
    from += static_cast<double>(from) < at;
    for (std::size_t i = 0; i < n; ++i) {
      const operation o = record(i);
      eval(log_bytes_, o, za_);
      const auto when = table_.add(o, from);
      from            = when.taken + 1;
      written_        = when.written + 1;
    }
    until(from, delay);
    return tlm::TLM_OK_RESPONSE;
  }

  /// Reads or writes bytes of ZA, up to its end.
  unsigned transport_dbg(tlm::tlm_generic_payload& trans) {
    const std::uint64_t size = row_bytes_ * row_bytes_, from = trans.get_address() - Za;
    if (lacks_data(trans) || from >= size || trans.get_data_length() > size - from) return 0;
    for (unsigned i = 0; i < trans.get_data_length(); ++i) {
      auto& byte = za_[(from + i) / row_bytes_][(from + i) % row_bytes_];
      if (trans.is_write()) byte = trans.get_data_ptr()[i];
      if (trans.is_read()) trans.get_data_ptr()[i] = byte;
    }
    return trans.get_data_length();
  }

  void until(std::uint64_t cycle, sc_core::sc_time& delay) {
    const sc_core::sc_time end = static_cast<double>(cycle) * period_,
                           now = sc_core::sc_time_stamp();
    delay                      = std::max(delay, end - std::min(end, now));
  }

  int log_bytes_;
  std::uint64_t row_bytes_;
  sc_core::sc_time period_;
  golden::mopa::timetable table_;
  std::uint64_t written_ = 0;  ///< the cycle after the write of the last row
  golden::mopa::file_t za_{};
};

}  // namespace weft::systemc
