// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <systemc>
#include <utility>
#include <vector>

#include "sim/golden/engine/engine.hpp"
#include "systemc/dma_master.hpp"
#include "systemc/dma_matrix.hpp"
#include "systemc/phased_master.hpp"

namespace weft::systemc {

struct engine_config {
  golden::engine::config engine;  ///< the parameters of the RTL
  sc_core::sc_time clock_period{1, sc_core::SC_NS};
};

/// The work of an engine since the beginning.
struct engine_activity {
  std::uint64_t busy_cycles = 0;                  ///< in which it was not idle
  std::uint64_t read_bytes = 0, write_bytes = 0;  ///< of whole words of the bus, the ring's too
};

/// Calls for those who watch a loosely-timed engine.
struct engine_watch {
  /// At the end of a job: when its time began, and the latency of the memory, in cycles.
  std::function<void(const golden::engine_core::job& job, const golden::engine::outcome& outcome,
                     const sc_core::sc_time& start, std::uint64_t latency)>
      job{};
  /// A descriptor or a completion, from the ring's request to the memory's answer.
  std::function<void(tlm::tlm_command command, const sc_core::sc_time& from,
                     const sc_core::sc_time& to)>
      ring{};
};

/// The register page of the engine, docs/unit/engine_regs.md, behind a TLM-2.0 socket, and its
/// lines.
///
/// An access has 4 or 8 bytes, aligned; 8 bytes are two registers, the lower one first. It waits
/// for its own time, so it is called in a thread. A hole answers TLM_ADDRESS_ERROR_RESPONSE, a
/// write that the register refuses, or a read, TLM_COMMAND_ERROR_RESPONSE. While rst_n is low, all
/// answer TLM_GENERIC_ERROR_RESPONSE.
class engine_base : public sc_core::sc_module {
 public:
  /// Level: a flag of STATUS whose IRQ_ENABLE is set. Unbound is legal.
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> irq{"irq"};
  /// Low: reset. Unbound is legal and means high.
  sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> rst_n{
      "rst_n"};

  const engine_config& config() const { return config_; }
  const engine_activity& activity() const { return activity_; }

 protected:
  engine_base(const sc_core::sc_module_name& name, const engine_config& config);

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay);
  virtual unsigned transport_dbg(tlm::tlm_generic_payload& trans);

  /// An access to the register at `offset`, a write if there are data. Waits for its end.
  virtual golden::axil::read_data access(std::uint32_t offset,
                                         std::optional<golden::axil::write_data> data) = 0;
  /// Reset by the pin: registers have their reset values, nothing is owed.
  virtual void start_anew()                                                       = 0;
  virtual tlm::tlm_fw_transport_if<>& bus()                                       = 0;
  virtual void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) = 0;
  virtual tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                             sc_core::sc_time& delay);

  /// Sets the line at a time that is not over.
  void drive_irq(bool level, const sc_core::sc_time& at);
  bool held_in_reset() const { return held_in_reset_; }
  sc_core::sc_time cycles(std::uint64_t n) const { return n * config_.clock_period; }

  const engine_config config_;
  engine_activity activity_;

 private:
  SC_HAS_PROCESS(engine_base);
  void follow_rst_n();
  void write_irq();

  bool held_in_reset_ = false, irq_level_ = false;
  sc_core::sc_event irq_event_{"irq_event"};
  sc_core::sc_mutex one_access_{"one_access"};
};

/// Loosely-timed model of rtl/engine/weft_engine.sv: golden's registers, ring and checks; jobs
/// block by block.
///
/// The values are golden's. A job takes the time of golden::engine_core::cycles() on a memory with
/// the latency that the bus states for the job's first block: the time of the RTL, if every burst
/// has that latency. Of a job of more than MaxBlocks blocks, the time of the first ones is counted
/// and the rest is in proportion. The host holds one block at a time, so the size of a job needs no
/// memory; a reset or an abort ends a job between two blocks. A burst that is never answered is not
/// modelled as HUNG. See docs/unit/engine_tlm.md.
class engine_timed : public engine_base {
 public:
  static constexpr std::uint64_t MaxBlocks = 4096;

  void watch(engine_watch calls) { watch_ = std::move(calls); }

  /// Adds the registers in TracedRegisters to a waveform, as <name of the module>.<register>. Each
  /// has its new value from the cycle on whose end sets it. Call it before the simulation starts.
  void trace(sc_core::sc_trace_file* file) const override;

  struct traced_register {
    const char* name;
    std::uint32_t offset;
  };
  static constexpr std::array<traced_register, 12> TracedRegisters{
      {{"status", golden::engine_map::Status},
       {"error", golden::engine_map::Error},
       {"irq_enable", golden::engine_map::IrqEnable},
       {"m", golden::engine_map::M},
       {"n", golden::engine_map::N},
       {"k", golden::engine_map::K},
       {"jobs", golden::engine_map::Jobs},
       {"time", golden::engine_map::TimeLo},
       {"ring_ctrl", golden::engine_map::RingCtrl},
       {"ring_head", golden::engine_map::RingHead},
       {"ring_tail", golden::engine_map::RingTail},
       {"ring_state", golden::engine_map::RingState}}};

 protected:
  engine_timed(const sc_core::sc_module_name& name, const engine_config& config);

  unsigned transport_dbg(tlm::tlm_generic_payload& trans) override;
  golden::axil::read_data access(std::uint32_t offset,
                                 std::optional<golden::axil::write_data> data) override;
  void start_anew() override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;

 private:
  static constexpr std::size_t MaxJobs = 2;  ///< that the core has

  struct dropped {};  ///< thrown in a thread after a reset by the pin

  /// The end of a transfer, and the cycles that the bus took.
  struct moved {
    bool right;
    std::uint64_t latency = 0;
  };
  /// The memory's answer to the ring.
  void show_registers() const;
  struct answer {
    sc_core::sc_time at;
    std::vector<std::uint8_t> word{};
    golden::engine_ring::memory_end end{};
  };
  /// A job in the core, and the cycle in which it was taken.
  struct given {
    golden::engine_core::job job;
    std::uint64_t taken;
  };

  SC_HAS_PROCESS(engine_timed);
  void run();
  void turn(std::uint64_t resets);
  void step(golden::engine_front::inputs in);
  sc_core::sc_time due() const;
  void skip_to(const sc_core::sc_time& time);
  bool quiet_at(const sc_core::sc_time& time) const;
  std::uint64_t cycles_of(const sc_core::sc_time& time) const;
  std::uint64_t cycle_at(const sc_core::sc_time& time) const;
  moved move(tlm::tlm_command command, std::uint64_t address, std::span<std::uint8_t> bytes);

  void work();
  bool pass_until(const sc_core::sc_time& time);
  golden::engine::outcome run_job(const given& given);
  void load(const golden::engine_core::block_in_memory& at);

  engine_watch watch_;
  golden::engine_front::model front_;
  sc_core::sc_time front_time_;  ///< the cycles before are over
  std::uint64_t resets_ = 0, resets_at_start_ = 0;
  sc_core::sc_time next_step_ = sc_core::sc_max_time();  ///< of the thread of the front
  std::optional<sc_core::sc_time> busy_since_;
  golden::axil::from_master bus_{.b_ready = false, .r_ready = false};  ///< of the access
  std::optional<golden::axil::read_data> answer_;                      ///< to it
  std::optional<answer> fetch_, tell_;                                 ///< to the ring
  sc_core::sc_event change_{"change"};

  // The jobs in the core, and the schedule of those that follow each other.
  std::deque<given> jobs_;
  golden::engine_core::schedule schedule_;
  sc_core::sc_time chain_from_;    ///< its cycle 0
  std::uint64_t released_    = 0;  ///< the cycle from which on the oldest job may be stored
  sc_core::sc_time quiet_at_ = sc_core::sc_max_time(), ends_at_ = sc_core::sc_max_time();
  std::optional<golden::engine::outcome> ended_;  ///< of the oldest job

  dma_master dma_, ring_dma_;
  dma_matrix matrices_{dma_};
  golden::tensor::problem block_;               ///< kept for its storage
  std::vector<golden::tensor::result_t> sums_;  ///< of the block so far
  std::vector<unsigned char> bytes_;            ///< of a copied block, or of lines of a picture
  std::uint64_t job_latency_ = 0;
  sc_core::sc_time job_start_;  ///< of the oldest job's time
  mutable std::unique_ptr<std::array<std::uint32_t, TracedRegisters.size()>> traced_;
};

/// One cycle of an engine, and its reset: golden's model or the RTL.
struct engine_pins {
  std::function<golden::engine::outputs(const golden::engine::inputs&)> cycle;
  std::function<void()> reset;
  /// A bus that stalls: called in every cycle, may take away ready, words and responses.
  std::function<void(golden::engine::inputs&)> stall{};
};

/// Golden's model, every cycle.
engine_pins golden_pins(const golden::engine::config& config);

/// The transport of an engine's bursts.
enum class transport_e : std::uint8_t {
  Blocking,  ///< b_transport, reads one after the other, writes likewise
  Phases     ///< nb_transport: requests while others are under way, back-pressure by END_REQ
};

/// An engine cycle by cycle behind the same sockets: golden's model, or the Verilated RTL.
///
/// A burst of the bus is one transaction. The delay that the target states, the time it waits, or
/// BEGIN_RESP is that of the first word; a word a cycle follows, in the order of the requests.
/// Blocking, reads and writes are transported one after the other, each of both kinds in a thread
/// of its own; a partial word is a transaction of its bytes. In phases, ARREADY, AWREADY and WREADY
/// are low while a request waits for END_REQ, and a write has byte enables. An error answer of any
/// kind is SLVERR. The clock stands while nothing runs and no register is accessed.
class engine_cycles : public engine_base {
 protected:
  engine_cycles(const sc_core::sc_module_name& name, const engine_config& config, engine_pins pins,
                transport_e transport = transport_e::Blocking);

  golden::axil::read_data access(std::uint32_t offset,
                                 std::optional<golden::axil::write_data> data) override;
  void start_anew() override;
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) override;
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;

 private:
  /// A burst on its way to the target and back.
  struct burst {
    std::uint64_t id;
    golden::axi::burst at;
    std::vector<unsigned char> data;  // of a write: what is enabled
    std::vector<bool> enabled;        // a write's bytes
    golden::axi::resp_e resp{};
    std::optional<sc_core::sc_time> answered{};  // when the first word, or the response, is there
    unsigned given = 0;                          // words of a read that the engine has
  };
  using bursts = std::deque<burst>;

  SC_HAS_PROCESS(engine_cycles);
  void clock();
  void read_bursts();
  void write_bursts();
  void transport(bursts& all, sc_core::sc_event& there, dma_master& dma, bool writes);
  void drive(golden::engine::inputs& in);
  void take(const golden::engine::inputs& in, const golden::engine::outputs& out);
  bool there(const bursts& all) const;
  void ask(bursts& all, burst b, sc_core::sc_event& there);
  void begin(const burst& b, tlm::tlm_command command);
  void answer(std::uint64_t id, bool right, std::span<const unsigned char> data);

  struct request {
    std::uint32_t offset;
    std::optional<golden::axil::write_data> data;
    bool address_taken = false, data_taken = false;
    std::optional<golden::axil::read_data> answer{};
  };

  engine_pins pins_;
  transport_e transport_;
  request* request_ = nullptr;  // of the access in progress
  bool idle_        = true;
  bursts reads_, writes_;  // taken, and not yet answered in full
  std::deque<golden::axi::burst> write_addresses_;
  std::deque<golden::axi_write::w_word> words_;
  std::uint64_t resets_ = 0, bursts_ = 0;
  sc_core::sc_event wake_{"wake"}, answered_{"answered"}, read_there_{"read_there"},
      write_there_{"write_there"};
  dma_master read_dma_, write_dma_;
  phased_master phases_;
};

/// The sockets round a model. `Model` is engine_timed or engine_cycles, with its arguments.
template <class Model, unsigned CsrBits = 32, unsigned DmaBits = CsrBits>
class basic_engine : public Model {
 public:
  tlm_utils::simple_target_socket<basic_engine, CsrBits> csr{"csr"};  ///< the register page
  tlm_utils::simple_initiator_socket<basic_engine, DmaBits> dma{
      "dma"};  ///< operands, results, ring

  template <class... Arguments>
  explicit basic_engine(const sc_core::sc_module_name& name, Arguments&&... arguments)
      : Model(name, std::forward<Arguments>(arguments)...) {
    csr.register_b_transport(this, &basic_engine::access_page);
    csr.register_transport_dbg(this, &basic_engine::read_page);
    dma.register_invalidate_direct_mem_ptr(this, &basic_engine::invalidate);
    dma.register_nb_transport_bw(this, &basic_engine::respond);
  }

 private:
  void access_page(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    this->b_transport(trans, delay);
  }
  unsigned read_page(tlm::tlm_generic_payload& trans) { return this->transport_dbg(trans); }
  void invalidate(sc_dt::uint64 first, sc_dt::uint64 last) {
    this->invalidate_direct_mem_ptr(first, last);
  }
  tlm::tlm_sync_enum respond(tlm::tlm_generic_payload& trans, tlm::tlm_phase& phase,
                             sc_core::sc_time& delay) {
    return this->nb_transport_bw(trans, phase, delay);
  }
  tlm::tlm_fw_transport_if<>& bus() override { return *dma.operator->(); }
};

using engine       = basic_engine<engine_timed>;
using engine64     = basic_engine<engine_timed, 64>;
using cycle_engine = basic_engine<engine_cycles>;

}  // namespace weft::systemc
