// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"

/// Profiles named on the command line.
namespace weft::sim {

/// A profile of the table by its name, or a user-defined one from a file: FILE.json, an object with
/// the fields of scripts/dpa_profiles.json, or FILE.json:NAME for an array of such objects. Fields
/// to change follow either form, or are in `with`: h100-wgmma-fp16+grid=20+cut=Jam. Throws
/// input_error with similar names, or with the file, the field and its value.
golden::dpa::profile parse_profile(const std::string& word,
                                   const std::vector<std::string>& with = {});

/// An array of profiles as JSON, which parse_profile() reads back.
std::string profiles_json(std::span<const golden::dpa::profile> profiles);

}  // namespace weft::sim
