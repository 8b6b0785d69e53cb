// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>

#include "sim/golden/flexpoint.hpp"
#include "sim/golden/flexpoint_autoflex.hpp"
#include "sim/golden/stream.hpp"

/// Golden model of rtl/tensor/weft_tensor_flexpoint.sv: the exponent manager at the write port of
/// an array of Flexpoint significands.
///
/// Source: Koester et al., Flexpoint, NIPS 2017.
namespace weft::golden::tensor_flexpoint {

inline constexpr std::size_t MaxCols = 8;

/// The parameters of the unit.
struct config {
  std::size_t cols = 4;
  int sum_bits     = 64;
  int bias         = 31;
  flexpoint_autoflex::config autoflex;

  bool operator==(const config&) const = default;
};

/// A word of D: sums of a row, those under a strobe; and the exponents of A and B.
struct operands {
  bool last      = true;  ///< the last word of the tensor
  unsigned strbs = 0;     ///< a bit a column
  std::array<std::int64_t, MaxCols> sums{};
  std::int32_t exp_a = 0, exp_b = 0;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    os << "last=" << o.last << " strb=" << o.strbs;
    for (const std::int64_t sum : o.sums) os << ' ' << sum;
    return os << " @" << o.exp_a << " @" << o.exp_b;
  }
};

/// A word of significands; those without a strobe are of no account.
struct result {
  bool last      = true;
  unsigned strbs = 0;
  std::array<std::int32_t, MaxCols> sigs{};
  bool overflow    = false;  ///< a significand is saturated
  std::int32_t exp = 0;      ///< of the tensor
  bool dismissed   = false;  ///< the tensor before is replaced by this one

  bool operator==(const result&) const = default;

  friend std::ostream& operator<<(std::ostream& os, const result& r) {
    os << "last=" << r.last << " strb=" << r.strbs;
    for (const std::int32_t sig : r.sigs) os << ' ' << sig;
    return os << " @" << r.exp << " overflow=" << r.overflow << " dismissed=" << r.dismissed;
  }
};

struct state {
  flexpoint_autoflex::state autoflex;
  std::uint32_t max = 0;
  bool dismissed    = false;
};

inline state initial(const config& k) { return {flexpoint_autoflex::initial(k.autoflex)}; }

/// The significands of a word, with the exponent that the tensor has; the largest of all is kept.
inline result write(const config& k, state& s, const operands& o) {
  result r{.last = o.last, .strbs = o.strbs, .exp = s.autoflex.exp, .dismissed = s.dismissed};
  const auto largest = static_cast<std::int32_t>(k.autoflex.largest());
  for (std::size_t i = 0; i < k.cols; ++i) {
    const flexpoint::result sig =
        flexpoint::detail::round_saturate(largest, flexpoint::detail::wrap(o.sums[i], k.sum_bits),
                                          r.exp + k.bias - o.exp_a - o.exp_b);
    r.sigs[i] = sig.sig;
    if ((o.strbs >> i & 1) == 0) continue;
    r.overflow = r.overflow || sig.overflow;
    s.max      = std::max(s.max, static_cast<std::uint32_t>(sig.sig < 0 ? -sig.sig : sig.sig));
  }
  return r;
}

/// Behind the last word: the exponent of the next tensor.
inline void choose(const config& k, state& s) {
  s.dismissed = flexpoint_autoflex::eval(k.autoflex, s.autoflex, s.max).again;
  s.max       = 0;
}

/// Computes a word and, behind the last one, chooses the next exponent, bit for bit.
inline result eval(const config& k, state& s, const operands& o) {
  const result r = write(k, s, o);
  if (o.last) choose(k, s);
  return r;
}

/// Clock cycles for `tensors` of `words` words in all when neither side stalls: from the cycle that
/// takes the first word to the cycle that takes the last result, both counted.
constexpr std::uint64_t cycles(const config& k, std::uint64_t words, std::uint64_t tensors) {
  return words + 1 + (tensors - 1) * flexpoint_autoflex::cycles_of_one(k.autoflex);
}

/// The unit cycle by cycle.
class model {
 public:
  using inputs  = stream_in<operands>;
  using outputs = stream_out<result>;

  explicit model(const config& k) : k_(k), state_(initial(k)) {}

  outputs peek(const inputs& in) const { return {busy_ == 0 && (!word_ || in.out_ready), word_}; }

  void step(const inputs& in) {
    const bool takes = in.in && peek(in).in_ready;
    if (busy_ > 0 && --busy_ == 0) choose(k_, state_);
    if (in.out_ready) word_.reset();
    if (!takes) return;
    word_ = write(k_, state_, *in.in);
    if (in.in->last) busy_ = flexpoint_autoflex::cycles_of_one(k_.autoflex);
  }

 private:
  config k_;
  state state_;
  std::optional<result> word_;
  std::uint64_t busy_ = 0;  ///< cycles until the next exponent is known
};

}  // namespace weft::golden::tensor_flexpoint
