// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/flexpoint_autoflex.hpp against the paper's formula in double precision, and in a loop
// with tensors that decay, grow and jump.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <random>
#include <vector>

#include "sim/golden/flexpoint.hpp"
#include "sim/golden/flexpoint_autoflex.hpp"
#include "tb/harness/model_time.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::flexpoint_autoflex_golden_test {
namespace {

using namespace golden::flexpoint_autoflex;

/// Algorithm 2 as printed: real numbers, a standard deviation by its definition. Returns log2(chi).
class printed_algorithm {
 public:
  double operator()(double gamma_max, int exp, double alpha, double beta, double gamma) {
    if (gamma_max >= 32767) {
      f_.clear();
      gamma_max *= 2;
    }
    const double kappa = std::exp2(exp);
    f_.push_back(gamma_max * kappa);
    if (f_.size() > 16) f_.pop_front();
    double mean = 0, variance = 0;
    for (const double x : f_) mean += x / static_cast<double>(f_.size());
    for (const double x : f_) variance += (x - mean) * (x - mean) / static_cast<double>(f_.size());
    const double most = *std::max_element(f_.begin(), f_.end());
    return std::log2(alpha * (most + beta * std::sqrt(variance) + gamma * kappa));
  }

 private:
  std::deque<double> f_;
};

TEST(FlexpointAutoflexGolden, IsThePrintedAlgorithmButForRoundingBesideAPowerOfTwo) {
  const config k;
  std::mt19937_64 rng(test_options().seed);
  int same = 0, all = 0;
  for (int run = 0; run < 200; ++run) {
    state s = initial(k);
    printed_algorithm printed;
    double log2_t = 15 + s.exp;
    for (int i = 0; i < 100; ++i, ++all) {
      log2_t += std::uniform_real_distribution<double>(-0.9, 0.6)(rng);
      if (rng() % 16 == 0) log2_t += 5;
      log2_t                = std::clamp(log2_t, 10.0, 40.0);
      const int exp         = s.exp;
      const auto units      = static_cast<operands>(std::min(std::exp2(log2_t - exp), 32768.0));
      const double log2_chi = printed(units, exp, std::exp2(k.log_alpha), k.beta, k.gamma);
      const int want        = std::clamp(static_cast<int>(std::ceil(log2_chi)) - 15, 0, 31);
      const result r        = eval(k, s, units);
      if (r.exp == want) {
        ++same;
      } else {
        // chi was rounded down by less than a part in a thousand.
        ASSERT_EQ(r.exp, want - 1);
        ASSERT_LT(log2_chi - std::floor(log2_chi), 0.001);
      }
    }
  }
  EXPECT_GT(same, all * 999 / 1000);
}

struct iteration {
  int exp;            ///< the exponent with which the tensor was written
  std::uint32_t max;  ///< its largest |significand|
  bool overflow;
};

/// A tensor of one element, written in every iteration with the exponent chosen by the last one.
std::vector<iteration> train(int iterations, const std::function<double(int)>& size) {
  const config k;
  state s = initial(k);
  std::vector<iteration> all;
  for (int i = 0; i < iterations; ++i) {
    golden::flexpoint::state tensor;
    const auto number = std::bit_cast<std::uint32_t>(static_cast<float>(size(i)));
    const auto r      = eval(golden::flexpoint::config{}, tensor,
                             {.end = true, .number = number, .exp_out = s.exp});
    const int exp     = s.exp;
    all.push_back({exp, r.max, eval(k, s, r.max).overflow});
  }
  return all;
}

/// The overflows from the sixth iteration on; the exponent starts at its maximum.
long overflows(const std::vector<iteration>& run) {
  return std::count_if(run.begin() + 5, run.end(), [](const iteration& i) { return i.overflow; });
}

TEST(FlexpointAutoflexGolden, FollowsADecayWithoutOverflowAndKeepsEightBits) {
  const auto run = train(200, [](int i) { return 0.8 * std::pow(0.95, i); });
  EXPECT_EQ(overflows(run), 0);
  for (std::size_t i = 20; i < run.size() && run[i].exp > 0; ++i) {
    EXPECT_GE(run[i].max, 256u) << i;
    EXPECT_LE(run[i].exp, run[i - 1].exp) << i;
  }
}

TEST(FlexpointAutoflexGolden, FollowsGrowthWithoutOverflow) {
  const auto run = train(200, [](int i) { return 1e-3 * std::pow(1.08, i); });
  EXPECT_EQ(overflows(run), 0);
  for (std::size_t i = 6; i < run.size(); ++i) EXPECT_GE(run[i].exp, run[i - 1].exp) << i;
}

TEST(FlexpointAutoflexGolden, FollowsNoiseWithoutOverflow) {
  std::mt19937_64 rng(test_options().seed);
  std::lognormal_distribution<double> noise(0, 0.3);
  const auto run = train(2000, [&](int) { return 0.01 * noise(rng); });
  EXPECT_EQ(overflows(run), 0);
}

TEST(FlexpointAutoflexGolden, OverflowsOnceAtAStepAndRecovers) {
  for (const double factor : {5.0, 6.0, 8.0}) {
    const auto run = train(60, [&](int i) { return i < 30 ? 0.1 : 0.1 * factor; });
    EXPECT_EQ(overflows(run), 1) << factor;
    EXPECT_TRUE(run[30].overflow) << factor;
    EXPECT_GT(run[31].exp, run[30].exp) << factor;
  }
}

TEST(FlexpointAutoflexGolden, GoesUpEightfoldAnOverflowUntilAHugeStepFits) {
  const auto run = train(60, [](int i) { return i < 30 ? 1e-6 : 1000.0; });
  std::size_t i  = 30;
  for (; run[i].overflow; ++i) EXPECT_EQ(run[i + 1].exp, run[i].exp + 3) << i;
  EXPECT_EQ(overflows(run), static_cast<long>(i) - 30);
  EXPECT_LE(i, 42u);
}

TEST(FlexpointAutoflexGolden, ForgetsAnOutlierWhenItLeavesTheQueue) {
  const auto run = train(60, [](int i) { return i == 20 ? 0.14 : 0.1; });
  EXPECT_GT(run[21].exp, run[20].exp);
  EXPECT_EQ(run[36].exp, run[21].exp);
  EXPECT_EQ(run[37].exp, run[20].exp);
}

/// The table of docs/unit/flexpoint.md.
TEST(FlexpointAutoflexGolden, TakesTheCourseThatItsDocumentShows) {
  const auto run =
      train(40, [](int i) { return i < 20 ? 0.5 * std::pow(0.9, i) : 2 * std::pow(1.1, i - 20); });
  struct column {
    std::size_t i;
    int exp;
    std::uint32_t max;
  };
  for (const auto& [i, exp, max] : {column{0, 31, 0},
                                    {1, 24, 58},
                                    {2, 18, 3318},
                                    {4, 18, 2687},
                                    {5, 17, 4837},
                                    {10, 17, 2856},
                                    {19, 17, 1107},
                                    {20, 17, 32767},
                                    {21, 20, 4506},
                                    {31, 20, 11686},
                                    {32, 21, 6428},
                                    {38, 22, 5693}}) {
    EXPECT_EQ(run[i].exp, exp) << i;
    EXPECT_EQ(run[i].max, max) << i;
    EXPECT_EQ(run[i].overflow, i == 20) << i;
  }
}

TEST(FlexpointAutoflexGolden, StaysInItsRangeOfExponents) {
  EXPECT_EQ(train(20, [](int) { return 0.0; }).back().exp, 0);
  EXPECT_EQ(train(20, [](int) { return 1e30; }).back().exp, 31);
}

TEST(FlexpointAutoflexGolden, TakesTheCyclesOfItsLoops) {
  EXPECT_EQ(cycles_of_one({}), 2u * 16 + 22 + 4);
  EXPECT_EQ(cycles({}, 10), 10 * cycles_of_one({}));
}

TEST(FlexpointAutoflexGolden, ModelTakesOneMaximumAtATime) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<operands> maxima(20);
  for (operands& o : maxima) o = static_cast<operands>(rng() % 0x10000);
  for (const config& k : {config{}, config{.length = 5}}) {
    const stream_queue<operands, result, state> queue{
        .eval     = [k](state& s, operands o) { return eval(k, s, o); },
        .latency  = [k](operands) { return cycles_of_one(k) - 1; },
        .depth    = 1,
        .overlaps = false,
        .state    = initial(k)};
    is_the_queue(model(k), queue, maxima, [k](std::size_t n) { return cycles(k, n); });
  }
}

/// The search ends after a few writes with an exponent that uses 14 or 15 bits of the significands,
/// or with an end of the range.
TEST(FlexpointAutoflexGolden, FindsTheExponentOfATensorOfAnySize) {
  std::mt19937_64 rng(test_options().seed);
  int most = 0;
  for (int i = 0; i < 10'000; ++i) {
    const double size = std::exp2(std::uniform_real_distribution<double>(1, 14 + 31)(rng));
    const config k{.init_exp = static_cast<int>(rng() % 32), .init = true};
    state s          = initial(k);
    const auto units = [&] { return std::min(std::rint(size / std::exp2(s.exp)), 32767.0); };
    int writes       = 0;
    for (; s.searches && writes < 20; ++writes) eval(k, s, static_cast<operands>(units()));
    most = std::max(most, writes);
    EXPECT_FALSE(s.searches);
    EXPECT_TRUE(s.f.empty());
    EXPECT_TRUE(units() >= 8000 || s.exp == 0) << size << " at " << s.exp;
    EXPECT_TRUE(units() < 32767) << size << " at " << s.exp;
  }
  EXPECT_LE(most, 6);
}

}  // namespace
}  // namespace weft::flexpoint_autoflex_golden_test
