// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/dpa.hpp against exact integers in a million blocks of every profile.

#include <gtest/gtest.h>

#include <string_view>

#include "tb/dpa/dpa_families.hpp"

namespace weft::dpa_golden_long_test {
namespace {

class DpaGoldenLong : public testing::TestWithParam<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(, DpaGoldenLong, testing::ValuesIn(dpa_families()), dpa_family_name);

TEST_P(DpaGoldenLong, EqualsExactIntegers) { expect_exact_integers(GetParam(), 1'000'000); }

}  // namespace
}  // namespace weft::dpa_golden_long_test
