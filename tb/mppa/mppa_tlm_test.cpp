// SPDX-License-Identifier: Apache-2.0
//
// systemc/mppa.hpp: golden's values, and time to the clock period. Time is local to the initiator:
// no simulation runs, so the modules of all tests are elaborated as they come.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/verilated/mppa/mppa_cases.hpp"
#include "systemc/mppa.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::mppa_tlm_test {
namespace {

using namespace golden::mppa;
using sc_core::sc_time;
using enum tlm::tlm_response_status;

const sc_time Period(2, sc_core::SC_NS);
constexpr std::size_t Bytes = 4096;

/// A memory that takes `latency` for each transaction.
struct ram : sc_core::sc_module {
  tlm_utils::simple_target_socket<ram> socket{"socket"};
  std::vector<std::uint8_t> bytes;
  sc_time latency;

  ram(const sc_core::sc_module_name& name, const sc_time& takes)
      : sc_module(name), bytes(Bytes), latency(takes) {
    socket.register_b_transport(this, &ram::b_transport);
  }

  void b_transport(tlm::tlm_generic_payload& trans, sc_time& delay) {
    delay += latency;
    trans.set_response_status(TLM_ADDRESS_ERROR_RESPONSE);
    if (trans.get_address() + trans.get_data_length() > bytes.size()) return;
    trans.set_response_status(TLM_OK_RESPONSE);
    auto *at = bytes.data() + trans.get_address(), *data = trans.get_data_ptr();
    std::memcpy(trans.is_read() ? data : at, trans.is_read() ? at : data, trans.get_data_length());
  }
};

struct platform : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<platform> bus{"bus"};
  systemc::mppa unit;
  ram memory;
  sc_time now;

  platform(const sc_core::sc_module_name& name, const config& k, const sc_time& latency)
      : sc_module(name), unit("unit", k, Period), memory("memory", latency) {
    bus.bind(unit.program);
    unit.memory.bind(memory.socket);
  }

  tlm::tlm_response_status access(tlm::tlm_command command, std::vector<bundle> program,
                                  std::uint64_t address = 0, std::size_t cut = 0,
                                  unsigned char* enables = nullptr) {
    tlm::tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(reinterpret_cast<unsigned char*>(program.data()));
    trans.set_data_length(static_cast<unsigned>(program.size() * sizeof(bundle) - cut));
    trans.set_streaming_width(trans.get_data_length());
    trans.set_byte_enable_ptr(enables);
    trans.set_byte_enable_length(enables == nullptr ? 0 : 1);
    bus->b_transport(trans, now);
    return trans.get_response_status();
  }
  tlm::tlm_response_status run(const std::vector<bundle>& program) {
    return access(tlm::TLM_WRITE_COMMAND, program);
  }
};

std::unique_ptr<platform> make(const config& k = {}, double latency = 0) {
  return std::make_unique<platform>(sc_core::sc_gen_unique_name("platform"), k, latency * Period);
}

TEST(MppaTlm, ValuesAreGoldens) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    const std::uint64_t seed = test_options().seed + i;
    const auto host          = make();
    const auto program       = sim::mppa_program(seed, 300);
    auto bytes               = sim::mppa_operands(seed);
    host->memory.bytes       = bytes.all();
    ASSERT_EQ(host->run(program), TLM_OK_RESPONSE);
    state s;
    for (const bundle& x : program) execute(s, x, bytes);
    EXPECT_EQ(host->memory.bytes, bytes.all());

    state registers;
    tlm::tlm_generic_payload trans;
    trans.set_read();
    trans.set_address(32);
    trans.set_data_ptr(reinterpret_cast<unsigned char*>(&registers.registers[1]));
    trans.set_data_length(sizeof registers);  // one register too many
    EXPECT_EQ(host->bus->transport_dbg(trans), sizeof registers - 32);
    registers.registers[0] = s.registers[0];
    EXPECT_EQ(registers, s);
  }
}

TEST(MppaTlm, AProgramTakesGoldensCycles) {
  for (const unsigned loads : {2, 8}) {
    // A read that takes part of a cycle is answered as if it took all of it.
    for (const double latency : {0.0, 0.5, 1.0, 4.0, 4.5}) {
      const config k{loads};
      const auto host    = make(k, latency);
      const auto program = sim::mppa_program(3, 300);
      host->run(program);
      const auto answer = static_cast<std::uint64_t>(latency + 1.75);
      EXPECT_EQ(host->now, static_cast<double>(cycles(k, program, answer)) * Period)
          << loads << " loads, latency " << latency;
    }
  }
}

TEST(MppaTlm, ProgramsFollowEachOther) {
  const auto host = make();
  const std::vector<bundle> one{{.move_op = move_op_e::Clear, .move_dst = 1}};
  host->run(one);
  EXPECT_EQ(host->now, 2 * Period);
  host->now = Period;  // offered while the first one runs
  host->run(one);
  EXPECT_EQ(host->now, 4 * Period);
  host->now = 100 * Period;
  host->run(one);
  EXPECT_EQ(host->now, 102 * Period);
}

TEST(MppaTlm, RefusesWhatIsNotAllowedAndStaysAsItWas) {
  const auto host = make();
  const bundle clear{.move_op = move_op_e::Clear, .move_dst = 1};
  bundle code          = clear;
  code.mac_op          = mac_op_e{7};
  const auto write     = tlm::TLM_WRITE_COMMAND;
  unsigned char enable = TLM_BYTE_ENABLED;
  EXPECT_EQ(host->access(write, {clear}, 8), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(host->access(write, {clear}, 0, 1), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(host->access(write, {}), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(host->access(write, {clear}, 0, 0, &enable), TLM_BYTE_ENABLE_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_READ_COMMAND, {clear}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(host->run({clear, {.mem_op = mem_op_e::Load, .mem_reg = 48}}),
            TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(host->run({clear, code}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_IGNORE_COMMAND, {}), TLM_OK_RESPONSE);
  EXPECT_EQ(host->now, sc_core::SC_ZERO_TIME);
}

TEST(MppaTlm, EndsWhereTheMemoryAnswersAnError) {
  const auto host       = make();
  host->memory.bytes[0] = 7;
  const auto store      = [](addr_t at) {
    return bundle{.mem_op = mem_op_e::Store, .mem_reg = 1, .mem_addr = at};
  };
  const bundle load{.mem_op = mem_op_e::Load, .mem_reg = 1, .mem_addr = 0};
  EXPECT_EQ(host->run({load, store(32), store(Bytes - 31), store(64)}), TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(host->memory.bytes[32], 7);
  EXPECT_EQ(host->memory.bytes[64], 0);
  EXPECT_EQ(host->run({store(64)}), TLM_OK_RESPONSE);
  EXPECT_EQ(host->memory.bytes[64], 7);
}

}  // namespace
}  // namespace weft::mppa_tlm_test
