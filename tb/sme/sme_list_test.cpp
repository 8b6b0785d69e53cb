// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_list.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tb/file/files.hpp"

namespace weft::sim {
namespace {

TEST(SmeList, IsTheOneOfThePage) {
  const auto page         = get(std::string(WEFT_SOURCE_DIR) + "/docs/unit/sme.md");
  const std::string begin = "<!-- weft za list -->\n", end = "<!-- end -->\n";
  const auto from = page.find(begin) + begin.size();
  EXPECT_EQ(page.substr(from, page.find(end) - from), list_instructions());
}

TEST(SmeList, CountsEncodings) {
  const auto list = list_instructions();
  EXPECT_NE(list.find("| `fmopa`, `fmops` | 3 | streaming mode and ZA | unit | pipelined |\n"),
            std::string::npos);
  EXPECT_NE(list.find("| `zero` | 1 | ZA | unit | pipelined |\n"), std::string::npos);
  EXPECT_NE(list.find("| `setffr` | 1 | outside streaming mode | unit | stops |\n"),
            std::string::npos);
}

}  // namespace
}  // namespace weft::sim
