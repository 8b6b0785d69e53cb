// SPDX-License-Identifier: Apache-2.0
//
// AMX's instructions as programs of SME on rtl/sme/weft_sme_core.sv, against golden.

#include <gtest/gtest.h>

#include <cstdint>
#include <ios>
#include <random>
#include <vector>

#include "sim/golden/amx_sme.hpp"
#include "sim/verilated/amx_engine.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::amx_rtl_test {
namespace {

using namespace golden::amx;

TEST(AmxRtl, LeavesGoldensRegistersAndMemory) {
  constexpr std::uint64_t Data = 0x10000;
  const unit rtl               = sim::rtl_amx_unit(sim::amx_core(), test_options());
  std::mt19937_64 rng(test_options().seed);
  golden::sme::paged_memory memory;
  memory.map(Data, 4096);
  std::vector<std::uint8_t> random(4096);
  for (auto& byte : random) byte = static_cast<std::uint8_t>(rng());
  memory.write(Data, random);
  auto there = memory;

  state s, on_rtl;
  execute(s, memory, op_e::Set, 0);
  rtl(on_rtl, there, op_e::Set, 0);
  ASSERT_EQ(on_rtl, s);
  for (int n = 0; n < 34; ++n) {
    const op_e op{static_cast<std::uint8_t>(n % 17)};
    std::uint64_t operand = rng();
    if (op <= op_e::Stzi) {
      operand = (operand & ~((std::uint64_t{1} << 56) - 1)) | (Data + rng() % 30 * 128);
    }
    if (op >= op_e::Fma64 && op != op_e::Mac16) operand &= ~(std::uint64_t{7} << 60);
    if (rng() % 2 == 0) operand &= ~(std::uint64_t{7} << 27);
    if (!as_sme(op, operand)) continue;
    execute(s, memory, op, operand);
    rtl(on_rtl, there, op, operand);
    ASSERT_EQ(on_rtl, s) << Names[static_cast<std::size_t>(op)] << std::hex << ' ' << operand;
    ASSERT_EQ(there.pages(), memory.pages());
  }
  execute(s, memory, op_e::Set, 1);
  rtl(on_rtl, there, op_e::Set, 1);
  EXPECT_EQ(on_rtl, s);
}

}  // namespace
}  // namespace weft::amx_rtl_test
