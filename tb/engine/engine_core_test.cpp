// SPDX-License-Identifier: Apache-2.0
//
// rtl/engine/weft_engine_core.sv against sim/golden/engine_core.hpp in lockstep; what both leave in
// memory against plain arithmetic on bytes.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/harness/lockstep.hpp"
#include "sim/harness/pace.hpp"
#include "sim/verilated/engine_core_ports.hpp"
#include "tb/engine/engine_core_bench.hpp"
#include "tb/harness/test_main.hpp"
#include "weft_engine_core_configs.hpp"

namespace weft {
namespace {

using namespace golden::engine_core;

template <class Bench>
class EngineCoreRtl : public testing::Test {
 protected:
  static constexpr config Config = Bench::Config;

  sim::lockstep<Bench> both_{test_options(), model(Config)};
};

#define WEFT_BENCH(V, P) sim::engine_core_ports<V, P>
using benches = testing::Types<WEFT_ENGINE_CORE_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(EngineCoreRtl, benches);

TYPED_TEST(EngineCoreRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  for (const sim::timing& t : sim::timings()) {
    for (const std::uint64_t latency : {0, 3, 40}) {
      SCOPED_TRACE(testing::Message() << t << ", latency " << latency);
      random_jobs random(this->Config, static_cast<unsigned>(latency));
      std::vector<engine_job> jobs;
      for (int i = 0; i < 3; ++i) jobs.push_back(random.job(random.shape()));
      run_and_compare(this->both_, this->Config, random.bytes(), jobs,
                      {.latency = latency, .request = t.sink, .answer = t.source, .write = t.sink});
    }
  }
}

}  // namespace
}  // namespace weft
