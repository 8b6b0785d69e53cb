// SPDX-License-Identifier: Apache-2.0
//
// Golden against QEMU's user mode: random programs on random states, everything compared.

#include <gtest/gtest.h>

#include <ostream>

#include "sim/golden/sme.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/qemu/beside_qemu.hpp"

namespace weft::sme_qemu_test {
namespace {

using golden::sme::instruction;

struct lengths {
  int svl, nsvl, cases;

  friend void PrintTo(const lengths& k, std::ostream* os) {
    *os << "svl_" << k.svl << "_nsvl_" << k.nsvl;
  }
};

class SmeQemu : public testing::TestWithParam<lengths> {};

TEST_P(SmeQemu, ExecutesOneInstructionAsGolden) {
  const auto k = GetParam();
  beside_qemu d(k.svl, k.nsvl);
  const auto& table = golden::sme::instructions();
  const int each    = 1 + k.cases / 400;
  for (const auto& row : table) {
    for (int i = 0; i < each && !HasFailure(); ++i) {
      d.random(test_options().seed * 1'000'003 +
                   static_cast<std::uint64_t>(i * 1000 + (&row - table.data())),
               1, {&row, 1});
    }
    EXPECT_EQ(d.executed(row) == 0, beside_qemu::is_left_out(row))
        << row.name << ' ' << row.pattern;
  }
}

TEST_P(SmeQemu, ExecutesProgramsAsGolden) {
  const auto k = GetParam();
  beside_qemu d(k.svl, k.nsvl);
  for (int i = 0; i < k.cases && !HasFailure(); ++i) {
    d.random(test_options().seed * 1'000'000'007 + static_cast<std::uint64_t>(i),
             random_case::MaxWords, golden::sme::instructions());
  }
}

INSTANTIATE_TEST_SUITE_P(Every, SmeQemu,
                         testing::Values(lengths{128, 128, 5000}, lengths{256, 384, 5000},
                                         lengths{512, 128, 5000}, lengths{1024, 512, 3000},
                                         lengths{2048, 2048, 2000}),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace weft::sme_qemu_test
