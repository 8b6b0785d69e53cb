// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

#include "sim/golden/sme.hpp"

namespace weft {

/// QEMU's user mode executing instruction words on a state: tb/sme/qemu/execute.s at the other end
/// of two pipes.
class qemu {
 public:
  static constexpr std::size_t Words = 255;  ///< at most

  /// Data is whole pages. Throws std::runtime_error if there is no QEMU, or none of these lengths.
  qemu(int svl, int nsvl, std::size_t data_bytes);
  ~qemu();
  qemu(const qemu&)            = delete;
  qemu& operator=(const qemu&) = delete;

  /// The branch that follows `words` words, to the address behind all words.
  static constexpr std::uint32_t branch_behind(std::size_t words) {
    return 0x14000000u | static_cast<std::uint32_t>(Words + 1 - words);
  }

  std::uint64_t code() const { return code_; }  ///< the address of the first word
  std::uint64_t data() const {
    return data_;
  }  ///< the page before and the page behind are not mapped

  /// Executes words on a state and data. PC is the word behind them or, if a signal ended them,
  /// that which raised it. Returns the signal or 0.
  int execute(golden::sme::state& s, std::span<std::uint8_t> data,
              std::span<const std::uint32_t> words);

 private:
  void send(const void* from, std::size_t bytes) const;
  void receive(void* to, std::size_t bytes) const;
  void transfer_vectors(golden::sme::state& s, bool to_qemu) const;

  pid_t pid_ = -1;
  int to_ = -1, from_ = -1;
  int svl_, nsvl_;
  std::size_t data_bytes_;
  std::uint64_t code_ = 0, data_ = 0;
};

}  // namespace weft
