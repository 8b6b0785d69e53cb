// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>
#include <vector>

#include "sim/golden/flexpoint.hpp"
#include "sim/golden/flexpoint_autoflex.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// A Flexpoint tensor: rtl/arith/weft_flexpoint.sv quantises the numbers written,
/// rtl/arith/weft_flexpoint_autoflex.sv chooses the exponent of the next write. Loosely timed.
///
/// Data, write: FP32 numbers, the tensor of one iteration. The call's delay is the sum of both
/// units' cycles: golden's cycles(n) and cycles(1). Data, read: the significands, one int32 per
/// element. Status, read: a `status`. Reads take no time.
///
/// Errors: any other address answers TLM_ADDRESS_ERROR_RESPONSE; a length that is not a positive
/// number of elements, a read beyond the tensor or of another length than a status,
/// TLM_BURST_ERROR_RESPONSE; a write of Status TLM_COMMAND_ERROR_RESPONSE; byte enables
/// TLM_BYTE_ENABLE_ERROR_RESPONSE.
class flexpoint : public sc_core::sc_module {
 public:
  using unit_config     = golden::flexpoint::config;
  using autoflex_config = golden::flexpoint_autoflex::config;

  static constexpr std::uint64_t Data = 0, Status = 8;

  struct status {
    std::int32_t exp;       ///< exponent of the tensor
    std::int32_t next_exp;  ///< exponent of the next write
    std::uint32_t max;      ///< largest |significand|
    std::uint32_t overflow;
  };

  tlm_utils::simple_target_socket<flexpoint> socket{"socket"};

  flexpoint(const sc_core::sc_module_name& name, const unit_config& unit,
            const autoflex_config& autoflex, const sc_core::sc_time& period)
      : sc_module(name),
        unit_(unit),
        autoflex_(autoflex),
        period_(period),
        state_(initial(autoflex)),
        status_{state_.exp, state_.exp, 0, 0} {
    socket.register_b_transport(this, &flexpoint::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    trans.set_response_status(access(trans, delay));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const std::uint64_t address = trans.get_address();
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (address != Data && address != Status) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (trans.is_write()) {
      return address == Data ? write(trans, delay) : tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    if (!trans.is_read()) return tlm::TLM_OK_RESPONSE;
    const std::size_t length = trans.get_data_length();
    const void* from         = &status_;
    if (address == Data) {
      const std::size_t have = significands_.size() * sizeof(std::int32_t);
      if (length == 0 || length % sizeof(std::int32_t) != 0 || length > have) {
        return tlm::TLM_BURST_ERROR_RESPONSE;
      }
      from = significands_.data();
    } else if (length != sizeof status_) {
      return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    std::memcpy(trans.get_data_ptr(), from, length);
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status write(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const std::size_t length = trans.get_data_length(), n = length / sizeof(std::uint32_t);
    if (n == 0 || length % sizeof(std::uint32_t) != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
    golden::flexpoint::state tensor;
    golden::flexpoint::operands o{.exp_out = state_.exp};
    golden::flexpoint::result r;
    significands_.clear();
    for (std::size_t i = 0; i < n; ++i) {
      std::memcpy(&o.number, trans.get_data_ptr() + i * sizeof o.number, sizeof o.number);
      r = eval(unit_, tensor, o);
      significands_.push_back(r.sig);
    }
    const auto next = eval(autoflex_, state_, r.max);
    status_         = {o.exp_out, next.exp, r.max, next.overflow};
    delay += static_cast<double>(cycles(unit_, n) + cycles(autoflex_, 1)) * period_;
    return tlm::TLM_OK_RESPONSE;
  }

  unit_config unit_;
  autoflex_config autoflex_;
  sc_core::sc_time period_;
  golden::flexpoint_autoflex::state state_;
  std::vector<std::int32_t> significands_;
  status status_;
};

}  // namespace weft::systemc
