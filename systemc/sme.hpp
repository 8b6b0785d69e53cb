// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <systemc>
#include <tlm>

#include "sim/golden/sme_timing.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// TLM-2.0 model of a processor with rtl/sme/weft_sme.sv, loosely timed. Values and time are
/// golden's.
///
/// The model executes words that it fetches from `memory`; loads and stores go there too, in order.
/// A transaction that does not answer TLM_OK_RESPONSE is a fault. A TLM_IGNORE_COMMAND transaction
/// asks in advance whether a store would fault. With a memory that takes no time, a program takes
/// golden's cycles; the delays of loads and stores are added to them, and fetches are hidden.
class sme : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<sme> memory{"memory"};

  golden::sme::state registers;

  explicit sme(const sc_core::sc_module_name& name, const golden::sme::timing_config& k = {},
               const sc_core::sc_time& clock_period = {1, sc_core::SC_NS})
      : sc_module(name), config_(k), period_(clock_period) {}

  /// Runs like golden::sme::run, on `registers`. The delay grows by the time up to the last
  /// instruction that did not stop.
  golden::sme::run_result run(std::uint64_t limit, std::uint64_t end, sc_core::sc_time& delay,
                              const golden::sme::watcher& watch = {}) {
    golden::sme::timing timing(config_, registers.svl);
    port bus(*this, delay);
    golden::sme::run_result r{{}, 0};
    for (; registers.pc != end && r.executed < limit; ++r.executed) {
      std::uint8_t bytes[4] = {};
      std::uint32_t word    = 0;
      const auto start      = delay;
      bus.read(registers.pc, bytes);
      std::memcpy(&word, bytes, 4);
      delay            = start;
      const auto* line = golden::sme::decode(word);
      const auto from  = timing.cycles();
      if (line != nullptr && !golden::sme::of_weft_sme(*line)) {
        r.last = golden::sme::not_of_weft_sme(registers.pc, word, *line);
        return r;
      }
      if (line != nullptr) timing.execute(registers, *line, word);
      bus.fetches(registers.pc);
      r.last = golden::sme::step(registers, bus);
      if (r.last.stop != golden::sme::stop_e::None) {
        delay = start;
        return r;
      }
      delay += static_cast<double>(timing.cycles() - from) * period_;
      if (watch && r.executed % golden::sme::Told == golden::sme::Told - 1) watch();
    }
    using enum golden::sme::stop_e;
    const bool ended = registers.pc == end;
    r.last = {ended ? End : Limit, registers.pc, 0, ended ? "" : "as many instructions as allowed"};
    return r;
  }

 private:
  /// The bus as golden's memory.
  class port : public golden::sme::memory {
   public:
    port(sme& s, sc_core::sc_time& delay) : sme_(s), delay_(delay) {}

    /// Announces an instruction fetch: the next read at `pc` takes no time.
    void fetches(std::uint64_t pc) { fetch_ = pc; }

    bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
      const auto start = delay_;
      const bool done  = access(tlm::TLM_READ_COMMAND, address, to.data(), to.size());
      if (address == fetch_) delay_ = start;
      fetch_ = ~std::uint64_t{0};
      return done;
    }
    bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
      return access(tlm::TLM_WRITE_COMMAND, address, from.data(), from.size());
    }
    bool writable(std::uint64_t address, std::size_t bytes) override {
      const std::uint8_t nothing[golden::sme::MaxBytes]{};
      return access(tlm::TLM_IGNORE_COMMAND, address, nothing, bytes);
    }

   private:
    bool access(tlm::tlm_command command, std::uint64_t address, const std::uint8_t* data,
                std::size_t bytes) {
      tlm::tlm_generic_payload trans;
      fill(trans, command, address, data, bytes);
      sme_.memory->b_transport(trans, delay_);
      return trans.is_response_ok();
    }

    sme& sme_;
    sc_core::sc_time& delay_;
    std::uint64_t fetch_ = ~std::uint64_t{0};
  };

  golden::sme::timing_config config_;
  sc_core::sc_time period_;
};

/// Golden's memory as a target; each read and write takes `latency`.
class sme_memory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<sme_memory> socket{"socket"};

  sme_memory(const sc_core::sc_module_name& name, golden::sme::memory& m,
             const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME)
      : sc_module(name), memory_(m), latency_(latency) {
    socket.register_b_transport(this, &sme_memory::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const auto at = trans.get_address();
    if (lacks_data(trans)) return trans.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    const std::span bytes(trans.get_data_ptr(), trans.get_data_length());
    if (trans.get_byte_enable_ptr() != nullptr) {
      return trans.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    }
    const bool moves = trans.is_read() || trans.is_write();
    const bool done  = trans.is_read()    ? memory_.read(at, bytes)
                       : trans.is_write() ? memory_.write(at, bytes)
                                          : memory_.writable(at, bytes.size());
    if (moves) delay += latency_;
    trans.set_response_status(done ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }

  golden::sme::memory& memory_;
  sc_core::sc_time latency_;
};

}  // namespace weft::systemc
