// SPDX-License-Identifier: Apache-2.0
//
// Sweeps of the tensor core that take minutes in all: millions of multiply-adds at the edges,
// hundreds of shapes under stalls, the largest dimensions.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include "sim/file/half.hpp"
#include "sim/program/dataflow.hpp"
#include "tb/tensor/tensor_bench.hpp"

namespace weft::tensor_long_test {
namespace {

using namespace golden::tensor;

TEST(TensorGoldenLong, FiftyMillionMultiplyAddsAreTheHosts) {
  sim::edge_floats half(golden::Binary16, test_options().seed);
  sim::edge_floats single(golden::Binary32, test_options().seed + 1);
  for (int i = 0; i < 50'000'000; ++i) {
    const operand_t a = half(), b = half();
    const result_t c  = single();
    const double x    = sim::double_from_half(static_cast<std::uint16_t>(a)),
                 y    = sim::double_from_half(static_cast<std::uint16_t>(b));
    const float host  = std::fma(static_cast<float>(x), static_cast<float>(y),
                                 std::bit_cast<float>(static_cast<std::uint32_t>(c)));
    const auto wanted = std::isnan(host) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(host);
    ASSERT_EQ(multiply_add(Fp16, &a, &b, c), wanted) << std::hex << a << " * " << b << " + " << c;
  }
}

class TensorRtlLong : public every_array {};
INSTANTIATE_TEST_SUITE_P(, TensorRtlLong, testing::ValuesIn(built_arrays()),
                         testing::PrintToStringParamName());

TEST_P(TensorRtlLong, TenMillionMultiplyAddsAtTheEdges) {
  const auto pair = make_pair();
  const auto all  = ways();
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    pair->run(make({500, 500, 1}, true, values::Edges, all[seed % all.size()],
                   test_options().seed + seed));
  }
}

TEST_P(TensorRtlLong, HundredsOfShapesUnderStalls) {
  std::mt19937_64 rng(test_options().seed);
  const auto pair = make_pair();
  const auto all  = ways();
  for (std::size_t i = 0; i < 300; ++i) {
    const auto dim = [&] { return static_cast<unsigned>(1 + rng() % 70); };
    const shape s{dim(), dim(), dim()};
    const way& w    = all[i % all.size()];
    const problem p = make(s, i % 2 == 0, values::Finite, w, rng());
    SCOPED_TRACE(testing::Message() << s.m << 'x' << s.n << 'x' << s.k << ' ' << w);
    EXPECT_EQ(pair->run(p), cycles_of(s, w));
    pair->run(p, sim::random_stalls(static_cast<double>(i % 51) / 100, rng() % 1000));
  }
}

TEST_P(TensorRtlLong, LargestDimensions) {
  const auto pair = make_pair();
  for (const shape& s : {shape{MaxDim, 1, 1}, {1, MaxDim, 1}, {1, 1, MaxDim}}) {
    for (const flow_e flow : {sim::Flows[0], sim::Flows[1], sim::Flows[2]}) {
      if (!has(array(), flow, {})) continue;
      EXPECT_EQ(pair->run(make(s, true, values::Finite, {flow})), cycles(array(), s, flow));
    }
  }
}

}  // namespace
}  // namespace weft::tensor_long_test
