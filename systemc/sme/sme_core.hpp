// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <systemc>
#include <tlm>
#include <utility>
#include <vector>

#include "sim/golden/sme_core/sme_core.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// TLM-2.0 model of a processor with rtl/sme/weft_sme_core.sv, loosely timed. Values are
/// golden::sme's, time is the scheduler's timetable, uop by uop.
///
/// A load of vectors, predicates or rows asks `memory` for whole lines of 64 bytes, as many as the
/// core asks for at once; the delay of that transaction, rounded up to cycles, 1 at least, is when
/// the answer comes. Stores leave in lines and nothing waits for their delay; fetches and the loads
/// and stores of general registers take no time. A transaction that does not answer TLM_OK_RESPONSE
/// is a fault if the instruction needs its bytes. A TLM_IGNORE_COMMAND transaction asks in advance
/// whether a store would fault.
class sme_core : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<sme_core> memory{"memory"};

  golden::sme::state registers;

  explicit sme_core(const sc_core::sc_module_name& name,
                    const golden::sme_core::core_config& k = {},
                    const sc_core::sc_time& clock_period   = {1, sc_core::SC_NS})
      : sc_module(name), config_(k), period_(clock_period) {}

  /// Runs like golden::sme::run, on `registers`, from an idle core on, and stops before a word that
  /// of entangled vectors. The delay grows by the cycles up to the last commit.
  golden::sme::run_result run(std::uint64_t limit, std::uint64_t end, sc_core::sc_time& delay,
                              const golden::sme::watcher& watch = {}) {
    port bus(*this, delay);
    golden::sme_core::core_clock clock(config_, bus.times());
    golden::sme::run_result r{{golden::sme::stop_e::Limit, 0, 0, "as many instructions as allowed"},
                              0};
    for (; registers.pc != end && r.executed < limit; ++r.executed) {
      const auto word  = bus.fetch(registers.pc);
      const auto* line = golden::sme::decode(word);
      golden::sme_core::translated t;
      r.last = {};
      if (line != nullptr) {
        t      = golden::sme_core::translate(config_, registers, *line, word);
        r.last = golden::sme_core::stops_before(t, registers, bus, *line, word);
      }
      if (r.last.stop != golden::sme::stop_e::None) break;
      if (t.has_uop) bus.ask(t);
      r.last = golden::sme::step(registers, bus);
      if (r.last.stop != golden::sme::stop_e::None) break;
      bus.leave();
      clock.execute(t);
      if (watch && r.executed % golden::sme::Told == golden::sme::Told - 1) watch();
    }
    if (r.last.stop == golden::sme::stop_e::None || r.last.stop == golden::sme::stop_e::Limit) {
      const bool ended = registers.pc == end;
      r.last = {ended ? golden::sme::stop_e::End : golden::sme::stop_e::Limit, registers.pc, 0,
                ended ? "" : "as many instructions as allowed"};
    }
    delay += static_cast<double>(clock.cycles()) * period_;
    return r;
  }

 private:
  static constexpr std::uint64_t Line = golden::sme_core::line_write::Bytes;

  /// The lines of a load, as memory answered.
  struct loaded {
    /// Four registers of the longest vectors, not aligned.
    static constexpr std::size_t Most = 4 * golden::sme::MaxBytes / Line + 1;

    std::uint64_t from    = 0;  ///< the first line's address
    std::size_t bytes     = 0;
    std::uint32_t missing = 0;  ///< bit i: line i did not come
    std::array<std::uint8_t, Most * Line> data;

    bool holds(std::uint64_t address, std::size_t n) const {
      return address - from < bytes && address - from + n <= bytes;
    }
    bool came(std::uint64_t address, std::size_t n) const {
      for (auto l = (address - from) / Line; l <= (address - from + n - 1) / Line; ++l) {
        if ((missing >> l & 1) != 0) return false;
      }
      return true;
    }
  };

  /// The bus as golden's memory.
  class port : public golden::sme::memory {
   public:
    port(sme_core& c, const sc_core::sc_time& now) : core_(c), now_(now) {}

    /// The word at `pc`, which the next read there gets, too; zero where there is none.
    std::uint32_t fetch(std::uint64_t pc) {
      std::uint32_t word = 0;
      fetched_           = access(tlm::TLM_READ_COMMAND, pc, word_.data(), word_.size());
      if (fetched_) std::memcpy(&word, word_.data(), word_.size());
      pc_ = pc;
      return word;
    }

    /// Requests the lines of an instruction's loads, and whether its stores would fault.
    void ask(const golden::sme_core::translated& t) {
      loads_ = 0;
      answers_.clear();
      next_ = 0;
      range_.reset();
      if (t.u.apart) {
        elements(t);
        return;
      }
      ask(t.u);
      for (const auto& p : t.rest) ask(p.u);
    }
    /// Sends what the instruction has stored.
    void leave() {
      if (stored_ != 0 && !access(tlm::TLM_WRITE_COMMAND, at_, out_.data(), stored_)) {
        SC_REPORT_ERROR("sme_core", "memory refuses a store that it has announced to take");
      }
      stored_ = 0;
      loads_  = 0;
      range_.reset();
    }

    /// Memory's part of the timetable: the answers to what was asked for, in order.
    golden::sme_core::memory_times times() {
      auto t   = golden::sme_core::memory_times::constant(1);
      t.arrive = [this](std::uint64_t, std::uint64_t issue, std::span<std::uint64_t> arrive) {
        const auto latency = answers_[next_++];
        for (std::size_t k = 0; k < arrive.size(); ++k) {
          arrive[k] = issue + latency + k / golden::sme_core::Answers;
        }
      };
      return t;
    }

    bool read(std::uint64_t address, std::span<std::uint8_t> to) override {
      if (address == pc_) {
        pc_ = ~std::uint64_t{0};
        if (fetched_) std::memcpy(to.data(), word_.data(), word_.size());
        return fetched_;
      }
      for (std::size_t i = 0; i < loads_; ++i) {
        const auto& l = lines_[i];
        if (to.empty() || !l.holds(address, to.size())) continue;
        if (!l.came(address, to.size())) return false;
        std::memcpy(to.data(), l.data.data() + (address - l.from), to.size());
        return true;
      }
      return access(tlm::TLM_READ_COMMAND, address, to.data(), to.size());
    }
    bool write(std::uint64_t address, std::span<const std::uint8_t> from) override {
      if (!announced(address, from.size())) {
        return access(tlm::TLM_WRITE_COMMAND, address, from.data(), from.size());
      }
      while (!from.empty()) {
        const auto n = std::min<std::size_t>(from.size(), Line - address % Line);
        if (stored_ != 0 && (at_ + stored_ != address || address % Line == 0)) send();
        if (stored_ == 0) at_ = address;
        std::memcpy(out_.data() + stored_, from.data(), n);
        stored_ += n;
        address += n;
        from = from.subspan(n);
      }
      return true;
    }
    bool writable(std::uint64_t address, std::size_t bytes) override {
      if (announced(address, bytes)) return true;
      static constexpr std::array<std::uint8_t, loaded::Most * Line> nothing{};
      return access(tlm::TLM_IGNORE_COMMAND, address, nothing.data(), bytes);
    }

   private:
    struct range {
      std::uint64_t first, last;
    };

    bool access(tlm::tlm_command command, std::uint64_t address, const std::uint8_t* data,
                std::size_t bytes) {
      tlm::tlm_generic_payload trans;
      fill(trans, command, address, data, bytes);
      took_ = now_;
      core_.memory->b_transport(trans, took_);
      took_ -= now_;
      return trans.is_response_ok();
    }
    std::uint64_t cycles() const {
      return std::max<std::uint64_t>(1,
                                     static_cast<std::uint64_t>(std::ceil(took_ / core_.period_)));
    }

    void ask(const golden::sme_core::uop& u) {
      if (u.pipe == golden::sme_core::pipe_e::Load) {
        load(u);
      } else if (u.pipe == golden::sme_core::pipe_e::Store) {
        const auto first = range_ ? range_->first : u.first;
        range_.reset();
        if (writable(first, u.last - first + 1)) range_ = range{first, u.last};
      }
    }
    /// The lines of elements with addresses of their own, one element after the other. Stores of
    /// such leave without being announced.
    void elements(const golden::sme_core::translated& t) {
      if (t.u.pipe == golden::sme_core::pipe_e::Store) return;
      for (std::size_t i = 0; i < t.elements.size(); ++i) {
        if ((t.u.asked >> i & 1) == 0) continue;
        const auto first = *t.elements[i];
        load({.pipe  = golden::sme_core::pipe_e::Load,
              .first = first,
              .last  = first + static_cast<unsigned>(t.element_bytes) - 1});
      }
    }
    void load(const golden::sme_core::uop& u) {
      auto& l            = lines_[loads_++];
      const auto from    = u.first / Line * Line;
      const auto end     = (u.last / Line + 1) * Line;
      const auto at_once = static_cast<std::uint64_t>(core_.config_.load_bytes);
      l.from             = from;
      l.bytes            = static_cast<std::size_t>(end - from);
      l.missing          = 0;
      std::uint64_t last = 0;
      for (auto at = from; at != end;) {
        const auto n = std::min(at_once, end - at);
        last         = std::max(last, part(l, at, n));
        if (u.structure) answers_.push_back(std::exchange(last, 0));
        at += n;
      }
      if (!u.structure) answers_.push_back(last);
    }
    /// Lines that are asked for at once. Returns the cycles until they are there.
    std::uint64_t part(loaded& l, std::uint64_t at, std::uint64_t bytes) {
      auto* to = l.data.data() + (at - l.from);
      if (access(tlm::TLM_READ_COMMAND, at, to, bytes)) return cycles();
      std::uint64_t last = 1;
      for (std::uint64_t i = 0; i < bytes; i += Line) {
        const bool came = access(tlm::TLM_READ_COMMAND, at + i, to + i, Line);
        last            = std::max(last, cycles());
        if (!came) l.missing |= 1u << (at + i - l.from) / Line;
      }
      return last;
    }

    bool announced(std::uint64_t address, std::size_t bytes) const {
      return range_ && address >= range_->first && address + bytes - 1 <= range_->last;
    }
    void send() {
      const auto kept  = range_;
      const auto loads = loads_;
      leave();
      range_ = kept;
      loads_ = loads;
    }

    sme_core& core_;
    const sc_core::sc_time& now_;
    sc_core::sc_time took_;
    std::array<std::uint8_t, 4> word_{};
    std::uint64_t pc_ = ~std::uint64_t{0};
    bool fetched_     = false;
    /// An instruction has as many uops of loads, or elements with addresses of their own.
    static constexpr std::size_t MostLoads = golden::sme::MaxBytes / 4;
    std::array<loaded, MostLoads> lines_;
    std::size_t loads_ = 0;
    std::vector<std::uint64_t> answers_;  ///< cycles from each request to its answer
    std::size_t next_ = 0;
    std::optional<range> range_;  ///< bytes that memory has announced to take
    std::array<std::uint8_t, Line> out_;
    std::uint64_t at_   = 0;  ///< the address of `out_`
    std::size_t stored_ = 0;  ///< bytes in it
  };

  golden::sme_core::core_config config_;
  sc_core::sc_time period_;
};

}  // namespace weft::systemc
