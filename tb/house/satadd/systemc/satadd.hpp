// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>
#include <vector>

#include "sim/golden/satadd.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// TLM-2.0 model of weft_satadd with 16 bits: golden's values in golden's time, loosely timed.
///
/// Address 0, write: a vector of pairs; the call's delay is until the last sum. Address 0, read:
/// the sums of the last write, 16 bits each. Another address answers TLM_ADDRESS_ERROR_RESPONSE; a
/// length that is not a positive number of pairs, or not that of the sums,
/// TLM_BURST_ERROR_RESPONSE.
class satadd : public sc_core::sc_module {
 public:
  struct pair {
    std::int16_t a, b;
  };

  tlm_utils::simple_target_socket<satadd> socket{"socket"};

  satadd(const sc_core::sc_module_name& name, const sc_core::sc_time& period)
      : sc_module(name), period_(period) {
    socket.register_b_transport(this, &satadd::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    trans.set_response_status(access(trans, delay));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    return trans.is_write() ? add(trans, delay) : fetch(trans);
  }

  tlm::tlm_response_status add(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    std::vector<pair> pairs(trans.get_data_length() / sizeof(pair));
    if (pairs.empty() || trans.get_data_length() % sizeof(pair) != 0) {
      return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    std::memcpy(pairs.data(), trans.get_data_ptr(), trans.get_data_length());
    sums_.clear();
    for (const auto& [a, b] : pairs) {
      sums_.push_back(static_cast<std::int16_t>(golden::satadd::eval(16, {a, b})));
    }
    delay += static_cast<double>(golden::satadd::cycles(pairs.size())) * period_;
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status fetch(const tlm::tlm_generic_payload& trans) {
    const std::size_t length = sums_.size() * sizeof(std::int16_t);
    if (length == 0 || trans.get_data_length() != length) return tlm::TLM_BURST_ERROR_RESPONSE;
    std::memcpy(trans.get_data_ptr(), sums_.data(), length);
    return tlm::TLM_OK_RESPONSE;
  }

  sc_core::sc_time period_;
  std::vector<std::int16_t> sums_;
};

}  // namespace weft::systemc
