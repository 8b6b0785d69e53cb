// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tb/file/files.hpp"

namespace weft::sim::sme_list_test {
namespace {

TEST(SmeList, IsTheOneOfThePage) {
  const auto page         = get(std::string(WEFT_SOURCE_DIR) + "/docs/unit/sme.md");
  const std::string begin = "<!-- weft za list -->\n", end = "<!-- end -->\n";
  const auto from = page.find(begin) + begin.size();
  EXPECT_EQ(page.substr(from, page.find(end) - from), list_instructions());
}

TEST(SmeList, CountsHowTheCoreRunsThem) {
  std::map<std::string, int> encodings;
  int all = 0;
  std::istringstream list(list_instructions());
  for (std::string line; std::getline(list, line);) {
    std::vector<std::string> columns;
    std::istringstream row(line);
    for (std::string column; std::getline(row, column, '|');) columns.push_back(column);
    if (columns.size() != 5 || columns[1].find('`') == std::string::npos) continue;
    const int n = std::stoi(columns[2]);
    encodings[columns[4]] += n;
    all += n;
  }
  EXPECT_EQ(encodings.size(), 4u);
  const auto said = fmt::format("{} encodings, {} pipelined, {} in turns, {} alone, {} the host's.",
                                all, encodings[" pipelined "], encodings[" in turns "],
                                encodings[" alone "], encodings[" host "]);
  const auto page = get(std::string(WEFT_SOURCE_DIR) + "/docs/unit/sme_core.md");
  EXPECT_NE(page.find(said), page.npos) << said;
}

TEST(SmeList, CountsEncodings) {
  const auto list = list_instructions();
  EXPECT_NE(list.find("| `fmopa`, `fmops` | 3 | streaming mode and ZA | pipelined |\n"),
            std::string::npos);
  EXPECT_NE(list.find("| `zero` | 1 | ZA | pipelined |\n"), std::string::npos);
  EXPECT_NE(list.find("| `setffr` | 1 | outside streaming mode | alone |\n"), std::string::npos);
}

}  // namespace
}  // namespace weft::sim::sme_list_test
