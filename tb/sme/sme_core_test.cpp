// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_sme_core.sv against golden in every cycle, on random programs; the memory that its
// loads and stores leave against golden::sme.

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "sim/golden/sme_core/sme_core_host.hpp"
#include "sim/harness/lockstep.hpp"
#include "sim/sme/sme_core_run.hpp"
#include "sim/verilated/sme_core/sme_core_ports.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_core_cases.hpp"
#include "weft_sme_core_configs.hpp"

namespace weft::sme_core_test {
namespace {

using golden::sme_core::core_host;

#ifdef WEFT_FULL
constexpr std::size_t Words = 4000;
#else
constexpr std::size_t Words = 600;
#endif

template <class Bench>
class SmeCoreRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sme_core_ports<V, P>
using benches = testing::Types<WEFT_SME_CORE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(SmeCoreRtl, benches);

/// Runs a program; its memory has to be golden's.
template <class Bench>
void run(sim::lockstep<Bench>& both, const core_program& p, std::function<int()> latency,
         bool in_order, const sim::core_paces& paces) {
  auto s      = p.state;
  auto golden = p.memory, pages = p.memory;
  core_host host(Bench::Config, s, golden, {p.end});
  sim::core_memory memory(pages, std::move(latency), in_order);
  both.reset();
  sim::run_core(host, memory, paces, p.state.svl, p.state.nsvl,
                [&](const auto& in) { return both.cycle(in); });
  ASSERT_EQ(host.last().stop, golden::sme::stop_e::End) << host.last().reason;
  EXPECT_EQ(host.instructions(), p.words);
  for (const auto& [at, page] : golden.pages()) {
    const auto& seen = pages.pages().at(at);
    for (std::size_t i = 0; i < page.size(); ++i) {
      ASSERT_EQ(unsigned{seen[i]}, unsigned{page[i]}) << std::hex << "byte " << at + i;
    }
  }
}

TYPED_TEST(SmeCoreRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  core_cases cases(test_options().seed, TypeParam::Config);
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (const sim::timing& t : sim::timings()) {
    for (const int longest : {1, 20, 200}) {
      SCOPED_TRACE(std::string(t.name) + ", latencies up to " + std::to_string(longest));
      const int svl  = 128 << cases.below(std::countr_zero(unsigned{TypeParam::Svl} / 128) + 1);
      const int nsvl = 128 << cases.below(std::countr_zero(unsigned{TypeParam::Svl} / 128) + 1);
      run(both, cases(Words, svl, nsvl), [&] { return 1 + cases.below(longest); }, longest != 20,
          {t.source, t.sink});
    }
  }
}

constexpr std::uint64_t Data = core_cases::Arena, Size = 0x1000;

/// Words on a page of bytes that differ.
core_program program(std::span<const std::uint32_t> words) {
  core_program p{.state = {.svl = 128, .nsvl = 128}, .memory = {}};
  p.memory.map(Data, Size);
  for (std::uint64_t at = 0; at < Size; ++at) {
    p.memory.write(Data + at, std::array{static_cast<std::uint8_t>(at * 37 + 1)});
  }
  p.place(words);
  return p;
}

/// LDFF1 of elements in two lines, the second of which memory lacks, and beyond the core's
/// addresses.
TYPED_TEST(SmeCoreRtl, FirstFaultsEndAtTheEndOfMemoryAndOfAddresses) {
  constexpr std::array<std::uint32_t, 18> Words{
      0x2598'e3e0,  // ptrue p0.s
      0x252c'9000,  // setffr
      0xa55f'6022,  // ldff1w {z2.s}, p0/z, [x1, xzr]: the third element is cut
      0x2519'f001,  // rdffr p1.b
      0x252c'9000,  // setffr
      0x04a4'4001,  // index z1.s, #0, #4
      0x8501'6023,  // ldff1w {z3.s}, p0/z, [x1, z1.s, uxtw]
      0x2519'f002,  // rdffr p2.b
      0x252c'9000,  // setffr
      0x04e3'4804,  // index z4.d, #0, x3: a step beyond the core's addresses
      0xc5c4'e085,  // ldff1d {z5.d}, p0/z, [x4, z4.d]
      0x2519'f003,  // rdffr p3.b
      0xe580'40a2,  // str z2, [x5]
      0xe580'44a3,  // str z3, [x5, #1, mul vl]
      0xe580'48a5,  // str z5, [x5, #2, mul vl]
      0xe583'00a1,  // str p1, [x5, #24, mul vl]
      0xe583'04a2,  // str p2, [x5, #25, mul vl]
      0xe583'08a3,  // str p3, [x5, #26, mul vl]
  };
  auto p       = program(Words);
  p.state.x[1] = Data + Size - 10;
  p.state.x[3] = std::uint64_t{1} << 48;
  p.state.x[4] = Data + 8;
  p.state.x[5] = Data;
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  run(both, p, [] { return 3; }, true, {sim::timings()[0].source, sim::timings()[0].sink});
}

/// Two vectors an answer where two lines have them, within one line, two and three.
TYPED_TEST(SmeCoreRtl, PairsOfVectorsAreLoadedAtEveryDistanceFromALine) {
  core_cases random(test_options().seed, TypeParam::Config);
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (int svl = 128; svl <= TypeParam::Svl; svl *= 2) {
    for (const auto offset : core_cases::PairOffsets) {
      SCOPED_TRACE("svl " + std::to_string(svl) + ", offset " + std::to_string(offset));
      run(both, random.pairs(svl, offset), [&] { return 1 + random.below(30); }, false,
          {sim::timings()[0].source, sim::timings()[0].sink});
    }
  }
}

/// Behind a load that takes long, a word waits for the last of its vectors.
TYPED_TEST(SmeCoreRtl, WordsOfSeveralVectorsWaitForTheLast) {
  constexpr std::array Words{
      0xc120'e044u,  // fcvt z4.h, {z2.s-z3.s}
      0x4531'4044u,  // sqcvtn z4.h, {z2.s-z3.s}
      0xc133'e004u,  // sqcvt z4.b, {z0.s-z3.s}
      0xc136'e00cu,  // zip {z12.b-z15.b}, {z0.b-z3.b}
  };
  constexpr std::uint32_t Smstart = 0xd503'477f, Load = 0x8580'4023;  // ldr z3, [x1]
  std::vector<std::uint32_t> words{Smstart};
  for (const auto word : Words) {
    for (const auto w : {Load, word, Smstart}) words.push_back(w);  // SMSTART waits for all before
  }
  auto p       = program(words);
  p.state.x[1] = Data;
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  run(both, p, [] { return 30; }, true, {sim::timings()[0].source, sim::timings()[0].sink});
}

}  // namespace
}  // namespace weft::sme_core_test
