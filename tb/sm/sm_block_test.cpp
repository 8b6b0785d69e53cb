// SPDX-License-Identifier: Apache-2.0
//
// rtl/sm/weft_sm_block.sv against sim/golden/sm/sm_block.hpp in lockstep: random legal programs and
// chains of hazards, every output in every cycle.

#include "sim/golden/sm/sm_block.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/sm_arch.hpp"
#include "sim/file/sm_program.hpp"
#include "sim/golden/sm/sm_model.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/verilated/sm_block/sm_block_cases.hpp"
#include "sim/verilated/sm_block/sm_block_plugin.hpp"
#include "sim/verilated/sm_block/sm_block_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sm/random_memory.hpp"
#include "tb/sm/sm_launch.hpp"
#include "weft_sm_block_configs.hpp"

namespace weft::sm_block_test {
namespace {

using namespace golden::sm;

/// Events of a run, so that a test can ask that they were there.
struct seen : memory_traffic {
  std::uint64_t cycles = 0, instructions = 0;
  std::vector<std::uint64_t> issues;  ///< cycles, of every instruction
  std::array<std::uint64_t, Reasons> reasons{};
  std::uint64_t together = 0;           ///< cycles with writes to several banks
  std::uint64_t pairs    = 0;           ///< cycles with two issues of a warp
  std::uint64_t apart    = 0;           ///< cycles with issues of two schedulers
  std::map<unsigned, row> registers;    ///< as last written, by any warp
  std::uint64_t loads = 0, stores = 0;  ///< of shared memory
  std::map<op_e, unsigned> tensor;      ///< tensor instructions that start
  unsigned without_gap = 0;             ///< those that start as the port is free
  unsigned bf16        = 0;             ///< those with sums of BF16's products
  unsigned beside      = 0;             ///< those that issue with another one
};

/// RTL and golden as the owner of a block sees them: begins warps, opens barriers.
template <class Bench>
class block_bench {
 public:
  static constexpr unsigned Warps   = Bench::Warps;
  static constexpr unsigned Threads = Bench::Threads;

  block_bench(const program& p, std::uint64_t seed)
      : rng_(seed),
        memory_(seed, s),
        machine_(Bench::machine({.code         = p,
                                 .grid_x       = 3,
                                 .block_x      = 3,
                                 .arguments    = {},
                                 .shared_bytes = p.shared_bytes})),
        model_(Bench::make_model(machine_)),
        both_({.seed = seed, .wave = test_options().wave}, Bench::make_model(machine_)) {
    load(0, encoded(p));
    load(1, {machine_->constants.begin(), machine_->constants.end()});
    load(2, {p.pool.begin(), p.pool.end()});
  }

  void begin(unsigned warp, std::uint32_t threads, unsigned cta = 0, unsigned number = 0) {
    // Two warps share words.
    const unsigned first = warp / 2 % 2 * (machine_->l.shared_bytes / 4);
    begins_.push_back({.warp         = warp,
                       .id           = warp + 17 * cta,
                       .cta          = cta,
                       .number       = number,
                       .threads      = threads,
                       .grid_x       = 3,
                       .block_x      = 3,
                       .shared_first = first,
                       .shared_words = machine_->l.shared_bytes / 4});
    live_ |= 1u << warp;
  }
  std::uint32_t live() const { return live_; }

  /// A cycle; a warp that waits at a barrier goes on at once or with one chance in three a cycle.
  void cycle() {
    typename Bench::inputs in;
    in.begins       = std::exchange(begins_, {});
    in.memory       = memory_.cycle();
    const auto next = model_.peek(in);
    for (const unsigned w : next.arrived) waits_ |= 1u << w;
    for (unsigned w = 0; w < Warps; ++w) {
      if ((waits_ >> w & 1) != 0 && rng_() % 3 == 0) in.opened |= 1u << w;
    }
    waits_ &= ~in.opened;
    step(in);
  }
  void run() {
    for (unsigned n = 0; live_ != 0; ++n) {
      ASSERT_LT(n, 100'000u);
      cycle();
    }
  }
  void idle(unsigned cycles) {
    while (cycles-- != 0) cycle();
  }
  /// Resets both sides; the program stays.
  void reset() {
    both_.reset();
    model_ = Bench::make_model(machine_);
    begins_.clear();
    live_ = waits_ = 0;
    memory_        = random_memory(1, s);
  }

  seen s;

 private:
  static std::vector<std::uint64_t> encoded(const program& p) {
    std::vector<std::uint64_t> words;
    for (const instruction& i : p.code) words.push_back(encode(i));
    return words;
  }
  void load(std::uint8_t space, const std::vector<std::uint64_t>& words) {
    for (std::size_t n = 0; n < words.size(); ++n) {
      typename Bench::inputs in;
      in.load = block_model::word{space, static_cast<std::uint16_t>(n), words[n]};
      step(in);
    }
  }
  void step(const typename Bench::inputs& in) {
    const auto out = both_.cycle(in);
    memory_.take(out.request, in.memory.memory_ready);
    model_.step(in);
    for (const unsigned w : out.ended) live_ &= ~(1u << w);
    ++s.cycles;
    s.instructions += out.issues.size();
    s.issues.insert(s.issues.end(), out.issues.size(), s.cycles);
    s.together += out.writes.size() >= 2;
    const bool several = out.issues.size() >= 2;
    const bool one     = several && out.issues.front().scheduler == out.issues.back().scheduler;
    s.pairs += one;
    s.apart += several && !one;
    const auto& code = machine_->l.code.code;
    s.beside += out.issues.size() >= 2 && std::ranges::any_of(out.issues, [&](const auto& x) {
                  return golden::sm::of(code[x.pc].op).unit == unit_e::Tensor;
                });
    for (const auto& x : out.services) ++(x.store ? s.stores : s.loads);
    for (const auto& x : out.writes) s.registers[x.reg] = x.value;
    for (const reason_e r : out.reasons) ++s.reasons[static_cast<std::size_t>(r)];
    for (const auto& x : out.starts) {
      const op_e op = code[x.pc].op;
      if (golden::sm::of(op).unit != unit_e::Tensor) continue;
      ++s.tensor[op];
      s.bf16 += op != op_e::Hmma884 && op != op_e::Imma8816 && code[x.pc].mods == 2;
      s.without_gap += s.cycles == tensor_free_;
      tensor_free_ = s.cycles + x.groups;
    }
  }

  std::mt19937_64 rng_;
  random_memory memory_;
  std::shared_ptr<const machine> machine_;
  block_model model_;
  sim::lockstep<Bench> both_;
  std::vector<warp_begin> begins_;
  std::uint32_t live_ = 0, waits_ = 0;
  std::uint64_t tensor_free_ = 0;
};

/// The ports with what the tests need to know.
template <class V, class P>
struct ports : sim::sm_block_ports<V, P> {
  static constexpr unsigned Warps = P::Warps, Threads = P::Threads, Regs = P::Regs;
  static constexpr unsigned Banks = P::Banks, Ftz = P::Ftz, Reuse = P::Reuse;
  static constexpr unsigned Collectors = P::Collectors, Dispatch = P::Dispatch;
  static constexpr unsigned HalfLanes = P::HalfLanes, DoubleLanes = P::DoubleLanes;
  static constexpr unsigned LsuLanes = P::LsuLanes, SharedWords = P::SharedWords;
  static constexpr unsigned TensorMacs = P::TensorMacs, TensorFp32 = P::TensorFp32;
  static constexpr bool Bf16  = P::TensorBf16 != sim::sm_block_ports<V, P>::NoProfile;
  static constexpr bool Steps = golden::dpa::Profiles[P::TensorFp32].lanes == 4;  ///< HMMA.884
  static constexpr bool Full  = P::Full;
};

template <class Bench>
class SmBlockRtl : public testing::Test {};

#define WEFT_BENCH(V, P) ports<V, P>
using benches = testing::Types<WEFT_SM_BLOCK_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(SmBlockRtl, benches);

TYPED_TEST(SmBlockRtl, EqualsGoldenUnderRandomPrograms) {
  constexpr unsigned All    = (1ull << TypeParam::Threads) - 1;
  constexpr bool WithTensor = TypeParam::TensorMacs != 0;
  std::array<std::uint64_t, Reasons> reasons{};
  std::uint64_t together = 0, pairs = 0, apart = 0, loads = 0, stores = 0;
  std::uint64_t asked = 0, written = 0, refused = 0, overtaken = 0;
  // The default tier's configurations without memory are compiled without optimization.
  constexpr unsigned Programs = TypeParam::Full ? 12 : TypeParam::LsuLanes != 0 ? 8 : 4;
  std::uint64_t instructions  = 0;
  std::map<op_e, unsigned> tensor;
  unsigned without_gap = 0, bf16 = 0, beside = 0;
  for (unsigned n = 0; n < Programs; ++n) {
    const std::uint64_t seed = test_options().seed * 1000 + n;
    SCOPED_TRACE("seed " + std::to_string(seed));
    sim::sm_block_cases cases(seed,
                              {.registers = std::min(TypeParam::Regs, 32u),
                               .ftz       = TypeParam::Ftz != 0,
                               .hot       = n % 3 == 0 ? 4u : 0u,
                               .half      = TypeParam::HalfLanes != 0,
                               .wide      = TypeParam::DoubleLanes != 0,
                               .shared = TypeParam::LsuLanes != 0 ? 2 * TypeParam::SharedWords : 0,
                               .tensor = WithTensor,
                               .steps  = TypeParam::Steps,
                               .bf16   = TypeParam::Bf16,
                               .memory = TypeParam::LsuLanes != 0 ? 1024u : 0});
    block_bench<TypeParam> both(cases.program(WithTensor ? 240 : 100), seed);
    std::mt19937_64 rng(seed);
    both.idle(3);
    // Warps begin together or apart, with any threads, and places are used again.
    for (unsigned turn = 0; turn < 2; ++turn) {
      for (unsigned w = 0; w < TypeParam::Warps; ++w) {
        std::uint32_t threads = rng() % 2 == 0 ? All : static_cast<std::uint32_t>(rng()) & All;
        if (threads == 0) threads = 1;
        if (WithTensor) threads = All;
        if ((both.live() >> w & 1) == 0)
          both.begin(w, threads, static_cast<unsigned>(rng() % 9), w);
        if (n % 2 != 0) both.idle(static_cast<unsigned>(rng() % 40));
      }
      if (turn == 0 && n % 4 == 1) both.idle(500);
      if (turn == 1 || n % 4 != 1) both.run();
    }
    both.idle(3);
    for (std::size_t r = 0; r < reasons.size(); ++r) reasons[r] += both.s.reasons[r];
    together += both.s.together;
    pairs += both.s.pairs;
    apart += both.s.apart;
    loads += both.s.loads;
    stores += both.s.stores;
    asked += both.s.asked;
    written += both.s.written;
    refused += both.s.refused;
    overtaken += both.s.overtaken;
    instructions += both.s.instructions;
    for (const auto& [op, count] : both.s.tensor) tensor[op] += count;
    without_gap += both.s.without_gap;
    bf16 += both.s.bf16;
    beside += both.s.beside;
  }
  EXPECT_GT(instructions, 200u * Programs);
  // Every reason that a block has without memory was there.
  for (const reason_e r : {reason_e::Issued, reason_e::Scoreboard, reason_e::Port, reason_e::Read,
                           reason_e::NotSelected, reason_e::Barrier, reason_e::Branch,
                           reason_e::Buffer, reason_e::Idle}) {
    EXPECT_GT(reasons[static_cast<std::size_t>(r)], 0u) << name_of(r);
  }
  // Eight collectors are never all taken, nor four by two warps.
  if (TypeParam::Collectors <= 4 && TypeParam::Warps >= 4 * TypeParam::Schedulers) {
    EXPECT_GT(reasons[static_cast<std::size_t>(reason_e::Collector)], 0u);
    EXPECT_GT(reasons[static_cast<std::size_t>(reason_e::Bank)], 0u);
  }
  if (WithTensor) {
    EXPECT_EQ(tensor.size(), TypeParam::Steps ? 4u : 3u);
    EXPECT_EQ(bf16 > Programs, TypeParam::Bf16);
    EXPECT_EQ(beside > Programs, TypeParam::Dispatch == 2);
    for (const auto& [op, count] : tensor) EXPECT_GT(count, 2 * Programs) << of(op).name;
    EXPECT_GT(without_gap, Programs);
  }
  EXPECT_GT(together, 0u);
  EXPECT_EQ(pairs > 0, TypeParam::Dispatch == 2);
  EXPECT_EQ(apart > 20u * Programs, TypeParam::Schedulers > 1);
  constexpr unsigned Some = 8 * Programs;
  EXPECT_EQ(loads > Some, TypeParam::LsuLanes != 0);
  EXPECT_EQ(stores > Some, TypeParam::LsuLanes != 0);
  if (TypeParam::LsuLanes != 0) {
    for (const auto n : {asked, written, refused}) EXPECT_GT(n, Some);
    if (TypeParam::Full) EXPECT_GT(overtaken, 0u);
    EXPECT_GT(reasons[static_cast<std::size_t>(reason_e::Memory)], 0u);
  }
}

/// The cycles between the issues of one warp's last two of 20 equal instructions.
template <class Bench>
std::uint64_t interval(const instruction& i) {
  program p;
  p.registers = Bench::Regs;
  p.code.assign(20, i);
  p.code.push_back({.op = op_e::Exit});
  block_bench<Bench> both(p, test_options().seed);
  both.begin(0, 1);
  both.run();
  EXPECT_EQ(both.s.issues.size(), 21u);
  return both.s.issues[19] - both.s.issues[18];
}

TYPED_TEST(SmBlockRtl, TakesTheCyclesOfTheRules) {
  const arch k = TypeParam::arch();
  // A scheduler issues in every cycle or in some.
  const auto rounded = [&](unsigned cycles) {
    return (cycles + k.issue_interval - 1) / k.issue_interval * k.issue_interval;
  };
  // Dependent instructions: the groups of the port but one, and the depth; a due time is known at
  // the start, Window + 1 cycles after issue.
  for (const op_e op : {op_e::Ffma, op_e::Iadd3, op_e::Imad, op_e::Mufu, op_e::Hfma2, op_e::Dfma}) {
    const instruction i{.op = op, .d = 2, .a = 2};
    const unit_e unit = golden::sm::of(op).unit;
    const auto at     = std::ranges::find_if(k.ports, [unit](const port& p) {
      return std::ranges::find(p.units, unit) != p.units.end();
    });
    if (at == k.ports.end()) continue;
    EXPECT_EQ(interval<TypeParam>(i),
              rounded(std::max(k.window + 1, k.groups(i, *at) - 1 + k.depth_of(i))))
        << golden::sm::of(op).name;
  }
  // Three sources in a bank, and one of them that stays; a pause between issues hides the third.
  if (k.issue_interval > 1) return;
  constexpr unsigned Banks = TypeParam::Banks;
  instruction i{.op = op_e::Ffma, .d = 1, .a = 0, .b = Banks, .c = 2 * Banks};
  i.guard_not      = true;  // no thread writes
  const unsigned g = k.groups(i, k.ports[0]);
  i.d              = Rz;
  EXPECT_EQ(interval<TypeParam>(i), std::max(g, 3u));
  i.reuse = 1;
  EXPECT_EQ(interval<TypeParam>(i), std::max(g, TypeParam::Reuse ? 2u : 3u));
}

TYPED_TEST(SmBlockRtl, SharedMemoryTakesItsPasses) {
  constexpr unsigned All = (1ull << TypeParam::Threads) - 1;
  const arch k           = TypeParam::arch();
  if (TypeParam::LsuLanes == 0) GTEST_SKIP() << "without shared memory";
  // Four addresses so far apart: one word, words of different banks, of one bank.
  struct stride {
    std::uint32_t mask, shift, passes;
  };
  for (const auto& [mask, shift, passes] :
       {stride{0, 2, 1}, stride{3, 2, 1}, stride{3, 6, 2}, stride{3, 7, 4}}) {
    SCOPED_TRACE("shift " + std::to_string(shift));
    const auto literal = [](unsigned n) { return static_cast<std::uint16_t>(PoolBit | n); };
    program p{.code = {}, .controls = {}, .pool = {mask, shift}, .lines = {}};
    p.registers    = TypeParam::Regs;
    p.shared_bytes = 512;
    p.code.push_back({.op = op_e::S2r, .d = 0, .form = form_e::Other});
    p.code.back().wide = static_cast<std::uint16_t>(special_e::LaneId);
    p.code.push_back(
        {.op = op_e::Lop, .d = 0, .a = 0, .form = form_e::ConstantB, .wide = literal(0)});
    p.code.push_back(
        {.op = op_e::Shl, .d = 0, .a = 0, .form = form_e::ConstantB, .wide = literal(1)});
    p.code.insert(p.code.end(), 20, {.op = op_e::Lds, .a = 0, .form = form_e::Other});
    p.code.push_back({.op = op_e::Exit});
    block_bench<TypeParam> both(p, test_options().seed);
    both.begin(0, All);
    both.run();
    ASSERT_EQ(both.s.issues.size(), 24u);
    if (k.loads < 4 || k.shared_depth > 9) continue;
    const unsigned port = TypeParam::Threads / std::max(1u, TypeParam::LsuLanes);
    // Four loads on their way are enough; the queue is full once passes are what holds back.
    EXPECT_EQ(both.s.issues[22] - both.s.issues[21], std::max({2u, port, passes}));
    EXPECT_EQ(both.s.reasons[static_cast<std::size_t>(reason_e::Queue)] > 0,
              passes > std::max(2u, port));
  }
}

/// Tensor instructions: groups of a port, sums that go from one to the next, a reader outside.
TYPED_TEST(SmBlockRtl, TensorInstructionsTakeTheCyclesOfTheRules) {
  if (TypeParam::TensorMacs == 0) GTEST_SKIP() << "without tensor instructions";
  const arch k = TypeParam::arch();
  for (const auto& [i, macs] : {std::pair{instruction{.op = op_e::Hmma884}, 256u},
                                std::pair{instruction{.op = op_e::Hmma884, .mods = 4}, 512u},
                                std::pair{instruction{.op = op_e::Hmma1688}, 1024u},
                                std::pair{instruction{.op = op_e::Hmma16816}, 2048u},
                                std::pair{instruction{.op = op_e::Imma8816}, 512u}}) {
    SCOPED_TRACE(golden::sm::of(i.op).name);
    if (i.op == op_e::Hmma884 && !TypeParam::Steps) continue;
    const auto apart = [&](unsigned d, unsigned c, std::optional<instruction> reader) {
      program p;
      p.registers   = 16;
      instruction x = i;
      x.d           = static_cast<std::uint8_t>(d);
      x.c           = static_cast<std::uint8_t>(c);
      x.a = x.b = 0;
      p.code.assign(12, x);
      if (reader) p.code.back() = *reader;
      p.code.push_back({.op = op_e::Exit});
      block_bench<TypeParam> both(p, test_options().seed);
      both.begin(0, ~0u);
      both.run();
      return both.s.issues[11] - both.s.issues[10];
    };
    const unsigned groups = macs / TypeParam::TensorMacs;
    // Reads of one port, and the groups.
    EXPECT_EQ(apart(Rz, Rz, {}), groups);
    EXPECT_EQ(apart(8, 8, {}), groups - 1 + k.depth_of(i));
    const unsigned late = (result_registers(i) - 1) / k.banks;
    EXPECT_EQ(apart(8, 8, instruction{.op = op_e::Mov, .d = 0, .b = 8}),
              groups - 1 + k.tensor_read_depth + late);
  }
}

/// The kernels of matrix products: golden's cycles, and the sums of the profile.
TYPED_TEST(SmBlockRtl, ProductsOfMatricesAreTheDotProduct) {
  if (TypeParam::TensorMacs == 0) GTEST_SKIP() << "without tensor instructions";
  struct kernel {
    const char* file;
    unsigned rows, k;
  };
  for (const auto& [file, rows, k] :
       {kernel{"hgemm_884.sass", 32, 128}, kernel{"hgemm_16816.sass", 64, 64}}) {
    SCOPED_TRACE(file);
    if (rows == 32 && !TypeParam::Steps) continue;
    const unsigned m = rows, n = 2 * rows;
    std::mt19937_64 rng(test_options().seed);
    const auto halves = [&](std::size_t size) {
      std::vector<std::uint16_t> v(size);
      // Numbers from 2^-4 to 2^4, of both signs.
      for (auto& x : v) {
        x = static_cast<std::uint16_t>((rng() & 0x83ff) | (11 + rng() % 8) << 10);
      }
      return v;
    };
    const auto a = halves(std::size_t{m} * k), b = halves(std::size_t{n} * k);
    sm_launch s("volta", file);
    s.buffer(a).buffer(b).buffer(std::vector<float>(std::size_t{m} * n)).word(k).word(n);
    s.grid(n / rows, m / rows).block(32);
    unsigned busy = 0;
    sim::sm_block_job job{.of    = TypeParam::machine(s.l),
                          .warps = TypeParam::Warps,
                          .bytes = s.before(),
                          .watch = [&](const block::outputs& out) {
                            for (const auto& x : out.starts) {
                              if (golden::sm::of(s.l.code.code[x.pc].op).unit == unit_e::Tensor)
                                busy += x.groups;
                            }
                          }};
    sim::sm_block_golden model(job);
    const auto expected = run_sm_block(model, job);
    std::printf("%s: %llu cycles, the tensor port is busy in %.1f %%\n", file,
                static_cast<unsigned long long>(expected.cycles),
                100.0 * busy / static_cast<double>(expected.cycles));
    EXPECT_GT(busy, 0.85 * static_cast<double>(expected.cycles));
    job.watch = {};
    sim::sm_block_rtl<TypeParam> rtl({.seed = test_options().seed, .wave = ""}, job);
    const auto found = run_sm_block(rtl, job);
    EXPECT_EQ(found.cycles, expected.cycles);
    EXPECT_TRUE(found == expected);
    const auto& p = golden::dpa::Profiles[TypeParam::TensorFp32];
    for (unsigned i = 0; i < m; ++i) {
      for (unsigned j = 0; j < n; ++j) {
        const std::vector<std::uint64_t> x(a.begin() + i * k, a.begin() + (i + 1) * k),
            y(b.begin() + j * k, b.begin() + (j + 1) * k);
        std::uint32_t word = 0;
        std::memcpy(&word, &found.bytes[s.place(2) + 4 * (i * n + j)], 4);
        ASSERT_EQ(word, golden::dpa::dot(p, x, y, 0)) << i << ' ' << j;
      }
    }
  }
}

/// Words that are stored by accesses of one size and loaded by those of others, in both memories.
TYPED_TEST(SmBlockRtl, EachThreadFindsItsWords) {
  if (TypeParam::LsuLanes == 0) GTEST_SKIP() << "without memory";
  for (const bool shared : {true, false}) {
    const std::string st = shared ? "STS" : "STG", ld = shared ? "LDS" : "LDG";
    program p = sim::assemble_sm(
        "test", "S2R R0, SR_LANEID\nSHL R1, R0, 4\nIADD3 R1, R1, " +
                    std::string(shared ? "0" : "65536") +
                    ", RZ\nIADD3 R4, R0, 16, RZ\nIADD3 R5, R0, 64, RZ\nIADD3 R6, R0, 128, RZ\n"
                    "IADD3 R7, R0, 256, RZ\nISETP.LT.AND P0, PT, R0, 2, PT\n" +
                    st + ".128 [R1], R4\n" + ld + " R8, [R1+0x4]\n" + ld + ".64 R10, [R1+0x8]\n" +
                    st + ".64 [R1+0x8], R4\n" + ld + ".128 R12, [R1]\n@P0 " + st + " [R1], R7\n" +
                    ld + " R9, [R1]\nEXIT\nNOP\n");
    p.shared_bytes = 512;
    block_bench<TypeParam> both(p, test_options().seed);
    both.begin(0, (1ull << TypeParam::Threads) - 1);
    both.run();
    for (unsigned t = 0; t < TypeParam::Threads; ++t) {
      const auto word = [&](unsigned reg) { return both.s.registers.at(reg)[t] - t; };
      EXPECT_EQ(word(8), 64u) << t;
      EXPECT_EQ(word(10), 128u) << t;
      EXPECT_EQ(word(11), 256u) << t;
      for (const unsigned pair : {12u, 14u}) {
        EXPECT_EQ(word(pair), 16u) << t;
        EXPECT_EQ(word(pair + 1), 64u) << t;
      }
      EXPECT_EQ(word(9), t < 2 ? 256u : 16u) << t;
    }
  }
}

TYPED_TEST(SmBlockRtl, ResetsInTheMiddle) {
  for (unsigned n = 0; n < (TypeParam::Full ? 4 : 2); ++n) {
    const std::uint64_t seed = test_options().seed * 1000 + 500 + n;
    SCOPED_TRACE("seed " + std::to_string(seed));
    sim::sm_block_cases cases(seed, {.registers = TypeParam::Regs});
    block_bench<TypeParam> both(cases.program(80), seed);
    for (unsigned w = 0; w < TypeParam::Warps; ++w) both.begin(w, 3, w);
    both.idle(60 + 23 * n);
    both.reset();
    for (unsigned w = 0; w < TypeParam::Warps; ++w) both.begin(w, 1, w);
    both.run();
    EXPECT_GT(both.s.instructions, 15 * TypeParam::Warps);
  }
}

/// A register that stayed when a warp ended is read again by the next one at its place, where it is
/// zero.
TYPED_TEST(SmBlockRtl, AWarpThatBeginsFindsNothingThatStayed) {
  program p = sim::assemble_sm(
      "test", "IADD3 R1, R2, 1, RZ\nMOV R2, 7\nIADD3 R3, R2.reuse, 1, RZ\nEXIT\nNOP\n");
  p.registers = TypeParam::Regs;
  block_bench<TypeParam> both(p, test_options().seed);
  for (unsigned n = 0; n < 2; ++n) {
    both.begin(0, 1);
    both.run();
    EXPECT_EQ(both.s.registers.at(1)[0], 1u);
    EXPECT_EQ(both.s.registers.at(3)[0], 8u);
  }
  EXPECT_EQ(both.s.instructions, 8u);
}

/// A thread ends between a BSSY and its BSYNC: the others, which took a branch, still meet there.
TYPED_TEST(SmBlockRtl, ThreadsThatEndLeaveTheMeetingPointOnTheStack) {
  program p   = sim::assemble_sm("test",
                                 "S2R R0, SR_LANEID\nISETP.NE.AND P0, PT, R0, RZ, PT\nBSSY B0, meet\n"
                                   "@P0 BRA other\nEXIT\nother: MOV R1, 5\nBSYNC B0\nmeet: MOV R2, 7\n"
                                   "EXIT\nNOP\n");
  p.registers = TypeParam::Regs;
  block_bench<TypeParam> both(p, test_options().seed);
  both.begin(0, 3);
  both.run();
  EXPECT_EQ(both.s.registers.at(1)[1], 5u);
  EXPECT_EQ(both.s.registers.at(2)[1], 7u);
  EXPECT_EQ(both.s.instructions, 9u);
}

/// The first choice of a second scheduler, whose older warp has the higher number and has waited
/// for a port.
TYPED_TEST(SmBlockRtl, ASchedulerThatHasNotChosenPrefersNoWarp) {
  if (TypeParam::Schedulers == 1) GTEST_SKIP() << "with one scheduler";
  program p;
  p.registers = TypeParam::Regs;
  p.code.assign(8, {.op = op_e::Mov, .d = 1, .b = 0});
  p.code.push_back({.op = op_e::Exit});
  for (unsigned n = 0; n < 2; ++n) {
    block_bench<TypeParam> both(p, test_options().seed);
    both.idle(n);
    for (const unsigned w : {0u, TypeParam::Schedulers + 1, 1u}) {
      both.begin(w, 1);
      both.idle(1);
    }
    both.run();
    EXPECT_EQ(both.s.instructions, 27u);
  }
}

/// A configuration with a preset's name has its rules, depths and cycles of a port; warps, threads
/// and lanes are fewer, and there is no tensor unit.
TYPED_TEST(SmBlockRtl, ABlockOfAPresetHasItsRulesAndDepths) {
  const arch k       = TypeParam::arch();
  const auto presets = sim::sm_presets();
  const auto of      = std::ranges::find_if(
           presets, [&](const std::string& name) { return k.name == name + "_block"; });
  if (of == presets.end()) GTEST_SKIP() << "no preset's";
  arch p           = sim::read_sm_arch(*of);
  const auto rules = [](const arch& x) {
    return std::array{
        x.schedulers, x.dispatch,           x.issue_interval,      x.banks,
        x.window,     x.collectors,         unsigned{x.reuse},     unsigned{x.in_order},
        x.queue,      x.request_interval,   x.pass_cycles,         x.shared_depth,
        x.fetch,      unsigned{x.swizzled}, unsigned{x.fp64_alone}};
  };
  EXPECT_EQ(rules(k), rules(p));
  EXPECT_EQ(TypeParam::Warps, p.warps / p.blocks / 8);
  std::erase_if(p.ports, [](const port& x) { return x.name == "tensor"; });
  ASSERT_EQ(k.ports.size(), p.ports.size());
  for (const port& expected : p.ports) {
    SCOPED_TRACE(expected.name);
    const auto at = std::ranges::find(k.ports, expected.name, &port::name);
    ASSERT_NE(at, k.ports.end());
    EXPECT_EQ(at->units, expected.units);
    EXPECT_EQ(at->schedulers, expected.schedulers);
    for (const unit_e unit : at->units) {
      EXPECT_EQ(k.threads / at->lanes_of(unit), p.threads / expected.lanes_of(unit));
      const auto n = static_cast<std::size_t>(unit);
      if (unit != unit_e::Lsu) EXPECT_EQ(k.depth[n], p.depth[n]) << name_of(unit);
    }
  }
}

/// A launch of one warp on a block alone takes the cycles that it takes on a multiprocessor; where
/// not every cycle issues, the warp may begin in another one of those.
TEST(SmBlockLaunch, OneWarpTakesTheCyclesOfTheMultiprocessor) {
  for (const sim::built_sm_block& unit : sim::built_sm_block_units()) {
    sim::sm_block_cases cases(test_options().seed, {.registers = unit.registers,
                                                    .ftz       = unit.ftz,
                                                    .half      = unit.half,
                                                    .wide      = unit.wide,
                                                    .shared    = unit.k.shared,
                                                    .memory    = unit.memory ? 1024u : 0});
    const launch l{.code         = cases.program(100),
                   .block_x      = unit.k.threads,
                   .arguments    = {},
                   .shared_bytes = unit.k.shared};
    const sim::sm_block_job job{
        .of    = std::make_shared<const machine>(unit.k, l, unit.policy, deps_e::Scoreboard),
        .warps = unit.warps,
        .bytes = std::vector<std::uint8_t>(1024)};
    sim::sm_block_golden block(job);
    const auto alone = sim::run_sm_block(block, job);
    model whole(unit.k, l, unit.policy);
    memory bytes(job.bytes, job.latency, job.rate);
    const std::uint64_t cycles = golden::sm::run(whole, bytes);
    EXPECT_LT(std::max(alone.cycles, cycles) - std::min(alone.cycles, cycles),
              unit.k.issue_interval)
        << unit.name;
    EXPECT_EQ(alone.instructions, whole.count().instructions) << unit.name;
  }
}

/// Two warps, of which the first comes late to every barrier: the second is never two ahead.
TEST(SmBlockLaunch, ABarrierOpensWhenAllOfItsWarpsWait) {
  const sim::built_sm_block& unit = sim::built_sm_block_units().front();
  std::string text =
      "S2R R0, SR_TID.X\nISETP.GE.AND P0, PT, R0, " + std::to_string(unit.k.threads) + ", PT\n";
  for (const std::string n : {"0", "1", "2", "3"}) {
    text += "@P0 BRA L" + n + "\n";
    for (int i = 0; i < 8; ++i) text += "IADD3 R1, R1, 1, RZ\n";
    text += "L" + n + ": BAR.SYNC 0x0\n";
  }
  text += "EXIT\nNOP\n";
  const launch l{
      .code = sim::assemble_sm("test", text), .block_x = 2 * unit.k.threads, .arguments = {}};
  unsigned arrived[2] = {};
  const sim::sm_block_job job{
      .of    = std::make_shared<const machine>(unit.k, l, unit.policy, deps_e::Scoreboard),
      .warps = unit.warps,
      .watch = [&](const block::outputs& out) {
        for (const unsigned w : out.arrived) ++arrived[w];
        EXPECT_LE(arrived[1], arrived[0] + 1);
      }};
  sim::sm_block_golden block(job);
  sim::run_sm_block(block, job);
  EXPECT_EQ(arrived[0], 4u);
  EXPECT_EQ(arrived[1], 4u);
}

}  // namespace
}  // namespace weft::sm_block_test
