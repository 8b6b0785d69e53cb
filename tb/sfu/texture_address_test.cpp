// SPDX-License-Identifier: Apache-2.0
//
// rtl/sfu/weft_texture_address.sv against sim/golden/texture/texture_address.hpp.

#include <gtest/gtest.h>

#include <vector>

#include "sim/verilated/texture_address/texture_address_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "tb/sfu/texture_cases.hpp"
#include "weft_texture_address_configs.hpp"

namespace weft::texture_address_test {
namespace {

using namespace golden::texture_address;

std::vector<operands> some_samples(const config&) {
  return texture_address_cases(test_options().seed, 3000);
}

WEFT_UNIT_SUITE(TextureAddressRtl, sim::texture_address_ports, WEFT_TEXTURE_ADDRESS_CONFIGS,
                some_samples);

TYPED_TEST(TextureAddressRtl, EqualsGoldenAtTheEdges) {
  gives_goldens_results<TypeParam>(texture_address_cases(test_options().seed + 1, 200'000));
}

}  // namespace
}  // namespace weft::texture_address_test
