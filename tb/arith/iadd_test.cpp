// SPDX-License-Identifier: Apache-2.0
//
// rtl/arith/weft_iadd.sv, all kinds of adder, against golden.

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "sim/harness/edge_integers.hpp"
#include "sim/verilated/iadd_ports.hpp"
#include "tb/arith/integer_pairs.hpp"
#include "tb/harness/unit_bench.hpp"
#include "tb/harness/unit_sweep.hpp"
#include "weft_iadd_configs.hpp"

namespace weft::iadd_test {
namespace {

using namespace golden::iadd;

/// Additions and subtractions with either carry: of all bytes, or of numbers at the edges, the
/// second often close to the first, its complement or its negative.
std::vector<operands> sums(const config& k, std::size_t count) {
  std::vector<operands> items;
  const auto four = [&items](std::uint64_t a, std::uint64_t b) {
    for (const bool carry : {false, true}) {
      for (const bool subtract : {false, true}) items.push_back({a, b, carry, subtract});
    }
  };
  sim::edge_integers number(k.width, test_options().seed + 1);
  for_integer_pairs(k.width, count / 12, [&](std::uint64_t a, std::uint64_t b) {
    four(a, b);
    if (k.width == 8) return;
    const std::uint64_t near = (number() & 3) - 1;
    four(a, (a + near) & golden::ones(k.width));
    four(a, (near - a) & golden::ones(k.width));
  });
  return items;
}
std::vector<operands> some_sums(const config& k) {
  auto items = sums(k, 2400);
  items.resize(2000);
  return items;
}

WEFT_UNIT_SUITE(IaddRtl, sim::iadd_ports, WEFT_IADD_CONFIGS, some_sums);

TYPED_TEST(IaddRtl, AddsAndSubtractsAllBytesOrTheEdgesLikeGolden) {
  gives_goldens_results<TypeParam>(sums(TypeParam::Config, 400000));
}

}  // namespace
}  // namespace weft::iadd_test
