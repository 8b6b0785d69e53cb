// SPDX-License-Identifier: Apache-2.0

#include "sim/program/unit_arguments.hpp"

#include <CLI/CLI.hpp>
#include <array>
#include <string_view>

#include "sim/file/check_writable.hpp"

namespace weft::sim {
namespace {

/// As Berkeley TestFloat spells them, in round_e's order.
constexpr std::array<std::string_view, golden::Rounds> RoundNames{
    "near_even", "minMag", "min", "max", "near_maxMag", "odd"};

}  // namespace

void unit_arguments::add_to(CLI::App& app) {
  app.add_option("--round", round, "near_even, minMag, min, max, near_maxMag or odd")
      ->capture_default_str();
  add_rtl_to(app);
}

void unit_arguments::add_rtl_to(CLI::App& app) {
  app.add_option("--stages", stages, "Pipeline registers; else as many as the built RTL has");
  app.add_option("--seed", seed, "Of the RTL's initial state")->capture_default_str();
  app.add_option("--wave", wave, "FST file for the RTL's waveform; a .gtkw is written beside it");
}

golden::round_e unit_arguments::rounding() const {
  for (std::size_t i = 0; i < RoundNames.size(); ++i) {
    if (RoundNames[i] == round) return golden::round_e{static_cast<std::uint8_t>(i)};
  }
  throw input_error(
      fmt::format("--round {}: near_even, minMag, min, max, near_maxMag or odd", round));
}

void unit_arguments::check_wave(const std::string& engine_name) const {
  if (wave.empty()) return;
  if (engine_name != "rtl") {
    throw input_error(fmt::format("--wave {}: only the engine rtl has a waveform", wave));
  }
  check_writable(wave);
}

std::string unit_arguments::text() const {
  return fmt::format("--op {} --round {}{}", op, round,
                     stages >= 0 ? fmt::format(" --stages {}", stages) : "");
}

void float_arguments::add_to(CLI::App& app) {
  app.add_option("--format", format,
                 "Of the operands: fp64, fp32, tf32, fp16, bf16, e5m2, e4m3 or e<E>m<F>")
      ->capture_default_str();
  app.add_option("--tininess", tininess, "Underflow is judged after rounding or before")
      ->capture_default_str();
  app.add_flag("--flush-in", flush_in, "Subnormal operands count as zeros");
  app.add_flag("--flush-out", flush_out, "Tiny results become zeros");
  unit_arguments::add_to(app);
}

bool float_arguments::tiny_before() const {
  if (tininess != "after" && tininess != "before") {
    throw input_error(fmt::format("--tininess {}: after or before", tininess));
  }
  return tininess == "before";
}

std::string float_arguments::text() const {
  return fmt::format("--format {} {} --tininess {}{}{}", format, unit_arguments::text(), tininess,
                     flush_in ? " --flush-in" : "", flush_out ? " --flush-out" : "");
}

std::string describe_float(const std::string& formats, bool tiny_before, bool flush_in,
                           bool flush_out) {
  return formats + (tiny_before ? ", tininess before" : "") + (flush_in ? ", flush-in" : "") +
         (flush_out ? ", flush-out" : "");
}

}  // namespace weft::sim
