// SPDX-License-Identifier: Apache-2.0
//
// Hostile software at rtl/engine/weft_engine.sv: random registers, jobs, descriptors, commands and
// resets, WEFT_HOSTILE of them. RTL and golden are in lockstep. A monitor of its own at the pins
// has the permission of each byte, from what software has locked; nothing hangs, and registers and
// completions say why what did not run did not.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/harness/engine_host.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/engine_ports.hpp"
#include "tb/engine/engine_jobs.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_engine_configs.hpp"

namespace weft::engine_hostile_test {
namespace {

using namespace golden::engine_map;
using golden::axil::resp_e;
using golden::engine::inputs;
using golden::engine::job;
using golden::engine::outputs;
using sim::engine_memory;

/// The permission of each byte, and the bursts that the bus is asked for.
class window_monitor {
 public:
  explicit window_monitor(unsigned word) : word_(word) {}

  /// Everything is forbidden in `bytes` bytes of memory, and outside of it.
  void forbid_all(std::size_t bytes) { may_.assign(bytes, 0); }
  void allow(std::size_t from, std::size_t last, bool read, bool write) {
    for (std::size_t i = from; i <= last; ++i) may_[i] |= (read ? Read : 0) | (write ? Write : 0);
  }
  bool writable(std::size_t at) const { return (may_[at] & Write) != 0; }

  void see(const inputs& in, const outputs& out) {
    if (out.ar && in.ar_ready) judge(*out.ar, Read, "read");
    if (out.aw && in.aw_ready) judge(*out.aw, Write, "write");
  }
  std::uint64_t bursts() const { return bursts_; }

 private:
  static constexpr std::uint8_t Read = 1, Write = 2;

  void judge(const golden::axi::burst& b, std::uint8_t wants, const char* what) {
    ++bursts_;
    for (std::uint64_t at = b.addr; at < b.addr + std::uint64_t{b.beats} * word_; ++at) {
      const std::uint64_t i = at - engine_memory::Base;
      if (i >= may_.size() || (may_[i] & wants) == 0) {
        throw std::logic_error(std::string("a ") + what + " outside of the windows at " +
                               std::to_string(at));
      }
    }
  }

  unsigned word_;
  std::vector<std::uint8_t> may_;
  std::uint64_t bursts_ = 0;
};

struct window {
  std::uint64_t base, last;
  bool read, write;
};

/// The first and the last byte of an operand, in numbers that do not wrap.
struct extent {
  __int128 first, last;
};

template <class Bench>
class HostileEngine : public testing::Test, public sim::engine_host {
 public:
  static constexpr golden::engine::config Config = Bench::Config;
  static constexpr std::size_t Bytes             = 1 << 13;
  static constexpr std::uint64_t Base            = engine_memory::Base;

  HostileEngine()
      : engine_host(
            Config.core,
            [this](const inputs& in) {
              const auto out = both_.cycle(in);
              monitor_.see(in, out);
              return out;
            },
            engine_memory(Config.core, std::vector<std::uint8_t>(Bytes), {})) {}

  std::uint32_t any(std::uint64_t n) { return static_cast<std::uint32_t>(rng_() % n); }
  bool once_in(unsigned n) { return any(n) == 0; }

  resp_e try_write(std::uint32_t offset, std::uint32_t value, unsigned strobes = 15) {
    ++operations_;
    return port().write(offset, value, strobes);
  }

  // Resets.

  /// The pin, in whatever state, with that of the bus; then windows, which are locked.
  void hard_reset() {
    hard_in_flight_ += cycles() != 0 && !last().idle;
    check_untouched();
    both_.reset();
    reset_bus();
    std::vector<std::uint8_t> bytes(Bytes);
    for (auto& b : bytes) b = static_cast<std::uint8_t>(rng_());
    const auto channel = [&] { return once_in(2) ? sim::always() : sim::randomly(0.6, any(1000)); };
    memory()           = engine_memory(Config.core, bytes,
                                       {.latency = any(40),
                                        .request = channel(),
                                        .answer  = channel(),
                                        .write   = channel(),
                                        .error   = sim::randomly(once_in(2) ? 0.003 : 0, any(1000))});
    if (once_in(3)) memory().refuse_writes(sim::randomly(0.05, any(1000)));
    before_ = std::move(bytes);
    monitor_.forbid_all(Bytes);
    windows_.clear();
    for (unsigned i = 0; i < 4; ++i) {
      std::uint64_t ends[] = {any(Bytes), any(Bytes)};
      if (i == 0 && !once_in(8)) ends[0] = any(256), ends[1] = Bytes - 1 - any(256);
      std::ranges::sort(ends);
      const unsigned mode = i == 0 ? 3 - once_in(4) : any(4);
      windows_.push_back({Base + ends[0], Base + ends[1], (mode & 1) != 0, (mode & 2) != 0});
      monitor_.allow(ends[0], ends[1], (mode & 1) != 0, (mode & 2) != 0);
      const std::uint32_t at = i * (Window3Ctrl - Window0Ctrl) / 3;
      write64(Window0BaseLo + at, windows_.back().base);
      write64(Window0LastLo + at, windows_.back().last);
      write(Window0Ctrl + at, mode | Window0CtrlLock);
    }
    ring_ = {};
  }
  /// CTRL.RESET ends everything, soon: the bus is owed nothing then.
  void soft_reset() {
    soft_in_flight_ += !last().idle;
    EXPECT_EQ(try_write(Ctrl, CtrlReset), resp_e::Okay);
    settle();
    ring_ = {};
  }
  void settle() {
    for (unsigned i = 0; !cycle().idle; ++i) {
      ASSERT_LT(i, 20'000u) << "a reset that does not end, operation " << operations_;
    }
  }
  void check_untouched() {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      const bool same = memory().bytes()[i] == before_[i];
      ASSERT_TRUE(same || monitor_.writable(i)) << "byte " << i;
    }
  }

  // Jobs.

  std::uint64_t somewhere(bool write) {
    const window& w = windows_[any(windows_.size())];
    if (!(write ? w.write : w.read) && !once_in(4)) return Base + any(Bytes) / 8 * 8;
    const auto size = w.last - w.base + 1;
    const std::uint64_t x =
        w.base + (once_in(4) ? size - any(std::min<std::uint64_t>(size, 64)) : any(size));
    return once_in(16) ? x : x / 8 * 8;
  }
  job any_job() {
    if (once_in(4)) {
      auto j = wild_.ring_job();
      if (!once_in(4)) j.a = somewhere(false), j.b = somewhere(false), j.d = somewhere(true);
      if (j.op == golden::engine::op_e::Copy) j.a = any(64), j.b = any(64), j.c = somewhere(false);
      return j;
    }
    job j;
    j.flow = any(3), j.m = 1 + any(20), j.n = 1 + any(20), j.k = 1 + any(20);
    j.preload     = once_in(3);
    j.out         = once_in(3) ? 1 + any(2) : 0;
    j.scale       = 0x3f800000;
    const auto up = [&](std::uint32_t x, unsigned of) {
      return (x + of - 1) / of * of + (once_in(4) ? of * any(4) : 0);
    };
    j.lda = up(j.k, 1), j.ldb = up(j.n, 1), j.ldc = once_in(4) ? 0 : up(4 * j.n, 4);
    j.ldd = up(j.n * (j.out == 0 ? 4 : j.out), 4);
    j.a = somewhere(false), j.b = somewhere(false), j.c = somewhere(false), j.d = somewhere(true);
    if (once_in(40)) j.m = 1000 + any(64000), j.lda = 0;
    if (once_in(40)) j.k = 1000 + any(64000), j.lda = j.ldb = 0;
    return j;
  }

  bool inside(const extent& e, bool write) const {
    const __int128 word = Config.core.bus.bytes;
    return std::ranges::any_of(windows_, [&](const window& w) {
      return (write ? w.write : w.read) && e.first / word * word >= w.base &&
             e.last / word * word + word - 1 <= w.last;
    });
  }
  /// Whether all operands of a GEMM lie in windows.
  bool inside(const job& j) const {
    const auto matrix = [](std::uint64_t at, std::uint64_t lines, std::uint64_t pitch,
                           std::uint64_t bytes) {
      return extent{at, __int128{at} + __int128{lines - 1} * pitch + bytes - 1};
    };
    const unsigned of_d = j.out == 0 ? 4 : j.out == 1 ? 1 : 2;
    return inside(matrix(j.a, j.transpose_a ? j.k : j.m, j.lda, j.transpose_a ? j.m : j.k),
                  false) &&
           inside(matrix(j.b, j.transpose_b ? j.n : j.k, j.ldb, j.transpose_b ? j.k : j.n),
                  false) &&
           (!j.preload || inside(matrix(j.c, j.m, j.ldc, 4 * j.n), false)) &&
           inside(matrix(j.d, j.m, j.ldd, of_d * j.n), true);
  }

  void write_job(const job& j) {
    for (const auto& [offset, value] : sim::job_registers(j)) try_write(offset, value);
    try_write(Ctrl, sim::start_of(j));
  }
  /// A job alone: STATUS says whether it ran, and ERROR why not.
  void lone_job() {
    soft_reset();
    memory().forget_errors();
    job j = any_job();
    if (j.op != golden::engine::op_e::Gemm) return;
    write_job(j);
    bool again = false;
    for (unsigned i = 0; !cycle().idle; ++i) {
      if (i == 50 && once_in(8)) again = try_write(Ctrl, CtrlStart) == resp_e::Okay;
      if (i > 3000) return soft_reset();
    }
    const auto status = read(Status), code = read(Error);
    ++seen_[error_e(code)];
    EXPECT_EQ(status & StatusBusy, 0u);
    if (again) return;
    EXPECT_NE((status & StatusDone) != 0, (status & StatusError) != 0) << operations_;
    EXPECT_EQ((status & StatusError) != 0, code != 0) << operations_;
    EXPECT_TRUE(error_e(code) != error_e::None || inside(j)) << operations_;
    EXPECT_TRUE(error_e(code) != error_e::Window || !inside(j)) << operations_;
    // A job that meets both kinds of errors says one of them.
    const bool load = error_e(code) == error_e::Load, store = error_e(code) == error_e::Store;
    EXPECT_TRUE(!load || !memory().load_errors().empty()) << operations_;
    EXPECT_TRUE(!store || !memory().store_errors().empty()) << operations_;
    EXPECT_EQ(load || store, !memory().load_errors().empty() || !memory().store_errors().empty())
        << operations_;
  }

  // Rings.

  struct ring {
    std::uint64_t base = 0, comp = 0;
    unsigned log2      = 0;
    std::uint32_t tail = 0;
  };
  void open_ring() {
    soft_reset();
    ring_ = {somewhere(false) & ~std::uint64_t{127}, once_in(6) ? 0 : somewhere(true) & ~15ull,
             1 + any(4), 0};
    write64(RingBaseLo, ring_.base);
    write64(CompBaseLo, ring_.comp);
    write(RingLog2, ring_.log2);
    write(IrqPace, once_in(2) ? 0 : rng_() & 0x3f03);
    write(RingCtrl, RingCtrlEnable);
    operations_ += 7;
  }
  void put_descriptor() {
    ++operations_;
    const std::uint64_t at = ring_.base - Base + (ring_.tail & ((1u << ring_.log2) - 1)) * 128;
    if (at + 128 > Bytes) return;
    const auto j = any_job();
    auto d = golden::engine_ring::descriptor{static_cast<unsigned>(j.op), once_in(2), ring_.tail, j}
                 .bytes();
    if (once_in(12)) d[any(128)] ^= static_cast<std::uint8_t>(1u << any(8));
    if (once_in(30)) std::ranges::generate(d, [&] { return static_cast<std::uint8_t>(rng_()); });
    std::ranges::copy(d, memory().bytes().begin() + static_cast<std::ptrdiff_t>(at));
    std::ranges::copy(d, before_.begin() + static_cast<std::ptrdiff_t>(at));
  }
  /// A ring alone, up to its end or its first error, and what is said of it.
  void lone_ring() {
    open_ring();
    memory().forget_errors();
    const unsigned jobs = 1 + any(1u << ring_.log2);
    while (ring_.tail < jobs) put_descriptor(), ++ring_.tail;
    try_write(RingTail, jobs);
    const bool stops = once_in(4);
    for (unsigned i = 0; !cycle().idle && read(RingState) != 2; ++i) {
      if (stops && once_in(10)) {
        try_write(RingCtrl, RingCtrlEnable | (once_in(2) ? RingCtrlAbort : RingCtrlStop));
      }
      if (i > 600) return soft_reset();
    }
    const auto head = read(RingHead), code = read(Error), status = read(Status);
    ++seen_[error_e(code)];
    ASSERT_LE(head, jobs);
    const bool refused = !memory().load_errors().empty() || !memory().store_errors().empty();
    EXPECT_TRUE(stops || !refused || code != 0) << operations_;
    EXPECT_EQ((status & StatusError) != 0, code != 0) << operations_;
    EXPECT_EQ((status & StatusHalted) != 0, read(RingState) == 2) << operations_;
    EXPECT_TRUE(stops || ((status & StatusHalted) != 0) == (code != 0)) << operations_;
    EXPECT_TRUE(head == jobs || read(RingState) == 2) << operations_;
    if (ring_.comp == 0 || head == 0 || !memory().store_errors().empty()) return;
    // The completion of the last one says the same, where it may be written.
    const std::uint64_t at = ring_.comp + (head - 1) % (1u << ring_.log2) * 16;
    if (!inside({at, __int128{at} + 15}, true)) {
      EXPECT_NE(code, 0u) << operations_;
      return;
    }
    std::uint32_t rest;
    std::memcpy(&rest, &memory().bytes()[at - Base + 4], 4);
    EXPECT_EQ(rest & 0xffff, code) << operations_;
  }

  /// Anything at all, in whatever state.
  void anything() {
    switch (any(8)) {
      case 0: {
        const std::uint32_t offset = any(1024) * 4;
        const bool locked          = offset >= Window0BaseLo && offset <= Window3Ctrl;
        const auto said            = try_write(offset, static_cast<std::uint32_t>(rng_()), any(16));
        EXPECT_TRUE(!locked || said != resp_e::Okay) << offset;
        break;
      }
      case 1:
        port().read(any(1024) * 4);
        break;
      case 2:
        write_job(any_job());
        break;
      case 3:
        try_write(RingCtrl, any(16));
        break;
      case 4:
        if (ring_.base == 0) break;
        put_descriptor();
        try_write(RingTail, once_in(8) ? any(40) : ++ring_.tail);
        break;
      case 5:
        if (once_in(3)) try_write(Ctrl, CtrlReset | any(2));
        break;
      default:
        for (unsigned i = any(60); i > 0; --i) cycle();
    }
  }

  std::mt19937_64 rng_{test_options().seed};
  sim::lockstep<Bench> both_{test_options(), golden::engine::model(Config)};
  window_monitor monitor_{Config.core.bus.bytes};
  engine_jobs wild_{golden::engine::front_of(Config), static_cast<unsigned>(test_options().seed)};
  std::vector<window> windows_;
  std::vector<std::uint8_t> before_;
  ring ring_;
  std::uint64_t operations_ = 0;
  unsigned hard_in_flight_ = 0, soft_in_flight_ = 0;
  std::map<error_e, unsigned> seen_;
};

using benches = testing::Types<sim::engine_ports<Vweft_engine_int8_4x4, params::engine_int8_4x4>>;
TYPED_TEST_SUITE(HostileEngine, benches);

TYPED_TEST(HostileEngine, NeitherLeavesItsWindowsNorHangsAndSaysWhy) {
  while (this->operations_ < WEFT_HOSTILE && !this->HasFailure()) {
    this->hard_reset();
    for (unsigned rounds = 1 + this->any(4); rounds > 0; --rounds) {
      if (this->any(2)) this->lone_job();
      if (this->any(2)) this->lone_ring();
      if (this->any(2)) this->open_ring();
      for (unsigned i = this->any(40); i > 0; --i) this->anything();
    }
  }
  EXPECT_GT(this->monitor_.bursts(), WEFT_HOSTILE / 10);
  EXPECT_GT(this->hard_in_flight_, WEFT_HOSTILE / 1000);
  EXPECT_GT(this->soft_in_flight_, WEFT_HOSTILE / 1000);
  std::string missing;
  for (const auto code : {error_e::None, error_e::Dimension, error_e::Alignment, error_e::Stride,
                          error_e::Load, error_e::Store, error_e::Feature, error_e::Descriptor,
                          error_e::Window, error_e::Fetch, error_e::Aborted}) {
    if (!this->seen_[code]) missing += ' ' + std::to_string(static_cast<unsigned>(code));
  }
  const std::ptrdiff_t rare = WEFT_HOSTILE < 100000 ? 3 : 0;  // codes that few operations may not meet
  EXPECT_LE(std::ranges::count(missing, ' '), rare) << "never said:" << missing;
}

}  // namespace
}  // namespace weft::engine_hostile_test
