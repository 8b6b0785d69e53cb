// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace weft::sim {

/// An input_error, before anything has run, if a file cannot stand there: no such folder, no right
/// to write there or to change the file that is there, a disk that takes no further file.
void check_writable(const std::string& file);

}  // namespace weft::sim
