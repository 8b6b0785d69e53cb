// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "sim/dut.hpp"
#include "sim/golden/sme.hpp"
#include "sim/sme_host.hpp"
#include "sim/watchdog.hpp"

namespace weft::sim {

/// A Verilated weft_sme and its memory, which answers in the cycle after the request.
template <class V, unsigned Svl, unsigned RowsPerCycle, unsigned Gates>
class sme_rtl : public sme_coprocessor {
 public:
  explicit sme_rtl(const run_options& options) : dut_(options) { drive(0, {}); }

  int longest() const override { return static_cast<int>(Svl); }
  int rows_per_cycle() const override { return static_cast<int>(RowsPerCycle); }

  void reset(int svl, int nsvl) override {
    dut_->smcr_len_i = static_cast<CData>(svl / 128 - 1);
    dut_->zcr_len_i  = static_cast<CData>(nsvl / 128 - 1);
    dut_->in_valid_i = 0;
    dut_.reset();
  }

  result execute(std::uint32_t word, const operands& x, golden::sme::memory& memory) override {
    watchdog dog;
    drive(word, x);
    bool answers = false, faults = false;
    std::array<std::uint8_t, 8> data{};
    result r;
    for (bool taken = false, done = false; !done;) {
      dut_->rsp_valid_i = answers;
      dut_->rsp_fault_i = faults;
      std::memcpy(&dut_->rsp_data_i, data.data(), 8);
      dut_->in_valid_i = !taken;
      dut_.settle();
      done = dut_->out_valid_o != 0;
      if (done) {
        r = {static_cast<status_e>(dut_->out_status_o), dut_->out_writes_x_o != 0, dut_->out_x_o,
             static_cast<std::uint8_t>(dut_->out_nzcv_o), dut_->out_fpsr_o};
      }
      answers = dut_->req_valid_o != 0;
      if (answers) faults = !access(memory, data);
      taken = true;
      dut_.tick();
      ++cycles_;
      dog.cycle(done, [] { return std::string("an instruction is not done"); });
    }
    dut_->rsp_valid_i = 0;
    return r;
  }

  void idle() override {
    dut_->in_valid_i = 0;
    dut_.settle();
    dut_.tick();
    ++cycles_;
  }

  unsigned svcr() const override { return dut_->svcr_o; }
  std::uint64_t cycles() const override { return cycles_; }

 private:
  void drive(std::uint32_t word, const operands& x) {
    dut_->in_word_i   = word;
    dut_->in_xn_i     = x.n;
    dut_->in_xm_i     = x.m;
    dut_->in_xd_i     = x.d;
    dut_->in_xv_i     = x.v;
    dut_->in_sp_i     = x.sp;
    dut_->in_nzcv_i   = x.nzcv;
    dut_->in_fpcr_i   = x.fpcr;
    dut_->req_ready_i = 1;
  }

  /// The request: the bytes that it enables are those of a run each.
  bool access(golden::sme::memory& memory, std::array<std::uint8_t, 8>& data) {
    const unsigned enabled      = dut_->req_bytes_o;
    const std::uint64_t address = dut_->req_addr_o, written = dut_->req_data_o;
    data = {};
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
          if (!there) return false;
        }
        i += n + 1;
      }
      if (dut_->req_op_o == 0) break;
    }
    return true;
  }

  mutable dut<V> dut_;
  std::uint64_t cycles_ = 0;
};

}  // namespace weft::sim
