// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "systemc/device.hpp"

namespace weft::systemc {

/// The time and the software interrupt of hart 0: MSIP at 0, MTIMECMP at 0x4000, MTIME at 0xbff8,
/// the places of SiFive's core-local interruptor. MTIME counts from 0 with `tick`, and cannot be
/// written.
template <unsigned Bits = 64>
class clint : public device_base<Bits> {
 public:
  static constexpr std::uint64_t Bytes = 0x1'0000;

  sc_core::sc_out<bool> timer{"timer"}, software{"software"};

  SC_HAS_PROCESS(clint);
  explicit clint(const sc_core::sc_module_name& name,
                 const sc_core::sc_time& tick = sc_core::sc_time(100, sc_core::SC_NS))
      : device_base<Bits>(name), tick_(tick) {
    SC_METHOD(follow);
    this->sensitive << change_;
  }

 private:
  static constexpr std::uint64_t Msip = 0, Compare = 0x4000, Time = 0xbff8;

  std::uint64_t now() const { return sc_core::sc_time_stamp().value() / tick_.value(); }

  std::optional<std::uint64_t> read(std::uint64_t offset, unsigned bytes) override {
    if (offset == Msip && bytes == 4) return software_;
    if (offset / 8 * 8 == Compare) return part(compare_, offset, bytes);
    if (offset / 8 * 8 == Time) return part(now(), offset, bytes);
    return {};
  }
  bool write(std::uint64_t offset, unsigned bytes, std::uint64_t value) override {
    if (offset == Msip && bytes == 4) {
      software_ = (value & 1) != 0;
    } else if (offset == Compare && bytes == 8) {
      compare_ = value;
    } else if (offset == Compare && bytes == 4) {
      compare_ = (compare_ & ~std::uint64_t{0xffff'ffff}) | value;
    } else if (offset == Compare + 4 && bytes == 4) {
      compare_ = (compare_ & 0xffff'ffff) | value << 32;
    } else {
      return false;
    }
    change_.notify(sc_core::SC_ZERO_TIME);
    return true;
  }

  static std::uint64_t part(std::uint64_t all, std::uint64_t offset, unsigned bytes) {
    return bytes == 8 ? all : all >> 8 * (offset % 8);
  }

  void follow() {
    software.write(software_);
    timer.write(now() >= compare_);
    const std::uint64_t last = sc_core::sc_max_time().value() / tick_.value();
    if (now() < compare_ && compare_ <= last) {
      change_.notify(compare_ * tick_ - sc_core::sc_time_stamp());
    }
  }

  sc_core::sc_time tick_;
  std::uint64_t compare_ = ~std::uint64_t{0};
  bool software_         = false;
  sc_core::sc_event change_{"change"};
};

}  // namespace weft::systemc
