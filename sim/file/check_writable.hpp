// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace weft::sim {

/// Throws input_error, before any work is done, if the file cannot be written: no such folder, no
/// permission for the folder or an existing file, or a disk that takes no more files.
void check_writable(const std::string& file);

}  // namespace weft::sim
