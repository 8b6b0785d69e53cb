// SPDX-License-Identifier: Apache-2.0
//
// systemc/tensor.hpp: registers, DMA, interrupt, reset; D bit for bit and time to the picosecond.
// The tests of jobs run on every backend of backends(). One process a test: SystemC elaborates
// once.

#include "tb/tensor/tensor_tlm.hpp"

#include <gtest/gtest.h>

#include <array>
#include <iostream>
#include <memory>
#include <tuple>

#ifdef WEFT_WITH_RTL
#include "sim/verilated/tensor_engine.hpp"
#endif

namespace weft {
namespace {

namespace regs = systemc::tensor_regs;
namespace gt   = golden::tensor;
using namespace tlm_bench;  // NOLINT: the bench is written for this file
using regs::access_e;

std::vector<backend> backends() {
  std::vector<backend> all{{"Golden", gt::golden_engine}};
#ifdef WEFT_WITH_RTL
  all.push_back({"Rtl", [](const gt::config& c) { return sim::rtl_engine(c); }});
#endif
  return all;
}

/// A small array of a type; one that was Verilated, where the RTL is a backend.
gt::config array_of(arithmetic type) {
#ifdef WEFT_WITH_RTL
  for (const auto& c : sim::built_rtl_configs()) {
    if (c.type == type) return c;
  }
#endif
  return {type, 4, 4};
}

systemc::tensor_config config_of(arithmetic type) {
  systemc::tensor_config config;
  config.array        = array_of(type);
  config.clock_period = ns(2);
  return config;
}

/// The duration of a job, from the end of the access that starts it.
sc_time duration(const placed& job, const systemc::tensor_config& config, const sc_time& latency) {
  const auto cycles = gt::cycles(config.array, job.problem().shape);
  return static_cast<double>(job.bursts(config.burst_bytes)) * latency +
         static_cast<double>(cycles) * config.clock_period;
}

bool keeps(access_e access) { return access == access_e::ReadWrite; }

// ---- Registers ----

struct TensorTlm : testing::Test {
  platform<> p{config_of(Fp16)};
};

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

// ---- Errors of software ----

/// Starts a job that must be refused, and returns the error. Clearing the bit of STATUS clears the
/// error.
enum weft_tensor_error refusal(cpu<>& c, const weft_tensor_job& job) {
  weft_tensor_start(&c.core, &job);
  EXPECT_EQ(weft_tensor_poll(&c.core), WEFT_TENSOR_FAILED);
  EXPECT_EQ(c.read(regs::Status), regs::StatusError);
  std::uint64_t fault = 1;
  const auto code     = weft_tensor_error(&c.core, &fault);
  EXPECT_EQ(fault, 0u);
  c.write(regs::Status, regs::StatusDone);
  EXPECT_EQ(weft_tensor_error(&c.core, nullptr), code) << "cleared with DONE";
  weft_tensor_acknowledge(&c.core);
  EXPECT_EQ(weft_tensor_poll(&c.core), WEFT_TENSOR_IDLE);
  EXPECT_EQ(weft_tensor_error(&c.core, nullptr), WEFT_TENSOR_ERROR_NONE);
  return code;
}

TEST_F(TensorTlm, IllegalJobsAreRefusedWithTheirCode) {
  p.run([&] {
    placed good(p.memory, Fp16, random_problem(Fp16, {5, 6, 7}, true, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job = good.job;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    for (const auto dim : {&job::m, &job::n, &job::k}) {
      for (const auto value : {0u, 65536u, ~0u}) {
        EXPECT_EQ(code_of([&](job& j) { j.*dim = value; }), WEFT_TENSOR_ERROR_DIMENSION) << value;
      }
    }
    for (const auto address : {&job::a, &job::b, &job::c, &job::d}) {
      EXPECT_EQ(code_of([&](job& j) { j.*address += 1; }), WEFT_TENSOR_ERROR_ALIGNMENT);
      EXPECT_EQ(code_of([&](job& j) { j.*address = ~7ull; }), WEFT_TENSOR_ERROR_ADDRESS);
    }
    for (const auto stride : {&job::lda, &job::ldb, &job::ldc, &job::ldd}) {
      EXPECT_EQ(code_of([&](job& j) { j.*stride += 1; }), WEFT_TENSOR_ERROR_ALIGNMENT);
    }
    EXPECT_EQ(code_of([&](job& j) { j.ldd -= 4; }), WEFT_TENSOR_ERROR_STRIDE);
    EXPECT_TRUE(p.bus.bursts.empty());
    EXPECT_EQ(p.cpu.read(regs::Jobs), 0u);
    // Without preload C does not matter.
    auto no_c    = good.job;
    no_c.preload = 0;
    no_c.c       = ~0ull;
    no_c.ldc     = 1;
    weft_tensor_start(&p.cpu.core, &no_c);
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
  });
  EXPECT_FALSE(p.bus.bursts.empty());
}

TEST_F(TensorTlm, WhatIsNotBuiltInIsRefused) {
  p.run([&] {
    EXPECT_EQ(p.cpu.read(regs::Features), regs::FeaturesStreams);
    placed good(p.memory, Fp16, random_problem(Fp16, {5, 6, 8}, true, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job = good.job;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    EXPECT_EQ(code_of([](job& j) { j.transpose_a = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.transpose_b = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.sparse_a = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.relu = 1; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.output = WEFT_TENSOR_INT8; }), WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.flow = WEFT_TENSOR_CORE_CHOOSES; }), WEFT_TENSOR_ERROR_FLOW);
    EXPECT_TRUE(p.bus.bursts.empty());
  });
}

TEST(TensorTlmAlone, SparseAndFinishedJobsAreChecked) {
  auto config           = config_of(Int8);
  config.array.sparse   = true;
  config.array.epilogue = true;
  platform<> p(config);
  p.run([&] {
    EXPECT_EQ(p.cpu.read(regs::Features),
              regs::FeaturesStreams | regs::FeaturesSparse | regs::FeaturesEpilogue);
    placed good(p.memory, Int8, random_problem(Int8, {5, 6, 8}, false, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job     = good.job;
      job.sparse_a = 1;
      job.a_extra  = job.b;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    EXPECT_EQ(code_of([](job& j) { j.k = 6; }), WEFT_TENSOR_ERROR_DIMENSION);
    EXPECT_EQ(code_of([](job& j) { j.flow = WEFT_TENSOR_INPUT_STATIONARY; }),
              WEFT_TENSOR_ERROR_FEATURE);
    EXPECT_EQ(code_of([](job& j) { j.a_extra = ~3ull; }), WEFT_TENSOR_ERROR_ADDRESS);
    EXPECT_EQ(code_of([](job& j) { j.output = weft_tensor_output(3); }), WEFT_TENSOR_ERROR_FEATURE);
    // INT8 results: rows of 6 bytes.
    EXPECT_EQ(code_of([](job& j) { j.output = WEFT_TENSOR_INT8, j.ldd = 5; }),
              WEFT_TENSOR_ERROR_STRIDE);
    auto right   = good.job;
    right.output = WEFT_TENSOR_INT8;
    right.ldd    = 6;
    weft_tensor_start(&p.cpu.core, &right);
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
  });
}

TEST(TensorTlmAlone, LimitOfDimensionsIsTheInstances) {
  auto config    = config_of(Int8);
  config.max_dim = 8;
  platform<> p(config);
  p.run([&] {
    weft_tensor_info info;
    ASSERT_EQ(weft_tensor_probe(&p.cpu.core, &info), 0);
    EXPECT_EQ(info.max_dim, 8u);
    EXPECT_EQ(info.types, regs::CapabilityInt8);
    placed fits(p.memory, Int8, random_problem(Int8, {8, 8, 8}, false, 1), platform<>::Base);
    for (const unsigned m : {9u, 8u}) {
      auto job = fits.job;
      job.m    = m;
      weft_tensor_start(&p.cpu.core, &job);
      EXPECT_EQ(weft_tensor_poll(&p.cpu.core), m == 9 ? WEFT_TENSOR_FAILED : WEFT_TENSOR_RUNNING);
    }
  });
}

TEST_F(TensorTlm, AJobThatTheHostHasNoRoomForIsRefused) {
  p.run([&] {
    placed good(p.memory, Fp16, random_problem(Fp16, {5, 6, 7}, true, 1), platform<>::Base);
    const auto code_of = [&](auto change) {
      auto job = good.job;
      job.ldd  = 4 * 65535;
      change(job);
      return refusal(p.cpu, job);
    };
    using job = weft_tensor_job;
    // All rows of A and of B are one row, which lies in memory.
    const auto repeats = [](job& j, unsigned m, unsigned n, unsigned k) {
      j.m = m, j.n = n, j.k = k;
      j.lda = j.ldb = j.ldc = 0;
    };
    EXPECT_EQ(code_of([&](job& j) { repeats(j, 65535, 65535, 65535); }), WEFT_TENSOR_ERROR_SIZE);
    EXPECT_EQ(code_of([&](job& j) { repeats(j, 1, 65535, 65535); }), WEFT_TENSOR_ERROR_SIZE);
    EXPECT_EQ(code_of([&](job& j) { repeats(j, 4097, 4097, 4097); }), WEFT_TENSOR_ERROR_SIZE);
    EXPECT_TRUE(p.bus.bursts.empty());
  });
}

struct limits {
  std::uint64_t elements, macs;
};
struct TensorLimits : testing::TestWithParam<limits> {};

TEST_P(TensorLimits, AreTheInstances) {
  auto config         = config_of(Int8);
  config.max_elements = GetParam().elements;
  config.max_macs     = GetParam().macs;
  platform<> p(config);
  p.run([&] {
    placed fits(p.memory, Int8, random_problem(Int8, {8, 8, 8}, false, 1), platform<>::Base);
    auto larger = fits.job;
    ++larger.k;
    EXPECT_EQ(refusal(p.cpu, larger), WEFT_TENSOR_ERROR_SIZE);
    weft_tensor_start(&p.cpu.core, &fits.job);
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
  });
}
// Three matrices of 8 x 8; 8^3 multiply-adds.
INSTANTIATE_TEST_SUITE_P(Of, TensorLimits,
                         testing::Values(limits{3 * 64, 10'000}, limits{10'000, 512}));

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
    std::mt19937 random(7);
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

// ---- Jobs, on every backend ----

struct TensorJob : testing::TestWithParam<backend> {
  gt::engine engine(const systemc::tensor_config& config) const {
    return GetParam().make(config.array);
  }
};

INSTANTIATE_TEST_SUITE_P(On, TensorJob, testing::ValuesIn(backends()),
                         [](const auto& test) { return test.param.name; });

template <class Platform>
void run_and_acknowledge(Platform& p, const placed& job) {
  weft_tensor_start(&p.cpu.core, &job.job);
  p.cpu.wait_for_irq();
  p.cpu.local = SC_ZERO_TIME;
  EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_DONE);
  weft_tensor_acknowledge(&p.cpu.core);
  p.cpu.sync();
  EXPECT_FALSE(p.irq.read());
}

void check_values(const gt::engine& engine, const systemc::tensor_config& config) {
  platform<> p(config, engine);
  const auto type = config.array.type;
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    unsigned seed = 0;
    for (const shape& s : {shape{1, 1, 1},
                           {4, 4, 4},
                           {5, 3, 2},
                           {1, 9, 20},
                           {13, 1, 7},
                           {16, 16, 64},
                           {17, 31, 33},
                           {3, 200, 5}}) {
      for (const bool preload : {false, true}) {
        for (const unsigned pad : {0u, 3u}) {
          for (const auto flow :
               {WEFT_TENSOR_OUTPUT_STATIONARY, WEFT_TENSOR_WEIGHT_STATIONARY,
                WEFT_TENSOR_BIDIRECTIONAL, WEFT_TENSOR_INPUT_STATIONARY, WEFT_TENSOR_FASTEST}) {
            // Addresses that are aligned to an element only.
            ++seed;
            const auto runs =
                flow == WEFT_TENSOR_FASTEST ? gt::best_flow(config.array, s) : gt::flow_e(flow);
            auto problem = random_problem(type, s, preload, seed);
            problem.flow = runs;
            placed job(p.memory, type, std::move(problem), platform<>::Base + 4 * seed, pad);
            job.job.flow = flow;
            run_and_acknowledge(p, job);
            EXPECT_TRUE(job.right(p.memory))
                << s.m << "x" << s.n << "x" << s.k << " pad " << pad << " flow " << flow;
            EXPECT_EQ(weft_tensor_cycles(&p.cpu.core), gt::cycles(config.array, s, runs));
          }
        }
      }
    }
    EXPECT_EQ(p.cpu.read(regs::Jobs), seed);
  });
}

TEST_P(TensorJob, Fp16ValuesAreGoldens) {
  const auto config = config_of(Fp16);
  check_values(engine(config), config);
}

TEST_P(TensorJob, Int8ValuesAreGoldens) {
  const auto config = config_of(Int8);
  check_values(engine(config), config);
}

TEST_P(TensorJob, StrideZeroRepeatsARow) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.memory.allow_dmi(false);
  p.run([&] {
    // With stride 0 every row is row 0: the same as a problem whose rows are equal.
    auto problem = random_problem(Fp16, {6, 5, 4}, true, 3);
    for (unsigned i = 1; i < 6; ++i) {
      std::copy_n(problem.c.begin(), 5, problem.c.begin() + i * 5);
      std::copy_n(problem.a.begin(), 4, problem.a.begin() + i * 4);
    }
    placed job(p.memory, Fp16, problem, platform<>::Base);
    job.job.ldc = 0;
    job.job.lda = 0;
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
    // One row of A and one of C are read, and all four of B.
    std::set<std::uint64_t> read;
    for (const auto& burst : p.bus.bursts) {
      if (burst.command == tlm::TLM_WRITE_COMMAND) continue;
      EXPECT_TRUE(read.insert(burst.address).second) << burst.address << " is read twice";
    }
    EXPECT_GE(read.size(), 3u);
  });
}

/// The time from the end of the access that starts a job to the rise of irq, with and without
/// direct pointers, with targets that annotate and with targets that wait: always the same.
TEST_P(TensorJob, TimeIsLoadPlusCyclesPlusStore) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(31);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    enum mode_e { Annotates, Direct, Waits };
    unsigned seed = 0;
    for (const auto mode : {Annotates, Direct, Waits}) {
      p.memory.allow_dmi(mode == Direct);
      p.bus.blocks = mode == Waits;
      for (const shape& s : {shape{1, 1, 1}, {16, 16, 16}, {33, 20, 50}}) {
        for (const bool preload : {false, true}) {
          for (const unsigned pad : {0u, 5u}) {
            ++seed;
            const placed job(p.memory, Fp16, random_problem(Fp16, s, preload, seed),
                             platform<>::Base + 4 * seed, pad);
            p.cpu.sync();
            weft_tensor_start(&p.cpu.core, &job.job);
            const auto start = p.cpu.now();
            p.cpu.wait_for_irq();
            p.cpu.local = SC_ZERO_TIME;
            EXPECT_EQ(p.cpu.now() - start, duration(job, config, latency)) << mode;
            EXPECT_EQ(p.cpu.read<std::uint64_t>(regs::DmaCyclesLo),
                      (job.bursts(config.burst_bytes) * 31 + 1) / 2)
                << "the clock period is 2 ns";
            EXPECT_TRUE(job.right(p.memory));
            weft_tensor_acknowledge(&p.cpu.core);
            p.cpu.sync();
          }
        }
      }
    }
  });
}

TEST_P(TensorJob, StartsAtTheLocalTimeOfTheWrite) {
  const auto config  = config_of(Int8);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed job(p.memory, Int8, random_problem(Int8, {9, 9, 9}, true, 4), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    p.cpu.sync();
    p.cpu.local += ns(12345);  // ahead of everybody
    weft_tensor_start(&p.cpu.core, &job.job);
    const auto start = p.cpu.now();
    EXPECT_LT(sc_core::sc_time_stamp(), ns(1000));
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING);
    wait(start - sc_core::sc_time_stamp() - ns(1));
    EXPECT_TRUE(p.bus.bursts.empty()) << "DMA before the start";
    p.cpu.wait_for_irq();
    EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
    EXPECT_TRUE(job.right(p.memory));
  });
}

TEST_P(TensorJob, GlobalQuantumChangesNoTimeAndBoundsLocalTime) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.memory.allow_dmi(false);
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    for (const auto& quantum : {SC_ZERO_TIME, ns(200), ns(1'000'000)}) {
      tlm_utils::tlm_quantumkeeper::set_global_quantum(quantum);
      const placed job(p.memory, Fp16, random_problem(Fp16, {40, 40, 40}, false, 5),
                       platform<>::Base);
      p.bus.bursts.clear();
      p.cpu.sync();
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
      EXPECT_TRUE(job.right(p.memory));
      weft_tensor_acknowledge(&p.cpu.core);

      sc_time most;
      for (const auto& burst : p.bus.bursts) most = std::max(most, burst.ahead);
      EXPECT_LE(most, quantum);
      if (quantum > SC_ZERO_TIME) {
        EXPECT_GT(most, SC_ZERO_TIME) << "never decoupled";
      }
      EXPECT_EQ(p.bus.bursts.size(), job.bursts(config.burst_bytes));
    }
    tlm_utils::tlm_quantumkeeper::set_global_quantum(SC_ZERO_TIME);
  });
}

TEST_P(TensorJob, BurstsKeepTheRulesAtEveryLength) {
  // The rules are checked by watched_bus. A row of 4100 bytes crosses 4 KiB whatever the place.
  std::vector<std::unique_ptr<platform<>>> all;
  for (const unsigned bytes : {8u, 64u, 4096u}) {
    auto config        = config_of(Int8);
    config.burst_bytes = bytes;
    all.push_back(std::make_unique<platform<>>(config, engine(config)));
    auto& p = *all.back();
    p.memory.allow_dmi(false);
    p.cpu.program = [&p, bytes] {
      const placed job(p.memory, Int8, random_problem(Int8, {2, 3, 4100}, true, 6),
                       platform<>::Base + 4 * 1023, 1);
      weft_tensor_enable_irq(&p.cpu.core, 1);
      run_and_acknowledge(p, job);
      EXPECT_TRUE(job.right(p.memory));
      EXPECT_EQ(p.bus.bursts.size(), job.bursts(bytes));
      EXPECT_EQ(p.bus.payloads.size(), 1u) << "the payload is used again";
    };
  }
  sc_core::sc_start();
}

TEST_P(TensorJob, DirectPointersAreUsedUntilTheyAreTakenBack) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    const auto bursts_of_a_job = [&](unsigned seed) {
      const placed job(p.memory, Fp16, random_problem(Fp16, {20, 20, 20}, true, seed),
                       platform<>::Base);
      p.bus.bursts.clear();
      run_and_acknowledge(p, job);
      EXPECT_TRUE(job.right(p.memory)) << seed;
      return p.bus.bursts.size();
    };
    EXPECT_EQ(bursts_of_a_job(1), 1u) << "the first burst brings the hint";
    EXPECT_EQ(bursts_of_a_job(2), 0u);
    EXPECT_EQ(p.bus.pointers, 1u);
    p.memory.allow_dmi(false);
    const auto asked = p.bus.asked;
    EXPECT_GT(bursts_of_a_job(3), 8u);
    EXPECT_EQ(p.bus.asked, asked) << "no hint, no question";
    p.memory.allow_dmi(true);
    EXPECT_EQ(bursts_of_a_job(4), 1u);
    EXPECT_EQ(p.bus.pointers, 2u);
    p.memory.allow_dmi(false);
    p.bus.hints_without_dmi = true;  // a hint is no promise
    EXPECT_GT(bursts_of_a_job(5), 8u);
    EXPECT_EQ(p.bus.pointers, 2u);
  });
}

TEST_P(TensorJob, BurstsThatADirectPointerDoesNotCoverAreSent) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    // Every burst has 256 bytes; a direct pointer covers four of them, or a half.
    const placed job(p.memory, Fp16, random_problem(Fp16, {32, 32, 32}, true, 1), platform<>::Base);
    const auto all = job.bursts(config.burst_bytes);
    struct run_t {
      unsigned window;
      bool again;  // with the pointers of the run before
      std::uint64_t sent;
    };
    for (const auto& run : {run_t{1024, false, all / 4}, run_t{1024, true, 0},
                            run_t{128, false, all}, run_t{128, true, all}}) {
      if (!run.again) p.memory.allow_dmi(false);
      p.memory.allow_dmi(true);
      p.bus.window = run.window;
      p.bus.bursts.clear();
      job.wipe(p.memory);
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, ns(30)));
      EXPECT_EQ(p.bus.bursts.size(), run.sent) << run.window << run.again;
      EXPECT_TRUE(job.right(p.memory));
      weft_tensor_acknowledge(&p.cpu.core);
      p.cpu.sync();
    }
  });
}

TEST_P(TensorJob, StoresWithoutThePointersTakenBackDuringAJob) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    placed job(p.memory, Fp16, random_problem(Fp16, {20, 20, 20}, true, 1), platform<>::Base);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    wait(duration(job, config, ns(30)) / 2);
    EXPECT_EQ(p.bus.bursts.size(), 1u);
    p.memory.allow_dmi(false);
    p.cpu.wait_for_irq();
    EXPECT_EQ(p.bus.writes(), job.store_bursts(config.burst_bytes));
    EXPECT_TRUE(job.right(p.memory));
  });
}

TEST_P(TensorJob, InterruptIsALevelOfStatusAndMask) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    const auto settled_irq = [&] {
      p.cpu.sync();
      wait(SC_ZERO_TIME);
      wait(SC_ZERO_TIME);
      return p.irq.read();
    };
    EXPECT_FALSE(settled_irq());
    const placed job(p.memory, Fp16, random_problem(Fp16, {3, 3, 3}, false, 1), platform<>::Base);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    wait(ns(100000));
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_DONE);
    EXPECT_EQ(p.cpu.read(regs::IrqRaw), regs::IrqRawDone);
    EXPECT_EQ(p.cpu.read(regs::IrqStatus), 0u);
    EXPECT_FALSE(settled_irq()) << "not enabled";
    p.cpu.write(regs::IrqEnable, regs::IrqEnableError);
    EXPECT_FALSE(settled_irq()) << "the other one enabled";
    p.cpu.write(regs::IrqEnable, regs::IrqEnableDone);
    EXPECT_EQ(p.cpu.read(regs::IrqStatus), regs::IrqStatusDone);
    EXPECT_TRUE(settled_irq());
    p.cpu.write(regs::Status, regs::StatusError | regs::StatusBusy);
    EXPECT_TRUE(settled_irq()) << "cleared by the wrong bits";
    p.cpu.write(regs::Status, regs::StatusDone);
    EXPECT_FALSE(settled_irq());
    EXPECT_EQ(p.cpu.read(regs::IrqRaw), 0u);
    p.cpu.write(regs::Ctrl, 0u);
    EXPECT_EQ(p.cpu.read(regs::Status), 0u) << "a zero command is none";
    // An error raises it too, and a good start lowers it.
    p.cpu.write(regs::IrqEnable, regs::IrqEnableError);
    auto bad = job.job;
    bad.k    = 0;
    weft_tensor_start(&p.cpu.core, &bad);
    EXPECT_TRUE(settled_irq());
    weft_tensor_start(&p.cpu.core, &job.job);
    EXPECT_FALSE(settled_irq());
  });
}

TEST_P(TensorJob, StartWhileBusyIsAnErrorAndTheJobGoesOn) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {8, 8, 8}, true, 1), platform<>::Base);
    const placed next(p.memory, Fp16, random_problem(Fp16, {9, 9, 9}, true, 2), job.end());
    p.cpu.write(regs::IrqEnable, regs::IrqEnableDone);
    weft_tensor_start(&p.cpu.core, &job.job);
    const auto start = p.cpu.now();
    weft_tensor_start(&p.cpu.core, &next.job);  // its registers do not disturb the running job
    EXPECT_EQ(p.cpu.read(regs::Status), regs::StatusBusy | regs::StatusError);
    EXPECT_EQ(weft_tensor_error(&p.cpu.core, nullptr), WEFT_TENSOR_ERROR_BUSY);
    p.cpu.wait_for_irq();
    EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
    EXPECT_EQ(p.cpu.read(regs::Status), regs::StatusDone | regs::StatusError);
    EXPECT_TRUE(job.right(p.memory));
    EXPECT_TRUE(next.untouched(p.memory));
    weft_tensor_acknowledge(&p.cpu.core);
    p.cpu.sync();
    run_and_acknowledge(p, next);
    EXPECT_TRUE(next.right(p.memory));
    EXPECT_EQ(p.cpu.read(regs::Jobs), 2u);
  });
}

TEST_P(TensorJob, BusErrorsAtTheFirstAndLastByteAreReported) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  constexpr auto First = platform<>::Base, Last = First + platform<>::Size;  // one past the end
  p.run([&] {
    placed good(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 1), First);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    struct operand {
      std::uint64_t weft_tensor_job::*address;
      std::uint32_t weft_tensor_job::*stride;
      unsigned rows, element, row_bytes;
    };
    const auto& g            = good.job;
    const operand operands[] = {{&weft_tensor_job::a, &weft_tensor_job::lda, g.m, 2, g.k * 2},
                                {&weft_tensor_job::b, &weft_tensor_job::ldb, g.k, 2, g.n * 2},
                                {&weft_tensor_job::c, &weft_tensor_job::ldc, g.m, 4, g.n * 4},
                                {&weft_tensor_job::d, &weft_tensor_job::ldd, g.m, 4, g.n * 4}};
    unsigned jobs            = 0;
    for (const bool dmi : {false, true}) {
      p.memory.allow_dmi(dmi);
      for (const auto& o : operands) {
        const bool store = o.address == &weft_tensor_job::d;
        const auto span  = std::uint64_t{o.rows - 1} * g.*o.stride + o.row_bytes;
        // From one element before the memory, and to one element behind it; then just inside.
        for (const auto& [at, fault] : {std::pair{First - o.element, First - o.element},
                                        {Last - span + o.element, Last},
                                        {Last - span, std::uint64_t{0}}}) {
          auto job       = g;
          job.*o.address = at;
          good.wipe(p.memory);
          const auto writes = p.bus.writes();
          weft_tensor_start(&p.cpu.core, &job);
          p.cpu.wait_for_irq();
          p.cpu.local = SC_ZERO_TIME;
          if (fault == 0) {
            EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_DONE);
            ++jobs;
          } else {
            EXPECT_EQ(p.cpu.read(regs::Status), regs::StatusError);
            std::uint64_t reported = 0;
            EXPECT_EQ(weft_tensor_error(&p.cpu.core, &reported),
                      store ? WEFT_TENSOR_ERROR_STORE : WEFT_TENSOR_ERROR_LOAD);
            EXPECT_EQ(reported, fault);
            if (!store) {
              EXPECT_TRUE(good.untouched(p.memory));
              EXPECT_EQ(p.bus.writes(), writes);
            }
          }
          EXPECT_EQ(p.cpu.read(regs::Jobs), jobs);
          weft_tensor_acknowledge(&p.cpu.core);
          p.cpu.sync();
          EXPECT_FALSE(p.irq.read());
        }
      }
    }
    // The core still works.
    placed after(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 2), First);
    run_and_acknowledge(p, after);
    EXPECT_TRUE(after.right(p.memory));
  });
}

TEST_P(TensorJob, AnErrorIsSeenWhenTheBurstHasEnded) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config), ns(30));
  p.memory.allow_dmi(false);
  p.run([&] {
    weft_tensor_enable_irq(&p.cpu.core, 1);
    for (const auto& quantum : {SC_ZERO_TIME, ns(1'000'000)}) {
      tlm_utils::tlm_quantumkeeper::set_global_quantum(quantum);
      placed job(p.memory, Fp16, random_problem(Fp16, {16, 16, 16}, false, 1), platform<>::Base);
      job.job.b = platform<>::Base + platform<>::Size;  // A takes two bursts, B's first one fails
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, ns(3 * 30));
      EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_FAILED);
      weft_tensor_acknowledge(&p.cpu.core);
      p.cpu.sync();
    }
    tlm_utils::tlm_quantumkeeper::set_global_quantum(SC_ZERO_TIME);
  });
}

/// Resets a job at many moments, in three ways; nothing of it may be seen afterwards.
TEST_P(TensorJob, ResetDropsAJobAtAnyMoment) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.memory.allow_dmi(false);
  p.run([&] {
    const auto initial = p.cpu.page();
    const placed job(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 1), platform<>::Base);
    const auto whole      = duration(job, config, latency);
    const auto storing    = static_cast<double>(job.store_bursts(config.burst_bytes)) * latency;
    constexpr int Moments = 60;
    int before_store = 0, in_store = 0;
    for (int i = 0; i < Moments; ++i) {
      // Evenly from the start to the end, and a picosecond after anything else that happens.
      const auto moment = sc_time::from_value(whole.value() / 1000 * i / Moments * 1000 + 1);
      job.wipe(p.memory);
      weft_tensor_enable_irq(&p.cpu.core, 1);
      weft_tensor_start(&p.cpu.core, &job.job);
      p.cpu.sync();
      wait(moment);
      ASSERT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_RUNNING) << moment;
      p.cpu.local = SC_ZERO_TIME;
      switch (i % 3) {
        case 0:
          weft_tensor_reset(&p.cpu.core);
          break;
        case 1:
          p.tensor.reset();
          break;
        case 2:
          p.rst_n = false;
          wait(SC_ZERO_TIME);
          wait(SC_ZERO_TIME);
          break;
      }
      p.cpu.local       = SC_ZERO_TIME;
      const auto bursts = p.bus.bursts.size();
      EXPECT_EQ(p.cpu.page(), initial);
      const bool stored = moment >= whole - storing;
      (stored ? in_store : before_store)++;
      if (!stored) {
        EXPECT_TRUE(job.untouched(p.memory)) << moment;
      }

      wait(2 * whole);
      EXPECT_EQ(p.bus.bursts.size(), bursts) << "DMA after the reset at " << moment;
      EXPECT_EQ(p.cpu.page(), initial);
      EXPECT_FALSE(p.irq.read());
      p.rst_n = true;
      wait(SC_ZERO_TIME);
      wait(SC_ZERO_TIME);
    }
    EXPECT_GT(before_store, 10);
    EXPECT_GT(in_store, 1);

    job.wipe(p.memory);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
  });
}

TEST_P(TensorJob, ANewJobRunsRightAfterAReset) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.memory.allow_dmi(false);
  p.run([&] {
    const placed old(p.memory, Fp16, random_problem(Fp16, {9, 10, 11}, true, 1), platform<>::Base);
    const placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 2), old.end());
    // The second time the bus is in the middle of a burst, which ends before the new job begins.
    for (const bool blocks : {false, true}) {
      p.bus.blocks = blocks;
      old.wipe(p.memory);
      job.wipe(p.memory);
      weft_tensor_start(&p.cpu.core, &old.job);
      p.cpu.sync();
      wait(ns(101));
      p.bus.bursts.clear();
      weft_tensor_reset(&p.cpu.core);
      weft_tensor_enable_irq(&p.cpu.core, 1);
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.wait_for_irq();
      p.cpu.local = SC_ZERO_TIME;
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency)) << blocks;
      EXPECT_TRUE(job.right(p.memory));
      EXPECT_TRUE(old.untouched(p.memory));
      EXPECT_EQ(p.bus.bursts.size(), job.bursts(config.burst_bytes));
      EXPECT_EQ(p.cpu.read(regs::Jobs), 1u);
      p.cpu.sync();
    }
  });
}

TEST_P(TensorJob, ANewJobDoesNotWaitForTheDroppedOne) {
  const auto config  = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed old(p.memory, Fp16, random_problem(Fp16, {64, 64, 64}, true, 1), platform<>::Base);
    const placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 2), old.end());
    weft_tensor_start(&p.cpu.core, &old.job);
    p.cpu.sync();
    wait(duration(old, config, latency) / 2);  // the array computes
    weft_tensor_reset(&p.cpu.core);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    weft_tensor_start(&p.cpu.core, &job.job);
    const auto start = p.cpu.now();
    EXPECT_LT(duration(job, config, latency), duration(old, config, latency) / 4);
    p.cpu.wait_for_irq();
    p.cpu.local = SC_ZERO_TIME;
    EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
    EXPECT_TRUE(job.right(p.memory));
    EXPECT_TRUE(old.untouched(p.memory));
  });
}

TEST_P(TensorJob, ResetBeforeTheFirstBurstDropsTheJob) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 1), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    weft_tensor_start(&p.cpu.core, &job.job);
    weft_tensor_reset(&p.cpu.core);  // at the same simulation time, later local time
    p.cpu.sync();
    wait(ns(100000));
    EXPECT_TRUE(p.bus.bursts.empty());
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_IDLE);
  });
}

/// A target that waits has a burst in hand: it ends, and what it answers does not matter.
TEST_P(TensorJob, ResetWhileTheTargetWaitsLetsNoOtherBurstFollow) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.memory.allow_dmi(false);
  p.bus.blocks = true;
  p.run([&] {
    tlm_utils::tlm_quantumkeeper::set_global_quantum(ns(1'000'000));
    placed job(p.memory, Fp16, random_problem(Fp16, {5, 4, 3}, true, 1), platform<>::Base);
    for (const bool fails : {false, true}) {
      if (fails) job.job.a = 0;
      p.bus.bursts.clear();
      weft_tensor_enable_irq(&p.cpu.core, 1);
      weft_tensor_start(&p.cpu.core, &job.job);
      p.cpu.sync();
      wait(ns(7));
      ASSERT_EQ(p.bus.bursts.size(), 1u);
      weft_tensor_reset(&p.cpu.core);
      p.cpu.sync();
      const auto page = p.cpu.page();
      wait(ns(100000));
      EXPECT_EQ(p.bus.bursts.size(), 1u);
      EXPECT_EQ(p.cpu.page(), page);
      EXPECT_FALSE(p.irq.read());
    }
    tlm_utils::tlm_quantumkeeper::set_global_quantum(SC_ZERO_TIME);
  });
}

TEST_P(TensorJob, HeldInResetNothingCanBeWritten) {
  const auto config = config_of(Fp16);
  platform<> p(config, engine(config));
  p.rst_n.write(false);
  p.run([&] {
    wait(ns(10));
    const auto initial = p.cpu.page();
    const placed job(p.memory, Fp16, random_problem(Fp16, {3, 3, 3}, false, 1), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    EXPECT_EQ(p.cpu.page(), initial);
    wait(ns(100000));
    EXPECT_TRUE(p.bus.bursts.empty());
    p.rst_n = true;
    wait(ns(10));
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
  });
}

TEST_P(TensorJob, TwoCoresWorkSideBySide) {
  auto first = config_of(Fp16), second = config_of(Int8);
  second.clock_period = ns(3);
  const auto latency  = ns(30);
  systemc::memory memory("memory", 1 << 20, latency);
  systemc::tensor one("one", first, engine(first)), two("two", second, engine(second));
  cpu<> cpu_one("cpu_one"), cpu_two("cpu_two");
  sc_core::sc_signal<bool> irq_one("irq_one"), irq_two("irq_two");
  cpu_one.csr.bind(one.csr);
  cpu_two.csr.bind(two.csr);
  one.dma.bind(memory.socket);
  two.dma.bind(memory.socket);
  one.irq(irq_one);
  two.irq(irq_two);
  cpu_one.irq(irq_one);
  cpu_two.irq(irq_two);

  const placed job_one(memory, Fp16, random_problem(Fp16, {20, 30, 40}, true, 1), 0);
  const placed job_two(memory, Int8, random_problem(Int8, {33, 9, 50}, false, 2), job_one.end());
  int ended          = 0;
  const auto program = [&](cpu<>& c, const placed& job, const systemc::tensor_config& config) {
    return [&] {
      for (int i = 0; i < 3; ++i) {
        job.wipe(memory);
        weft_tensor_enable_irq(&c.core, 1);
        weft_tensor_start(&c.core, &job.job);
        const auto start = c.now();
        c.wait_for_irq();
        c.local = SC_ZERO_TIME;
        EXPECT_EQ(c.now() - start, duration(job, config, latency));
        EXPECT_TRUE(job.right(memory));
        weft_tensor_acknowledge(&c.core);
        c.sync();
      }
      ++ended;
    };
  };
  cpu_one.program = program(cpu_one, job_one, first);
  cpu_two.program = program(cpu_two, job_two, second);
  sc_core::sc_start();
  EXPECT_EQ(ended, 2);
}

TEST_P(TensorJob, RunsOverSocketsOf64Bits) {
  const auto config = config_of(Fp16);
  platform<64> p(config, engine(config));
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {12, 13, 14}, true, 1),
                     platform<64>::Base);
    p.cpu.write(regs::M, job.job.m | std::uint64_t{job.job.n} << 32);
    p.cpu.write(regs::K, job.job.k);
    p.cpu.write(regs::ALo, job.job.a);
    p.cpu.write(regs::BLo, job.job.b);
    p.cpu.write(regs::CLo, job.job.c);
    p.cpu.write(regs::DLo, job.job.d);
    p.cpu.write(regs::Lda, job.job.lda | std::uint64_t{job.job.ldb} << 32);
    p.cpu.write(regs::Ldc, job.job.ldc | std::uint64_t{job.job.ldd} << 32);
    p.cpu.write(regs::IrqEnable, regs::IrqEnableDone);
    p.cpu.write(regs::Ctrl, regs::CtrlStart | regs::CtrlPreload);
    p.cpu.wait_for_irq();
    EXPECT_TRUE(job.right(p.memory));
    EXPECT_EQ(p.cpu.read<std::uint64_t>(regs::CyclesLo),
              gt::cycles(config.array, job.problem().shape));
  });
}

TEST_P(TensorJob, ClockPeriodMayChangeBetweenJobs) {
  auto config        = config_of(Fp16);
  const auto latency = ns(30);
  platform<> p(config, engine(config), latency);
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {8, 8, 8}, false, 1), platform<>::Base);
    weft_tensor_enable_irq(&p.cpu.core, 1);
    for (const auto& period : {ns(5), ns(0.7), SC_ZERO_TIME}) {
      p.tensor.set_clock_period(period);
      config.clock_period = period;
      weft_tensor_start(&p.cpu.core, &job.job);
      const auto start = p.cpu.now();
      p.cpu.sync();
      p.tensor.set_clock_period(ns(100));  // the running job keeps its own
      p.cpu.wait_for_irq();
      EXPECT_EQ(sc_core::sc_time_stamp() - start, duration(job, config, latency));
      weft_tensor_acknowledge(&p.cpu.core);
      p.cpu.sync();
    }
  });
}

/// Golden and the backend under test side by side: the same D at the same time.
TEST_P(TensorJob, EqualsGoldenInValuesAndTime) {
  struct side {
    std::unique_ptr<platform<>> p;
    std::vector<sc_time> ends;
    std::vector<std::vector<unsigned char>> results;
  };
  std::vector<side> sides;
  for (const auto type : {Fp16, Int8}) {
    const auto config = config_of(type);
    for (const auto& make : {backend{"Golden", gt::golden_engine}, GetParam()}) {
      sides.push_back({std::make_unique<platform<>>(config, make.make(config.array)), {}, {}});
    }
  }
  for (std::size_t i = 0; i < sides.size(); ++i) {
    auto& p       = *sides[i].p;
    p.cpu.program = [&, i] {
      const auto type = i < 2 ? Fp16 : Int8;
      weft_tensor_enable_irq(&p.cpu.core, 1);
      for (unsigned seed = 1; seed < 12; ++seed) {
        const shape s{1 + seed * 7 % 23, 1 + seed * 5 % 19, 1 + seed * 11 % 37};
        const placed job(p.memory, type, random_problem(type, s, seed % 2, seed), platform<>::Base);
        run_and_acknowledge(p, job);
        sides[i].ends.push_back(sc_core::sc_time_stamp());
        sides[i].results.push_back(
            p.memory.template peek<unsigned char>(job.job.d, std::size_t{job.job.m} * job.job.ldd));
      }
    };
  }
  sc_core::sc_start();
  for (std::size_t i = 0; i < sides.size(); i += 2) {
    ASSERT_EQ(sides[i].ends.size(), 11u);
    EXPECT_EQ(sides[i].ends, sides[i + 1].ends);
    EXPECT_EQ(sides[i].results, sides[i + 1].results);
  }
}

TEST_P(TensorJob, ABackendThatAnswersNonsenseIsReported) {
  const auto config = config_of(Fp16);
  const auto sound  = engine(config);
  bool nonsense     = true;
  platform<> p(config, [&](const problem& q) {
    auto answer = sound(q);
    if (nonsense) answer.d.pop_back();
    return answer;
  });
  p.run([&] {
    const placed job(p.memory, Fp16, random_problem(Fp16, {3, 4, 5}, false, 1), platform<>::Base);
    expected_report scope(expected_report::GoOn);
    weft_tensor_start(&p.cpu.core, &job.job);
    p.cpu.sync();
    wait(ns(100000));
    EXPECT_EQ(scope.type, "/weft/tensor");
    EXPECT_EQ(scope.message, "platform_0.tensor: the backend returned 11 results for 3 x 4");
    EXPECT_EQ(weft_tensor_poll(&p.cpu.core), WEFT_TENSOR_IDLE);
    EXPECT_TRUE(job.untouched(p.memory));
    nonsense = false;
    weft_tensor_enable_irq(&p.cpu.core, 1);
    run_and_acknowledge(p, job);
    EXPECT_TRUE(job.right(p.memory));
  });
}

}  // namespace
}  // namespace weft

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  sc_core::sc_report_handler::set_handler(weft::tlm_bench::expected_report::handler);
  return RUN_ALL_TESTS();
}
