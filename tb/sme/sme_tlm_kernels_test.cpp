// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/sme on the TLM model.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <systemc>
#include <tuple>

#include "systemc/sme.hpp"
#include "tb/sme/sme_kernel_cases.hpp"

namespace weft::sme_tlm_kernels_test {
namespace {

class SmeTlmKernels : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(SmeTlmKernels, AreGoldens) {
  const auto& [name, svl] = GetParam();
  sme_kernels(svl, 1, [](auto& s, auto& memory, auto limit, auto end) {
    const sc_core::sc_time period(1, sc_core::SC_NS);
    systemc::sme core(sc_core::sc_gen_unique_name("core"), {}, period);
    systemc::sme_memory target(sc_core::sc_gen_unique_name("memory"), memory);
    core.memory.bind(target.socket);
    core.registers = s;
    sc_core::sc_time time;
    const auto r = core.run(limit, end, time);
    s            = core.registers;
    return timed_result{r, static_cast<std::uint64_t>(std::llround(time / period))};
  }).run(name);
}

INSTANTIATE_TEST_SUITE_P(, SmeTlmKernels, every_sme_kernel(), sme_kernel_name);

}  // namespace
}  // namespace weft::sme_tlm_kernels_test
