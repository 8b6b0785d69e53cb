// SPDX-License-Identifier: Apache-2.0
//
// systemc/engine.hpp: the same software on the loosely-timed model, on golden and on the RTL cycle
// by cycle, each with a memory of its own. D against plain arithmetic; time, counters, completions
// and errors of the three against each other.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/harness/engine_host.hpp"
#include "sim/program/vp/engine_rtl.hpp"
#include "sim/verilated/engine_engine.hpp"
#include "systemc/engine.hpp"
#include "systemc/memory.hpp"
#include "tb/engine/engine_core_bench.hpp"
#include "tb/engine/engine_jobs.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_tlm.hpp"

namespace weft::engine_tlm_test {
namespace {

using namespace golden::engine_map;
using sc_core::sc_time;
using tlm_bench::ns;
using Cpu                    = tlm_bench::cpu<32>;
constexpr std::uint64_t Base = engine_memory::Base, Size = 1 << 17;

/// A processor, an engine and a memory.
class node : public sc_core::sc_module {
 public:
  Cpu cpu{"cpu"};
  tlm_bench::watched_bus<> bus{"bus"};
  systemc::memory memory;
  sc_core::sc_signal<bool> irq{"irq"}, rst_n{"rst_n", true};

  node(const sc_core::sc_module_name& name, const sc_time& latency)
      : sc_module(name), memory("memory", Size, latency, Base) {
    cpu.irq(irq);
  }
  template <class Engine>
  void bind(Engine& engine) {
    cpu.csr.bind(engine.csr);
    engine.dma.bind(bus.in);
    bus.out.bind(memory.socket);
    bus.longest = 4096;
    engine.irq(irq);
    engine.rst_n(rst_n);
  }

  void write64(std::uint32_t low, std::uint64_t x) { cpu.write(low, x); }
  void open() {
    write64(Window0BaseLo, Base);
    write64(Window0LastLo, Base + Size - 1);
    cpu.write(Window0Ctrl, Window0CtrlRead | Window0CtrlWrite);
  }
  void start(const golden::engine::job& j) {
    for (const auto& [offset, value] : sim::job_registers(j)) cpu.write(offset, value);
    cpu.write(Ctrl, sim::start_of(j));
  }
  void until_irq() {
    cpu.sync();
    cpu.wait_for_irq();
  }
};

const sim::built_engine& unit() { return sim::built_engine_units().front(); }

/// The three engines, whose processors run the same program.
class EngineTlm : public testing::Test {
 protected:
  static constexpr std::array Names{"timed", "golden", "rtl"};

  EngineTlm() { sc_core::sc_report_handler::set_handler(tlm_bench::expected_report::handler); }

  void make(unsigned latency, double period = 2) {
    config_.engine       = unit().k;
    config_.clock_period = ns(period);
    for (const char* name : Names) {
      nodes_.push_back(std::make_unique<node>(name, latency * config_.clock_period));
    }
    timed_  = std::make_unique<systemc::engine>("engine_timed", config_);
    golden_ = std::make_unique<systemc::cycle_engine>("engine_golden", config_,
                                                      systemc::golden_pins(config_.engine));
    rtl_    = std::make_unique<systemc::cycle_engine>(
        "engine_rtl", config_, sim::rtl_pins(unit(), {.seed = seed(), .wave = ""}));
    nodes_[0]->bind(*timed_);
    nodes_[1]->bind(*golden_);
    nodes_[2]->bind(*rtl_);
  }

  /// The models of an engine of a profile, of which there is no RTL here.
  void make_models(std::string_view profile, unsigned latency) {
    auto& k              = config_.engine.core;
    k                    = unit().k.core;
    k.array.type         = *golden::tensor::of_profile(profile);
    k.array.rows         = 2;
    k.array.cols         = 3;
    k.block_k            = 3 * k.lanes();
    k.conv               = false;
    config_.clock_period = ns(2);
    for (const char* name : {"timed", "golden"}) {
      nodes_.push_back(std::make_unique<node>(name, latency * config_.clock_period));
    }
    timed_  = std::make_unique<systemc::engine>("engine_timed", config_);
    golden_ = std::make_unique<systemc::cycle_engine>("engine_golden", config_,
                                                      systemc::golden_pins(config_.engine));
    nodes_[0]->bind(*timed_);
    nodes_[1]->bind(*golden_);
  }

  /// Runs the program on each node to its end.
  void run(const std::function<void(node&)>& program) {
    unsigned ended = 0;
    for (auto& n : nodes_) {
      n->cpu.program = [&program, &ended, &n = *n] {
        program(n);
        ++ended;
      };
    }
    sc_core::sc_start();
    EXPECT_EQ(ended, nodes_.size()) << "a program waits for something that never came";
  }
  std::size_t index(const node& n) const {
    return static_cast<std::size_t>(
        std::ranges::find(nodes_, &n, [](const auto& x) { return x.get(); }) - nodes_.begin());
  }
  const golden::engine_core::config& core() const { return config_.engine.core; }
  static unsigned seed() { return static_cast<unsigned>(test_options().seed); }

  systemc::engine_config config_;
  std::vector<std::unique_ptr<node>> nodes_;
  std::unique_ptr<systemc::engine> timed_;
  std::unique_ptr<systemc::cycle_engine> golden_, rtl_;
};

/// The registers after a job.
struct figures {
  std::uint32_t error, jobs;
  std::uint64_t time, array, read, written, wait_load, wait_store;
  sc_time at;  ///< of the interrupt

  explicit figures(node& n) : at(sc_core::sc_time_stamp()) {
    error      = n.cpu.read(Error);
    jobs       = n.cpu.read(Jobs);
    time       = n.cpu.read<std::uint64_t>(TimeLo);
    array      = n.cpu.read<std::uint64_t>(CyclesLo);
    read       = n.cpu.read<std::uint64_t>(ReadBytesLo);
    written    = n.cpu.read<std::uint64_t>(WriteBytesLo);
    wait_load  = n.cpu.read<std::uint64_t>(WaitLoadLo);
    wait_store = n.cpu.read<std::uint64_t>(WaitStoreLo);
  }
  bool operator==(const figures&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const figures& f) {
    return os << "error " << f.error << " jobs " << f.jobs << " time " << f.time << " array "
              << f.array << " read " << f.read << " written " << f.written << " wait "
              << f.wait_load << '+' << f.wait_store << " at " << f.at;
  }
};

/// A job of golden's core as the front has it.
golden::engine::job front_job(const engine_job& j) {
  return {.op          = j.op,
          .preload     = j.preload,
          .flow        = static_cast<unsigned>(j.flow),
          .transpose_a = j.transpose_a,
          .transpose_b = j.transpose_b,
          .relu        = j.epilogue.relu,
          .out         = static_cast<unsigned>(j.epilogue.output),
          .overlap     = j.overlap,
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
          .ldd         = j.ldd,
          .a_extra     = j.a_extra,
          .b_extra     = j.b_extra,
          .conv        = j.conv};
}

/// The bytes of a descriptor of the ring.
std::vector<std::uint8_t> descriptor(const engine_job& j, std::uint32_t tag) {
  const auto bytes =
      golden::engine_ring::descriptor{
          .op = static_cast<unsigned>(j.op), .irq = tag % 2 == 0, .tag = tag, .job = front_job(j)}
          .bytes();
  return {bytes.begin(), bytes.end()};
}

class EngineTlmLatency : public EngineTlm, public testing::WithParamInterface<unsigned> {};
INSTANTIATE_TEST_SUITE_P(, EngineTlmLatency, testing::Values(0u, 3u, 40u, 100u));

TEST_P(EngineTlmLatency, RunsJobsInTheTimeOfTheRtl) {
  make(GetParam());
  nodes_[0]->memory.allow_dmi(GetParam() != 3);
  std::vector<std::vector<figures>> seen(nodes_.size());
  run([&](node& n) {
    n.open();
    n.cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
    for (unsigned round = 0; round < 12; ++round) {
      random_jobs random(core(), seed() * 100 + round);
      const auto j = random.job(random.shape());
      auto wanted  = random.bytes();
      wanted.resize(Size);
      n.memory.poke(Base, wanted);
      n.start(front_job(j));
      n.until_irq();
      seen[index(n)].emplace_back(n);
      run_plainly(core(), j, wanted);
      ASSERT_EQ(n.memory.peek<std::uint8_t>(Base, Size), wanted) << Names[index(n)] << ' ' << j;
      n.cpu.write(Status, StatusDone | StatusError);
    }
  });
  EXPECT_EQ(seen[1], seen[2]);
  EXPECT_EQ(seen[0], seen[2]);
}

class EngineTlmProfile : public EngineTlm, public testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(, EngineTlmProfile,
                         testing::Values("v100-hmma-fp16", "b200-mx-e4m3", "b200-nvfp4"));

TEST_P(EngineTlmProfile, RunsJobsInTheTimeOfGolden) {
  make_models(GetParam(), 7);
  std::vector<std::vector<figures>> seen(nodes_.size());
  run([&](node& n) {
    n.open();
    n.cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
    for (unsigned round = 0; round < 6; ++round) {
      random_jobs random(core(), seed() * 100 + round);
      const auto j = random.job(random.shape());
      auto wanted  = random.bytes();
      wanted.resize(Size);
      n.memory.poke(Base, wanted);
      n.start(front_job(j));
      n.until_irq();
      seen[index(n)].emplace_back(n);
      run_plainly(core(), j, wanted);
      ASSERT_EQ(n.memory.peek<std::uint8_t>(Base, Size), wanted) << Names[index(n)] << ' ' << j;
      n.cpu.write(Status, StatusDone | StatusError);
    }
  });
  EXPECT_EQ(seen[0], seen[1]);
}

TEST_P(EngineTlmProfile, RefusesScalesOutsideOfTheWindows) {
  make_models(GetParam(), 0);
  if (core().scales() == 0) return;
  run([&](node& n) {
    random_jobs random(core(), seed());
    auto j             = front_job(random.job({9, 5, 2 * core().block_k + 1}));
    const auto before  = random.bytes();
    const auto blocks  = core().scale_blocks(j.k);
    const auto in_word = core().bus.bytes - 1;
    n.memory.poke(Base, before);
    // Scales in words of their own, behind all the rest.
    const std::uint64_t first[] = {Base + Size - 0x2000, Base + Size - 0x1000};
    const std::uint64_t last[]  = {first[0] + std::uint64_t{j.m} * blocks - 1,
                                   first[1] + std::uint64_t{blocks} * j.n - 1};
    j.a_extra = first[0], j.b_extra = first[1];
    const auto allow = [&](std::uint32_t base, std::uint32_t ctrl, std::uint64_t from,
                           std::uint64_t to) {
      n.write64(base, from);
      n.write64(base + 8, to);
      n.cpu.write(ctrl, Window0CtrlRead | Window0CtrlWrite);
    };
    n.cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
    allow(Window0BaseLo, Window0Ctrl, Base, first[0] - 1);
    for (const unsigned left_out : {0, 1, 2, 3, 4}) {  // one end of either, or nothing
      const auto cut = [&](unsigned end) { return left_out == end ? in_word + 1 : 0; };
      allow(Window1BaseLo, Window1Ctrl, first[0] + cut(0), (last[0] | in_word) - cut(1));
      allow(Window2BaseLo, Window2Ctrl, first[1] + cut(2), (last[1] | in_word) - cut(3));
      n.start(j);
      n.until_irq();
      const bool runs = left_out == 4;
      EXPECT_EQ(n.cpu.read(Status), runs ? StatusDone : StatusError) << left_out;
      if (!runs) {
        EXPECT_EQ(n.cpu.read(Error), static_cast<std::uint32_t>(error_e::Window)) << left_out;
        EXPECT_EQ(n.memory.peek<std::uint8_t>(Base, before.size()), before);
      }
      n.cpu.write(Status, StatusDone | StatusError);
    }
  });
}

TEST_P(EngineTlmLatency, RunsTheRingInTheTimeOfTheRtl) {
  constexpr unsigned Log2 = 3, Jobs = 13;
  constexpr std::uint64_t Ring = Base + Size - 2048, Comp = Ring + 1024;
  make(GetParam());
  std::vector<std::vector<std::uint8_t>> completions;
  std::vector<std::vector<sc_time>> interrupts(nodes_.size());
  run([&](node& n) {
    n.open();
    n.write64(RingBaseLo, Ring);
    n.write64(CompBaseLo, Comp);
    n.cpu.write(RingLog2, Log2);
    n.cpu.write(IrqEnable, IrqEnableRing);
    random_jobs random(core(), seed());
    std::vector<engine_job> jobs;
    for (unsigned i = 0; i < Jobs; ++i) {
      jobs.push_back(i % 4 == 0 ? random.job(random.shape()) : random.next());
    }
    jobs[1]     = random.conv();
    jobs[2]     = random.copy();
    auto wanted = random.bytes();
    ASSERT_LE(wanted.size(), Ring - Base);
    n.memory.poke(Base, wanted);
    n.cpu.write(RingCtrl, RingCtrlEnable);
    for (unsigned i = 0; i < Jobs; ++i) {
      n.memory.poke(Ring + i % 8 * 128, descriptor(jobs[i], 7000 + i));
      n.cpu.write(RingTail, i + 1);
      if (i % 2 != 0) continue;
      n.until_irq();
      interrupts[index(n)].push_back(sc_core::sc_time_stamp());
      n.cpu.write(Status, StatusRing);
    }
    while (n.cpu.read(RingHead) != Jobs) n.cpu.sync();
    for (const auto& j : jobs) run_plainly(core(), j, wanted);
    EXPECT_EQ(n.memory.peek<std::uint8_t>(Base, wanted.size()), wanted) << Names[index(n)];
    EXPECT_EQ(n.cpu.read(Error), 0u);
    completions.push_back(n.memory.peek<std::uint8_t>(Comp, 8 * 16));
  });
  EXPECT_EQ(completions[0], completions[2]);
  EXPECT_EQ(completions[1], completions[2]);
  EXPECT_EQ(interrupts[1], interrupts[2]);
  EXPECT_EQ(interrupts[0], interrupts[2]);
}

TEST_P(EngineTlmLatency, RunsAFullRingInTheTimeOfTheRtl) {
  constexpr unsigned Log2 = 3, Jobs = 8, Rounds = 4;
  constexpr std::uint64_t Ring = Base + Size - 2048, Comp = Ring + 1024;
  make(GetParam());
  std::vector<std::vector<std::uint8_t>> completions(nodes_.size());
  std::vector<std::vector<figures>> seen(nodes_.size());
  run([&](node& n) {
    n.open();
    for (unsigned round = 0; round < Rounds; ++round) {
      n.cpu.write(Ctrl, CtrlReset);
      n.open();
      n.write64(RingBaseLo, Ring);
      n.write64(CompBaseLo, Comp);
      n.cpu.write(RingLog2, Log2);
      n.cpu.write(IrqEnable, IrqEnableRing);
      random_jobs random(core(), seed() + round);
      std::vector<engine_job> jobs;
      for (unsigned i = 0; i < Jobs; ++i) {
        jobs.push_back(random.job({1 + random.any(9), 1 + random.any(17), 1 + random.any(30)}));
        if (round < 2) jobs.back().overlap = round == 1;
        n.memory.poke(Ring + i * 128, descriptor(jobs[i], 7000 + i));
      }
      auto wanted = random.bytes();
      ASSERT_LE(wanted.size(), Ring - Base);
      n.memory.poke(Base, wanted);
      // The second and the last of four interrupts come, or as many as there is time for.
      const unsigned pace = round == 2 ? 2 : round == 3 ? 500 << 8 : 0;
      n.cpu.write(IrqPace, pace);
      n.cpu.write(RingTail, Jobs);
      n.cpu.write(RingCtrl, RingCtrlEnable);
      for (unsigned i = 0; i < (round < 2 ? 4 : 2 - round % 2); ++i) {
        n.until_irq();
        seen[index(n)].emplace_back(n);  // reads under the next job
        n.cpu.write(Status, StatusRing);
        n.cpu.read(Status);  // until the line has fallen
      }
      while (n.cpu.read(RingHead) != Jobs) n.cpu.sync();
      for (const auto& j : jobs) run_plainly(core(), j, wanted);
      EXPECT_EQ(n.memory.peek<std::uint8_t>(Base, wanted.size()), wanted) << Names[index(n)];
      EXPECT_EQ(n.cpu.read(Error), 0u);
      for (const auto byte : n.memory.peek<std::uint8_t>(Comp, 8 * 16)) {
        completions[index(n)].push_back(byte);
      }
    }
  });
  EXPECT_EQ(completions[1], completions[2]);
  EXPECT_EQ(completions[0], completions[2]);
  EXPECT_EQ(seen[1], seen[2]);
  EXPECT_EQ(seen[0], seen[2]);
}

TEST_F(EngineTlm, SaysWhichBurstTheBusHasRefused) {
  make(5);
  std::vector<std::vector<std::pair<std::uint32_t, std::uint64_t>>> seen(nodes_.size());
  run([&](node& n) {
    n.write64(Window0BaseLo, 0);
    n.write64(Window0LastLo, ~std::uint64_t{0});
    n.cpu.write(Window0Ctrl, Window0CtrlRead | Window0CtrlWrite);
    n.cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
    auto job = front_job(dense_job(core(), {20, 20, 20}));
    job.lda  = 67;  // rows at any byte
    for (auto* address : {&job.a, &job.b, &job.d}) {
      const auto good = std::exchange(*address, Base + Size - (address == &job.a ? 61 : 64));
      n.start(job);
      n.until_irq();
      seen[index(n)].emplace_back(n.cpu.read(Error), n.cpu.read<std::uint64_t>(FaultLo));
      EXPECT_EQ(n.cpu.read(Status), StatusError);
      n.cpu.write(Status, StatusError);
      *address = good;
    }
    n.start(job);
    n.until_irq();
    EXPECT_EQ(n.cpu.read(Status), StatusDone);
  });
  const auto load  = static_cast<std::uint32_t>(error_e::Load),
             store = static_cast<std::uint32_t>(error_e::Store);
  EXPECT_EQ(seen[2][0], std::pair(load, Base + Size));
  EXPECT_EQ(seen[2][1], std::pair(load, Base + Size));
  EXPECT_EQ(seen[2][2].first, store);
  EXPECT_EQ(seen[1], seen[2]);
  EXPECT_EQ(seen[0], seen[2]);
}

TEST_F(EngineTlm, SaysThatTheBusHasRefusedTheRing) {
  make(5);
  std::vector<std::vector<std::uint64_t>> seen(nodes_.size());
  run([&](node& n) {
    const auto job = dense_job(core(), {5, 6, 7});
    for (const bool of_completion : {false, true}) {
      n.cpu.write(Ctrl, CtrlReset);
      n.write64(Window0BaseLo, 0);
      n.write64(Window0LastLo, ~std::uint64_t{0});
      n.cpu.write(Window0Ctrl, Window0CtrlRead | Window0CtrlWrite);
      n.cpu.write(RingLog2, 1);
      n.write64(RingBaseLo, of_completion ? Base + Size - 1024 : Base + Size);
      n.write64(CompBaseLo, of_completion ? Base + Size + 64 : Base + Size - 512);
      n.cpu.write(IrqEnable, IrqEnableHalted);
      n.memory.poke(Base + Size - 1024, descriptor(job, 9));
      n.cpu.write(RingTail, 1);
      n.cpu.write(RingCtrl, RingCtrlEnable);
      n.until_irq();
      for (const auto x : {std::uint64_t{n.cpu.read(Error)}, n.cpu.read<std::uint64_t>(FaultLo),
                           std::uint64_t{n.cpu.read(RingHead)}}) {
        seen[index(n)].push_back(x);
      }
    }
  });
  const auto fetch = static_cast<std::uint64_t>(error_e::Fetch);
  EXPECT_EQ(seen[2],
            (std::vector<std::uint64_t>{fetch, Base + Size, 1, fetch, Base + Size + 64, 1}));
  EXPECT_EQ(seen[1], seen[2]);
  EXPECT_EQ(seen[0], seen[2]);
}

TEST_F(EngineTlm, ABusThatWaitsGivesTheSameProductsAlsoAfterAReset) {
  make(120);  // longer than software needs from the reset to the next job's first burst
  for (auto& n : nodes_) n->bus.blocks = true;
  run([&](node& n) {
    for (unsigned round = 0; round < 20; ++round) {
      random_jobs random(core(), seed() + round);
      const auto first = random.job({20, 20, 20}), second = random.job({9, 10, 11});
      auto bytes = random.bytes();
      bytes.resize(Size);
      n.memory.poke(Base, bytes);
      n.open();
      n.start(front_job(first));
      wait(ns(50 * round + 1));
      n.rst_n = false;
      wait(ns(2));
      n.rst_n = true;
      wait(ns(2));
      n.memory.poke(Base, bytes);
      n.open();
      n.cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
      n.start(front_job(second));
      n.until_irq();
      run_plainly(core(), second, bytes);
      const auto now = n.memory.peek<std::uint8_t>(Base, Size);
      const auto d   = static_cast<std::ptrdiff_t>(second.d - Base);
      const auto of  = static_cast<std::ptrdiff_t>(8 * second.ldd);
      EXPECT_TRUE(std::equal(now.begin() + d, now.begin() + d + of, bytes.begin() + d))
          << Names[index(n)] << " round " << round;
      n.cpu.write(Status, StatusDone);
    }
  });
}

TEST_F(EngineTlm, TwoProcessesMayAccessThePageAtOnce) {
  make(0);
  run([&](node& n) {
    unsigned right = 0;
    for (unsigned i = 0; i < 2; ++i) {
      sc_core::sc_spawn([&, at = i == 0 ? M : N] {
        for (std::uint32_t value = 0; value < 50; ++value) {
          for (const auto command : {tlm::TLM_WRITE_COMMAND, tlm::TLM_READ_COMMAND}) {
            std::uint32_t data = command == tlm::TLM_WRITE_COMMAND ? at + value : 0;
            tlm::tlm_generic_payload trans;
            sc_time delay;
            Cpu::fill(trans, command, at, &data, 4);
            n.cpu.csr->b_transport(trans, delay);
            right += trans.is_response_ok() && data == at + value;
          }
        }
      });
    }
    wait(ns(10'000));
    EXPECT_EQ(right, 200u) << Names[index(n)];
  });
}

TEST_F(EngineTlm, AnAccessThatAResetInterruptsIsRefused) {
  make(0, 100);
  unsigned refused = 0;
  run([&](node& n) {
    // The pin falls a cycle after the access has begun.
    sc_core::sc_spawn([&n] {
      sc_core::wait(ns(150));
      n.rst_n = false;
      sc_core::wait(ns(1000));
      n.rst_n = true;
    });
    std::uint32_t data = 5;
    refused += n.cpu.access(tlm::TLM_WRITE_COMMAND, M, &data, 4) == tlm::TLM_COMMAND_ERROR_RESPONSE;
    wait(ns(2000));
    EXPECT_EQ(n.cpu.read(M), 0u);
  });
  EXPECT_EQ(refused, nodes_.size());
}

TEST_F(EngineTlm, ChecksEveryAccessToThePage) {
  using enum tlm::tlm_response_status;
  make(0);
  run([&](node& n) {
    const auto access = [&](tlm::tlm_command command, std::uint64_t at, unsigned bytes) {
      std::uint64_t data = ~std::uint64_t{0};
      return n.cpu.access(command, at, &data, bytes);
    };
    const auto read = tlm::TLM_READ_COMMAND, write = tlm::TLM_WRITE_COMMAND;
    EXPECT_EQ(access(read, PageBytes, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(read, 0xffc, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);  // a hole
    EXPECT_EQ(access(write, 0xffc, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(access(read, Ctrl, 4), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(access(write, Error, 4), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(access(read, M, 2), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(access(read, M + 2, 4), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(access(tlm::TLM_IGNORE_COMMAND, 0xffc, 4), tlm::TLM_OK_RESPONSE);

    n.cpu.write<std::uint64_t>(ALo, 0x1122'3344'5566'7788);
    EXPECT_EQ(n.cpu.read(ALo), 0x5566'7788u);
    EXPECT_EQ(n.cpu.read(ALo + 4), 0x1122'3344u);
    unsigned char enable[] = {0, TLM_BYTE_ENABLED, TLM_BYTE_ENABLED, 0};
    std::uint32_t word     = 0xaabb'ccdd;
    tlm::tlm_generic_payload trans;
    Cpu::fill(trans, write, ALo, &word, 4);
    trans.set_byte_enable_ptr(enable);
    trans.set_byte_enable_length(4);
    EXPECT_EQ(n.cpu.transport(trans), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(n.cpu.read(ALo), 0x55bb'cc88u);
    word = 0;
    Cpu::fill(trans, read, ALo + 4, &word, 4);
    EXPECT_EQ(n.cpu.transport(trans), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(word, 0x0022'3300u);

    n.rst_n = false;
    wait(ns(20));
    EXPECT_EQ(access(read, M, 4), tlm::TLM_GENERIC_ERROR_RESPONSE);
    n.rst_n = true;
    wait(ns(20));
    EXPECT_EQ(n.cpu.read(ALo), 0u);
  });
}

TEST_F(EngineTlm, TheDebugInterfaceReadsWhatSoftwareReads) {
  make(0);
  run([&](node& n) {
    n.cpu.write(M, 77);
    n.cpu.write(Ctrl, CtrlStart);  // refused
    tlm::tlm_generic_payload trans;
    std::vector<unsigned char> page(PageBytes);
    Cpu::fill(trans, tlm::TLM_READ_COMMAND, 0, page.data(), PageBytes);
    const auto read = n.cpu.csr->transport_dbg(trans);
    if (&n != nodes_[0].get()) {
      EXPECT_EQ(read, 0u);
      return;
    }
    ASSERT_EQ(read, PageBytes);
    for (const auto& r : Map) {
      if (r.access == access_e::WriteOnly) continue;
      std::uint32_t word;
      std::memcpy(&word, &page[r.offset], 4);
      EXPECT_EQ(word, n.cpu.read(r.offset)) << r.offset;
    }
    EXPECT_NE(n.cpu.read(Error), 0u);
  });
}

TEST_F(EngineTlm, AResetInTheMiddleLeavesTheNextJobRight) {
  make(20);
  run([&](node& n) {
    for (unsigned round = 0; round < 24; ++round) {
      random_jobs random(core(), seed() + round);
      const auto first = random.job({30, 30, 30}), second = random.job({9, 10, 11});
      auto bytes = random.bytes();
      bytes.resize(Size);
      n.memory.poke(Base, bytes);
      n.open();
      n.start(front_job(first));
      wait(ns(40 * round));
      if (round % 2 == 0) {
        n.cpu.write(Ctrl, CtrlReset);
      } else {
        n.rst_n = false;
        wait(ns(100));
        n.rst_n = true;
        wait(ns(100));
      }
      n.open();
      n.cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
      n.start(front_job(second));
      n.until_irq();
      EXPECT_EQ(n.cpu.read(Status), StatusDone);
      EXPECT_EQ(n.cpu.read(Jobs), 1u);
      auto now = n.memory.peek<std::uint8_t>(Base, Size), wanted = bytes;
      run_plainly(core(), second, wanted);
      const auto d = second.d - Base;
      for (std::uint64_t i = d; i < d + 9 * second.ldd && i < Size; ++i) {
        ASSERT_EQ(now[i], wanted[i]) << Names[index(n)] << " round " << round << " byte " << i;
      }
      n.cpu.write(Status, StatusDone);
    }
  });
}

TEST_F(EngineTlm, AJobOfAnySizeTakesNoMemoryAndEndsWhenAsked) {
  config_.engine        = unit().k;
  config_.engine.closed = false;
  config_.clock_period  = ns(1);
  nodes_.push_back(std::make_unique<node>("timed", ns(1)));
  timed_ = std::make_unique<systemc::engine>("engine_timed", config_);
  nodes_[0]->bind(*timed_);
  run([&](node& n) {
    golden::engine::job j{.flow = 0, .m = 65535, .n = 65535, .k = 65535};
    j.a = j.b = Base;
    j.d       = Base;
    j.ldd     = 4 * 65535;
    n.cpu.write(IrqEnable, IrqEnableDone | IrqEnableError);
    n.start(j);  // D reaches far beyond the memory
    n.until_irq();
    EXPECT_EQ(n.cpu.read(Error), static_cast<std::uint32_t>(error_e::Store));
    n.cpu.write(Status, StatusError);
    j.m   = 64;
    j.n   = 64;
    j.ldd = 256;
    n.start(j);
    for (int i = 0; i < 100; ++i) {
      wait(ns(1000));
      EXPECT_EQ(n.cpu.read(Status), StatusBusy);
    }
    n.cpu.write(Ctrl, CtrlReset);
    EXPECT_EQ(n.cpu.read(Status), 0u);
  });
}

TEST_F(EngineTlm, AnAbortOfTheRingEndsItsJob) {
  constexpr std::uint64_t Ring = Base + Size - 2048, Comp = Ring + 1024;
  make(10);
  std::vector<std::array<std::uint32_t, 4>> seen;
  run([&](node& n) {
    n.open();
    n.write64(RingBaseLo, Ring);
    n.write64(CompBaseLo, Comp);
    n.cpu.write(RingLog2, 2);
    n.cpu.write(IrqEnable, IrqEnableHalted);
    n.memory.poke(Ring, descriptor(dense_job(core(), {64, 64, 64}), 5));
    n.cpu.write(RingTail, 1);
    n.cpu.write(RingCtrl, RingCtrlEnable);
    wait(ns(3000));
    EXPECT_EQ(n.cpu.read(RingHead), 0u);
    n.cpu.write(RingCtrl, RingCtrlEnable | RingCtrlAbort);
    n.until_irq();
    const auto tell = n.memory.peek<std::uint32_t>(Comp, 2);
    seen.push_back({n.cpu.read(RingHead), n.cpu.read(RingState), tell[0], tell[1]});
  });
  EXPECT_EQ(seen[0], seen[2]);
  EXPECT_EQ(seen[1], seen[2]);
  EXPECT_EQ(seen[2][3] & 0xffff, static_cast<std::uint32_t>(error_e::Aborted));
}

}  // namespace
}  // namespace weft::engine_tlm_test
