// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "tb/file/files.hpp"
#include "tb/program/program.hpp"

namespace weft {

/// Runs the program as a user does.
class program_test : public testing::Test {
 protected:
  scratch folder_;

  answer weft(const std::string& arguments) {
    return run(folder_, std::string(WEFT_PROGRAM) + " " + arguments);
  }

  /// Runs the program, which must succeed, and returns its output.
  std::string says(const std::string& arguments) {
    const answer a = weft(arguments);
    EXPECT_EQ(a.code, 0) << arguments << '\n' << a.out << a.err;
    EXPECT_EQ(a.err, "") << arguments;
    return a.out;
  }

  std::string file(const std::string& name, const std::string& text) {
    put(folder_ / name, text);
    return (folder_ / name).string();
  }

  /// A file of the values' bytes.
  template <class T>
  std::string numbers(const std::string& name, const std::vector<T>& values) {
    return file(
        name, std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }

  /// Bad input: exit code 2, nothing on stdout, one line on stderr that has `what`.
  void expect_refused(const std::string& arguments, const std::string& what) {
    const answer a = weft(arguments);
    EXPECT_EQ(a.code, 2) << arguments << '\n' << a.out << a.err;
    EXPECT_EQ(a.out, "") << arguments;
    EXPECT_EQ(std::count(a.err.begin(), a.err.end(), '\n'), 1) << a.err;
    EXPECT_NE(a.err.find(what), std::string::npos) << arguments << ": " << a.err;
  }

  /// Every signal of the view is in the waveform and can be read; the view begins where signals
  /// have the values of `begin`. Skips the test where there is no GTKWave.
  void expect_gtkwave_loads(const std::string& wave, const std::string& view,
                            const std::map<std::string, std::string>& begin = {{"rst_ni", "1"}}) {
    const auto check = run(
        folder_, std::string(WEFT_SOURCE_DIR) + "/scripts/check_gtkw --begin " + wave + " " + view);
    if (check.code == 77) GTEST_SKIP() << check.out << check.err;
    EXPECT_EQ(check.code, 0) << check.out << check.err;
    for (const auto& [name, value] : begin) {
      const auto shown = name + std::string(33 - name.size(), ' ') + value + "\n";
      EXPECT_NE(check.out.find(shown), std::string::npos) << shown << check.out;
    }
  }
};

}  // namespace weft
