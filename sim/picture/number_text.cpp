// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "sim/file/dot_element.hpp"
#include "sim/file/float_text.hpp"
#include "sim/file/input_error.hpp"
#include "sim/golden/dpa_profiles.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/tensor_types.hpp"

namespace weft::sim {
namespace {

using golden::dpa::element;

template <class T, class... Format>
std::string digits(T value, Format... format) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format...).ptr;
  return {text.data(), end};
}

std::string number(const element& e, std::uint64_t bits) {
  constexpr double LargestWritten = 1e15;  // an integer up to it has all of its digits
  const double value              = element_value(e, bits);
  if (std::isnan(value)) return "nan";
  if (std::isinf(value) || (std::trunc(value) == value && std::fabs(value) < LargestWritten)) {
    return digits(value);
  }
  const std::uint64_t stored = bits & e.mask() & (~std::uint64_t{0} << e.pad);
  const double half_ulp = std::ldexp(0.5, std::max(std::ilogb(value), e.min_exp()) - e.frac_bits);
  for (int precision = 1;; ++precision) {
    const std::string text = digits(value, std::chars_format::general, precision);
    const double back      = std::strtod(text.c_str(), nullptr);
    // nearest_element() saturates.
    if (nearest_element(e, back) == stored && std::fabs(back - value) <= half_ulp) {
      return digits(back);
    }
  }
}

std::string instruction_name(std::uint64_t word) {
  const auto* line = golden::sme::decode(static_cast<std::uint32_t>(word));
  std::string name(line == nullptr ? "?" : line->name);
  std::replace(name.begin(), name.end(), ' ', '|');
  return name;
}

}  // namespace

std::optional<number_format> number_format::find(std::string_view name) {
  if (name == "a64") return number_format(instruction{});
  for (const auto& known : golden::dpa::Elements) {
    if (known.name == name) return number_format(known.e);
  }
  const bool is_unsigned = name.starts_with("uint");
  if (is_unsigned || name.starts_with("int")) {
    unsigned bits            = 0;
    const char* const end    = name.data() + name.size();
    const auto [last, error] = std::from_chars(name.data() + (is_unsigned ? 4 : 3), end, bits);
    if (error != std::errc{} || last != end || bits < 1 || bits > 64) return std::nullopt;
    return number_format(integer{bits, !is_unsigned});
  }
  try {
    const auto f = parse_format(std::string(name));
    return number_format(element{f.exp_bits, f.frac_bits, f.bias()});
  } catch (const input_error&) {
    return std::nullopt;
  }
}

unsigned number_format::bits() const {
  if (const auto* e = std::get_if<element>(&kind_)) return static_cast<unsigned>(e->width());
  if (const auto* i = std::get_if<integer>(&kind_)) return i->bits;
  return 32;
}

std::string number_format::text(std::uint64_t word) const {
  if (const auto* e = std::get_if<element>(&kind_)) return number(*e, word);
  const auto* i = std::get_if<integer>(&kind_);
  if (i == nullptr) return instruction_name(word);
  const auto value = golden::tensor::integer(word, i->bits, i->is_signed);
  return i->is_signed ? digits(value) : digits(static_cast<std::uint64_t>(value));
}

}  // namespace weft::sim
