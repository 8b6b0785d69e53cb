// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstdint>
#include <functional>
#include <systemc>
#include <utility>

namespace weft::systemc {

/// A transaction that has passed.
struct transaction {
  tlm::tlm_command command;
  std::uint64_t address;
  unsigned bytes;
  tlm::tlm_response_status response;
  sc_core::sc_time from, to;  ///< with the delays that the initiator and the target annotate
};

/// Calls a function for every transaction between an initiator, bound to `in`, and a target, bound
/// to `out`; takes no time. Debug transactions pass unseen.
///
/// Direct pointers pass too, and what is done through them is not seen; `direct` = false refuses
/// them.
template <unsigned Bits = 32>
class recorder : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<recorder, Bits> in{"in"};
  tlm_utils::simple_initiator_socket<recorder, Bits> out{"out"};

  recorder(const sc_core::sc_module_name& name, std::function<void(const transaction&)> seen,
           bool direct = true)
      : sc_module(name), seen_(std::move(seen)), direct_(direct) {
    in.register_b_transport(this, &recorder::b_transport);
    in.register_transport_dbg(this, &recorder::transport_dbg);
    in.register_get_direct_mem_ptr(this, &recorder::get_direct_mem_ptr);
    out.register_invalidate_direct_mem_ptr(this, &recorder::invalidate);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    transaction t{.command  = trans.get_command(),
                  .address  = trans.get_address(),
                  .bytes    = trans.get_data_length(),
                  .response = {},
                  .from     = sc_core::sc_time_stamp() + delay,
                  .to       = {}};
    out->b_transport(trans, delay);
    t.response = trans.get_response_status();
    t.to       = sc_core::sc_time_stamp() + delay;
    if (!direct_) trans.set_dmi_allowed(false);
    seen_(t);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& trans) { return out->transport_dbg(trans); }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& trans, tlm::tlm_dmi& region) {
    if (direct_) return out->get_direct_mem_ptr(trans, region);
    region.allow_none();
    return false;
  }
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
    in->invalidate_direct_mem_ptr(first, last);
  }

  std::function<void(const transaction&)> seen_;
  bool direct_;
};

}  // namespace weft::systemc
