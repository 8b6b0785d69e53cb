// SPDX-License-Identifier: Apache-2.0
//
// systemc/fma.hpp: golden's values, and time to the clock period. Time is local to the initiator:
// no simulation runs, so the modules of all tests are elaborated as they come.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <systemc>
#include <vector>

#include "sim/program/tlm_unit.hpp"
#include "sim/verilated/fma_cases.hpp"
#include "systemc/fma.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fma_tlm_test {
namespace {

using golden::fma::config;
using golden::fma::operands;
using golden::fma::result;
using sc_core::sc_time;

const sc_time Period(2, sc_core::SC_NS);

struct initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<initiator> bus{"bus"};
  systemc::fma unit;
  sc_time now;

  initiator(const sc_core::sc_module_name& name, const config& k)
      : sc_module(name), unit("unit", k, Period) {
    bus.bind(unit.socket);
  }

  template <class T>
  tlm::tlm_response_status access(tlm::tlm_command command, std::vector<T>& data,
                                  std::uint64_t address = 0, std::size_t cut = 0) {
    tlm::tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(reinterpret_cast<unsigned char*>(data.data()));
    trans.set_data_length(static_cast<unsigned>(data.size() * sizeof(T) - cut));
    trans.set_streaming_width(trans.get_data_length());
    bus->b_transport(trans, now);
    return trans.get_response_status();
  }

  void write(std::vector<operands> o) {
    ASSERT_EQ(access(tlm::TLM_WRITE_COMMAND, o), tlm::TLM_OK_RESPONSE);
  }
  std::vector<result> read(std::size_t n) {
    std::vector<result> r(n);
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, r), tlm::TLM_OK_RESPONSE);
    return r;
  }
};

std::unique_ptr<initiator> make(const config& k) {
  return std::make_unique<initiator>(sc_core::sc_gen_unique_name("initiator"), k);
}

std::vector<operands> some(const config& k, std::size_t n) {
  std::vector<operands> all;
  for (const auto& x : sim::fma_cases(k, test_options().seed, 1)) all.push_back(x.o);
  all.resize(n);
  return all;
}

TEST(FmaTlm, ValuesAreGoldens) {
  for (const config& k : {config{}, config{golden::E4m3, golden::E4m3},
                          config{golden::Binary16, golden::Binary32, true, true, true, 31},
                          config{golden::Binary64, golden::Binary64}}) {
    const auto host    = make(k);
    const auto vectors = some(k, 1000);
    host->write(vectors);
    const auto results = host->read(vectors.size());
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      ASSERT_EQ(results[i], eval(k, vectors[i])) << std::hex << vectors[i];
    }
  }
}

TEST(FmaTlm, ABurstTakesTheCyclesOfTheClosedForm) {
  for (const unsigned pipe : {0u, 4u, 14u, 31u}) {
    for (const std::size_t n : {1, 2, 100}) {
      const config k{.pipe = pipe};
      const auto host = make(k);
      host->write(std::vector<operands>(n));
      EXPECT_EQ(host->now, n * Period);  // the last operands have entered
      host->read(n);
      EXPECT_EQ(host->now, cycles(k, n) * Period);
    }
  }
}

TEST(FmaTlm, BurstsFollowEachOtherAndResultsWait) {
  const config k{.pipe = 14};
  const auto host = make(k);
  host->write(std::vector<operands>(10));
  host->now -= 4 * Period;  // a second burst offered while the first one enters
  host->write(std::vector<operands>(5));
  EXPECT_EQ(host->now, 15 * Period);
  host->read(4);
  EXPECT_EQ(host->now, 15 * Period);  // they left long ago
  host->read(11);
  EXPECT_EQ(host->now, cycles(k, 15) * Period);
  host->now += 100 * Period;
  const sc_time later = host->now;
  host->write(std::vector<operands>(1));
  host->read(1);
  EXPECT_EQ(host->now - later, cycles(k, 1) * Period);
}

TEST(FmaTlm, ResultsComeInTheOrderOfTheOperands) {
  const config k;
  const auto host = make(k);
  for (std::uint64_t i = 0; i < 4; ++i) {
    host->write({{.a = i, .b = 0x3f800000}, {.a = i + 100, .b = 0x3f800000}});
  }
  std::vector<std::uint64_t> bits;
  for (const std::size_t n : {3, 5}) {
    for (const result& r : host->read(n)) bits.push_back(r.bits);
  }
  EXPECT_EQ(bits, (std::vector<std::uint64_t>{0, 100, 1, 101, 2, 102, 3, 103}));
}

TEST(FmaTlm, RefusesBadTransactionsAndStaysAsItWas) {
  const auto host = make({});
  std::vector<operands> o(2);
  std::vector<result> r(2);
  using enum tlm::tlm_response_status;
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, o, 8), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_READ_COMMAND, r, 8), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, o, 0, 1), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, o, 0, 2 * sizeof(operands)),
            TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_READ_COMMAND, r), TLM_BURST_ERROR_RESPONSE);
  o.resize(1);
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, o), TLM_OK_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_READ_COMMAND, r), TLM_BURST_ERROR_RESPONSE);  // one is there
  r.resize(1);
  EXPECT_EQ(host->access(tlm::TLM_READ_COMMAND, r, 0, 1), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(host->now, Period);
  EXPECT_EQ(host->access(tlm::TLM_IGNORE_COMMAND, o), TLM_OK_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_READ_COMMAND, r), TLM_OK_RESPONSE);

  tlm::tlm_generic_payload trans;
  unsigned char enable = TLM_BYTE_ENABLED;
  trans.set_write();
  trans.set_address(0);
  trans.set_data_ptr(reinterpret_cast<unsigned char*>(o.data()));
  trans.set_data_length(sizeof(operands));
  trans.set_byte_enable_ptr(&enable);
  trans.set_byte_enable_length(1);
  host->bus->b_transport(trans, host->now);
  EXPECT_EQ(trans.get_response_status(), TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(host->bus->transport_dbg(trans), 0u);
}

TEST(FmaTlm, IsAPlainCallBehindTlmUnit) {
  const config k{.pipe = 14};
  sim::tlm_unit<systemc::fma, operands, result> unit(sc_core::sc_gen_unique_name("call"), k);
  const auto vectors = some(k, 500);
  std::vector<result> results(vectors.size());
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(unit.run(vectors, results), cycles(k, vectors.size()));
    for (std::size_t i = 0; i < vectors.size(); ++i) ASSERT_EQ(results[i], eval(k, vectors[i]));
  }
}

}  // namespace
}  // namespace weft::fma_tlm_test
