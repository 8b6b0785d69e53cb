// SPDX-License-Identifier: Apache-2.0

#include "sim/program/za_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "sim/file/input_error.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/verilated/sme_core/sme_core_session.hpp"
#include "systemc/sme/sme_core.hpp"
#include "systemc/sme/sme_memory.hpp"

namespace weft::sim {

using golden::sme::paged_memory;
using golden::sme::state;
using golden::sme::watcher;
using golden::sme_core::core_config;

void check_lengths(int svl, int nsvl) {
  if (!golden::sme::valid_lengths(svl, nsvl)) {
    throw input_error(fmt::format(
        "--svl {} --nsvl {}: 128 to 2048, SVL a power of two, NSVL a multiple of 128", svl, nsvl));
  }
}

core_config core_of(int svl, std::optional<int> rows_per_cycle) {
  const int most = svl / 32;
  const int rows = rows_per_cycle.value_or(std::min(most, core_config{}.rows_per_cycle));
  if (rows < 1 || rows > most || !std::has_single_bit(static_cast<unsigned>(rows))) {
    throw input_error(fmt::format("--rows-per-cycle {}: a power of two up to SVL / 32", rows));
  }
  return {.rows_per_cycle = rows};
}

za_result run_golden(state& s, paged_memory& memory, std::uint64_t limit, const watcher& watch) {
  return {golden::sme::run(s, memory, limit, ReturnTo, watch)};
}

za_result run_tlm(state& s, paged_memory& memory, std::uint64_t limit, const core_config& k,
                  std::uint64_t latency, const watcher& watch) {
  const sc_core::sc_time period(1, sc_core::SC_NS);
  systemc::sme_core core(sc_core::sc_gen_unique_name("core"), k, period);
  systemc::sme_memory target(sc_core::sc_gen_unique_name("memory"), memory,
                             static_cast<double>(latency) * period);
  core.memory.bind(target.socket);
  core.registers = s;
  sc_core::sc_time time;
  const auto r = core.run(limit, ReturnTo, time, watch);
  s            = core.registers;
  return {r, static_cast<std::uint64_t>(std::llround(time / period))};
}

za_result run_rtl(state& s, paged_memory& memory, std::uint64_t limit, const built_sme_core& core,
                  std::uint64_t latency, const run_options& options, const watcher& watch) {
  core_session session(core, options, latency);
  const auto r = session.run(s, memory, limit, ReturnTo, watch);
  return {r.run, r.cycles, session.began()};
}

}  // namespace weft::sim
