// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"

/// Profiles as the command line names them.
namespace weft::sim {

/// A profile of the table by its name, or one of one's own from a file: FILE.json, an object with
/// the fields of scripts/dpa_profiles.json, or FILE.json:NAME of an array of them. Behind either,
/// and in `with`, fields to change: h100-wgmma-fp16+grid=20+cut=Jam. Throws input_error, with the
/// names that are like it, or the file, the field and its value.
golden::dpa::profile parse_profile(const std::string& word,
                                   const std::vector<std::string>& with = {});

/// An array of profiles as JSON, which parse_profile() reads back.
std::string profiles_json(std::span<const golden::dpa::profile> profiles);

}  // namespace weft::sim
