// SPDX-License-Identifier: Apache-2.0
//
// The devices of a platform behind systemc/router.hpp: what software reads, and the lines.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/clint.hpp"
#include "systemc/finisher.hpp"
#include "systemc/memory.hpp"
#include "systemc/plic.hpp"
#include "systemc/recorder.hpp"
#include "systemc/router.hpp"
#include "systemc/uart.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_tlm.hpp"

namespace weft::devices_tlm_test {
namespace {

using sc_core::sc_time;
using tlm_bench::ns;

constexpr std::uint64_t Ram = 0x1000, Uart = 0x2000, Finisher = 0x3000, Clint = 0x1'0000,
                        Plic = 0x400'0000;

class Devices : public testing::Test {
 protected:
  Devices() {
    sc_core::sc_report_handler::set_handler(tlm_bench::expected_report::handler);
    cpu_.csr.bind(bus_.in);
    cpu_.irq(external_);
    bus_.map(ram_.socket, Ram, 256);
    bus_.map(uart_.socket, Uart, uart_.Bytes);
    bus_.map(finisher_.socket, Finisher, finisher_.Bytes);
    bus_.map(clint_.socket, Clint, clint_.Bytes);
    bus_.map(plic_.socket, Plic, plic_.Bytes);
    clint_.timer(timer_);
    clint_.software(software_);
    plic_.irq(external_);
    for (unsigned i = 0; i < 3; ++i) plic_.source[3 + i](lines_[i]);
  }

  void run(const std::function<void()>& program) {
    bool ended   = false;
    cpu_.program = [&] {
      program();
      ended = true;
    };
    sc_core::sc_start();
    EXPECT_TRUE(ended);
  }
  tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t at, unsigned bytes) {
    std::uint64_t data = 0;
    return cpu_.access(command, at, &data, bytes);
  }
  static void settle() { sc_core::wait(ns(1)); }

  tlm_bench::cpu<64> cpu_{"cpu"};
  systemc::router<64> bus_{"bus"};
  systemc::memory64 ram_{"ram", 256, ns(7)};
  std::string printed_;
  std::vector<int> ends_;
  systemc::uart<64> uart_{"uart", [this](char x) { printed_ += x; }};
  systemc::finisher<64> finisher_{"finisher", [this](int code) { ends_.push_back(code); }};
  systemc::clint<64> clint_{"clint", ns(100)};
  systemc::plic<64> plic_{"plic"};
  sc_core::sc_signal<bool> external_{"external"}, timer_{"timer"}, software_{"software"};
  sc_core::sc_vector<sc_core::sc_signal<bool>> lines_{"lines", 3};
};

TEST_F(Devices, TheRouterFindsTheTargetOfAllBytes) {
  run([&] {
    cpu_.write<std::uint64_t>(Ram + 248, 0x1122'3344'5566'7788);
    EXPECT_EQ(cpu_.read<std::uint8_t>(Ram + 255), 0x11);
    EXPECT_EQ(ram_.peek<std::uint8_t>(248, 1)[0], 0x88);
    const auto read = tlm::TLM_READ_COMMAND;
    EXPECT_EQ(access(read, Ram - 1, 1), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(read, Ram + 256, 1), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(read, Ram + 252, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);

    tlm::tlm_generic_payload trans;
    tlm::tlm_dmi region;
    std::uint64_t data = 0;
    decltype(cpu_)::fill(trans, read, Ram + 248, &data, 8);
    EXPECT_EQ(cpu_.csr->transport_dbg(trans), 8u);
    EXPECT_EQ(data, 0x1122'3344'5566'7788u);
    ASSERT_TRUE(cpu_.csr->get_direct_mem_ptr(trans, region));
    EXPECT_EQ(region.get_start_address(), Ram);
    EXPECT_EQ(region.get_end_address(), Ram + 255);
    EXPECT_EQ(region.get_dmi_ptr()[255], 0x11);
    EXPECT_EQ(trans.get_address(), Ram + 248);
    trans.set_address(Uart);
    EXPECT_FALSE(cpu_.csr->get_direct_mem_ptr(trans, region));
  });
}

/// A target whose accesses take 5 ns by waiting and 3 by a delay; addresses from 0x100 on fail.
struct slow_target : sc_core::sc_module {
  tlm_utils::simple_target_socket<slow_target, 64> socket{"socket"};
  bool granted = false;
  explicit slow_target(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &slow_target::b_transport);
    socket.register_get_direct_mem_ptr(this, &slow_target::get_direct_mem_ptr);
  }
  void b_transport(tlm::tlm_generic_payload& trans, sc_time& delay) {
    sc_core::wait(ns(5));
    delay += ns(3);
    trans.set_dmi_allowed(true);
    trans.set_response_status(trans.get_address() < 0x100 ? tlm::TLM_OK_RESPONSE
                                                          : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) { return granted = true; }
};

TEST(Recorder, TellsEveryTransactionWithItsTimeAndAnswer) {
  std::vector<systemc::transaction> seen;
  const auto tell = [&](const systemc::transaction& t) { seen.push_back(t); };
  tlm_bench::cpu<64> cpu("cpu"), apart("apart");
  systemc::recorder<64> recorder("recorder", tell), refuses("refuses", tell, false);
  slow_target target("target"), other("other");
  sc_core::sc_signal<bool> irq("irq");
  cpu.irq(irq);
  apart.irq(irq);
  cpu.csr.bind(recorder.in);
  recorder.out.bind(target.socket);
  apart.csr.bind(refuses.in);
  refuses.out.bind(other.socket);
  cpu.program = [&] {
    sc_core::wait(ns(10));
    std::uint64_t data = 0;
    tlm::tlm_generic_payload trans;
    tlm::tlm_dmi region;
    sc_time delay = ns(2);
    decltype(cpu)::fill(trans, tlm::TLM_WRITE_COMMAND, 0x40, &data, 8);
    cpu.csr->b_transport(trans, delay);
    EXPECT_TRUE(trans.is_dmi_allowed());
    EXPECT_TRUE(cpu.csr->get_direct_mem_ptr(trans, region));
    decltype(cpu)::fill(trans, tlm::TLM_READ_COMMAND, 0x100, &data, 4);
    apart.csr->b_transport(trans, delay);
    EXPECT_FALSE(trans.is_dmi_allowed());
    EXPECT_FALSE(apart.csr->get_direct_mem_ptr(trans, region));
  };
  sc_core::sc_start();
  EXPECT_TRUE(target.granted);
  EXPECT_FALSE(other.granted);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].command, tlm::TLM_WRITE_COMMAND);
  EXPECT_EQ(seen[0].address, 0x40u);
  EXPECT_EQ(seen[0].bytes, 8u);
  EXPECT_EQ(seen[0].response, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(seen[0].from, ns(12));
  EXPECT_EQ(seen[0].to, ns(20));
  EXPECT_EQ(seen[1].command, tlm::TLM_READ_COMMAND);
  EXPECT_EQ(seen[1].bytes, 4u);
  EXPECT_EQ(seen[1].response, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(seen[1].from, ns(20));
  EXPECT_EQ(seen[1].to, ns(28));
}

TEST_F(Devices, TheUartPrints) {
  run([&] {
    for (const char x : {'a', '\n', '\xff'}) cpu_.write<char>(Uart, x);
    EXPECT_EQ(printed_, "a\n\xff");
    EXPECT_EQ(cpu_.read<std::uint8_t>(Uart + 5), 0x60);
    EXPECT_EQ(cpu_.read<std::uint8_t>(Uart), 0);
    cpu_.write<std::uint8_t>(Uart + 3, 0x83);  // the divisor, instead of data
    cpu_.write<std::uint8_t>(Uart, 12);
    EXPECT_EQ(cpu_.read<std::uint8_t>(Uart), 12);
    EXPECT_EQ(printed_.size(), 3u);
    EXPECT_EQ(access(tlm::TLM_WRITE_COMMAND, Uart, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(tlm::TLM_READ_COMMAND, Uart + 1, 2), tlm::TLM_BURST_ERROR_RESPONSE);
  });
}

TEST_F(Devices, TheFinisherEnds) {
  run([&] {
    cpu_.write<std::uint32_t>(Finisher, 0x5555);
    cpu_.write<std::uint32_t>(Finisher, 0x3333 | 7u << 16);
    cpu_.write<std::uint32_t>(Finisher, 0x3333);
    cpu_.write<std::uint32_t>(Finisher, 0x1234);
    EXPECT_EQ(ends_, (std::vector<int>{0, 7, 1}));
  });
}

TEST_F(Devices, TheClintTellsTheTimeAndInterrupts) {
  run([&] {
    EXPECT_EQ(cpu_.read<std::uint64_t>(Clint + 0xbff8), 0u);
    cpu_.write<std::uint64_t>(Clint + 0x4000, 25);
    sc_core::wait(ns(2499));
    EXPECT_EQ(cpu_.read<std::uint64_t>(Clint + 0xbff8), 24u);
    EXPECT_FALSE(timer_.read());
    sc_core::wait(ns(2));
    EXPECT_EQ(cpu_.read<std::uint32_t>(Clint + 0xbff8), 25u);
    EXPECT_TRUE(timer_.read());
    cpu_.write<std::uint32_t>(Clint + 0x4004, 1);  // 2^32 + 25
    settle();
    EXPECT_FALSE(timer_.read());
    EXPECT_EQ(cpu_.read<std::uint64_t>(Clint + 0x4000), (std::uint64_t{1} << 32) + 25);
    cpu_.write<std::uint32_t>(Clint + 0x4004, 0);
    settle();
    EXPECT_TRUE(timer_.read());
    cpu_.write<std::uint32_t>(Clint, 3);
    settle();
    EXPECT_TRUE(software_.read());
    EXPECT_EQ(cpu_.read<std::uint32_t>(Clint), 1u);
    cpu_.write<std::uint32_t>(Clint, 0);
    settle();
    EXPECT_FALSE(software_.read());
    EXPECT_EQ(access(tlm::TLM_WRITE_COMMAND, Clint + 0xbff8, 8), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
}

TEST_F(Devices, ThePlicServesTheHighestPriorityFirst) {
  run([&] {
    const auto claim     = [&] { return cpu_.read<std::uint32_t>(Plic + 0x20'0004); };
    const auto complete  = [&](std::uint32_t i) { cpu_.write(Plic + 0x20'0004, i); };
    const auto priority  = [&](unsigned i, std::uint32_t p) { cpu_.write(Plic + 4 * i, p); };
    const auto threshold = [&](std::uint32_t t) { cpu_.write(Plic + 0x20'0000, t); };
    cpu_.write<std::uint32_t>(Plic + 0x2000, 0xff);
    priority(3, 2), priority(4, 5), priority(5, 2);
    EXPECT_EQ(claim(), 0u);
    for (auto& line : lines_) line = true;
    settle();
    EXPECT_TRUE(external_.read());
    EXPECT_EQ(cpu_.read<std::uint32_t>(Plic + 0x1000), 7u << 3);
    EXPECT_EQ(claim(), 4u);
    EXPECT_EQ(claim(), 3u);
    settle();
    EXPECT_TRUE(external_.read());
    EXPECT_EQ(claim(), 5u);
    EXPECT_EQ(claim(), 0u);
    settle();
    EXPECT_FALSE(external_.read()) << "all are in service";

    lines_[0] = false;
    settle();
    complete(3);
    complete(4);  // whose line is still high
    settle();
    EXPECT_TRUE(external_.read());
    threshold(5);
    settle();
    EXPECT_FALSE(external_.read());
    threshold(4);
    settle();
    EXPECT_EQ(claim(), 4u);
    lines_[1] = false;
    settle();
    complete(4);
    EXPECT_EQ(claim(), 0u);

    threshold(0);
    complete(5);
    settle();
    cpu_.write<std::uint32_t>(Plic + 0x2000, 0);
    settle();
    EXPECT_FALSE(external_.read());
    EXPECT_EQ(cpu_.read<std::uint32_t>(Plic + 0x1000), 1u << 5) << "pending, and not enabled";
    cpu_.write<std::uint32_t>(Plic + 0x2000, 1u << 5);
    lines_[2] = false;  // pending all the same
    settle();
    EXPECT_EQ(claim(), 5u);
    EXPECT_EQ(cpu_.read<std::uint32_t>(Plic), 0u);
    priority(0, 7);
    EXPECT_EQ(cpu_.read<std::uint32_t>(Plic), 0u) << "there is no source 0";
  });
}

}  // namespace
}  // namespace weft::devices_tlm_test
