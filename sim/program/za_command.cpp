// SPDX-License-Identifier: Apache-2.0

#include "sim/program/za_command.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/picture/sme_view.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_list.hpp"
#include "sim/sme/sme_state.hpp"
#include "sim/sme/za_show.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory;
using golden::sme::stop_e;

}  // namespace

void za_command::add_to(CLI::App& app) {
  auto& command = *app.add_subcommand("run", "Execute a program");
  listing       = app.add_subcommand("list", "Which instructions there are, as Markdown");
  showing       = app.add_subcommand("show", "The bytes of a slice in ZA and in banks");
  bench.add_to(app);
  app.require_subcommand(1);
  add_options(command);
  command.add_option("--svl", svl, "Bits of a vector in streaming mode")->capture_default_str();
  command.add_option("--nsvl", nsvl, "Bits of a vector outside")->capture_default_str();
  command.add_option("--engine", engine, "golden, tlm, rtl or all")->capture_default_str();
  command
      .add_option("--rows-per-cycle", rows_per_cycle,
                  "Rows of ZA that an outer product updates in a cycle, on tlm and rtl")
      ->capture_default_str();
  showing->add_option("--svl", svl, "Bits of a vector")->capture_default_str();
  showing->add_option("--tile", tile, "za0.b to za15.q")->required();
  showing->add_option("--slice", slice, "h or v and a number, from 0 on")->required();
  showing->add_option("-o,--output", picture, "SVG file instead of text");
}

int za_command::run() const {
  if (bench.chosen()) return bench.run();
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

const built_sme& za_command::built_unit() const {
  return sme_unit_of(std::max(svl, nsvl), rows_per_cycle);
}

za_result za_command::run_on(const std::string& name, golden::sme::state& s,
                             paged_memory& memory) const {
  if (name == "golden") return run_golden(s, memory, max_insns);
  if (name == "tlm") return run_tlm(s, memory, max_insns, rows_per_cycle);
  return run_rtl(s, memory, max_insns, built_unit(), {.seed = seed, .wave = wave});
}

int za_command::execute() const {
  check_sizes(svl, nsvl, rows_per_cycle);
  std::vector<std::string> engines{engine};
  if (engine == "all") engines = {"golden", "tlm", "rtl"};
  if (engine != "all" && engine != "golden" && engine != "tlm" && engine != "rtl") {
    throw input_error(fmt::format("--engine {}: golden, tlm, rtl or all", engine));
  }
  check_files(engines.back() == "rtl");

  paged_memory first_pages;
  golden::sme::state first{.svl = svl, .nsvl = nsvl};
  launch(program, entry, memory, first, first_pages);
  if (!state.empty()) {
    auto in = open_state(state);
    read_state(in, state, first, first_pages);
  }

  bool ended = true, agree = true;
  std::string ending, text;
  std::optional<std::uint64_t> cycles;
  std::uint64_t began = 0;
  for (const auto& name : engines) {
    auto s            = first;
    auto pages        = first_pages;
    const auto result = run_on(name, s, pages);
    const auto& run   = result.run;
    if (engines.size() > 1) fmt::print("{:<8}", name);
    auto how = fmt::format("{}; {} instructions, SVL {}, NSVL {}\n", why(run.last), run.executed,
                           s.svl, s.nsvl);
    fmt::print("{}", how);
    if (result.cycles) fmt::print("{} cycles\n", *result.cycles);
    began = result.began;
    ended = ended && run.last.stop == stop_e::End;

    const auto before = std::exchange(text, to_text(s, &pages));
    const auto was    = std::exchange(ending, std::move(how));
    const auto took   = cycles;
    if (result.cycles) cycles = result.cycles;
    if (&name == &engines.front()) continue;
    const bool same = was == ending && before == text && cycles == took.value_or(*cycles);
    if (!same) fmt::print("{}", different_lines((&name)[-1], before, name, text));
    agree = agree && same;
  }
  if (engines.size() > 1) fmt::print("{}\n", agree ? "all equal" : "DIFFERENT");
  if (!wave.empty()) fmt::print("{}", write_view(sme_view(wave, built_unit().svl, began)));
  if (!dump.empty()) {
    output_file out(dump);
    out.write(text);
    out.commit();
  }
  if (!agree) {
    const auto option = [](const char* name, const std::string& value) {
      return value.empty() ? "" : fmt::format(" {} {}", name, value);
    };
    spdlog::error(
        "engines disagree; seed {}; again with a waveform: weft za run {} --engine all --svl {} "
        "--nsvl {} --rows-per-cycle {} --seed {} --wave weft.fst{}{}{}",
        seed, program, svl, nsvl, rows_per_cycle, seed, option("--entry", entry),
        option("--state", state), option("--mem", fmt::format("{}", fmt::join(memory, " --mem "))));
  }
  return ended && agree ? 0 : 1;
}

}  // namespace weft::sim
