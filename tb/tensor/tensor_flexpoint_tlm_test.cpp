// SPDX-License-Identifier: Apache-2.0
//
// systemc/flexpoint/tensor_flexpoint.hpp: golden's values at golden's time.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <systemc>
#include <vector>

#include "sim/program/tlm_unit.hpp"
#include "systemc/flexpoint/tensor_flexpoint.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_flexpoint_cases.hpp"

namespace weft::tensor_flexpoint_tlm_test {
namespace {

using namespace golden::tensor_flexpoint;

TEST(TensorFlexpointTlm, GivesGoldensResultsInGoldensTime) {
  const config k{};
  const auto items = tensor_flexpoint_cases(k, test_options().seed, 500);
  std::vector<result> results(items.size());
  sim::tlm_unit<systemc::tensor_flexpoint, operands, result> unit("unit", k);
  const std::uint64_t taken = unit.run(std::span(items), std::span(results));
  state s                   = initial(k);
  std::uint64_t tensors     = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    tensors += items[i].last;
    ASSERT_EQ(results[i], eval(k, s, items[i])) << items[i];
  }
  EXPECT_EQ(taken, cycles(k, items.size(), tensors));
}

}  // namespace
}  // namespace weft::tensor_flexpoint_tlm_test
