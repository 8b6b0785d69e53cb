// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_engine.sv against sim/golden/engine/engine.hpp in lockstep, driven by its C
// driver and by hostile software; D against plain arithmetic on bytes.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "sim/harness/engine_host.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/engine_ports.hpp"
#include "systemc/engine_regs.h"
#include "systemc/tensor_driver.h"
#include "tb/engine/engine_core_bench.hpp"
#include "tb/engine/engine_jobs.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_engine_configs.hpp"

namespace weft::engine_test {
namespace {

using namespace golden::engine_map;
using golden::axil::resp_e;
using golden::engine::inputs;
using golden::engine::outputs;

/// The engine's C driver on a host round RTL and golden in lockstep.
template <class Bench>
class EngineRtl : public testing::Test, public sim::engine_host {
 public:
  static constexpr golden::engine::config Config = Bench::Config;
  /// Operands of small jobs, or of such that have blocks of the usual size.
  static constexpr std::size_t Bytes = Config.core.block_m > 16 ? (1 << 18) * Config.core.a_bytes()
                                                                : 1 << 15;
  static unsigned seed() { return static_cast<unsigned>(test_options().seed); }

  EngineRtl()
      : engine_host(
            Config.core, [this](const inputs& in) { return both_.cycle(in); },
            engine_memory(Config.core, std::vector<std::uint8_t>(Bytes), {})) {}

  sim::lockstep<Bench> both_{test_options(), golden::engine::model(Config)};
  weft_tensor driver_{
      this,
      [](void* self, std::uint32_t offset) { return static_cast<EngineRtl*>(self)->read(offset); },
      [](void* self, std::uint32_t offset, std::uint32_t value) {
        static_cast<EngineRtl*>(self)->write(offset, value);
      }};

  void new_memory(std::vector<std::uint8_t> bytes, sim::axi_timing t) {
    memory() = engine_memory(Config.core, std::move(bytes), std::move(t));
  }
  void start(const engine_job& j) {
    const weft_tensor_job asked = of(j);
    weft_tensor_start(&driver_, &asked);
  }

  static weft_tensor_job of(const engine_job& j) {
    weft_tensor_job asked{};
    asked.m = j.shape.m, asked.n = j.shape.n, asked.k = j.shape.k;
    asked.a = j.a, asked.b = j.b, asked.c = j.c, asked.d = j.d;
    asked.lda = j.lda, asked.ldb = j.ldb, asked.ldc = j.ldc, asked.ldd = j.ldd;
    asked.preload     = j.preload;
    asked.flow        = static_cast<weft_tensor_flow>(j.flow);
    asked.transpose_a = j.transpose_a, asked.transpose_b = j.transpose_b;
    asked.sparse_a = j.sparse_a, asked.a_extra = j.a_extra, asked.b_extra = j.b_extra;
    asked.relu   = j.epilogue.relu;
    asked.output = static_cast<weft_tensor_output>(j.epilogue.output);
    asked.scale  = j.epilogue.scale;
    return asked;
  }
};

#define WEFT_BENCH(V, P) sim::engine_ports<V, P>
using benches = testing::Types<WEFT_ENGINE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(EngineRtl, benches);

TYPED_TEST(EngineRtl, RunsTheDriversJobsUnderEveryTiming) {
  weft_tensor_info info;
  ASSERT_EQ(weft_tensor_probe(&this->driver_, &info), 0);
  EXPECT_EQ(info.types, golden::tensor::capability(this->Config.core.array.type));
  this->open();
  weft_tensor_enable_irq(&this->driver_, 1);
  unsigned jobs = 0;
  for (const sim::timing& t : sim::timings()) {
    for (const std::uint64_t latency : {0, 3, 40}) {
      SCOPED_TRACE(testing::Message() << t << ", latency " << latency);
      random_jobs random(this->Config.core, this->seed() * 100 + static_cast<unsigned>(latency),
                         this->Bytes);
      auto wanted = random.bytes();
      this->new_memory(
          wanted, {.latency = latency, .request = t.sink, .answer = t.source, .write = t.sink});
      for (int i = 0; i < 3; ++i) {
        const auto j = random.job(random.shape());
        run_plainly(this->Config.core, j, wanted);
        this->start(j);
        this->until_interrupt();
        ASSERT_EQ(weft_tensor_poll(&this->driver_), WEFT_TENSOR_DONE) << j;
        ASSERT_EQ(this->memory().bytes(), wanted) << j;
        EXPECT_EQ(this->read(Jobs), ++jobs);
        EXPECT_EQ(this->read64(CyclesLo) + this->read64(DmaCyclesLo), this->read64(TimeLo));
        weft_tensor_acknowledge(&this->driver_);
      }
    }
  }
}

TYPED_TEST(EngineRtl, AnswersReadsOfTheWholePageWhileAJobRuns) {
  this->open();
  random_jobs random(this->Config.core, this->seed());
  auto wanted = random.bytes();
  this->new_memory(wanted, {.latency = 30, .request = sim::randomly(0.5, 1)});
  const auto j = random.job({23, 17, 29});
  run_plainly(this->Config.core, j, wanted);
  this->start(j);
  std::mt19937 rng(this->seed());
  unsigned accesses = 0;
  for (; !this->last().idle; ++accesses) this->port().read(rng() % 1024 * 4);
  EXPECT_GT(accesses, 100u);
  EXPECT_EQ(this->memory().bytes(), wanted);
}

/// A descriptor of a job by the table in docs/unit/engine_front.md; golden's own writer is not
/// used.
std::array<std::uint8_t, 128> descriptor(const engine_job& j, std::uint32_t tag) {
  std::array<std::uint8_t, 128> d{};
  const auto put = [&](unsigned at, unsigned bytes, std::uint64_t x) {
    for (unsigned i = 0; i < bytes; ++i) d[at + i] = static_cast<std::uint8_t>(x >> 8 * i);
  };
  const std::uint32_t control =
      static_cast<unsigned>(j.flow) << CtrlFlowShift | (j.preload ? CtrlPreload : 0) |
      (j.transpose_a ? CtrlTransposeA : 0) | (j.transpose_b ? CtrlTransposeB : 0) |
      (j.sparse_a ? CtrlSparseA : 0) | (j.epilogue.relu ? CtrlRelu : 0) |
      static_cast<unsigned>(j.epilogue.output) << CtrlOutputShift;
  put(0x04, 4, tag);
  if (j.copies()) {
    put(0x00, 4, 3 | 1 << 8 | (j.overlap ? 1 << 9 : 0));
    put(0x08, 4, j.shape.m), put(0x0c, 4, j.shape.n);
    put(0x18, 8, j.c), put(0x30, 8, j.d), put(0x38, 4, j.ldc), put(0x44, 4, j.ldd);
    put(0x68, 8, j.a), put(0x70, 8, j.b), put(0x78, 4, j.shape.k);
    return d;
  }
  put(0x00, 4, (j.convolves() ? 2 : 1) | 1 << 8 | (j.overlap ? 1 << 9 : 0) | control << 16);
  put(0x08, 4, j.shape.m), put(0x0c, 4, j.shape.n), put(0x10, 4, j.shape.k);
  put(0x14, 4, j.epilogue.scale);
  put(0x18, 8, j.a), put(0x20, 8, j.b), put(0x28, 8, j.c), put(0x30, 8, j.d);
  put(0x38, 4, j.lda), put(0x3c, 4, j.ldb), put(0x40, 4, j.ldc), put(0x44, 4, j.ldd);
  if (!j.convolves()) put(0x48, 8, j.a_extra), put(0x50, 8, j.b_extra);
  if (j.convolves()) {
    const auto& c = j.conv;
    put(0x58, 2, c.h), put(0x5a, 2, c.w), put(0x5c, 2, c.cin), put(0x5e, 2, c.out_w);
    put(0x60, 1, c.r), put(0x61, 1, c.s), put(0x62, 1, c.stride), put(0x63, 1, c.dilation);
    put(0x64, 1, c.pad_top), put(0x65, 1, c.pad_left);
    put(0x66, 2, static_cast<std::uint16_t>(c.pad));
  }
  return d;
}

/// A ring behind the operands of random jobs.
template <class Test>
class ring_of {
 public:
  ring_of(Test& test, unsigned log2, std::vector<std::uint8_t> bytes, const sim::axi_timing& t)
      : test_(test), entries_(1u << log2), size_((bytes.size() + 127) / 128 * 128) {
    bytes.resize(size_ + entries_ * (128 + 16));
    test_.new_memory(std::move(bytes), t);
    test_.write(Ctrl, CtrlReset);
    test_.open();
    test_.write64(RingBaseLo, engine_memory::Base + size_);
    test_.write64(CompBaseLo, engine_memory::Base + size_ + 128 * entries_);
    test_.write(RingLog2, log2);
    test_.write(RingCtrl, RingCtrlEnable);
  }

  void put(std::uint32_t i, const engine_job& j) {
    const auto d = descriptor(j, 0x1000 + i);
    std::ranges::copy(d, test_.memory().bytes().begin() + size_ + i % entries_ * 128);
  }
  /// A descriptor of nothing.
  void put_nothing(std::uint32_t i) {
    const auto d = golden::engine_ring::descriptor{.op = 0, .tag = 0x1000 + i}.bytes();
    std::ranges::copy(d, test_.memory().bytes().begin() + size_ + i % entries_ * 128);
  }
  /// Completion i is in memory, with this code.
  bool told(std::uint32_t i, std::uint32_t code = 0) {
    const auto word = [&](std::size_t at) {
      std::uint32_t x;
      std::memcpy(&x, &test_.memory().bytes()[at], 4);
      return x;
    };
    const std::size_t at = comp(i) - engine_memory::Base;
    return word(at) == 0x1000 + i && word(at + 4) == (code | (i / entries_ + 1) << 16);
  }
  /// Where completion i is written.
  std::uint64_t comp(std::uint32_t i) const {
    return engine_memory::Base + size_ + 128 * entries_ + i % entries_ * 16;
  }
  bool is_completion(std::uint64_t address) const {
    return address - engine_memory::Base >= size_ + 128 * entries_;
  }
  bool is_descriptor(std::uint64_t address) const {
    return address - engine_memory::Base >= size_ && !is_completion(address);
  }

 private:
  Test& test_;
  unsigned entries_;
  std::size_t size_;
};

/// Bytes of memory that a matrix takes, from its first to behind its last one.
struct stretch {
  std::size_t from, to;
};
stretch d_of(const engine_config& k, const engine_job& j) {
  const std::size_t from = j.d - engine_memory::Base;
  return {from,
          from + std::size_t{j.ldd} * (j.shape.m - 1) +
              std::size_t{j.shape.n} * golden::tensor::output_bytes(k.array.type, j.epilogue)};
}
bool equal(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b, stretch s) {
  return std::equal(a.begin() + s.from, a.begin() + s.to, b.begin() + s.from);
}

TYPED_TEST(EngineRtl, RunsARingOfJobsOneAfterTheOtherAndTellsEach) {
  constexpr unsigned Log2 = 2, Entries = 1 << Log2, Jobs = 3 * Entries + 1;
  for (unsigned round = 0; round < 6; ++round) {
    SCOPED_TRACE(round);
    const auto channel = [&](unsigned i) {
      return round == 0 ? sim::always() : sim::randomly(0.6, this->seed() * 100 + 3 * round + i);
    };
    random_jobs random(this->Config.core, this->seed() + round, this->Bytes);
    std::vector<engine_job> jobs(Jobs);
    std::ranges::generate(jobs, [&] { return random.next(); });
    auto wanted = random.bytes();
    ring_of ring(
        *this, Log2, wanted,
        {.latency = 7 * round, .request = channel(0), .answer = channel(1), .write = channel(2)});
    this->write(IrqEnable, StatusRing | StatusError);
    for (std::uint32_t i = 0; i < Jobs; ++i) {
      sim::watchdog dog;
      while (this->read(RingHead) + Entries == i) dog.cycle(false, [] { return "a full ring"; });
      run_plainly(this->Config.core, jobs[i], wanted);
      ring.put(i, jobs[i]);
      this->write(RingTail, i + 1);
    }
    sim::watchdog dog;
    while (this->read(RingHead) != Jobs) dog.cycle(false, [] { return "jobs of the ring"; });
    this->until_idle();
    EXPECT_TRUE(this->last().irq);
    EXPECT_EQ(this->read(Error), 0u);
    ASSERT_TRUE(equal(this->memory().bytes(), wanted, {0, wanted.size()}));
    for (std::uint32_t i = Jobs - Entries; i < Jobs; ++i) EXPECT_TRUE(ring.told(i)) << i;
    this->write(Status, StatusRing);
  }
}

TYPED_TEST(EngineRtl, BeginsTheNextJobUnderTheOneBeforeAndWritesNothingOfItBeforeItsTurn) {
  const auto& k = this->Config.core;
  std::array<unsigned, 2> cycles{}, early{};
  for (unsigned round = 0; round < 12; ++round) {
    for (const bool overlap : {false, true}) {
      SCOPED_TRACE(testing::Message() << round << (overlap ? ", overlap" : ""));
      random_jobs random(k, this->seed() + round);
      std::vector<engine_job> jobs;
      for (int i = 0; i < 4; ++i) {
        jobs.push_back(random.job({1 + random.any(12), 1 + random.any(12), 5 + random.any(30)}));
        jobs.back().overlap = overlap;
      }
      auto wanted = random.bytes();
      ring_of ring(*this, 2, wanted,
                   {.latency = 5 * round, .write = sim::randomly(0.3, this->seed() + round)});
      for (const auto& j : jobs) run_plainly(k, j, wanted);
      for (std::uint32_t i = 0; i < jobs.size(); ++i) ring.put(i, jobs[i]);
      this->write(RingTail, 4);
      // In each cycle, `done` jobs have left all of their D, and `told` their completion.
      std::uint32_t done = 0, told = 0, reads = 0;
      for (const auto from = this->cycles(); told < 4; ++cycles[overlap]) {
        ASSERT_LT(this->cycles() - from, 100000u);
        const auto out    = this->cycle();
        const auto& bytes = this->memory().bytes();
        if (done < 4 && equal(bytes, wanted, d_of(k, jobs[done]))) ++done;
        if (told < 4 && ring.told(told)) ++told;
        if (out.ar && !ring.is_descriptor(out.ar->addr)) {
          // The operands of a job, scales too, lie behind A and before A of the next one, with
          // which they may share a word.
          while (reads + 1 < 4 && out.ar->addr >= jobs[reads + 1].a) ++reads;
          EXPECT_LE(reads, done + overlap);
          early[overlap] += reads > done;
        }
        if (!out.aw) continue;
        if (ring.is_completion(out.aw->addr)) {
          EXPECT_GT(done, told) << "a completion before D";
        } else {
          const std::size_t at = out.aw->addr - engine_memory::Base;
          EXPECT_LT(at, d_of(k, jobs[told]).to) << "D before the completion of the job before";
        }
      }
      this->until_idle();
      EXPECT_EQ(this->read(Error), 0u);
      ASSERT_TRUE(equal(this->memory().bytes(), wanted, {0, wanted.size()}));
    }
  }
  EXPECT_EQ(early[false], 0u);
  EXPECT_GT(early[true], 20u) << "bursts of reads under the job before";
  EXPECT_LT(cycles[true], cycles[false]);
}

TYPED_TEST(EngineRtl, ARingTakesTheCyclesOfItsJobsAndOfItsOwnSteps) {
  const auto& k = this->Config.core;
  for (unsigned round = 0; round < 8; ++round) {
    random_jobs random(k, this->seed() + round);
    std::vector<golden::engine::job> jobs;
    std::vector<engine_job> all;
    for (int i = 0; i < 4; ++i) {
      auto j    = i % 2 != 0
                      ? random.next()
                      : random.job({1 + random.any(12), 1 + random.any(20), 1 + random.any(30)});
      j.overlap = random.any(4) != 0;
      all.push_back(j);
    }
    const unsigned latency = round * round;
    ring_of ring(*this, 2, random.bytes(), {.latency = latency});
    for (std::uint32_t i = 0; i < 4; ++i) {
      ring.put(i, all[i]);
      const auto d = descriptor(all[i], 0);
      jobs.push_back(golden::engine_ring::read({d.begin(), d.end()}, {true, true})->job);
    }
    this->until_idle();
    this->port().write(RingTail, 4);
    while (this->last().idle) this->cycle();
    const auto first = this->cycles();
    this->until_idle();
    const auto busy = this->cycles() - first;
    EXPECT_EQ(busy, golden::engine::ring_cycles(this->Config, jobs, latency).cycles) << round;
  }
}

TYPED_TEST(EngineRtl, NothingBehindAFailedJobIsWrittenAndItsDescriptorIsReadAgain) {
  const auto& k = this->Config.core;
  std::mt19937 rng(this->seed());
  const auto any = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  std::map<error_e, unsigned> seen;
  unsigned replaced = 0;
  for (unsigned round = 0; round < 40; ++round) {
    SCOPED_TRACE(round);
    constexpr std::uint32_t All = 6;
    random_jobs random(k, this->seed() + 100 * round);
    std::vector<engine_job> jobs, others;  // one of them is run
    for (std::uint32_t i = 0; i < 2 * All; ++i) {
      auto& to = i % 2 ? others : jobs;
      to.push_back(random.job({1 + any(12), 1 + any(12), 1 + any(20)}));
      to.back().overlap = any(4) != 0;
    }
    const auto before  = random.bytes();
    const bool refuses = round % 4 != 0;
    ring_of ring(*this, 2, before,
                 {.latency = any(30), .error = sim::randomly(refuses ? 0.002 : 0, rng())});
    if (refuses) this->memory().refuse_writes(sim::randomly(0.01, rng()));
    std::vector<const engine_job*> at(All);
    std::vector<const engine_job*> unseen;
    const auto put = [&](std::uint32_t i, const engine_job& j) {
      at[i] = &j;
      ring.put(i, j);
    };
    std::uint32_t tail = 0;
    sim::watchdog dog;
    std::vector<bool> sure(All, true);
    for (std::uint32_t head = 0; head < All; head = this->read(RingHead)) {
      dog.cycle(false, [] { return "a ring"; });
      for (; tail < std::min(head + 4, All); ++tail) put(tail, jobs[tail]);
      this->write(RingTail, tail);
      for (unsigned w = any(400); w > 0; --w) this->cycle();
      if (any(10) == 0)
        this->write(RingCtrl, RingCtrlEnable | (any(2) ? RingCtrlStop : RingCtrlAbort));
      if (this->read(RingState) != 2) continue;
      if (any(2)) this->until_idle();
      const auto code = error_e(this->read(Error));
      ++seen[code];
      head = this->read(RingHead);
      if (head != 0) sure[head - 1] = code == error_e::None;
      for (std::uint32_t i = head; i < tail; ++i) {
        ASSERT_TRUE(equal(this->memory().bytes(), before, d_of(k, *at[i]))) << "job " << i;
      }
      if (head < tail && at[head] == &jobs[head]) {
        unseen.push_back(at[head]);
        put(head, others[head]);
        ++replaced;
      }
      this->write(Status, ~0u);
      this->write(RingCtrl, RingCtrlEnable | RingCtrlContinue);
    }
    this->until_idle();
    if (this->read(Error) != 0) sure.back() = false;
    auto wanted = before;
    for (std::uint32_t i = 0; i < All; ++i) {
      run_plainly(k, *at[i], wanted);
      if (!sure[i]) continue;
      ASSERT_TRUE(equal(this->memory().bytes(), wanted, d_of(k, *at[i]))) << "job " << i;
    }
    for (const auto* j : unseen) {
      ASSERT_TRUE(equal(this->memory().bytes(), before, d_of(k, *j))) << "replaced";
    }
  }
  for (const auto code : {error_e::None, error_e::Load, error_e::Store, error_e::Aborted}) {
    EXPECT_GT(seen[code], 1u) << static_cast<unsigned>(code);
  }
  EXPECT_GT(replaced, 10u);
}

TYPED_TEST(EngineRtl, ACompletionThatIsNotWrittenHaltsTheRingAndIsTold) {
  const auto& k              = this->Config.core;
  const std::uint32_t halted = StatusHalted | StatusError;
  for (unsigned round = 0; round < 4; ++round) {
    SCOPED_TRACE(round);
    random_jobs random(k, this->seed() + round);
    const auto before = random.bytes();
    auto wanted       = before;
    ring_of ring(*this, 2, before, {.latency = 13 * round});
    const bool refused = round % 2 == 0;  // by the bus, else by the windows
    if (refused) {
      // The responses to the first two writes, both of completions: SLVERR, then DECERR.
      this->memory().refuse_writes([left = 2]() mutable { return left > 0 && left-- > 0; });
    } else {
      sim::open_window(*this, engine_memory::Base, ring.comp(0) - engine_memory::Base);
    }
    this->write(IrqEnable, StatusHalted);
    const auto j = random.job({7, 6, 5});
    run_plainly(k, j, wanted);
    ring.put_nothing(0), ring.put_nothing(1), ring.put(2, j);
    this->write(RingTail, 3);
    for (std::uint32_t i = 0; i < 3; ++i) {
      this->until_idle();
      const bool fails = !refused || i < 2;
      ASSERT_EQ(this->read(RingHead), fails ? i + 1 : 3);
      EXPECT_EQ(this->read(RingState), fails ? 2u : 0u);
      EXPECT_EQ(this->read(Status), (fails ? halted : 0) | (i == 2 ? StatusRing : 0));
      EXPECT_EQ(this->last().irq, fails);
      EXPECT_EQ(ring.told(i), !fails) << i;
      const auto code = fails ? refused ? error_e::Fetch : error_e::Window : error_e::None;
      EXPECT_EQ(error_e(this->read(Error)), code);
      EXPECT_EQ(this->read64(FaultLo), fails && refused ? ring.comp(i) : 0);
      ASSERT_TRUE(equal(this->memory().bytes(), i < 2 ? before : wanted, {0, before.size()}));
      this->write(Status, ~0u);
      this->write(RingCtrl, RingCtrlEnable | RingCtrlContinue);
    }
  }
}

TYPED_TEST(EngineRtl, SaysWhichBurstTheBusHasRefused) {
  std::map<std::uint32_t, unsigned> seen;
  for (unsigned round = 0; round < 60; ++round) {
    random_jobs random(this->Config.core, this->seed() + round, this->Bytes);
    this->new_memory(random.bytes(), {.latency = round % 20, .error = sim::randomly(0.01, round)});
    this->open();
    if (round % 2 == 0) this->memory().refuse_writes(sim::randomly(0.1, round));
    this->start(random.job(random.shape()));
    this->until_idle();
    std::uint64_t fault = 0;
    const auto code     = weft_tensor_error(&this->driver_, &fault);
    ++seen[code];
    const bool load = code == WEFT_TENSOR_ERROR_LOAD;
    if (load || code == WEFT_TENSOR_ERROR_STORE) {
      const auto& errors = load ? this->memory().load_errors() : this->memory().store_errors();
      ASSERT_FALSE(errors.empty());
      EXPECT_EQ(fault, errors[0]);
    } else {
      EXPECT_EQ(this->read(Status), StatusDone);
    }
  }
  for (const auto code :
       {WEFT_TENSOR_ERROR_NONE, WEFT_TENSOR_ERROR_LOAD, WEFT_TENSOR_ERROR_STORE}) {
    EXPECT_GT(seen[code], 0u) << static_cast<unsigned>(code);
  }
}

TYPED_TEST(EngineRtl, AResetInAnyCycleLeavesTheNextJobRight) {
  for (unsigned after = 0; after < 400; after += 7) {
    SCOPED_TRACE(after);
    random_jobs random(this->Config.core, this->seed());
    this->new_memory(random.bytes(), {.latency = after % 23});
    this->open();
    this->start(random.job({9, 10, 11}));
    for (unsigned i = 0; i < after; ++i) this->cycle();
    if (after % 2 == 0) {
      weft_tensor_reset(&this->driver_);
    } else {  // the pin, and that of the bus
      this->both_.reset();
      this->new_memory(this->memory().bytes(), {});
      this->reset_bus();
    }
    this->open();
    auto wanted = this->memory().bytes();
    auto j      = random.job({5, 6, 7});
    while (j.c == j.d) j = random.job({5, 6, 7});  // whose C would not be there any more
    this->start(j);
    this->until_idle();
    // The memory when the next job starts has what the dropped one has left.
    wanted = this->memory().bytes();
    run_plainly(this->Config.core, j, wanted);
    ASSERT_EQ(this->memory().bytes(), wanted);
    ASSERT_EQ(this->read(Status), StatusDone);
  }
}

TYPED_TEST(EngineRtl, ABusThatNeverAnswersIsHungAndTheRegistersAnswer) {
  this->open();
  this->write(IrqEnable, StatusHung);
  this->write(HangLimit, 50);
  random_jobs random(this->Config.core, this->seed());
  this->new_memory(random.bytes(), {.answer = [] { return false; }});
  this->start(random.job({3, 4, 5}));
  this->until_interrupt();
  EXPECT_EQ(this->read(Status), StatusBusy | StatusHung);
  this->write(Status, StatusHung);
  weft_tensor_reset(&this->driver_);
  for (int i = 0; i < 300; ++i) this->cycle();
  EXPECT_FALSE(this->last().idle) << "the bus owes answers";
}

#ifdef WEFT_FULL
TYPED_TEST(EngineRtl, ACubeTakesTheCyclesOfTheLawAndKeepsALargeArrayBusy) {
  const auto& k                   = this->Config.core;
  const unsigned side             = 32 * k.array.rows;  // 512 on 16 x 16
  constexpr std::uint64_t Latency = 100;
  const auto j                    = dense_job(k, {side, side, side});
  std::vector<std::uint8_t> wanted(j.d - engine_memory::Base + std::size_t{side} * j.ldd);
  std::mt19937_64 rng(this->seed());
  const plain_arithmetic plain(k.array.type);
  for (const lying& x : {lying{j.a, j.lda, k.a_bytes()}, lying{j.b, j.ldb, k.b_bytes()}}) {
    for (unsigned row = 0; row < side; ++row) {
      for (unsigned col = 0; col < side; ++col) {
        store_element(wanted, x, row, col, plain.operand(rng(), x.addr == j.b));
      }
    }
  }
  for (auto at = k.scales() == 0 ? j.d : j.a_extra; at < j.d; ++at) {
    wanted[at - engine_memory::Base] = static_cast<std::uint8_t>(plain.scale(rng()));
  }
  this->new_memory(wanted, {.latency = Latency});
  this->open();
  this->start(j);
  this->until_idle();
  const auto time = this->read64(TimeLo);
  EXPECT_EQ(time, golden::engine_core::cycles(k, j, Latency).time_cycles);
  const double steps = static_cast<double>(side) * side * side / k.array.rows / k.array.cols;
  if (side == 512) {
    EXPECT_GE(steps / static_cast<double>(time), 0.95);
  }
  run_plainly(k, j, wanted);
  EXPECT_TRUE(this->memory().bytes() == wanted);
}
#endif

TYPED_TEST(EngineRtl, NoSoftwareReachesOutsideOfTheWindows) {
  std::mt19937 rng(this->seed());
  std::map<error_e, unsigned> seen;
  engine_jobs jobs(golden::engine::front_of(this->Config), this->seed());
  // The memory throws for an access outside of it.
  this->new_memory(this->memory().bytes(), {.latency = 5});
  for (int i = 0; i < 100; ++i) {
    this->open();
    auto j = jobs.job();
    for (auto* dim : {&j.m, &j.n, &j.k}) {
      if (*dim > 40) *dim = rng() % 41;
    }
    // Most operands lie somewhere in the memory or at its ends.
    const auto size = this->memory().bytes().size();
    for (auto* address : {&j.a, &j.b, &j.c, &j.d}) {
      if (rng() % 8 != 0) *address = engine_memory::Base + rng() % (size + 64) / 8 * 8;
    }
    for (auto* stride : {&j.lda, &j.ldb, &j.ldc}) {
      if (rng() % 4 != 0) *stride = rng() % 64 / 8 * 8;
    }
    if (rng() % 4 != 0) j.ldd = (j.n * 8 + 7) / 8 * 8;
    for (const auto& [offset, value] : sim::job_registers(j)) this->write(offset, value);
    this->write(Ctrl, sim::start_of(j));
    if (rng() % 4 == 0) {
      for (unsigned w = rng() % 200; w > 0; --w) this->cycle();
      this->port().write(rng() % 1024 * 4, rng() & ~CtrlReset);
      this->write(Ctrl, CtrlReset);
      this->open();
    }
    this->until_idle();
    ++seen[error_e(this->read(Error))];
  }
  EXPECT_GT(seen[error_e::None], 5u);
  EXPECT_GT(seen[error_e::Window], 5u);
}

}  // namespace
}  // namespace weft::engine_test
