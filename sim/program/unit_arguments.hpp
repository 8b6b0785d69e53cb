// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/golden/float.hpp"
#include "sim/harness/unit_engine.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/tlm_unit.hpp"

namespace weft::sim {

/// A unit selected by a command's options.
template <class Config, class In, class Out>
struct unit_choice {
  Config k;                                             ///< the unit, without registers
  const std::vector<built_unit<Config, In, Out>>& rtl;  ///< the Verilated units
  Out (*eval)(const Config&, const In&);                ///< golden
  std::string (*describe)(const Config&);
  /// Whether a Verilated unit computes the same function as k, regardless of registers.
  bool (*fits)(const Config& k, const Config& candidate) = [](const Config& k, const Config& c) {
    return k == c;
  };
};

/// An engine and the unit that it computes.
template <class Config, class In, class Out>
struct chosen_unit {
  Config k;
  unit_engine<In, Out> run;
};

/// The options of every command on a unit.
struct unit_arguments {
  std::string op, round = "near_even", engine = "golden", wave;
  std::optional<unsigned> stages;
  std::uint64_t seed = 1;

  /// Adds all options, for a unit with up to `places` pipeline registers.
  void add_to(options& o, unsigned places = 5);

  /// Adds the options that select the RTL and its run: --stages, if there are places, --seed and
  /// --wave.
  void add_rtl_to(options& o, unsigned places = 5);

  golden::round_e rounding() const;

  /// Makes an engine by name, with the registers of the first built RTL that fits. Throws
  /// input_error for rtl if none fits.
  template <class Tlm, class Config, class In, class Out>
  chosen_unit<Config, In, Out> choose(const std::string& engine_name,
                                      const unit_choice<Config, In, Out>& from) const;
};

/// Options of a unit with one format and all options of IEEE 754.
struct float_arguments : unit_arguments {
  std::string format = "fp32", tininess = "after";
  bool flush_in = false, flush_out = false;

  /// A unit whose tiny results are exact has no --tininess.
  void add_to(options& o, bool has_tininess = true, unsigned places = 5);

  /// Whether tininess is detected before rounding.
  bool tiny_before() const;
};

/// The name of such a unit in messages: "fp32, tininess before, flush-in".
std::string describe_float(const std::string& formats, bool tiny_before, bool flush_in,
                           bool flush_out);

template <class Tlm, class Config, class In, class Out>
chosen_unit<Config, In, Out> unit_arguments::choose(
    const std::string& engine_name, const unit_choice<Config, In, Out>& from) const {
  constexpr bool Pipelined = requires(Config k) { k.pipe; };
  const auto with_stages   = [](unsigned n) { return fmt::format(" with {} stages", n); };
  Config k                 = from.k;
  std::string there;
  const built_unit<Config, In, Out>* rtl = nullptr;
  for (const auto& candidate : from.rtl) {
    Config wires = candidate.k;
    there += there.empty() ? "" : "; ";
    bool fits = true;
    if constexpr (Pipelined) {
      wires.pipe     = 0;
      const auto has = static_cast<unsigned>(candidate.k.latency());
      there += from.describe(wires) + with_stages(has);
      fits = stages.value_or(has) == has;
    } else {
      there += from.describe(wires);
    }
    if (!rtl && fits && from.fits(k, wires)) rtl = &candidate;
  }
  if (rtl) {
    k = rtl->k;
  } else if constexpr (Pipelined) {
    if (stages) k.pipe = (1u << *stages) - 1;
  }

  if (engine_name == "golden") {
    return {k, [k, eval = from.eval](auto operands, auto results) {
              for (std::size_t i = 0; i < results.size(); ++i) results[i] = eval(k, operands[i]);
              if constexpr (Pipelined) {
                return cycles(k, results.size());
              } else {
                return cycles(k, operands);
              }
            }};
  }
  if (engine_name == "tlm") {
    return {k, [unit = std::make_shared<tlm_unit<Tlm, In, Out>>("unit", k)](
                   auto operands, auto results) { return unit->run(operands, results); }};
  }
  if (!rtl) {
    throw input_error(fmt::format(
        "the RTL of {}{} is not in this build, which has {}; --engine golden or tlm takes any",
        from.describe(k), stages ? with_stages(*stages) : "", there));
  }
  return {k, rtl->make({.seed = seed, .wave = wave})};
}

}  // namespace weft::sim
