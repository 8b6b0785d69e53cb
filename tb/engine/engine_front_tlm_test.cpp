// SPDX-License-Identifier: Apache-2.0
//
// The check of a job on golden's front against the one of systemc/tensor.hpp, which the same
// software drives: the same error for the same registers.

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>

#include "tb/engine/engine_jobs.hpp"
#include "tb/tensor/tensor_tlm.hpp"

namespace weft::engine_front_tlm_test {
namespace {

using namespace golden::engine_front;
using tlm_bench::platform;

TEST(EngineFrontTlm, RefusesWhatTheTensorCoreRefuses) {
  sc_core::sc_report_handler::set_handler(tlm_bench::expected_report::handler);
  systemc::tensor_config core;
  core.array            = {golden::tensor::Fp16, 4, 4};
  core.array.transposes = true;
  core.array.epilogue   = true;
  const config front{.flows = 31, .transposes = true, .epilogue = true, .a_bytes = 2, .b_bytes = 2};
  platform<> p(core);
  p.run([&] {
    engine_jobs jobs(front, static_cast<unsigned>(test_options().seed));
    std::map<error_e, unsigned> seen;
    for (int i = 0; i < 4000; ++i) {
      const job j = jobs.job();
      const std::array<std::pair<std::uint32_t, std::uint64_t>, 14> registers{
          {{M, j.m},
           {N, j.n},
           {K, j.k},
           {Lda, j.lda},
           {Ldb, j.ldb},
           {Ldc, j.ldc},
           {Ldd, j.ldd},
           {Scale, j.scale},
           {ALo, j.a},
           {BLo, j.b},
           {CLo, j.c},
           {DLo, j.d},
           {AExtraLo, j.a_extra},
           {BExtraLo, j.b_extra}}};
      for (const auto& [offset, value] : registers) {
        p.cpu.write(offset, static_cast<std::uint32_t>(value));
        if (offset >= ALo && offset != Scale && (offset < Lda || offset >= AExtraLo)) {
          p.cpu.write(offset + 4, static_cast<std::uint32_t>(value >> 32));
        }
      }
      p.cpu.write(Ctrl, CtrlStart | (j.preload ? CtrlPreload : 0) | j.flow << CtrlFlowShift |
                            (j.transpose_a ? CtrlTransposeA : 0) |
                            (j.transpose_b ? CtrlTransposeB : 0) | (j.sparse_a ? CtrlSparseA : 0) |
                            (j.relu ? CtrlRelu : 0) | j.out << CtrlOutputShift);
      auto said = error_e(p.cpu.read(Error));
      if (said == error_e::Size) said = error_e::None;  // a limit of the model
      const auto wanted = check(front, j, std::array<window, 0>{});
      ASSERT_EQ(said, wanted) << j;
      ++seen[wanted];
      p.tensor.reset();
    }
    EXPECT_EQ(seen.size(), 7u);
  });
}

}  // namespace
}  // namespace weft::engine_front_tlm_test
