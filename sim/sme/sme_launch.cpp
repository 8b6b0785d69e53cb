// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_launch.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/sme/sme_program.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory;
using golden::sme::stop_e;

// The addresses of objects and bare words, and of the stack.
constexpr std::uint64_t ProgramAt = 0x1'0000, StackEnd = 0x8000'0000, StackBytes = 0x1'0000;

std::uint64_t parse_address(const std::string& option, std::string_view text) {
  const bool hex = text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::uint64_t address = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), address, hex ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw input_error(fmt::format("{}: not an address", option));
  }
  return address;
}

void load_file(const std::string& option, paged_memory& memory) {
  const auto colon = option.find(':');
  if (colon == std::string::npos) throw input_error(fmt::format("--mem {}: ADDR:FILE", option));
  const auto address = parse_address("--mem " + option, std::string_view(option).substr(0, colon));
  const auto path    = option.substr(colon + 1);
  const std::string text = read_file(path);
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  if (bytes.empty()) return;
  if (bytes.size() - 1 > ~std::uint64_t{0} - address) {
    throw input_error(fmt::format("--mem {}: ends beyond the last address", option));
  }
  memory.map(address, bytes.size());
  memory.write(address, bytes);
}

}  // namespace

void launch(const std::string& program, const std::string& entry,
            const std::vector<std::string>& files, golden::sme::state& s, paged_memory& memory,
            const char* option) {
  const auto loaded = load_program(program, ProgramAt, memory);
  memory.map(StackEnd - StackBytes, StackBytes);
  s.x[31] = StackEnd;
  s.x[30] = ReturnTo;
  if (entry.empty() && !loaded.entry) {
    throw input_error(program + ": no _start: give --entry and --state, or --call");
  }
  s.pc = loaded.entry.value_or(0);
  if (!entry.empty()) {
    const auto symbol = loaded.symbols.find(entry);
    if (symbol == loaded.symbols.end()) {
      throw input_error(fmt::format("{} {}: no such symbol in {}", option, entry, program));
    }
    s.pc = symbol->second.address;
  }
  for (const auto& file : files) load_file(file, memory);
}

std::istringstream open_state(const std::string& file) {
  return std::istringstream(read_file(file));
}

std::string why(const golden::sme::outcome& o) {
  const auto where = fmt::format("at 0x{:x}", o.pc);
  const auto word  = fmt::format("{}, word 0x{:08x}", where, o.word);
  switch (o.stop) {
    case stop_e::End:
      return o.pc == ReturnTo ? "returned" : "ended " + where;
    case stop_e::Undefined:
      return fmt::format("no instruction {}: {}", word, o.reason);
    case stop_e::Illegal:
      return fmt::format("illegal {}: {}", word, o.reason);
    case stop_e::Fault:
      return fmt::format("fault {}: {}", word, o.reason);
    default:
      return fmt::format("stopped {}: {}, --max-insns N allows more", where, o.reason);
  }
}

}  // namespace weft::sim
