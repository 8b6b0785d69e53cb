// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace weft {

/// A value as the report of a difference has it: numbers are hexadecimal.
template <class T>
std::string report(const T& value) {
  std::ostringstream os;
  os << std::showbase << std::hex << value;
  return os.str();
}

}  // namespace weft

/// A report has the enumerator's own name.
#define WEFT_EXPECT_NAMED(Enum, Name) EXPECT_EQ(report(Enum::Name), #Name)
