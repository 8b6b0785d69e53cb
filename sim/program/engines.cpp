// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engines.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

const engines All{"golden", "tlm", "rtl"};

}  // namespace

option add_engine(options& command, std::string& engine) {
  return command.choice("--engine", engine, All);
}

option add_engines(options& command, std::string& engine) {
  auto words = All;
  words.emplace_back("all");
  return command.choice("--engine", engine, words);
}

engines parse_engines(const std::string& word) { return word == "all" ? All : engines{word}; }

void check_wave(const std::string& wave, const engines& on) {
  if (wave.empty()) return;
  if (on.back() != "rtl") {
    throw input_error(fmt::format("--wave {}: only the engine rtl has a waveform", wave));
  }
  check_writable(wave);
}

std::string verdict(const engines& on, bool agree) {
  if (on.size() == 1) return "";
  return agree ? "all equal\n" : "DIFFERENT\n";
}

int exit_code(bool agree, const options& command, std::uint64_t seed) {
  if (agree) return 0;
  spdlog::error("engines disagree; {}", command.again(seed));
  return 1;
}

}  // namespace weft::sim
