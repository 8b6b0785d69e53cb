// SPDX-License-Identifier: Apache-2.0

#include "sim/za_command.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <fstream>
#include <functional>

#include "sim/check_writable.hpp"
#include "sim/input_error.hpp"
#include "sim/output_file.hpp"
#include "sim/sme_engine.hpp"
#include "sim/sme_host.hpp"
#include "sim/sme_launch.hpp"
#include "sim/sme_list.hpp"
#include "sim/sme_state.hpp"
#include "sim/za_show.hpp"
#include "systemc/sme.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory;
using golden::sme::stop_e;

za_result run_golden(golden::sme::state& s, paged_memory& memory, std::uint64_t limit,
                     std::uint64_t end) {
  return {golden::sme::run(s, memory, limit, end)};
}

za_result run_rtl(int rows, golden::sme::state& s, paged_memory& memory, std::uint64_t limit,
                  std::uint64_t end) {
  const auto unit = sme_unit_of(std::max(s.svl, s.nsvl), rows).make({});
  sme_host host(*unit);
  const auto r = host.run(s, memory, limit, end);
  return {r, host.cycles()};
}

za_result run_tlm(int rows, golden::sme::state& s, paged_memory& memory, std::uint64_t limit,
                  std::uint64_t end) {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  systemc::sme core("core", {.mopa = {.rows_per_cycle = rows}}, period);
  systemc::sme_memory target("memory", memory);
  core.memory.bind(target.socket);
  core.registers = s;
  sc_core::sc_time time;
  const auto r = core.run(limit, end, time);
  s            = core.registers;
  return {r, static_cast<std::uint64_t>(time / period + 0.5)};
}

za_engine engine_of(const std::string& name, int rows) {
  if (name == "golden") return run_golden;
  if (name == "tlm") return std::bind_front(run_tlm, rows);
  if (name == "rtl") return std::bind_front(run_rtl, rows);
  throw input_error(fmt::format("--engine {}: golden, tlm or rtl", name));
}

}  // namespace

void za_command::add_to(CLI::App& app) {
  auto& command = *app.add_subcommand("run", "Execute a program");
  listing       = app.add_subcommand("list", "Which instructions there are, as Markdown");
  showing       = app.add_subcommand("show", "The bytes of a slice in ZA and in banks");
  app.require_subcommand(1);
  command.add_option("program", program, "AArch64 ELF, executable or object, or bare words")
      ->required();
  command.add_option("--svl", svl, "Bits of a vector in streaming mode")->capture_default_str();
  command.add_option("--nsvl", nsvl, "Bits of a vector outside")->capture_default_str();
  command.add_option("--engine", engine, "golden, tlm or rtl")->capture_default_str();
  command.add_option("--rows", rows, "Of a tile in a cycle, of outer products on tlm and rtl")
      ->capture_default_str();
  command.add_option("--entry", entry, "A global symbol to begin at");
  command.add_option("--state", state, "File of registers and memory to begin with");
  command.add_option("--dump", dump, "File for registers and memory at the end");
  command.add_option("--mem", memory, "ADDR:FILE, a file's bytes in memory")
      ->allow_extra_args(false);
  command.add_option("--max-insns", max_insns, "Instructions at most")->capture_default_str();
  showing->add_option("--svl", svl, "Bits of a vector")->capture_default_str();
  showing->add_option("--tile", tile, "za0.b to za15.q")->required();
  showing->add_option("--slice", slice, "h or v and a number, from 0 on")->required();
  showing->add_option("-o,--output", picture, "SVG file instead of text");
}

int za_command::run() const {
  if (*showing) return show();
  if (!*listing) return execute();
  fmt::print("{}", list_instructions());
  return 0;
}

int za_command::show() const {
  if (!golden::sme::valid_lengths(svl, nsvl)) {
    throw input_error(fmt::format("--svl {}: 128 to 2048, a power of two", svl));
  }
  const auto bits  = static_cast<unsigned>(svl);
  const auto shown = parse_slice(tile, slice, bits);
  if (picture.empty()) {
    fmt::print("{}", show_slice(shown, bits, ::isatty(STDOUT_FILENO) == 1));
    return 0;
  }
  output_file file(picture);
  file.write(draw_slice(shown, bits));
  file.commit();
  fmt::print("{}: {} {}, SVL {}\n", picture, tile, slice, svl);
  return 0;
}

int za_command::execute() const {
  if (!golden::sme::valid_lengths(svl, nsvl)) {
    throw input_error(fmt::format(
        "--svl {} --nsvl {}: 128 to 2048, SVL a power of two, NSVL a multiple of 128", svl, nsvl));
  }
  const za_engine run_on = engine_of(engine, rows);
  if (rows < 1 || 32 * rows > svl || !std::has_single_bit(static_cast<unsigned>(rows))) {
    throw input_error(fmt::format("--rows {}: a power of two up to SVL / 32", rows));
  }
  if (!dump.empty()) check_writable(dump);

  paged_memory pages;
  golden::sme::state s{.svl = svl, .nsvl = nsvl};
  launch(program, entry, memory, s, pages);
  if (!state.empty()) {
    std::ifstream in(state);
    if (!in) throw input_error(state + ": cannot be read");
    read_state(in, state, s, pages);
  }

  const auto result = run_on(s, pages, max_insns, ReturnTo);
  const auto& run   = result.run;
  fmt::print("{}; {} instructions, SVL {}, NSVL {}\n", why(run.last), run.executed, s.svl, s.nsvl);
  if (result.cycles) fmt::print("{} cycles\n", *result.cycles);
  if (!dump.empty()) {
    output_file out(dump);
    out.write(to_text(s, &pages));
    out.commit();
  }
  return run.last.stop == stop_e::End ? 0 : 1;
}

}  // namespace weft::sim
