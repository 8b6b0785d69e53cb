// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <systemc>
#include <utility>

#include "sim/golden/engine/engine_map.hpp"
#include "systemc/payload.hpp"

namespace weft::systemc {

/// A processor that multiplies on accelerators: writes operands and registers, polls STATUS, reads
/// D and compares every sum. INT8, 8 x 16 by 16 x 8. Needs a bus alone.
class processor : public sc_core::sc_module {
 public:
  using u32 = std::uint32_t;
  using u64 = std::uint64_t;
  tlm_utils::simple_initiator_socket<processor> bus{"bus"};

  /// Accelerators by name and address; the operands lie from `memory` on.
  processor(const sc_core::sc_module_name& name, std::map<std::string, u64> accelerators,
            u64 memory)
      : sc_module(name), accelerators_(std::move(accelerators)), memory_(memory) {
    SC_THREAD(run);
  }

  /// Whether every accelerator has ended its job with the right sums.
  bool right() const { return right_; }

 private:
  static constexpr u32 M = 8, N = 8, K = 16;
  SC_HAS_PROCESS(processor);

  u32 access(tlm::tlm_command command, u64 address, u64 value = 0) {
    auto word = static_cast<u32>(value);
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    fill(trans, command, address, &word, sizeof word);
    bus->b_transport(trans, delay);
    wait(delay);
    if (!trans.is_response_ok()) SC_REPORT_ERROR(name(), trans.get_response_string().c_str());
    return word;
  }
  void write(u64 address, u64 word) { access(tlm::TLM_WRITE_COMMAND, address, word); }
  u32 read(u64 address) { return access(tlm::TLM_READ_COMMAND, address); }

  /// An element of A or B, by its place in the matrix, row by row.
  static std::int8_t a(u32 i) { return static_cast<std::int8_t>(i * 37 + 11); }
  static std::int8_t b(u32 i) { return static_cast<std::int8_t>(i * 29 - 53); }

  /// The number of wrong sums; every one if the job does not end well.
  u32 wrong_sums_of(u64 page) {
    namespace regs = golden::engine_map;
    const u64 b_at = memory_ + M * K, d_at = b_at + K * N;
    for (u32 i = 0; i < M * K; i += 4) {
      u32 of_a = 0, of_b = 0;  // four elements; A and B have as many
      for (u32 e = i + 4; e-- > i;) {
        of_a = of_a << 8 | static_cast<std::uint8_t>(a(e));
        of_b = of_b << 8 | static_cast<std::uint8_t>(b(e));
      }
      write(memory_ + i, of_a), write(b_at + i, of_b);
    }
    for (u32 i = 0; i < M * N; ++i) write(d_at + 4 * i, 0x5a5a5a5a);
    for (const auto& [offset, value] : std::map<u32, u64>{{regs::M, M},
                                                          {regs::N, N},
                                                          {regs::K, K},
                                                          {regs::Lda, K},
                                                          {regs::Ldb, N},
                                                          {regs::Ldd, 4 * N},
                                                          {regs::ALo, memory_},
                                                          {regs::AHi, memory_ >> 32},
                                                          {regs::BLo, b_at},
                                                          {regs::BHi, b_at >> 32},
                                                          {regs::DLo, d_at},
                                                          {regs::DHi, d_at >> 32}}) {
      write(page + offset, value);
    }
    write(page + regs::Ctrl, regs::CtrlStart);
    const auto late = sc_core::sc_time_stamp() + sc_core::sc_time(1, sc_core::SC_MS);
    while ((read(page + regs::Status) & (regs::StatusDone | regs::StatusError)) == 0) {
      if (sc_core::sc_time_stamp() > late) return M * N;
      wait(100, sc_core::SC_NS);
    }
    u32 wrong = read(page + regs::Error) != 0 ? M * N : 0;
    for (u32 i = 0; wrong < M * N && i < M * N; ++i) {
      std::int32_t sum = 0;
      for (u32 k = 0; k < K; ++k) sum += a(i / N * K + k) * b(k * N + i % N);
      wrong += read(d_at + 4 * i) != static_cast<u32>(sum);
    }
    return wrong;
  }

  void run() {
    right_ = true;
    for (const auto& [name, page] : accelerators_) {
      const u32 wrong = wrong_sums_of(page);
      std::cout << name << ": " << wrong << " of " << M * N << " sums wrong\n";
      right_ = right_ && wrong == 0;
    }
    sc_core::sc_stop();
  }

  std::map<std::string, u64> accelerators_;
  u64 memory_;
  bool right_ = false;
};

}  // namespace weft::systemc
