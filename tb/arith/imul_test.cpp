// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_imul.sv against golden.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/verilated/imul_ports.hpp"
#include "tb/arith/integer_pairs.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_imul_configs.hpp"

namespace weft::imul_test {
namespace {

using namespace golden::imul;

/// Products of each mix of signs: of all bytes, or of numbers at the edges.
std::vector<operands> products(const config& k, std::size_t count) {
  std::vector<operands> items;
  for_integer_pairs(k.width, count / 4, [&](std::uint64_t a, std::uint64_t b) {
    for (const bool a_signed : {false, true}) {
      for (const bool b_signed : {false, true}) items.push_back({a, b, a_signed, b_signed});
    }
  });
  return items;
}
std::vector<operands> some_products(const config& k) {
  auto items = products(k, 2000);
  items.resize(2000);
  return items;
}

WEFT_UNIT_SUITE(ImulRtl, sim::imul_ports, WEFT_IMUL_CONFIGS, some_products);

TYPED_TEST(ImulRtl, MultipliesAllBytesOrTheEdgesLikeGolden) {
  gives_goldens_results<TypeParam>(products(TypeParam::Config, 400000));
}

}  // namespace
}  // namespace weft::imul_test
