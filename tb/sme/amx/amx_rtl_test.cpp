// SPDX-License-Identifier: Apache-2.0
//
// AMX's instructions on rtl/sme/weft_sme_core.sv, whole programs at a time: registers and memory
// are golden's, cycles those of the timetable.

#include <gtest/gtest.h>

#include <cstdint>

#include "sim/verilated/sme_core/sme_core_session.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_programs.hpp"

namespace weft::amx_rtl_test {
namespace {

TEST(AmxRtl, LeavesGoldensRegistersInTheTimetablesCycles) {
  const auto& core = sim::sme_core_of(8 * golden::amx::RowBytes);
  sim::schedule_options o{.core = core.config};
  sim::core_session session(core, test_options(), o.latency);
  amx_programs::compare_all(2, 60, o, test_options().seed, [&](auto& s, auto& memory, auto end) {
    return session.run(s, memory, 1'000'000, end);
  });
}

}  // namespace
}  // namespace weft::amx_rtl_test
