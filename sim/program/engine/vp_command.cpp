// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/engine/engine_arguments.hpp"
#include "sim/program/engine/engine_view.hpp"
#include "sim/program/engine/vp_demo.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/vp/engine_rtl.hpp"
#include "sim/program/vp/vp_platform.hpp"

namespace weft::sim {
namespace {

/// `weft vp`: C programs for RISC-V that use the engine.
class vp_command {
 public:
  void add_to(options& o);

 private:
  int execute() const;
  std::string to_text(const vp_config& c, const vp_result& r, double seconds) const;
  std::string to_json(const vp_config& c, const vp_result& r, double seconds,
                      const std::string& text) const;
  std::function<void(golden::engine::inputs&)> stall() const;

  engine_arguments engine_of_;
  std::string program_, engine_ = "tlm", wave_, files_, png_, trace_, transactions_;
  unsigned bus_       = 128;
  std::uint64_t seed_ = 1;
  double limit_ = 10, stall_ = 0;
  bool json_ = false;
};

void vp_command::add_to(options& o) {
  auto& run = o.subcommand("run", "Runs an executable on a hart, its devices and an engine");
  run.text("PROGRAM", program_, "RV64 executable in ELF, for 64 MiB of RAM from 0x80000000 on")
      .required();
  run.choice("--engine", engine_, {"tlm", "golden", "rtl"},
             "tlm (loosely timed), golden or rtl (cycle by cycle)");
  engine_of_.add_platform_to(run);
  run.number("--bus", bus_, {64, 256}, "Bits of a word of the bus: 64, 128 or 256");
  run.text("--files", files_, "Folder of the files that the program may open, by semihosting");
  run.number("--limit", limit_, {1e-6, 3600}, "Seconds of simulated time, at most");
  run.number("--stall", stall_, {0, 90},
             "Percent of cycles in which each channel of the engine's bus stalls");
  run.number("--seed", seed_, {}, "Seed of the RTL's initial state and of the stalls");
  run.flag("--json", json_, "Print the report, with the program's text in it, as JSON");
  run.text("--trace", trace_, "JSON file of the hart and the engine over time, for Perfetto")
      .output();
  run.text("--transactions", transactions_,
           "JSON file of the TLM transactions of hart and engine, for Perfetto")
      .output();
  run.text("--wave", wave_, "FST file for the RTL's waveform; a .gtkw is written beside it");
  run.runs([this] { return execute(); });

  auto& demo = o.subcommand("demo", "Digits recognised by C code on three engines");
  demo.text("-o,--output", png_, "PNG of the first pictures and their answers").output();
  demo.runs([this] { return vp_demo(png_); });
}

std::string vp_command::to_text(const vp_config& c, const vp_result& r, double seconds) const {
  const double cycles = r.time / c.engine.clock_period;
  return fmt::format(
      "{} instructions in {:.3f} ms of simulated time, {:.1f} million a second here\n"
      "hart: {:.1f} % of the time asleep, {} interrupts\n"
      "engine ({}): {} jobs, busy {} cycles, {:.1f} % of the time; {} bytes read, {} written\n",
      r.instructions, r.time.to_seconds() * 1e3,
      static_cast<double>(r.instructions) / seconds / 1e6, 100 * (r.slept / r.time), r.interrupts,
      engine_, r.jobs, r.engine.busy_cycles,
      100 * static_cast<double>(r.engine.busy_cycles) / cycles, r.engine.read_bytes,
      r.engine.write_bytes);
}

std::string vp_command::to_json(const vp_config& c, const vp_result& r, double seconds,
                                const std::string& text) const {
  const nlohmann::ordered_json j{
      {"program", program_},
      {"engine", engine_},
      {"exit", r.code},
      {"text", text},
      {"instructions", r.instructions},
      {"microseconds", r.time.to_seconds() * 1e6},
      {"asleep", r.slept / r.time},
      {"interrupts", r.interrupts},
      {"jobs", r.jobs},
      {"busy_cycles", r.engine.busy_cycles},
      {"busy", static_cast<double>(r.engine.busy_cycles) / (r.time / c.engine.clock_period)},
      {"read_bytes", r.engine.read_bytes},
      {"write_bytes", r.engine.write_bytes},
      {"instructions_a_second", static_cast<double>(r.instructions) / seconds}};
  return j.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

/// The stalls of each channel of the engine's bus.
std::function<void(golden::engine::inputs&)> vp_command::stall() const {
  const auto channel = [this](unsigned i) {
    return randomly(1 - stall_ / 100, static_cast<unsigned>(seed_ * 8 + i));
  };
  return [ar = channel(0), r = channel(1), aw = channel(2), w = channel(3),
          b = channel(4)](golden::engine::inputs& in) mutable {
    in.ar_ready &= ar();
    in.aw_ready &= aw();
    in.w_ready &= w();
    if (!r()) in.r.reset();
    if (!b()) in.b.reset();
  };
}

int vp_command::execute() const {
  check_wave(wave_, {engine_});
  if (stall_ > 0 && engine_ == "tlm") {
    throw input_error(fmt::format("--stall {}: the engine tlm has none", stall_));
  }
  for (const auto& file : {trace_, transactions_}) {
    if (!file.empty()) check_writable(file);
  }
  vp_config c;
  c.engine.engine           = engine_of_.parse(bus_, true);
  c.engine.engine.core.conv = c.engine.engine.core.copy = true;
  c.latency                                             = static_cast<unsigned>(engine_of_.latency);
  c.files                                               = files_;
  c.limit                                               = sc_core::sc_time(limit_, sc_core::SC_SEC);
  if (!files_.empty() && !std::filesystem::is_directory(files_)) {
    throw input_error(files_ + ": no such folder");
  }
  if (engine_ == "rtl") {
    const auto& unit = engine_of_.built(c.engine.engine);
    c.pins           = rtl_pins(unit, {.seed = seed_, .wave = wave_});
  } else if (engine_ == "golden") {
    c.pins = systemc::golden_pins(c.engine.engine);
  }
  if (stall_ > 0) c.pins->stall = stall();
  std::optional<vp_trace> trace;
  if (!trace_.empty()) {
    c.trace = &trace.emplace(c.engine);
    if (engine_ == "golden") c.pins = trace->golden(c.pins->stall);
    if (engine_ == "rtl") c.pins = trace->beside(*c.pins);
  }
  transaction_trace transactions;
  if (!transactions_.empty()) c.transactions = &transactions;
  std::string text;
  c.print = [&](char x) {
    if (json_) {
      text += x;
    } else {
      std::putchar(x);
    }
  };
  const vp_program program = read_vp_program(program_);
  const double start       = processor_time();
  const vp_result r        = run_vp(c, program);
  const double seconds     = processor_time() - start;
  fmt::print("{}", json_ ? to_json(c, r, seconds, text) : to_text(c, r, seconds));
  const auto write = [&](const std::string& file, const trace_events& events) {
    if (file.empty()) return;
    write_file(file, events.json());
    if (!json_) fmt::print("{}", events.to_text(file));
  };
  if (trace) write(trace_, trace->events());
  write(transactions_, transactions.events());
  if (!wave_.empty()) {
    c.pins.reset();  // ends the waveform
    const auto said = write_view(engine_view(wave_));
    if (!json_) fmt::print("{}", said);
  }
  switch (r.end) {
    case vp_result::end_e::Sleeps:
      throw std::runtime_error(
          fmt::format("{}: sleeps at 0x{:x}, and nothing can wake it", program_, r.pc));
    case vp_result::end_e::OutOfTime:
      throw std::runtime_error(
          fmt::format("{}: has not ended after {} s of simulated time; it is at 0x{:x}", program_,
                      limit_, r.pc));
    default:
      if (r.code != 0) {
        throw std::runtime_error(fmt::format("{}: ends with code {}", program_, r.code));
      }
  }
  return 0;
}

}  // namespace

void add_vp(options& o) { add<vp_command>(o); }

}  // namespace weft::sim
