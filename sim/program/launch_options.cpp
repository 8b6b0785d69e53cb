// SPDX-License-Identifier: Apache-2.0

#include "sim/program/launch_options.hpp"

#include "sim/file/check_writable.hpp"

namespace weft::sim {

void launch_options::add_options(options& command) {
  command.text("program", program, "AArch64 ELF, executable or object, or bare words").required();
  command.text("--entry", entry, "Global symbol of the entry point");
  command.text("--state", state, "File of initial registers and memory");
  command.text("--dump", dump, "File for final registers and memory").output();
  command.list("--mem", memory, "ADDR:FILE, a file's bytes in memory").repeated();
  command.number("--max-insns", max_insns, {}, "Instructions at most");
  command.number("--seed", seed, {}, "Seed of the RTL's initial state");
  command.text("--wave", wave, "FST file for the RTL's waveform; a .gtkw is written beside it");
}

void launch_options::check_files(const engines& on) const {
  check_wave(wave, on);
  if (!dump.empty()) check_writable(dump);
}

}  // namespace weft::sim
