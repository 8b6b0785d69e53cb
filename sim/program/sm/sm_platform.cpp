// SPDX-License-Identifier: Apache-2.0

#include "sim/program/sm/sm_platform.hpp"

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <systemc>
#include <utility>

#include "systemc/memory.hpp"
#include "systemc/sm/sm.hpp"

namespace weft::sim {

namespace regs = systemc::sm_regs;
using golden::sm::memory;

struct sm_platform::parts : sc_core::sc_module {
  // Programs and literals of any length that the model takes lie behind the data.
  static constexpr std::size_t Program = std::size_t{12} * regs::MostLength;

  parts(const sc_core::sc_module_name& name, const golden::sm::arch& k, std::size_t bytes,
        unsigned latency)
      : sc_module(name),
        unit("unit", {.k = k, .clock_period{1, sc_core::SC_NS}}),
        ram("memory", bytes + Program, sc_core::sc_time(latency, sc_core::SC_NS), memory::Base),
        program(memory::Base + static_cast<std::uint32_t>(bytes)) {
    bus.bind(unit.csr);
    unit.memory.bind(ram.socket);
  }

  void access(tlm::tlm_command command, std::uint32_t at, std::uint32_t& data) {
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    systemc::fill(trans, command, at, &data, 4);
    bus->b_transport(trans, delay);
    if (!trans.is_response_ok()) throw std::logic_error("TLM: " + trans.get_response_string());
  }
  void write(std::uint32_t at, std::uint32_t value) { access(tlm::TLM_WRITE_COMMAND, at, value); }
  std::uint32_t read(std::uint32_t at) {
    std::uint32_t value = 0;
    access(tlm::TLM_READ_COMMAND, at, value);
    return value;
  }
  std::uint64_t read64(std::uint32_t at) { return read(at) | std::uint64_t{read(at + 4)} << 32; }

  tlm_utils::simple_initiator_socket<parts> bus{"bus"};
  systemc::sm unit;
  systemc::memory ram;
  std::uint32_t program;
};

sm_platform::sm_platform(const golden::sm::arch& k, std::size_t bytes, unsigned latency)
    : parts_(std::make_unique<parts>(sc_core::sc_gen_unique_name("sm"), k, (bytes + 63) / 64 * 64,
                                     latency)) {}
sm_platform::~sm_platform() = default;

sm_outcome sm_platform::run(const golden::sm::launch& l, golden::sm::policy_e policy,
                            const std::vector<std::uint8_t>& bytes) {
  parts& p = *parts_;
  std::vector<std::uint64_t> words;
  for (const auto& i : l.code.code) words.push_back(encode(i));
  const auto literals = static_cast<std::uint32_t>(p.program + 8 * words.size());
  if (words.size() <= regs::MostLength) p.ram.poke(p.program, words);
  if (l.code.pool.size() <= regs::MostLength) p.ram.poke(literals, l.code.pool);
  p.ram.poke(memory::Base, bytes);
  const std::pair<std::uint32_t, std::size_t> registers[] = {
      {regs::Policy, static_cast<std::size_t>(policy)},
      {regs::Program, p.program},
      {regs::Length, words.size()},
      {regs::Literals, literals},
      {regs::LiteralCount, l.code.pool.size()},
      {regs::Registers, l.code.registers},
      {regs::Shared, l.shared_bytes},
      {regs::GridX, l.grid_x},
      {regs::GridY, l.grid_y},
      {regs::BlockX, l.block_x},
      {regs::BlockY, l.block_y},
      {regs::Arguments, l.arguments.size()}};
  for (const auto& [at, value] : registers) p.write(at, static_cast<std::uint32_t>(value));
  // The model refuses more arguments than it has registers for.
  const auto arguments = std::min<std::size_t>(l.arguments.size(), regs::ArgumentMost);
  for (std::uint32_t n = 0; n < arguments; ++n) p.write(regs::Argument + 4 * n, l.arguments[n]);
  p.write(regs::Ctrl, regs::Start);
  while ((p.read(regs::Status) & regs::Done) == 0) {
    if (!sc_core::sc_pending_activity()) throw std::logic_error("TLM: the launch does not end");
    sc_core::sc_start(sc_core::sc_time_to_pending_activity());
  }
  if (!p.unit.message().empty()) throw golden::sm::fault("TLM: " + p.unit.message());
  return {.cycles       = p.read64(regs::Cycles),
          .instructions = p.read64(regs::Issued),
          .bytes        = p.ram.peek<std::uint8_t>(memory::Base, bytes.size())};
}

}  // namespace weft::sim
