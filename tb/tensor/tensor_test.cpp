// SPDX-License-Identifier: Apache-2.0
//
// rtl/tensor/weft_tensor.sv against sim/golden/tensor_model.hpp in lockstep, and against cycles().

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/program/dataflow.hpp"
#include "sim/verilated/tensor_engine.hpp"
#include "tb/tensor/tensor_bench.hpp"

namespace weft::tensor_test {
namespace {

using namespace golden::tensor;
using sim::Flows, sim::memory_timing;

class TensorRtl : public every_array {
 protected:
  /// Shapes where tiles begin, end, are ragged, or are shorter than their drain, and where sums
  /// that pass come back at once, a step later and from the memory.
  static std::vector<shape> shapes() {
    const unsigned r = array().rows, c = array().cols;
    return {{1, 1, 1},          {r, c, 1},
            {1, c, r},          {r, 1, r + 1},
            {r + 1, c + 1, 3},  {2 * r, c, r},
            {r, 3 * c, r - 1},  {2 * r + 1, 2 * c - 1, 2 * r + 3},
            {25, c + 1, r + 2}, {r + 1, c, 2 * r + 1},
            {r + 2, 1, 2 * r}};
  }
};
INSTANTIATE_TEST_SUITE_P(, TensorRtl, testing::ValuesIn(built_arrays()),
                         testing::PrintToStringParamName());

TEST_P(TensorRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  using sim::always, sim::bursts;
  const std::vector<std::pair<const char*, memory_timing>> timings = {
      {"full rate", {}},
      {"idle answers",
       {always(), always(), always(), always(), bursts(1, 3), bursts(2, 3), bursts(1, 1)}},
      {"stalling ports",
       {bursts(1, 3), bursts(3, 2), bursts(1, 1), bursts(1, 3), always(), always(), always()}},
      {"random", sim::random_stalls(0.5, test_options().seed)}};
  const auto pair = make_pair();
  for (const auto& [name, timing] : timings) {
    for (const shape& s : shapes()) {
      for (const way& w : ways()) {
        for (const bool preload : {false, true}) {
          SCOPED_TRACE(testing::Message() << name << ' ' << s.m << 'x' << s.n << 'x' << s.k
                                          << (preload ? " + C" : "") << ' ' << w);
          pair->run(make(s, preload, values::Finite, w), timing);
        }
      }
    }
  }
}

TEST_P(TensorRtl, TakesTheCyclesOfTheClosedForm) {
  std::vector<shape> shapes{{1, 64, 64}, {64, 64, 1}, {33, 33, 33}, {1, 1, 200}, {31, 37, 29},
                            {1, 97, 5},  {61, 1, 7},  {16, 16, 16}, {17, 15, 16}};
  std::mt19937_64 rng(test_options().seed);
  for (int i = 0; i < 12; ++i) {
    const auto dim = [&] { return static_cast<unsigned>(1 + rng() % 50); };
    shapes.push_back({dim(), dim(), dim()});
  }
  const auto pair = make_pair();
  for (const shape& s : shapes) {
    for (const way& w : ways()) {
      const bool preload = rng() % 2 == 0;
      SCOPED_TRACE(testing::Message() << s.m << 'x' << s.n << 'x' << s.k << ' ' << w);
      EXPECT_EQ(pair->run(make(s, preload, values::Finite, w)), cycles_of(s, w));
    }
  }
}

TEST_P(TensorRtl, TakesACommandWhileResultsOfTheLastOneLeave) {
  using sim::bursts;
  std::mt19937_64 rng(test_options().seed);
  const auto pair = make_pair();
  const auto all  = ways();
  memory_timing slow_sink, slow_operands;
  slow_sink.d_ready      = bursts(1, 40);
  slow_operands.b_answer = bursts(2, 9);
  std::size_t overlaps   = 0;
  for (int round = 0; round < 24; ++round) {
    // Runs of one way, in which commands follow each other, and ways that do not.
    std::vector<problem> chain;
    way w = all[rng() % all.size()];
    for (int i = 0; i < 6; ++i) {
      if (rng() % 4 == 0) w = all[rng() % all.size()];
      const unsigned reach = i % 2 == 0 ? 3 : 20;
      const auto dim       = [&] { return static_cast<unsigned>(1 + rng() % reach); };
      auto p = make({dim(), dim(), dim() + dim()}, rng() % 2 == 0, values::Finite, w, rng());
      if (array().epilogue && rng() % 2 == 0) {
        p.epilogue.relu  = rng() % 2 == 0;
        p.epilogue.scale = 0x3f000000;
      }
      chain.push_back(std::move(p));
    }
    const std::vector<memory_timing> timings{
        {}, slow_sink, slow_operands, sim::random_stalls(0.4, rng() % 1000)};
    const std::size_t timing = round % timings.size();
    SCOPED_TRACE(testing::Message() << "round " << round);
    const auto when = pair->run_chain(chain, timings[timing]);
    for (std::size_t i = 1; i < chain.size(); ++i) {
      overlaps += when[i].taken <= when[i - 1].done;
      const auto& [before, now] = std::pair(chain[i - 1], chain[i]);
      if (chosen_flow(array(), before.shape, before.flow) != now.flow) {
        EXPECT_GT(when[i].taken, when[i - 1].done);
      } else if (timing == 0 && before.flow != flow_e::Auto &&
                 !before.layout.of(before.flow).turns(before.flow)) {
        // At full rate: the closed forms.
        const auto free = when[i - 1].taken +
                          issue_cycles(array(), multiplied(before.shape, before.layout), now.flow);
        const auto alone =
            i > 1 && when[i - 1].taken <= when[i - 2].done ? when[i - 2].done + 1 : 0;
        const bool may = sums_pass(now.flow) ||
                         steps_of(array(), multiplied(now.shape, now.layout).k) >= array().rows;
        EXPECT_EQ(when[i].taken, may ? std::min(std::max(free, alone), when[i - 1].done + 1)
                                     : when[i - 1].done + 1);
      }
      if (timing == 0 && !now.layout.of(now.flow).turns(now.flow) && now.flow != flow_e::Auto) {
        EXPECT_EQ(when[i].done, when[i].taken + cycles_of(now.shape, {now.flow, now.layout}) - 1);
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(overlaps, 10u);
}

TEST_P(TensorRtl, MultiplyAddIsExactAtTheEdges) {
  // One product a sum: nothing hides behind an infinity or NaN of an earlier step.
  const auto pair = make_pair();
  for (const way& w : ways()) {
    pair->run(make({120, 120, 1}, true, values::Edges, w));
    pair->run(make({60, 60, 2}, true, values::Edges, w));
    pair->run(make({40, 40, 3}, false, values::Edges, w));
  }
}

TEST_P(TensorRtl, NeverHangsUnderRandomStalls) {
  std::mt19937_64 rng(test_options().seed);
  const auto pair = make_pair();
  for (int i = 0; i < 20; ++i) {
    const auto dim = [&] { return static_cast<unsigned>(1 + rng() % 40); };
    const shape s{dim(), dim(), dim()};
    const double rate = static_cast<double>(i) / 38;  // 0 to 50 %
    for (const way& w : ways()) {
      SCOPED_TRACE(testing::Message()
                   << s.m << 'x' << s.n << 'x' << s.k << " stalls " << rate << ' ' << w);
      EXPECT_GE(
          pair->run(make(s, i % 3 == 0, values::Finite, w), sim::random_stalls(rate, rng() % 1000)),
          cycles_of(s, w));
    }
  }
  for (const int off : {1, 5, 40}) {  // bursts, all ports together and out of step
    memory_timing t;
    t.a_answer = sim::bursts(7, off);
    t.b_ready  = sim::bursts(5, off);
    t.d_ready  = sim::bursts(3, off);
    for (const way& w : ways()) pair->run(make({20, 20, 20}, true, values::Finite, w), t);
  }
}

TEST_P(TensorRtl, StartsFromAnyStateAndResetsInTheMiddle) {
  const shape s{array().rows + 1, array().cols + 1, 5};
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << test_options().seed + seed);
    const auto pair = make_pair(test_options().seed + seed);
    for (const way& abandoned : ways()) {
      for (const way& w : ways()) {
        const auto length = cycles_of(s, abandoned);
        pair->abandon(make(s, true, values::Finite, abandoned), 1 + seed * length / 16);
        EXPECT_EQ(pair->run(make(s, true, values::Finite, w)), cycles_of(s, w));
      }
    }
  }
}

TEST_P(TensorRtl, CountsWordsBeyond16Bits) {
  const unsigned r = array().rows, c = array().cols;
  const auto pair = make_pair();
  for (const shape& s : {shape{r + 1, c + 1, 33000}, {r + 1, c * (32768 / r + 2), 1}}) {
    EXPECT_EQ(pair->run(make(s, true)), cycles(array(), s, flow_e::OutputStationary));
  }
  if (!array().streams) return;
  const shape tall{33000, c + 1, 1};
  EXPECT_EQ(pair->run(make(tall, true, values::Finite, {flow_e::WeightStationary})),
            cycles(array(), tall, flow_e::WeightStationary));
}

#ifndef WEFT_FULL  // the recorded arrays are of the default tier
TEST(TensorRecorded, RunsAreTheRtls) {
  const auto all = built_arrays();
  for (const recorded_run& r : recorded_runs()) {
    SCOPED_TRACE(r.name);
    const auto built = std::ranges::find(all, r.array, &built_array::config);
    ASSERT_NE(built, all.end());
    built->make(test_options().seed)->run_recorded(r);
  }
}
#endif

class TensorEpilogue : public every_array {};
std::vector<built_array> arrays_with_epilogue() {
  auto all = built_arrays();
  std::erase_if(all, [](const built_array& a) { return !a.config.epilogue; });
  return all;
}
INSTANTIATE_TEST_SUITE_P(, TensorEpilogue, testing::ValuesIn(arrays_with_epilogue()),
                         testing::PrintToStringParamName());

TEST_P(TensorEpilogue, FinishesSumsInEveryWay) {
  using golden::epilogue::output_e;
  const auto pair = make_pair();
  std::mt19937_64 rng(test_options().seed);
  for (const auto output : {output_e::KeepSum, output_e::ToInt8, output_e::ToFp16}) {
    for (const bool relu : {false, true}) {
      for (const way& w : ways()) {
        auto p     = make({13, 11, 9}, true, values::Finite, w, rng());
        p.epilogue = {output, relu,
                      static_cast<std::uint32_t>((rng() & 0x80ff'ffff) | 0x3800'0000)};
        SCOPED_TRACE(testing::Message() << w << " output " << int(output) << " relu " << relu);
        EXPECT_EQ(pair->run(p), cycles_of(p.shape, w));
        pair->run(p, sim::random_stalls(0.4, rng() % 100));
      }
    }
  }
}

TEST(TensorEngine, RunsEveryArrayThatIsBuilt) {
  for (const config& c : sim::built_rtl_configs()) {
    problem p = make_problem(c.type, {33, 18, 21}, true, test_options().seed);
    for (const flow_e flow : Flows) {
      if (!has(c, flow, {}) || (flow == flow_e::InputStationary && !commutes(c))) continue;
      p.flow           = flow;
      const auto rtl   = sim::rtl_engine(c, test_options())(p);
      const auto model = golden_engine(c)(p);
      EXPECT_EQ(rtl.d, model.d);
      EXPECT_EQ(rtl.cycles, model.cycles);
    }
  }
}

TEST(TensorMemory, RefusesWordsThatDoNotExist) {
  const problem p = make_problem(Fp16, {5, 9, 3}, true, 1);  // 2 x 3 tiles on 4 x 4
  sim::tensor_memory memory({Fp16, 4, 4, 24}, p);
  const auto request = [&](std::optional<addr_t> outputs::*port, addr_t addr) {
    outputs out;
    out.*port = addr;
    memory.observe({}, out);
  };
  const auto write = [&](addr_t addr) {
    outputs out;
    out.d = result_word{addr, 1, lanes<result_t>(4)};
    memory.observe({}, out);
  };
  request(&outputs::a_req, 5);
  request(&outputs::b_req, 8);
  request(&outputs::c_req, 14);
  EXPECT_THROW(request(&outputs::a_req, 6), std::logic_error);
  EXPECT_THROW(request(&outputs::b_req, 9), std::logic_error);
  EXPECT_THROW(request(&outputs::c_req, 15), std::logic_error);
  write(0);
  EXPECT_THROW(write(0), std::logic_error);   // twice
  EXPECT_THROW(write(15), std::logic_error);  // beyond D
}

#ifndef WEFT_FULL
TEST(Lockstep, ShowsTheWayToADifference) {
  using bench     = sim::tensor_ports<Vweft_tensor_fp16_4x4, params::tensor_fp16_4x4>;
  const problem p = make_problem(Fp16, {4, 4, 4}, false, 1);
  sim::lockstep<bench> pair(test_options(), model({Int8, 4, 4}));  // the wrong model
  sim::tensor_memory memory(bench::Config, p);
  try {
    sim::run_gemm(pair, memory, [](const auto&) {});
    FAIL() << "FP16 sums passed for INT8 ones";
  } catch (const sim::mismatch& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("seed " + std::to_string(test_options().seed)), std::string::npos) << text;
    EXPECT_NE(text.find("cycle 15: "), std::string::npos) << text;  // the first word of D
    EXPECT_NE(text.find("RTL: "), std::string::npos) << text;
    EXPECT_NE(text.find("golden: "), std::string::npos) << text;
  }
}

TEST(TensorEngine, EndsAStuckSimulationAndSaysWhere) {
  const problem p = make_problem(Fp16, {8, 8, 8}, false, 1);
  sim::rtl_options options;
  options.run             = test_options();
  options.timing.b_answer = [] { return false; };
  try {
    sim::run_rtl(sim::rtl_configs().front(), p, options);
    FAIL() << "a memory that never answers went unnoticed";
  } catch (const sim::stuck& e) {
    EXPECT_NE(std::string(e.what()).find("64 of 64 results not written"), std::string::npos)
        << e.what();
  }
}
#endif

}  // namespace
}  // namespace weft::tensor_test
