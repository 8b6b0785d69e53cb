// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/engine_core.hpp without RTL: what it leaves in memory against plain arithmetic on
// bytes.

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tb/engine/engine_core_bench.hpp"

namespace weft {
namespace {

using namespace golden::engine_core;

golden::tensor::arithmetic type_named(std::string_view name) {
  for (const auto& t : golden::tensor::Types) {
    if (t.name == name) return t.type;
  }
  return {};
}

/// A small array of a type, in blocks that are no multiples of it.
config engine(std::string_view type, unsigned rows, unsigned cols, unsigned bus_bytes,
              bool epilogue = false) {
  config k;
  k.block_m         = 8;
  k.block_n         = 7;
  k.block_k         = 9;
  k.array           = {.type         = type_named(type),
                       .rows         = rows,
                       .cols         = cols,
                       .partial_rows = k.block_m,
                       .epilogue     = epilogue};
  k.bus.bytes       = bus_bytes;
  k.bus.burst_bytes = 64;
  return k;
}

TEST(EngineCoreGolden, LeavesThePlainProductOfAnyJobInMemory) {
  for (const config& k :
       {engine("int8", 4, 4, 8), engine("uint8-int8", 3, 5, 16, true), engine("int4", 4, 2, 32),
        engine("int16", 2, 3, 16), engine("fp16", 4, 4, 16, true), engine("bf16", 3, 4, 8),
        engine("tf32", 4, 4, 16), engine("fp32", 2, 2, 8), engine("fp64", 2, 4, 32)}) {
    SCOPED_TRACE(testing::Message() << name_of(k.array.type));
    for (unsigned seed = 1; seed <= 12; ++seed) {
      random_jobs random(k, seed);
      std::vector<engine_job> jobs;
      for (int i = 0; i < 3; ++i) jobs.push_back(random.job(random.shape()));
      engine_model model(k);
      run_and_compare(model, k, random.bytes(), jobs, {.latency = seed});
      if (testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace weft
