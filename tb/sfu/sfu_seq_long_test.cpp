// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/sfu_seq.hpp against libm for every operand; of two, each with another at random.

#include <gtest/gtest.h>

#include "tb/sfu/sfu_seq_bounds.hpp"

namespace weft::sfu_seq_long_test {
namespace {

using namespace golden::sfu_seq;

class SfuSeqLong : public testing::TestWithParam<int> {};

TEST_P(SfuSeqLong, KeepsItsBoundForEveryOperand) { keeps_its_bound(op_e(GetParam()), 1); }

INSTANTIATE_TEST_SUITE_P(, SfuSeqLong, testing::Range(0, Ops), [](const auto& info) {
  return std::string(SfuSeqNames[static_cast<std::size_t>(info.param)]);
});

}  // namespace
}  // namespace weft::sfu_seq_long_test
