// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace weft::sim {

/// An error in the user's input: one line that names the file, the field and the value.
struct input_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace weft::sim
