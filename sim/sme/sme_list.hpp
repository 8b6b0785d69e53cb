// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace weft::sim {

/// The instructions of golden::sme as tables in Markdown: names, numbers of encodings, and the
/// states in which they are legal.
std::string list_instructions();

}  // namespace weft::sim
