// SPDX-License-Identifier: Apache-2.0
//
// systemc/za.hpp against sim/golden/za.hpp, in values and time.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <random>
#include <vector>

#include "systemc/za.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::za_tlm_test {
namespace {

using namespace golden::za;

/// A master with local time ahead of the simulation's.
class master : public sc_core::sc_module {
 public:
  const sc_core::sc_time Period{2, sc_core::SC_NS};
  systemc::za za;
  sc_core::sc_time local;

  master(const sc_core::sc_module_name& name, const config& c)
      : sc_module(name), za("za", c, Period) {
    socket_.bind(za.socket);
  }

  tlm::tlm_response_status call(tlm::tlm_command command, sc_dt::uint64 address,
                                std::vector<unsigned char>& data,
                                std::vector<unsigned char> enables = {}) {
    tlm::tlm_generic_payload trans;
    fill(trans, command, address, data, enables);
    socket_->b_transport(trans, local);
    return trans.get_response_status();
  }
  tlm::tlm_response_status zero(unsigned char mask) {
    std::vector data{mask};
    return call(tlm::TLM_WRITE_COMMAND, systemc::za::ZeroAt, data);
  }
  unsigned debug(tlm::tlm_command command, sc_dt::uint64 address,
                 std::vector<unsigned char>& data) {
    std::vector<unsigned char> none;
    tlm::tlm_generic_payload trans;
    fill(trans, command, address, data, none);
    return socket_->transport_dbg(trans);
  }

  /// Periods that a call takes.
  template <class Call>
  double cycles(Call&& call) {
    const sc_core::sc_time start = local;
    EXPECT_EQ(call(), tlm::TLM_OK_RESPONSE);
    return (local - start) / Period;
  }

 private:
  static void fill(tlm::tlm_generic_payload& trans, tlm::tlm_command command, sc_dt::uint64 address,
                   std::vector<unsigned char>& data, std::vector<unsigned char>& enables) {
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(data.data());
    trans.set_data_length(static_cast<unsigned>(data.size()));
    trans.set_streaming_width(static_cast<unsigned>(data.size()));
    trans.set_byte_enable_ptr(enables.empty() ? nullptr : enables.data());
    trans.set_byte_enable_length(static_cast<unsigned>(enables.size()));
  }

  tlm_utils::simple_initiator_socket<master> socket_{"socket"};
};

class ZaTlm : public testing::TestWithParam<unsigned> {
 protected:
  const config Config{GetParam()};
  master master_{"master", Config};
  std::mt19937 rng_{static_cast<unsigned>(test_options().seed)};

  ZaTlm() { sc_core::sc_start(sc_core::SC_ZERO_TIME); }

  slice random_slice(unsigned vl) {
    const auto below    = [this](unsigned n) { return static_cast<unsigned>(rng_() % n); };
    const unsigned size = below(5);
    return {below(2) == 0, size, below(1u << size), below(1u << vl >> size)};
  }
  std::vector<unsigned char> random_bytes(std::size_t n) {
    std::vector<unsigned char> bytes(n);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(rng_());
    return bytes;
  }
};

TEST_P(ZaTlm, GivesGoldensBytesInGoldensTime) {
  for (unsigned vl = 4; vl <= Config.vl(); ++vl) {
    file expected(Config);
    master_.za.set_length(vl);
    master_.zero(0xff);
    for (int i = 0; i < 1000; ++i) {
      const auto n = static_cast<unsigned>(1 + rng_() % 3);
      slice to = random_slice(vl), from = random_slice(vl);
      auto data    = random_bytes(std::size_t{n} << vl);
      auto enables = random_bytes(std::size_t{1} << vl);
      predicate_t mask{};
      for (unsigned p = 0; p < 1u << vl; ++p) {
        const bool on = (enables[p] & 3) != 0;
        enables[p]    = on ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
        mask[p / 8] |= static_cast<std::uint8_t>(on << p % 8);
      }
      EXPECT_EQ(master_.cycles([&] {
        return master_.call(tlm::TLM_WRITE_COMMAND, systemc::za::address_of(to), data, enables);
      }),
                static_cast<double>(write_cycles(n)));
      for (unsigned k = 0; k < n; ++k, ++to.index) {
        vector_t v{};
        std::copy_n(data.begin() + (k << vl), 1u << vl, v.begin());
        expected.write(to, vl, v, mask);
      }
      EXPECT_EQ(master_.cycles([&] {
        return master_.call(tlm::TLM_READ_COMMAND, systemc::za::address_of(from), data);
      }),
                static_cast<double>(read_cycles(n)));
      for (unsigned k = 0; k < n; ++k, ++from.index) {
        const vector_t v = expected.read(from, vl);
        ASSERT_TRUE(std::equal(data.begin() + (k << vl), data.begin() + ((k + 1) << vl), v.begin()))
            << from;
      }
    }
  }
}

TEST_P(ZaTlm, ZeroesTilesInGoldensTime) {
  for (unsigned vl = 4; vl <= Config.vl(); ++vl) {
    master_.za.set_length(vl);
    for (const unsigned char mask : {0x00, 0x01, 0x5a, 0xff}) {
      std::vector<unsigned char> row(1u << vl, 0x77);
      for (unsigned r = 0; r < 1u << vl; ++r) {
        ASSERT_EQ(master_.call(tlm::TLM_WRITE_COMMAND, r, row), tlm::TLM_OK_RESPONSE);
      }
      EXPECT_EQ(master_.cycles([&] { return master_.zero(mask); }),
                static_cast<double>(zero_cycles(vl, mask)));
      for (unsigned r = 0; r < 1u << vl; ++r) {
        ASSERT_EQ(master_.call(tlm::TLM_READ_COMMAND, r, row), tlm::TLM_OK_RESPONSE);
        const unsigned char byte = mask >> r % 8 & 1 ? 0 : 0x77;
        ASSERT_EQ(row, std::vector<unsigned char>(1u << vl, byte)) << "row " << r;
      }
    }
  }
}

TEST_P(ZaTlm, AWriteFromElsewhereWaitsForZeroAndAReadDoesNot) {
  const double zero = static_cast<double>(zero_cycles(Config.vl(), 0xff));
  ASSERT_EQ(master_.zero(0xff), tlm::TLM_OK_RESPONSE);
  auto row      = random_bytes(Config.bytes());
  master_.local = sc_core::SC_ZERO_TIME;
  ASSERT_EQ(master_.call(tlm::TLM_READ_COMMAND, 0, row), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(master_.local / master_.Period, static_cast<double>(read_cycles(1)));
  ASSERT_EQ(master_.call(tlm::TLM_WRITE_COMMAND, 0, row), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(master_.local / master_.Period, zero + 1);
}

TEST_P(ZaTlm, ReadsOnlyEnabledBytes) {
  auto row = random_bytes(Config.bytes()), old = random_bytes(Config.bytes()), back = old;
  ASSERT_EQ(master_.call(tlm::TLM_WRITE_COMMAND, 3, row), tlm::TLM_OK_RESPONSE);
  ASSERT_EQ(master_.call(tlm::TLM_READ_COMMAND, 3, back, {TLM_BYTE_DISABLED, TLM_BYTE_ENABLED}),
            tlm::TLM_OK_RESPONSE);
  for (std::size_t p = 0; p < row.size(); ++p) EXPECT_EQ(back[p], p % 2 == 0 ? old[p] : row[p]);
}

TEST_P(ZaTlm, DebugTransportTakesNoTime) {
  auto column        = random_bytes(Config.bytes());
  const auto address = systemc::za::address_of({true, 2, 3, 1});
  EXPECT_EQ(master_.debug(tlm::TLM_WRITE_COMMAND, address, column), Config.bytes());
  std::vector<unsigned char> back(Config.bytes());
  EXPECT_EQ(master_.debug(tlm::TLM_READ_COMMAND, address, back), Config.bytes());
  EXPECT_EQ(back, column);
  EXPECT_EQ(master_.debug(tlm::TLM_READ_COMMAND, systemc::za::ZeroAt, back), 0u);
  EXPECT_EQ(master_.local, sc_core::SC_ZERO_TIME);
}

TEST_P(ZaTlm, RefusesWhatIsNotAllowed) {
  auto row          = random_bytes(Config.bytes());
  const auto before = row;
  const auto writes = [&](sc_dt::uint64 address, std::size_t bytes) {
    std::vector<unsigned char> data(bytes);
    return master_.call(tlm::TLM_WRITE_COMMAND, address, data);
  };
  ASSERT_EQ(master_.debug(tlm::TLM_WRITE_COMMAND, 0, row), Config.bytes());
  EXPECT_EQ(writes(0x5000, Config.bytes()), tlm::TLM_ADDRESS_ERROR_RESPONSE);    // size 5
  EXPECT_EQ(writes(0x2400, Config.bytes()), tlm::TLM_ADDRESS_ERROR_RESPONSE);    // ZA4.S
  EXPECT_EQ(writes(0x1'0001, Config.bytes()), tlm::TLM_ADDRESS_ERROR_RESPONSE);  // beyond ZERO
  EXPECT_EQ(writes(0, 0), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(writes(0, Config.bytes() - 1), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(writes(0, Config.bytes() + 1), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(writes(systemc::za::ZeroAt, 2), tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(master_.call(tlm::TLM_READ_COMMAND, systemc::za::ZeroAt, row),
            tlm::TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(master_.local, sc_core::SC_ZERO_TIME);
  ASSERT_EQ(master_.debug(tlm::TLM_READ_COMMAND, 0, row), Config.bytes());
  EXPECT_EQ(row, before);
}

INSTANTIATE_TEST_SUITE_P(Svl, ZaTlm, testing::Values(128, 512, 2048),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace weft::za_tlm_test
