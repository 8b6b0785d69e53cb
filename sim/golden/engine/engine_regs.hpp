// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>

#include "sim/golden/engine/axil.hpp"
#include "sim/golden/engine/engine_map.hpp"

/// Golden model of rtl/engine/weft_engine_regs.sv: the registers of the engine behind AXI4-Lite.
namespace weft::golden::engine_regs {

using namespace engine_map;
using axil::resp_e;

/// The words of the page.
inline constexpr std::size_t Words = PageBytes / 4;
using words                        = std::array<std::uint32_t, Words>;

/// The register at a word of the page; nullptr at a hole.
inline constexpr auto RegAt = [] {
  std::array<const reg*, Words> out{};
  for (const reg& r : Map) out[r.offset / 4] = &r;
  return out;
}();

/// Prints the words that are not 0, with their offsets.
inline void print(std::ostream& os, const words& w) {
  for (std::size_t i = 0; i < Words; ++i) {
    if (w[i] != 0) os << ' ' << 4 * i << ':' << w[i];
  }
}

/// hw2reg_t. Words are 0 where the hardware drives nothing.
struct from_hardware {
  words value{};           ///< of registers and fields that the hardware drives
  words sets{}, clears{};  ///< flags that it sets, clears

  friend std::ostream& operator<<(std::ostream& os, const from_hardware& h) {
    print(os << "hw=", h.value);
    print(os << " sets=", h.sets);
    print(os << " clears=", h.clears);
    return os;
  }
};

/// reg2hw_t.
struct to_hardware {
  words value{};  ///< of the registers that the hardware sees; of a command: the bits written as 1
  std::optional<std::uint32_t> written;  ///< the offset of the command that is written

  /// Bits of a command mean nothing while it is not written.
  bool operator==(const to_hardware& o) const {
    if (written != o.written) return false;
    for (const reg& r : Map) {
      if (r.hw == hw_e::Commands && written != r.offset) continue;
      if (value[r.offset / 4] != o.value[r.offset / 4]) return false;
    }
    return true;
  }
  friend std::ostream& operator<<(std::ostream& os, const to_hardware& h) {
    if (h.written) os << "written=" << *h.written;
    print(os << " regs=", h.value);
    return os;
  }
};

struct inputs {
  axil::from_master bus{};
  bool reset = false;
  from_hardware hw{};

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    return os << in.bus << " reset=" << in.reset << ' ' << in.hw;
  }
};

struct outputs {
  axil::from_slave bus{};
  to_hardware hw{};

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    return os << o.bus << ' ' << o.hw;
  }
};

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge. No output
/// depends on an input of the same cycle.
class model {
 public:
  using inputs  = engine_regs::inputs;
  using outputs = engine_regs::outputs;

  model() {
    for (const reg& r : Map) {
      if (kept(r)) value_[r.offset / 4] = r.reset;
    }
  }

  outputs peek(const inputs& = {}) const {
    outputs o{slave_.peek(), {value_, {}}};
    if (const auto w = slave_.writes()) {
      const reg* r = RegAt[w->offset / 4];
      if (r != nullptr && r->hw == hw_e::Commands) {
        o.hw.written              = r->offset;
        o.hw.value[r->offset / 4] = w->data.data & w->lanes() & r->writable;
      } else if (r != nullptr) {
        o.hw.value[r->offset / 4] |= w->data.data & w->lanes() & r->pulses;
      }
    }
    return o;
  }

  /// The value that software reads.
  std::uint32_t read(const reg& r, const from_hardware& hw) const {
    switch (r.hw) {
      case hw_e::None:
        return r.reset;
      case hw_e::Drives:
        return hw.value[r.offset / 4];
      default:
        return value_[r.offset / 4] | hw.value[r.offset / 4];
    }
  }

  void step(const inputs& in) {
    const auto w    = slave_.writes();
    resp_e written  = resp_e::Okay;
    const auto last = value_;
    if (w) {
      const reg* r = RegAt[w->offset / 4];
      written      = r == nullptr                                          ? resp_e::DecErr
                     : r->access == access_e::ReadOnly || locked(last, *r) ? resp_e::SlvErr
                                                                           : resp_e::Okay;
      if (written == resp_e::Okay) write(*r, *w);
    }
    axil::read_data answer{0, resp_e::Okay};
    if (const auto offset = slave_.reads()) {
      const reg* r = RegAt[*offset / 4];
      answer.resp  = r == nullptr                       ? resp_e::DecErr
                     : r->access == access_e::WriteOnly ? resp_e::SlvErr
                                                        : resp_e::Okay;
      if (answer.resp == resp_e::Okay) {
        // The value before this cycle's write.
        const auto now = std::exchange(value_, last);
        answer.data    = read(*r, in.hw);
        value_         = now;
      }
    }
    for (const reg& r : Map) {
      std::uint32_t& value = value_[r.offset / 4];
      if (r.hw == hw_e::Sets) {
        value = (value & ~in.hw.clears[r.offset / 4]) | in.hw.sets[r.offset / 4];
      }
      if (in.reset && kept(r) && !(r.keeps && locked(last, r))) value = r.reset;
    }
    slave_.step(in.bus, written, answer);
  }

 private:
  static bool kept(const reg& r) { return r.hw == hw_e::Reads || r.hw == hw_e::Sets; }
  static bool locked(const words& value, const reg& r) {
    return r.lock_mask != 0 && (value[r.lock / 4] & r.lock_mask) != 0;
  }

  void write(const reg& r, const axil::slave::write& w) {
    const std::uint32_t bits = r.writable & w.lanes();
    std::uint32_t& value     = value_[r.offset / 4];
    if (r.access == access_e::ReadWrite) value = (value & ~bits) | (w.data.data & bits);
    if (r.access == access_e::Write1Clear) value &= ~(w.data.data & bits);
  }

  axil::slave slave_;
  words value_{};  // of what is kept here
};

}  // namespace weft::golden::engine_regs
