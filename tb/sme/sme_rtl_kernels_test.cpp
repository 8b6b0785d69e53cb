// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/sme on the RTL.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "sim/sme/sme_host.hpp"
#include "sim/verilated/sme_engine.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_kernel_cases.hpp"

namespace weft::sme_rtl_kernels_test {
namespace {

class SmeRtlKernels : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(SmeRtlKernels, AreGoldens) {
  const auto& [name, svl] = GetParam();
  const auto unit = sim::sme_unit_of(std::max(svl, sme_kernels::nsvl(svl))).make(test_options());
  sme_kernels(svl, test_options().seed, [&](auto& s, auto& memory, auto limit, auto end) {
    sim::sme_host host(*unit);
    const auto r = host.run(s, memory, limit, end);
    return timed_result{r, host.cycles()};
  }).run(name);
}

INSTANTIATE_TEST_SUITE_P(, SmeRtlKernels, every_sme_kernel(), sme_kernel_name);

}  // namespace
}  // namespace weft::sme_rtl_kernels_test
