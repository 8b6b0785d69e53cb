// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "systemc/device.hpp"

namespace weft::systemc {

/// The part of a 16550 that programs print by: registers of a byte, always ready to send, nothing
/// to receive, no interrupt. Other registers keep what is written.
template <unsigned Bits = 64>
class uart : public device_base<Bits> {
 public:
  static constexpr std::uint64_t Bytes = 8;

  uart(const sc_core::sc_module_name& name, std::function<void(char)> print)
      : device_base<Bits>(name), print_(std::move(print)) {}

 private:
  static constexpr std::uint64_t Data = 0, LineControl = 3, LineStatus = 5;
  static constexpr std::uint8_t Latch = 0x80, Ready = 0x60;  // DLAB; THRE and TEMT

  std::optional<std::uint64_t> read(std::uint64_t offset, unsigned bytes) override {
    if (bytes != 1 || offset >= Bytes) return {};
    if (offset == LineStatus) return Ready;
    return offset == Data && !latched() ? 0 : kept_[offset];
  }
  bool write(std::uint64_t offset, unsigned bytes, std::uint64_t value) override {
    if (bytes != 1 || offset >= Bytes) return false;
    if (offset == Data && !latched()) {
      print_(static_cast<char>(value));
    } else {
      kept_[offset] = static_cast<std::uint8_t>(value);
    }
    return true;
  }
  bool latched() const { return (kept_[LineControl] & Latch) != 0; }

  std::function<void(char)> print_;
  std::uint8_t kept_[Bytes] = {};
};

}  // namespace weft::systemc
