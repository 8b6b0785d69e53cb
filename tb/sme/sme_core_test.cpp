// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_sme_core.sv against golden in every cycle, on random programs; the memory that its
// loads and stores leave against golden::sme.

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <functional>
#include <string>

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
  core_host host(Bench::Config, s, golden, p.end);
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

}  // namespace
}  // namespace weft::sme_core_test
