// SPDX-License-Identifier: Apache-2.0

#include "systemc/phased_master.hpp"

#include <utility>

namespace weft::systemc {

phased_master::phased_master(answered tell) : tell_(std::move(tell)) {}

void phased_master::begin(tlm::tlm_fw_transport_if<>& bus, burst b) {
  bus_ = &bus;
  waiting_.push_back(std::move(b));
  request();
}

/// Begins requests, each after the one before has ended.
void phased_master::request() {
  while (requesting_ == nullptr && !waiting_.empty()) {
    auto& trans = pool_.take();
    auto& u = under_way_[&trans] = {.b = std::move(waiting_.front())};
    waiting_.pop_front();
    const auto length = static_cast<unsigned>(u.b.data.size());
    trans.set_command(u.b.command);
    trans.set_address(u.b.address);
    trans.set_data_ptr(u.b.data.data());
    trans.set_data_length(length);
    trans.set_streaming_width(length);
    trans.set_byte_enable_ptr(u.b.enabled.empty() ? nullptr : u.b.enabled.data());
    trans.set_byte_enable_length(static_cast<unsigned>(u.b.enabled.size()));
    trans.set_dmi_allowed(false);
    trans.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);

    requesting_            = &trans;
    tlm::tlm_phase phase   = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const auto said        = bus_->nb_transport_fw(trans, phase, delay);
    if (said == tlm::TLM_ACCEPTED) return;
    if (said == tlm::TLM_COMPLETED) phase = tlm::BEGIN_RESP;
    u.owes_end = said == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP;
    // A response on the return path ends the request with the call, whatever its time.
    if (phase == tlm::BEGIN_RESP) requesting_ = nullptr;
    phases_.notify(trans, phase, delay);
  }
}

tlm::tlm_sync_enum phased_master::nb_transport_bw(tlm::tlm_generic_payload& trans,
                                                  tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  phases_.notify(trans, phase, delay);
  return phase == tlm::BEGIN_RESP ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
}

/// A phase at its time.
void phased_master::follow(tlm::tlm_generic_payload& trans, const tlm::tlm_phase& phase) {
  // BEGIN_RESP without END_REQ ends the request, too.
  if (requesting_ == &trans) requesting_ = nullptr;
  if (phase == tlm::BEGIN_RESP) {
    const auto found  = under_way_.find(&trans);
    const under_way u = std::move(found->second);
    under_way_.erase(found);
    if (u.owes_end) {
      tlm::tlm_phase end     = tlm::END_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      bus_->nb_transport_fw(trans, end, delay);
    }
    tell_(u.b.id, trans.is_response_ok(), u.b.data);
    trans.release();
  }
  request();
}

}  // namespace weft::systemc
