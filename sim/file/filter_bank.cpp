// SPDX-License-Identifier: Apache-2.0

#include "sim/file/filter_bank.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"

namespace weft::sim {
namespace {

using nlohmann::json;

constexpr std::size_t MaxFilters = 1024;
constexpr std::size_t MostShown  = 40;  // characters of a bad value

/// A JSON value and its path, for error messages.
class field {
 public:
  field(const std::string& file, const std::string& path, const json& value)
      : file_(file), path_(path), value_(&value) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw input_error(file_ + ": " + (path_.empty() ? "" : path_ + ": ") + what);
  }

  /// Checks that the value is an object with these keys only.
  const field& object(std::initializer_list<std::string_view> keys) const {
    if (!value_->is_object()) fail("is " + shown(*value_) + ", expected an object");
    for (const auto& [key, ignored] : value_->items()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        fail("unknown field " + shown(json(key)));
      }
    }
    return *this;
  }
  bool has(const char* key) const { return value_->contains(key); }
  field operator[](const char* key) const {
    if (!has(key)) fail("the field '" + std::string(key) + "' is missing");
    return {file_, (path_.empty() ? "" : path_ + ".") + key, value_->at(key)};
  }

  std::vector<field> array(std::size_t most, const char* of) const {
    if (!value_->is_array()) fail("is " + shown(*value_) + ", expected an array of " + of);
    if (value_->empty()) fail("is empty");
    if (value_->size() > most) {
      fail("has " + std::to_string(value_->size()) + " " + of + ", at most " +
           std::to_string(most));
    }
    std::vector<field> out;
    for (const json& each : *value_) {
      out.emplace_back(file_, path_ + "[" + std::to_string(out.size()) + "]", each);
    }
    return out;
  }

  std::string text() const {
    if (!value_->is_string()) fail("is " + shown(*value_) + ", expected a string");
    return value_->get<std::string>();
  }
  double number() const {
    if (!value_->is_number()) fail("is " + shown(*value_) + ", expected a number");
    return value_->get<double>();
  }

 private:
  static std::string shown(const json& value) {
    const std::string text = value.dump(-1, ' ', /*ensure_ascii=*/true);
    return text.size() > MostShown ? text.substr(0, MostShown) + "..." : text;
  }

  std::string file_, path_;
  const json* value_;
};

std::string size_of(std::size_t rows, std::size_t cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

json parse(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  const auto fail        = [&](const std::string& what) {
    throw input_error(path.string() + ": " + what);
  };
  try {
    return json::parse(text);
  } catch (const json::exception& e) {
    // The message after the library's prefix "[json.exception.parse_error.101] ".
    const std::string_view what = e.what();
    std::string line(what.substr(what.find(']') == what.npos ? 0 : what.find(']') + 2));
    for (char& c : line) c = std::iscntrl(static_cast<unsigned char>(c)) ? ' ' : c;
    fail("is not JSON: " + line);
  }
  return {};
}

}  // namespace

bool filter::balanced() const {
  double sum = 0, magnitude = 0;
  for (const double t : taps) {
    sum += t;
    magnitude += std::fabs(t);
  }
  return std::fabs(sum) <= 1e-9 * magnitude;
}

filter_bank read_filter_bank(const std::filesystem::path& path) {
  const json document = parse(path);
  const field top(path.string(), "", document);

  filter_bank bank;
  for (const field& entry :
       top.object({"filters", "comment"})["filters"].array(MaxFilters, "filters")) {
    entry.object({"name", "taps", "divide_by", "comment"});
    filter f{entry["name"].text(), {}};
    const double divisor = entry.has("divide_by") ? entry["divide_by"].number() : 1;
    if (divisor == 0) entry["divide_by"].fail("is 0");

    const field taps         = entry["taps"];
    const std::size_t height = taps.array(MaxFilterSide, "rows").size();
    std::size_t width        = 0;
    for (const field& row : taps.array(MaxFilterSide, "rows")) {
      const auto numbers = row.array(MaxFilterSide, "numbers");
      if (width == 0) width = numbers.size();
      if (numbers.size() != width) {
        row.fail("has " + std::to_string(numbers.size()) + " numbers, the row above " +
                 std::to_string(width));
      }
      for (const field& tap : numbers) {
        f.taps.push_back(tap.number() / divisor);
        if (!std::isfinite(f.taps.back())) tap.fail("is too large");
      }
    }
    if (height % 2 == 0 || width % 2 == 0) {
      taps.fail("are " + size_of(height, width) + ", odd sides have a centre");
    }
    if (!bank.filters.empty() && (height != bank.rows || width != bank.cols)) {
      taps.fail("are " + size_of(height, width) + ", those of the first filter " +
                size_of(bank.rows, bank.cols));
    }
    bank.rows = static_cast<unsigned>(height);
    bank.cols = static_cast<unsigned>(width);
    bank.filters.push_back(std::move(f));
  }
  return bank;
}

}  // namespace weft::sim
