// SPDX-License-Identifier: Apache-2.0
//
// sim/file/filter_bank.hpp: accepted files, and messages for rejected ones.

#include "sim/file/filter_bank.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "sim/picture/label.hpp"
#include "tb/file/files.hpp"

namespace weft::filter_bank_test {
namespace {

using sim::read_filter_bank;

class FilterBank : public testing::Test {
 protected:
  sim::filter_bank read(const std::string& json) {
    put(dir_ / "f.json", json);
    return read_filter_bank(dir_ / "f.json");
  }
  std::string error(const std::string& json) {
    const std::string name    = (dir_ / "f.json").string() + ": ";
    const std::string message = error_of([&] { read(json); });
    EXPECT_TRUE(message.starts_with(name)) << message;
    return message.substr(std::min(name.size(), message.size()));
  }
  scratch dir_;
};

TEST_F(FilterBank, ReadsNamesAndTaps) {
  const auto bank = read(R"({"comment": "two", "filters": [
      {"name": "mean", "divide_by": 4, "taps": [[1, 2, 1]]},
      {"name": "slope", "comment": "to the right", "taps": [[-0.5, 0, 5e-1]]}]})");
  EXPECT_EQ(bank.rows, 1u);
  EXPECT_EQ(bank.cols, 3u);
  ASSERT_EQ(bank.filters.size(), 2u);
  EXPECT_EQ(bank.filters[0].name, "mean");
  EXPECT_EQ(bank.filters[0].taps, (std::vector<double>{0.25, 0.5, 0.25}));
  EXPECT_EQ(bank.filters[1].taps, (std::vector<double>{-0.5, 0, 0.5}));
  EXPECT_FALSE(bank.filters[0].balanced());
  EXPECT_TRUE(bank.filters[1].balanced());
}

TEST_F(FilterBank, BadFilesAreNamed) {
  const std::string missing = (dir_ / "none.json").string();
  EXPECT_EQ(error_of([&] { read_filter_bank(missing); }), missing + ": no such file");
  EXPECT_EQ(error_of([&] { read_filter_bank(dir_.path()); }),
            dir_.path().string() + ": is a directory");
  EXPECT_EQ(error("").substr(0, 45), "is not JSON: parse error at line 1, column 1:");
  EXPECT_EQ(error("{\n \"filters\": [,]}").substr(0, 46),
            "is not JSON: parse error at line 2, column 14:");
  EXPECT_EQ(error("[1e999]").substr(0, 13), "is not JSON: ");
  EXPECT_EQ(error("[]"), "is [], expected an object");
}

TEST_F(FilterBank, BadFieldsAreNamed) {
  const auto with = [&](const std::string& filter) {
    return error("{\"filters\": [" + filter + "]}");
  };
  EXPECT_EQ(error("{}"), "the field 'filters' is missing");
  EXPECT_EQ(error(R"({"filter": []})"), "unknown field \"filter\"");
  EXPECT_EQ(error(R"({"a\nb\u00e9": 1})"), "unknown field \"a\\nb\\u00e9\"");
  EXPECT_EQ(error(R"({"filters": 3})"), "filters: is 3, expected an array of filters");
  EXPECT_EQ(error(R"({"filters": []})"), "filters: is empty");
  EXPECT_EQ(with("7"), "filters[0]: is 7, expected an object");
  EXPECT_EQ(with("{}"), "filters[0]: the field 'name' is missing");
  EXPECT_EQ(with(R"({"name": "a"})"), "filters[0]: the field 'taps' is missing");
  EXPECT_EQ(with(R"({"name": "a", "tap": 1})"), "filters[0]: unknown field \"tap\"");
  EXPECT_EQ(with(R"({"name": 5, "taps": [[1]]})"), "filters[0].name: is 5, expected a string");
  EXPECT_EQ(with(R"({"name": "a", "taps": [[1, 2, 3], [1, 2]]})"),
            "filters[0].taps[1]: has 2 numbers, the row above 3");
  EXPECT_EQ(with(R"({"name": "a", "taps": [[1, "x", 3]]})"),
            "filters[0].taps[0][1]: is \"x\", expected a number");
  EXPECT_EQ(with(R"({"name": "a", "taps": [[]]})"), "filters[0].taps[0]: is empty");
  EXPECT_EQ(with(R"({"name": "a", "taps": [[1, 2]]})"),
            "filters[0].taps: are 1 x 2, odd sides have a centre");
  EXPECT_EQ(with(R"({"name": "a", "divide_by": 0, "taps": [[1]]})"), "filters[0].divide_by: is 0");
  EXPECT_EQ(with(R"({"name": "a", "divide_by": 1e-300, "taps": [[1e300]]})"),
            "filters[0].taps[0][0]: is too large");
  EXPECT_EQ(with(R"({"name": "a", "taps": [[1]]}, {"name": "b", "taps": [[1, 2, 3]]})"),
            "filters[1].taps: are 1 x 3, those of the first filter 1 x 1");
  std::string wide = "1";
  for (int i = 0; i < 64; ++i) wide += ", 1";
  EXPECT_EQ(with(R"({"name": "a", "taps": [[)" + wide + "]]}"),
            "filters[0].taps[0]: has 65 numbers, at most 63");
}

TEST(DemoFilters, AreFifteenOfFiveByFive) {
  const auto bank = read_filter_bank(WEFT_SOURCE_DIR "/docs/demo/filters.json");
  EXPECT_EQ(bank.rows, 5u);
  EXPECT_EQ(bank.cols, 5u);
  EXPECT_EQ(bank.filters.size(), 15u);
  std::set<std::string> names;
  int balanced = 0;
  for (const auto& f : bank.filters) {
    names.insert(f.name);
    balanced += f.balanced();
    EXPECT_LE(sim::label_width(f.name), 160u) << f.name;
  }
  EXPECT_EQ(names.size(), 15u);
  EXPECT_EQ(balanced, 11);  // all but blur, sharpen, unsharp mask and emboss
}

}  // namespace
}  // namespace weft::filter_bank_test
