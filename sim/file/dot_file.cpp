// SPDX-License-Identifier: Apache-2.0

#include "sim/file/dot_file.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string_view>

#include "sim/file/dot_element.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"

namespace weft::sim {
namespace {

using golden::dpa::profile;

constexpr std::size_t LongestLine = std::size_t{1} << 20;

std::uint64_t parse_word(const std::string& word, int width, const std::string& format) {
  const std::string_view digits =
      std::string_view(word).substr(word.starts_with("0x") || word.starts_with("0X") ? 2 : 0);
  std::uint64_t bits       = 0;
  const char* const end    = digits.data() + digits.size();
  const auto [last, error] = std::from_chars(digits.data(), end, bits, 16);
  if (digits.empty() || last != end || error == std::errc::invalid_argument) {
    throw input_error(fmt::format("{}: not a number's bits in hexadecimal", word));
  }
  if (error != std::errc{} || (width < 64 && bits >> width != 0)) {
    throw input_error(fmt::format("{}: {} has {} bits", word, format, width));
  }
  return bits;
}

}  // namespace

dot_operands parse_dot(const profile& p, const std::vector<std::string>& words) {
  // A line has 2 K elements, 2 K / scale_block scales, and C.
  const std::size_t share = p.scale_block == 0 ? 2 : 2 * p.scale_block + 2;
  const std::size_t each  = p.scale_block == 0 ? 1 : p.scale_block;
  const std::size_t n     = words.empty() ? 0 : words.size() - 1;
  if (n == 0 || n % share != 0) {
    const auto scales =
        p.scale_block == 0 ? "" : fmt::format(", scales of A and B for each {} of them", each);
    throw input_error(fmt::format("{} words: {} takes K elements of A, K of B{} and C",
                                  words.size(), p.name, scales));
  }
  const std::size_t k = n / share * each;
  auto word           = words.begin();
  const auto take     = [&](std::size_t count, int width, const std::string& format) {
    std::vector<std::uint64_t> out;
    while (out.size() < count) out.push_back(parse_word(*word++, width, format));
    return out;
  };
  dot_operands o;
  o.a = take(k, p.a.width(), format_text(p.a));
  o.b = take(k, p.b.width(), format_text(p.b));
  if (p.scale_block != 0) {
    // A scale fills a byte.
    const std::string format(name_of(p.block_scale));
    o.scale_a = take(k / each, 8, format);
    o.scale_b = take(k / each, 8, format);
  }
  o.c = take(1, p.c.width(), format_text(p.c))[0];
  return o;
}

dot_file::dot_file(const std::string& path, const profile& p)
    : name_(path == "-" ? "standard input" : path), p_(p), in_(path == "-" ? std::cin : file_) {
  if (path != "-") file_.str(read_file(path));
}

std::optional<dot_vector> dot_file::next() {
  text_.resize(LongestLine + 1);
  for (;;) {
    in_.getline(text_.data(), static_cast<std::streamsize>(text_.size()));
    if (in_.gcount() == 0) return {};
    ++line_;
    if (in_.fail()) {
      throw input_error(
          fmt::format("{}: line {}: more than {} characters", name_, line_, LongestLine));
    }
    // The line without its newline, which the last line may lack.
    std::istringstream stream(
        std::string(text_.data(), static_cast<std::size_t>(in_.gcount() - (in_.eof() ? 0 : 1))));
    std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
    if (words.empty() || words[0].starts_with('#')) continue;
    const auto refuse = [&](const std::string& what) {
      throw input_error(fmt::format("{}: line {}: {}", name_, line_, what));
    };
    // The operands are followed by the result, the status and the category.
    if (words.size() < 4) refuse(fmt::format("{} words: not a dot product", words.size()));
    dot_vector v;
    v.line                   = line_;
    v.category               = words.back();
    const std::string status = words[words.size() - 2], result = words[words.size() - 3];
    if (status != "0" && status != "1" && status != "2") {
      refuse(status + ": a status is 0, 1 or 2");
    }
    v.disputed = status == "2";
    words.resize(words.size() - 3);
    try {
      v.operands = parse_dot(p_, words);
      v.expected = parse_word(result, p_.c.width(), format_text(p_.c));
    } catch (const input_error& e) {
      refuse(e.what());
    }
    return v;
  }
}

}  // namespace weft::sim
