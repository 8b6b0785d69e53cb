// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/sme on the TLM model of the SME core: golden's registers and memory, the
// timetable's cycles.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <systemc>
#include <tuple>

#include "sim/sme/sme_schedule.hpp"
#include "systemc/sme/sme_core.hpp"
#include "systemc/sme/sme_memory.hpp"
#include "tb/sme/sme_kernel_cases.hpp"

namespace weft::sme_tlm_kernels_test {
namespace {

class SmeTlmKernels : public testing::TestWithParam<std::tuple<std::string, int>> {};

TEST_P(SmeTlmKernels, AreGoldensInTheTimetablesCycles) {
  const auto& [name, svl] = GetParam();
  const sim::schedule_options o{};
  sme_kernels(svl, sme_kernels::nsvl(svl), 1, o, [&](auto& s, auto& memory, auto limit, auto end) {
    const sc_core::sc_time period(1, sc_core::SC_NS);
    systemc::sme_core core(sc_core::sc_gen_unique_name("core"), o.core, period);
    systemc::sme_memory target(sc_core::sc_gen_unique_name("memory"), memory,
                               static_cast<double>(o.latency) * period);
    core.memory.bind(target.socket);
    core.registers = s;
    sc_core::sc_time time;
    const auto r = core.run(limit, end, time);
    s            = core.registers;
    return sme_kernels::timed_result{r, static_cast<std::uint64_t>(std::llround(time / period))};
  }).run(name);
}

INSTANTIATE_TEST_SUITE_P(, SmeTlmKernels,
                         testing::Combine(testing::ValuesIn(sme_kernels::names()),
                                          testing::Values(128, 256, 512, 1024, 2048)),
                         sme_kernel_name);

}  // namespace
}  // namespace weft::sme_tlm_kernels_test
