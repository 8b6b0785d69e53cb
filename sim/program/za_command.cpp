// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/picture/sme_view.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/launch_options.hpp"
#include "sim/program/progress.hpp"
#include "sim/program/sme/timetable_options.hpp"
#include "sim/program/za_bench.hpp"
#include "sim/program/za_engine.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_list.hpp"
#include "sim/sme/sme_state.hpp"
#include "sim/sme/za_show.hpp"

namespace weft::sim {
namespace {

using golden::sme::paged_memory;
using golden::sme::stop_e;

/// AArch64 programs with SME instructions: `run` executes one from its entry until SVC, BRK or its
/// return, `list` prints the supported instructions, `show` the positions of a slice's bytes,
/// `bench` and `utilisation` measure speed.
struct za_command : launch_options {
  std::string tile, slice, picture;
  int svl = 512, nsvl = 128;
  std::optional<int> rows_per_cycle;
  std::uint64_t latency  = 20;
  const options* running = nullptr;
  timetable_options timetable;
  za_bench bench;

  void add_to(options& o);

 private:
  /// Prints the reason why the program ended, and writes the state. Returns 1 if the program did
  /// not end by itself or the engines disagree. Throws input_error.
  int execute() const;
  /// On `rtl` or on the TLM model of the core `k`.
  za_result run_on(const std::string& name, const built_sme_core* rtl,
                   const golden::sme_core::core_config& k, golden::sme::state& s,
                   golden::sme::paged_memory& memory) const;
  int show() const;
};

void za_command::add_to(options& o) {
  auto& command = o.subcommand("run", "Execute a program");
  running       = &command;
  add_options(command);
  command.flag("--streaming", streaming, "Begin with PSTATE.SM = 1, as a streaming function does");
  command.flag("--za", za, "Begin with PSTATE.ZA = 1, as a function does that shares ZA");
  command.number("--svl", svl, {}, "Bits of a vector in streaming mode");
  command.number("--nsvl", nsvl, {}, "Bits of a vector outside");
  add_engines(command, engine);
  command.number(
      "--rows-per-cycle", rows_per_cycle, {},
      "Rows of a tile that an outer product updates in a cycle, on tlm and rtl; default: "
      "of tlm all, at most 16, of rtl the most that is built");
  command.number("--latency", latency, {1, 1'000'000}, "Cycles from a load to its answer");
  timetable.add_options(command);
  command.runs([this] { return execute(); });
  o.subcommand("list", "The supported instructions, as Markdown").runs([] {
    fmt::print("{}", list_instructions());
    return 0;
  });
  auto& showing = o.subcommand("show", "The bytes of a slice in ZA and in banks");
  showing.number("--svl", svl, {}, "Bits of a vector");
  showing.text("--tile", tile, "za0.b to za15.q").required();
  showing.text("--slice", slice, "h or v and a number, from 0 on").required();
  showing.text("-o,--output", picture, "SVG file instead of text");
  showing.runs([this] { return show(); });
  bench.add_to(o);
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
  write_file(picture, draw_slice(shown, bits));
  fmt::print("{}: {} {}, SVL {}\n", picture, tile, slice, svl);
  return 0;
}

za_result za_command::run_on(const std::string& name, const built_sme_core* rtl,
                             const golden::sme_core::core_config& k, golden::sme::state& s,
                             paged_memory& memory) const {
  progress bar("instructions on " + name, progress::Unknown);
  const auto watch = [&] { bar.advance(golden::sme::Told); };
  if (name == "golden") return run_golden(s, memory, max_insns, watch);
  if (name == "rtl") {
    return run_rtl(s, memory, max_insns, *rtl, latency, {.seed = seed, .wave = wave}, watch);
  }
  return run_tlm(s, memory, max_insns, k, latency, watch);
}

int za_command::execute() const {
  check_lengths(svl, nsvl);
  const auto any_core = core_of(svl, rows_per_cycle);
  const engines on    = parse_engines(engine);
  check_files(on);
  timetable.check_files();
  if (timetable.given() && on.back() == "golden") {
    throw input_error(fmt::format("{}: the engine golden has no cycles, tlm and rtl have them",
                                  timetable.why ? "--why" : "--trace " + timetable.trace));
  }

  const auto function = called();
  paged_memory first_pages;
  golden::sme::state first{.svl = svl, .nsvl = nsvl};
  begin(function, first, first, first_pages);

  const bool has_rtl = std::ranges::find(on, "rtl") != on.end();
  const auto* rtl    = has_rtl ? &sme_core_of(std::max(svl, nsvl), rows_per_cycle) : nullptr;
  // A text has two characters for each byte of memory.
  const bool texts = on.size() > 1 || !dump.empty();
  bool ended = true, agree = true;
  std::string ending, text;
  std::optional<std::uint64_t> cycles;
  golden::sme::state s;
  paged_memory pages;
  za_result result;
  for (const auto& name : on) {
    s               = first;
    pages           = first_pages;
    result          = run_on(name, rtl, rtl != nullptr ? rtl->config : any_core, s, pages);
    const auto& run = result.run;
    if (on.size() > 1) fmt::print("{:<8}", name);
    auto how = fmt::format("{}; {} instructions, SVL {}, NSVL {}\n", why(run.last), run.executed,
                           s.svl, s.nsvl);
    fmt::print("{}", how);
    if (result.cycles) fmt::print("{} cycles\n", *result.cycles);
    ended = ended && run.last.stop == stop_e::End;

    const auto before = std::exchange(text, texts ? to_text(s, &pages) : "");
    const auto was    = std::exchange(ending, std::move(how));
    const auto took   = cycles;
    if (result.cycles) cycles = result.cycles;
    if (&name == &on.front()) continue;
    const bool same = was == ending && before == text && cycles == took.value_or(*cycles);
    if (!same) fmt::print("{}", different_lines((&name)[-1], before, name, text));
    agree = agree && same;
  }
  fmt::print("{}", verdict(on, agree));
  if (timetable.given()) {
    auto again       = first;
    auto again_pages = first_pages;
    const auto r     = timetable.report(again, again_pages,
                                        {.core      = rtl != nullptr ? rtl->config : any_core,
                                         .latency   = latency,
                                         .max_insns = result.run.executed},
                                        [](const auto&) { return ""; });
    if (r.cycles != *cycles) {
      fmt::print("{} cycles on {}, {} in golden's timetable\n", *cycles, on.back(), r.cycles);
      agree = false;
    }
  }
  if (function && agree) ended = finish(*function, result.run.last, s, pages) && ended;
  if (!wave.empty()) {
    fmt::print("{}", write_view(sme_view(wave, *rtl, result.began), SmeResets));
  }
  if (!dump.empty()) write_file(dump, text);
  return exit_code(agree, *running, seed) == 0 && ended ? 0 : 1;
}

}  // namespace

void add_za(options& o) { add<za_command>(o); }

}  // namespace weft::sim
