// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_logic.sv against golden.

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "sim/harness/edge_integers.hpp"
#include "sim/verilated/logic_ports.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_logic_configs.hpp"

namespace weft::logic_test {
namespace {

using namespace golden::logic;

/// Amounts below, at and beyond the width, and amounts whose low bits look small.
std::vector<std::uint32_t> amounts(unsigned width) {
  std::vector<std::uint32_t> all{2 * width, 128, 1u << 16 | 1, 1u << 31, ~0u};
  for (std::uint32_t n = 0; n <= width + 1; ++n) all.push_back(n);
  return all;
}

/// Every pair of bytes, of shifts by each of the amounts.
std::vector<operands> all_bytes(op_e op) {
  std::vector<operands> items;
  for (const std::uint32_t amount : amounts(8)) {
    for (std::uint64_t a = 0; a < 256; ++a) {
      for (std::uint64_t b = 0; b < 256; ++b) items.push_back({op, a, b, amount});
    }
    if (op < op_e::Shl) break;
  }
  return items;
}

/// Words at the edges under all codes, those without a name too.
std::vector<operands> edges(const config& k, std::size_t count = 2000) {
  std::mt19937_64 rng(test_options().seed);
  sim::edge_integers number(k.width, test_options().seed + 1);
  const auto shifts = amounts(k.width);
  std::vector<operands> items(count);
  for (operands& o : items) {
    o = {op_e{static_cast<std::uint8_t>(rng() % 16)}, number(), number(),
         shifts[rng() % shifts.size()]};
  }
  return items;
}

WEFT_UNIT_SUITE(LogicRtl, sim::logic_ports, WEFT_LOGIC_CONFIGS, edges);

TYPED_TEST(LogicRtl, ComputesAllBytesOrTheEdgesLikeGolden) {
  constexpr config K = TypeParam::Config;
  if (K.width == 8) {
    for (std::uint8_t code = 0; code < 16; ++code) {
      gives_goldens_results<TypeParam>(all_bytes(op_e{code}));
    }
  } else {
    gives_goldens_results<TypeParam>(edges(K, 400000));
  }
}

}  // namespace
}  // namespace weft::logic_test
