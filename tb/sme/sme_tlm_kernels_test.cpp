// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/sme on the TLM models of weft_sme and of the SME core.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <systemc>
#include <tuple>

#include "sim/sme/sme_schedule.hpp"
#include "systemc/sme.hpp"
#include "systemc/sme/sme_core.hpp"
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

/// On the core: registers and memory are golden's, cycles the schedule's.
TEST_P(SmeTlmKernels, OfTheCoreTakeTheSchedulesCycles) {
  const auto& [name, svl] = GetParam();
  sme_kernels(svl, 1, [](auto& s, auto& memory, auto limit, auto end) {
    auto scheduled = s, in_turn = s;
    auto memory_of_schedule = memory, memory_in_turn = memory;
    sim::schedule_options o{.max_insns = limit};
    const auto golden = sim::schedule(scheduled, memory_of_schedule, end, o);
    const sc_core::sc_time period(1, sc_core::SC_NS);
    systemc::sme_core core(sc_core::sc_gen_unique_name("core"), {}, period);
    systemc::sme_memory target(sc_core::sc_gen_unique_name("memory"), memory,
                               static_cast<double>(o.latency) * period);
    core.memory.bind(target.socket);
    core.registers = s;
    sc_core::sc_time time;
    const auto r = core.run(limit, end, time);
    s            = core.registers;
    EXPECT_EQ(time, static_cast<double>(golden.cycles) * period);
    return timed_result{r, timed_run(in_turn, memory_in_turn, limit, end).cycles};
  }).run(name);
}

INSTANTIATE_TEST_SUITE_P(, SmeTlmKernels, every_sme_kernel(), sme_kernel_name);

}  // namespace
}  // namespace weft::sme_tlm_kernels_test
