// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "systemc/dma_master.hpp"

namespace weft::systemc {

/// Bursts over a TLM-2.0 bus by the base protocol's phases: an approximately-timed initiator.
///
/// A burst is one payload with all its bytes; a write whose bytes are not all written has byte
/// enables. Any number of bursts is under way; one is in its request phase, the others wait for
/// END_REQ. A response is accepted at once. Responses may come in any order.
class phased_master {
 public:
  struct burst {
    std::uint64_t id;  ///< chosen by the caller, comes back with the answer
    tlm::tlm_command command;
    std::uint64_t address;
    std::vector<unsigned char> data;     ///< of a read, as many bytes
    std::vector<unsigned char> enabled;  ///< TLM_BYTE_ENABLED or not, a byte each; empty: all
  };

  /// Told of a burst at the time of its BEGIN_RESP. The data are valid during the call.
  using answered =
      std::function<void(std::uint64_t id, bool right, std::span<const unsigned char> data)>;

  explicit phased_master(answered tell);

  /// Whether no burst waits for its request phase to end.
  bool ready() const { return requesting_ == nullptr && waiting_.empty(); }

  /// The bus must stay the same as long as bursts are under way.
  void begin(tlm::tlm_fw_transport_if<>& bus, burst b);

  /// Forgets the bursts that wait. Those under way are still answered, as the protocol has no way
  /// to take a payload back.
  void drop();

  /// The backward path of the socket.
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);

 private:
  struct under_way {
    burst b;
    bool owes_end = false;  ///< END_RESP, as BEGIN_RESP has come on the return path
  };

  void request();
  void follow(tlm::tlm_generic_payload& trans, const tlm::tlm_phase& phase);

  answered tell_;
  tlm::tlm_fw_transport_if<>* bus_ = nullptr;
  tlm_utils::peq_with_cb_and_phase<phased_master> phases_{this, &phased_master::follow};
  payload_pool pool_;
  tlm::tlm_generic_payload* requesting_ = nullptr;
  std::deque<burst> waiting_;
  std::unordered_map<tlm::tlm_generic_payload*, under_way> under_way_;
};

}  // namespace weft::systemc
