// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "systemc/device.hpp"

namespace weft::systemc {

/// A platform-level interrupt controller (RISC-V Platform-Level Interrupt Controller Specification
/// 1.0): sources 1 to 63 with levels, priorities 0 to 7, one context, the machine mode of hart 0.
///
/// `source[i]` may be left unbound. A source whose line is high becomes pending unless it is in
/// service; a claim takes the pending and enabled one of highest priority above the threshold, the
/// lowest number among equals, and a completion lets it become pending again.
template <unsigned Bits = 64>
class plic : public device_base<Bits> {
 public:
  static constexpr std::uint64_t Bytes = 0x400'0000;
  static constexpr unsigned Sources    = 64;
  using line = sc_core::sc_port<sc_core::sc_signal_in_if<bool>, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

  sc_core::sc_vector<line> source{"source", Sources};
  sc_core::sc_out<bool> irq{"irq"};

  SC_HAS_PROCESS(plic);
  explicit plic(const sc_core::sc_module_name& name) : device_base<Bits>(name) {
    SC_METHOD(follow);
    for (auto& s : source) this->sensitive << s;
    this->sensitive << change_;
  }

 private:
  static constexpr std::uint64_t Pending = 0x1000, Enable = 0x2000, Threshold = 0x20'0000,
                                 Claim = 0x20'0004;

  std::optional<std::uint64_t> read(std::uint64_t offset, unsigned bytes) override {
    if (bytes != 4 || offset >= Bytes) return {};
    update();
    if (offset < 4 * Sources) return priority_[offset / 4];
    if (offset == Pending || offset == Pending + 4) return half(pending_, offset);
    if (offset == Enable || offset == Enable + 4) return half(enabled_, offset);
    if (offset == Threshold) return threshold_;
    if (offset != Claim) return 0;
    const unsigned taken = best();
    pending_ &= ~bit(taken);
    if (taken != 0) serviced_ |= bit(taken);
    change_.notify(sc_core::SC_ZERO_TIME);
    return taken;
  }

  bool write(std::uint64_t offset, unsigned bytes, std::uint64_t value) override {
    if (bytes != 4 || offset >= Bytes) return false;
    if (offset != 0 && offset < 4 * Sources) priority_[offset / 4] = value & 7;
    if (offset == Enable) enabled_ = (enabled_ & ~std::uint64_t{0xffff'ffff}) | (value & ~1ull);
    if (offset == Enable + 4) enabled_ = (enabled_ & 0xffff'ffff) | value << 32;
    if (offset == Threshold) threshold_ = value & 7;
    if (offset == Claim && value < Sources) serviced_ &= ~bit(static_cast<unsigned>(value));
    change_.notify(sc_core::SC_ZERO_TIME);
    return true;
  }

  static std::uint64_t bit(unsigned i) { return std::uint64_t{1} << i; }
  static std::uint64_t half(std::uint64_t all, std::uint64_t offset) {
    return offset % 8 == 0 ? all & 0xffff'ffff : all >> 32;
  }

  /// The source that a claim takes, 0 for none.
  unsigned best() const {
    unsigned best = 0;
    for (unsigned i = 1; i < Sources; ++i) {
      const bool asks = (pending_ & enabled_ & bit(i)) != 0 && priority_[i] > threshold_;
      if (asks && (best == 0 || priority_[i] > priority_[best])) best = i;
    }
    return best;
  }

  void update() {
    for (unsigned i = 1; i < Sources; ++i) {
      if (source[i].size() == 0) continue;
      const bool high = source[i]->read();
      if (high && (serviced_ & bit(i)) == 0) pending_ |= bit(i);
    }
  }
  void follow() {
    update();
    irq.write(best() != 0);
  }

  std::array<std::uint64_t, Sources> priority_{};
  std::uint64_t pending_ = 0, enabled_ = 0, serviced_ = 0, threshold_ = 0;
  sc_core::sc_event change_{"change"};
};

}  // namespace weft::systemc
