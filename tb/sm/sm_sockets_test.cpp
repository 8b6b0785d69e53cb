// SPDX-License-Identifier: Apache-2.0
//
// systemc/sm/sm.hpp: a driver's launches have golden's values, cycles and end, whatever memory
// takes; registers, interrupt, errors.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/memory.hpp"
#include "systemc/sm/sm.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sm/sm_launch.hpp"

namespace weft {
namespace {

namespace regs = systemc::sm_regs;
using sc_core::sc_time;
using systemc::sm_error_e;
using enum tlm::tlm_response_status;

const sc_time Period(2, sc_core::SC_NS);
constexpr std::uint32_t CodeAt = 0x100, PoolAt = 0x8000, Bytes = 1 << 20;

struct platform : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<platform> bus{"bus"};
  systemc::sm unit;
  systemc::memory memory;
  sc_core::sc_signal<bool> irq{"irq"};
  double latency;

  platform(const sc_core::sc_module_name& name, const std::string& arch, double periods,
           std::uint64_t most)
      : sc_module(name),
        unit("unit", {.k = sim::read_sm_arch(arch, {}), .clock_period = Period, .most = most}),
        memory("memory", Bytes, periods * Period),
        latency(periods) {
    bus.bind(unit.csr);
    unit.memory.bind(memory.socket);
    unit.irq(irq);
  }

  tlm::tlm_response_status access(tlm::tlm_command command, std::uint32_t at, void* data,
                                  unsigned bytes) {
    tlm::tlm_generic_payload trans;
    sc_time delay;
    systemc::fill(trans, command, at, data, bytes);
    bus->b_transport(trans, delay);
    EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
    return trans.get_response_status();
  }
  void write(std::uint32_t at, std::uint32_t value) {
    EXPECT_EQ(access(tlm::TLM_WRITE_COMMAND, at, &value, 4), TLM_OK_RESPONSE) << at;
  }
  std::uint32_t read(std::uint32_t at) {
    std::uint32_t value = 0;
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, at, &value, 4), TLM_OK_RESPONSE) << at;
    return value;
  }
  std::uint64_t read64(std::uint32_t at) {
    std::uint64_t value = 0;
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, at, &value, 8), TLM_OK_RESPONSE) << at;
    return value;
  }

  /// Writes memory and registers of a launch.
  void set(const sm_launch& s) {
    const golden::sm::launch& l = s.l;
    std::vector<std::uint64_t> words;
    for (const auto& i : l.code.code) words.push_back(encode(i));
    memory.poke(CodeAt, words);
    memory.poke(PoolAt, l.code.pool);
    memory.poke(golden::sm::memory::Base, s.before());
    const std::pair<std::uint32_t, std::size_t> values[] = {
        {regs::Program, CodeAt},
        {regs::Length, words.size()},
        {regs::Literals, PoolAt},
        {regs::LiteralCount, l.code.pool.size()},
        {regs::Registers, l.code.registers},
        {regs::Shared, l.shared_bytes},
        {regs::GridX, l.grid_x},
        {regs::GridY, l.grid_y},
        {regs::BlockX, l.block_x},
        {regs::BlockY, l.block_y},
        {regs::Policy, static_cast<std::size_t>(s.policy)},
        {regs::Arguments, l.arguments.size()}};
    for (const auto& [at, value] : values) write(at, static_cast<std::uint32_t>(value));
    for (std::uint32_t n = 0; n < l.arguments.size(); ++n) {
      write(regs::Argument + 4 * n, l.arguments[n]);
    }
  }
  void start() { write(regs::Ctrl, regs::Start); }

  /// Starts, and runs until Done. Returns the time that it took.
  sc_time run() {
    const sc_time from = sc_core::sc_time_stamp();
    start();
    EXPECT_EQ(read(regs::Status), regs::Busy);
    sc_time last = from;
    while ((read(regs::Status) & regs::Done) == 0) {
      if (!sc_core::sc_pending_activity()) {
        ADD_FAILURE() << "the launch does not end";
        break;
      }
      sc_core::sc_start(sc_core::sc_time_to_pending_activity());
      last = sc_core::sc_time_stamp();
    }
    settle();
    return last - from;
  }
  /// An event, the method that it wakes, and its signal.
  static void settle() {
    for (unsigned n = 0; n < 3; ++n) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  sm_error_e error() { return static_cast<sm_error_e>(read(regs::Error)); }
};

/// Platforms of the tests, all elaborated before the first simulation.
std::vector<std::unique_ptr<platform>>& platforms() {
  static auto all = [] {
    std::vector<std::unique_ptr<platform>> made;
    for (const double latency : {0.0, 3.5, 100.0}) {
      made.push_back(std::make_unique<platform>(sc_core::sc_gen_unique_name("volta"), "volta",
                                                latency, 1'000'000));
    }
    made.push_back(std::make_unique<platform>("kepler", "kepler", 7, 1'000'000));
    made.push_back(std::make_unique<platform>("little", "volta", 0, 3000));
    return made;
  }();
  return all;
}
platform& volta() { return *platforms().front(); }
platform& little() { return *platforms().back(); }

sm_launch saxpy(unsigned n, const std::string& arch = "volta") {
  std::vector<float> x(n), y(n);
  for (unsigned i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = static_cast<float>(i * i % 17);
  }
  sm_launch s(arch, "saxpy.sass");
  s.word(n).word(0x40200000).buffer(x).buffer(y).grid((n + 63) / 64).block(64);
  return s;
}

TEST(SmTlm, LaunchesHaveGoldensValuesCyclesAndEnd) {
  for (const auto& p : platforms()) {
    if (p.get() == &little()) continue;
    const std::string arch = p.get() == platforms()[3].get() ? "kepler" : "volta";
    std::vector<sm_launch> all;
    all.push_back(saxpy(300, arch));
    all.back().policy = golden::sm::policy_e::Lrr;
    sm_launch sums(arch, "reduction.sass");
    sums.buffer(std::vector<std::uint32_t>(512, 3)).buffer(std::vector<std::uint32_t>(2));
    sums.grid(2).block(256);
    all.push_back(sums);
    for (sm_launch& s : all) {
      SCOPED_TRACE(testing::Message() << p->name() << ' ' << p->latency);
      // A delay is whole cycles, one at least.
      s.latency = p->latency == 0 ? 1 : p->latency == 3.5 ? 4 : static_cast<unsigned>(p->latency);
      const auto cycles = s.run();
      p->set(s);
      const sc_time took = p->run();
      ASSERT_EQ(p->error(), sm_error_e::None) << p->unit.message();
      EXPECT_EQ(p->read(regs::Status), regs::Done);
      EXPECT_EQ(p->read64(regs::Cycles), cycles);
      EXPECT_EQ(p->read64(regs::Issued), s.count.instructions);
      EXPECT_EQ(p->memory.peek<std::uint8_t>(golden::sm::memory::Base, s.after().size()),
                s.after());
      // Bursts of up to 64 bytes, then golden's cycles.
      const auto bursts = [](std::size_t at, std::size_t bytes) {
        return static_cast<double>((at % 64 + bytes + 63) / 64);
      };
      const double fetched =
          (bursts(CodeAt, 8 * s.l.code.code.size()) + bursts(PoolAt, 4 * s.l.code.pool.size())) *
          p->latency;
      EXPECT_EQ(took, (fetched + static_cast<double>(cycles)) * Period);
    }
  }
}

TEST(SmTlm, InterruptIsDoneAndEnabled) {
  platform& p = volta();
  EXPECT_EQ(p.read(regs::Id), regs::IdValue);
  p.set(saxpy(64));
  p.run();
  EXPECT_FALSE(p.irq.read());
  p.write(regs::IrqEnable, ~0u);
  EXPECT_EQ(p.read(regs::IrqEnable), 1);
  p.settle();
  EXPECT_TRUE(p.irq.read());
  p.write(regs::Status, regs::Done);
  p.settle();
  EXPECT_FALSE(p.irq.read());
  p.run();
  EXPECT_TRUE(p.irq.read());
  p.write(regs::IrqEnable, 0);
  p.settle();
  EXPECT_FALSE(p.irq.read());
  EXPECT_EQ(p.read(regs::Status), regs::Done);
}

TEST(SmTlm, RefusesAccessesThatAreNone) {
  platform& p        = volta();
  std::uint64_t data = 0;
  const auto read    = tlm::TLM_READ_COMMAND;
  EXPECT_EQ(p.access(read, regs::PageBytes, &data, 4), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(p.access(read, 2, &data, 4), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(p.access(read, 4, &data, 8), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(p.access(read, 0, &data, 2), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(p.access(read, 0, nullptr, 4), TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(p.access(read, regs::PageBytes - 8, &data, 8), TLM_OK_RESPONSE);
}

TEST(SmTlm, AStopEndsARunAndRegistersStayWhileItRuns) {
  platform& p = volta();
  sm_launch s("volta", "L: BRA L\nEXIT\n");
  p.set(s);
  p.start();
  sc_core::sc_start(500 * Period);
  std::uint64_t two = 0x1'0000'0001;
  EXPECT_EQ(p.access(tlm::TLM_WRITE_COMMAND, regs::GridX, &two, 8), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(p.access(tlm::TLM_WRITE_COMMAND, regs::Argument, &two, 4), TLM_COMMAND_ERROR_RESPONSE);
  p.start();  // it runs already
  EXPECT_EQ(p.read(regs::Status), regs::Busy);
  p.write(regs::Ctrl, regs::Stop);
  sc_core::sc_start(Period);
  EXPECT_EQ(p.read(regs::Status), regs::Done | regs::Failed);
  EXPECT_EQ(p.error(), sm_error_e::Stopped);
  // The next launch is whole.
  s = saxpy(64);
  p.set(s);
  p.run();
  EXPECT_EQ(p.error(), sm_error_e::None);
  EXPECT_EQ(p.read(regs::Status), regs::Done);
}

TEST(SmTlm, ErrorsOfALaunchAreTold) {
  platform& p       = volta();
  const auto expect = [&](sm_error_e error, const char* what) {
    SCOPED_TRACE(what);
    p.run();
    EXPECT_EQ(p.read(regs::Status), regs::Done | regs::Failed);
    EXPECT_EQ(p.error(), error);
    EXPECT_NE(p.unit.message().find(what), std::string::npos) << p.unit.message();
  };
  const auto with = [&](std::uint32_t at, std::uint32_t value, sm_error_e error, const char* what) {
    p.set(saxpy(64));
    p.write(at, value);
    expect(error, what);
  };
  with(regs::Length, 0, sm_error_e::Launch, "LENGTH 0: 1 to 8192");
  with(regs::LiteralCount, 8193, sm_error_e::Launch, "LITERAL_COUNT 8193");
  with(regs::Registers, 256, sm_error_e::Launch, "REGISTERS 256");
  with(regs::Shared, 1 << 21, sm_error_e::Launch, "SHARED 2097152");
  with(regs::Shared, 1 << 20, sm_error_e::Launch, "does not fit");
  with(regs::GridX, 0, sm_error_e::Launch, "blocks of the grid 0");
  with(regs::GridY, ~0u, sm_error_e::Launch, "blocks of the grid 4294967295");
  with(regs::BlockY, 17, sm_error_e::Launch, "threads of a block 1088");
  with(regs::Policy, 3, sm_error_e::Launch, "POLICY 3");
  with(regs::Arguments, 65, sm_error_e::Launch, "ARGUMENTS 65");
  with(regs::Registers, 8, sm_error_e::Program, "a register beyond REGISTERS");
  with(regs::Program, Bytes - 16, sm_error_e::Bus, "memory refuses address");
  with(regs::Argument + 8, Bytes, sm_error_e::Bus, "memory refuses address 1048576");
  with(regs::Argument + 8, 2, sm_error_e::Run, "not a multiple of 4");
  p.set(saxpy(64));
  p.memory.poke(CodeAt + 16, std::vector<std::uint64_t>{~0ull});
  expect(sm_error_e::Program, "instruction 2: no instruction");
  p.set(sm_launch("ampere", "HMMA.16816.F32.BF16 R0, R4, R8, R12\nEXIT\n"));
  expect(sm_error_e::Program, "no profile of these sums");
  p.set(sm_launch("volta", "NOP\n"));
  expect(sm_error_e::Run, "EXIT is missing");

  platform& q = little();
  q.set(sm_launch("volta", "L: BRA L\nEXIT\n"));
  EXPECT_EQ(q.run(), 3000 * Period);
  EXPECT_EQ(q.error(), sm_error_e::Cycles);
  EXPECT_EQ(q.read64(regs::Cycles), 3000);
}

}  // namespace
}  // namespace weft
