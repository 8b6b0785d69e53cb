// SPDX-License-Identifier: Apache-2.0
//
// rtl/sfu/weft_texture.sv against sim/golden/texture/texture.hpp.

#include <gtest/gtest.h>

#include <vector>

#include "sim/verilated/texture/texture_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "tb/sfu/texture_cases.hpp"
#include "weft_texture_configs.hpp"

namespace weft::texture_test {
namespace {

using namespace golden::texture;

std::vector<operands> some_samples(const config&) {
  return texture_cases(test_options().seed, 3000);
}

WEFT_UNIT_SUITE(TextureRtl, sim::texture_ports, WEFT_TEXTURE_CONFIGS, some_samples);

TYPED_TEST(TextureRtl, EqualsGoldenAtTheEdges) {
  gives_goldens_results<TypeParam>(texture_cases(test_options().seed + 1, 200'000));
}

}  // namespace
}  // namespace weft::texture_test
