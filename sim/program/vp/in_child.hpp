// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace weft::sim {

/// The text that `work` returns in a child process, which has its own SystemC: that elaborates once
/// a process. An exception's text goes to stderr. Throws std::runtime_error if the child fails.
std::string in_child(const std::function<std::string()>& work);

}  // namespace weft::sim
