// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <tlm.h>
#include <tlm_utils/peq_with_get.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <ostream>
#include <random>
#include <systemc>
#include <vector>

namespace weft::tlm_bench {

/// A RAM behind TLM-2.0's base protocol that checks the initiator's part of it.
///
/// A request is accepted after `accept`, a burst answered `latency` after its BEGIN_REQ, in the
/// order of the requests or, with `shuffles`, in any order. `style` chooses between the ways in
/// which the protocol lets a target say the same.
class phased_memory : public sc_core::sc_module {
 public:
  enum class style_e {
    Phases,    ///< END_REQ and BEGIN_RESP on the backward path
    Early,     ///< TLM_COMPLETED with the delay, where nothing holds the request
    Returned,  ///< BEGIN_RESP on the return path with the delay, while no other END_RESP is owed
    NoEndReq   ///< BEGIN_RESP alone, which ends the request
  };
  friend void PrintTo(style_e style, std::ostream* out) {
    *out << std::array{"Phases", "Early", "Returned", "NoEndReq"}.at(static_cast<unsigned>(style));
  }

  tlm_utils::simple_target_socket<phased_memory> socket{"socket"};
  sc_core::sc_time accept, latency;
  style_e style  = style_e::Phases;
  bool shuffles  = false;
  unsigned most  = 0;  ///< bursts that were under way at once
  unsigned ended = 0;  ///< END_RESP that came on the forward path

  phased_memory(const sc_core::sc_module_name& name, std::uint64_t size, std::uint64_t base)
      : sc_module(name), bytes_(size), base_(base) {
    socket.register_nb_transport_fw(this, &phased_memory::nb_transport_fw);
    SC_HAS_PROCESS(phased_memory);
    SC_THREAD(accepts);
    SC_THREAD(answers);
  }

  /// Whether no burst is under way.
  bool rests() const { return under_way_.empty(); }

  void poke(std::uint64_t address, const std::vector<std::uint8_t>& data) {
    std::ranges::copy(data, bytes_.begin() + static_cast<std::ptrdiff_t>(address - base_));
  }
  std::vector<std::uint8_t> peek(std::uint64_t address, std::size_t n) const {
    const auto at = bytes_.begin() + static_cast<std::ptrdiff_t>(address - base_);
    return {at, at + static_cast<std::ptrdiff_t>(n)};
  }

 private:
  using payload = tlm::tlm_generic_payload;

  tlm::tlm_sync_enum nb_transport_fw(payload& trans, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    if (phase == tlm::END_RESP) {
      EXPECT_EQ(style, style_e::Returned) << "END_RESP after TLM_COMPLETED";
      EXPECT_EQ(responding_, &trans);
      responding_ = nullptr;
      ++ended;
      forget(trans);
      return tlm::TLM_COMPLETED;
    }
    EXPECT_EQ(phase, tlm::BEGIN_REQ);
    EXPECT_EQ(requesting_, nullptr) << "a request before the END_REQ of the one before";
    EXPECT_EQ(trans.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    EXPECT_FALSE(trans.is_dmi_allowed());
    EXPECT_TRUE(trans.has_mm());
    EXPECT_EQ(trans.get_streaming_width(), trans.get_data_length());
    EXPECT_GE(trans.get_data_length(), 1u);
    EXPECT_EQ(trans.get_address() / 4096,
              (trans.get_address() + trans.get_data_length() - 1) / 4096)
        << "a burst crosses 4 KiB";
    EXPECT_TRUE(under_way_.emplace(&trans, trans.get_address()).second) << "a payload twice";
    most = std::max(most, static_cast<unsigned>(under_way_.size()));
    trans.acquire();
    if (style == style_e::Early) {
      access(trans);
      forget(trans);
      delay = latency;
      return tlm::TLM_COMPLETED;
    }
    if (style == style_e::Returned && responding_ == nullptr) {
      responding_ = &trans;
      access(trans);
      phase = tlm::BEGIN_RESP;
      delay = latency;
      return tlm::TLM_UPDATED;
    }
    requesting_ = &trans;
    if (style != style_e::NoEndReq) to_accept_.notify(trans, accept);
    const auto more = shuffles ? std::uniform_int_distribution<int>(0, 9)(rng_) : 0;
    to_answer_.notify(trans, latency + more * sc_core::sc_time(2, sc_core::SC_NS));
    return tlm::TLM_ACCEPTED;
  }

  void accepts() {
    for (;;) {
      wait(to_accept_.get_event());
      while (auto* trans = to_accept_.get_next_transaction()) {
        if (requesting_ != trans) continue;  // BEGIN_RESP has ended it
        requesting_          = nullptr;
        tlm::tlm_phase phase = tlm::END_REQ;
        auto delay           = sc_core::SC_ZERO_TIME;
        EXPECT_EQ(socket->nb_transport_bw(*trans, phase, delay), tlm::TLM_ACCEPTED);
      }
    }
  }

  void answers() {
    for (;;) {
      wait(to_answer_.get_event());
      while (auto* trans = to_answer_.get_next_transaction()) {
        if (requesting_ == trans) requesting_ = nullptr;
        EXPECT_EQ(trans->get_address(), under_way_.at(trans)) << "a payload has changed";
        access(*trans);
        tlm::tlm_phase phase = tlm::BEGIN_RESP;
        auto delay           = sc_core::SC_ZERO_TIME;
        EXPECT_EQ(socket->nb_transport_bw(*trans, phase, delay), tlm::TLM_COMPLETED);
        forget(*trans);
      }
    }
  }

  void forget(payload& trans) {
    under_way_.erase(&trans);
    trans.release();
  }

  void access(payload& trans) {
    const auto length = trans.get_data_length();
    const auto at     = trans.get_address() - base_;
    if (trans.get_address() < base_ || at > bytes_.size() || length > bytes_.size() - at) {
      return trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    }
    auto* memory       = bytes_.data() + at;
    const auto* enable = trans.get_byte_enable_ptr();
    for (unsigned i = 0; i < length; ++i) {
      if (enable != nullptr && enable[i % trans.get_byte_enable_length()] == 0) continue;
      if (trans.is_read())
        trans.get_data_ptr()[i] = memory[i];
      else
        memory[i] = trans.get_data_ptr()[i];
    }
    trans.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  std::vector<std::uint8_t> bytes_;
  std::uint64_t base_;
  std::mt19937 rng_{1};
  payload *requesting_ = nullptr, *responding_ = nullptr;
  std::map<payload*, std::uint64_t> under_way_;
  tlm_utils::peq_with_get<payload> to_accept_{"to_accept"}, to_answer_{"to_answer"};
};

}  // namespace weft::tlm_bench
