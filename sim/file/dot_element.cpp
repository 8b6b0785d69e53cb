// SPDX-License-Identifier: Apache-2.0

#include "sim/file/dot_element.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

#include "sim/file/float_text.hpp"
#include "sim/file/input_error.hpp"

namespace weft::sim {

using namespace golden::dpa;

namespace {

/// The code of the largest number: all ones, unless that is not a number.
std::uint64_t largest(const element& e) {
  const std::uint64_t ones = (std::uint64_t{1} << (e.exp_bits + e.frac_bits)) - 1;
  switch (e.specials) {
    case specials_e::Ieee:
      return ones - (std::uint64_t{1} << e.frac_bits);
    case specials_e::Fn:
      return ones - 1;
    default:
      return ones;
  }
}

}  // namespace

double element_value(const element& e, std::uint64_t bits) {
  const std::uint64_t code      = (bits & e.mask()) >> e.pad;
  const std::uint64_t sign      = std::uint64_t{1} << (e.exp_bits + e.frac_bits);
  const std::uint64_t magnitude = code & (sign - 1);
  const double direction        = (code & sign) != 0 ? -1 : 1;
  if (magnitude > largest(e) || (e.specials == specials_e::Fnuz && code == sign)) {
    const bool infinite = e.specials == specials_e::Ieee && magnitude == largest(e) + 1;
    return infinite ? direction * std::numeric_limits<double>::infinity()
                    : std::numeric_limits<double>::quiet_NaN();
  }
  const auto field = static_cast<int>(magnitude >> e.frac_bits);
  const auto frac  = magnitude & ((std::uint64_t{1} << e.frac_bits) - 1);
  const auto sig   = field == 0 ? frac : frac | std::uint64_t{1} << e.frac_bits;
  const int exp    = (field == 0 ? 1 : field) - e.bias - e.frac_bits;
  return direction * std::ldexp(static_cast<double>(sig), exp);
}

std::uint64_t nearest_element(const element& e, double x) {
  const std::uint64_t sign = std::uint64_t{std::signbit(x)} << (e.exp_bits + e.frac_bits);
  std::uint64_t magnitude  = 0;
  if (std::isnan(x)) {
    if (e.specials == specials_e::Finite) {
      throw input_error(fmt::format("{} has no NaN", format_text(e)));
    }
    if (e.specials == specials_e::Fnuz) {
      return std::uint64_t{1} << (e.exp_bits + e.frac_bits + e.pad);
    }
    magnitude = (std::uint64_t{1} << (e.exp_bits + e.frac_bits)) - 1;
    return magnitude << e.pad;
  }
  if (std::isinf(x) && e.specials == specials_e::Ieee) return (sign | (largest(e) + 1)) << e.pad;
  if (std::fabs(x) >= element_value(e, largest(e) << e.pad)) {
    magnitude = largest(e);
  } else if (x != 0) {
    const int exp    = std::max(std::ilogb(x), e.min_exp());
    const double sig = std::nearbyint(std::ldexp(std::fabs(x), e.frac_bits - exp));
    // The significand's leading one adds one to the exponent.
    magnitude = (static_cast<std::uint64_t>(exp - e.min_exp()) << e.frac_bits) +
                static_cast<std::uint64_t>(sig);
  }
  if (e.specials == specials_e::Fnuz && magnitude == 0) return 0;
  return (sign | magnitude) << e.pad;
}

double number_value(golden::format f, std::uint64_t bits) {
  return element_value({f.exp_bits, f.frac_bits, f.bias()}, bits);
}

std::string format_text(const element& e) { return std::string(name_of(e)); }
std::string format_text(golden::format f) { return format_name(f); }

const char* evidence_mark(evidence_e evidence) {
  return std::array{"S", "M", "m", "V", "?"}[static_cast<std::size_t>(evidence)];
}

const char* evidence_words(evidence_e evidence) {
  return std::array{"results of real silicon", "two published models that agree",
                    "one published model", "the vendor's pseudo-code or a standard",
                    "a guess"}[static_cast<std::size_t>(evidence)];
}

const char* algo_name(algo_e algo) {
  return std::array{"joint", "two-stage", "exact", "tree", "fma"}[static_cast<std::size_t>(algo)];
}

const char* round_name(golden::round_e round) {
  return std::array{"RNE", "RZ", "RD", "RU", "RNA", "RTO"}[static_cast<std::size_t>(round)];
}

std::string profile_text(const profile& p) {
  return fmt::format("{}: {} x {} + {}, {}, L {}{}, {}", p.name, format_text(p.a), format_text(p.b),
                     format_text(p.c), algo_name(p.algo), p.lanes,
                     p.grid != 0 ? fmt::format(", F {}", p.grid) : "", round_name(p.round));
}

}  // namespace weft::sim
