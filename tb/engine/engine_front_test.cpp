// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_engine_front.sv against sim/golden/engine/engine_front.hpp in lockstep, with a
// core that ends jobs at random; the check of a job against bytes; the C driver on the registers.

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <tuple>
#include <vector>

#include "sim/harness/axil_master.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/engine_front_ports.hpp"
#include "systemc/engine_regs.h"
#include "systemc/tensor_driver.h"
#include "tb/engine/engine_front_bench.hpp"
#include "tb/engine/engine_jobs.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_engine_front_configs.hpp"

namespace weft::engine_front_test {
namespace {

using namespace front_bench;

template <class Bench>
class EngineFrontRtl : public testing::Test {
 protected:
  static constexpr config Config = Bench::Config;
  static unsigned seed() { return static_cast<unsigned>(test_options().seed); }

  sim::lockstep<Bench> both_{test_options(), model(Config)};
  stand_in core_;
  ring_memory memory_{Config.bus_bytes};
  outputs last_;
  std::uint64_t now_ = 0, offered_at_ = 0;
  sim::axil_port port_{[this](const golden::axil::from_master& bus) { return cycle(bus).bus; }};

  outputs cycle(const golden::axil::from_master& bus = {}) {
    inputs in{.bus = bus};
    core_.drive(in);
    memory_.drive(in.memory);
    last_ = both_.cycle(in);
    core_.step(in, last_);
    memory_.step(in.memory, last_.memory);
    if (last_.job && offered_at_ == 0) offered_at_ = now_;
    ++now_;
    return last_;
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    ASSERT_EQ(port_.write(offset, value), resp_e::Okay);
  }
  std::uint32_t read(std::uint32_t offset) {
    const auto r = port_.read(offset);
    EXPECT_EQ(r.resp, resp_e::Okay);
    return r.data;
  }
  std::uint64_t read64(std::uint32_t low) { return read(low) | std::uint64_t{read(low + 4)} << 32; }
  template <class T>
  void write_all(const T& what) {
    for (const auto& [offset, value] : registers(what)) write(offset, value);
  }
  void until_idle() {
    sim::watchdog dog;
    while (!cycle().idle) dog.cycle(false, [] { return "not idle"; });
  }
  static job good() {
    const unsigned of_d = Config.sum_bytes;
    return {.flow    = 1,
            .m       = 2,
            .n       = 3,
            .k       = 4,
            .a       = 0x1000,
            .b       = 0x2000,
            .c       = 0x3000,
            .d       = 0x4000,
            .lda     = 4 * Config.a_bytes,
            .ldb     = 3 * Config.b_bytes,
            .ldc     = 3 * of_d,
            .ldd     = 3 * of_d,
            .a_extra = 0x5000,
            .b_extra = 0x6000};
  }
  void start(const job& j) {
    write_all(j);
    write(Ctrl, start_of(j));
  }
  /// Windows that hold everything, where the RTL needs them.
  void open() { write_all(std::array<window, 4>{window{0, ~std::uint64_t{0}, true, true}}); }

  /// A ring at 0x8000, with completions at 0xc000.
  void enable_ring(unsigned log2, bool completions = true) {
    write(RingBaseLo, 0x8000);
    write(RingLog2, log2);
    write(CompBaseLo, completions ? 0xc000 : 0);
    write(RingCtrl, RingCtrlEnable);
  }

  weft_tensor driver_{this,
                      [](void* self, std::uint32_t offset) {
                        return static_cast<EngineFrontRtl*>(self)->read(offset);
                      },
                      [](void* self, std::uint32_t offset, std::uint32_t value) {
                        static_cast<EngineFrontRtl*>(self)->write(offset, value);
                      }};
};

#define WEFT_BENCH(V, P) sim::engine_front_ports<V, P>
using benches = testing::Types<WEFT_ENGINE_FRONT_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(EngineFrontRtl, benches);

TYPED_TEST(EngineFrontRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  std::map<error_e, unsigned> seen;
  std::mt19937 rng(this->seed());
  engine_jobs jobs(this->Config, this->seed());
  const auto any      = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  const auto any_word = [&] { return static_cast<std::uint32_t>(rng()); };
  this->core_.time    = [&] { return any(4) == 0 ? 0 : any(60); };
  this->core_.ready   = sim::randomly(0.5, rng());
  this->core_.result  = [&](const job&) {
    outcome o{.how = any(3) == 0 ? end_e(1 + any(2)) : end_e::Done};
    for (auto* count : {&o.fault, &o.array_cycles, &o.time_cycles, &o.read_bytes, &o.write_bytes,
                        &o.wait_load, &o.wait_store}) {
      *count = std::uint64_t{any_word()} << 32 | rng();
    }
    return o;
  };
#ifdef WEFT_FULL
  constexpr int Jobs = 1250;  // a front without features refuses most of them for that
#else
  constexpr int Jobs = 250;
#endif
  for (const sim::timing& t : sim::timings()) {
    sim::axil_master master(t, 0);
    for (int i = 0; i < Jobs; ++i) {
      const job j   = jobs.job();
      const auto ws = jobs.windows(j);
      for (const auto& [offset, value] : registers(j)) master.write(offset, {value});
      if (any(2)) {
        for (const auto& [offset, value] : registers(ws)) master.write(offset, {value});
      }
      if (any(4) == 0) master.write(HangLimit, {any(3)});
      if (any(8) == 0) {  // a ring of whatever is there
        golden::engine_ring::descriptor d{.op = any(4) != 0, .irq = true, .job = jobs.ring_job()};
        if (d.op == 1) d.op = static_cast<unsigned>(d.job.op);
        for (std::uint32_t at = 0; at < 4; ++at) this->memory_.poke(0x8000 + 128 * at, d.bytes());
        master.write(RingBaseLo, {0x8000});
        master.write(RingLog2, {2});
        master.write(CompBaseLo, {any(2) * 0xc000});
        master.write(RingTail, {any(6)});
        master.write(RingCtrl, {1});
      }
      if (any(4) == 0) master.write(RingCtrl, {any(16)});
      if (any(4) == 0) master.write(AxiAttr, {any_word()});
      if (any(4) == 0) master.write(IrqPace, {any(4) | any(2) * any(40) << 8});
      if (any(4) == 0) master.write(IrqEnable, {any_word()});
      master.write(Ctrl, {start_of(j)});
      const auto run = [&] {
        inputs in;
        this->core_.hung = any(16) == 0;
        this->core_.drive(in);
        this->memory_.drive(in.memory);
        master.drive(in.bus);
        const auto out = this->both_.cycle(in);
        this->core_.step(in, out);
        this->memory_.step(in.memory, out.memory);
        master.step(in.bus, out.bus);
      };
      while (!master.idle()) run();
      for (unsigned w = any(2) ? any(150) : 0; w > 0; --w) run();
      for (const auto& r : Map) {
        if (any(4) == 0) master.read(r.offset);
      }
      if (any(3) == 0) master.write(Status, {any_word()});
      if (any(4) == 0) master.write(Ctrl, {any_word()});  // START while busy, RESET
      while (!master.idle()) run();
      if (any(2)) this->until_idle();
      seen[error_e(this->read(Error))]++;
    }
  }
  for (const auto code : {error_e::None, error_e::Dimension, error_e::Alignment, error_e::Stride,
                          error_e::Address, error_e::Busy, error_e::Load, error_e::Store,
                          error_e::Flow, error_e::Feature, error_e::Window}) {
    EXPECT_GT(seen[code], 0u) << static_cast<unsigned>(code);
  }
}

TYPED_TEST(EngineFrontRtl, ChecksAJobAsTheRegisterMapSaysOfItsBytes) {
  engine_jobs jobs(this->Config, this->seed());
  std::map<error_e, unsigned> seen;
  for (int i = 0; i < 3500; ++i) {
    const job j   = jobs.ring_job();
    const auto ws = jobs.windows(j);
    const auto e  = expected(this->Config, j, ws);
    ASSERT_EQ(check(this->Config, j, ws), e) << j;
    ++seen[e];
  }
  for (const auto& [code, count] : seen) EXPECT_GT(count, 12u) << static_cast<unsigned>(code);
  EXPECT_EQ(seen.size(), 8u);
}

TYPED_TEST(EngineFrontRtl, TakesTheCyclesInTheDocumentForACheck) {
  EXPECT_EQ(check_cycles(config{}, {.m = 64, .n = 64, .k = 256}), 33u);
}

TYPED_TEST(EngineFrontRtl, RefusesOrRunsAJobAsItsCheckSays) {
  engine_jobs jobs(this->Config, this->seed() + 1);
  for (int i = 0; i < 300; ++i) {
    const job j   = jobs.job();
    const auto ws = jobs.windows(j);
    this->write_all(ws);
    this->offered_at_ = 0;
    this->core_.taken.clear();
    this->start(j);
    const std::uint64_t started = this->now_;  // START was written in the cycle before the last
    this->until_idle();
    const auto e = expected(this->Config, j, ws);
    ASSERT_EQ(error_e(this->read(Error)), e) << j;
    ASSERT_EQ(this->read(Status), e == error_e::None ? StatusDone : StatusError);
    ASSERT_EQ(this->core_.taken.size(), e == error_e::None ? 1u : 0u);
    if (e != error_e::None) continue;
    job handed = j;
    if (j.flow == 7) handed.flow = this->Config.any_flow;
    ASSERT_EQ(this->core_.taken[0], handed);
    ASSERT_EQ(this->offered_at_, started - 1 + check_cycles(this->Config, j)) << j;
  }
}

TYPED_TEST(EngineFrontRtl, CountsWhatTheCoreSaysOfJobsThatEndWell) {
  this->open();
  outcome o{end_e::Done, 1,           0x100000002, 0x300000005,
            0x700000006, 0x800000009, 0xa0000000b, 0xc0000000d};
  this->core_.result = [&](const job&) { return o; };
  for (unsigned i = 1; i <= 3; ++i) {
    this->start(this->good());
    this->until_idle();
    EXPECT_EQ(this->read(Jobs), i);
  }
  o = {end_e::StoreFailed, 0xfedcba9876543210};
  this->start(this->good());
  EXPECT_EQ(this->read(Status), StatusBusy);
  this->until_idle();
  EXPECT_EQ(this->read(Status), StatusError);
  EXPECT_EQ(this->read(Error), static_cast<std::uint32_t>(error_e::Store));
  EXPECT_EQ(this->read64(FaultLo), o.fault);
  EXPECT_EQ(this->read(Jobs), 3u);
  EXPECT_EQ(this->read64(CyclesLo), 0x100000002u);
  EXPECT_EQ(this->read64(DmaCyclesLo), 0x200000003u);
  EXPECT_EQ(this->read64(TimeLo), 0x300000005u);
  EXPECT_EQ(this->read64(ReadBytesLo), 0x700000006u);
  EXPECT_EQ(this->read64(WriteBytesLo), 0x800000009u);
  EXPECT_EQ(this->read64(WaitLoadLo), 0xa0000000bu);
  EXPECT_EQ(this->read64(WaitStoreLo), 0xc0000000du);
  this->write(Status, StatusError);
  EXPECT_EQ(this->read(Error), 0u);
  EXPECT_EQ(this->read64(FaultLo), 0u);
}

TYPED_TEST(EngineFrontRtl, TheInterruptIsHighWhileAnEnabledCauseIs) {
  this->open();
  for (const std::uint32_t enable : {0u, StatusDone, StatusError, StatusHung}) {
    this->write(IrqEnable, enable);
    this->start(this->good());
    this->until_idle();
    EXPECT_EQ(this->last_.irq, enable == StatusDone);
    EXPECT_EQ(this->read(IrqRaw), StatusDone);
    EXPECT_EQ(this->read(IrqStatus), enable & StatusDone);
    this->core_.hung = true;
    this->cycle(), this->cycle();
    EXPECT_EQ(this->last_.irq, (enable & (StatusDone | StatusHung)) != 0);
    this->write(Status, StatusHung | StatusDone);
    this->cycle();
    EXPECT_FALSE(this->last_.irq) << "a bus that is still hung raises HUNG once";
    this->core_.hung = false;
    this->cycle(), this->cycle();
  }
}

TYPED_TEST(EngineFrontRtl, StartWhileBusyIsAnErrorAndTheJobGoesOn) {
  this->open();
  this->core_.time = [] { return 200u; };
  this->start(this->good());
  this->write(Ctrl, CtrlStart);
  EXPECT_EQ(this->read(Status), StatusBusy | StatusError);
  EXPECT_EQ(this->read(Error), static_cast<std::uint32_t>(error_e::Busy));
  this->until_idle();
  EXPECT_EQ(this->read(Status), StatusDone | StatusError);
  EXPECT_EQ(this->core_.taken.size(), 1u);
  this->start(this->good());
  EXPECT_EQ(this->read(Status), StatusBusy) << "START clears";
  this->until_idle();
}

TYPED_TEST(EngineFrontRtl, ResetDropsAJobAndTheNextOneWaits) {
  this->open();
  this->write(IrqEnable, StatusDone | StatusError);
  for (const unsigned after : {0, 1, 5, 20, 30, 40}) {
    SCOPED_TRACE(after);
    this->core_.taken.clear();
    this->core_.time = [] { return 900u; };
    this->start(this->good());
    for (unsigned i = 0; i < after; ++i) this->cycle();
    this->write(Ctrl, CtrlReset);
    for (const auto& r : Map) {
      if (r.access != access_e::ReadWrite && r.offset != Status) continue;
      EXPECT_EQ(this->read(r.offset), r.reset) << r.name;
    }
    EXPECT_EQ(this->last_.idle, this->core_.taken.empty());
    this->core_.time = [] { return 3u; };
    this->open();
    const bool dropped = !this->core_.taken.empty();
    this->core_.taken.clear();
    this->start(this->good());
    for (int i = 0; i < 60; ++i) this->cycle();  // its check has ended
    EXPECT_EQ(this->core_.taken.empty(), dropped) << "the core may have the job before";
    EXPECT_EQ(this->last_.abort, dropped);
    this->until_idle();
    EXPECT_EQ(this->read(Status), StatusDone);
    EXPECT_EQ(this->read(Jobs), 1u);
  }
}

TYPED_TEST(EngineFrontRtl, TheAttributesOfTheBusStayWhileAJobRuns) {
  this->open();
  this->core_.time = [] { return 100u; };
  this->write(AxiAttr, 0xa5c);
  this->start(this->good());
  this->until_idle();
  EXPECT_EQ(this->last_.attr, 0xa5cu);
  this->start(this->good());
  while (this->core_.taken.size() < 2) this->cycle();
  this->write(AxiAttr, 0x123);
  this->write(HangLimit, 77);
  EXPECT_EQ(this->last_.attr, 0xa5cu);
  EXPECT_EQ(this->last_.hang_limit, 77u);
  this->until_idle();
  this->start(this->good());
  this->until_idle();
  EXPECT_EQ(this->last_.attr, 0x123u);
}

TYPED_TEST(EngineFrontRtl, RunsTheDriver) {
  if (this->Config.closed) this->open();
  weft_tensor* core = &this->driver_;
  weft_tensor_info info;
  ASSERT_EQ(weft_tensor_probe(core, &info), 0);
  EXPECT_EQ(info.rows, this->Config.rows);
  EXPECT_EQ(info.cols, this->Config.cols);
  EXPECT_EQ(info.max_dim, this->Config.max_dim);
  EXPECT_EQ(info.burst_bytes, this->Config.burst_bytes);
  EXPECT_EQ(info.types, this->Config.capability);
  EXPECT_EQ((info.features & WEFT_TENSOR_FEATURES_SPARSE) != 0, this->Config.sparse);
  const unsigned bus = this->read(WEFT_ENGINE_ENGINE) & WEFT_ENGINE_ENGINE_BUS_LOG2_MASK;
  EXPECT_EQ(1u << bus, this->Config.bus_bytes);

  weft_tensor_enable_irq(core, 1);
  const job j = this->good();
  weft_tensor_job asked{};
  asked.m = j.m, asked.n = j.n, asked.k = j.k;
  asked.a = j.a, asked.b = j.b, asked.c = j.c, asked.d = j.d;
  asked.lda = j.lda, asked.ldb = j.ldb, asked.ldc = j.ldc, asked.ldd = j.ldd;
  asked.a_extra = j.a_extra, asked.b_extra = j.b_extra;
  asked.flow         = WEFT_TENSOR_WEIGHT_STATIONARY;
  asked.preload      = 1;
  this->core_.time   = [] { return 90u; };
  this->core_.result = [](const job&) { return outcome{.array_cycles = 42, .time_cycles = 50}; };
  weft_tensor_start(core, &asked);
  EXPECT_EQ(weft_tensor_poll(core), WEFT_TENSOR_RUNNING);
  sim::watchdog dog;
  while (!this->cycle().irq) dog.cycle(false, [] { return "no interrupt"; });
  EXPECT_EQ(weft_tensor_poll(core), WEFT_TENSOR_DONE);
  EXPECT_EQ(weft_tensor_cycles(core), 42u);
  weft_tensor_acknowledge(core);
  EXPECT_FALSE(this->cycle().irq);
  EXPECT_EQ(weft_tensor_poll(core), WEFT_TENSOR_IDLE);
  ASSERT_EQ(this->core_.taken.size(), 1u);
  job handed     = j;
  handed.preload = true;
  handed.scale   = 0x3f800000;
  EXPECT_EQ(this->core_.taken[0], handed);

  asked.m = 0;
  weft_tensor_start(core, &asked);
  while (!this->cycle().irq) dog.cycle(false, [] { return "no interrupt"; });
  EXPECT_EQ(weft_tensor_poll(core), WEFT_TENSOR_FAILED);
  std::uint64_t fault = 1;
  EXPECT_EQ(weft_tensor_error(core, &fault), WEFT_TENSOR_ERROR_DIMENSION);
  EXPECT_EQ(fault, 0u);
  weft_tensor_reset(core);
  EXPECT_EQ(weft_tensor_poll(core), WEFT_TENSOR_IDLE);
}

TYPED_TEST(EngineFrontRtl, RunsTheDescriptorsOfARingInTheirOrder) {
  std::mt19937 rng(this->seed());
  engine_jobs jobs(this->Config, this->seed() + 2);
  const auto any      = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  const auto any_word = [&] { return static_cast<std::uint32_t>(rng()); };
  std::map<error_e, unsigned> seen;
  for (const unsigned log2 : {1, 3}) {
    for (int round = 0; round < 12; ++round) {
      this->both_.reset();
      this->core_ = {};
      outcome last;
      this->core_.time   = [&] { return any(30); };
      this->core_.result = [&](const job&) {
        last = {.how          = any(4) == 0 ? end_e(1 + any(2)) : end_e::Done,
                .fault        = any_word(),
                .array_cycles = any(1000),
                .time_cycles  = 1000 + any(1000)};
        return last;
      };
      this->memory_ = ring_memory(this->Config.bus_bytes, round % 2 ? rng() : 0);
      auto ws       = std::array<window, 4>{window{0, ~std::uint64_t{0}, true, true}};
      if (round % 3 == 0) {
        ws    = jobs.windows(jobs.job());
        ws[3] = {0x8000, 0xcfff, true, true};  // the ring
      }
      this->write_all(ws);
      this->write(IrqEnable, StatusHalted | StatusRing);
      this->enable_ring(log2);
      const std::uint32_t entries = 1u << log2;
      for (std::uint32_t head = 0; head < 4 * entries + 3; ++head) {
        golden::engine_ring::descriptor d{.op = any(6) != 0, .irq = any(2) != 0, .tag = any_word()};
        if (d.op == 1) d.job = jobs.ring_job(), d.op = static_cast<unsigned>(d.job.op);
        d.job.overlap = any(2) != 0;
        auto bytes    = d.bytes();
        bool bad      = false;
        if (any(5) == 0) {  // a bit that has no meaning, or another operation
          using place = std::pair<unsigned, unsigned>;
          std::vector<place> others{{0, 2}, {0, 7}, {1, 2}, {1, 7},
                                    {2, 0}, {2, 3}, {3, 6}, {0x7f, 7}};
          using lists = std::array<std::vector<place>, 4>;
          const lists of_op{
              {{{0x58, 0}, {0x6b, 4}},
               {{0x58, 0}, {0x6b, 4}, {0, 1}},
               {{3, 0}, {3, 2}, {0x4a, 3}, {0x68, 1}, {0x78, 0}},
               {{2, 2}, {3, 3}, {0x10, 0}, {0x17, 7}, {0x22, 1}, {0x43, 6}, {0x60, 0}}}};
          others.insert(others.end(), of_op[d.op].begin(), of_op[d.op].end());
          const auto [byte, bit] = others[any(static_cast<std::uint32_t>(others.size()))];
          bytes[byte] ^= 1u << bit;
          bad = true;
        }
        if (d.op == 0 && any(4) == 0) {  // nothing, with operands
          bytes[8 + any(0x50)] = 1;
          bad                  = true;
        }
        const bool refused = any(12) == 0, untold = any(12) == 0;
        this->memory_.fail_fetch = refused;
        this->memory_.fail_tell  = untold;
        this->memory_.poke(0x8000 + head % entries * 128, bytes);
        this->core_.taken.clear();
        this->memory_.completions.clear();
        ASSERT_EQ(this->read(RingHead), head);
        this->write(RingTail, head + 1);
        this->until_idle();
        ASSERT_EQ(this->read(RingHead), head + 1);

        error_e code = error_e::None;
        if (refused) {
          code = error_e::Fetch;
        } else if (bad) {
          code = error_e::Descriptor;
        } else if (d.op != 0) {
          code = expected(this->Config, d.job, ws);
        }
        const bool ran = !refused && !bad && d.op != 0 && code == error_e::None;
        ASSERT_EQ(this->core_.taken.size(), ran ? 1u : 0u);
        if (ran) {
          job handed = d.job;
          if (d.job.flow == 7) handed.flow = this->Config.any_flow;
          ASSERT_EQ(this->core_.taken[0], handed);
          if (last.how != end_e::Done) {
            code = last.how == end_e::LoadFailed ? error_e::Load : error_e::Store;
          }
        }
        ASSERT_EQ(this->memory_.completions.size(), 1u);
        const auto& c = this->memory_.completions[0];
        EXPECT_EQ(c.address, 0xc000 + head % entries * 16);
        EXPECT_EQ(c.tag, refused ? 0 : d.tag);
        EXPECT_EQ(error_e(c.code), code);
        EXPECT_EQ(c.lap, head / entries + 1);
        EXPECT_EQ(c.time, ran ? last.time_cycles : 0);
        const bool told = !untold || code != error_e::None;
        if (!told) code = error_e::Fetch;
        ++seen[code];
        const std::uint32_t flagged = d.irq && !refused ? StatusRing : 0;
        const bool halted           = code != error_e::None;
        ASSERT_EQ(this->read(Status), flagged | (halted ? StatusHalted | StatusError : 0));
        EXPECT_EQ(this->last_.irq, halted || flagged != 0);
        ASSERT_EQ(this->read(RingState), halted ? 2u : 0u);
        EXPECT_EQ(error_e(this->read(Error)), code);
        const std::uint64_t fault = !told     ? c.address
                                    : refused ? 0x8000 + head % entries * 128
                                    : code == error_e::Load || code == error_e::Store ? last.fault
                                                                                      : 0;
        EXPECT_EQ(this->read64(FaultLo), fault);
        this->write(Status, ~0u);
        if (halted) this->write(RingCtrl, RingCtrlEnable | RingCtrlContinue);
      }
    }
  }
  EXPECT_GE(seen.size(), 8u);
}

TYPED_TEST(EngineFrontRtl, ARingIsAnyDepthBehindOneDoorbell) {
  this->open();
  this->enable_ring(4);
  const auto put = [&](std::uint32_t i) {
    golden::engine_ring::descriptor d{.irq = i % 3 == 0, .tag = 100 + i, .job = this->good()};
    d.job.a += 16 * i;
    this->memory_.poke(0x8000 + i % 16 * 128, d.bytes());
  };
  std::uint32_t tail = 0;
  for (const std::uint32_t n : {16u, 5u, 11u, 1u}) {
    for (std::uint32_t i = 0; i < n; ++i) put(tail++);
    this->write(RingTail, tail);
    this->until_idle();
    EXPECT_EQ(this->read(RingHead), tail);
  }
  ASSERT_EQ(this->core_.taken.size(), tail);
  ASSERT_EQ(this->memory_.completions.size(), tail);
  for (std::uint32_t i = 0; i < tail; ++i) {
    EXPECT_EQ(this->core_.taken[i].a, this->good().a + 16 * i);
    EXPECT_EQ(this->memory_.completions[i].tag, 100 + i);
  }
  EXPECT_EQ(this->read(Jobs), tail);
  EXPECT_EQ(this->read(Status), StatusRing);
}

TYPED_TEST(EngineFrontRtl, ARingBeyondTheAddressesOfTheBusIsInNoWindow) {
  const unsigned bits        = this->Config.addr_bits;
  const std::uint64_t beyond = bits == 64 ? 0 : std::uint64_t{1} << bits;
  for (const bool completions : {false, true}) {
    this->both_.reset();
    this->core_   = {};
    this->memory_ = ring_memory(this->Config.bus_bytes, 0, 3);
    this->open();
    const golden::engine_ring::descriptor d{.op = 0, .irq = true, .tag = 7};
    this->memory_.poke(0x8000, d.bytes());
    this->memory_.poke(0x8000 + beyond, d.bytes());
    this->write(RingBaseLo, 0x8000);
    this->write(RingBaseHi, completions ? 0 : static_cast<std::uint32_t>(beyond >> 32));
    this->write(CompBaseLo, 0xc000);
    this->write(CompBaseHi, completions ? static_cast<std::uint32_t>(beyond >> 32) : 0);
    this->write(RingLog2, 1);
    this->write(RingCtrl, RingCtrlEnable);
    this->write(RingTail, 1);
    this->until_idle();
    EXPECT_EQ(this->read(RingHead), 1u);
    EXPECT_EQ(error_e(this->read(Error)), beyond != 0 ? error_e::Window : error_e::None);
    EXPECT_EQ(this->memory_.fetched.empty(), beyond != 0 && !completions);
    EXPECT_EQ(this->memory_.completions.empty(), beyond != 0 && completions);
  }
}

TYPED_TEST(EngineFrontRtl, TheNextDescriptorIsFetchedAndGivenOutUnderAJob) {
  this->open();
  this->core_.time = [] { return 400u; };
  this->enable_ring(3);
  for (const bool overlap : {false, true}) {
    const std::uint32_t first = overlap ? 4 : 0;
    for (std::uint32_t i = first; i < first + 4; ++i) {
      golden::engine_ring::descriptor d{.tag = i, .job = this->good()};
      d.job.overlap = overlap;
      this->memory_.poke(0x8000 + i * 128, d.bytes());
    }
    this->core_.ahead = 0;
    this->write(RingTail, first + 4);
    this->until_idle();
    EXPECT_EQ(this->read(RingHead), first + 4);
    EXPECT_GT(this->core_.ahead, overlap ? 100u : 300u) << "two jobs in the core";
    EXPECT_EQ(this->core_.overlaps != 0, overlap);
  }
}

TYPED_TEST(EngineFrontRtl, TheInterruptOfTheRingComesAfterSoManyDescriptorsOrSoManyCycles) {
  struct pace {
    unsigned count, time;
  };
  for (const pace p : {pace{0, 0}, pace{1, 0}, pace{1, 50}, pace{3, 0}, pace{0, 1}, pace{0, 90},
                       pace{3, 90}, pace{2, 400}, pace{255, 70}}) {
    SCOPED_TRACE(testing::Message() << p.count << " or " << p.time << " cycles");
    this->both_.reset();
    this->core_   = {};
    this->memory_ = ring_memory(this->Config.bus_bytes, 0, 3);
    this->open();
    this->enable_ring(4);
    this->write(IrqEnable, StatusRing);
    this->write(IrqPace, p.count | p.time << 8);
    for (std::uint32_t i = 0; i < 12; ++i) {
      golden::engine_ring::descriptor d{.op = i % 5 == 0, .irq = i % 3 != 1, .tag = i};
      if (d.op == 1) d.job = this->good();
      this->memory_.poke(0x8000 + i * 128, d.bytes());
    }
    std::uint32_t ended = 0, open = 0, interrupts = 0;
    std::uint64_t first = 0, end = 0;
    bool expected = false;
    this->write(RingTail, 12);
    // `open` descriptors with IRQ have ended since `first`.
    const auto start = this->now_;
    for (unsigned quiet = 0; quiet < 600; ++quiet) {
      const auto told = this->memory_.told;
      const auto out  = this->cycle();
      ASSERT_EQ(out.irq, expected) << "descriptor " << ended;
      const bool runs = ended < 12 || (open != 0 && p.time != 0) || expected;
      if (runs) quiet = 0;
      ASSERT_TRUE(ended < 12 || out.idle == (open == 0 || p.time == 0));
      ASSERT_LT(this->now_, start + 20000) << "descriptor " << ended;
      if (this->memory_.told != told) {
        end = this->now_;
        if (ended++ % 3 != 1 && open++ == 0) first = this->now_;
      }
      const bool each = p.count == 0 && p.time == 0;
      if (open != 0 && (each || (p.count != 0 && open >= p.count) ||
                        (p.time != 0 && this->now_ - first >= p.time))) {
        expected = true;
        open     = 0;
        ++interrupts;
      }
      // Between two ends, as no time can be over in a write then but that of an open one.
      if (expected && open == 0 && (ended == 12 || this->now_ == end + 2)) {
        this->write(Status, StatusRing);
        expected = false;
      }
    }
    ASSERT_EQ(ended, 12u);
    EXPECT_EQ(interrupts, p.count > 1 && p.time == 0 ? 8 / p.count : interrupts);
    EXPECT_GT(interrupts, 0u);
  }
}

TYPED_TEST(EngineFrontRtl, DescriptorsBeyondTheCounterOfThePaceAreToldInTheTimeOfTheFirst) {
  constexpr std::uint32_t Time = 30'000;
  for (const std::uint32_t all : {1u, 300u}) {
    this->both_.reset();
    this->core_   = {};
    this->memory_ = ring_memory(this->Config.bus_bytes, 0, 3);
    this->open();
    this->enable_ring(4);
    this->write(IrqEnable, StatusRing);
    this->write(IrqPace, Time << 8);
    for (std::uint32_t i = 0; i < 16; ++i) {
      const golden::engine_ring::descriptor d{.op = 0, .irq = true, .tag = i};
      this->memory_.poke(0x8000 + i * 128, d.bytes());
    }
    this->write(RingTail, 1);
    while (this->memory_.told == 0) this->cycle();
    const auto first = this->now_;
    for (std::uint32_t head = 1; head < all; head = this->read(RingHead)) {
      this->write(RingTail, std::min(all, head + 16));
    }
    ASSERT_LT(this->now_, first + Time) << "the descriptors take too long";
    while (!this->cycle().irq) ASSERT_LE(this->now_, first + Time + 1);
    EXPECT_EQ(this->now_, first + Time + 1) << all << " descriptors";
  }
}

TYPED_TEST(EngineFrontRtl, WhatIsPendingIsToldWhenTheRingHalts) {
  this->open();
  this->enable_ring(3);
  this->write(IrqPace, 5);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const golden::engine_ring::descriptor d{.op = 0, .irq = true, .tag = i};
    this->memory_.poke(0x8000 + i * 128, d.bytes());
  }
  this->write(RingTail, 3);
  this->until_idle();
  EXPECT_EQ(this->read(RingHead), 3u);
  EXPECT_EQ(this->read(Status), 0u);
  this->write(RingCtrl, RingCtrlEnable | RingCtrlStop);
  EXPECT_EQ(this->read(Status), StatusRing | StatusHalted);
  this->write(Status, ~0u);
  this->write(IrqPace, 0);
  EXPECT_EQ(this->read(Status), 0u) << "told once";
}

/// Rings of random descriptors in which everything goes wrong at any time.
TYPED_TEST(EngineFrontRtl, WhatHaltsTheRingDropsTheDescriptorAheadWhichIsFetchedAgain) {
  std::mt19937 rng(this->seed());
  const auto any = [&](std::uint32_t n) { return static_cast<std::uint32_t>(rng() % n); };
  std::map<error_e, unsigned> seen;
  unsigned refetched = 0, overlaps = 0;
  for (unsigned round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    this->both_.reset();
    this->core_        = {};
    this->core_.time   = [&] { return any(4) == 0 ? any(5) : 20 + any(300); };
    const unsigned bad = any(2) * 8;
    this->core_.result = [&, bad](const job& j) {
      const bool fails = bad != 0 && any(bad) == 0;
      // Whatever the job is, its time says which one it was.
      return outcome{.how = fails ? end_e(1 + any(2)) : end_e::Done, .time_cycles = j.a};
    };
    this->memory_ = ring_memory(this->Config.bus_bytes, round % 2 ? rng() : 0, any(40));
    if (any(3) == 0) this->memory_.fails = sim::randomly(0.05, rng());
    this->open();
    this->enable_ring(2);
    std::vector<std::uint64_t> wanted;  // of descriptor i: where its A is, 0 for nothing
    const auto put = [&](std::uint32_t i) {
      golden::engine_ring::descriptor d{.op = any(8) != 0, .irq = true, .tag = 500 + i};
      if (d.op == 1) {
        d.job = this->good();
        d.job.a += 16 * any(1000);
        d.job.overlap = any(2) != 0;
      }
      auto bytes = d.bytes();
      if (any(12) == 0) bytes[0x60] = 1, d.job.a = 0;
      this->memory_.poke(0x8000 + i % 4 * 128, bytes);
      if (wanted.size() <= i) wanted.resize(i + 1);
      wanted[i] = d.job.a;
    };
    constexpr std::uint32_t All = 12;
    std::uint32_t tail          = 0;
    sim::watchdog dog;
    for (std::uint32_t head = 0; head < All; head = this->read(RingHead)) {
      dog.cycle(false, [] { return "a ring"; });
      while (tail < All && tail - head < 1 + any(4)) put(tail++);
      this->write(RingTail, tail);
      for (unsigned w = any(200); w > 0; --w) this->cycle();
      const unsigned what = any(12);
      if (what == 0) this->write(RingCtrl, RingCtrlEnable | RingCtrlStop);
      if (what == 1) this->write(RingCtrl, RingCtrlEnable | RingCtrlAbort);
      if (what == 2) {  // what is ahead may change while the ring is off
        this->write(RingCtrl, 0);
        this->until_idle();
        for (std::uint32_t i = this->read(RingHead); i < tail; ++i) put(i);
        this->write(RingCtrl, RingCtrlEnable);
      }
      if (this->read(RingState) != 2) continue;
      seen[error_e(this->read(Error))]++;
      const std::uint32_t at = this->read(RingHead);
      ASSERT_EQ(this->memory_.completions.size(), at);
      refetched += this->memory_.fetched.size() > at;
      for (std::uint32_t i = at; i < tail; ++i) put(i);
      this->write(Status, ~0u);
      if (any(4) == 0) this->until_idle();
      this->write(RingCtrl, RingCtrlEnable | RingCtrlContinue);
    }
    this->until_idle();
    overlaps += this->core_.overlaps;
    ASSERT_EQ(this->memory_.completions.size(), All);
    for (std::uint32_t i = 0; i < All; ++i) {
      const auto& c = this->memory_.completions[i];
      const auto e  = error_e(c.code);
      if (e == error_e::Fetch) continue;  // a descriptor that was not read has no tag
      ASSERT_EQ(c.tag, 500 + i);
      ASSERT_EQ(c.lap, i / 4 + 1);
      ASSERT_EQ(c.address, 0xc000 + i % 4 * 16);
      const bool ran = e == error_e::None || e == error_e::Load || e == error_e::Store;
      if (ran) {
        ASSERT_EQ(c.time, wanted[i]) << "descriptor " << i << " is an old one";
      }
    }
  }
  for (const auto code :
       {error_e::Load, error_e::Store, error_e::Fetch, error_e::Descriptor, error_e::Aborted}) {
    EXPECT_GT(seen[code], 5u) << static_cast<unsigned>(code);
  }
  EXPECT_GT(refetched, 50u);
  EXPECT_GT(overlaps, 1000u);
}

TYPED_TEST(EngineFrontRtl, ADoorbellThatIsTooFarAheadIsAnError) {
  this->open();
  this->enable_ring(2, false);
  for (std::uint32_t i = 0; i < 4; ++i) {
    this->memory_.poke(0x8000 + i * 128,
                       golden::engine_ring::descriptor{.tag = i, .job = this->good()}.bytes());
  }
  this->write(RingTail, 5);
  for (int i = 0; i < 50; ++i) this->cycle();
  EXPECT_TRUE(this->core_.taken.empty());
  EXPECT_EQ(error_e(this->read(Error)), error_e::Ring);
  EXPECT_EQ(this->read(Status), StatusError);
  this->write(Status, StatusError);
  this->write(RingTail, 4);
  this->until_idle();
  EXPECT_EQ(this->core_.taken.size(), 4u);
  EXPECT_TRUE(this->memory_.completions.empty()) << "COMP_BASE is 0";
  EXPECT_EQ(this->read(Status), 0u);
  this->write(Ctrl, CtrlStart);
  EXPECT_EQ(error_e(this->read(Error)), error_e::Busy) << "START while the ring is enabled";
  for (const unsigned log2 : {0u, 13u}) {
    this->write(Ctrl, CtrlReset);
    this->enable_ring(log2);
    this->write(RingTail, 1);
    this->cycle();
    EXPECT_EQ(error_e(this->read(Error)), error_e::Ring) << log2;
  }
}

TYPED_TEST(EngineFrontRtl, AnAddressThatTheRingOffersStays) {
  this->open();
  for (const bool completes : {false, true}) {
    this->write(Ctrl, CtrlReset);
    this->open();
    this->memory_ = ring_memory(this->Config.bus_bytes);
    this->memory_.poke(0x8000, golden::engine_ring::descriptor{.op = 0, .tag = 9}.bytes());
    this->memory_.ready = [n = completes ? 1 : 0, this]() mutable {
      return n > 0 && this->last_.memory.fetch ? n-- > 0 : false;
    };
    this->enable_ring(1);
    this->write(RingTail, 1);
    for (int i = 0; i < 40; ++i) this->cycle();
    this->write(RingCtrl, 0);
    this->write(RingBaseLo, 0x4000);
    this->write(CompBaseLo, 0x5000);
    if (completes) {
      ASSERT_TRUE(this->last_.memory.comp);
      EXPECT_EQ(this->last_.memory.comp->address, 0xc000u);
    } else {
      ASSERT_TRUE(this->last_.memory.fetch);
      EXPECT_EQ(*this->last_.memory.fetch, 0x8000u);
    }
    this->memory_.ready = sim::always();
    this->until_idle();
    EXPECT_EQ(this->read(RingHead), 1u);
  }
}

TYPED_TEST(EngineFrontRtl, TheWindowsHoldForTheRingToo) {
  const std::uint64_t word = std::max(16u, this->Config.bus_bytes);
  const auto run           = [&](const window& read, const window& write) {
    this->both_.reset();
    this->memory_ = ring_memory(this->Config.bus_bytes);
    this->memory_.poke(0x8080, golden::engine_ring::descriptor{.op = 0, .tag = 7}.bytes());
    this->memory_.poke(0x8000, golden::engine_ring::descriptor{.op = 0, .tag = 6}.bytes());
    this->write_all(std::array<window, 4>{read, write});
    this->enable_ring(1);
    this->write(RingTail, 2);
    this->until_idle();
    return std::pair{this->read(RingHead), error_e(this->read(Error))};
  };
  using result            = std::pair<std::uint32_t, error_e>;
  const std::uint64_t end = 0xc000 + std::max(word, std::uint64_t{32}) - 1;
  const window read{0x8000, 0x80ff, true, false}, write{0xc000, end, false, true};
  EXPECT_EQ(run(read, write), (result{2, error_e::None}));
  EXPECT_EQ(this->memory_.completions.size(), 2u);
  for (const window& w : {window{0x8001, 0x80ff, true, false}, window{0x8080, 0x80ff, true, false},
                          window{0x8000, 0x80ff, false, true}}) {
    EXPECT_EQ(run(w, write), (result{1, error_e::Window}));
    ASSERT_EQ(this->memory_.completions.size(), 1u);
    EXPECT_EQ(this->memory_.completions[0].tag, 0u);
  }
  EXPECT_EQ(run({0x8000, 0x80fe, true, false}, write), (result{2, error_e::Window}));
  for (const window& w : {window{0xc001, end, false, true}, window{0xc000, word - 2, false, true},
                          window{0xc000, end, true, false}}) {
    EXPECT_EQ(run(read, w), (result{1, error_e::Window}));
    EXPECT_TRUE(this->memory_.completions.empty());
  }
}

TYPED_TEST(EngineFrontRtl, TheWindowsOfACopyAndOfAPictureEndWithTheirLastWords) {
  const unsigned word = this->Config.bus_bytes, a = this->Config.a_bytes;
  // The last byte of the last row of the last plane is the first one of word 12.
  job copies{.op = golden::engine::op_e::Copy, .m = 2, .n = word + 1, .k = 2};
  copies.ldc = copies.ldd = 3 * word;
  copies.a = copies.b = 8 * word;
  copies.c = 0x1000, copies.d = 0x2000;
  // The last element of the last row of pixels ends with the first one of word 4.
  job conv     = this->good();
  conv.op      = golden::engine::op_e::Conv;
  conv.conv    = {2, 1 + word / a, 1, 2, 2, 2, 1, 1, 0, 0, 0};
  conv.lda     = 3 * word;
  conv.a_extra = conv.b_extra = 0;
  for (const auto& [j, words, known] :
       {std::tuple(copies, 13u, this->Config.copy), std::tuple(conv, 5u, this->Config.conv)}) {
    if (!known) continue;
    for (const int off : {-1, 0}) {
      for (const bool of_d : {false, true}) {
        if (of_d && j.op == golden::engine::op_e::Conv) continue;
        const std::uint64_t end = words * word - 1 + off;
        std::array<window, 4> ws{};
        ws[0] = {0x1000, 0x1000 + (of_d ? words * word - 1 : end), true, false};
        ws[1] = {0x2000, 0x2000 + (of_d ? end : 0x800), j.op == golden::engine::op_e::Conv, true};
        ws[2] = {0x4000, 0x4fff, false, true};
        ws[3] = {0x8000, 0xcfff, true, true};  // the ring
        this->both_.reset();
        this->core_ = {};
        this->write_all(ws);
        this->enable_ring(1);
        this->memory_.poke(
            0x8000,
            golden::engine_ring::descriptor{.op = static_cast<unsigned>(j.op), .job = j}.bytes());
        this->write(RingTail, 1);
        this->until_idle();
        EXPECT_EQ(error_e(this->read(Error)), off == 0 ? error_e::None : error_e::Window) << j;
      }
    }
  }
}

TYPED_TEST(EngineFrontRtl, StopAndAbortHaltTheRingAndResetEmptiesItInEveryState) {
  enum { Stop, Abort, Reset };
  std::map<unsigned, unsigned> codes;
  for (const int how : {Stop, Abort, Reset}) {
    for (unsigned after = 0; after < 130; ++after) {
      SCOPED_TRACE(testing::Message() << how << " after " << after);
      this->both_.reset();
      this->core_        = {};
      this->core_.time   = [] { return 25u; };
      this->core_.ready  = sim::bursts(1, 15);
      this->memory_      = ring_memory(this->Config.bus_bytes, 0, 4);
      this->core_.result = [](const job&) { return outcome{.time_cycles = 25}; };
      this->open();
      this->enable_ring(2);
      for (std::uint32_t i = 0; i < 4; ++i) {
        this->memory_.poke(0x8000 + i * 128,
                           golden::engine_ring::descriptor{.tag = i, .job = this->good()}.bytes());
      }
      this->write(RingTail, 2);
      for (unsigned i = 0; i < after; ++i) this->cycle();
      if (how == Reset) {
        this->memory_.stall(250);  // what is owed comes when the next ring is enabled
        this->write(Ctrl, CtrlReset);
        EXPECT_EQ(this->read(RingHead), 0u);
        EXPECT_EQ(this->read(RingState), 0u);
        this->memory_.completions.clear();
        this->core_.taken.clear();
        this->open();
        this->enable_ring(2);
        this->write(RingTail, 3);
        this->until_idle();
        ASSERT_EQ(this->read(RingHead), 3u);
        ASSERT_EQ(this->core_.taken.size(), 3u);
        ASSERT_EQ(this->memory_.completions.size(), 3u);
        for (std::uint32_t i = 0; i < 3; ++i) EXPECT_EQ(this->memory_.completions[i].tag, i);
        EXPECT_EQ(this->read(Status), 0u);
        continue;
      }
      this->write(RingCtrl, RingCtrlEnable | (how == Stop ? RingCtrlStop : RingCtrlAbort));
      this->until_idle();
      const std::uint32_t head = this->read(RingHead);
      EXPECT_EQ(this->read(RingState), 2u);
      EXPECT_LE(head, 2u);
      ASSERT_EQ(this->memory_.completions.size(), head);
      if (head != 0) ++codes[this->memory_.completions.back().code];
      if (how == Stop) {
        EXPECT_EQ(this->read(Status), StatusHalted);
      }
      this->write(Status, ~0u);
      this->write(RingCtrl, RingCtrlEnable | RingCtrlContinue);
      this->until_idle();
      EXPECT_EQ(this->read(RingHead), 2u);
      EXPECT_EQ(this->read(Status), 0u);
    }
  }
  EXPECT_GT(codes[0], 5u);
  EXPECT_GT(codes[static_cast<unsigned>(error_e::Aborted)], 5u);
}

}  // namespace
}  // namespace weft::engine_front_test
