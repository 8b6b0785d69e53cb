// SPDX-License-Identifier: Apache-2.0
//
// rtl/za/weft_mopa.sv against sim/golden/mopa.hpp in lockstep, ZA behind both, and against eval()
// and cycles().

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "tb/harness/test_main.hpp"
#include "tb/za/mopa_bench.hpp"
#include "tb/za/mopa_cases.hpp"

namespace weft::mopa_test {
namespace {

using namespace golden::mopa;
using golden::sme::isa::element, golden::sme::isa::put;

template <class Bench>
class MopaRtl : public mopa_rtl<Bench> {};

TYPED_TEST_SUITE(MopaRtl, mopa_benches);

TYPED_TEST(MopaRtl, EqualsGoldenInEveryCycleUnderEveryTiming) {
  std::uint64_t seed = test_options().seed;
  for (int log_bytes = 4; log_bytes <= this->Longest; ++log_bytes) {
    for (const auto& source : {sim::always(), sim::bursts(1, 7), sim::randomly(0.2, 1)}) {
      SCOPED_TRACE(testing::Message() << log_bytes << " seed " << seed);
      mopa_cases cases(log_bytes, seed++);
      for (int i = 0; i < 10; ++i) {  // ZA is new before it is all NaN
        file_t za = cases.za();
        this->run(this->some(cases, 20), za, log_bytes, source);
      }
    }
  }
}

TYPED_TEST(MopaRtl, EveryOperationIsGoldens) {
  mopa_cases cases(this->Longest, test_options().seed);
  for (const op_e op :
       {op_e::Fmopa, op_e::Fmopa16, op_e::Bfmopa, op_e::Imopa, op_e::Addha, op_e::Addva}) {
    for (const int log_size : {2, 3}) {
      if (log_size == 3 && widens(op)) continue;
      SCOPED_TRACE(testing::Message() << static_cast<int>(op) << " of size " << log_size);
      for (int i = 0; i < 30; ++i) {
        std::vector<operation> all;
        for (int j = 0; j < 4; ++j) {
          operation o  = cases();
          o.op         = op;
          o.log_size   = log_size;
          o.unsigned_n = op == op_e::Imopa && cases.pick(2) != 0;
          o.unsigned_m = op == op_e::Imopa && cases.pick(2) != 0;
          o.tile &= (1u << log_size) - 1;
          cases.fill(o);
          all.push_back(o);
        }
        all.push_back(all.back());  // what it added, taken away again
        all.back().negate = !all.back().negate;
        file_t za         = cases.za();
        this->run(all, za);
      }
    }
  }
}

TYPED_TEST(MopaRtl, StartsFromAnyStateAndResetsInTheMiddle) {
  mopa_cases cases(this->Longest, test_options().seed);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    sim::lockstep<TypeParam> both(
        sim::run_options{.seed = test_options().seed + seed, .wave = test_options().wave},
        TypeParam::make_model());
    file_t za = cases.za();
    for (std::uint64_t i = 0; i < 3 + seed; ++i) {
      golden::mopa::model::inputs in;
      in.log_bytes = this->Longest;
      in.in        = cases();
      in.za        = &za;
      both.cycle(in);
    }
    both.reset();
    const auto all  = this->some(cases, 5);
    file_t expected = za;
    for (const operation& o : all) eval(this->Longest, o, expected);
    EXPECT_EQ(sim::run_mopa(both, this->Longest, std::span<const operation>(all), za),
              cycles(this->Config, this->Longest, all));
    EXPECT_EQ(za, expected);
  }
}

TYPED_TEST(MopaRtl, TakesTheCyclesOfTheSchedule) {
  for (int log_bytes = 4; log_bytes <= this->Longest; ++log_bytes) {
    mopa_cases cases(log_bytes, test_options().seed);
    for (const std::size_t n : {1, 2, 3, 50, 200}) {
      const auto all = this->some(cases, n);
      file_t za{};
      EXPECT_EQ(this->run(all, za, log_bytes), cycles(this->Config, log_bytes, all)) << n;
    }
  }
}

TYPED_TEST(MopaRtl, TilesInTurnHideTheAccumulator) {
  // The same tile again waits for the accumulator if the tile is not as deep; four in turn never
  // do.
  constexpr config k = TypeParam::Config;
  const auto groups =
      static_cast<std::uint64_t>(std::max(1, rows(this->Longest, 2) / k.rows_per_cycle));
  const auto deep = std::max<std::uint64_t>(groups, static_cast<std::uint64_t>(k.distance()));
  const auto last = static_cast<std::uint64_t>(k.front() + k.acc()) + groups + 1;
  for (const std::uint64_t tiles : {1, 2, 4}) {
    std::vector<operation> all(40);
    for (std::size_t i = 0; i < all.size(); ++i) all[i].tile = static_cast<unsigned>(i % tiles);
    const auto round = std::max<std::uint64_t>(tiles * groups, deep);  // once through the tiles
    file_t za{};
    EXPECT_EQ(this->run(all, za), (40 / tiles - 1) * round + (tiles - 1) * groups + last) << tiles;
  }
}

// Error-prone cases.

/// An operation on the first row and column; all existing elements are active.
operation of(op_e op, int log_size, std::initializer_list<std::uint64_t> row,
             std::initializer_list<std::uint64_t> col, std::uint32_t fpcr = 0) {
  operation o;
  o.op       = op;
  o.log_size = log_size;
  o.tile     = 1;
  o.fpcr     = fpcr;
  for (int i = 0; const auto x : row) put(o.zn, i++, o.part(), x);
  for (int i = 0; const auto x : col) put(o.zm, i++, o.part(), x);
  o.pn[0] = o.pm[0] = static_cast<std::uint8_t>((1 << o.size()) - 1);
  return o;
}
operation negated(operation o) {
  o.negate = true;
  return o;
}

using control              = golden::sme::fp_control;
constexpr std::uint32_t Up = 1u << 22, Down = 2u << 22, TowardZero = 3u << 22;
constexpr std::uint64_t Half1 = 0x3c00, HalfInf = 0x7c00;  // binary16
constexpr std::uint64_t Brain1 = 0x3f80, Brain2To100 = 0x7180, Brain2ToMinus15 = 0x3800;
constexpr std::uint64_t One = 0x3f80'0000, MinusOne = 0xbf80'0000, Nan = 0x7fc0'0000;

TYPED_TEST(MopaRtl, WideningPredicatesZeroOperandsNotProducts) {
  operation o = of(op_e::Fmopa16, 2, {Half1, HalfInf}, {Half1, Half1});
  EXPECT_EQ(this->result(o, One), 0x7f80'0000u);
  o.pm[0] = 0b0001;  // the second column is +0, and infinity times that no number
  EXPECT_EQ(this->result(o, One), Nan);
  o.pn[0] = 0b0001;
  EXPECT_EQ(this->result(o, One), 0x4000'0000u);
  o.pn[0] = 0b0100;  // no pair has both bits: unchanged
  EXPECT_EQ(this->result(o, One), One);
}

TYPED_TEST(MopaRtl, InactiveOperandsAreNotNegated) {
  operation o = negated(of(op_e::Fmopa16, 2, {0, 0}, {Half1, Half1}));
  EXPECT_EQ(this->result(o, 0x8000'0000), 0x8000'0000u);  // -0 + (-0 + -0)
  o.pn[0] = 0b0001;
  EXPECT_EQ(this->result(o, 0x8000'0000), 0u);  // -0 + (-0 + +0)
}

TYPED_TEST(MopaRtl, EveryLostBitOfADotProductDecidesATie) {
  // Under the half of the last place there are the last kept bit and lost ones alone, so both must
  // count, and must not cancel.
  const std::uint64_t half_small = 0x0c30, brain_small = 0x3986;  // 67/64 * 2^-12
  const std::uint64_t half_least = 0x0c00, brain_least = 0x3980;  // 2^-12
  const auto sum = [&](std::uint64_t a) {                         // 1 + a * 2^-12
    return this->result(of(op_e::Fmopa16, 2, {Half1, a}, {Half1, half_least}), 0);
  };
  const auto sum_of_brains = [&](std::uint64_t a) {
    return this->result(of(op_e::Bfmopa, 2, {Brain1, a}, {Brain1, brain_least}, control::Ebf), 0);
  };
  EXPECT_EQ(sum(half_small), 0x3f80'0001u);
  EXPECT_EQ(sum(half_least), One);       // the tie itself
  EXPECT_EQ(sum(0x8860), 0x3f7f'ffffu);  // 1 - 35/32 * 2^-25
  EXPECT_EQ(sum(0x8800), One);           // 1 - 2^-25: the tie
  EXPECT_EQ(sum_of_brains(brain_small), 0x3f80'0001u);
  EXPECT_EQ(sum_of_brains(brain_least), One);
  // A subnormal sum shifted to the right: 1.127 * 2^-147 is 4.51 of the smallest.
  EXPECT_EQ(this->result(of(op_e::Bfmopa, 2, {0x1b03, 0}, {0x1a8d, 0}, control::Ebf), 0), 5u);
  // Here it is an exact half: 1.125 * 2^-147.
  EXPECT_EQ(this->result(of(op_e::Bfmopa, 2, {0x1b00, 0}, {0x1a90, 0}, control::Ebf), 0), 4u);
}

TYPED_TEST(MopaRtl, WideningRoundsTwice) {
  // 2^24 + (1 + 1): one after the other would lose both.
  EXPECT_EQ(this->result(of(op_e::Fmopa16, 2, {Half1, Half1}, {Half1, Half1}), 0x4b80'0000),
            0x4b80'0001u);
  // 1 + (2^-24 + 2^-48): one rounding of all three would go up.
  EXPECT_EQ(this->result(of(op_e::Fmopa16, 2, {0x0c00, 0x0001}, {0x0c00, 0x0001}), One), One);
}

TYPED_TEST(MopaRtl, Fz16IsForHalvesAndFzForTheRest) {
  const auto tiny_half = [&](std::uint32_t fpcr) {
    return this->result(of(op_e::Fmopa16, 2, {0x0001, 0}, {Half1, 0}, fpcr), 0);
  };
  EXPECT_EQ(tiny_half(0), 0x3380'0000u);
  EXPECT_EQ(tiny_half(control::Fz | control::Fiz), 0x3380'0000u);
  EXPECT_EQ(tiny_half(control::Fz16), 0u);
  const auto tiny = [&](std::uint32_t fpcr) {  // 2^-149 times 2^100
    return this->result(of(op_e::Fmopa, 2, {0x0000'0001}, {0x7180'0000}, fpcr), 0);
  };
  EXPECT_EQ(tiny(0), 0x2700'0000u);
  EXPECT_EQ(tiny(control::Fz16), 0x2700'0000u);
  EXPECT_EQ(tiny(control::Fz), 0u);
  EXPECT_EQ(tiny(control::Fz | control::Ah), 0x2700'0000u);  // FZ then is for results only
  EXPECT_EQ(tiny(control::Fiz), 0u);
}

TYPED_TEST(MopaRtl, AlternateHandlingJudgesTininessAfterRounding) {
  // 2^-126 - 2^-151 rounds to 2^-126.
  const auto near_normal = [&](std::uint32_t fpcr) {
    return this->result(of(op_e::Fmopa, 2, {0x1a00'0000}, {0x9980'0000}, fpcr), 0x0080'0000);
  };
  EXPECT_EQ(near_normal(0), 0x0080'0000u);
  EXPECT_EQ(near_normal(control::Fz), 0u);
  EXPECT_EQ(near_normal(control::Fz | control::Ah), 0x0080'0000u);
  const auto near_double = [&](std::uint32_t fpcr) {  // 2^-1022 - 2^-1076
    return this->result(of(op_e::Fmopa, 3, {0x20b0'0000'0000'0000}, {0x9bf0'0000'0000'0000}, fpcr),
                        std::uint64_t{1} << 52);
  };
  EXPECT_EQ(near_double(control::Fz), 0u);
  EXPECT_EQ(near_double(control::Fz | control::Ah), std::uint64_t{1} << 52);
  const auto near_sum = [&](std::uint32_t fpcr) {  // of the two products
    return this->result(
        of(op_e::Bfmopa, 2, {0x2000, 0x1a00}, {0x2000, 0x9980}, fpcr | control::Ebf), 0);
  };
  EXPECT_EQ(near_sum(control::Fz), 0u);
  EXPECT_EQ(near_sum(control::Fz | control::Ah), 0x0080'0000u);
}

TYPED_TEST(MopaRtl, ADifferenceThatIsZeroIsNegativeRoundedDown) {
  EXPECT_EQ(this->result(of(op_e::Fmopa, 2, {MinusOne}, {One}), One), 0u);
  EXPECT_EQ(this->result(of(op_e::Fmopa, 2, {MinusOne}, {One}, Up), One), 0u);
  EXPECT_EQ(this->result(of(op_e::Fmopa, 2, {MinusOne}, {One}, Down), One), 0x8000'0000u);
  const auto halves = of(op_e::Fmopa16, 2, {Half1, Half1}, {Half1, 0x8000 | Half1}, Down);
  EXPECT_EQ(this->result(halves, 0x8000'0000), 0x8000'0000u);
  EXPECT_EQ(this->result(halves, 0), 0x8000'0000u);
  // Bfloat16 with its separate rules differs.
  EXPECT_EQ(this->result(of(op_e::Bfmopa, 2, {Brain1, 0}, {0x8000 | Brain1, 0}, Down), One), 0u);
}

TYPED_TEST(MopaRtl, Bfloat16RoundsToOddByItsOwnRules) {
  const auto sum = [&](std::uint32_t fpcr) {  // 1 + 2^-30
    return this->result(of(op_e::Bfmopa, 2, {Brain2ToMinus15, 0}, {Brain2ToMinus15, 0}, fpcr), One);
  };
  EXPECT_EQ(sum(0), 0x3f80'0001u);
  EXPECT_EQ(sum(TowardZero), 0x3f80'0001u);
  EXPECT_EQ(sum(control::Ebf), One);
  EXPECT_EQ(sum(control::Ebf | Up), 0x3f80'0001u);
}

TYPED_TEST(MopaRtl, Bfloat16ProductsBeyondBinary32AreInfiniteByItsOwnRules) {
  const auto sum = [&](std::uint32_t fpcr) {  // 2^200 - 2^200
    return this->result(
        of(op_e::Bfmopa, 2, {Brain2To100, 0x8000 | Brain2To100}, {Brain2To100, Brain2To100}, fpcr),
        One);
  };
  EXPECT_EQ(sum(0), Nan);
  EXPECT_EQ(sum(control::Ebf), One);
  // An overflow is infinity, though rounding to odd would give the largest number.
  const auto largest = of(op_e::Bfmopa, 2, {0x7f00, 0}, {Brain1, 0});
  EXPECT_EQ(this->result(largest, 0x7f7f'ffff), 0x7f80'0000u);
}

TYPED_TEST(MopaRtl, OnlyTheLowestPredicateBitOfAnElementCounts) {
  operation o = of(op_e::Fmopa, 2, {One}, {One});
  o.pn[0]     = 0b1110;
  EXPECT_EQ(this->result(o, One), One);
  o.pn[0] = 0b0001;
  o.pm[0] = 0b0001;
  EXPECT_EQ(this->result(o, One), 0x4000'0000u);
  operation wide = of(op_e::Imopa, 3, {1, 1, 1, 1}, {1, 1, 1, 1});
  wide.pn[0]     = 0b1010'1010;
  EXPECT_EQ(this->result(wide, 5), 5u);
  wide.pn[0] = 0b0101'0001;
  wide.pm[0] = 0b0101'0101;
  EXPECT_EQ(this->result(wide, 5), 8u);
}

TYPED_TEST(MopaRtl, HalvesAreIeeeNumbersWhateverAhpSays) {
  EXPECT_EQ(this->result(of(op_e::Fmopa16, 2, {HalfInf, 0}, {Half1, Half1}, control::Ahp), One),
            0x7f80'0000u);
}

TYPED_TEST(MopaRtl, EveryNanIsTheDefaultNan) {
  for (const std::uint64_t nan : {0x7f80'0001u, 0xffc1'2345u}) {
    EXPECT_EQ(this->result(of(op_e::Fmopa, 2, {One}, {One}), nan), Nan);
    EXPECT_EQ(this->result(of(op_e::Fmopa, 2, {nan}, {One}), One), Nan);
    EXPECT_EQ(this->result(of(op_e::Fmopa, 2, {One}, {nan}, control::Ah), One), 0xffc0'0000u);
  }
  const auto wide = of(op_e::Fmopa, 3, {0x7ff0'0000'0000'0000}, {0});
  EXPECT_EQ(this->result(wide, 1), 0x7ff8'0000'0000'0000u);
}

TYPED_TEST(MopaRtl, IntegersWrapAndMixSigns) {
  const auto bytes = [](bool unsigned_n, bool unsigned_m) {
    operation o  = of(op_e::Imopa, 2, {0xff, 0, 0, 0xff}, {0xff, 0, 0, 0x01});
    o.unsigned_n = unsigned_n;
    o.unsigned_m = unsigned_m;
    return o;
  };
  EXPECT_EQ(this->result(bytes(false, false), 0x8000'0000), 0x8000'0000u);  // 1 - 1
  EXPECT_EQ(this->result(bytes(true, true), 0), 0xff00u);                   // 255 * 255 + 255
  EXPECT_EQ(this->result(bytes(false, true), 0), 0xffff'ff00u);             // -255 - 1
  EXPECT_EQ(this->result(bytes(true, false), 0), 0u);                       // -255 + 255
  EXPECT_EQ(this->result(negated(bytes(true, true)), 0), 0xffff'0100u);
  const auto wide = of(op_e::Imopa, 3, {0x8000, 0, 0, 0}, {0x8000, 0, 0, 0});
  EXPECT_EQ(this->result(wide, 0x7fff'ffff'c000'0000), 0x8000'0000'0000'0000u);
}

TYPED_TEST(MopaRtl, AddhaTakesZnByColumnAndAddvaByRow) {
  for (const op_e op : {op_e::Addha, op_e::Addva}) {
    operation o;
    o.op = op;
    o.pn.fill(0xff);
    o.pm.fill(0xff);
    for (int i = 0; i < 4; ++i) put(o.zn, i, 4, static_cast<unsigned>(10 + i));
    file_t za{};
    this->run(std::span(&o, 1), za);
    for (int row = 0; row < 4; ++row) {
      for (int col = 0; col < 4; ++col) {
        EXPECT_EQ(element(za[static_cast<std::size_t>(4 * row)], col, 4),
                  10u + static_cast<unsigned>(op == op_e::Addha ? col : row));
      }
    }
  }
}

}  // namespace
}  // namespace weft::mopa_test
