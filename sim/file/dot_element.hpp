// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/golden/dpa.hpp"

/// Elements of dot products as real numbers, and profiles as text.
namespace weft::sim {

/// The exact value of an element's bits: every format fits a double. NaN has no sign.
double element_value(const golden::dpa::element& e, std::uint64_t bits);

/// The nearest element, ties to even; saturates at the largest number. Throws input_error for NaN
/// if the format has none.
std::uint64_t nearest_element(const golden::dpa::element& e, double x);

/// The value of a number of C's format.
double number_value(golden::format f, std::uint64_t bits);

/// The name of a format: "fp16", "e4m3", ...
std::string format_text(const golden::dpa::element& e);
std::string format_text(golden::format f);

/// The mark of an evidence kind: "S" for results of real silicon, and so on.
const char* evidence_mark(golden::dpa::evidence_e evidence);
const char* evidence_words(golden::dpa::evidence_e evidence);

/// A profile as one line: "a100-hmma-fp16: fp16 x fp16 + fp32, joint, L 8, F 24, truncated".
std::string profile_text(const golden::dpa::profile& p);
const char* algo_name(golden::dpa::algo_e algo);
const char* round_name(golden::round_e round);

}  // namespace weft::sim
