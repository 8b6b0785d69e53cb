// SPDX-License-Identifier: Apache-2.0
//
// rtl/za/weft_za.sv against sim/golden/za.hpp.

#include "sim/golden/za.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tb/za/za_bench.hpp"
#include "weft_za_configs.hpp"

namespace weft::za_test {
namespace {

using namespace golden::za;

template <class Bench>
class ZaRtl : public testing::Test {
 protected:
  using inputs = typename Bench::inputs;

  static constexpr config Config = Bench::Config;
  static constexpr unsigned Vl   = Config.vl();

  za_random random_{test_options().seed};
  sim::lockstep<Bench> both_{test_options(), Bench::make_model()};

  ZaRtl() { zero(0xff); }

  void idle() { both_.cycle({.vl = Vl}); }

  /// Returns the cycles it took.
  std::uint64_t zero(std::uint8_t mask, unsigned vl = Vl) {
    inputs in{.vl = vl, .zero = mask};
    both_.cycle(in);
    in.zero.reset();
    std::uint64_t cycles = 1;
    while (!both_.cycle(in).zero_ready) ++cycles;
    return cycles;
  }
  void write(const slice& to, const vector_t& data) {
    predicate_t all;
    all.fill(0xff);
    both_.cycle({.vl = Vl, .write = slice_write{to, data, all}});
  }
  vector_t read(const slice& from) {
    both_.cycle({.vl = Vl, .read = from});
    return both_.cycle({.vl = Vl}).data;
  }
  vector_t random_vector() {
    vector_t v = random_.vector();
    std::fill(v.begin() + Config.bytes(), v.end(), std::uint8_t{0});
    return v;
  }
};

#define WEFT_BENCH(V, P) sim::za_ports<V, P>
using benches = testing::Types<WEFT_ZA_CONFIGS(WEFT_BENCH)>;
#undef WEFT_BENCH
TYPED_TEST_SUITE(ZaRtl, benches);

TYPED_TEST(ZaRtl, EqualsGoldenInEveryCycleAtEveryLength) {
  equals_golden_in_every_cycle(this->both_, test_options().seed, 160000 / this->Config.bytes());
}

TYPED_TEST(ZaRtl, WritesEverySliceAndReadsItInBothDirections) {
  constexpr config k = TestFixture::Config;
  for (const bool vertical : {false, true}) {
    for (unsigned size = 0; size <= 4; ++size) {
      for (unsigned key = 0; key < k.bytes(); ++key) {
        const slice to{vertical, size, key & ((1u << size) - 1), key >> size};
        this->write(to, this->random_vector());
      }
      typename TestFixture::inputs in{.vl = TestFixture::Vl};
      for (const bool back : {false, true}) {
        for (unsigned key = 0; key < k.bytes(); ++key) {
          in.read = slice{back, size, key & ((1u << size) - 1), key >> size};
          this->both_.cycle(in);
        }
      }
      this->idle();
    }
  }
}

TYPED_TEST(ZaRtl, ReadsAByteThatIsWrittenInTheSameCycleAsItWas) {
  constexpr unsigned vl = TestFixture::Vl;
  predicate_t all;
  all.fill(0xff);
  for (unsigned size = 0; size <= 4; ++size) {
    for (const bool vertical : {false, true}) {
      const slice one{vertical, size, (1u << size) - 1, 0};
      const vector_t old = this->random_vector(), now = this->random_vector();
      this->write(one, old);
      this->both_.cycle({.vl = vl, .read = one, .write = slice_write{one, now, all}});
      EXPECT_EQ(this->both_.cycle({.vl = vl, .read = one}).data, old) << one;
      EXPECT_EQ(this->both_.cycle({.vl = vl}).data, now) << one;
    }
  }
}

TYPED_TEST(ZaRtl, KeepsWhatWasReadUntilTheNextRead) {
  const slice one{true, 1, 1, 3};
  const vector_t data = this->random_vector();
  this->write(one, data);
  EXPECT_EQ(this->read(one), data);
  this->write(one, this->random_vector());
  this->idle();
  EXPECT_EQ(this->both_.cycle({.vl = TestFixture::Vl}).data, data);
}

TYPED_TEST(ZaRtl, TakesTheCyclesOfTheClosedForm) {
  constexpr config k = TestFixture::Config;
  for (const unsigned n : {1u, 2u, k.bytes()}) {
    for (const bool vertical : {false, true}) {
      for (unsigned size = 0; size <= 4; ++size) {
        std::vector<vector_t> data;
        std::uint64_t cycles = 0;
        const auto of        = [&](unsigned i) {
          return slice{vertical, size, i & ((1u << size) - 1), i >> size};
        };
        for (unsigned i = 0; i < n; ++i, ++cycles) {
          data.push_back(this->random_vector());
          this->write(of(i), data.back());
        }
        EXPECT_EQ(cycles, write_cycles(n));
        cycles = 0;
        for (unsigned i = 0; i <= n; ++i, ++cycles) {
          typename TestFixture::inputs in{.vl = TestFixture::Vl};
          if (i < n) in.read = of(i);
          const auto out = this->both_.cycle(in);
          if (i > 0) {
            ASSERT_EQ(out.data, data[i - 1]) << of(i - 1);
          }
        }
        EXPECT_EQ(cycles, read_cycles(n));
      }
    }
  }
  for (unsigned vl = 4; vl <= TestFixture::Vl; ++vl) {
    for (const unsigned mask : {0x00u, 0x01u, 0x5au, 0xffu}) {
      EXPECT_EQ(this->zero(static_cast<std::uint8_t>(mask), vl),
                zero_cycles(vl, static_cast<std::uint8_t>(mask)));
    }
  }
}

TYPED_TEST(ZaRtl, ResetEndsZeroAndClearsWhatWasRead) {
  const slice one{false, 3, 7, 1};
  const vector_t data = this->random_vector();
  this->write(one, data);
  EXPECT_EQ(this->read(one), data);
  this->both_.cycle({.vl = TestFixture::Vl, .zero = std::uint8_t{0x7f}});
  this->both_.reset();
  const auto out = this->both_.cycle({.vl = TestFixture::Vl});
  EXPECT_TRUE(out.zero_ready);
  EXPECT_EQ(out.data, vector_t{});
}

}  // namespace
}  // namespace weft::za_test
