// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <systemc>
#include <tlm>
#include <vector>

#include "sim/golden/tensor_rows.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// rtl/tensor/weft_tensor_rows.sv: rows of a convolution's A from a picture in memory, loosely
/// timed.
///
/// Address 0, write: a `command`. The pixels of its pass are read through `memory`, one
/// transaction, elements of `pixel_bits` / 8 bytes. The call's delay is the memory's and golden's
/// cycles(). Address 0, read: words of the pass, in order, each `lanes` elements; reads take no
/// time.
///
/// Errors: any other address answers TLM_ADDRESS_ERROR_RESPONSE; another length than a command's, a
/// pass that the unit cannot do, or a read of no whole number of words or of more than are left,
/// TLM_BURST_ERROR_RESPONSE; byte enables TLM_BYTE_ENABLE_ERROR_RESPONSE; an error of the memory is
/// the answer.
class tensor_rows : public sc_core::sc_module {
 public:
  using config = golden::tensor_rows::config;

  struct command {
    golden::tensor_rows::pass pass;
    std::uint64_t picture;  ///< address of its first pixel
  };

  tlm_utils::simple_target_socket<tensor_rows> socket{"socket"};
  tlm_utils::simple_initiator_socket<tensor_rows> memory{"memory"};

  tensor_rows(const sc_core::sc_module_name& name, const config& c, const sc_core::sc_time& period)
      : sc_module(name), config_(c), period_(period) {
    socket.register_b_transport(this, &tensor_rows::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    trans.set_response_status(access(trans, delay));
  }

  unsigned bytes() const { return static_cast<unsigned>(config_.pixel_bits) / 8; }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr()) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (trans.is_write()) return write(trans, delay);
    if (!trans.is_read()) return tlm::TLM_OK_RESPONSE;
    const std::size_t length = trans.get_data_length(), word = config_.lanes * bytes();
    if (length == 0 || length % word != 0 || length > left_.size()) {
      return tlm::TLM_BURST_ERROR_RESPONSE;
    }
    std::memcpy(trans.get_data_ptr(), left_.data(), length);
    left_.erase(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(length));
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status write(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    command given;
    if (trans.get_data_length() != sizeof given) return tlm::TLM_BURST_ERROR_RESPONSE;
    std::memcpy(&given, trans.get_data_ptr(), sizeof given);
    const auto& pass = given.pass;
    if (pass.count == 0 || !fits(config_, pass.of)) return tlm::TLM_BURST_ERROR_RESPONSE;

    std::vector<unsigned char> data(std::size_t{pass.pixels} * bytes());
    tlm::tlm_generic_payload read;
    fill(read, tlm::TLM_READ_COMMAND, given.picture + std::uint64_t{pass.first()} * bytes(),
         data.data(), data.size());
    memory->b_transport(read, delay);
    if (!read.is_response_ok()) return read.get_response_status();

    std::vector<golden::tensor_rows::pixel> stream(pass.pixels);
    for (std::size_t i = 0; i < stream.size(); ++i) {
      std::memcpy(&stream[i], data.data() + i * bytes(), bytes());
    }
    left_.clear();
    for (unsigned row = 0; row < pass.count; ++row) {
      for (const auto& x : word(config_, pass, row, stream)) {
        const auto* from = reinterpret_cast<const unsigned char*>(&x);
        left_.insert(left_.end(), from, from + bytes());
      }
    }
    delay += static_cast<double>(cycles(config_, pass)) * period_;
    return tlm::TLM_OK_RESPONSE;
  }

  config config_;
  sc_core::sc_time period_;
  std::vector<unsigned char> left_;  ///< words that are not read yet
};

}  // namespace weft::systemc
