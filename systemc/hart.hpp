// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <systemc>

#include "sim/golden/hart/rv64.hpp"
#include "systemc/semihosting.hpp"

namespace weft::systemc {

struct hart_config {
  sc_core::sc_time clock_period{10, sc_core::SC_NS};
  std::uint64_t reset_pc = 0x80000000;
  std::uint64_t id       = 0;  ///< mhartid
  /// How far local time runs ahead; 0: not at all. Without one, the global quantum.
  std::optional<sc_core::sc_time> quantum{};
};

/// A RISC-V hart, RV64IMAC_Zicsr in machine mode, loosely timed: golden::rv64::hart behind a
/// TLM-2.0 socket.
///
/// An instruction takes a clock period. Memory whose target grants direct pointers is reached
/// through them and takes no further time; any other access, of instructions too, is a transaction
/// at its own time, whose delay it takes. Before and after it the hart has no local time, so an
/// interrupt that the access causes is taken before the next instruction; other interrupts are
/// taken up to a quantum late. A fetch is a transaction of 2 bytes, an AMO a read and a write. WFI
/// waits for a line without host time. mcycle is simulated time in clock periods, rounded down.
///
/// While rst_n is low the hart stands: an access in progress ends first, and as many instructions
/// as are ahead of SystemC's time, up to a quantum, have been executed. Then it begins at reset_pc,
/// with registers and CSRs as at the beginning; mcycle and minstret count on. An exit is for good.
///
/// An access that the bus answers with an error is a precise trap: access fault, or
/// address-misaligned if the address is not a multiple of its length.
class hart : public sc_core::sc_module {
 public:
  /// A level. Unbound is legal and means low.
  using line = sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  tlm_utils::simple_initiator_socket<hart, 64> bus{"bus"};
  line irq_external{"irq_external"}, irq_timer{"irq_timer"}, irq_software{"irq_software"};
  line rst_n{"rst_n"};  ///< low: reset. Unbound means high

  explicit hart(const sc_core::sc_module_name& name, const hart_config& config = {});

  /// The calls of a guest's EBREAK between SLLI x0, x0, 31 and SRAI x0, x0, 7; none at first.
  void set_semihost(golden::rv64::hart::semihost_t semihost);
  /// This hart for a semihosting object: memory by debug transactions, exit(), time.
  semihosting_guest guest();

  /// Takes effect when local time is next 0.
  void set_quantum(const sc_core::sc_time& quantum) { keeper_.quantum = quantum; }

  /// Ends the guest: the hart executes no further instruction.
  void exit(int code);
  std::optional<int> exit_code() const { return exit_code_; }
  const sc_core::sc_event& exited() const { return exited_; }  ///< when the last one has ended

  /// Registers and counters. To be changed only before the simulation starts.
  golden::rv64::hart& core() { return core_; }
  std::uint64_t instructions() const { return core_.retired(); }   ///< without those that trapped
  std::uint64_t interrupts() const { return core_.interrupts(); }  ///< taken
  sc_core::sc_time slept() const;                                  ///< in WFI, up to now
  /// The begin of the WFI that it waits in.
  const std::optional<sc_core::sc_time>& asleep_since() const { return asleep_since_; }

  /// Calls for those who watch: each sleep in WFI at its end, each interrupt when it is taken.
  std::function<void(const sc_core::sc_time& from, const sc_core::sc_time& to)> on_sleep{};
  std::function<void(golden::rv64::line_e line, const sc_core::sc_time& at)> on_interrupt{};

 private:
  /// A quantum keeper with a quantum of its own.
  struct keeper : tlm_utils::tlm_quantumkeeper {
    std::optional<sc_core::sc_time> quantum;

    /// Clock periods until local time ends, rounded up; at least 1.
    std::uint64_t periods(const sc_core::sc_time& period) const;

   protected:
    sc_core::sc_time compute_local_quantum() override;
  };

  SC_HAS_PROCESS(hart);
  void run();
  void follow_lines();
  void follow_rst_n();
  bool low() const { return rst_n.size() != 0 && !rst_n->read(); }
  void begin_anew();
  void sleep();
  void pay();
  sc_core::sc_time local_time() const;
  void set_clock();
  bool access(golden::rv64::access_e kind, std::uint64_t address, unsigned bytes,
              std::uint64_t& value);
  void ask_for_pointer(bool write, std::uint64_t address);
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last);
  bool debug(tlm::tlm_command command, std::uint64_t address, const void* data, std::size_t bytes);

  const hart_config config_;
  golden::rv64::hart core_;
  keeper keeper_;
  std::uint64_t paid_ = 0;  ///< instructions whose time is local or over
  tlm::tlm_generic_payload trans_;
  std::optional<int> exit_code_;
  bool reset_asked_ = false;  // and not yet followed
  sc_core::sc_time slept_;    // before
  std::optional<sc_core::sc_time> asleep_since_;
  sc_core::sc_event wake_{"wake"}, exited_{"exited"};
};

}  // namespace weft::systemc
