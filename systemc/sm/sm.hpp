// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "sim/golden/sm/sm_model.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// Registers of the multiprocessor's model: words of 32 bits, aligned accesses of 4 or 8 bytes.
namespace sm_regs {
inline constexpr std::uint32_t PageBytes = 4096;

inline constexpr std::uint32_t Id           = 0x000;  ///< read: IdValue
inline constexpr std::uint32_t Ctrl         = 0x004;  ///< write: 1 starts, 2 stops
inline constexpr std::uint32_t Status       = 0x008;  ///< Busy, Done, Failed; writing Done clears
inline constexpr std::uint32_t IrqEnable    = 0x00c;  ///< bit 0
inline constexpr std::uint32_t Error        = 0x010;  ///< sm_error_e of the last run
inline constexpr std::uint32_t Policy       = 0x014;  ///< 0 lrr, 1 gto, 2 youngest
inline constexpr std::uint32_t Program      = 0x020;  ///< address of the instructions' words
inline constexpr std::uint32_t Length       = 0x024;  ///< instructions, 8 bytes each
inline constexpr std::uint32_t Literals     = 0x028;  ///< address of the literals
inline constexpr std::uint32_t LiteralCount = 0x02c;  ///< literals, 4 bytes each
inline constexpr std::uint32_t Registers    = 0x030;  ///< of a thread
inline constexpr std::uint32_t Shared       = 0x034;  ///< bytes of a block of threads
inline constexpr std::uint32_t GridX        = 0x038;
inline constexpr std::uint32_t GridY        = 0x03c;
inline constexpr std::uint32_t BlockX       = 0x040;
inline constexpr std::uint32_t BlockY       = 0x044;
inline constexpr std::uint32_t Arguments    = 0x048;  ///< words of c[0x0] from 0x160 on
inline constexpr std::uint32_t Cycles       = 0x050;  ///< 64 bits, read: of the last run
inline constexpr std::uint32_t Issued       = 0x058;  ///< 64 bits, read: instructions of warps
inline constexpr std::uint32_t Argument     = 0x100;  ///< the words, ArgumentMost of them

inline constexpr std::uint32_t IdValue       = 0x4d535457;  // "WTSM"
inline constexpr unsigned ArgumentMost       = 64;
inline constexpr std::uint32_t Start         = 1;
inline constexpr std::uint32_t Stop          = 2;
inline constexpr std::uint32_t Busy          = 1;
inline constexpr std::uint32_t Done          = 2;
inline constexpr std::uint32_t Failed        = 4;
inline constexpr std::uint32_t MostLength    = 8192;  ///< instructions, and literals
inline constexpr std::uint32_t MostThreads   = 1024;
inline constexpr std::uint32_t MostBlocks    = 1 << 20;
inline constexpr std::uint32_t MostRegisters = 255;
inline constexpr std::uint32_t MostShared    = 1 << 20;
}  // namespace sm_regs

/// Why a run of the multiprocessor's model failed.
enum class sm_error_e : std::uint32_t {
  None,
  Launch,   ///< a register that no launch can have, or a block of threads that does not fit
  Program,  ///< a word that is no instruction, or one beyond the registers or the units
  Bus,      ///< memory answered with an error
  Run,      ///< golden's fault: an address, a stack, a warp beyond the last instruction
  Cycles,   ///< more than `most` cycles
  Stopped
};

/// TLM-2.0 model of a streaming multiprocessor, loosely timed. Values and cycles are
/// golden::sm::model's.
///
/// Software writes sm_regs through `csr` and starts; a write to the registers of a running launch
/// answers TLM_COMMAND_ERROR_RESPONSE, but for Ctrl, Status and IrqEnable. The model reads program
/// and literals through `memory` in bursts of up to 64 bytes, one after the other, then runs
/// golden. A sector that golden requests is a read of 32 bytes at the time of its cycle, whose
/// answer arrives after the delay of the call, in whole cycles, one at least and in order; a write
/// is one transaction for each run of words, and its delay does not count. With a delay of n cycles
/// for every read, all is as in golden::sm::memory of latency n and rate 32. Accesses to registers
/// take no time. `Cycles` and Done are written when simulation time is the end of the run; every
/// `slice` cycles the model waits for its time, and a stop ends the run there.
///
/// `irq` is a level: Done and IrqEnable. Unbound is legal.
class sm : public sc_core::sc_module {
 public:
  struct config {
    golden::sm::arch k;
    sc_core::sc_time clock_period{1, sc_core::SC_NS};
    std::uint64_t most  = 1'000'000'000;  ///< cycles of a run
    std::uint64_t slice = 1000;
  };

  tlm_utils::simple_target_socket<sm> csr{"csr"};
  tlm_utils::simple_initiator_socket<sm> memory{"memory"};
  sc_core::sc_port<sc_core::sc_signal_inout_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND> irq{"irq"};

  SC_HAS_PROCESS(sm);
  sm(const sc_core::sc_module_name& name, config of)
      : sc_module(name), config_(std::move(of)), words_(sm_regs::Argument / 4) {
    words_.resize(sm_regs::Argument / 4 + sm_regs::ArgumentMost);
    for (const auto at : {sm_regs::GridX, sm_regs::GridY, sm_regs::BlockY}) word(at) = 1;
    word(sm_regs::BlockX) = golden::sm::Lanes;
    word(sm_regs::Policy) = 1;
    csr.register_b_transport(this, &sm::b_transport);
    SC_THREAD(run_launches);
    SC_METHOD(drive_irq);
    sensitive << changed_;
  }

  /// The error of the last run in words; empty after one that succeeded.
  const std::string& message() const { return message_; }

 private:
  struct failure {
    sm_error_e error;
    std::string message;
  };

  std::uint32_t& word(std::uint32_t at) { return words_[at / 4]; }

  // Registers.

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time&) {
    trans.set_response_status(access(trans));
  }

  tlm::tlm_response_status access(tlm::tlm_generic_payload& trans) {
    if (trans.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
    if (const auto bad = page_access(trans, sm_regs::PageBytes); bad != tlm::TLM_OK_RESPONSE) {
      return bad;
    }
    if (trans.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    const auto at    = static_cast<std::uint32_t>(trans.get_address());
    const auto count = trans.get_data_length() / 4;
    for (std::uint32_t n = 0; trans.is_write() && n < count; ++n) {
      if ((word(sm_regs::Status) & sm_regs::Busy) != 0 && !live(at + 4 * n)) {
        return tlm::TLM_COMMAND_ERROR_RESPONSE;
      }
    }
    for (std::uint32_t n = 0; n < count; ++n) {
      std::uint32_t value = 0;
      if (trans.is_read()) {
        value = read(at + 4 * n);
        std::memcpy(trans.get_data_ptr() + 4 * n, &value, 4);
      } else {
        std::memcpy(&value, trans.get_data_ptr() + 4 * n, 4);
        write(at + 4 * n, value);
      }
    }
    return tlm::TLM_OK_RESPONSE;
  }

  /// Whether a register may be written while a launch runs.
  static bool live(std::uint32_t at) {
    return at == sm_regs::Ctrl || at == sm_regs::Status || at == sm_regs::IrqEnable;
  }

  std::uint32_t read(std::uint32_t at) {
    if (at == sm_regs::Id) return sm_regs::IdValue;
    return at / 4 < words_.size() && at != sm_regs::Ctrl ? word(at) : 0;
  }

  void write(std::uint32_t at, std::uint32_t value) {
    using namespace sm_regs;
    switch (at) {
      case Ctrl:
        if ((value & Start) != 0 && (word(Status) & Busy) == 0) {
          word(Status) = Busy;
          stop_        = false;
          start_.notify(sc_core::SC_ZERO_TIME);
        } else if ((value & Stop) != 0 && (word(Status) & Busy) != 0) {
          stop_ = true;
          stopped_.notify(sc_core::SC_ZERO_TIME);
        }
        break;
      case Status:
        if ((value & Done) != 0) word(Status) &= ~(Done | Failed);
        break;
      case IrqEnable:
        word(IrqEnable) = value & 1;
        break;
      default:
        if (at == Policy || (at >= Program && at <= sm_regs::Arguments) ||
            (at >= Argument && at / 4 < words_.size())) {
          word(at) = value;
        }
    }
    changed_.notify(sc_core::SC_ZERO_TIME);
  }

  void drive_irq() {
    if (irq.size() == 0) return;
    irq->write((word(sm_regs::Status) & sm_regs::Done) != 0 && word(sm_regs::IrqEnable) != 0);
  }

  // Launches.

  void run_launches() {
    for (;;) {
      // Software may start before the simulation does.
      while ((word(sm_regs::Status) & sm_regs::Busy) == 0) wait(start_);
      std::uint64_t cycles = 0, issued = 0;
      message_.clear();
      auto error = sm_error_e::None;
      try {
        run(fetched(), cycles, issued);
      } catch (const failure& f) {
        error    = f.error;
        message_ = f.message;
      }
      for (unsigned half = 0; half < 2; ++half) {
        word(sm_regs::Cycles + 4 * half) = static_cast<std::uint32_t>(cycles >> (32 * half));
        word(sm_regs::Issued + 4 * half) = static_cast<std::uint32_t>(issued >> (32 * half));
      }
      word(sm_regs::Error)  = static_cast<std::uint32_t>(error);
      word(sm_regs::Status) = sm_regs::Done | (error == sm_error_e::None ? 0 : sm_regs::Failed);
      changed_.notify(sc_core::SC_ZERO_TIME);
    }
  }

  /// The launch that the registers describe, its program read from memory.
  golden::sm::launch fetched() {
    using namespace sm_regs;
    const auto within = [&](const char* name, std::uint64_t value, std::uint64_t least,
                            std::uint64_t most) {
      if (value >= least && value <= most) return;
      throw failure{sm_error_e::Launch, std::string(name) + " " + std::to_string(value) + ": " +
                                            std::to_string(least) + " to " + std::to_string(most)};
    };
    const auto product = [&](std::uint32_t x, std::uint32_t y) {
      return std::uint64_t{word(x)} * word(y);
    };
    within("LENGTH", word(Length), 1, MostLength);
    within("LITERAL_COUNT", word(LiteralCount), 0, MostLength);
    within("REGISTERS", word(Registers), 0, MostRegisters);
    within("SHARED", word(Shared), 0, MostShared);
    within("ARGUMENTS", word(sm_regs::Arguments), 0, ArgumentMost);
    within("POLICY", word(Policy), 0, 2);
    within("blocks of the grid", product(GridX, GridY), 1, MostBlocks);
    within("threads of a block", product(BlockX, BlockY), 1, MostThreads);

    golden::sm::launch l;
    l.grid_x              = word(GridX);
    l.grid_y              = word(GridY);
    l.block_x             = word(BlockX);
    l.block_y             = word(BlockY);
    l.shared_bytes        = word(Shared);
    l.code.shared_bytes   = word(Shared);
    l.code.registers      = word(Registers);
    const auto* arguments = &word(Argument);
    l.arguments.assign(arguments, arguments + word(sm_regs::Arguments));
    std::vector<std::uint64_t> code(word(Length));
    fetch(word(Program), code);
    l.code.pool.resize(word(LiteralCount));
    fetch(word(Literals), l.code.pool);
    for (std::size_t n = 0; n < code.size(); ++n) {
      const auto i = golden::sm::decode(code[n]);
      if (!i) throw failure{sm_error_e::Program, at(n) + "no instruction"};
      unsigned most = i->d == golden::sm::Rz ? 0 : i->d + result_registers(*i);
      for (unsigned slot = 0; slot < 3; ++slot) {
        const unsigned first = source(*i, slot);
        if (first != golden::sm::Rz) most = std::max(most, first + source_registers(*i, slot));
      }
      if (most > l.code.registers) {
        throw failure{sm_error_e::Program, at(n) + "a register beyond REGISTERS"};
      }
      l.code.code.push_back(*i);
    }
    return l;
  }
  static std::string at(std::size_t n) { return "instruction " + std::to_string(n) + ": "; }

  /// Reads an array, in bursts that end at multiples of 64 bytes.
  template <class T>
  void fetch(std::uint64_t address, std::vector<T>& to) {
    auto* bytes           = reinterpret_cast<unsigned char*>(to.data());
    std::size_t left      = to.size() * sizeof(T);
    sc_core::sc_time took = sc_core::SC_ZERO_TIME;
    while (left != 0) {
      const auto n = std::min<std::size_t>(left, 64 - address % 64);
      transfer(tlm::TLM_READ_COMMAND, address, bytes, n, took);
      address += n;
      bytes += n;
      left -= n;
    }
    pause(took);
  }

  void transfer(tlm::tlm_command command, std::uint64_t address, const void* data,
                std::size_t bytes, sc_core::sc_time& delay) {
    tlm::tlm_generic_payload trans;
    fill(trans, command, address, data, bytes);
    memory->b_transport(trans, delay);
    if (trans.is_response_ok()) return;
    throw failure{sm_error_e::Bus, "memory refuses address " + std::to_string(address)};
  }

  /// Waits, and gives up after a stop.
  void pause(const sc_core::sc_time& time) {
    if (!stop_ && time != sc_core::SC_ZERO_TIME) wait(time, stopped_);
    if (stop_) throw failure{sm_error_e::Stopped, "stopped"};
  }

  void run(golden::sm::launch l, std::uint64_t& cycles, std::uint64_t& issued) {
    using golden::sm::model;
    const auto policy  = static_cast<golden::sm::policy_e>(word(sm_regs::Policy));
    const auto machine = [&] {
      try {
        return model(config_.k, std::move(l), policy);
      } catch (const golden::sm::fault& f) {
        const std::string text = f.what();
        const bool fits        = text.find("does not fit") == text.npos;
        throw failure{fits ? sm_error_e::Program : sm_error_e::Launch, text};
      }
    };
    model m(machine());
    const sc_core::sc_time& period = config_.clock_period;
    const sc_core::sc_time start   = sc_core::sc_time_stamp();
    const auto then                = [&] { return start + static_cast<double>(cycles) * period; };
    const auto sync                = [&] {
      const sc_core::sc_time to = then(), now = sc_core::sc_time_stamp();
      pause(to > now ? to - now : sc_core::SC_ZERO_TIME);
    };
    std::multimap<std::uint64_t, golden::sm::sector> answers;
    std::uint64_t last = 0;  // the cycle of the last answer
    try {
      for (; m.busy(); ++cycles) {
        if (cycles == config_.most) {
          throw failure{sm_error_e::Cycles, "more than " + std::to_string(cycles) + " cycles"};
        }
        if (cycles != 0 && cycles % config_.slice == 0) sync();
        model::inputs in;
        if (!answers.empty() && answers.begin()->first <= cycles) {
          in.response = answers.begin()->second;
          answers.erase(answers.begin());
        }
        const auto out = m.advance(in);
        issued += out.issues.size();
        if (!out.request) continue;
        if (out.request->write) {
          store(*out.request, then());
        } else {
          last        = std::max(last, load(*out.request, start, cycles));
          auto sector = *out.request;
          sector.data = data_;
          answers.emplace(last, sector);
        }
      }
      sync();
    } catch (const golden::sm::fault& f) {
      sync();
      throw failure{sm_error_e::Run, f.what()};
    } catch (const failure& f) {
      if (f.error != sm_error_e::Stopped) sync();
      throw;
    }
  }

  /// Local time of a moment, which a target that waited may have passed.
  static sc_core::sc_time ahead(const sc_core::sc_time& moment) {
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    return moment > now ? moment - now : sc_core::SC_ZERO_TIME;
  }

  /// Reads a sector into data_. Returns the cycle of its answer.
  std::uint64_t load(const golden::sm::sector& s, const sc_core::sc_time& start,
                     std::uint64_t cycle) {
    const sc_core::sc_time asked = start + static_cast<double>(cycle) * config_.clock_period;
    sc_core::sc_time delay       = ahead(asked);
    transfer(tlm::TLM_READ_COMMAND, s.address, data_.data(), sizeof data_, delay);
    const sc_core::sc_time took = sc_core::sc_time_stamp() + delay - asked;
    // A hair less than whole cycles is rounding of a quotient of times.
    const double whole = std::ceil(took / config_.clock_period - 1e-9);
    return cycle + std::max<std::uint64_t>(1, static_cast<std::uint64_t>(whole));
  }

  void store(const golden::sm::sector& s, const sc_core::sc_time& moment) {
    for (unsigned from = 0; from < s.data.size();) {
      const unsigned words = std::countr_one(static_cast<unsigned>(s.mask) >> from);
      if (words != 0) {
        sc_core::sc_time delay = ahead(moment);
        transfer(tlm::TLM_WRITE_COMMAND, s.address + 4 * from, &s.data[from], 4 * words, delay);
      }
      from += words + 1;
    }
  }

  config config_;
  std::vector<std::uint32_t> words_;
  std::string message_;
  std::array<std::uint32_t, 8> data_{};
  bool stop_ = false;
  sc_core::sc_event start_, stopped_, changed_;
};

}  // namespace weft::systemc
