// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sim/golden/dpa.hpp"

namespace weft::sim {

/// A format of words in a waveform, by name:
///
///     fp64 fp32 tf32 fp16 bf16 e5m2 e4m3 e3m2 e2m3 e2m1 ...   an element of a dot product
///     e<E>m<F>                                                any other IEEE 754 format
///     int<N> uint<N>                                          integers of 1 to 64 bits
///     a64                                                     instruction words
class number_format {
 public:
  /// Returns nothing for an unknown name.
  static std::optional<number_format> find(std::string_view name);

  unsigned bits() const;
  bool is_integer() const { return std::holds_alternative<integer>(kind_); }

  /// Floating point as the fewest digits that identify the number, or "inf", "nan"; all digits of
  /// an integer; the name of an instruction, with | between the names of one encoding.
  std::string text(std::uint64_t word) const;

 private:
  struct integer {
    unsigned bits;
    bool is_signed;
  };
  struct instruction {};
  using kind = std::variant<golden::dpa::element, integer, instruction>;

  explicit number_format(kind k) : kind_(k) {}

  kind kind_;
};

}  // namespace weft::sim
