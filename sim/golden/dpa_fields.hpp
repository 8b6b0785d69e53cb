// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "sim/golden/dpa.hpp"

/// The fields of a profile by their names and as text, for profiles of one's own. Names and values
/// are those of scripts/dpa_profiles.json.
namespace weft::golden::dpa {

/// The names, in the order of the struct: "evidence", "a", "b", "c", "block_scale", ...
std::span<const std::string_view> field_names();

/// A field: "fp16", "Joint", "24", "true", "7fffffff"; "none" for no scale, no floor, no drop.
std::string field(const profile& p, std::string_view name);

/// Sets a field; a new format of C sets its NaN and the fraction bits of results too. True and
/// false may be 1 and 0. Returns "", or what the field takes, or that there is no such field.
std::string set_field(profile& p, std::string_view name, std::string_view text);

/// "", or what keeps the fields from being a unit's: "lanes 3: a depth of 8 is no multiple". Golden
/// has room for every profile that passes, rtl/dpa/weft_dpa.sv for those that its header tells.
std::string check(const profile& p);

/// A profile of one's own: nobody's family, and a name that is kept for as long as the program
/// runs.
profile renamed(profile p, std::string_view name);

/// Whether both compute the same block of the same operands, whatever their names, their evidence
/// and the order of their blocks.
bool same_block(const profile& p, const profile& q);

}  // namespace weft::golden::dpa
