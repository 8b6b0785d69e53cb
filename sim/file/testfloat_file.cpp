// SPDX-License-Identifier: Apache-2.0

#include "sim/file/testfloat_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

constexpr std::size_t Block = std::size_t{1} << 18, LongestLine = 256;

constexpr std::array<std::int8_t, 256> Digits = [] {
  std::array<std::int8_t, 256> value{};
  value.fill(-1);
  for (unsigned i = 0; i < 10; ++i) value['0' + i] = static_cast<std::int8_t>(i);
  for (unsigned i = 0; i < 6; ++i) {
    value['a' + i] = value['A' + i] = static_cast<std::int8_t>(10 + i);
  }
  return value;
}();

/// Vectors are read in blocks, so a file of them may be large.
constexpr std::uint64_t MostBytes = std::uint64_t{1} << 40;

std::size_t read_stdin(std::span<char> to) {
  const std::size_t got = std::fread(to.data(), 1, to.size(), stdin);
  if (std::ferror(stdin) != 0) {
    throw input_error(std::string("standard input: ") + std::strerror(errno));
  }
  return got;
}

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

}  // namespace

testfloat_file::testfloat_file(const std::string& path, std::vector<int> bits, bool has_flags)
    : name_(path == "-" ? "standard input" : path),
      result_(bits.size() - 1),
      bits_(std::move(bits)),
      buffer_(Block) {
  if (path != "-") file_.emplace(path, MostBytes);
  if (has_flags) bits_.push_back(8);
  fill();
}

std::vector<testfloat_vector>& testfloat_file::read(std::size_t most) {
  vectors_.clear();
  while (vectors_.size() < most && (at_ < end_ || fill())) {
    const char* const start = buffer_.data() + at_;
    const auto* newline     = static_cast<const char*>(std::memchr(start, '\n', end_ - at_));
    if (newline == nullptr && end_ - at_ <= LongestLine && fill()) continue;
    ++line_;
    if (newline == nullptr) newline = buffer_.data() + end_;
    parse(buffer_.data() + at_, newline);
    at_ = std::min(static_cast<std::size_t>(newline - buffer_.data()) + 1, end_);
  }
  return vectors_;
}

std::uint64_t testfloat_file::lines_expected() const {
  const char* const start = buffer_.data();
  const auto* newline     = static_cast<const char*>(std::memchr(start, '\n', end_));
  if (newline == nullptr || !file_) return 0;
  return file_->size() / static_cast<std::uint64_t>(newline - start + 1);
}

/// Appends more of the file to the unread part of the buffer. False at the end.
bool testfloat_file::fill() {
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(at_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= at_;
  at_                   = 0;
  const auto free       = std::span(buffer_).subspan(end_);
  const std::size_t got = file_ ? file_->read(free) : read_stdin(free);
  end_ += got;
  return got > 0;
}

void testfloat_file::parse(const char* at, const char* end) {
  const auto skip = [&] {
    while (at != end && blank(*at)) ++at;
  };
  skip();
  if (at == end || *at == '#') return;
  testfloat_vector v;
  v.line = line_;
  for (std::size_t i = 0; i < bits_.size(); ++i) {
    const char* const word = at;
    std::uint64_t x        = 0;
    int bad                = 0;
    for (; at != end && !blank(*at); ++at) {
      const int digit = Digits[static_cast<unsigned char>(*at)];
      bad |= digit;
      x = x << 4 | static_cast<std::uint64_t>(digit & 15);
    }
    const std::string_view text(word,
                                std::min<std::size_t>(static_cast<std::size_t>(at - word), 40));
    if (text.empty()) {
      refuse(std::to_string(i) + " words, " + std::to_string(bits_.size()) + " are a test vector");
    }
    if (bad < 0 || at - word != (bits_[i] + 3) / 4 || (bits_[i] < 64 && x >> bits_[i] != 0)) {
      refuse(std::string(text) + ": not " + std::to_string(bits_[i]) + " bits in " +
             std::to_string((bits_[i] + 3) / 4) + " hexadecimal digits");
    }
    if (i < result_) {
      v.operands[i] = x;
    } else if (i == result_) {
      v.expected.bits = x;
    } else {
      if (x > 31) refuse(std::string(text) + ": flags are 00 to 1F");
      v.expected.flags = static_cast<std::uint8_t>(x);
    }
    skip();
  }
  if (at != end) refuse("more than " + std::to_string(bits_.size()) + " words");
  vectors_.push_back(v);
}

void testfloat_file::refuse(const std::string& what) const {
  throw input_error(name_ + ":" + std::to_string(line_) + ": " + what);
}

}  // namespace weft::sim
