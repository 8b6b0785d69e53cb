// SPDX-License-Identifier: Apache-2.0
//
// Programs on the SME core: kernels, the shares that the page prints, the trace.

#include "sim/sme/sme_schedule.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <tuple>

#include "sim/file/input_error.hpp"
#include "sim/sme/sme_launch.hpp"
#include "tb/file/files.hpp"
#include "tb/sme/sme_kernel_cases.hpp"

namespace weft::sim::sme_schedule_test {
namespace {

using golden::sme_core::pipe_e;

const std::string Gemm = std::string(WEFT_KERNELS) + "/gemm.o";

TEST(SmeSchedule, IsThatOfThePage) {
  const auto page         = get(std::string(WEFT_SOURCE_DIR) + "/docs/unit/sme_core.md");
  const std::string begin = "<!-- weft za schedule --gemm -->\n", end = "<!-- end -->\n";
  ASSERT_NE(page.find(begin), page.npos);
  const auto from = page.find(begin) + begin.size();
  EXPECT_EQ(page.substr(from, page.find(end, from) - from), schedule_tables(Gemm, {}));
}

/// A cycle of a pipe is one of a uop, lost before one, or behind the last; so for products.
void expect_every_cycle_is_explained(const sme_schedule& r) {
  const auto explained = [&](const pipe_schedule& p) {
    return p.beats + std::accumulate(p.lost.begin(), p.lost.end(), p.tail);
  };
  EXPECT_EQ(explained(r.products), r.cycles);
  std::uint64_t uops = 0;
  for (const auto& p : r.pipes) {
    EXPECT_EQ(explained(p), r.cycles);
    uops += p.uops;
  }
  EXPECT_EQ(uops, r.uops);
}

TEST(SmeSchedule, EveryCycleOfAKernelIsExplained) {
  int mapped = 0;
  for (const auto& name : sme_kernels::names()) {
    SCOPED_TRACE(name);
    sme_kernels(512, 128, 1, {}, [&](auto& s, auto& memory, auto limit, auto end) {
      schedule_options o;
      o.max_insns  = limit;
      const auto r = schedule(s, memory, end, o);
      if (r.alone.empty()) ++mapped;
      EXPECT_GT(r.uops, 0u);
      expect_every_cycle_is_explained(r);
      return sme_kernels::timed_result{{r.last, r.instructions}, r.cycles};
    }).run(name);
  }
  EXPECT_GE(mapped, 8);
}

sme_schedule of(const std::string& object, const std::string& function, int svl) {
  golden::sme::paged_memory memory;
  golden::sme::state s{.svl = svl, .nsvl = 128};
  launch(std::string(WEFT_KERNELS) + "/" + object + ".o", function, {}, s, memory);
  const auto r = schedule(s, memory, ReturnTo, {});
  EXPECT_EQ(r.last.stop, golden::sme::stop_e::End) << r.last.reason;
  return r;
}

/// Two vectors of 64 bytes are an answer: 128 bytes of loads and 64 of stores a cycle.
TEST(SmeSchedule, PairsOfVectorsTakeAllOfMemorysLines) {
  const auto rate = [](const sme_schedule& r, pipe_e pipe) {
    return static_cast<double>(r.pipes[static_cast<std::size_t>(pipe)].bytes) /
           static_cast<double>(r.cycles);
  };
  const auto loads = of("copy", "run_load4", 512);
  EXPECT_EQ(loads.pipes[0].uops, 512 * 8u);
  EXPECT_EQ(loads.pipes[0].bytes, 512 * 1024u);
  EXPECT_GT(rate(loads, pipe_e::Load), 120);
  const auto copies = of("copy", "run_copy4", 512);
  EXPECT_EQ(copies.pipes[0].uops, 512 * 4u);
  EXPECT_EQ(copies.pipes[1].uops, 512 * 8u);
  EXPECT_GT(rate(copies, pipe_e::Load), 60);
  EXPECT_GT(rate(copies, pipe_e::Store), 60);
  EXPECT_NE(why_idle(copies).find(" bytes a cycle"), std::string::npos);
  // Two vectors of 16 bytes are an answer, too, and one of 128 bytes.
  EXPECT_EQ(of("copy", "run_load4", 128).pipes[0].uops, 512 * 8u);
  EXPECT_EQ(of("copy", "run_load4", 1024).pipes[0].uops, 512 * 16u);
}

/// SDOT of four vectors, two uops, is there every two cycles: 4096 of them.
TEST(SmeSchedule, AProductOfAMatrixAndAVectorTakesTheLanes) {
  const auto r = of("gemv", "run_gemv_int8", 512);
  EXPECT_EQ(r.pipes[2].uops, 2 * 4096u);
  EXPECT_LT(static_cast<double>(r.cycles), 1.05 * 2 * 4096);
}

TEST(SmeSchedule, OneProductNeedsNoOther) {
  const auto& fp32 = outer_products()[0];
  const auto r     = schedule_gemm(Gemm, fp32, {32, 32, 64}, 512, {});
  EXPECT_EQ(r.products.uops, 4 * 64u);
  EXPECT_EQ(r.products.beats, r.products.uops);
  EXPECT_TRUE(r.alone.empty());
  expect_every_cycle_is_explained(r);
}

TEST(SmeSchedule, NarrowerPartsMakeProductsWait) {
  const auto& fp32 = outer_products()[0];
  const gemm_shape g{64, 64, 256};
  const auto share = [&](auto change) {
    schedule_options o;
    change(o);
    return schedule_gemm(Gemm, fp32, g, 512, o).share();
  };
  const auto all = share([](auto&) {});
  EXPECT_GT(all, 0.9);
  EXPECT_LT(share([](auto& o) { o.core.issue.distance = o.core.issue.op_latency = 8; }), all / 1.5);
  EXPECT_LT(share([](auto& o) { o.core.issue.dispatch = 1; }), all / 1.5);
  EXPECT_LT(share([](auto& o) { o.core.host = 1; }), all / 1.5);
  EXPECT_LT(share([](auto& o) { o.latency = 200; }), all);
  EXPECT_LT(share([](auto& o) { o.core.issue.window = 16; }), all / 1.5);
  EXPECT_LT(share([](auto& o) { o.core.issue.queue = 4; }), all);
}

TEST(SmeSchedule, TheTraceHasTheProductsOnTheirPipe) {
  std::string events;
  golden::sme::paged_memory memory;
  auto s = gemm_state(Gemm, outer_products()[0], {16, 16, 8}, 512, memory);
  schedule_options o{.values = false, .trace = &events};
  const auto r     = schedule(s, memory, ReturnTo, o);
  std::size_t pipe = 0;
  for (auto at = events.find("\"pid\":\"pipes\",\"tid\":\"products\""); at != events.npos;
       at      = events.find("\"pid\":\"pipes\",\"tid\":\"products\"", at + 1)) {
    ++pipe;
  }
  EXPECT_EQ(pipe, r.products.uops);
  EXPECT_EQ(events.find("\"pid\":\"ZA\",\"tid\":\"rows 8"), events.npos);
  EXPECT_NE(events.find("\"pid\":\"ZA\",\"tid\":\"rows 7"), events.npos);
}

TEST(SmeSchedule, TheTraceEndsWhereItIsTooLarge) {
  std::string events(TraceBytes - 100'000, ' ');
  golden::sme::paged_memory memory;
  auto s       = gemm_state(Gemm, outer_products()[0], {32, 32, 256}, 512, memory);
  const auto r = schedule(s, memory, ReturnTo, {.values = false, .trace = &events});
  EXPECT_GT(r.untraced, 0u);
  EXPECT_LT(r.untraced, r.uops);
  EXPECT_LE(events.size(), TraceBytes);
}

TEST(SmeSchedule, RefusesAnObjectWithoutTheFunctions) {
  EXPECT_EQ(error_of([] { schedule_tables(std::string(WEFT_KERNELS) + "/daxpy.o", {}); }),
            std::string(WEFT_KERNELS) + "/daxpy.o: no function gemm_fp32");
}

}  // namespace
}  // namespace weft::sim::sme_schedule_test
