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
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/verilated/engine_front_ports.hpp"
#include "systemc/engine_regs.h"
#include "systemc/tensor_driver.h"
#include "tb/engine/axil_master.hpp"
#include "tb/engine/engine_jobs.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_engine_front_configs.hpp"

namespace weft {
namespace {

using namespace golden::engine_front;
using golden::axil::read_data;
using golden::axil::resp_e;
using golden::axil::write_data;

/// A core that takes a job when it pleases and ends it some cycles later.
class stand_in {
 public:
  std::function<outcome(const job&)> result = [](const job&) { return outcome{}; };
  std::function<unsigned()> time            = [] { return 10u; };
  sim::pace ready                           = sim::always();
  bool hung                                 = false;
  std::vector<job> taken;

  void drive(inputs& in) {
    in.job_ready = !running_ && ready();
    in.hung      = hung;
    if (running_ && left_ == 0) in.ended = aborted_ ? outcome{.how = end_e::Dropped} : end_;
  }
  void step(const inputs& in, const outputs& out) {
    if (running_ && out.abort && !aborted_) aborted_ = true, left_ = std::min(left_, time() + 1);
    if (running_) in.ended ? running_ = false : left_ != 0 && --left_ != 0;
    if (out.job && in.job_ready) {
      taken.push_back(*out.job);
      running_ = true;
      aborted_ = false;
      left_    = time();
      end_     = result(*out.job);
    }
  }

 private:
  bool running_ = false, aborted_ = false;
  unsigned left_ = 0;
  outcome end_;
};

/// The registers of a job, as they are written.
std::vector<std::pair<std::uint32_t, std::uint32_t>> registers(const job& j) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> all{
      {M, j.m},     {N, j.n},     {K, j.k},     {Lda, j.lda},
      {Ldb, j.ldb}, {Ldc, j.ldc}, {Ldd, j.ldd}, {Scale, j.scale}};
  const auto put64 = [&](std::uint32_t low, std::uint64_t v) {
    all.emplace_back(low, static_cast<std::uint32_t>(v));
    all.emplace_back(low + 4, static_cast<std::uint32_t>(v >> 32));
  };
  put64(ALo, j.a), put64(BLo, j.b), put64(CLo, j.c), put64(DLo, j.d);
  put64(AExtraLo, j.a_extra), put64(BExtraLo, j.b_extra);
  return all;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> registers(const std::array<window, 4>& all) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> out;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::uint32_t at = i * (Window1Ctrl - Window0Ctrl);
    const window& w        = all[i];
    out.emplace_back(Window0BaseLo + at, static_cast<std::uint32_t>(w.base));
    out.emplace_back(Window0BaseHi + at, static_cast<std::uint32_t>(w.base >> 32));
    out.emplace_back(Window0LastLo + at, static_cast<std::uint32_t>(w.last));
    out.emplace_back(Window0LastHi + at, static_cast<std::uint32_t>(w.last >> 32));
    out.emplace_back(Window0Ctrl + at,
                     (w.read ? Window0CtrlRead : 0) | (w.write ? Window0CtrlWrite : 0));
  }
  return out;
}

std::uint32_t start_of(const job& j) {
  return CtrlStart | (j.preload ? CtrlPreload : 0) | j.flow << CtrlFlowShift |
         (j.transpose_a ? CtrlTransposeA : 0) | (j.transpose_b ? CtrlTransposeB : 0) |
         (j.sparse_a ? CtrlSparseA : 0) | (j.relu ? CtrlRelu : 0) | j.out << CtrlOutputShift;
}

/// The error of a job, from the text of the register map: row by row, with numbers that do not
/// wrap.
error_e expected(const config& k, const job& j, const std::array<window, 4>& windows) {
  using wide          = unsigned __int128;
  const bool any_flow = j.flow == 7;
  if (!any_flow && !((k.flows >> j.flow) & 1)) return error_e::Flow;
  if (j.m == 0 || j.n == 0 || j.k == 0) return error_e::Dimension;
  if (std::max({j.m, j.n, j.k}) > k.max_dim) return error_e::Dimension;
  const bool lacks = (!k.transposes && (j.transpose_a || j.transpose_b)) ||
                     (!k.sparse && j.sparse_a) || (j.sparse_a && j.flow == 3) ||
                     (!k.epilogue && (j.relu || j.out)) || j.out == 3;
  if (lacks) return error_e::Feature;
  if (j.sparse_a && (j.k & 3)) return error_e::Dimension;

  struct matrix {
    wide address, stride, rows, cols, bytes;
    bool write, checked;
  };
  const unsigned of_d  = j.out == 0 ? k.sum_bytes : j.out;
  const unsigned a_row = j.sparse_a ? j.k / 2 : j.k;
  std::vector<matrix> all{
      {j.a, j.lda, j.transpose_a ? j.k : j.m, j.transpose_a ? j.m : a_row, k.a_bytes, false, true},
      {j.b, j.ldb, j.transpose_b ? j.n : j.k, j.transpose_b ? j.k : j.n, k.b_bytes, false, true},
      {j.d, j.ldd, j.m, j.n, of_d, true, true}};
  if (j.preload) all.push_back({j.c, j.ldc, j.m, j.n, k.sum_bytes, false, true});
  unsigned blocks = 0;
  while (k.scale_block != 0 && blocks * k.scale_block < j.k) ++blocks;
  unsigned beside = blocks;
  if (j.sparse_a) beside = (j.k / 2 + 3) / 4;  // four indexes in a byte
  if (beside != 0) all.push_back({j.a_extra, beside, j.m, beside, 1, false, false});
  if (blocks != 0) all.push_back({j.b_extra, j.n, blocks, j.n, 1, false, false});

  for (const matrix& x : all) {
    if (x.checked && (x.address % x.bytes != 0 || x.stride % x.bytes != 0))
      return error_e::Alignment;
  }
  if (j.m > 1 && j.ldd < wide{j.n} * of_d) return error_e::Stride;
  const wide end = wide{1} << k.addr_bits;
  bool open      = !k.closed;
  for (const window& w : windows) open = open && !w.read && !w.write;
  bool held = true;
  for (const matrix& x : all) {
    std::vector<bool> holds;
    for (const window& w : windows) holds.push_back(x.write ? w.write : w.read);
    for (wide row = 0; row < x.rows; ++row) {
      const wide first = x.address + row * x.stride, last = first + x.cols * x.bytes - 1;
      if (last >= end) return error_e::Address;
      const wide first_word = first / k.bus_bytes * k.bus_bytes;
      const wide last_word  = last / k.bus_bytes * k.bus_bytes + k.bus_bytes - 1;
      for (std::size_t i = 0; i < windows.size(); ++i) {
        if (first_word < windows[i].base || last_word > windows[i].last) holds[i] = false;
      }
    }
    held = held && std::find(holds.begin(), holds.end(), true) != holds.end();
  }
  return open || held ? error_e::None : error_e::Window;
}

template <class Bench>
class EngineFrontRtl : public testing::Test {
 protected:
  static constexpr config Config = Bench::Config;
  static unsigned seed() { return static_cast<unsigned>(test_options().seed); }

  sim::lockstep<Bench> both_{test_options(), model(Config)};
  stand_in core_;
  outputs last_;
  std::uint64_t now_ = 0, offered_at_ = 0;
  axil_port port_{[this](const golden::axil::from_master& bus) { return cycle(bus).bus; }};

  outputs cycle(const golden::axil::from_master& bus = {}) {
    inputs in{.bus = bus};
    core_.drive(in);
    last_ = both_.cycle(in);
    core_.step(in, last_);
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
  for (const sim::timing& t : sim::timings()) {
    axil_master master(t, 0);
    for (int i = 0; i < 250; ++i) {
      const job j   = jobs.job();
      const auto ws = jobs.windows(j);
      for (const auto& [offset, value] : registers(j)) master.write(offset, {value});
      if (any(2)) {
        for (const auto& [offset, value] : registers(ws)) master.write(offset, {value});
      }
      if (any(4) == 0) master.write(HangLimit, {any(3)});
      if (any(4) == 0) master.write(AxiAttr, {any_word()});
      if (any(4) == 0) master.write(IrqEnable, {any_word()});
      master.write(Ctrl, {start_of(j)});
      const auto run = [&] {
        inputs in;
        this->core_.hung = any(16) == 0;
        this->core_.drive(in);
        master.drive(in.bus);
        const auto out = this->both_.cycle(in);
        this->core_.step(in, out);
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
  for (int i = 0; i < 8000; ++i) {
    const job j   = jobs.job();
    const auto ws = jobs.windows(j);
    const auto e  = expected(this->Config, j, ws);
    ASSERT_EQ(check(this->Config, j, ws), e) << j;
    ++seen[e];
  }
  for (const auto& [code, count] : seen) EXPECT_GT(count, 40u) << static_cast<unsigned>(code);
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

}  // namespace
}  // namespace weft
