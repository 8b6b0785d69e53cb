// SPDX-License-Identifier: Apache-2.0

#include "sim/program/unit_arguments.hpp"

#include <algorithm>

namespace weft::sim {
namespace {

/// Berkeley TestFloat's spelling, in round_e's order.
const std::vector<std::string> RoundNames{"near_even", "minMag",      "min",
                                          "max",       "near_maxMag", "odd"};

}  // namespace

void unit_arguments::add_to(options& o, unsigned places) {
  o.choice("--round", round, RoundNames);
  add_rtl_to(o, places);
}

void unit_arguments::add_rtl_to(options& o, unsigned places) {
  if (places > 0) {
    o.number("--stages", stages, {0, places},
             "Pipeline registers; default: those of the built RTL");
  }
  o.number("--seed", seed, {}, "Seed of the RTL's initial state");
  o.text("--wave", wave, "FST file for the RTL's waveform; a .gtkw is written beside it");
}

golden::round_e unit_arguments::rounding() const {
  const auto at = std::find(RoundNames.begin(), RoundNames.end(), round) - RoundNames.begin();
  return golden::round_e{static_cast<std::uint8_t>(at)};
}

void float_arguments::add_to(options& o, bool has_tininess, unsigned places) {
  o.text("--format", format,
         "Format of the operands: fp64, fp32, tf32, fp16, bf16, e5m2, e4m3 or e<E>m<F>");
  if (has_tininess) {
    o.choice("--tininess", tininess, {"after", "before"},
             "Tininess is detected after or before rounding");
  }
  o.flag("--flush-in", flush_in, "Subnormal operands count as zeros");
  o.flag("--flush-out", flush_out, "Tiny results become zeros");
  unit_arguments::add_to(o, places);
}

bool float_arguments::tiny_before() const { return tininess == "before"; }

std::string describe_float(const std::string& formats, bool tiny_before, bool flush_in,
                           bool flush_out) {
  return formats + (tiny_before ? ", tininess before" : "") + (flush_in ? ", flush-in" : "") +
         (flush_out ? ", flush-out" : "");
}

}  // namespace weft::sim
