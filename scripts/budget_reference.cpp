// SPDX-License-Identifier: Apache-2.0
//
// The unit of scripts/budget.json: what one compilation of this file takes. It stays as it is, for
// with it every budget would change.

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <vector>

std::vector<std::string> words(const std::string& text) {
  static const std::regex word("[a-z]+[0-9]*");
  std::map<std::string, int> count;
  for (std::sregex_iterator i(text.begin(), text.end(), word), end; i != end; ++i) ++count[i->str()];
  std::vector<std::string> most;
  for (const auto& [name, number] : count) most.push_back(name);
  std::stable_sort(most.begin(), most.end(),
                   [&](const auto& a, const auto& b) { return count.at(a) > count.at(b); });
  return most;
}
