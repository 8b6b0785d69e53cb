// SPDX-License-Identifier: Apache-2.0
//
// systemc/engine.hpp with its bursts in phases: the same software on golden and on the RTL in
// front of a memory that checks TLM-2.0's base protocol, and on golden with blocking transport,
// whose time that of phases must equal where a memory accepts requests at once.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sim/harness/engine_host.hpp"
#include "sim/program/vp/engine_rtl.hpp"
#include "sim/verilated/engine_engine.hpp"
#include "systemc/engine.hpp"
#include "systemc/memory.hpp"
#include "tb/engine/engine_core_bench.hpp"
#include "tb/engine/engine_jobs.hpp"
#include "tb/engine/phased_memory.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_tlm.hpp"

namespace weft::engine_phases_test {
namespace {

using namespace golden::engine_map;
using sc_core::sc_time;
using systemc::transport_e;
using tlm_bench::ns;
using tlm_bench::phased_memory;
using style_e                = phased_memory::style_e;
constexpr std::uint64_t Base = engine_memory::Base, Size = 1 << 17;

const sim::built_engine& unit() { return sim::built_engine_units().front(); }
unsigned seed() { return static_cast<unsigned>(test_options().seed); }

/// A processor, an engine whose bursts are in phases, and a memory.
class node : public sc_core::sc_module {
 public:
  tlm_bench::cpu<32> cpu{"cpu"};
  systemc::cycle_engine engine;
  sc_core::sc_signal<bool> irq{"irq"}, rst_n{"rst_n", true};
  phased_memory memory{"memory", Size, Base};

  node(const sc_core::sc_module_name& name, const systemc::engine_config& config,
       systemc::engine_pins pins)
      : sc_module(name), engine("engine", config, std::move(pins), transport_e::Phases) {
    cpu.irq(irq);
    cpu.csr.bind(engine.csr);
    engine.irq(irq);
    engine.rst_n(rst_n);
    engine.dma.bind(memory.socket);
  }
};

/// The same with blocking transport.
class blocking_node : public sc_core::sc_module {
 public:
  tlm_bench::cpu<32> cpu{"cpu"};
  systemc::cycle_engine engine;
  sc_core::sc_signal<bool> irq{"irq"};
  systemc::memory memory;

  blocking_node(const sc_core::sc_module_name& name, const systemc::engine_config& config,
                const sc_time& latency)
      : sc_module(name),
        engine("engine", config, systemc::golden_pins(config.engine)),
        memory("memory", Size, latency, Base) {
    cpu.irq(irq);
    cpu.csr.bind(engine.csr);
    engine.irq(irq);
    engine.dma.bind(memory.socket);
  }
};

void start(tlm_bench::cpu<32>& cpu, const golden::engine::job& j) {
  for (const auto& [offset, value] : sim::job_registers(j)) cpu.write(offset, value);
  cpu.write(Ctrl, sim::start_of(j));
}
void open(tlm_bench::cpu<32>& cpu, std::uint64_t base, std::uint64_t last) {
  cpu.write<std::uint64_t>(Window0BaseLo, base);
  cpu.write<std::uint64_t>(Window0LastLo, last);
  cpu.write(Window0Ctrl, Window0CtrlRead | Window0CtrlWrite);
  cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
}

golden::engine::job front_job(const engine_job& j) {
  return {.preload     = j.preload,
          .flow        = static_cast<unsigned>(j.flow),
          .transpose_a = j.transpose_a,
          .transpose_b = j.transpose_b,
          .relu        = j.epilogue.relu,
          .out         = static_cast<unsigned>(j.epilogue.output),
          .m           = j.shape.m,
          .n           = j.shape.n,
          .k           = j.shape.k,
          .scale       = j.epilogue.scale,
          .a           = j.a,
          .b           = j.b,
          .c           = j.c,
          .d           = j.d,
          .lda         = j.lda,
          .ldb         = j.ldb,
          .ldc         = j.ldc,
          .ldd         = j.ldd};
}

/// ERROR, FAULT, TIME and waits of the jobs so far, and the time of each interrupt.
using figures = std::vector<std::uint64_t>;

void note(figures& to, tlm_bench::cpu<32>& cpu) {
  to.push_back(sc_core::sc_time_stamp().value());
  to.push_back(cpu.read(Error));
  for (const auto at :
       {FaultLo, TimeLo, CyclesLo, ReadBytesLo, WriteBytesLo, WaitLoadLo, WaitStoreLo}) {
    to.push_back(cpu.read<std::uint64_t>(at));
  }
}

class EnginePhases : public testing::Test {
 protected:
  EnginePhases() {
    sc_core::sc_report_handler::set_handler(tlm_bench::expected_report::handler);
    config_.engine       = unit().k;
    config_.clock_period = ns(2);
    auto pins            = systemc::golden_pins(config_.engine);
    pins.cycle           = [this, cycle = pins.cycle](const golden::engine::inputs& in) {
      held_ += !in.ar_ready && !in.aw_ready && !in.w_ready;
      return cycle(in);
    };
    golden_ = std::make_unique<node>("golden", config_, pins);
    rtl_ =
        std::make_unique<node>("rtl", config_, sim::rtl_pins(unit(), {.seed = seed(), .wave = ""}));
  }
  std::array<node*, 2> nodes() { return {golden_.get(), rtl_.get()}; }
  const golden::engine_core::config& core() const { return config_.engine.core; }

  /// Runs random jobs; their bytes are those of plain arithmetic.
  template <class Node>
  void run_jobs(Node& n, unsigned jobs, figures& seen) {
    open(n.cpu, Base, Base + Size - 1);
    for (unsigned i = 0; i < jobs; ++i) {
      random_jobs random(core(), seed() * 100 + i);
      const auto j = random.job(random.shape());
      auto wanted  = random.bytes();
      wanted.resize(Size);
      n.memory.poke(Base, wanted);
      start(n.cpu, front_job(j));
      n.cpu.sync();
      n.cpu.wait_for_irq();
      note(seen, n.cpu);
      run_plainly(core(), j, wanted);
      bool equal = false;
      if constexpr (requires { n.memory.rests(); }) {
        EXPECT_TRUE(n.memory.rests());
        equal = n.memory.peek(Base, Size) == wanted;
      } else {
        equal = n.memory.template peek<std::uint8_t>(Base, Size) == wanted;
      }
      EXPECT_TRUE(equal) << n.name() << ' ' << j;
      n.cpu.write(Status, StatusDone | StatusError);
    }
  }

  systemc::engine_config config_;
  unsigned held_ = 0;  ///< cycles in which golden may ask for nothing
  std::unique_ptr<node> golden_, rtl_;
};

class EnginePhasesAtOnce : public EnginePhases,
                           public testing::WithParamInterface<std::tuple<style_e, unsigned>> {};
INSTANTIATE_TEST_SUITE_P(, EnginePhasesAtOnce,
                         testing::Combine(testing::Values(style_e::Phases, style_e::Early,
                                                          style_e::Returned),
                                          testing::Values(1u, 7u, 60u)));

TEST_P(EnginePhasesAtOnce, TakesTheTimeOfBlockingTransport) {
  const auto [style, latency] = GetParam();
  const sc_time time          = latency * config_.clock_period;
  blocking_node blocking("blocking", config_, time);
  figures of_blocking, of_golden, of_rtl;
  for (auto* n : nodes()) {
    n->memory.style   = style;
    n->memory.latency = time;
  }
  blocking.cpu.program = [&] { run_jobs(blocking, 6, of_blocking); };
  golden_->cpu.program = [&] { run_jobs(*golden_, 6, of_golden); };
  rtl_->cpu.program    = [&] { run_jobs(*rtl_, 6, of_rtl); };
  sc_core::sc_start();
  EXPECT_EQ(of_golden.size(), 6 * 9u);
  EXPECT_EQ(of_golden, of_blocking);
  EXPECT_EQ(of_rtl, of_blocking);
  if (style != style_e::Early && latency == 60) {
    EXPECT_GT(golden_->memory.most, 2u);
  }
  EXPECT_EQ(golden_->memory.ended != 0, style == style_e::Returned);
}

class EnginePhasesSlowly : public EnginePhases, public testing::WithParamInterface<int> {};
INSTANTIATE_TEST_SUITE_P(, EnginePhasesSlowly, testing::Values(0, 1, 2, 3));

// Requests that are accepted late, requests that the response ends, responses in any order.
TEST_P(EnginePhasesSlowly, GivesTheSameBytesOnGoldenAndRtl) {
  const int way = GetParam();
  std::array<figures, 2> seen;
  for (std::size_t i = 0; i < 2; ++i) {
    auto& n          = *nodes()[i];
    n.memory.latency = ns(31);
    n.memory.accept  = way == 0 ? ns(3) : way == 1 ? ns(14) : ns(0);
    if (way == 2) n.memory.style = style_e::NoEndReq;
    n.memory.shuffles = way == 3;
    n.cpu.program     = [&, i] { run_jobs(n, 8, seen[i]); };
  }
  sc_core::sc_start();
  EXPECT_EQ(seen[0].size(), 8 * 9u);
  EXPECT_EQ(seen[0], seen[1]);
  if (way == 2) {
    EXPECT_EQ(golden_->memory.most, 1u);
  }
}

// A request that takes `accept` cycles makes the job at least as long as its bursts' requests.
TEST_F(EnginePhases, ARequestThatIsHeldHoldsTheEngine) {
  std::vector<std::uint64_t> times, held;
  golden_->cpu.program = [&] {
    open(golden_->cpu, Base, Base + Size - 1);
    for (const double accept : {0., 100.}) {
      golden_->memory.accept  = ns(accept);
      golden_->memory.latency = ns(120);
      start(golden_->cpu, front_job(dense_job(core(), {16, 16, 16})));
      golden_->cpu.sync();
      golden_->cpu.wait_for_irq();
      times.push_back(golden_->cpu.read<std::uint64_t>(TimeLo));
      held.push_back(held_);
      golden_->cpu.write(Status, StatusDone);
    }
  };
  sc_core::sc_start();
  ASSERT_EQ(times.size(), 2u);
  // 16 rows of A and of B, and 16 of D, in INT8 and INT32: at least 48 requests of 50 cycles.
  EXPECT_LT(times[0], 48 * 50u);
  EXPECT_GT(times[1], 47 * 50u);
  EXPECT_EQ(held[0], 0u);
  EXPECT_GT(held[1], 47 * 49u);
}

TEST_F(EnginePhases, ARefusedBurstIsAnErrorOfTheJob) {
  std::array<figures, 2> seen;
  for (std::size_t i = 0; i < 2; ++i) {
    auto& n          = *nodes()[i];
    n.memory.latency = ns(30);
    n.cpu.program    = [&, i] {
      open(n.cpu, 0, ~std::uint64_t{0});
      auto job = front_job(dense_job(core(), {20, 20, 20}));
      for (auto* address : {&job.a, &job.d}) {
        const auto good = *address;
        *address        = Base + Size - 64;
        start(n.cpu, job);
        n.cpu.sync();
        n.cpu.wait_for_irq();
        note(seen[i], n.cpu);
        EXPECT_EQ(n.cpu.read(Status), StatusError);
        n.cpu.write(Status, StatusError);
        *address = good;
      }
    };
  }
  sc_core::sc_start();
  ASSERT_EQ(seen[0].size(), 2 * 9u);
  EXPECT_EQ(seen[0], seen[1]);
  EXPECT_EQ(seen[0][1], static_cast<std::uint64_t>(error_e::Load));
  EXPECT_EQ(seen[0][2], Base + Size);
  EXPECT_EQ(seen[0][10], static_cast<std::uint64_t>(error_e::Store));
}

// The answers to bursts of before a reset are dropped; the job after it is right.
TEST_F(EnginePhases, AResetLeavesTheNextJobRight) {
  for (auto* n : nodes()) {
    n->memory.latency = ns(200);
    n->memory.accept  = ns(4);
    n->cpu.program    = [this, n] {
      for (unsigned round = 0; round < 16; ++round) {
        random_jobs random(core(), seed() + round);
        const auto first = random.job({20, 20, 20}), second = random.job({9, 10, 11});
        auto bytes = random.bytes();
        bytes.resize(Size);
        n->memory.poke(Base, bytes);
        open(n->cpu, Base, Base + Size - 1);
        start(n->cpu, front_job(first));
        wait(ns(50 * round + 1));
        n->rst_n = false;
        wait(ns(2));
        n->rst_n = true;
        wait(ns(2));
        n->memory.poke(Base, bytes);
        open(n->cpu, Base, Base + Size - 1);
        start(n->cpu, front_job(second));
        n->cpu.sync();
        n->cpu.wait_for_irq();
        EXPECT_EQ(n->cpu.read(Status), StatusDone);
        run_plainly(core(), second, bytes);
        const std::uint64_t d = second.d, length = 8ull * second.ldd;
        const std::vector<std::uint8_t> wanted(
               bytes.begin() + static_cast<std::ptrdiff_t>(d - Base),
               bytes.begin() + static_cast<std::ptrdiff_t>(d - Base + length));
        EXPECT_EQ(n->memory.peek(d, length), wanted) << n->name() << " round " << round;
        n->cpu.write(Status, StatusDone);
      }
    };
  }
  sc_core::sc_start();
}

}  // namespace
}  // namespace weft::engine_phases_test
