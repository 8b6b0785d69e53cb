// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "sim/golden/pred.hpp"

/// Operations of weft_pred for its tests.
namespace weft {

/// The decode table's lines that the unit takes part in.
inline std::vector<const golden::sme::instruction*> predicate_instructions() {
  using namespace golden::pred;
  std::vector<const golden::sme::instruction*> lines;
  for (const auto& line : golden::sme::instructions()) {
    if (part_of(line.value) != part_e::None) lines.push_back(&line);
  }
  return lines;
}

/// Random operations of which every second one loads a predicate, sparse, dense, as
/// a run, all of it or any.
class predicate_cases {
 public:
  using operands    = golden::pred::operands;
  using predicate_t = golden::pred::predicate_t;

  predicate_cases(int bytes, std::uint64_t seed) : bytes_(bytes), rng_(seed) {}

  /// An operation of any instruction.
  operands operator()() { return (*this)(*lines_[rng_() % lines_.size()]); }

  /// An operation of one instruction.
  operands operator()(const golden::sme::instruction& line) {
    const bool load = (loads_ = !loads_);
    return load ? operands{.word = Ldr | any(15), .bits = predicate()} : one(line);
  }

  std::vector<operands> list(std::size_t count) {
    std::vector<operands> items;
    while (items.size() < count) items.push_back((*this)());
    return items;
  }

  /// An operation that is not one of the added loads.
  operands one(const golden::sme::instruction& line) {
    operands o{line.value | (any(~0u) & ~line.mask), scalar(), 0, 0, predicate()};
    o.b    = any(3) == 0 ? scalar() : o.a + any(2 * static_cast<unsigned>(bytes_)) - 4;
    o.nzcv = static_cast<std::uint8_t>(any(15));
    if (any(3) == 0) o.b = (o.b & 0xffff'ffff) | scalar() << 32;
    return o;
  }

  std::uint32_t any(std::uint32_t most) {
    return most == ~0u ? static_cast<std::uint32_t>(rng_())
                       : static_cast<std::uint32_t>(rng_() % (most + 1));
  }

 private:
  static constexpr std::uint32_t Ldr = 0x85800000;

  /// At an end of the signed or unsigned numbers of 32 or 64 bits, or any.
  std::uint64_t scalar() {
    static constexpr std::uint64_t Ends[]{0, 1ull << 31, 1ull << 32, 1ull << 63};
    const std::uint64_t near = any(1) == 0 ? any(4) - 2ull : any(512) - 256ull;
    return any(4) == 0 ? rng_() : Ends[any(3)] + near;
  }

  predicate_t predicate() {
    predicate_t p{};
    const unsigned kind = any(5), from = any(static_cast<unsigned>(bytes_)),
                   to = any(static_cast<unsigned>(bytes_));
    for (unsigned i = 0; i < static_cast<unsigned>(bytes_); ++i) {
      const bool on = kind == 0   ? any(static_cast<unsigned>(bytes_) / 2) == 0
                      : kind == 1 ? any(7) != 0
                      : kind == 2 ? (i >= from) != (i >= to)
                      : kind == 3 ? any(1) != 0
                      : kind == 4 ? i == from
                                  : true;
      p[i / 8]      = static_cast<std::uint8_t>(p[i / 8] | (on ? 1 : 0) << i % 8);
    }
    return p;
  }

  int bytes_;
  std::mt19937_64 rng_;
  bool loads_                                         = false;
  std::vector<const golden::sme::instruction*> lines_ = predicate_instructions();
};

}  // namespace weft
