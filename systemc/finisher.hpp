// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "systemc/device.hpp"

namespace weft::systemc {

/// The register by which a program ends the simulation, as SiFive's test device: a write of 0x5555
/// is success, of 0x3333 in the low half failure with the code in the high half. Other writes have
/// no effect.
template <unsigned Bits = 64>
class finisher : public device_base<Bits> {
 public:
  static constexpr std::uint64_t Bytes = 0x1000;

  /// `end` is called with 0 for success, else the code, at least 1.
  finisher(const sc_core::sc_module_name& name, std::function<void(int)> end)
      : device_base<Bits>(name), end_(std::move(end)) {}

 private:
  std::optional<std::uint64_t> read(std::uint64_t offset, unsigned) override {
    return offset < 8 ? std::optional<std::uint64_t>(0) : std::nullopt;
  }
  bool write(std::uint64_t offset, unsigned bytes, std::uint64_t value) override {
    if (offset != 0 || bytes < 2) return offset < 8;
    const auto code = static_cast<int>(value >> 16 & 0xffff);
    if ((value & 0xffff) == 0x5555) end_(0);
    if ((value & 0xffff) == 0x3333) end_(code == 0 ? 1 : code);
    return true;
  }

  std::function<void(int)> end_;
};

}  // namespace weft::systemc
