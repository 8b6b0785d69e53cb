// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <array>
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
/// D and compares every sum. INT8, 8 x 16 by 16 x 8. Needs nothing but a bus, so that it is the
/// same in every platform.
class processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<processor> bus{"bus"};

  /// Accelerators are names and the addresses of their registers; the operands lie from `memory`
  /// on.
  processor(const sc_core::sc_module_name& name, std::map<std::string, std::uint64_t> accelerators,
            std::uint64_t memory)
      : sc_module(name), accelerators_(std::move(accelerators)), memory_(memory) {
    SC_THREAD(run);
  }

  /// Whether every accelerator has ended its job with the right sums.
  bool right() const { return right_; }

 private:
  static constexpr std::uint32_t M = 8, N = 8, K = 16;
  SC_HAS_PROCESS(processor);

  std::uint32_t access(tlm::tlm_command command, std::uint64_t address, std::uint32_t word = 0) {
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    fill(trans, command, address, &word, sizeof word);
    bus->b_transport(trans, delay);
    wait(delay);
    if (!trans.is_response_ok()) {
      SC_REPORT_ERROR(name(),
                      (trans.get_response_string() + " at " + std::to_string(address)).c_str());
    }
    return word;
  }
  void write(std::uint64_t address, std::uint64_t word) {
    access(tlm::TLM_WRITE_COMMAND, address, static_cast<std::uint32_t>(word));
  }
  std::uint32_t read(std::uint64_t address) { return access(tlm::TLM_READ_COMMAND, address); }

  static std::int8_t a(std::uint32_t i, std::uint32_t k) {
    return static_cast<std::int8_t>(i * 37 + k * 11);
  }
  static std::int8_t b(std::uint32_t k, std::uint32_t j) {
    return static_cast<std::int8_t>(k * 29 - j * 53);
  }
  template <class Element>
  void write_matrix(std::uint64_t at, std::uint32_t rows, std::uint32_t cols, Element element) {
    for (std::uint32_t i = 0; i < rows * cols; i += 4) {
      std::uint32_t word = 0;
      for (std::uint32_t e = 4; e-- > 0;) {
        word = word << 8 | static_cast<std::uint8_t>(element((i + e) / cols, (i + e) % cols));
      }
      write(at + i, word);
    }
  }

  /// The number of wrong sums; every one if the job does not end well.
  std::uint32_t wrong_sums_of(std::uint64_t page) {
    namespace regs           = golden::engine_map;
    const std::uint64_t b_at = memory_ + M * K, d_at = b_at + K * N;
    const std::array dimensions = {std::pair(regs::M, M),   std::pair(regs::N, N),
                                   std::pair(regs::K, K),   std::pair(regs::Lda, K),
                                   std::pair(regs::Ldb, N), std::pair(regs::Ldd, N * 4)};
    write_matrix(memory_, M, K, a);
    write_matrix(b_at, K, N, b);
    for (std::uint32_t i = 0; i < M * N; ++i) write(d_at + 4 * i, 0x5a5a5a5a);
    for (const auto& [offset, value] : dimensions) write(page + offset, value);
    for (const auto& [low, address] :
         {std::pair(regs::ALo, memory_), std::pair(regs::BLo, b_at), std::pair(regs::DLo, d_at)}) {
      write(page + low, address);
      write(page + low + 4, address >> 32);
    }
    write(page + regs::Ctrl, regs::CtrlStart);
    const auto end = sc_core::sc_time_stamp() + sc_core::sc_time(1, sc_core::SC_MS);
    while ((read(page + regs::Status) & (regs::StatusDone | regs::StatusError)) == 0) {
      if (sc_core::sc_time_stamp() > end) return M * N;
      wait(100, sc_core::SC_NS);
    }
    if (read(page + regs::Error) != 0) return M * N;

    std::uint32_t wrong = 0;
    for (std::uint32_t i = 0; i < M * N; ++i) {
      std::int32_t sum = 0;
      for (std::uint32_t k = 0; k < K; ++k) sum += a(i / N, k) * b(k, i % N);
      wrong += read(d_at + 4 * i) != static_cast<std::uint32_t>(sum);
    }
    return wrong;
  }

  void run() {
    right_ = true;
    for (const auto& [name, page] : accelerators_) {
      const auto wrong = wrong_sums_of(page);
      std::cout << name << ": " << wrong << " of " << M * N << " sums wrong, at "
                << sc_core::sc_time_stamp() << '\n';
      right_ = right_ && wrong == 0;
    }
    sc_core::sc_stop();
  }

  std::map<std::string, std::uint64_t> accelerators_;
  std::uint64_t memory_;
  bool right_ = false;
};

}  // namespace weft::systemc
