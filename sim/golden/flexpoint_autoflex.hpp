// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <ostream>

#include "sim/golden/stream.hpp"

/// Golden model of rtl/arith/weft_flexpoint_autoflex.sv: the exponent of a Flexpoint tensor's next
/// iteration from its last maxima.
///
/// Source: Koester et al., Flexpoint, NIPS 2017, algorithm 2; with `init`, a search in the manner
/// of its first one comes before. The names are the paper's; its scale kappa is 2^exp here.
namespace weft::golden::flexpoint_autoflex {

/// The parameters of the unit; alpha = 2^log_alpha.
struct config {
  int sig_bits  = 16;
  int exp_bits  = 5;
  int length    = 16;  ///< entries of the queue
  int log_alpha = 1;
  int beta      = 3;
  int gamma     = 100;  ///< at most sig_bits + 1 bits
  int init_exp  = 31;
  bool init     = false;  ///< the exponent is searched for before the first iteration

  constexpr std::uint32_t largest() const { return (std::uint32_t{1} << (sig_bits - 1)) - 1; }
  constexpr int max_exp() const { return (1 << exp_bits) - 1; }
  /// Bits of the square root of the sum of a full queue.
  constexpr int root_bits() const {
    return sig_bits + 1 + static_cast<int>(std::bit_width(static_cast<unsigned>(length)));
  }

  bool operator==(const config&) const = default;
};

/// The largest |significand| of the tensor's last iteration, 0 to 2^sig_bits - 1.
using operands = std::uint32_t;

struct result {
  std::int32_t exp = 0;
  bool overflow    = false;  ///< the last iteration had significands at the limit
  bool again       = false;  ///< the same tensor is to be written again, with this exponent

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    return os << "exp=" << r.exp << " overflow=" << r.overflow << " again=" << r.again;
  }
};

struct entry {
  std::uint64_t max;
  int exp;
};

struct state {
  int exp;                ///< the exponent of the iteration whose maximum comes next
  std::deque<entry> f;    ///< maxima of past iterations, the oldest first
  bool searches = false;  ///< the exponent is not found yet
};

inline state initial(const config& k) { return {k.init_exp, {}, k.init}; }

/// A step of the search: half of the significand's bits up after an overflow; down, so that the
/// largest has sig_bits - 1 bits, if it has fewer. The search ends with a largest that uses its
/// bits, with a step down that enough bits vouch for, and where the exponent cannot go further.
inline result search(const config& k, state& s, std::uint32_t maximum) {
  const bool overflow = maximum >= k.largest();
  const int half      = (k.sig_bits - 1) / 2;
  const int bits      = std::bit_width(std::max(maximum, 1u) - 1);  // ceil(log2(Gamma))
  const int step = overflow ? half : maximum >> (k.sig_bits - 2) != 0 ? 0 : bits - (k.sig_bits - 2);
  const int next = std::clamp(s.exp + step, 0, k.max_exp());
  const bool again = next != s.exp;
  s.searches       = again && (overflow || maximum <= std::uint32_t{1} << (half - 2));
  s.exp            = next;
  return {next, overflow, again};
}

inline std::uint64_t floor_sqrt(std::uint64_t x) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(x)));
  while (root * root > x) --root;
  while ((root + 1) * (root + 1) <= x) ++root;
  return root;
}

/// Takes a maximum and chooses the next exponent, bit for bit. With n entries in the queue,
///
///     chi = alpha * (max(f) + beta * sqrt(n * sum(f^2) - sum(f)^2) / n + gamma * kappa)
///
/// where entries and gamma * kappa are rounded down to a unit that leaves the largest of them
/// sig_bits + 1 bits, and the root is rounded down to whole units. The exponent is ceil(log2(chi))
/// - (sig_bits - 1), limited to its range.
inline result eval(const config& k, state& s, operands maximum) {
  if (s.searches) return search(k, s, maximum);
  const int exp       = s.exp;
  const bool overflow = maximum >= k.largest();
  if (overflow) s.f.clear();
  s.f.push_back({std::uint64_t{maximum} * (overflow ? 2 : 1), exp});
  if (s.f.size() > static_cast<std::size_t>(k.length)) s.f.pop_front();

  // The unit is 2^unit.
  const auto gamma    = static_cast<std::uint64_t>(k.gamma);
  const auto unit_for = [&k](std::uint64_t x, int x_exp) {
    return static_cast<int>(std::bit_width(x)) + x_exp - (k.sig_bits + 1);
  };
  int unit = unit_for(gamma, exp);
  for (const entry& e : s.f) {
    if (e.max != 0) unit = std::max(unit, unit_for(e.max, e.exp));
  }
  const auto in_units = [unit](std::uint64_t x, int x_exp) {
    return x_exp >= unit ? x << (x_exp - unit) : unit - x_exp < 64 ? x >> (unit - x_exp) : 0;
  };

  std::uint64_t n = 0, most = 0, sum = 0, squares = 0;
  for (const entry& e : s.f) {
    const std::uint64_t x = in_units(e.max, e.exp);
    n += 1;
    most = std::max(most, x);
    sum += x;
    squares += x * x;
  }
  const std::uint64_t n_std = floor_sqrt(n * squares - sum * sum);
  const std::uint64_t n_chi =
      (n * (most + in_units(gamma, exp)) + static_cast<std::uint64_t>(k.beta) * n_std)
      << k.log_alpha;
  int log_chi = 0;
  while (n << log_chi < n_chi) ++log_chi;

  s.exp = std::clamp(unit + log_chi - (k.sig_bits - 1), 0, k.max_exp());
  return {s.exp, overflow, false};
}

/// Clock cycles of one maximum, from the cycle that takes it to the cycle that takes the exponent,
/// both counted.
constexpr std::uint64_t cycles_of_one(const config& k) {
  const int cycles = 2 * k.length + k.root_bits() + 4;
  return static_cast<std::uint64_t>(cycles);
}

/// Clock cycles for n maxima when neither side stalls: from the cycle that takes the first maximum
/// to the cycle that takes the last exponent, both counted. One at a time.
constexpr std::uint64_t cycles(const config& k, std::uint64_t n) { return n * cycles_of_one(k); }

/// The unit cycle by cycle.
class model {
 public:
  using inputs  = stream_in<operands>;
  using outputs = stream_out<result>;

  explicit model(const config& k) : k_(k), state_(initial(k)) {}

  outputs peek(const inputs&) const { return {!result_, busy_ == 0 ? result_ : std::nullopt}; }

  void step(const inputs& in) {
    if (!result_) {
      if (!in.in) return;
      result_ = eval(k_, state_, *in.in);
      busy_   = cycles_of_one(k_) - 2;
    } else if (busy_ > 0) {
      --busy_;
    } else if (in.out_ready) {
      result_.reset();
    }
  }

 private:
  config k_;
  state state_;
  std::optional<result> result_;  ///< available from the cycle after the maximum is taken
  std::uint64_t busy_ = 0;        ///< cycles until the result is valid
};

}  // namespace weft::golden::flexpoint_autoflex
