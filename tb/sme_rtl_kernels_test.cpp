// SPDX-License-Identifier: Apache-2.0
//
// The kernels of tb/sme on the RTL: golden's state, memory and cycles after each. What they compute
// is tb/sme_kernels_test.cpp's.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_timing.hpp"
#include "sim/sme_engine.hpp"
#include "sim/sme_host.hpp"
#include "sim/sme_program.hpp"
#include "sim/sme_state.hpp"
#include "tb/sme_rtl_compare.hpp"
#include "tb/test_main.hpp"

namespace weft {
namespace {

using golden::sme::paged_memory;
using golden::sme::state;

constexpr std::uint64_t Data = 0x10'0000, Bytes = 0x2'0000, End = Data + Bytes,
                        ReturnTo = 0xffff'ffff'ffff'fff0;

class SmeRtlKernels : public testing::TestWithParam<int> {
 protected:
  SmeRtlKernels()
      : unit_(sim::sme_unit_of(std::max(GetParam(), nsvl())).make(test_options())),
        rng_(test_options().seed),
        s_{.svl = GetParam(), .nsvl = nsvl()} {
    memory_.map(Data, Bytes);
    // Small numbers of every kind: integers, and exponents around one.
    for (std::uint64_t at = Data; at < End; at += 4)
      put<std::uint32_t>(at, 0x3f80'0000 + (rng_() & 0x00ff'0003));
  }

  static int nsvl() { return std::max(128, 128 * 512 / GetParam()); }
  static std::uint64_t words() { return static_cast<std::uint64_t>(GetParam()) / 32; }

  template <class T>
  void put(std::uint64_t at, T value) {
    std::uint8_t bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof value);
    memory_.write(at, bytes);
  }

  /// Calls a function on golden and on the RTL.
  void call(const std::string& file, const std::string& function,
            const std::vector<std::uint64_t>& arguments) {
    const auto program =
        sim::load_program(std::string(WEFT_KERNELS) + "/" + file + ".o", 0x10000, memory_);
    std::copy(arguments.begin(), arguments.end(), s_.x.begin());
    s_.pc             = program.symbols.at(function).address;
    s_.x[30]          = ReturnTo;
    s_.x[31]          = End;
    state theirs      = s_;
    auto their_memory = memory_;
    const auto golden = timed_run(s_, memory_, 1'000'000, ReturnTo);
    sim::sme_host host(*unit_);
    const auto rtl = host.run(theirs, their_memory, 1'000'000, ReturnTo);
    ASSERT_EQ(golden.run.last.stop, golden::sme::stop_e::End) << golden.run.last.reason;
    EXPECT_EQ(rtl.last.stop, golden::sme::stop_e::End) << rtl.last.reason;
    EXPECT_EQ(rtl.executed, golden.run.executed);
    EXPECT_EQ(host.cycles(), golden.cycles);
    EXPECT_EQ(different_lines(sim::to_text(s_, &memory_), sim::to_text(theirs, &their_memory)), "");
  }

  std::unique_ptr<sim::sme_coprocessor> unit_;
  std::mt19937_64 rng_;
  state s_;
  paged_memory memory_;
};

TEST_P(SmeRtlKernels, Gemm) {
  for (const std::string type : {"fp32", "bf16", "int8"}) {
    SCOPED_TRACE(type);
    call("gemm", "gemm_" + type, {words() + 1, words() + 3, 3, Data, Data + 0x4000, Data + 0x8000});
  }
}
TEST_P(SmeRtlKernels, Transpose) {
  call("transpose", "transpose", {words() + 2, 2 * words() + 1, Data, Data + 0x1'0000});
}
TEST_P(SmeRtlKernels, Daxpy) {
  put<std::int32_t>(Data + 0x2008, 37);
  call("daxpy", "daxpy", {Data, Data + 0x1000, Data + 0x2000, Data + 0x2008});
}
TEST_P(SmeRtlKernels, StrlenAtTheEndOfMemory) {
  for (std::uint64_t at = End - 100; at < End; ++at) put<std::uint8_t>(at, 'x');
  put<std::uint8_t>(End - 3, 0);
  call("strlen", "strlen", {End - 80});
  EXPECT_EQ(s_.x[0], 77u);
}
TEST_P(SmeRtlKernels, ListXor) {
  for (std::uint64_t i = 0; i < 11; ++i) {
    put(Data + 16 * i, rng_());
    put(Data + 16 * i + 8, i < 10 ? Data + 16 * (i + 1) : 0);
  }
  call("list", "list_xor", {Data});
}
TEST_P(SmeRtlKernels, GatherUpToTheFirstFault) {
  const auto n = static_cast<std::uint64_t>(nsvl()) / 64;
  for (std::uint64_t i = 0; i < n; ++i)
    put(Data + 8 * i, i + 1 == n ? End : Data + 0x1000 + 24 * i);
  call("gather", "gather", {Data, n, Data + 0x800});
  EXPECT_EQ(s_.x[0], n - 1);
}
TEST_P(SmeRtlKernels, ContextSwitchKeepsZa) {
  s_.za = true;
  for (int i = 0; i < s_.svlb(); ++i) {
    for (int j = 0; j < s_.svlb(); ++j) s_.rows[i][j] = static_cast<std::uint8_t>(rng_());
  }
  const auto rows = s_.rows;
  call("context", "save_za", {Data});
  EXPECT_FALSE(s_.za);
  call("context", "restore_za", {Data});
  EXPECT_EQ(s_.rows, rows);
}

INSTANTIATE_TEST_SUITE_P(Svl, SmeRtlKernels, testing::Values(128, 256, 512, 1024, 2048),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace weft
