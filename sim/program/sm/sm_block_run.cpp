// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sm/sm_block_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/sm/sm_arguments.hpp"
#include "sim/verilated/sm/sm_engine.hpp"
#include "sim/verilated/sm_block/sm_block_cases.hpp"

namespace weft::sim {
namespace {

using namespace golden::sm;
using nlohmann::ordered_json;

constexpr std::uint64_t MostThreads = 1 << 20;

/// Refuses what the RTL would not do as golden does.
void check_fits(const built_sm_block& unit, const sm_block_arguments& x, const launch& l) {
  const auto refuse = [&](const std::string& what) {
    throw input_error(fmt::format("{}: {} on {} {}", x.program, what, unit.module, unit.name));
  };
  const auto within = [&](const char* what, std::size_t n, std::size_t most) {
    if (n > most) refuse(fmt::format("{} {}, at most {},", n, what, most));
  };
  within("instructions", l.code.code.size(), unit.code);
  within("registers", l.code.registers, unit.registers);
  within("literals", l.code.pool.size(), unit.constants);
  within("words of arguments", l.arguments.size(), unit.constants - ArgumentsAt / 4);
  within("bytes of shared memory", l.shared_bytes, unit.k.shared);
  for (std::size_t n = 0; n < l.code.code.size(); ++n) {
    const instruction& i = l.code.code[n];
    const auto lacks     = sm_block_lacks(unit, i);
    if (!lacks.empty()) {
      throw input_error(fmt::format("{}:{}: {} {} has no {}", x.program, l.code.lines[n],
                                    unit.module, unit.name, lacks));
    }
  }
  const unsigned threads = unit.warps * unit.k.threads;
  if (l.threads() > threads) {
    throw input_error(fmt::format("--block {}x{}: at most {} threads on {} {}", l.block_x,
                                  l.block_y, threads, unit.module, unit.name));
  }
  if (std::uint64_t{l.threads()} * l.ctas() > MostThreads) {
    throw input_error(fmt::format("--grid {}x{}: at most {} threads in all on {} {}", l.grid_x,
                                  l.grid_y, MostThreads, unit.module, unit.name));
  }
}

/// Throws sm_block_endless or golden's fault.
sm_block_result run_golden(const built_sm_block& unit, const sm_block_job& job) {
  if (unit.alone) {
    sm_block_golden block(job);
    return run_sm_block(block, job);
  }
  processor sm(job.of->k);
  return run_sm(sm, job);
}

std::array<std::uint64_t, Reasons> sum(const sm_block_result& r) {
  std::array<std::uint64_t, Reasons> all{};
  for (const auto& warp : r.reasons) {
    for (std::size_t n = 0; n < all.size(); ++n) all[n] += warp[n];
  }
  return all;
}

void print_registers(const launch& l, const sm_block_result& r) {
  for (std::size_t t = 0; t < r.registers.size(); ++t) {
    std::string line;
    for (std::size_t n = 0; n < r.registers[t].size(); ++n) {
      if (r.registers[t][n] != 0) line += fmt::format(" R{}={:#x}", n, r.registers[t][n]);
    }
    fmt::print("block {} thread {}:{}\n", t / l.threads(), t % l.threads(), line);
  }
}

}  // namespace

const built_sm_block* find_sm_block(const std::string& name) {
  for (const auto* all : {&built_sm_block_units(), &built_sm_units()}) {
    const auto at = std::ranges::find_if(*all, [&](const auto& unit) { return unit.name == name; });
    if (at != all->end()) return &*at;
  }
  return nullptr;
}

int run_sm_block_program(const built_sm_block& unit, const sm_block_arguments& x, launch l,
                         const sm_buffers& buffers, const options& command) {
  const engines on = x.engine == "all" ? engines{"golden", "rtl"} : engines{x.engine};
  check_wave(x.wave, on);
  check_fits(unit, x, l);
  if (command.given("--policy") && sm_policy(x.policy) != unit.policy) {
    throw input_error(
        fmt::format("--policy {}: {} {} has another", x.policy, unit.module, unit.name));
  }
  const auto of = std::make_shared<const machine>(unit.k, l, unit.policy, deps_e::Scoreboard);
  sm_block_job job{.of      = of,
                   .warps   = unit.warps,
                   .bytes   = buffers.bytes(),
                   .latency = x.latency,
                   .rate    = x.rate};
  std::vector<sm_block_result> results;
  for (const auto& engine : on) {
    try {
      if (engine == "golden") {
        results.push_back(run_golden(unit, job));
      } else {
        results.push_back(unit.run({.seed = x.seed, .wave = x.wave}, job));
      }
    } catch (const sm_block_endless& e) {
      throw input_error(fmt::format("{}: {}: {}", x.program, engine, e.what()));
    } catch (const fault& e) {
      throw input_error(fmt::format("{}: {}", x.program, e.what()));
    }
  }
  const bool same =
      std::ranges::all_of(results, [&](const sm_block_result& r) { return r == results.front(); });
  const auto& r      = results.front();
  const auto reasons = sum(r);
  const auto written = same ? buffers.write(r.bytes) : "";
  if (x.json) {
    ordered_json j{{"arch", unit.name}, {"cycles", r.cycles}, {"instructions", r.instructions}};
    for (std::size_t n = 0; n < reasons.size(); ++n) {
      j["warp_cycles"][std::string(name_of(static_cast<reason_e>(n)))] = reasons[n];
    }
    j["registers"] = r.registers;
    if (on.size() > 1) j["equal"] = same;
    fmt::print("{}\n", j.dump(2));
    return exit_code(same, command, x.seed);
  }
  for (std::size_t n = 0; n < on.size(); ++n) {
    const auto& y = results[n];
    fmt::print("{:<8}{} cycles, {} instructions, {:.2f} a cycle\n", on[n], y.cycles, y.instructions,
               static_cast<double>(y.instructions) / static_cast<double>(y.cycles));
  }
  fmt::print("{}", verdict(on, same));
  fmt::print("{}", written);
  if (!x.wave.empty()) {
    const auto loads = l.code.code.size() + of->constants.size() + l.code.pool.size();
    // A multiprocessor's warps begin behind its start, those of a block of threads a cycle.
    const unsigned starts = unit.alone ? 0 : of->cta_warps() + 4 + unit.k.ctas;
    fmt::print("{}", write_view(sm_block_view(unit, x.wave, loads + starts), 2));
  }
  if (!same) return exit_code(same, command, x.seed);
  if (x.why) {
    fmt::print("warp cycles: {} x {}\n", unit.warps, r.cycles);
    const auto all = static_cast<double>(r.cycles) * unit.warps;
    for (std::size_t n = 0; n < reasons.size(); ++n) {
      if (reasons[n] == 0) continue;
      fmt::print("  {:<13}{:>10}{:>8.1f} %\n", name_of(static_cast<reason_e>(n)), reasons[n],
                 100 * static_cast<double>(reasons[n]) / all);
    }
  }
  if (x.registers) print_registers(l, r);
  return 0;
}

int print_sm_block_speed() {
  fmt::print("thousands of cycles a second of a processor, random programs\n");
  fmt::print("{:<12}{:>10}{:>10}{:>12}\n", "block", "golden", "RTL", "golden/RTL");
  for (const built_sm_block& unit : built_sm_block_units()) {
    const unsigned shared = std::bit_floor(unit.k.shared / unit.warps);
    sm_block_cases cases(1, {.registers = unit.registers,
                             .half      = unit.half,
                             .wide      = unit.wide,
                             .shared    = shared,
                             .memory    = unit.memory ? 1024u : 0});
    launch l{.code         = cases.program(120),
             .grid_x       = 40,
             .block_x      = unit.k.threads,
             .arguments    = {},
             .shared_bytes = shared};
    sm_block_job job{
        .of    = std::make_shared<const machine>(unit.k, l, unit.policy, deps_e::Scoreboard),
        .warps = unit.warps,
        .keep  = false,
        .bytes = std::vector<std::uint8_t>(1024)};
    const auto rate = [&](auto run) {
      std::uint64_t cycles = 0;
      const double seconds = best_time_of([&] { cycles = run().cycles; }, 0.5, 3);
      return static_cast<double>(cycles) / seconds / 1e3;
    };
    const double golden = rate([&] { return run_golden(unit, job); });
    try {
      const double rtl = rate([&] { return unit.run({}, job); });
      fmt::print("{:<12}{:>10.0f}{:>10.0f}{:>12.1f}\n", unit.name, golden, rtl, golden / rtl);
    } catch (const input_error&) {
      fmt::print("{:<12}{:>10.0f}{:>10}\n", unit.name, golden, "not built");
    }
  }
  return 0;
}

}  // namespace weft::sim
