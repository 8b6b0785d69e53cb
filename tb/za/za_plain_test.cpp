// SPDX-License-Identifier: Apache-2.0
//
// tb/za/plain/rtl/weft_za_plain.sv, which the area of weft_za is compared with, does what it does.

#include <gtest/gtest.h>

#include "Vweft_za_plain_128_1.h"
#include "Vweft_za_plain_128_2.h"
#include "Vweft_za_plain_256_1.h"
#include "Vweft_za_plain_256_2.h"
#include "tb/za/za_bench.hpp"

namespace weft::za_plain_test {
namespace {

template <class Bench>
class ZaPlain : public testing::Test {};

template <int Bits>
struct plain {
  static constexpr int Svl = Bits, RowsPerCycle = 1;
};
using benches = testing::Types<sim::za_ports<Vweft_za_plain_128_1, plain<128>>,
                               sim::za_ports<Vweft_za_plain_128_2, plain<128>>,
                               sim::za_ports<Vweft_za_plain_256_1, plain<256>>,
                               sim::za_ports<Vweft_za_plain_256_2, plain<256>>>;
TYPED_TEST_SUITE(ZaPlain, benches);

TYPED_TEST(ZaPlain, EqualsGoldenInEveryCycleAtEveryLength) {
  sim::lockstep<TypeParam> both(test_options(), TypeParam::make_model());
  equals_golden_in_every_cycle(both, test_options().seed, 160000 / TypeParam::Config.bytes());
}

}  // namespace
}  // namespace weft::za_plain_test
