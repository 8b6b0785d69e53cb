// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <systemc>
#include <tlm>
#include <vector>

#include "sim/golden/mppa_core/mppa_core_model.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// TLM-2.0 model of rtl/mppa/weft_mppa_core.sv, the core round the tensor coprocessor, loosely
/// timed. Values and time are golden's model, cycle by cycle.
///
/// A write to address 0 of `program` is a vector of golden::mppa_core::bundle records and runs them
/// from the first on, after the program before. The call's delay ends with the program. Requests go
/// to `memory` in order, at the time of their cycle: a read of up to 32 bytes that ends at the next
/// multiple of 64, a write of the bytes that a store has before or from it on. With a memory that
/// takes no time, a load is a hit; the delay of a read is added to its answer's latency, in whole
/// cycles; a load of SMEM with .u, about which memory does not hear, takes 21 cycles more. Writes
/// take no time.
///
/// Errors, found before any bundle starts: any other address answers TLM_ADDRESS_ERROR_RESPONSE; a
/// length that is not a positive number of records TLM_BURST_ERROR_RESPONSE; a read, or a bundle in
/// which golden's fault() finds a fault, TLM_COMMAND_ERROR_RESPONSE; byte enables
/// TLM_BYTE_ENABLE_ERROR_RESPONSE. A trap, an access that memory answers with an error, a bundle
/// wanted behind the last, and a program of more than `most` cycles end it with
/// TLM_GENERIC_ERROR_RESPONSE. transport_dbg reads the general registers, 8 bytes each from address
/// 0 on, then the coprocessor's. They are zero at first, and stay from program to program.
class mppa_core : public sc_core::sc_module {
 public:
  using bundle = golden::mppa_core::bundle;

  tlm_utils::simple_target_socket<mppa_core> program{"program"};
  tlm_utils::simple_initiator_socket<mppa_core> memory{"memory"};

  explicit mppa_core(const sc_core::sc_module_name& name, const golden::mppa_core::config& k = {},
                     const sc_core::sc_time& clock_period = {1, sc_core::SC_NS},
                     std::uint64_t most                   = 100'000'000)
      : sc_module(name), config_(k), period_(clock_period), most_(most) {
    program.register_b_transport(this, &mppa_core::b_transport);
    program.register_transport_dbg(this, &mppa_core::transport_dbg);
  }

 private:
  static constexpr std::uint64_t Further = 21;

  using register_t = golden::mppa::register_t;

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    trans.set_response_status(access(trans, delay));
  }

  tlm::tlm_response_status access(const tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
    if (lacks_data(trans)) return tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (trans.get_address() != 0) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    if (trans.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (trans.is_read()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    const std::size_t length = trans.get_data_length();
    if (length == 0 || length % sizeof(bundle) != 0) return tlm::TLM_BURST_ERROR_RESPONSE;
    std::vector<bundle> bundles(length / sizeof(bundle));
    std::memcpy(bundles.data(), trans.get_data_ptr(), length);
    if (std::ranges::any_of(bundles,
                            [](const bundle& x) { return !golden::mppa_core::fault(x).empty(); })) {
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    const sc_core::sc_time start = std::max(sc_core::sc_time_stamp() + delay, free_);
    std::uint64_t cycles         = 0;
    const bool ended             = run(bundles, start, cycles);
    free_                        = start + static_cast<double>(cycles) * period_;
    delay                        = free_ - sc_core::sc_time_stamp();
    return ended ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
  }

  /// Runs a program from a time on, and counts its cycles. False after an error.
  bool run(const std::vector<bundle>& bundles, const sc_core::sc_time& start,
           std::uint64_t& cycles) {
    struct answer {
      std::uint64_t from;
      register_t data;
    };
    golden::mppa_core::model core(config_);
    core.registers().r   = state_.r;
    core.registers().tca = state_.tca;
    std::deque<answer> answers;
    bool good = true;
    for (; cycles < most_; ++cycles) {
      golden::mppa_core::inputs in;
      const auto wants = core.peek(in);
      if (!wants.busy) break;
      if (wants.fetch && wants.pc < bundles.size()) in.in = bundles[wants.pc];
      good = good && (!wants.fetch || in.in);
      if (!answers.empty() && answers.front().from <= cycles) {
        in.rsp = answers.front().data;
        answers.pop_front();
      }
      const auto out = core.peek(in);
      if (out.req) {
        register_t data             = out.req->data;
        const sc_core::sc_time at   = start + static_cast<double>(cycles) * period_;
        const sc_core::sc_time took = transfer(*out.req, data, at, good);
        if (!out.req->write) {
          const bool further = out.req->bypass && golden::mppa_core::region_of(out.req->addr) ==
                                                      golden::mppa_core::region_e::Smem;
          answers.push_back({cycles + 1 + (further ? Further : 0) +
                                 static_cast<std::uint64_t>(std::ceil(took / period_)),
                             data});
        }
      }
      core.step(in);
      if (!good) break;
    }
    state_ = core.registers();
    return good && cycles < most_ && !core.peek({}).trap;
  }

  /// Makes a request at a time. Returns the time that it took.
  sc_core::sc_time transfer(const golden::mppa_core::request& r, register_t& data,
                            const sc_core::sc_time& at, bool& good) {
    tlm::tlm_generic_payload trans;
    const auto size = r.write ? static_cast<unsigned>(std::popcount(r.strobe))
                              : std::min<unsigned>(sizeof data, 64 - r.addr % 64);
    fill(trans, r.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, r.addr, data.data(),
         size);
    const sc_core::sc_time before = at - sc_core::sc_time_stamp();
    sc_core::sc_time delay        = before;
    memory->b_transport(trans, delay);
    good = good && trans.is_response_ok();
    return delay - before;
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& trans) {
    std::array<std::uint8_t, sizeof state_.r + sizeof state_.tca.registers> all;
    std::memcpy(all.data(), state_.r.data(), sizeof state_.r);
    std::memcpy(all.data() + sizeof state_.r, state_.tca.registers.data(),
                sizeof state_.tca.registers);
    const std::uint64_t at = trans.get_address();
    if (!trans.is_read() || at >= all.size() || lacks_data(trans)) return 0;
    const auto n =
        static_cast<unsigned>(std::min<std::uint64_t>(trans.get_data_length(), all.size() - at));
    std::memcpy(trans.get_data_ptr(), all.data() + at, n);
    return n;
  }

  golden::mppa_core::config config_;
  sc_core::sc_time period_;
  std::uint64_t most_;
  golden::mppa_core::state state_;
  sc_core::sc_time free_;  ///< when the last program ends
};

}  // namespace weft::systemc
