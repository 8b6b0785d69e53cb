// SPDX-License-Identifier: Apache-2.0

#include "sim/program/math/math_engines.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/file/sm_arch.hpp"
#include "sim/golden/math/math_program.hpp"
#include "sim/program/sm/sm_platform.hpp"
#include "sim/verilated/sm_block/sm_block_engine.hpp"

namespace weft::sim {
namespace {

namespace math = golden::math;
using golden::sm::launch;

/// Blocks of threads that have at least `n` in all.
unsigned grid_of(unsigned n, unsigned threads) { return (n + threads - 1) / threads; }

/// A sweep on the TLM model of a Volta multiprocessor, operands and results in memory.
math_answers run_platform(math::op_e op, const math_sweep& s) {
  constexpr unsigned Threads = 128;
  constexpr std::size_t Most = std::size_t{1} << 24;
  static sm_platform platform(read_sm_arch("volta", {}), Most, 100);
  launch l{.code      = math::program_of(op, math::places_e::Memory),
           .grid_x    = grid_of(s.count, Threads),
           .block_x   = Threads,
           .arguments = {}};
  const unsigned words = Threads * l.grid_x;
  std::vector<std::uint32_t> x(words), y(words);
  for (unsigned n = 0; n < s.count; ++n) {
    const math::operands o = s.at(op, n);
    x[n]                   = o.x;
    y[n]                   = o.y;
  }
  std::vector<std::uint8_t> bytes;
  const auto buffer = [&](const std::vector<std::uint32_t>& of) {
    l.arguments.push_back(golden::sm::memory::Base + static_cast<std::uint32_t>(bytes.size()));
    l.arguments.push_back(0);
    const auto* from = reinterpret_cast<const std::uint8_t*>(of.data());
    bytes.insert(bytes.end(), from, from + 4 * of.size());
  };
  buffer(x);
  if (math::takes_two(op)) buffer(y);
  const std::size_t at = bytes.size();
  buffer(std::vector<std::uint32_t>(words));
  const sm_outcome r = platform.run(l, golden::sm::policy_e::Gto, bytes);
  math_answers a{.bits = std::vector<std::uint32_t>(s.count), .cycles = r.cycles};
  std::memcpy(a.bits.data(), r.bytes.data() + at, 4 * a.bits.size());
  return a;
}

math_answers run_block(const built_sm_block& unit, bool rtl, math::op_e op, const math_sweep& s,
                       const run_options& options) {
  const unsigned threads = unit.warps * unit.k.threads;
  launch l{.code      = math::program_of(op, math::places_e::Registers),
           .grid_x    = grid_of(s.count, threads),
           .block_x   = std::min(threads, s.count),
           .arguments = {s.x, s.x_step, s.y, s.y_step}};
  if (l.code.registers > unit.registers || l.code.code.size() > unit.code) {
    throw std::logic_error("the program is too large for the block");
  }
  const sm_block_job job{.of = std::make_shared<const golden::sm::machine>(
                             unit.k, std::move(l), unit.policy, golden::sm::deps_e::Scoreboard),
                         .warps = unit.warps};
  sm_block_result r;
  if (rtl) {
    r = unit.run(options, job);
  } else {
    sm_block_golden block(job);
    r = run_sm_block(block, job);
  }
  math_answers a{.bits = {}, .cycles = r.cycles};
  for (unsigned n = 0; n < s.count; ++n) a.bits.push_back(r.registers[n][0]);
  return a;
}

}  // namespace

std::vector<math_sweep> math_sweeps(math::op_e op, std::uint64_t step) {
  const auto count = static_cast<unsigned>(((std::uint64_t{1} << 32) + step - 1) / step);
  const auto walk  = static_cast<std::uint32_t>(step >> 23 | 1) << 23;
  const auto every = static_cast<std::uint32_t>(step);
  if (!math::takes_two(op)) {
    std::vector<math_sweep> all{{.x_step = every, .count = count}};
    // Infinity, -0, NaN, the largest negative subnormal number, pi.
    for (const std::uint32_t x :
         {0x7f80'0000u, 0x8000'0000u, 0xffc0'0001u, 0x807f'ffffu, 0x4049'0fdbu}) {
      all.push_back({.x = x, .x_step = walk, .count = std::min(count, 512u)});
    }
    return all;
  }
  // y from 1 / 8 on, nearly to 32; x from 1 / 2 to 2 with any y.
  std::vector<math_sweep> all{{0, every, 0x3e00'0000, 0x0400'0000 / count, count},
                              {0x3f00'0000, 0x0100'0000 / count, 0, every, count}};
  for (const auto& [x, y] :
       std::initializer_list<std::pair<std::uint32_t, std::uint32_t>>{{0x7f80'0000, 0xc040'0000},
                                                                      {0x8000'0000, 0x3f80'0000},
                                                                      {0xffc0'0001, 0x0000'0000},
                                                                      {0x807f'ffff, 0x7f80'0000},
                                                                      {0xbf80'0000, 0x4b00'0001}}) {
    all.push_back({x, walk, y, 3 * walk, std::min(count, 512u)});
    all.push_back({x, walk, y, 0, std::min(count, 512u)});
  }
  return all;
}

math_answers run_math(const std::string& engine, math::op_e op, const math_sweep& sweep,
                      std::uint64_t seed) {
  if (engine == "tlm") return run_platform(op, sweep);
  return run_block(built_sm_block_units().front(), engine == "rtl", op, sweep,
                   {.seed = seed, .wave = ""});
}

}  // namespace weft::sim
