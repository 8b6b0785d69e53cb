// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/options.hpp"

/// Several engines on the same work: their choice, the comparison of their answers, and the report
/// of differences.
namespace weft::sim {

/// The names golden, tlm and rtl, or some of them, in this order; an RTL is the last.
using engines = std::vector<std::string>;

/// Adds --engine for a command that runs one of the three.
option add_engine(options& command, std::string& engine);

/// Adds --engine for a command that runs one or all of them.
option add_engines(options& command, std::string& engine);

/// The engines that an argument of --engine selects: one by name, or all.
engines parse_engines(const std::string& word);

/// Throws input_error if a waveform is requested without the RTL among the engines, or if its file
/// cannot be written.
void check_wave(const std::string& wave, const engines& on);

/// Whether all answers are the `same` as the first.
template <class Answers, class Same>
bool agree(const Answers& answers, Same same) {
  return std::all_of(answers.begin(), answers.end(),
                     [&](const auto& answer) { return same(answers.front(), answer); });
}

/// The last line of a report: "all equal" or "DIFFERENT", or "" for a single engine.
std::string verdict(const engines& on, bool agree);

/// The exit code: 0 if engines agree, else 1. A disagreement also prints an error with the command
/// to repeat it.
int exit_code(bool agree, const options& command, std::uint64_t seed);

}  // namespace weft::sim
