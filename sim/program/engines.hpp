// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/program/options.hpp"

/// Several engines on the same work: which, whether they agree, what is said if they do not.
namespace weft::sim {

/// golden, tlm and rtl, or some of them in this order: an RTL is the last.
using engines = std::vector<std::string>;

/// --engine of a command that runs one of the three.
option add_engine(options& command, std::string& engine);

/// --engine of a command that also runs all of them.
option add_engines(options& command, std::string& engine);

/// The engines that a word of --engine means: one by its name, or all.
engines parse_engines(const std::string& word);

/// Throws input_error if there is a waveform to write and no RTL among the engines, or it cannot be
/// written.
void check_wave(const std::string& wave, const engines& on);

/// Whether all answers are the `same` as the first.
template <class Answers, class Same>
bool agree(const Answers& answers, Same same) {
  return std::all_of(answers.begin(), answers.end(),
                     [&](const auto& answer) { return same(answers.front(), answer); });
}

/// The last line of a report, "all equal" or "DIFFERENT"; nothing of one engine.
std::string verdict(const engines& on, bool agree);

/// The exit code of engines that agree or not; those that do not are an error with the command that
/// repeats it.
int exit_code(bool agree, const options& command, std::uint64_t seed);

}  // namespace weft::sim
