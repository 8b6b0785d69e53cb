// SPDX-License-Identifier: Apache-2.0
//
// systemc/flexpoint.hpp: tensors in a loop, their exponents, values and time, and what it refuses.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

#include "systemc/flexpoint.hpp"

namespace weft::flexpoint_tlm_test {
namespace {

using systemc::flexpoint;

class master : public sc_core::sc_module {
 public:
  const sc_core::sc_time period{2, sc_core::SC_NS};
  const flexpoint::unit_config unit{.pipe = 5};
  const flexpoint::autoflex_config autoflex;
  sc_core::sc_time local;

  explicit master(const sc_core::sc_module_name& name) : sc_module(name) {
    socket_.bind(target_.socket);
  }

  tlm::tlm_response_status call(tlm::tlm_command command, std::uint64_t address, void* data,
                                std::size_t bytes, unsigned char* enables = nullptr) {
    tlm::tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(static_cast<unsigned char*>(data));
    trans.set_data_length(static_cast<unsigned>(bytes));
    trans.set_streaming_width(static_cast<unsigned>(bytes));
    trans.set_byte_enable_ptr(enables);
    trans.set_byte_enable_length(enables == nullptr ? 0 : 1);
    socket_->b_transport(trans, local);
    return trans.get_response_status();
  }
  tlm::tlm_response_status write(std::vector<float> tensor) {
    return call(tlm::TLM_WRITE_COMMAND, flexpoint::Data, tensor.data(),
                tensor.size() * sizeof(float));
  }

 private:
  tlm_utils::simple_initiator_socket<master> socket_{"socket"};
  flexpoint target_{"target", unit, autoflex, period};
};

TEST(FlexpointTlm, TheExponentFollowsATensorThatShrinksAndItsValuesAreWithinHalfAUnit) {
  master m("master");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::int32_t promised = m.autoflex.init_exp;
  for (int i = 0; i < 100; ++i) {
    const float size = 0.5f * std::pow(0.9f, static_cast<float>(i));
    const std::vector<float> tensor{size, -size / 3, size / 7, 0};
    const sc_core::sc_time start = m.local;
    ASSERT_EQ(m.write(tensor), tlm::TLM_OK_RESPONSE);
    // 4 elements, two registers; two turns of the queue, 22 bits of a root, 4 more.
    EXPECT_EQ(m.local - start, (4 + 2 + 2 * 16 + 22 + 4) * m.period);

    std::vector<std::int32_t> sigs(tensor.size());
    flexpoint::status now{};
    ASSERT_EQ(m.call(tlm::TLM_READ_COMMAND, flexpoint::Data, sigs.data(), 16),
              tlm::TLM_OK_RESPONSE);
    ASSERT_EQ(m.call(tlm::TLM_READ_COMMAND, flexpoint::Status, &now, sizeof now),
              tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(now.exp, promised);
    EXPECT_EQ(now.max, static_cast<std::uint32_t>(sigs[0]));
    EXPECT_EQ(now.overflow, 0u);
    const float unit = std::ldexp(1.0f, now.exp - m.unit.bias);
    for (std::size_t e = 0; e < tensor.size(); ++e) {
      EXPECT_LE(std::fabs(static_cast<float>(sigs[e]) * unit - tensor[e]), unit / 2)
          << i << ' ' << e;
    }
    if (i > 20 && now.exp > 0) {
      EXPECT_GE(now.max, 1u << 9) << i;
    }
    promised = now.next_exp;
  }
}

TEST(FlexpointTlm, RefusesWhatIsNotAllowedInNoTime) {
  master m("master");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::vector<std::int32_t> data(4);
  unsigned char enable = TLM_BYTE_ENABLED;
  using enum tlm::tlm_command;
  EXPECT_EQ(m.call(TLM_WRITE_COMMAND, 0, data.data(), 0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(m.call(TLM_WRITE_COMMAND, 0, data.data(), 6), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(m.call(TLM_READ_COMMAND, 0, data.data(), 4), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(m.call(TLM_READ_COMMAND, 4, data.data(), 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(m.call(TLM_READ_COMMAND, 8, data.data(), 4), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(m.call(TLM_WRITE_COMMAND, 8, data.data(), 16), tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(m.call(TLM_WRITE_COMMAND, 0, data.data(), 4, &enable),
            tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(m.local, sc_core::SC_ZERO_TIME);
  ASSERT_EQ(m.write({1, 2}), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(m.call(TLM_READ_COMMAND, 0, data.data(), 12), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(m.call(TLM_READ_COMMAND, 0, data.data(), 8), tlm::TLM_OK_RESPONSE);
}

}  // namespace
}  // namespace weft::flexpoint_tlm_test
