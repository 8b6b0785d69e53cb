// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstddef>
#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

/// Tests common to every TLM model over systemc/unit.hpp. Each test needs a process, because
/// SystemC elaborates only once.
namespace weft {

/// A master that is bound to a unit and calls it, with local time ahead of the simulation's.
template <class Unit, class Config>
class unit_master : public sc_core::sc_module {
 public:
  const sc_core::sc_time period{2, sc_core::SC_NS};
  Unit unit;
  sc_core::sc_time local;

  unit_master(const sc_core::sc_module_name& name, const Config& config)
      : sc_module(name), unit("unit", config, period) {
    socket_.bind(unit.socket);
  }

  tlm::tlm_response_status call(tlm::tlm_command command, void* data, std::size_t bytes,
                                std::uint64_t address = 0, unsigned char* enables = nullptr) {
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

  /// The bytes that a debug access transfers.
  unsigned debug(void* data, unsigned bytes) {
    tlm::tlm_generic_payload trans;
    trans.set_command(tlm::TLM_READ_COMMAND);
    trans.set_data_ptr(static_cast<unsigned char*>(data));
    trans.set_data_length(bytes);
    return socket_->transport_dbg(trans);
  }

 private:
  tlm_utils::simple_initiator_socket<unit_master> socket_{"socket"};
};

/// A write and a read of n records give golden's results and take golden's cycles(config, n).
template <class Unit, class Config, class In>
void gives_goldens_results_in_goldens_time(const Config& config, std::vector<In> items) {
  using out_t = decltype(eval(config, items[0]));
  unit_master<Unit, Config> master("master", config);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (const std::size_t n : {std::size_t{1}, std::size_t{2}, items.size()}) {
    const sc_core::sc_time start = master.local;
    std::vector<out_t> results(n);
    ASSERT_EQ(master.call(tlm::TLM_WRITE_COMMAND, items.data(), n * sizeof(In)),
              tlm::TLM_OK_RESPONSE);
    ASSERT_EQ(master.call(tlm::TLM_READ_COMMAND, results.data(), n * sizeof(out_t)),
              tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(master.local - start, static_cast<double>(cycles(config, n)) * master.period);
    for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(results[i], eval(config, items[i])) << items[i];
  }
}

/// A forbidden access gets its error response, takes no time and changes nothing.
template <class Unit, class Config, class In>
void refuses_what_is_not_allowed(const Config& config, In item) {
  using out_t = decltype(eval(config, item));
  unit_master<Unit, Config> master("master", config);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  In items[2]{item, item};
  out_t results[2];
  unsigned char enable = TLM_BYTE_ENABLED;
  const auto write     = [&](std::size_t bytes, std::uint64_t address = 0) {
    return master.call(tlm::TLM_WRITE_COMMAND, items, bytes, address);
  };
  const auto read = [&](std::size_t bytes, std::uint64_t address = 0) {
    return master.call(tlm::TLM_READ_COMMAND, results, bytes, address);
  };

  EXPECT_EQ(read(sizeof(out_t)), tlm::TLM_BURST_ERROR_RESPONSE);  // nothing was written yet
  EXPECT_EQ(write(0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write(sizeof(In) - 1), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write(sizeof(In) + 1), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(write(sizeof(In), 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(master.call(tlm::TLM_WRITE_COMMAND, items, sizeof(In), 0, &enable),
            tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(master.call(tlm::TLM_WRITE_COMMAND, nullptr, sizeof(In), 0),
            tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(master.local, sc_core::SC_ZERO_TIME);

  ASSERT_EQ(write(sizeof(In)), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(read(sizeof(out_t) - 1), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(read(sizeof(out_t) + 1), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(read(2 * sizeof(out_t)), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(read(sizeof(out_t), 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(master.debug(results, sizeof(out_t)), 0u);  // there is nothing behind an address
  EXPECT_EQ(read(sizeof(out_t)), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(results[0], eval(config, item));
}

}  // namespace weft
