// SPDX-License-Identifier: Apache-2.0
//
// systemc/mopa.hpp: golden's values, and time to the clock period.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <systemc>
#include <vector>

#include "systemc/mopa.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/za/mopa_cases.hpp"

namespace weft::mopa_tlm_test {
namespace {

using namespace golden::mopa;
using enum tlm::tlm_response_status;

const sc_core::sc_time Period(2, sc_core::SC_NS);

struct master : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<master> bus{"bus"};
  systemc::mopa unit;
  sc_core::sc_time now;
  std::size_t row_bytes;

  master(const sc_core::sc_module_name& name, const config& k, int log_bytes)
      : sc_module(name),
        unit("unit", k, log_bytes, Period),
        row_bytes(static_cast<std::size_t>(k.svl / 8)) {
    bus.bind(unit.socket);
  }

  static void fill(tlm::tlm_generic_payload& trans, tlm::tlm_command command, std::uint64_t address,
                   void* data, std::size_t bytes) {
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(static_cast<unsigned char*>(data));
    trans.set_data_length(static_cast<unsigned>(bytes));
    trans.set_streaming_width(static_cast<unsigned>(bytes));
  }
  unsigned debug(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t bytes) {
    tlm::tlm_generic_payload trans;
    fill(trans, command, address, data, bytes);
    return bus->transport_dbg(trans);
  }
  tlm::tlm_response_status call(tlm::tlm_command command, std::uint64_t address, void* data,
                                std::size_t bytes, unsigned char* enables = nullptr) {
    tlm::tlm_generic_payload trans;
    fill(trans, command, address, data, bytes);
    trans.set_byte_enable_ptr(enables);
    trans.set_byte_enable_length(enables == nullptr ? 0 : 1);
    bus->b_transport(trans, now);
    return trans.get_response_status();
  }

  void operate(std::vector<operation> all) {
    ASSERT_EQ(call(tlm::TLM_WRITE_COMMAND, systemc::mopa::Operations, all.data(),
                   all.size() * sizeof(operation)),
              TLM_OK_RESPONSE);
  }
  /// All of ZA, a row in a transaction.
  void za(tlm::tlm_command command, file_t& file) {
    for (std::size_t r = 0; r < row_bytes; ++r) {
      ASSERT_EQ(call(command, systemc::mopa::Za + r * row_bytes, file[r].data(), row_bytes),
                TLM_OK_RESPONSE);
    }
  }
};

std::unique_ptr<master> make(const config& k, int log_bytes) {
  return std::make_unique<master>(sc_core::sc_gen_unique_name("master"), k, log_bytes);
}

TEST(MopaTlm, OperationsAndAReadGiveGoldensValuesInGoldensTime) {
  for (const int rows_per_cycle : {1, 4, 16}) {
    for (const int log_bytes : {4, 6}) {
      for (const std::size_t n : {1, 2, 50}) {
        const config k{.svl = 512, .rows_per_cycle = rows_per_cycle};
        const auto host = make(k, log_bytes);
        mopa_cases cases(log_bytes, test_options().seed + n);
        std::vector<operation> all;
        for (std::size_t i = 0; i < n; ++i) all.push_back(cases());
        file_t expected = cases.za(), za = expected;
        for (std::size_t r = host->row_bytes; r < za.size(); ++r) za[r] = expected[r] = {};
        host->za(tlm::TLM_WRITE_COMMAND, za);
        EXPECT_EQ(host->now, sc_core::SC_ZERO_TIME);
        for (const operation& o : all) eval(log_bytes, o, expected);
        host->operate(all);
        za = {};
        host->za(tlm::TLM_READ_COMMAND, za);
        EXPECT_EQ(za, expected);
        EXPECT_EQ(host->now, static_cast<double>(cycles(k, log_bytes, all)) * Period);
      }
    }
  }
}

TEST(MopaTlm, ACallLastsUntilItsLastOperationIsTaken) {
  const config k{.svl = 512, .rows_per_cycle = 16};
  const auto host = make(k, 6);
  const std::vector<operation> one(1);
  host->operate(one);
  EXPECT_EQ(host->now, 1 * Period);
  host->operate(one);  // taken while the first one issues
  EXPECT_EQ(host->now, 2 * Period);
  host->operate(one);  // the second one waits for the accumulator of the first
  EXPECT_EQ(host->now, static_cast<double>(2 + k.distance()) * Period);
  host->now = 100.25 * Period;  // from the next whole cycle on
  host->operate(one);
  EXPECT_EQ(host->now, 102 * Period);
  std::uint32_t byte = 0;
  EXPECT_EQ(host->call(tlm::TLM_READ_COMMAND, systemc::mopa::Za, &byte, 1), TLM_OK_RESPONSE);
  EXPECT_EQ(host->now, static_cast<double>(101 + cycles(k, 6, one)) * Period);
}

TEST(MopaTlm, RefusesBadTransactionsAndStaysAsItWas) {
  const auto host = make({.svl = 128}, 4);
  operation o[2];
  const auto operate = [&](tlm::tlm_command command, std::size_t bytes, std::uint64_t address = 0) {
    return host->call(command, address, o, bytes);
  };
  EXPECT_EQ(operate(tlm::TLM_WRITE_COMMAND, 0), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(operate(tlm::TLM_WRITE_COMMAND, sizeof o - 1), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(operate(tlm::TLM_READ_COMMAND, sizeof o), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(operate(tlm::TLM_WRITE_COMMAND, sizeof o, 8), TLM_ADDRESS_ERROR_RESPONSE);
  unsigned char enable = TLM_BYTE_ENABLED;
  EXPECT_EQ(host->call(tlm::TLM_WRITE_COMMAND, 0, o, sizeof o, &enable),
            TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(host->call(tlm::TLM_WRITE_COMMAND, 0, nullptr, sizeof o), TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(host->call(tlm::TLM_READ_COMMAND, systemc::mopa::Za, nullptr, 1),
            TLM_GENERIC_ERROR_RESPONSE);
  // The second record is invalid: its tile, size or operation does not exist.
  o[1].tile = 4;
  EXPECT_EQ(operate(tlm::TLM_WRITE_COMMAND, sizeof o), TLM_COMMAND_ERROR_RESPONSE);
  o[1].log_size = 3;
  o[1].op       = op_e::Bfmopa;
  EXPECT_EQ(operate(tlm::TLM_WRITE_COMMAND, sizeof o), TLM_COMMAND_ERROR_RESPONSE);
  o[1].op = static_cast<op_e>(Ops);
  EXPECT_EQ(operate(tlm::TLM_WRITE_COMMAND, sizeof o), TLM_COMMAND_ERROR_RESPONSE);

  constexpr std::uint64_t Za = systemc::mopa::Za, Bytes = 16 * 16;
  std::uint8_t byte[2] = {};
  EXPECT_EQ(host->call(tlm::TLM_READ_COMMAND, Za + Bytes, byte, 1), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(host->call(tlm::TLM_READ_COMMAND, Za + Bytes - 1, byte, 2), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(host->call(tlm::TLM_READ_COMMAND, Za - 1, byte, 1), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(host->now, sc_core::SC_ZERO_TIME);
  o[1] = {};
  EXPECT_EQ(operate(tlm::TLM_WRITE_COMMAND, sizeof o), TLM_OK_RESPONSE);
}

TEST(MopaTlm, DebugReadsAndWritesZaInNoTime) {
  const auto host      = make({.svl = 128}, 4);
  std::uint8_t set[20] = {}, got[20] = {};
  for (std::uint8_t i = 0; i < 20; ++i) set[i] = i;
  constexpr std::uint64_t Za = systemc::mopa::Za;
  EXPECT_EQ(host->debug(tlm::TLM_WRITE_COMMAND, Za + 30, set, 20), 20u);
  EXPECT_EQ(host->debug(tlm::TLM_READ_COMMAND, Za + 30, got, 20), 20u);
  EXPECT_EQ(std::vector(got, got + 20), std::vector(set, set + 20));
  EXPECT_EQ(host->debug(tlm::TLM_READ_COMMAND, Za + 250, got, 20), 0u);
  EXPECT_EQ(host->now, sc_core::SC_ZERO_TIME);
}

}  // namespace
}  // namespace weft::mopa_tlm_test
