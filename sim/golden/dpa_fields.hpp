// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/golden/dpa.hpp"

/// The fields of a profile by name and as text, for user-defined profiles. Names and values are
/// those of scripts/dpa_profiles.json.
namespace weft::golden::dpa {

/// The names, in the order of the struct: "evidence", "a", "b", "c", "block_scale", ...
std::span<const std::string_view> field_names();

/// The value of a field as text: "fp16", "Joint", "24", "true", "7fffffff"; "none" for no scale, no
/// floor, no drop.
std::string field(const profile& p, std::string_view name);

/// Sets a field; a new format of C sets its NaN and the fraction bits of results too. 1 and 0 stand
/// for true and false. Returns "" or a message: the values that the field accepts, or that there is
/// no such field.
std::string set_field(profile& p, std::string_view name, std::string_view text);

/// Checks that the fields describe a unit. Returns "" or the first fault: "lanes 3: a depth of 8 is
/// no multiple". Golden computes every profile that passes; the header of rtl/dpa/weft_dpa.sv gives
/// the limits of the RTL.
std::string check(const profile& p);

/// A user-defined profile: it has no family, and its name is kept for the life of the program.
profile renamed(profile p, std::string_view name);

/// Whether both profiles compute the same result from the same block, regardless of names, evidence
/// and order of blocks.
bool same_block(const profile& p, const profile& q);

}  // namespace weft::golden::dpa
