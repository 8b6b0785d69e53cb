// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/hart/rv64_instruction.hpp"

/// A RISC-V hart, RV64IMAC_Zicsr in machine mode: what each instruction does, no pipeline.
namespace weft::golden::rv64 {

/// Causes of exceptions, values of mcause.
enum class cause_e : std::uint64_t {
  FetchFault      = 1,
  Illegal         = 2,
  Breakpoint      = 3,
  LoadMisaligned  = 4,
  LoadFault       = 5,
  StoreMisaligned = 6,
  StoreFault      = 7,
  Ecall           = 11,
};

/// Interrupt lines: bits of mip and mie, values of mcause below bit 63.
enum class line_e : unsigned { Software = 3, Timer = 7, External = 11 };

/// Control and status registers that hold state.
enum csr_e : unsigned {
  Mstatus       = 0x300,
  Misa          = 0x301,
  Mie           = 0x304,
  Mtvec         = 0x305,
  Mcountinhibit = 0x320,
  Mscratch      = 0x340,
  Mepc          = 0x341,
  Mcause        = 0x342,
  Mtval         = 0x343,
  Mip           = 0x344,
  Mcycle        = 0xb00,
  Minstret      = 0xb02,
  Cycle         = 0xc00,
  Instret       = 0xc02,
  Mvendorid     = 0xf11,
  Marchid       = 0xf12,
  Mimpid        = 0xf13,
  Mhartid       = 0xf14,
  Mconfigptr    = 0xf15,
};

enum class access_e { Fetch, Load, Store };

/// A stretch of memory that the hart reaches without calling anybody.
struct window {
  unsigned char* data = nullptr;
  std::uint64_t first = 0, bytes = 0;
  bool readable = true, writable = true;
};

/// The hart. Memory is windows of direct pointers, all else is `bus`. Host and hart are
/// little-endian.
///
/// Loads and stores need no alignment. One that the bus refuses is an access fault, or an
/// address-misaligned exception where it is not aligned; so are LR, SC and AMO that are not
/// aligned, anywhere. An exception is precise: the instruction has changed nothing. mtval is the
/// address of a refused or misaligned access, the bits of an illegal instruction, the pc of a
/// breakpoint.
///
/// An AMO on the bus is a load and a store. An SC succeeds if the LR before it had the same address
/// and width, memory still has what the LR read, and no trap, MRET or other SC came in between.
class hart {
 public:
  /// An access of 1, 2, 4 or 8 bytes outside of the windows; `value` is zero-extended. Returns
  /// false if it is refused. A fetch has 2 bytes.
  using bus_t =
      std::function<bool(access_e, std::uint64_t address, unsigned bytes, std::uint64_t& value)>;
  /// A semihosting call: operation (a0) and argument (a1); returns the new a0.
  using semihost_t = std::function<std::uint64_t(std::uint64_t operation, std::uint64_t argument)>;

  explicit hart(std::uint64_t pc = 0, std::uint64_t id = 0);

  bus_t bus;            ///< without one, every access outside of the windows is refused
  semihost_t semihost;  ///< without one, EBREAK always traps
  std::function<void(line_e)> on_interrupt{};  ///< called for each that is taken

  /// Executes up to n instructions and returns how many it began. Returns earlier after an
  /// instruction that called `bus` or `semihost`, and where the hart waits for an interrupt.
  std::uint64_t run(std::uint64_t n);

  std::uint64_t pc() const { return pc_; }
  void set_pc(std::uint64_t pc) { pc_ = pc & ~std::uint64_t{1}; }
  std::uint64_t x(unsigned i) const { return x_[i]; }
  void set_x(unsigned i, std::uint64_t value) {
    if (i != 0) x_[i] = value;
  }
  /// A register, as CSRRS with x0 reads it; 0 where there is none.
  std::uint64_t csr(unsigned number) const;

  /// Registers and CSRs as constructed, with this pc; what is cached is forgotten. Lines, windows
  /// and counters stay.
  void reset(std::uint64_t pc);

  void set_line(line_e line, bool level);
  bool interrupt_pending() const { return (mip_ & mie_) != 0; }
  bool waiting() const { return waiting_; }  ///< WFI has been executed and no interrupt is pending

  /// Adds a window; accesses to it no longer go to the bus.
  void map(const window& w);
  /// Removes the windows that have a byte from first to last.
  void unmap(std::uint64_t first, std::uint64_t last);
  /// Forgets decoded instructions, as FENCE.I does.
  void forget();

  /// Instructions begun so far: those retired and those that raised an exception.
  std::uint64_t begun() const { return begun_; }
  std::uint64_t retired() const { return begun_ - trapped_; }
  std::uint64_t interrupts() const { return interrupts_; }  ///< taken so far
  /// The clock periods that have passed in all; mcycle counts them. run() adds one an instruction.
  void set_clock(std::uint64_t periods) { waited_ = periods - begun_; }

 private:
  struct decoded {
    std::uint64_t pc = NoPc;
    instruction what{};
  };
  /// A window that was used last. An offset below `limit` has eight bytes of the window behind it.
  struct recent {
    unsigned char* data = nullptr;
    std::uint64_t first = 0, limit = 0;
  };
  static constexpr std::uint64_t NoPc   = 1;
  static constexpr unsigned Discarded   = 32;  // a write to x0 goes there
  static constexpr std::uint64_t Places = 1 << 14;

  void execute(std::uint64_t until);
  void trap(cause_e cause, std::uint64_t value);
  void enter(std::uint64_t cause, std::uint64_t value, std::uint64_t target);
  void take_interrupt();

  bool fetch(decoded& into);
  bool fetch_half(std::uint64_t address, std::uint64_t& half, bool& direct);
  unsigned char* find(access_e kind, std::uint64_t address, unsigned bytes);
  template <class T>
  bool read(std::uint64_t address, T& value, access_e kind = access_e::Load);
  template <class T>
  bool write(std::uint64_t address, T value);
  template <class T>
  bool load(const instruction& i);
  template <class T>
  bool store(const instruction& i);
  template <class T>
  bool load_reserved(const instruction& i);
  template <class T>
  bool store_conditional(const instruction& i);
  template <class T, class F>
  bool amo(const instruction& i, F f);
  bool csr_instruction(const instruction& i);
  bool read_csr(unsigned number, std::uint64_t& value) const;
  void write_csr(unsigned number, std::uint64_t value);
  bool calls_host(const instruction& i);
  std::uint64_t mcycle() const { return begun_ + waited_ + mcycle_offset_; }
  std::uint64_t minstret() const { return retired() + minstret_offset_; }

  std::array<std::uint64_t, 33> x_{};
  std::uint64_t pc_, id_;
  std::uint64_t begun_ = 0, trapped_ = 0, waited_ = 0, interrupts_ = 0;
  bool recheck_ = false;  // of interrupts, before the next instruction
  bool leave_   = false;  // run() after this instruction
  bool waiting_ = false;
  recent loads_, stores_;

  std::uint64_t mstatus_, mie_ = 0, mip_ = 0, mtvec_ = 0, mscratch_ = 0, mepc_ = 0, mcause_ = 0,
                          mtval_ = 0, mcycle_offset_ = 0, minstret_offset_ = 0;
  std::uint64_t reserved_address_ = 0, reserved_value_ = 0;
  unsigned reserved_bytes_ = 0;  // 0: no reservation
  std::vector<window> windows_;
  std::vector<decoded> decoded_;
};

}  // namespace weft::golden::rv64
