// SPDX-License-Identifier: Apache-2.0
//
// systemc/satadd.hpp: values, time, and the answer to what is not allowed.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <array>
#include <cstdint>

#include "systemc/satadd.hpp"

namespace weft {
namespace {

const sc_core::sc_time Period(2, sc_core::SC_NS);

struct platform : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<platform> bus{"bus"};
  systemc::satadd unit{"unit", Period};

  explicit platform(const sc_core::sc_module_name& name) : sc_module(name) {
    bus.bind(unit.socket);
  }

  template <class Data>
  tlm::tlm_response_status send(tlm::tlm_command command, std::uint64_t address, Data& data,
                                sc_core::sc_time& delay) {
    tlm::tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(reinterpret_cast<unsigned char*>(data.data()));
    trans.set_data_length(sizeof data);
    trans.set_streaming_width(sizeof data);
    bus->b_transport(trans, delay);
    return trans.get_response_status();
  }
};

TEST(SataddTlm, SumsTakeGoldensTime) {
  platform p("sums");
  sc_core::sc_time delay;
  std::array<systemc::satadd::pair, 3> pairs{{{1, 2}, {32767, 1}, {-32768, -1}}};
  ASSERT_EQ(p.send(tlm::TLM_WRITE_COMMAND, 0, pairs, delay), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(delay, 4 * Period);
  std::array<std::int16_t, 3> sums{};
  ASSERT_EQ(p.send(tlm::TLM_READ_COMMAND, 0, sums, delay), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(sums, (std::array<std::int16_t, 3>{3, 32767, -32768}));
}

TEST(SataddTlm, RefusesWhatIsNotAllowed) {
  platform p("refusals");
  sc_core::sc_time delay;
  std::array<std::int16_t, 3> half{};
  EXPECT_EQ(p.send(tlm::TLM_READ_COMMAND, 0, half, delay), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(p.send(tlm::TLM_WRITE_COMMAND, 0, half, delay), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(p.send(tlm::TLM_WRITE_COMMAND, 4, half, delay), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
}

}  // namespace
}  // namespace weft
