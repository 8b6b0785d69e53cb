// SPDX-License-Identifier: Apache-2.0
//
// systemc/mppa_core.hpp: the host's values, and golden's time. Time is local to the initiator: no
// simulation runs, so the modules of all tests are elaborated as they come.

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/verilated/mppa_core/mppa_core_memory.hpp"
#include "systemc/mppa_core.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/mppa/mppa_core_kernels.hpp"

namespace weft::mppa_core_tlm_test {
namespace {

using namespace golden::mppa_core;
using sc_core::sc_time;
using enum tlm::tlm_response_status;

const sc_time Period(2, sc_core::SC_NS);

/// SMEM that takes `latency` for each transaction.
struct ram : sc_core::sc_module {
  tlm_utils::simple_target_socket<ram> socket{"socket"};
  std::vector<std::uint8_t> bytes = std::vector<std::uint8_t>(SmemBytes);
  sc_time latency;

  ram(const sc_core::sc_module_name& name, const sc_time& takes) : sc_module(name), latency(takes) {
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
  systemc::mppa_core unit;
  ram memory;
  sc_time now;

  platform(const sc_core::sc_module_name& name, const sc_time& latency, std::uint64_t most)
      : sc_module(name), unit("unit", {}, Period, most), memory("memory", latency) {
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
  tlm::tlm_response_status run(const std::string& text) {
    return access(tlm::TLM_WRITE_COMMAND, assemble(text).bundles);
  }
};

std::unique_ptr<platform> make(double latency = 0, std::uint64_t most = 1'000'000) {
  return std::make_unique<platform>(sc_core::sc_gen_unique_name("platform"), latency * Period,
                                    most);
}

TEST(MppaCoreTlm, KernelsAreTheHostsInGoldensTime) {
  for (const double latency : {0.0, 2.5}) {
    for (mppa_kernel& k : mppa_kernels(test_options().seed)) {
      SCOPED_TRACE(testing::Message() << k.name << ' ' << latency);
      const auto host    = make(latency);
      host->memory.bytes = k.before.smem;
      ASSERT_EQ(host->access(tlm::TLM_WRITE_COMMAND, k.text.bundles), TLM_OK_RESPONSE);
      EXPECT_EQ(host->memory.bytes, k.after.smem);
      sim::model_machine<model> core;
      const std::uint64_t cycles = latency == 0 ? 1 : 4;  // 2.5 are three of a clock
      const auto golden =
          sim::run_mppa_core(core, k.text.bundles, k.before, {.latency = cycles, .far = cycles});
      EXPECT_EQ(host->now, static_cast<double>(golden.cycles) * Period);
    }
  }
}

TEST(MppaCoreTlm, RegistersStayAndAreRead) {
  const auto host = make();
  ASSERT_EQ(host->run("make $r3 = 77 ;;\n xmovetq $a1.hi = $r3, $r3 ;;\n ret ;;"), TLM_OK_RESPONSE);
  const sc_time first = host->now;
  ASSERT_EQ(host->run("addd $r4 = $r3, 1 ;;\n ret ;;"), TLM_OK_RESPONSE);
  EXPECT_GT(host->now, first);
  std::array<std::uint64_t, 64 + 48 * 4> all{};
  tlm::tlm_generic_payload trans;
  trans.set_read();
  trans.set_address(8);
  trans.set_data_ptr(reinterpret_cast<unsigned char*>(&all[1]));
  trans.set_data_length(sizeof all);  // a register too many
  EXPECT_EQ(host->bus->transport_dbg(trans), sizeof all - 8);
  EXPECT_EQ(all[3], 77);
  EXPECT_EQ(all[4], 78);
  EXPECT_EQ(all[64 + 4 + 2], 77);
  EXPECT_EQ(all[64 + 4 + 1], 0);
}

TEST(MppaCoreTlm, RefusesWhatIsNotAllowed) {
  const auto host   = make(0, 1000);
  const auto good   = assemble("ret ;;").bundles;
  unsigned char one = 0xff;
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, good, 32), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, good, 0, 1), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_READ_COMMAND, good), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, good, 0, 0, &one), TLM_BYTE_ENABLE_ERROR_RESPONSE);
  auto bad    = good;
  bad[0].w[5] = 63u << 26;
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, bad), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(host->now, sc_core::SC_ZERO_TIME);
  // A trap, DDR that this memory has not, a program without an end, and one that runs off.
  EXPECT_EQ(host->run("make $r1 = 0x20000000 ;;\n ld $r2 = 0[$r1] ;;\n ret ;;"),
            TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(host->run("make $r1 = 0x80000000 ;;\n ld $r2 = 0[$r1] ;;\n ret ;;"),
            TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(host->run("x: goto x ;;"), TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, {bundle{}}), TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(host->access(tlm::TLM_WRITE_COMMAND, good), TLM_OK_RESPONSE);
}

}  // namespace
}  // namespace weft::mppa_core_tlm_test
