// SPDX-License-Identifier: Apache-2.0

#include "sim/program/math/math_engines.hpp"

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <systemc>
#include <utility>

#include "sim/file/sm_arch.hpp"
#include "sim/golden/math/math_program.hpp"
#include "sim/verilated/sm_block/sm_block_engine.hpp"
#include "systemc/memory.hpp"
#include "systemc/sm/sm.hpp"

namespace weft::sim {
namespace {

namespace math = golden::math;
using golden::sm::launch;

/// Blocks of threads that have at least `n` in all.
unsigned grid_of(unsigned n, unsigned threads) { return (n + threads - 1) / threads; }

/// Registers and memory of the TLM model of a multiprocessor. There is one per process, because
/// SystemC elaborates only once.
class multiprocessor : public sc_core::sc_module {
 public:
  static constexpr unsigned Threads = 128;

  static multiprocessor& instance() {
    static multiprocessor one("math");
    return one;
  }

  math_answers run(math::op_e op, const math_sweep& s) {
    const auto program   = math::program_of(op, math::places_e::Memory);
    const unsigned grid  = grid_of(s.count, Threads);
    const unsigned bytes = 4 * Threads * grid;
    std::vector<std::uint64_t> words;
    for (const auto& i : program.code) words.push_back(encode(i));
    std::vector<std::uint32_t> x(bytes / 4), y(bytes / 4);
    for (unsigned n = 0; n < s.count; ++n) {
      const math::operands o = s.at(op, n);
      x[n]                   = o.x;
      y[n]                   = o.y;
    }
    memory_.poke(CodeAt, words);
    memory_.poke(PoolAt, program.pool);
    memory_.poke(DataAt, x);
    memory_.poke(DataAt + bytes, y);
    std::vector<std::uint32_t> pointers{DataAt};
    if (math::takes_two(op)) pointers.push_back(DataAt + bytes);
    pointers.push_back(DataAt + 2 * bytes);

    namespace regs                                          = systemc::sm_regs;
    const std::pair<std::uint32_t, std::size_t> registers[] = {
        {regs::Program, CodeAt},
        {regs::Length, words.size()},
        {regs::Literals, PoolAt},
        {regs::LiteralCount, program.pool.size()},
        {regs::Registers, program.registers},
        {regs::GridX, grid},
        {regs::BlockX, Threads},
        {regs::Arguments, 2 * pointers.size()}};
    for (const auto& [at, value] : registers) write(at, static_cast<std::uint32_t>(value));
    for (std::uint32_t n = 0; n < pointers.size(); ++n) {
      write(regs::Argument + 8 * n, pointers[n]);
      write(regs::Argument + 8 * n + 4, 0);
    }
    write(regs::Ctrl, regs::Start);
    while ((read(regs::Status) & regs::Done) == 0) {
      if (!sc_core::sc_pending_activity()) throw std::logic_error("TLM: the launch does not end");
      sc_core::sc_start(sc_core::sc_time_to_pending_activity());
    }
    if (!unit_.message().empty()) throw std::logic_error("TLM: " + unit_.message());
    math_answers a;
    a.bits   = memory_.peek<std::uint32_t>(DataAt + 2 * bytes, s.count);
    a.cycles = read(regs::Cycles) | std::uint64_t{read(regs::Cycles + 4)} << 32;
    return a;
  }

 private:
  static constexpr std::uint32_t CodeAt = 0x100, PoolAt = 0x8000, DataAt = 0x10000;

  explicit multiprocessor(const sc_core::sc_module_name& name)
      : sc_module(name),
        unit_("unit", {.k = read_sm_arch("volta", {})}),
        memory_("memory", 1 << 24, sc_core::sc_time(100, sc_core::SC_NS)) {
    bus_.bind(unit_.csr);
    unit_.memory.bind(memory_.socket);
  }

  void access(tlm::tlm_command command, std::uint32_t at, std::uint32_t& data) {
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    systemc::fill(trans, command, at, &data, 4);
    bus_->b_transport(trans, delay);
    if (!trans.is_response_ok()) throw std::logic_error("TLM: " + trans.get_response_string());
  }
  void write(std::uint32_t at, std::uint32_t value) { access(tlm::TLM_WRITE_COMMAND, at, value); }
  std::uint32_t read(std::uint32_t at) {
    std::uint32_t value = 0;
    access(tlm::TLM_READ_COMMAND, at, value);
    return value;
  }

  tlm_utils::simple_initiator_socket<multiprocessor> bus_{"bus"};
  systemc::sm unit_;
  systemc::memory memory_;
};

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
  if (engine == "tlm") return multiprocessor::instance().run(op, sweep);
  return run_block(built_sm_block_units().front(), engine == "rtl", op, sweep,
                   {.seed = seed, .wave = ""});
}

}  // namespace weft::sim
