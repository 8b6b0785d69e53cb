// SPDX-License-Identifier: Apache-2.0
//
// rtl/sme/weft_sme_issue.sv against golden's cycle model in every cycle, and against its timetable.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "sim/golden/sme_core/sme_issue_timetable.hpp"
#include "sim/harness/lockstep.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_issue_cases.hpp"
#include "tb/sme/sme_issue_ports.hpp"
#include "weft_sme_issue_configs.hpp"

namespace weft::sme_issue_test {
namespace {

#ifdef WEFT_FULL
constexpr std::size_t Uops = 3000;
#else
constexpr std::size_t Uops = 400;
#endif

template <class Bench>
class SmeIssueRtl : public testing::Test {};

#define WEFT_BENCH(V, P) sme_issue_ports<V, P>
using benches = testing::Types<WEFT_SME_ISSUE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(SmeIssueRtl, benches);

TYPED_TEST(SmeIssueRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  issue_cases cases(test_options().seed);
  const auto k = TypeParam::Config;
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  for (const sim::timing& t : sim::timings()) {
    for (const int longest : {1, 20, 200}) {
      SCOPED_TRACE(std::string(t.name) + ", latencies up to " + std::to_string(longest));
      const auto p = cases(Uops, t.source);
      both.reset();
      const auto r = run_issue(k, p, {t.sink, [&] { return 1 + cases.below(longest); }},
                               [&](const auto& in) { return both.cycle(in); });
      golden::sme_core::timetable table(k, r.memory());
      for (std::size_t i = 0; i < p.uops.size(); ++i) {
        const auto at = table.add(p.uops[i], p.host[i]);
        ASSERT_EQ(at.dispatch, r.uops[i].dispatch) << i << ": " << p.uops[i];
        ASSERT_EQ(at.issue, r.uops[i].issue) << i << ": " << p.uops[i];
        ASSERT_EQ(at.commit, r.uops[i].commit) << i << ": " << p.uops[i];
      }
    }
  }
}

TYPED_TEST(SmeIssueRtl, HasGoldensLatenciesAndWidths) {
  const golden::sme_core::config golden, rtl = TypeParam::Config;
  EXPECT_EQ(rtl.distance, golden.distance);
  EXPECT_EQ(rtl.op_latency, golden.op_latency);
  EXPECT_EQ(rtl.vector_latency, golden.vector_latency);
  EXPECT_EQ(rtl.dispatch, golden.dispatch);
  EXPECT_EQ(rtl.commit, golden.commit);
}

TYPED_TEST(SmeIssueRtl, ResetEmptiesItInAnyState) {
  issue_cases cases(test_options().seed + 1);
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  const auto p = cases(60, sim::always());
  for (std::size_t cycles = 1; cycles < 30; ++cycles) {
    for (std::size_t i = 0, c = 0; c < cycles && i < p.uops.size(); ++c) {
      i += both.cycle({.in = {p.uops[i]}}).ready[0];
    }
    both.reset();
    const auto out = both.cycle({});
    EXPECT_TRUE(out.idle);
    EXPECT_EQ(out.tag, 0);
  }
}

}  // namespace
}  // namespace weft::sme_issue_test
