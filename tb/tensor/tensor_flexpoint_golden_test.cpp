// SPDX-License-Identifier: Apache-2.0
//
// sim/golden/flexpoint/tensor_flexpoint.hpp against GMP's rationals and the paper's formula in
// double precision.

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <deque>
#include <vector>

#include "sim/golden/flexpoint/tensor_flexpoint.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/tensor/tensor_flexpoint_cases.hpp"

namespace weft::tensor_flexpoint_golden_test {
namespace {

using namespace golden::tensor_flexpoint;

/// sum * 2^(exp_a + exp_b - exp - bias) to the nearest integer, ties to even, saturated.
long nearest(std::int64_t sum, int exp_a, int exp_b, int exp) {
  mpq_class x(mpz_class(std::to_string(sum)));
  const int up          = exp_a + exp_b - exp - 31;
  const mpz_class scale = mpz_class(1) << static_cast<unsigned>(std::abs(up));
  x                     = up >= 0 ? mpq_class(x * scale) : mpq_class(x / scale);
  mpz_class low;
  mpz_fdiv_q(low.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  const mpq_class rest = x - low, half(1, 2);
  if (rest > half || (rest == half && mpz_odd_p(low.get_mpz_t()))) low += 1;
  return low > 32767 ? 32767 : low < -32768 ? -32768 : low.get_si();
}

/// Algorithm 2 of the paper, as printed.
class paper {
 public:
  int exp = 31;

  void take(double gamma) {
    const double kappa = std::ldexp(1, exp);
    if (gamma >= 32767) f_.clear(), gamma *= 2;
    f_.push_back(gamma * kappa);
    if (f_.size() > 16) f_.pop_front();
    double most = 0, sum = 0, squares = 0;
    for (const double x : f_) most = std::max(most, x), sum += x, squares += x * x;
    const double n         = static_cast<double>(f_.size());
    const double deviation = std::sqrt(std::max(0.0, squares / n - sum / n * (sum / n)));
    chi                    = 2 * (most + 3 * deviation + 100 * kappa);
    exp                    = std::clamp(static_cast<int>(std::ceil(std::log2(chi))) - 15, 0, 31);
  }

  /// Whether chi is so near to a power of two that the units' rounding may choose its side.
  bool near() const {
    const double place = std::log2(chi);
    return std::fabs(place - std::round(place)) < 0.003;
  }

  double chi = 0;

 private:
  std::deque<double> f_;
};

TEST(TensorFlexpointGolden, WritesTheNearestSignificandsByThePapersExponents) {
  const config k{};
  state s = initial(k);
  paper p;
  long most  = 0;
  int raised = 0, lowered = 0, saturated = 0;
  for (const operands& o : tensor_flexpoint_cases(k, test_options().seed, 20'000)) {
    const int exp  = s.autoflex.exp;
    const result r = eval(k, s, o);
    ASSERT_EQ(r.exp, p.exp);
    for (std::size_t i = 0; i < k.cols; ++i) {
      if ((o.strbs >> i & 1) == 0) continue;
      const long sig = nearest(o.sums[i], o.exp_a, o.exp_b, p.exp);
      ASSERT_EQ(r.sigs[i], sig) << o;
      most = std::max(most, std::labs(sig));
    }
    saturated += r.overflow;
    if (!o.last) continue;
    p.take(static_cast<double>(most));
    most = 0;
    if (s.autoflex.exp != p.exp && p.near()) p.exp = s.autoflex.exp;
    ASSERT_EQ(s.autoflex.exp, p.exp) << "chi " << p.chi;
    raised += s.autoflex.exp > exp;
    lowered += s.autoflex.exp < exp;
  }
  EXPECT_GT(raised, 100);
  EXPECT_GT(lowered, 100);
  EXPECT_GT(saturated, 100);
}

/// Exact integer sums, as an array of INT16 has them, and the manager behind it.
TEST(TensorFlexpointGolden, AProductOfTheArrayIsTheExactOneToHalfAUnit) {
  config k{};
  k.autoflex.init = true;
  std::mt19937_64 rng(test_options().seed);
  constexpr int M = 5, N = 4, K = 37;
  state s = initial(k);
  std::vector<std::int64_t> a(M * K), b(K * N);
  for (auto& x : a) x = static_cast<std::int16_t>(rng());
  for (auto& x : b) x = static_cast<std::int16_t>(rng()) >> 3;
  const int exp_a = 14, exp_b = 11;
  int writes = 0;
  do {
    ASSERT_LT(++writes, 8);
    for (int i = 0; i < M; ++i) {
      operands o{.last = i + 1 == M, .strbs = 15, .exp_a = exp_a, .exp_b = exp_b};
      for (int j = 0; j < N; ++j) {
        for (int n = 0; n < K; ++n)
          o.sums[static_cast<std::size_t>(j)] += a[i * K + n] * b[n * N + j];
      }
      const result r = eval(k, s, o);
      for (int j = 0; j < N && !r.overflow; ++j) {
        const double exact = std::ldexp(static_cast<double>(o.sums[static_cast<std::size_t>(j)]),
                                        exp_a + exp_b - 62);
        const double value = std::ldexp(r.sigs[static_cast<std::size_t>(j)], r.exp - 31);
        ASSERT_LE(std::fabs(value - exact), std::ldexp(0.5, r.exp - 31));
      }
    }
  } while (s.dismissed);
  EXPECT_GT(writes, 1);
}

}  // namespace
}  // namespace weft::tensor_flexpoint_golden_test
