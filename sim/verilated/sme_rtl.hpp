// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "sim/golden/sme.hpp"
#include "sim/harness/dut.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"
#include "sim/sme/sme_host.hpp"

namespace weft::sim {

/// The paces at which the host offers words, and memory takes requests and gives answers.
struct sme_paces {
  pace words = always(), requests = always(), answers = always();
  bool junk = false;  ///< drives junk on inputs that are not valid; else they stay
};

/// A Verilated weft_sme and its memory, which by default answers in the cycle after the request.
template <class V, class P>
class sme_rtl : public sme_coprocessor {
 public:
  explicit sme_rtl(const run_options& options, sme_paces paces = {})
      : dut_(options), paces_(std::move(paces)) {
    drive(0, {});
  }

  int longest() const override { return static_cast<int>(P::Svl); }
  int rows_per_cycle() const override { return static_cast<int>(P::RowsPerCycle); }

  void reset(int svl, int nsvl) override {
    dut_->smcr_len_i = static_cast<CData>(svl / 128 - 1);
    dut_->zcr_len_i  = static_cast<CData>(nsvl / 128 - 1);
    dut_->in_valid_i = 0;
    dut_.reset();
  }

  result execute(std::uint32_t word, const operands& x, golden::sme::memory& memory) override {
    while (!paces_.words()) idle();
    watchdog dog;
    drive(word, x);
    dut_->in_valid_i = 1;
    std::optional<answer> waiting;
    result r;
    for (bool done = false; !done;) {
      const bool gives = paces_.answers();
      give(gives ? waiting : std::nullopt);
      dut_->req_ready_i = paces_.requests();
      dut_.settle();
      done = dut_->out_valid_o != 0;
      if (done) {
        r = {static_cast<status_e>(dut_->out_status_o),
             dut_->out_writes_x_o != 0,
             dut_->out_x_is_sp_o != 0,
             dut_->out_x_o,
             static_cast<std::uint8_t>(dut_->out_nzcv_o),
             dut_->out_fpsr_o};
      }
      if (gives) waiting.reset();
      if (dut_->req_valid_o && dut_->req_ready_i) waiting = access(memory);
      dut_.tick();
      ++cycles_;
      dog.cycle(done, [] { return std::string("an instruction is not done"); });
      if (paces_.junk) {
        drive(~word,
              {~x.n, ~x.m, ~x.d, ~x.v, ~x.sp, static_cast<std::uint8_t>(~x.nzcv & 15), ~x.fpcr});
      }
      dut_->in_valid_i = 0;
    }
    return r;
  }

  void idle() override {
    give({});
    dut_->in_valid_i = 0;
    dut_.settle();
    dut_.tick();
    ++cycles_;
  }

  unsigned svcr() const override { return dut_->svcr_o; }
  std::uint64_t cycles() const override { return cycles_; }

 private:
  struct answer {
    bool faults;
    std::uint64_t data;
  };
  static constexpr answer Junk{true, 0x5555'5555'5555'5555};

  void give(const std::optional<answer>& a) {
    dut_->rsp_valid_i = a.has_value();
    if (!a && !paces_.junk) return;
    dut_->rsp_fault_i = a.value_or(Junk).faults;
    dut_->rsp_data_i  = a.value_or(Junk).data;
  }

  void drive(std::uint32_t word, const operands& x) {
    dut_->in_word_i = word;
    dut_->in_xn_i   = x.n;
    dut_->in_xm_i   = x.m;
    dut_->in_xd_i   = x.d;
    dut_->in_xv_i   = x.v;
    dut_->in_sp_i   = x.sp;
    dut_->in_nzcv_i = x.nzcv;
    dut_->in_fpcr_i = x.fpcr;
  }

  /// Executes the request: each run of enabled bytes is one access.
  answer access(golden::sme::memory& memory) {
    const unsigned enabled      = dut_->req_bytes_o;
    const std::uint64_t address = dut_->req_addr_o, written = dut_->req_data_o;
    auto data = std::bit_cast<std::array<std::uint8_t, 8>>(paces_.junk ? Junk.data : 0);
    for (const bool probing : {true, false}) {
      for (unsigned i = 0; i < 8;) {
        unsigned n = 0;
        while (i + n < 8 && (enabled >> (i + n) & 1) != 0) ++n;
        const std::uint64_t at = address + i;
        std::array<std::uint8_t, 8> bytes{};
        std::memcpy(bytes.data(), &written, 8);
        if (n != 0) {
          const bool there = dut_->req_op_o == 0 ? memory.read(at, std::span(data).subspan(i, n))
                             : probing || dut_->req_op_o == 2
                                 ? memory.writable(at, n)
                                 : memory.write(at, std::span(bytes).subspan(i, n));
          if (!there) return Junk;
        }
        i += n + 1;
      }
      if (dut_->req_op_o == 0) break;
    }
    return {false, std::bit_cast<std::uint64_t>(data)};
  }

  mutable dut<V> dut_;
  sme_paces paces_;
  std::uint64_t cycles_ = 0;
};

}  // namespace weft::sim
