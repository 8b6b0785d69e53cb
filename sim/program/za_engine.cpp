// SPDX-License-Identifier: Apache-2.0

#include "sim/program/za_engine.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "sim/file/input_error.hpp"
#include "sim/sme/sme_host.hpp"
#include "sim/sme/sme_launch.hpp"
#include "systemc/sme.hpp"
#include "systemc/sme/sme_core.hpp"

namespace weft::sim {

using golden::sme::paged_memory;
using golden::sme::state;
using golden::sme::watcher;

void check_sizes(int svl, int nsvl, int rows_per_cycle) {
  if (!golden::sme::valid_lengths(svl, nsvl)) {
    throw input_error(fmt::format(
        "--svl {} --nsvl {}: 128 to 2048, SVL a power of two, NSVL a multiple of 128", svl, nsvl));
  }
  if (rows_per_cycle < 1 || 32 * rows_per_cycle > svl ||
      !std::has_single_bit(static_cast<unsigned>(rows_per_cycle))) {
    throw input_error(
        fmt::format("--rows-per-cycle {}: a power of two up to SVL / 32", rows_per_cycle));
  }
}

za_result run_golden(state& s, paged_memory& memory, std::uint64_t limit, const watcher& watch) {
  return {golden::sme::run(s, memory, limit, ReturnTo, watch)};
}

za_result run_tlm(state& s, paged_memory& memory, std::uint64_t limit, int rows_per_cycle,
                  const watcher& watch) {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  systemc::sme core("core", {.mopa = {.rows_per_cycle = rows_per_cycle}}, period);
  systemc::sme_memory target("memory", memory);
  core.memory.bind(target.socket);
  core.registers = s;
  sc_core::sc_time time;
  const auto r = core.run(limit, ReturnTo, time, watch);
  s            = core.registers;
  return {r, static_cast<std::uint64_t>(std::llround(time / period))};
}

za_result run_core_tlm(state& s, paged_memory& memory, std::uint64_t limit,
                       const golden::sme_core::core_config& k, std::uint64_t latency) {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  systemc::sme_core core(sc_core::sc_gen_unique_name("core"), k, period);
  systemc::sme_memory target(sc_core::sc_gen_unique_name("memory"), memory,
                             static_cast<double>(latency) * period);
  core.memory.bind(target.socket);
  core.registers = s;
  sc_core::sc_time time;
  const auto r = core.run(limit, ReturnTo, time);
  s            = core.registers;
  return {r, static_cast<std::uint64_t>(std::llround(time / period))};
}

za_result run_rtl(state& s, paged_memory& memory, std::uint64_t limit, const built_sme& unit,
                  const run_options& options, const watcher& watch) {
  const auto made = unit.make(options);
  sme_host host(*made);
  const auto r = host.run(s, memory, limit, ReturnTo, watch);
  return {r, host.cycles(), host.began()};
}

}  // namespace weft::sim
