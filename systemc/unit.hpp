// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <systemc>
#include <tlm>
#include <type_traits>
#include <utility>

#include "systemc/payload.hpp"

namespace weft::systemc {

/// A pipelined stream unit behind a TLM-2.0 target socket, loosely timed.
///
/// Address 0, write: a vector of In records. One record enters per `interval` cycles of `timing`, 1
/// by default, after all earlier records; the call's delay ends when the last record has entered.
/// Address 0, read: a vector of Out records, in order; the delay ends when the last record has
/// left, `latency` cycles after it entered. A write of n and a read of n records thus take n +
/// latency cycles, golden's cycles(n).
///
/// Errors: any other address answers TLM_ADDRESS_ERROR_RESPONSE; a length that is not a positive
/// number of records, or a read of more results than are pending, TLM_BURST_ERROR_RESPONSE; byte
/// enables TLM_BYTE_ENABLE_ERROR_RESPONSE. Values are golden's, from `eval`.
template <class In, class Out>
class unit : public sc_core::sc_module {
  static_assert(std::is_trivially_copyable_v<In> && std::is_trivially_copyable_v<Out>);

 public:
  using function = std::function<Out(const In&)>;

  /// Cycles from the entry of an item to its exit, and to the entry of the next item.
  struct timing {
    std::uint64_t latency, interval = 1;
  };

  tlm_utils::simple_target_socket<unit> socket{"socket"};

  unit(const sc_core::sc_module_name& name, function eval, int latency,
       const sc_core::sc_time& period)
      : unit(
            name, std::move(eval),
            [t = timing{static_cast<std::uint64_t>(latency)}](const In&) { return t; }, period) {}

  unit(const sc_core::sc_module_name& name, function eval, std::function<timing(const In&)> timed,
       const sc_core::sc_time& period)
      : sc_module(name), eval_(std::move(eval)), timed_(std::move(timed)), period_(period) {
    socket.register_b_transport(this, &unit::b_transport);
    socket.register_transport_dbg(this, &unit::transport_dbg);
  }

 private:
  struct pending {
    Out value;
    sc_core::sc_time leaves;
  };

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    trans.set_response_status(access(trans, delay));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (trans.is_write()) return write(trans, delay);
    if (trans.is_read()) return read(trans, delay);
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status write(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const std::size_t length = trans.get_data_length(), n = length / sizeof(In);
    if (n == 0 || length % sizeof(In) != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
    free_ = std::max(sc_core::sc_time_stamp() + delay, free_);
    sc_core::sc_time entered;
    for (std::size_t i = 0; i < n; ++i) {
      In operands;
      std::memcpy(&operands, trans.get_data_ptr() + i * sizeof(In), sizeof(In));
      const timing t = timed_(operands);
      entered        = free_ + period_;
      results_.push_back({eval_(operands), entered + t.latency * period_});
      free_ += t.interval * period_;
    }
    delay = entered - sc_core::sc_time_stamp();
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status read(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const std::size_t length = trans.get_data_length(), n = length / sizeof(Out);
    if (n == 0 || length % sizeof(Out) != 0 || n > results_.size()) {
      return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    sc_core::sc_time leaves;
    for (std::size_t i = 0; i < n; ++i) {
      std::memcpy(trans.get_data_ptr() + i * sizeof(Out), &results_.front().value, sizeof(Out));
      leaves = results_.front().leaves;
      results_.pop_front();
    }
    delay = std::max(delay, leaves - std::min(leaves, sc_core::sc_time_stamp()));
    return tlm::TLM_OK_RESPONSE;
  }

  /// A read would consume results, so there is no debug access.
  unsigned transport_dbg(tlm::tlm_generic_payload&) { return 0; }

  function eval_;
  std::function<timing(const In&)> timed_;
  sc_core::sc_time period_;
  sc_core::sc_time free_;  ///< when the first stage takes the next operands
  std::deque<pending> results_;
};

}  // namespace weft::systemc
