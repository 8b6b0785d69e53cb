// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/sme on the RTL of the SME core.

#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "sim/sme/sme_schedule.hpp"
#include "sim/verilated/sme_core/sme_core_session.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/sme_kernel_cases.hpp"

namespace weft::sme_rtl_kernels_test {
namespace {

class SmeRtlKernels : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(SmeRtlKernels, AreGoldens) {
  const auto& [name, svl] = GetParam();
  const auto& core        = sim::sme_core_of(svl);
  sim::schedule_options o{.core = core.config};
  sim::core_session session(core, test_options(), o.latency);
  sme_kernels(svl, 128, test_options().seed, o, [&](auto& s, auto& memory, auto limit, auto end) {
    const auto r = session.run(s, memory, limit, end);
    return sme_kernels::timed_result{r.run, r.cycles};
  }).run(name);
}

INSTANTIATE_TEST_SUITE_P(, SmeRtlKernels,
                         testing::Combine(testing::ValuesIn(sme_kernels::names()),
                                          testing::Values(128, 256, 512)),
                         sme_kernel_name);

}  // namespace
}  // namespace weft::sme_rtl_kernels_test
