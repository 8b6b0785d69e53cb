// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <systemc>
#include <vector>

namespace weft::systemc {

/// A bus: any number of initiators, and targets in ranges of addresses.
///
/// A target sees addresses from 0 on; direct pointers and their end are translated. A transaction
/// that lies in no range, or not in one alone, is answered with TLM_ADDRESS_ERROR_RESPONSE. The
/// router adds no time. Call map() for each target in the order of binding `out`.
template <unsigned Bits = 64>
class router : public sc_core::sc_module {
 public:
  tlm_utils::multi_passthrough_target_socket<router, Bits> in{"in"};
  tlm_utils::multi_passthrough_initiator_socket<router, Bits> out{"out"};

  explicit router(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &router::b_transport);
    in.register_transport_dbg(this, &router::transport_dbg);
    in.register_get_direct_mem_ptr(this, &router::get_direct_mem_ptr);
    out.register_invalidate_direct_mem_ptr(this, &router::invalidate);
  }

  /// Binds a target to `bytes` bytes from `base` on. Ranges must not overlap.
  template <class Socket>
  void map(Socket& target, std::uint64_t base, std::uint64_t bytes) {
    const range r{base, base + (bytes - 1)};
    if (bytes == 0 || r.last < base || std::ranges::any_of(ranges_, [&](const range& o) {
          return o.base <= r.last && r.base <= o.last;
        })) {
      SC_REPORT_ERROR("/weft/router",
                      (std::string(name()) + ": an empty range, or two that overlap").c_str());
    }
    ranges_.push_back(r);
    out.bind(target);
  }

 private:
  struct range {
    std::uint64_t base, last;
  };

  /// The number of the range with all bytes of the transaction, or -1.
  int find(const tlm::tlm_generic_payload& trans) const {
    const std::uint64_t first = trans.get_address(), length = trans.get_data_length();
    const auto at = std::ranges::find_if(ranges_, [&](const range& r) {
      return r.base <= first && first <= r.last && (length == 0 || length - 1 <= r.last - first);
    });
    return at == ranges_.end() ? -1 : static_cast<int>(at - ranges_.begin());
  }

  void b_transport(int, tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    const int to = find(trans);
    if (to < 0) return trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    const auto address = trans.get_address();
    trans.set_address(address - ranges_[to].base);
    out[to]->b_transport(trans, delay);
    trans.set_address(address);
  }

  unsigned transport_dbg(int, tlm::tlm_generic_payload& trans) {
    const int to = find(trans);
    if (to < 0) return 0;
    const auto address = trans.get_address();
    trans.set_address(address - ranges_[to].base);
    const auto bytes = out[to]->transport_dbg(trans);
    trans.set_address(address);
    return bytes;
  }

  bool get_direct_mem_ptr(int, tlm::tlm_generic_payload& trans, tlm::tlm_dmi& region) {
    const int to = find(trans);
    if (to < 0) return false;
    const auto address = trans.get_address();
    const range& r     = ranges_[to];
    trans.set_address(address - r.base);
    const bool granted = out[to]->get_direct_mem_ptr(trans, region);
    trans.set_address(address);
    const std::uint64_t end = std::min<std::uint64_t>(region.get_end_address(), r.last - r.base);
    region.set_start_address(region.get_start_address() + r.base);
    region.set_end_address(end + r.base);
    return granted;
  }

  void invalidate(int from, sc_dt::uint64 first, sc_dt::uint64 last) {
    const range& r = ranges_[static_cast<std::size_t>(from)];
    if (first > r.last - r.base) return;
    const std::uint64_t end = std::min<std::uint64_t>(last, r.last - r.base);
    for (unsigned i = 0; i < in.size(); ++i) {
      in[static_cast<int>(i)]->invalidate_direct_mem_ptr(first + r.base, end + r.base);
    }
  }

  std::vector<range> ranges_;
};

}  // namespace weft::systemc
