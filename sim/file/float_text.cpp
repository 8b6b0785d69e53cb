// SPDX-License-Identifier: Apache-2.0

#include "sim/file/float_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cfenv>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

using golden::format;

double value(format f, std::uint64_t bits) {
  const auto x = golden::unpack(f, bits);
  return std::ldexp(static_cast<double>(x.sig), x.exp) * (x.sign ? -1 : 1);
}

/// The result of strtold() in a given direction of rounding.
struct directed {
  long double value;
  bool whole;  // the text is a number to its end
};
directed read(const std::string& text, int direction) {
  const int before = std::fegetround();
  std::fesetround(direction);
  char* end           = nullptr;
  const long double x = std::strtold(text.c_str(), &end);
  std::fesetround(before);
  return {x, end == text.c_str() + text.size()};
}

parsed_float parse_bits(const std::string& text, format f) {
  std::uint64_t bits       = 0;
  const char* const end    = text.data() + text.size();
  const auto [last, error] = std::from_chars(text.data() + 2, end, bits, 16);
  if (error == std::errc::invalid_argument || last != end) {
    throw input_error(fmt::format("{}: 0x and hexadecimal digits are a number's bits", text));
  }
  if (error != std::errc{} || bits > f.mask()) {
    throw input_error(fmt::format("{}: {} has {} bits", text, format_name(f), f.width()));
  }
  return {bits, false};
}

/// Parses a decimal or hexadecimal number, truncated to a long double with a sticky last bit, so
/// that one more rounding gives the nearest number.
parsed_float parse_number(const std::string& text, format f) {
  const auto down = read(text, FE_DOWNWARD), up = read(text, FE_UPWARD);
  if (!down.whole) throw input_error(fmt::format("{}: neither a number nor an option", text));
  const bool sign = text[0] == '-', inexact = down.value != up.value;
  int exp                    = 0;
  constexpr int Furthest     = 2000;
  constexpr int Digits       = 64;
  const long double fraction = std::frexp(std::fabs(sign ? up.value : down.value), &exp);
  const auto sig             = static_cast<std::uint64_t>(std::ldexp(fraction, Digits));
  if (sig == 0 && !inexact) return {golden::signed_code(f, sign, 0), false};
  // Exponents far beyond every format are clamped.
  exp               = sig == 0 ? -Furthest : std::clamp(exp, -Furthest, Furthest);
  const auto jammed = golden::detail::wide_t{sig} << 1 | golden::detail::wide_t{inexact};
  const auto r      = golden::detail::round_pack(f, {}, sign, jammed, exp - Digits - 1);
  if ((r.flags & golden::Overflow) != 0 && !f.infinities) {
    throw input_error(fmt::format("{}: beyond {}", text, format_name(f)));
  }
  return {r.bits, (r.flags & golden::Inexact) != 0};
}

}  // namespace

format parse_format(const std::string& name, const std::string& option) {
  for (const auto& known : golden::Formats) {
    if (known.name == name) return known.f;
  }
  const char* const end = name.data() + name.size();
  format f{0, 0};
  if (name.starts_with('e')) {
    const auto [m, error] = std::from_chars(name.data() + 1, end, f.exp_bits);
    if (error == std::errc{} && m != end && *m == 'm') {
      const auto [last, wrong] = std::from_chars(m + 1, end, f.frac_bits);
      if (wrong == std::errc{} && last == end && f.exp_bits >= 3 && f.exp_bits <= 11 &&
          f.frac_bits >= 2 && f.frac_bits <= 52) {
        return f;
      }
    }
  }
  throw input_error(
      fmt::format("{}{}: no format; there are fp64, fp32, tf32, fp16, bf16, e5m2, e4m3, and e<3 to "
                  "11>m<2 to 52>",
                  option.empty() ? "" : option + ' ', name));
}

std::string format_name(format f) {
  for (const auto& known : golden::Formats) {
    if (known.f == f) return std::string(known.name);
  }
  return fmt::format("e{}m{}{}", f.exp_bits, f.frac_bits,
                     f.infinities ? "" : " without infinities");
}

parsed_float parse_float(const std::string& text, format f) {
  const bool sign = text.starts_with('-');
  const std::string_view magnitude =
      std::string_view(text).substr(sign || text.starts_with('+') ? 1 : 0);
  if (magnitude == "nan") return {golden::signed_code(f, sign, golden::quiet_nan(f)), false};
  if (magnitude == "inf") {
    if (f.infinities) return {golden::infinity(f, sign), false};
    throw input_error(fmt::format("{}: {} has no infinity", text, format_name(f)));
  }
  if (magnitude.starts_with("0x") && magnitude.find_first_of(".p") == magnitude.npos) {
    if (magnitude.size() == text.size()) return parse_bits(text, f);
    throw input_error(fmt::format("{}: bits have no sign; a number has a p", text));
  }
  if (magnitude.empty() ||
      (std::isdigit(static_cast<unsigned char>(magnitude[0])) == 0 && magnitude[0] != '.')) {
    throw input_error(
        fmt::format("{}: neither a number nor an option", text.empty() ? "''" : text));
  }
  return parse_number(text, f);
}

std::string bits_text(format f, std::uint64_t bits) {
  return fmt::format("0x{:0{}x}", bits, (f.width() + 3) / 4);
}

std::string value_text(format f, std::uint64_t bits) {
  using enum golden::unpacked::kind_e;
  const auto x = golden::unpack(f, bits);
  if (x.is(Nan)) return x.signalling ? "snan" : "nan";
  if (x.is(Infinity)) return x.sign ? "-inf" : "inf";
  return fmt::format("{}", value(f, bits));
}

std::string hex_text(format f, std::uint64_t bits) {
  if (!golden::unpack(f, bits).is(golden::unpacked::kind_e::Finite)) return "";
  return fmt::format("{:a}", value(f, bits));
}

std::vector<std::string> flag_names(unsigned flags) {
  static constexpr std::array<const char*, 5> Names{"inexact", "underflow", "overflow",
                                                    "divide by zero", "invalid"};
  std::vector<std::string> names;
  for (std::size_t i = Names.size(); i-- > 0;) {
    if ((flags >> i & 1) != 0) names.emplace_back(Names[i]);
  }
  return names;
}

}  // namespace weft::sim
