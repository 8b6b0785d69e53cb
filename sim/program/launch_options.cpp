// SPDX-License-Identifier: Apache-2.0

#include "sim/program/launch_options.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "sim/file/check_writable.hpp"

namespace weft::sim {

void launch_options::add_options(options& command) {
  command.text("program", program, "AArch64 ELF, executable or object, or bare words").required();
  command.text("--entry", entry, "Global symbol of the entry point");
  command.text("--state", state, "File of initial registers and memory");
  command.text("--dump", dump, "File for final registers and memory").output();
  command.list("--mem", memory, "ADDR:FILE, a file's bytes in memory").repeated();
  command
      .list("--call", call,
            "SYMBOL ARG..., a function: integers, h:X, f:X, d:X, @FILE, out:FILE:BYTES, "
            "inout:FILE:OUT, zero:BYTES")
      .excludes("--entry");
  command.number("--max-insns", max_insns, {}, "Instructions at most");
  command.number("--seed", seed, {}, "Seed of the RTL's initial state");
  command.text("--wave", wave, "FST file for the RTL's waveform; a .gtkw is written beside it");
}

void launch_options::check_files(const engines& on) const {
  check_wave(wave, on);
  if (!dump.empty()) check_writable(dump);
}

std::optional<function_call> launch_options::called() const {
  if (call.empty()) return {};
  return function_call(call);
}

bool launch_options::finish(const function_call& function, const golden::sme::outcome& last,
                            const golden::sme::state& core, golden::sme::paged_memory& pages) {
  if (last.stop != golden::sme::stop_e::End || last.pc != ReturnTo) {
    spdlog::error("{} did not return: no file is written", function.symbol());
    return false;
  }
  fmt::print("{}", function_call::result(core));
  fmt::print("{}", function.write(pages));
  return true;
}

}  // namespace weft::sim
