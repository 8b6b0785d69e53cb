// SPDX-License-Identifier: Apache-2.0
//
// systemc/tensor.hpp: the page of registers, sockets and ports.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_tlm_suite.hpp"

namespace weft::tensor_tlm_test {
namespace {

using namespace tlm_bench;  // NOLINT: the bench is written for these tests
using regs::access_e;

bool keeps(access_e access) { return access == access_e::ReadWrite; }

TEST_F(TensorTlm, IdentifiesItself) {
  p.run([&] {
    weft_tensor_info info;
    ASSERT_EQ(weft_tensor_probe(&p.cpu.core, &info), 0);
    const auto c = array_of(Fp16);
    EXPECT_EQ(info.types, regs::CapabilityFp16);
    EXPECT_EQ(info.rows, c.rows);
    EXPECT_EQ(info.cols, c.cols);
    EXPECT_EQ(info.max_dim, gt::MaxDim);
    EXPECT_EQ(info.burst_bytes, 256u);

    char id[4];
    EXPECT_EQ(p.cpu.access(tlm::TLM_READ_COMMAND, regs::Id, id, 4), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(std::string(id, 4), "WEFT");
  });
}

TEST_F(TensorTlm, RegistersResetAndKeepWhatTheMapSays) {
  p.run([&] {
    for (const auto& reg : regs::Map) {
      if (reg.access == access_e::WriteOnly) continue;
      const bool of_instance = reg.offset == regs::Capability || reg.offset == regs::Array ||
                               reg.offset == regs::Limits || reg.offset == regs::Features;
      if (!of_instance) {
        EXPECT_EQ(p.cpu.read(reg.offset), reg.reset) << reg.name;
      }
    }
    for (const auto& reg : regs::Map) {
      if (keeps(reg.access)) p.cpu.write(reg.offset, reg.offset * 0x01010101u);
    }
    for (const auto& reg : regs::Map) {
      if (!keeps(reg.access)) continue;
      EXPECT_EQ(p.cpu.read(reg.offset), reg.offset * 0x01010101u & reg.writable) << reg.name;
    }
  });
}

TEST_F(TensorTlm, HolesAnswerAddressError) {
  p.run([&] {
    std::set<std::uint32_t> known;
    for (const auto& reg : regs::Map) known.insert(reg.offset);
    std::uint64_t data = 0;
    for (std::uint32_t at = 0; at < 2 * regs::PageBytes; at += 4) {
      if (known.count(at)) continue;
      for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
        EXPECT_EQ(p.cpu.access(command, at, &data, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE) << at;
      }
    }
    EXPECT_EQ(p.cpu.access(tlm::TLM_READ_COMMAND, ~7ull, &data, 8),
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
    // Half a hole is a hole: JOBS has no neighbour.
    EXPECT_EQ(p.cpu.access(tlm::TLM_READ_COMMAND, regs::Jobs, &data, 8),
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
}

TEST_F(TensorTlm, WrongDirectionAnswersCommandErrorWithoutEffect) {
  p.run([&] {
    const auto before = p.cpu.page();
    for (const auto& reg : regs::Map) {
      std::uint32_t ones = ~0u;
      if (reg.access == access_e::ReadOnly) {
        EXPECT_EQ(p.cpu.access(tlm::TLM_WRITE_COMMAND, reg.offset, &ones, 4),
                  tlm::TLM_COMMAND_ERROR_RESPONSE)
            << reg.name;
      }
      if (reg.access == access_e::WriteOnly) {
        EXPECT_EQ(p.cpu.access(tlm::TLM_READ_COMMAND, reg.offset, &ones, 4),
                  tlm::TLM_COMMAND_ERROR_RESPONSE)
            << reg.name;
      }
    }
    // IRQ_ENABLE could be written, but its neighbour IRQ_RAW could not: neither is.
    std::uint64_t ones = ~0ull;
    EXPECT_EQ(p.cpu.access(tlm::TLM_WRITE_COMMAND, regs::IrqEnable, &ones, 8),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(p.cpu.page(), before);
  });
}

TEST_F(TensorTlm, WrongSizeOrAlignmentAnswersBurstError) {
  p.run([&] {
    unsigned char data[64] = {};
    const auto before      = p.cpu.page();
    for (unsigned length = 0; length <= 64; ++length) {
      for (unsigned offset = 0; offset < 8; ++offset) {
        if ((length == 4 || length == 8) && offset % length == 0) continue;
        for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
          EXPECT_EQ(p.cpu.access(command, regs::ALo + offset, data, length),
                    tlm::TLM_BURST_ERROR_RESPONSE)
              << length << " bytes at " << offset;
        }
      }
    }
    EXPECT_EQ(p.cpu.page(), before);
  });
}

TEST_F(TensorTlm, NarrowStreamingWidthAnswersBurstError) {
  p.run([&] {
    std::uint64_t data = ~0ull;
    for (unsigned length : {4u, 8u}) {
      for (unsigned width = 0; width < length; ++width) {
        tlm::tlm_generic_payload trans;
        p.cpu.fill(trans, tlm::TLM_WRITE_COMMAND, regs::ALo, &data, length);
        trans.set_streaming_width(width);
        EXPECT_EQ(p.cpu.transport(trans), tlm::TLM_BURST_ERROR_RESPONSE) << width;
      }
    }
    EXPECT_EQ(p.cpu.read(regs::ALo), 0u);
  });
}

TEST_F(TensorTlm, IgnoreCommandDoesNothing) {
  p.run([&] {
    std::uint32_t data = ~0u;
    for (const auto& reg : regs::Map) {
      const auto before = p.cpu.page();
      const auto now    = p.cpu.now();
      EXPECT_EQ(p.cpu.access(tlm::TLM_IGNORE_COMMAND, reg.offset, &data, 4), tlm::TLM_OK_RESPONSE);
      EXPECT_EQ(data, ~0u);
      EXPECT_EQ(p.cpu.page(), before);
      EXPECT_EQ(p.cpu.now(), now);
    }
  });
}

TEST_F(TensorTlm, ByteLanesWriteAndReadTheirBytesOnly) {
  p.run([&] {
    for (unsigned mask = 0; mask < 256; ++mask) {
      p.cpu.write<std::uint64_t>(regs::BLo, 0x1122334455667788);
      unsigned char enable[8];
      for (unsigned i = 0; i < 8; ++i) {
        enable[i] = mask >> i & 1 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
      }
      std::uint64_t lanes = 0;
      for (unsigned i = 0; i < 8; ++i) lanes |= (mask >> i & 1 ? 0xffull : 0) << 8 * i;

      std::uint64_t data = 0xaabbccddeeff0011;
      tlm::tlm_generic_payload trans;
      p.cpu.fill(trans, tlm::TLM_WRITE_COMMAND, regs::BLo, &data, 8);
      trans.set_byte_enable_ptr(enable);
      trans.set_byte_enable_length(8);
      ASSERT_EQ(p.cpu.transport(trans), tlm::TLM_OK_RESPONSE);
      const auto kept = (0x1122334455667788 & ~lanes) | (0xaabbccddeeff0011 & lanes);
      ASSERT_EQ(p.cpu.read<std::uint64_t>(regs::BLo), kept);

      trans.set_read();
      trans.set_address(regs::BLo);
      data = 0x0f0f0f0f0f0f0f0f;
      ASSERT_EQ(p.cpu.transport(trans), tlm::TLM_OK_RESPONSE);
      ASSERT_EQ(data, (0x0f0f0f0f0f0f0f0f & ~lanes) | (kept & lanes));
    }

    // A short list of enables repeats.
    unsigned char every_other[2] = {TLM_BYTE_ENABLED, TLM_BYTE_DISABLED};
    std::uint64_t data           = ~0ull;
    tlm::tlm_generic_payload trans;
    p.cpu.write<std::uint64_t>(regs::BLo, 0);
    p.cpu.fill(trans, tlm::TLM_WRITE_COMMAND, regs::BLo, &data, 8);
    trans.set_byte_enable_ptr(every_other);
    trans.set_byte_enable_length(2);
    EXPECT_EQ(p.cpu.transport(trans), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(p.cpu.read<std::uint64_t>(regs::BLo), 0x00ff00ff00ff00ffull);
    trans.set_byte_enable_length(0);
    EXPECT_EQ(p.cpu.transport(trans), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);

    // Commands and write-1-to-clear bits count only in an enabled lane.
    unsigned char upper[4] = {TLM_BYTE_DISABLED, TLM_BYTE_ENABLED, TLM_BYTE_ENABLED,
                              TLM_BYTE_ENABLED};
    std::uint32_t ones     = ~0u;
    p.cpu.write(regs::Ctrl, regs::CtrlStart);  // M is 0: an error that stays
    for (const auto reg : {regs::Ctrl, regs::Status}) {
      p.cpu.fill(trans, tlm::TLM_WRITE_COMMAND, reg, &ones, 4);
      trans.set_byte_enable_ptr(upper);
      trans.set_byte_enable_length(4);
      EXPECT_EQ(p.cpu.transport(trans), tlm::TLM_OK_RESPONSE);
    }
    EXPECT_EQ(p.cpu.read(regs::Status), regs::StatusError);
    EXPECT_EQ(p.cpu.read<std::uint64_t>(regs::BLo), 0x00ff00ff00ff00ffull) << "not reset";
  });
}

// A call of wait() outside of a process is an error, so none happened.
TEST_F(TensorTlm, AccessAnnotatesItsTimeAndDoesNotWait) {
  sc_core::sc_start(SC_ZERO_TIME);
  std::uint32_t data = 5;
  tlm::tlm_generic_payload trans;
  for (const auto command : {tlm::TLM_WRITE_COMMAND, tlm::TLM_READ_COMMAND}) {
    sc_time delay = ns(7);
    p.cpu.fill(trans, command, regs::M, &data, 4);
    p.cpu.csr->b_transport(trans, delay);
    EXPECT_EQ(trans.get_response_status(), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(delay, ns(7 + 2));
  }
  EXPECT_EQ(sc_core::sc_time_stamp(), SC_ZERO_TIME);
}

struct early_debugger : sc_core::sc_module {
  platform<>* p = nullptr;
  std::vector<unsigned char> page;
  explicit early_debugger(const sc_core::sc_module_name& name) : sc_module(name) {}
  void start_of_simulation() override { page = p->cpu.page(); }
};

TEST_F(TensorTlm, DebugReadsBeforeTheSimulationStarts) {
  early_debugger debugger("debugger");
  debugger.p = &p;
  p.run([&] { EXPECT_EQ(p.cpu.page(), debugger.page); });
  ASSERT_EQ(debugger.page.size(), regs::PageBytes);
  EXPECT_EQ(std::string(debugger.page.begin(), debugger.page.begin() + 4), "WEFT");
}

TEST_F(TensorTlm, DebugReadsAnyRangeAndNothingElse) {
  p.run([&] {
    p.cpu.write<std::uint64_t>(regs::ALo, 0x0123456789abcdef);
    p.cpu.write(regs::Ctrl, regs::CtrlStart);  // M is 0
    const auto page = p.cpu.page();
    for (const auto& reg : regs::Map) {
      if (reg.access == access_e::WriteOnly) continue;
      std::uint32_t word;
      std::memcpy(&word, &page[reg.offset], 4);
      EXPECT_EQ(word, p.cpu.read(reg.offset)) << reg.name;
    }

    tlm::tlm_generic_payload trans;
    std::vector<unsigned char> bytes(2 * regs::PageBytes);
    for (unsigned at = 0; at < 300; ++at) {
      for (unsigned length : {0u, 1u, 2u, 3u, 4u, 7u, 64u, 5000u}) {
        std::fill(bytes.begin(), bytes.end(), 0xee);
        p.cpu.fill(trans, tlm::TLM_READ_COMMAND, at, bytes.data(), length);
        const auto wanted = std::min(length, regs::PageBytes - at);
        ASSERT_EQ(p.cpu.csr->transport_dbg(trans), wanted);
        ASSERT_TRUE(std::equal(bytes.begin(), bytes.begin() + wanted, page.begin() + at));
        ASSERT_EQ(bytes[wanted], 0xee);
      }
    }
    p.cpu.fill(trans, tlm::TLM_READ_COMMAND, regs::PageBytes, bytes.data(), 4);
    EXPECT_EQ(p.cpu.csr->transport_dbg(trans), 0u);
    for (const auto& reg : regs::Map) {
      p.cpu.fill(trans, tlm::TLM_WRITE_COMMAND, reg.offset, bytes.data(), 4);
      EXPECT_EQ(p.cpu.csr->transport_dbg(trans), 0u) << reg.name;
    }
    EXPECT_EQ(p.cpu.page(), page);
  });
}

TEST_F(TensorTlm, DirectPointerIsRefusedForThePage) {
  p.run([&] {
    tlm::tlm_generic_payload trans;
    std::uint32_t data;
    for (const auto& [at, first, last] :
         {std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>{0x24, 0, 0xfff},
          {0x1000, 0x1000, ~0ull}}) {
      tlm::tlm_dmi region;
      p.cpu.fill(trans, tlm::TLM_READ_COMMAND, at, &data, 4);
      EXPECT_FALSE(p.cpu.csr->get_direct_mem_ptr(trans, region));
      EXPECT_EQ(region.get_start_address(), first);
      EXPECT_EQ(region.get_end_address(), last);
      EXPECT_TRUE(region.is_read_write_allowed()) << "with false: what is refused";
    }
    p.cpu.fill(trans, tlm::TLM_READ_COMMAND, 0, &data, 4);
    trans.set_dmi_allowed(true);
    EXPECT_EQ(p.cpu.transport(trans), tlm::TLM_OK_RESPONSE);
    EXPECT_FALSE(trans.is_dmi_allowed());
  });
}

/// An initiator of the approximately-timed style: the socket converts.
struct nb_initiator : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<nb_initiator> socket{"socket"};
  systemc::payload_pool pool;
  sc_core::sc_event response;
  std::uint32_t id = 0;
  sc_time took;

  explicit nb_initiator(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_bw(this, &nb_initiator::nb_transport_bw);
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(nb_initiator);

  void run() {
    auto& trans = pool.take();
    cpu<>::fill(trans, tlm::TLM_READ_COMMAND, regs::Id, &id, 4);
    trans.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay;
    EXPECT_NE(socket->nb_transport_fw(trans, phase, delay), tlm::TLM_COMPLETED);
    wait(response);
    EXPECT_TRUE(trans.is_response_ok());
    took = sc_core::sc_time_stamp();
    trans.release();
    for (;;) wait();
  }

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload&, tlm::tlm_phase& phase,
                                     sc_time& delay) {
    if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
    response.notify(delay);
    return tlm::TLM_COMPLETED;
  }
};

TEST(TensorTlmAlone, AnswersNonBlockingTransportAndNeedsNeitherIrqNorReset) {
  nb_initiator cpu("cpu");
  systemc::tensor tensor("tensor", config_of(Fp16));
  systemc::memory memory("memory", 64);
  cpu.socket.bind(tensor.csr);
  tensor.dma.bind(memory.socket);
  sc_core::sc_start();
  EXPECT_EQ(cpu.id, 0x54464557u);
  EXPECT_EQ(cpu.took, ns(2));
}

/// A tensor core inside a user's module with ports of the usual kinds.
struct wrapper : sc_core::sc_module {
  sc_core::sc_out<bool> irq{"irq"};
  sc_core::sc_in<bool> rst_n{"rst_n"};
  systemc::tensor tensor{"tensor", config_of(Fp16)};
  explicit wrapper(const sc_core::sc_module_name& name) : sc_module(name) {
    tensor.irq(irq);
    tensor.rst_n(rst_n);
  }
};

TEST(TensorTlmAlone, BindsToThePortsOfAWrapper) {
  wrapper w("wrapper");
  cpu<> c("cpu");
  systemc::memory memory("memory", 64);
  sc_core::sc_signal<bool> irq("irq"), rst_n("rst_n", true);
  c.csr.bind(w.tensor.csr);
  w.tensor.dma.bind(memory.socket);
  w.irq(irq);
  w.rst_n(rst_n);
  c.irq(irq);
  c.program = [&] {
    weft_tensor_enable_irq(&c.core, 1);
    c.write(regs::Ctrl, regs::CtrlStart);  // M is 0
    c.sync();
    EXPECT_TRUE(irq.read());
    rst_n = false;
    wait(ns(1));
    EXPECT_FALSE(irq.read());
  };
  sc_core::sc_start();
  EXPECT_EQ(sc_core::sc_time_stamp(), ns(2 * 2 + 1));
}

TEST(TensorTlmAlone, ImpossibleConfigurationIsReported) {
  const auto report_of = [](auto change) {
    expected_report scope(expected_report::Throw);
    systemc::tensor_config config;
    change(config);
    EXPECT_THROW(systemc::tensor(sc_core::sc_gen_unique_name("tensor"), config),
                 sc_core::sc_report);
    return scope.type + " " + scope.message;
  };
  using config = systemc::tensor_config;
  EXPECT_EQ(report_of([](config& c) { c.burst_bytes = 96; }),
            "/weft/tensor tensor_0: burst_bytes is 96, not a power of two from 8 to 4096");
  EXPECT_EQ(report_of([](config& c) { c.burst_bytes = 8192; }),
            "/weft/tensor tensor_1: burst_bytes is 8192, not a power of two from 8 to 4096");
  EXPECT_EQ(report_of([](config& c) { c.max_dim = 0; }),
            "/weft/tensor tensor_2: max_dim is 0, not from 1 to 65535");
}

TEST_F(TensorTlm, ATransactionWithoutADataPointerIsAnError) {
  p.run([&] {
    const auto before = p.cpu.page();
    for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
      EXPECT_EQ(p.cpu.access(command, regs::M, nullptr, 4), tlm::TLM_GENERIC_ERROR_RESPONSE);
      tlm::tlm_generic_payload trans;
      p.cpu.fill(trans, command, regs::M, nullptr, 4);
      EXPECT_EQ(p.cpu.csr->transport_dbg(trans), 0u);
    }
    EXPECT_EQ(p.cpu.access(tlm::TLM_IGNORE_COMMAND, 0, nullptr, 4), tlm::TLM_OK_RESPONSE);
    tlm::tlm_generic_payload of_memory;
    sc_time delay;
    p.cpu.fill(of_memory, tlm::TLM_READ_COMMAND, platform<>::Base, nullptr, 4);
    p.bus.out->b_transport(of_memory, delay);
    EXPECT_EQ(of_memory.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    EXPECT_EQ(p.cpu.page(), before);
  });
}

TEST_F(TensorTlm, RandomTrafficGetsALegalAnswerAndBreaksNothing) {
  p.run([&] {
    std::mt19937 random(static_cast<unsigned>(test_options().seed + 6));
    std::array<std::uint64_t, 16> data{};
    std::array<unsigned char, 16> enable;
    const std::uint32_t values[] = {0, 1, 2, 3, 4, 7, 8, 0x1234'0000, 0x12, 0xffff'ffff};
    for (int i = 0; i < 30000; ++i) {
      const auto pick = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
      for (auto& word : data) word = values[pick(10)] | std::uint64_t{values[pick(10)]} << 32;
      for (auto& e : enable) e = pick(4) ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
      tlm::tlm_generic_payload trans;
      const auto command = static_cast<tlm::tlm_command>(pick(3));
      const auto length  = pick(4) ? 4u : pick(20);
      p.cpu.fill(trans, command, pick(8) ? 4 * pick(0x120 / 4) : pick(0x1100), data.data(), length);
      if (pick(4) == 0) {
        trans.set_byte_enable_ptr(enable.data());
        trans.set_byte_enable_length(pick(17));
      }
      if (pick(8) == 0) trans.set_streaming_width(pick(9));
      p.cpu.transport(trans);
      EXPECT_NE(trans.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
      EXPECT_NE(trans.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
      if (pick(16) == 0) p.cpu.sync();
    }
    p.cpu.sync();
    weft_tensor_reset(&p.cpu.core);
    placed job(p.memory, Fp16, random_problem(Fp16, {9, 3, 5}, true, 2), platform<>::Base);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    wait(ns(100000));
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_DONE);
    EXPECT_TRUE(job.right(p.memory));
  });
}

}  // namespace
}  // namespace weft::tensor_tlm_test
