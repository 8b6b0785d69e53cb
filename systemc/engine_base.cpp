// SPDX-License-Identifier: Apache-2.0

#include <bit>
#include <cstring>

#include "systemc/engine.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

using golden::axil::resp_e;
using golden::engine_map::PageBytes;

// Registers are little-endian; so is the host.
static_assert(std::endian::native == std::endian::little);

engine_base::engine_base(const sc_core::sc_module_name& name, const engine_config& config)
    : sc_module(name), config_(config) {
  SC_METHOD(follow_rst_n);
  sensitive << rst_n;
  SC_METHOD(write_irq);
  sensitive << irq_event_;
}

void engine_base::follow_rst_n() {
  held_in_reset_ = rst_n.size() != 0 && !rst_n->read();
  if (held_in_reset_) start_anew();
}

void engine_base::drive_irq(bool level, const sc_core::sc_time& at) {
  if (level == irq_level_) return;
  irq_level_ = level;
  irq_event_.cancel();
  irq_event_.notify(at - sc_core::sc_time_stamp());
}

// The only process that writes irq, as sc_signal wants it.
void engine_base::write_irq() {
  if (irq.size() != 0) irq->write(irq_level_);
}

void engine_base::b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
  trans.set_dmi_allowed(false);
  if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return trans.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  auto status = page_access(trans, PageBytes);
  if (status == tlm::TLM_OK_RESPONSE && held_in_reset_) status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (status != tlm::TLM_OK_RESPONSE) return trans.set_response_status(status);

  wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  one_access_.lock();
  for (unsigned i = 0; i < trans.get_data_length() / 4 && status == tlm::TLM_OK_RESPONSE; ++i) {
    auto* data       = trans.get_data_ptr() + 4 * i;
    const auto at    = static_cast<std::uint32_t>(trans.get_address()) + 4 * i;
    const auto lanes = lanes_of(trans, i);
    std::uint32_t word;
    std::memcpy(&word, data, sizeof word);
    golden::axil::read_data answer{};
    if (trans.is_write()) {
      unsigned strb = 0;
      for (unsigned byte = 0; byte < 4; ++byte) strb |= (lanes >> 8 * byte & 1) << byte;
      answer = access(at, golden::axil::write_data{word, strb});
    } else {
      answer = access(at, {});
      word   = (word & ~lanes) | (answer.data & lanes);
      std::memcpy(data, &word, sizeof word);
    }
    status = answer.resp == resp_e::DecErr   ? tlm::TLM_ADDRESS_ERROR_RESPONSE
             : answer.resp == resp_e::SlvErr ? tlm::TLM_COMMAND_ERROR_RESPONSE
                                             : tlm::TLM_OK_RESPONSE;
  }
  one_access_.unlock();
  trans.set_response_status(status);
}

// A model that has begun no phase is told of none.
tlm::tlm_sync_enum engine_base::nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase&,
                                                sc_core::sc_time&) {
  SC_REPORT_ERROR("/weft/engine", "a phase of a transaction that the engine has not begun");
  return tlm::TLM_COMPLETED;
}

// No byte of the page, for a model whose registers cannot be read without time.
unsigned engine_base::transport_dbg(tlm::tlm_generic_payload&) { return 0; }

}  // namespace weft::systemc
