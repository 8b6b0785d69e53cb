// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/sme_core/amx_core.hpp against golden::amx: the memory that programs leave.

#include <gtest/gtest.h>

#include <cstdint>

#include "sim/golden/sme_machine.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/sme/amx/amx_core_cases.hpp"

namespace weft::amx_core_test {
namespace {

TEST(AmxCoreGolden, LeavesTheMemoryOfAmx) {
  amx_front_test::front_cases cases(test_options().seed);
  for (const auto& p : every_pace()) {
    SCOPED_TRACE(p.name);
    const auto list = program(cases, 120);
    auto memory     = random_memory(test_options().seed);
    auto expected   = memory;
    golden::amx::state s;
    for (const auto& i : list) {
      if (!golden::amx::front::refused(s.on, i)) execute(s, expected, i.op, i.operand);
    }
    amx_core_model model({}, 512, memory);
    const auto ended = run(list, memory, p, cases, [&](const auto& in) {
      const auto out = model.peek(in);
      model.step(in);
      return out;
    });
    EXPECT_EQ(ended, with_words(list));
    EXPECT_EQ(memory.pages(), expected.pages());
    EXPECT_EQ(model.memory().pages(), expected.pages());
  }
}

}  // namespace
}  // namespace weft::amx_core_test
