// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/vp_demo.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/png.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/picture/label.hpp"
#include "sim/program/vp/engine_rtl.hpp"
#include "sim/program/vp/in_child.hpp"
#include "sim/program/vp/vp_platform.hpp"
#include "sim/verilated/engine_engine.hpp"

// The pictures are drawn here by the same code as in the program.
#include "systemc/sw/pictures.c"

namespace weft::sim {
namespace {

constexpr unsigned Shown = 16, Seed = 2, Scale = 4, Tile = PICTURE_SIDE * Scale + 8;

/// The end of a run, as it comes through a pipe.
struct figures {
  std::uint64_t code, instructions, microseconds, busy_cycles;
  double seconds;  ///< of the host's processor
};
struct run_of_engine {
  figures f{};
  std::string text;
};

run_of_engine run_here(const built_engine& unit, const std::string& engine,
                       const vp_program& program) {
  run_of_engine run;
  vp_config c;
  c.engine.engine = unit.k;
  c.print         = [&](char x) { run.text += x; };
  if (engine == "golden") c.pins = systemc::golden_pins(unit.k);
  if (engine == "rtl") c.pins = rtl_pins(unit, {});
  const double start = processor_time();
  const vp_result r  = run_vp(c, program);
  const bool ended   = r.end == vp_result::end_e::Exited;
  run.f              = {ended ? static_cast<std::uint64_t>(r.code) : 1, r.instructions,
           static_cast<std::uint64_t>(r.time.to_seconds() * 1e6), r.engine.busy_cycles,
           processor_time() - start};
  return run;
}

run_of_engine run_apart(const built_engine& unit, const std::string& engine,
                        const vp_program& program) {
  const std::string all = in_child([&] {
    const auto run  = run_here(unit, engine, program);
    const auto* end = reinterpret_cast<const char*>(&run.f);
    return std::string(end, end + sizeof run.f) + run.text;
  });
  run_of_engine run;
  all.copy(reinterpret_cast<char*>(&run.f), sizeof run.f);
  run.text = all.substr(sizeof run.f);
  return run;
}

/// The first pictures, each with the answer below it.
png::image draw(const std::string& text) {
  std::istringstream words(text);
  std::string word;
  words >> word;  // "digits"
  png::image image{.width = Shown / 2 * Tile, .height = 2 * (Tile + 12), .samples = {}};
  image.samples.assign(std::size_t{image.width} * image.height, 255);
  picture_random random{Seed};
  for (unsigned i = 0; i < Shown; ++i) {
    std::int8_t picture[PICTURE_SIDE][PICTURE_SIDE];
    picture_draw(&random, picture);
    const unsigned left = i % (Shown / 2) * Tile + 4, top = i / (Shown / 2) * (Tile + 12) + 4;
    for (unsigned y = 0; y < PICTURE_SIDE * Scale; ++y) {
      for (unsigned x = 0; x < PICTURE_SIDE * Scale; ++x) {
        image.samples[std::size_t{top + y} * image.width + left + x] =
            static_cast<std::uint8_t>(2 * picture[y / Scale][x / Scale]);
      }
    }
    words >> word;
    draw_label(image, left + 2, top + PICTURE_SIDE * Scale + 3, word, 0);
  }
  return image;
}

}  // namespace

int vp_demo(const std::string& png) {
  if (!png.empty()) check_writable(png);
  const auto& unit = built_engine_units().front();
  unit.make({});  // an RTL that is not built is refused before anything runs
  std::error_code failed;
  const auto path =
      std::filesystem::read_symlink("/proc/self/exe", failed).parent_path() / "vp/digits.elf";
  if (!std::filesystem::exists(path)) {
    throw input_error(path.string() + ": not built: cmake --build build/dev --target vp_programs");
  }
  const vp_program program = read_vp_program(path.string());

  const std::array<const char*, 3> engines{"tlm", "golden", "rtl"};
  std::vector<run_of_engine> runs;
  for (const char* engine : engines) runs.push_back(run_apart(unit, engine, program));
  fmt::print("{}\n{:<8}{:>14}{:>16}{:>16}{:>10}\n", runs[0].text, "engine", "instructions",
             "microseconds", "engine, cycles", "seconds");
  bool same = true;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const figures& f = runs[i].f;
    fmt::print("{:<8}{:>14}{:>16}{:>16}{:>10.2f}\n", engines[i], f.instructions, f.microseconds,
               f.busy_cycles, f.seconds);
    same = same && f.code == 0 && runs[i].text == runs[0].text &&
           f.busy_cycles == runs[0].f.busy_cycles;
  }
  fmt::print("{}\n", same ? "the same answers in the same cycles on 3 engines" : "DIFFERENT");
  if (!png.empty()) {
    png::write(png, draw(runs[0].text));
    fmt::print("{}: the first {} pictures and their answers\n", png, Shown);
  }
  return same ? 0 : 1;
}

}  // namespace weft::sim
