// SPDX-License-Identifier: Apache-2.0
//
// rtl/sm/weft_sm.sv against sim/golden/sm/sm_model.hpp in lockstep: grids of random programs, every
// output in every cycle; kernels.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/sm_program.hpp"
#include "sim/golden/sm/sm_model.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/sm/sm_plugin.hpp"
#include "sim/verilated/sm_block/sm_block_cases.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sm/random_memory.hpp"
#include "tb/sm/sm_launch.hpp"
#include "weft_sm_configs.hpp"

namespace weft::sm_test {
namespace {

using namespace golden::sm;

template <class V, class P>
struct ports : sim::sm_ports<V, P> {
  static constexpr unsigned Blocks = P::Blocks, Warps = P::Warps, Threads = P::Threads;
  static constexpr unsigned Regs = P::Regs, Words = P::SharedWords;
  static constexpr bool Wide = P::DoubleLanes != 0;
};

/// Events of runs, so that a test can ask that they were there.
struct seen : memory_traffic {
  std::uint64_t cycles = 0, instructions = 0, launches = 0;
  std::array<std::uint64_t, Reasons> reasons{};
  std::array<std::uint64_t, 2> served{}, offered{};  ///< requests to shared memory, of a block
  std::uint64_t in_turn = 0;  ///< cycles behind each other in which shared memory takes requests
  std::uint64_t begins  = 0;  ///< warps that begin where one ended in that cycle
};

/// RTL and golden, and their memory.
template <class Bench>
class sm_bench {
 public:
  sm_bench(std::uint64_t seed, seen& s)
      : s_(&s),
        memory_(seed, s),
        both_({.seed = seed, .wave = test_options().wave}, processor(Bench::arch())) {}

  /// Runs a launch from its program on until nothing is busy.
  template <class Watch>
  void run(const launch& l, Watch watch) {
    const auto of = Bench::machine(l);
    for (const auto& word : sim::program_words(*of)) {
      typename Bench::inputs in;
      in.load = word;
      step(in);
    }
    typename Bench::inputs in;
    in.start = of;
    step(in);
    ++s_->launches;
    in.start.reset();
    bool served_last = false, ended_last[64] = {};
    for (unsigned n = 0; n < 100'000; ++n) {
      const auto out = step(in);
      watch(out);
      bool served_now = false;
      for (unsigned b = 0; b < Bench::Blocks; ++b) {
        const block::outputs& x = out.blocks[b];
        s_->instructions += x.issues.size();
        s_->served[b] += x.services.size();
        served_now = served_now || !x.services.empty();
        for (unsigned w = 0; w < Bench::Warps; ++w) {
          ++s_->reasons[static_cast<std::size_t>(x.reasons[w])];
          bool& ended = ended_last[w * Bench::Blocks + b];
          s_->begins += ended && x.reasons[w] != reason_e::Idle;
          ended = std::ranges::find(x.ended, w) != x.ended.end();
        }
      }
      s_->in_turn += served_now && served_last;
      served_last = served_now;
      if (!out.busy) return;
    }
    ADD_FAILURE() << "still busy";
  }
  void run(const launch& l) {
    run(l, [](const auto&) {});
  }
  void reset() {
    both_.reset();
    memory_ = random_memory(1, *s_);
  }
  /// The first cycles of a launch.
  void start(const launch& l, unsigned cycles) {
    typename Bench::inputs in;
    in.start = Bench::machine(l);
    step(in);
    in.start.reset();
    while (cycles-- != 0) step(in);
  }

 private:
  typename Bench::outputs step(typename Bench::inputs in) {
    in.memory      = memory_.cycle();
    const auto out = both_.cycle(in);
    memory_.take(out.request, in.memory.memory_ready);
    if (out.request && !out.request->write) ++s_->offered[out.request->tag / Lanes % Bench::Blocks];
    ++s_->cycles;
    return out;
  }

  seen* s_;
  random_memory memory_;
  sim::lockstep<Bench> both_;
};

template <class Bench>
class SmRtl : public testing::Test {};

#define WEFT_BENCH(V, P) ports<V, P>
using benches = testing::Types<WEFT_SM_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(SmRtl, benches);

/// A launch of a random program with blocks of threads of a random shape.
template <class Bench>
launch random_launch(std::uint64_t seed) {
  std::mt19937_64 rng(seed);
  const auto below    = [&](unsigned n) { return static_cast<unsigned>(rng() % n); };
  const unsigned most = Bench::Blocks * Bench::Warps * Bench::Threads;
  const unsigned x = 1 + below(most), y = 1 + below(most / x);
  // Shared memory for one block of threads, two or all.
  const unsigned shared = 4 * Bench::Words >> below(3);
  sim::sm_block_cases cases(seed, {.registers = Bench::Regs,
                                   .hot       = below(3) == 0 ? 4u : 0u,
                                   .wide      = Bench::Wide,
                                   .shared    = shared,
                                   .memory    = 1024});
  launch l{.code         = cases.program(80),
           .grid_x       = 1 + below(3),
           .grid_y       = 1 + below(3),
           .block_x      = x,
           .block_y      = y,
           .arguments    = {},
           .shared_bytes = shared};
  return l;
}

TYPED_TEST(SmRtl, EqualsGoldenUnderRandomPrograms) {
  seen s;
  constexpr unsigned Benches = 6, Launches = 3;
  for (unsigned n = 0; n < Benches; ++n) {
    const std::uint64_t seed = test_options().seed * 1000 + n;
    SCOPED_TRACE("seed " + std::to_string(seed));
    sm_bench<TypeParam> both(seed, s);
    // One launch follows the other without a reset.
    for (unsigned m = 0; m < Launches; ++m) both.run(random_launch<TypeParam>(100 * seed + m));
  }
  EXPECT_EQ(s.launches, Benches * Launches);
  EXPECT_GT(s.instructions, 300u * s.launches);
  for (const reason_e r : {reason_e::Issued, reason_e::Scoreboard, reason_e::Port, reason_e::Memory,
                           reason_e::NotSelected, reason_e::Barrier, reason_e::Branch,
                           reason_e::Buffer, reason_e::Idle}) {
    EXPECT_GT(s.reasons[static_cast<std::size_t>(r)], 0u) << name_of(r);
  }
  for (unsigned b = 0; b < TypeParam::Blocks; ++b) {
    EXPECT_GT(s.served[b], 10 * s.launches) << b;
    EXPECT_GT(s.offered[b], 10 * s.launches) << b;
  }
  // A block alone gives shared memory a request in two cycles.
  EXPECT_EQ(s.in_turn > 0, TypeParam::Blocks > 1);
  EXPECT_GT(s.begins, 0u);
  EXPECT_GT(s.written, s.launches);
  EXPECT_GT(s.refused, s.launches);
  EXPECT_GT(s.overtaken, 0u);
}

TYPED_TEST(SmRtl, ResetsInTheMiddle) {
  seen s;
  const std::uint64_t seed = test_options().seed * 1000 + 500;
  sm_bench<TypeParam> both(seed, s);
  const launch l = random_launch<TypeParam>(seed);
  both.run(l);
  for (const unsigned cycles : {1u, 30u, 200u}) {
    both.start(l, cycles);
    both.reset();
    both.run(l);
  }
}

/// A warp of a block of threads comes late to every barrier: no other is ever two ahead, whatever
/// block it is on, and those of another block of threads do not count.
TYPED_TEST(SmRtl, ABarrierOpensWhenAllWarpsOfItsBlockOfThreadsWait) {
  std::string text =
      "S2R R0, SR_TID.X\nS2R R1, SR_CTAID.X\nIADD3 R1, R1, R1, R1\n"
      "ISETP.NE.AND P0, PT, R0, R1, PT\nVOTE.ALL RZ, P1, P0\n";
  for (const std::string n : {"0", "1", "2", "3"}) {
    // The warp with the thread of three times the block's number is late.
    text += "@P1 BRA L" + n + "\n";
    for (int i = 0; i < 12; ++i) text += "IADD3 R2, R2, 1, RZ\n";
    text += "L" + n + ": BAR.SYNC 0x0\n";
  }
  text += "EXIT\nNOP\n";
  // Two warps each, of which either is late.
  launch l{.code      = sim::assemble_sm("test", text),
           .grid_x    = 6,
           .block_x   = 2 * TypeParam::Threads,
           .arguments = {}};
  seen s;
  sm_bench<TypeParam> both(test_options().seed, s);
  // Arrivals, of a warp since it began.
  std::array<unsigned, TypeParam::Blocks * TypeParam::Warps> arrived{};
  unsigned last = 0;
  both.run(l, [&](const processor::outputs& out) {
    for (unsigned b = 0; b < TypeParam::Blocks; ++b) {
      for (const unsigned w : out.blocks[b].arrived) ++arrived[w * TypeParam::Blocks + b];
      for (const unsigned w : out.blocks[b].ended) {
        EXPECT_EQ(std::exchange(arrived[w * TypeParam::Blocks + b], 0u), 4u);
        ++last;
      }
    }
    // While all are there, two by two in the order in which they began.
    if (last != 0) return;
    for (unsigned w = 0; w + 1 < arrived.size(); w += 2) {
      EXPECT_LE(std::max(arrived[w], arrived[w + 1]) - std::min(arrived[w], arrived[w + 1]), 1u);
    }
  });
  EXPECT_EQ(last, 12u);
  EXPECT_GT(s.reasons[static_cast<std::size_t>(reason_e::Barrier)], 6u * 4 * 8);
}

/// The first warp of a block of threads ends and never waits; the others go on when it has ended.
TYPED_TEST(SmRtl, ABarrierOpensWhenTheLastWarpThatDoesNotWaitEnds) {
  std::string text = "S2R R0, SR_TID.X\nISETP.LT.AND P0, PT, R0, " +
                     std::to_string(TypeParam::Threads) + ", PT\n@P0 BRA late\n";
  text += "BAR.SYNC 0x0\nEXIT\nlate:\n";
  for (int i = 0; i < 30; ++i) text += "IADD3 R2, R2, 1, RZ\n";
  text += "EXIT\nNOP\n";
  launch l{.code      = sim::assemble_sm("test", text),
           .grid_x    = 3,
           .block_x   = 3 * TypeParam::Threads,
           .arguments = {}};
  seen s;
  sm_bench<TypeParam> both(test_options().seed, s);
  std::uint64_t arrived = 0, ended = 0;
  both.run(l, [&](const processor::outputs& out) {
    for (const auto& b : out.blocks) {
      arrived += b.arrived.size();
      ended += b.ended.size();
    }
  });
  EXPECT_EQ(arrived, 6u);
  EXPECT_EQ(ended, 9u);
}

/// A kernel by golden's multiprocessor, golden's processor and RTL.
TYPED_TEST(SmRtl, KernelsTakeTheCyclesOfTheMultiprocessor) {
  constexpr unsigned N = 150;
  std::vector<float> x(N), y(N), expected(N);
  for (unsigned i = 0; i < N; ++i) {
    x[i]        = 0.5f * static_cast<float>(i) - 20;
    y[i]        = 3.0f / static_cast<float>(i + 1);
    expected[i] = std::fma(2.5f, x[i], y[i]);
  }
  sm_launch s("volta", "saxpy.sass");
  s.word(N).word(0x40200000).buffer(x).buffer(y);
  s.grid(7).block(22);
  for (const unsigned rate : {32u, 8u}) {
    const sim::sm_block_job job{.of      = TypeParam::machine(s.l),
                                .warps   = TypeParam::Blocks * TypeParam::Warps,
                                .keep    = false,
                                .bytes   = s.before(),
                                .latency = 40,
                                .rate    = rate};
    model whole(job.of);
    memory bytes(job.bytes, job.latency, job.rate);
    const auto cycles = golden::sm::run(whole, bytes);
    processor golden(TypeParam::arch());
    const auto by_golden = sim::run_sm(golden, job);
    sim::sm_rtl<TypeParam> rtl({.seed = test_options().seed, .wave = ""}, job);
    const auto by_rtl = sim::run_sm(rtl, job);
    EXPECT_EQ(by_golden.cycles, cycles);
    EXPECT_EQ(by_golden.instructions, whole.count().instructions);
    EXPECT_EQ(by_golden.bytes, bytes.bytes());
    EXPECT_TRUE(by_rtl == by_golden);
    std::vector<float> found(N);
    std::memcpy(found.data(), by_rtl.bytes.data() + s.place(1), sizeof(float) * N);
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace weft::sm_test
