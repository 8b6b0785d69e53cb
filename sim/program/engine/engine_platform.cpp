// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/engine_platform.hpp"

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <systemc>
#include <utility>
#include <vector>

#include "systemc/engine.hpp"
#include "systemc/memory.hpp"
#include "systemc/payload.hpp"

namespace weft::sim {
namespace {

/// A processor whose thread runs one program.
struct processor : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<processor> bus{"bus"};
  sc_core::sc_signal<bool> irq{"irq"};
  std::function<void()> program;
  std::exception_ptr failure;  ///< of the program

  SC_HAS_PROCESS(processor);
  explicit processor(const sc_core::sc_module_name& name) : sc_module(name) { SC_THREAD(run); }

  template <class Word>
  Word access(tlm::tlm_command command, std::uint32_t offset, Word value) {
    tlm::tlm_generic_payload trans;
    systemc::fill(trans, command, offset, &value, sizeof value);
    sc_core::sc_time delay;
    bus->b_transport(trans, delay);
    if (!trans.is_response_ok()) throw std::logic_error("TLM: " + trans.get_response_string());
    wait(delay);
    return value;
  }
  void write(std::uint32_t offset, std::uint32_t value) {
    access(tlm::TLM_WRITE_COMMAND, offset, value);
  }
  void write64(std::uint32_t low, std::uint64_t value) {
    access(tlm::TLM_WRITE_COMMAND, low, value);
  }
  std::uint32_t read(std::uint32_t offset) {
    return access(tlm::TLM_READ_COMMAND, offset, std::uint32_t{0});
  }
  std::uint64_t read64(std::uint32_t low) {
    return access(tlm::TLM_READ_COMMAND, low, std::uint64_t{0});
  }
  void wait_for_irq() {
    while (!irq.read()) wait(irq.value_changed_event());
  }

 private:
  void run() {
    try {
      program();
    } catch (const sc_core::sc_unwind_exception&) {
      throw;
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
  }
};

}  // namespace

engine_answer run_on_tlm(const golden::engine::config& k, const golden::engine::job& job,
                         std::vector<std::uint8_t>& memory, std::uint64_t latency) {
  const systemc::engine_config config{.engine = k};
  systemc::engine engine("engine", config);
  systemc::memory ram("memory", memory.size(), latency * config.clock_period, engine_memory::Base);
  processor cpu("cpu");
  cpu.bus.bind(engine.csr);
  engine.dma.bind(ram.socket);
  engine.irq(cpu.irq);

  ram.poke(engine_memory::Base, memory);
  std::optional<engine_answer> answer;
  cpu.program = [&] {
    answer = run_job(cpu, k, job, memory.size(), "tlm", [&] { cpu.wait_for_irq(); });
  };
  sc_core::sc_start();
  if (cpu.failure) std::rethrow_exception(cpu.failure);
  if (!answer) throw std::runtime_error("TLM: no interrupt");
  memory = ram.peek<std::uint8_t>(engine_memory::Base, memory.size());
  return std::move(*answer);
}

std::uint64_t blocks_timed_by_tlm() { return systemc::engine_timed::MaxBlocks; }

}  // namespace weft::sim
