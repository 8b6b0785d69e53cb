// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sme/function_call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "sim/file/check_writable.hpp"
#include "sim/file/float_text.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/file/output_file.hpp"
#include "sim/program/one_line.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory, golden::sme::state;

constexpr std::uint64_t BuffersAt = 0x10'0000'0000, Page = paged_memory::PageBytes;
constexpr std::size_t Registers = 8, MostOnStack = 1024;

[[noreturn]] void refuse(const std::string& word, const std::string& what) {
  throw input_error(fmt::format("--call {}: {}", shown(word), what));
}

/// An integer of 64 bits, with or without sign.
std::optional<std::uint64_t> integer(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::uint64_t x         = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), x, hex ? 16 : 10);
  if (error != std::errc{} || end != text.end()) return {};
  if (negative && x > std::uint64_t{1} << 63) return {};
  return negative ? std::uint64_t{0} - x : x;
}

std::vector<std::uint8_t> bytes_of(const std::string& file) {
  const auto text = read_file(file);
  return {text.begin(), text.end()};
}

std::uint64_t size_of(const std::string& word, std::string_view bytes) {
  const auto n = integer(bytes);
  if (!n || *n == 0 || *n > MostFileBytes) {
    refuse(word, fmt::format("BYTES is 1 to {}", MostFileBytes));
  }
  return *n;
}

/// The parts in front of the last colon and behind it. `form` is the argument's.
std::pair<std::string, std::string> parts(const std::string& word, std::string_view text,
                                          const std::string& form) {
  const auto colon = text.rfind(':');
  if (colon == text.npos || colon == 0 || colon + 1 == text.size()) refuse(word, form);
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

}  // namespace

function_call::function_call(const std::vector<std::string>& words)
    : symbol_(words.front()), next_(BuffersAt) {
  for (std::size_t i = 1; i < words.size(); ++i) arguments_.push_back(read(words[i]));
  const auto floats = static_cast<std::size_t>(
      std::ranges::count_if(arguments_, [](const argument& a) { return a.vector; }));
  const auto integers = arguments_.size() - floats;
  if (floats > Registers + MostOnStack || integers > Registers + MostOnStack) {
    refuse(symbol_, fmt::format("{} arguments, at most {} of a kind", arguments_.size(),
                                Registers + MostOnStack));
  }
}

function_call::argument function_call::add(const std::string& word, std::uint64_t size,
                                           std::vector<std::uint8_t> bytes, const std::string& to) {
  if (!to.empty()) {
    const auto same = [&](const buffer& b) { return b.to == to; };
    if (std::ranges::any_of(buffers_, same)) refuse(word, to + " is written twice");
    check_writable(to);
  }
  if (size > MostFileBytes - total_) {
    refuse(word, fmt::format("more than {} bytes in all buffers", MostFileBytes));
  }
  total_ += size;
  const auto at = next_;
  next_ += (size + Page - 1) / Page * Page + Page;
  buffers_.push_back({at, size, std::move(bytes), to});
  return {.value = at};
}

function_call::argument function_call::read(const std::string& word) {
  const std::string_view text = word;
  const auto behind           = [&](std::string_view prefix) { return text.substr(prefix.size()); };
  const auto from             = [&](const std::string& file, const std::string& to) {
    auto bytes      = bytes_of(file);
    const auto size = bytes.size();
    return add(word, size, std::move(bytes), to);
  };
  if (text.starts_with('@')) return from(std::string(behind("@")), "");
  if (text.starts_with("zero:")) return add(word, size_of(word, behind("zero:")), {}, "");
  if (text.starts_with("out:")) {
    const auto [file, count] = parts(word, behind("out:"), "out:FILE:BYTES");
    return add(word, size_of(word, count), {}, file);
  }
  if (text.starts_with("inout:")) {
    const auto [file, to] = parts(word, behind("inout:"), "inout:FILE:OUT");
    return from(file, to);
  }
  for (const auto& [prefix, format] :
       {std::pair{"h:", golden::Binary16}, {"f:", golden::Binary32}, {"d:", golden::Binary64}}) {
    if (!text.starts_with(prefix)) continue;
    parsed_float x{};
    try {
      x = parse_float(std::string(behind(prefix)), format);
    } catch (const input_error& e) {
      refuse(word, e.what());
    }
    if (x.rounded && (x.bits & ~format.sign_bit()) == golden::infinity(format, false)) {
      refuse(word, "beyond " + format_name(format));
    }
    return {.value = x.bits, .vector = true};
  }
  if (const auto x = integer(text)) return {.value = *x};
  refuse(word,
         "an integer of 64 bits, h:X, f:X, d:X, @FILE, out:FILE:BYTES, inout:FILE:OUT or "
         "zero:BYTES");
}

void function_call::place(state& s, paged_memory& memory) const {
  for (const auto& b : buffers_) {
    if (b.size == 0) continue;
    memory.map(b.at, b.size);
    memory.write(b.at, b.bytes);
  }
  std::size_t x = 0, v = 0;
  std::vector<std::uint64_t> stack;
  for (const auto& a : arguments_) {
    if (a.vector && v < Registers) {
      s.z[v] = {};
      std::memcpy(s.z[v++].data(), &a.value, sizeof a.value);
    } else if (!a.vector && x < Registers) {
      s.x[x++] = a.value;
    } else {
      stack.push_back(a.value);
    }
  }
  auto& sp = s.x[31];
  sp       = (sp - 8 * stack.size()) / 16 * 16;
  std::vector<std::uint8_t> bytes(8 * stack.size());
  if (stack.empty()) return;
  std::memcpy(bytes.data(), stack.data(), bytes.size());
  if (!memory.write(sp, bytes)) refuse(symbol_, fmt::format("no stack in memory at 0x{:x}", sp));
}

std::string function_call::result(const state& s) {
  const auto x    = s.x[0];
  std::uint64_t d = 0;
  std::memcpy(&d, s.z[0].data(), sizeof d);
  return fmt::format("x0 {} = 0x{:x}, s0 {}, d0 {}\n", static_cast<std::int64_t>(x), x,
                     value_text(golden::Binary32, d & 0xffff'ffff),
                     value_text(golden::Binary64, d));
}

std::string function_call::write(paged_memory& memory) const {
  std::vector<std::unique_ptr<output_file>> files;
  std::string said;
  for (const auto& b : buffers_) {
    if (b.to.empty()) continue;
    std::vector<std::uint8_t> bytes(b.size);
    memory.read(b.at, bytes);
    files.push_back(std::make_unique<output_file>(b.to));
    files.back()->write(std::span<const unsigned char>(bytes));
    said += fmt::format("{}: {} bytes\n", b.to, bytes.size());
  }
  for (const auto& file : files) file->commit();
  return said;
}

}  // namespace weft::sim
