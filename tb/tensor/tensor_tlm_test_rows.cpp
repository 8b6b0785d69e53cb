// SPDX-License-Identifier: Apache-2.0
//
// systemc/conv/tensor_rows.hpp: golden's words in golden's time, and what it refuses.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <cstring>
#include <systemc>
#include <vector>

#include "systemc/conv/tensor_rows.hpp"
#include "systemc/memory.hpp"

namespace weft::tensor_tlm_test_rows {
namespace {

namespace rows = golden::tensor_rows;

struct rows_platform : sc_core::sc_module {
  explicit rows_platform(const sc_core::sc_module_name& name)
      : sc_module(name), unit("unit", {.lanes = 4}, period), memory("memory", 256) {
    bus.bind(unit.socket);
    unit.memory.bind(memory.socket);
  }

  tlm::tlm_response_status call(tlm::tlm_command command, void* data, std::size_t size,
                                std::uint64_t address = 0) {
    tlm::tlm_generic_payload trans;
    systemc::fill(trans, command, address, data, size);
    bus->b_transport(trans, now);
    return trans.get_response_status();
  }

  const sc_core::sc_time period{2, sc_core::SC_NS};
  tlm_utils::simple_initiator_socket<rows_platform> bus{"bus"};
  systemc::tensor_rows unit;
  systemc::memory memory;
  sc_core::sc_time now;
};

TEST(TensorRowsTlm, GivesGoldensWordsInGoldensTime) {
  rows_platform p("platform");
  std::vector<std::uint8_t> picture(7 * 6);
  for (std::size_t i = 0; i < picture.size(); ++i) picture[i] = static_cast<std::uint8_t>(17 * i);
  p.memory.poke(100, picture);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const rows::config k{.lanes = 4};
  for (const auto& s :
       {rows::pass_of({7, 6, 3, 3}, 0, 42, 0), rows::pass_of({7, 6, 3, 2}, 9, 5, 4)}) {
    systemc::tensor_rows::command c{s, 100};
    const auto start = p.now;
    ASSERT_EQ(p.call(tlm::TLM_WRITE_COMMAND, &c, sizeof c), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(p.now - start, static_cast<double>(cycles(k, s)) * p.period);
    const std::vector<rows::pixel> stream(picture.begin() + s.first(),
                                          picture.begin() + s.first() + s.pixels);
    for (unsigned row = 0; row < s.count; ++row) {
      std::uint8_t lanes[4];
      ASSERT_EQ(p.call(tlm::TLM_READ_COMMAND, lanes, sizeof lanes), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(std::vector<rows::pixel>(lanes, lanes + 4), word(k, s, row, stream));
    }
    std::uint8_t more[4];
    EXPECT_EQ(p.call(tlm::TLM_READ_COMMAND, more, sizeof more), tlm::TLM_BURST_ERROR_RESPONSE);
  }
}

TEST(TensorRowsTlm, RefusesWhatIsNotAllowed) {
  rows_platform p("platform");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const auto write = [&](rows::geometry g, std::uint64_t at, std::size_t size, std::uint64_t to) {
    systemc::tensor_rows::command c{rows::pass_of(g, 0, 1, 0), at};
    return p.call(tlm::TLM_WRITE_COMMAND, &c, size, to);
  };
  constexpr auto Size = sizeof(systemc::tensor_rows::command);
  EXPECT_EQ(write({7, 6, 3, 3}, 0, Size, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write({7, 6, 3, 3}, 0, Size - 1, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write({7, 6, 3, 6}, 0, Size, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write({257, 6, 3, 3}, 0, Size, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write({7, 6, 3, 3}, 250, Size, 0), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(write({7, 6, 3, 3}, 0, Size, 0), tlm::TLM_OK_RESPONSE);
}

}  // namespace
}  // namespace weft::tensor_tlm_test_rows
