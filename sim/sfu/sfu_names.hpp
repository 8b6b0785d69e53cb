// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/golden/sfu.hpp"

namespace weft::sim {

/// A function of the special function unit by name: "rcp". Throws input_error.
golden::sfu::op_e parse_sfu_op(const std::string& name);

/// The kind of tables by name: "cubic", "quadratic" or "fine". Throws input_error.
golden::sfu::build_e parse_sfu_build(const std::string& name);
std::string sfu_build_name(golden::sfu::build_e build);

/// Parses 32 bits in eight hexadecimal digits; empty if the text is not that.
std::optional<std::uint32_t> parse_code(const std::string& text);

}  // namespace weft::sim
