// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <systemc>
#include <tlm>

#include "sim/golden/za.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// The tile file of rtl/za/weft_za.sv behind a TLM-2.0 target socket, loosely timed.
///
/// An address names a slice: its index in bits 7:0, the tile in 11:8, the size in 14:12, bit 15
/// vertical. The data are the bytes of n consecutive slices; byte enables are the mask, for reads
/// too. A read takes golden's read_cycles(n), a write write_cycles(n). A write of one byte to
/// ZeroAt is ZERO and takes zero_cycles(); a write from another initiator before its end waits for
/// it.
///
/// Errors: any other address, or a slice that does not exist, answers TLM_ADDRESS_ERROR_RESPONSE; a
/// length that is not a positive number of vectors TLM_BURST_ERROR_RESPONSE. The debug transport
/// reads and writes slices in no time.
class za : public sc_core::sc_module {
 public:
  static constexpr sc_dt::uint64 ZeroAt = 0x1'0000;

  static constexpr sc_dt::uint64 address_of(const golden::za::slice& s) {
    return (s.vertical ? 1u << 15 : 0) | s.size << 12 | s.tile << 8 | s.index;
  }

  tlm_utils::simple_target_socket<za> socket{"socket"};

  za(const sc_core::sc_module_name& name, const golden::za::config& config,
     const sc_core::sc_time& period)
      : sc_module(name), file_(config), vl_(config.vl()), period_(period) {
    socket.register_b_transport(this, &za::b_transport);
    socket.register_transport_dbg(this, &za::transport_dbg);
  }

  /// Sets the vector length to 2^vl bytes. The initial and largest length is that of the
  /// configuration.
  void set_length(unsigned vl) { vl_ = vl; }

 private:
  using cycles_t = std::uint64_t;

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    trans.set_response_status(access(trans, delay));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr() != nullptr && trans.get_byte_enable_length() == 0) {
      return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    }
    return trans.get_address() == ZeroAt ? zero(trans, delay) : slices(trans, delay);
  }

  tlm::tlm_response_status zero(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (!trans.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (trans.get_data_length() != 1) return tlm::TLM_BURST_ERROR_RESPONSE;
    const std::uint8_t mask = *trans.get_data_ptr();
    golden::za::predicate_t all;
    all.fill(0xff);
    for (unsigned row = 0; row < 1u << vl_; ++row) {
      if ((mask >> row % 8 & 1) != 0) file_.write({.index = row}, vl_, {}, all);
    }
    write_for(golden::za::zero_cycles(vl_, mask), delay);
    return tlm::TLM_OK_RESPONSE;
  }

  tlm::tlm_response_status slices(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const unsigned n = trans.get_data_length() >> vl_;
    if (!slice_at(trans.get_address())) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (n == 0 || n << vl_ != trans.get_data_length()) return tlm::TLM_BURST_ERROR_RESPONSE;
    move(trans, n);
    if (trans.is_read()) {
      delay += static_cast<double>(golden::za::read_cycles(n)) * period_;
    } else if (trans.is_write()) {
      write_for(golden::za::write_cycles(n), delay);
    }
    return tlm::TLM_OK_RESPONSE;
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& trans) {
    const bool enables =
        trans.get_byte_enable_ptr() == nullptr || trans.get_byte_enable_length() != 0;
    if (lacks_data(trans) || !enables || !slice_at(trans.get_address())) return 0;
    const unsigned n = trans.get_data_length() >> vl_;
    move(trans, n);
    return n << vl_;
  }

  /// Occupies the write port as soon as it is free.
  void write_for(cycles_t cycles, sc_core::sc_time& delay) {
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    free_ = std::max(now + delay, free_) + static_cast<double>(cycles) * period_;
    delay = free_ - now;
  }

  static std::optional<golden::za::slice> slice_at(sc_dt::uint64 address) {
    const auto field = [address](int high, int low) {
      return static_cast<unsigned>(address >> low & ((2u << (high - low)) - 1));
    };
    const golden::za::slice s{field(15, 15) != 0, field(14, 12), field(11, 8), field(7, 0)};
    if (address >> 16 != 0 || s.size > 4 || s.tile >> s.size != 0) return {};
    return s;
  }

  /// Moves the enabled bytes of n slices.
  void move(tlm::tlm_generic_payload& trans, unsigned n) {
    const auto* const enables = trans.get_byte_enable_ptr();
    const auto enabled        = [&](unsigned i) {
      return enables == nullptr || enables[i % trans.get_byte_enable_length()] == TLM_BYTE_ENABLED;
    };
    golden::za::slice s = *slice_at(trans.get_address());
    for (unsigned i = 0; i < n << vl_; i += 1u << vl_, ++s.index) {
      golden::za::vector_t data = file_.read(s, vl_);
      golden::za::predicate_t mask{};
      for (unsigned p = 0; p < 1u << vl_; ++p) {
        if (!enabled(i + p)) continue;
        auto& byte = trans.get_data_ptr()[i + p];
        if (trans.is_read()) byte = data[p];
        data[p] = byte;
        mask[p / 8] |= static_cast<std::uint8_t>(1u << p % 8);
      }
      if (trans.is_write()) file_.write(s, vl_, data, mask);
    }
  }

  golden::za::file file_;
  unsigned vl_;
  sc_core::sc_time period_;
  sc_core::sc_time free_;  ///< when the write port is free
};

}  // namespace weft::systemc
