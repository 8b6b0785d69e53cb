// SPDX-License-Identifier: Apache-2.0

#include "sim/program/launch_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"

namespace weft::sim {

void launch_options::add_options(CLI::App& command) {
  command.add_option("program", program, "AArch64 ELF, executable or object, or bare words")
      ->required();
  command.add_option("--entry", entry, "A global symbol to begin at");
  command.add_option("--state", state, "File of registers and memory to begin with");
  command.add_option("--dump", dump, "File for registers and memory at the end");
  command.add_option("--mem", memory, "ADDR:FILE, a file's bytes in memory")
      ->allow_extra_args(false);
  command.add_option("--max-insns", max_insns, "Instructions at most")->capture_default_str();
  command.add_option("--seed", seed, "Of the RTL's initial state")->capture_default_str();
  command.add_option("--wave", wave,
                     "FST file for the RTL's waveform; a .gtkw is written beside it");
}

void launch_options::check_files(bool with_rtl) const {
  if (!wave.empty()) {
    if (!with_rtl) {
      throw input_error(fmt::format("--wave {}: only the engine rtl has a waveform", wave));
    }
    check_writable(wave);
  }
  if (!dump.empty()) check_writable(dump);
}

}  // namespace weft::sim
