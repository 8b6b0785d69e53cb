// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <vector>

#include "sim/golden/enum_name.hpp"
#include "sim/golden/mppa.hpp"

/// Golden model of rtl/mppa/weft_mppa_smem.sv: the memory of a cluster in 16 banks of 32 bytes a
/// cycle, with 1 to 16 ports, round robin at each bank.
namespace weft::golden::mppa_smem {

using mppa::register_t;
inline constexpr unsigned Banks = 16, MaxPorts = 16;

/// The bytes that lie in a bank.
enum class interleave_e : std::uint8_t {
  Lines,   ///< 64 bytes in turn
  Blocks,  ///< 256 bytes in turn
  Apart    ///< a sixteenth of the memory each
};
inline constexpr int Interleaves = 3;
inline std::ostream& operator<<(std::ostream& os, interleave_e i) {
  return put_name(os, i, {"Lines", "Blocks", "Apart"});
}

struct config {
  unsigned ports          = 16;
  unsigned rows           = 4096;  ///< of 64 bytes a bank, a power of two from 4 on
  interleave_e interleave = interleave_e::Lines;

  std::uint64_t bytes() const { return std::uint64_t{64} * Banks * rows; }
  bool operator==(const config&) const = default;
};

/// The bank of an address, modulo the memory's size.
constexpr unsigned bank_of(const config& k, std::uint64_t at) {
  const std::uint64_t row = at / 64;
  switch (k.interleave) {
    case interleave_e::Lines:
      return static_cast<unsigned>(row % Banks);
    case interleave_e::Blocks:
      return static_cast<unsigned>(row / 4 % Banks);
    default:
      return static_cast<unsigned>(row / k.rows % Banks);
  }
}

/// A request for 32 bytes from an address on. They wrap round at the next multiple of 64.
struct request {
  bool write           = false;
  std::uint32_t addr   = 0;
  std::uint32_t strobe = 0;  ///< the bytes that a write writes
  register_t data{};

  bool operator==(const request&) const = default;
};

struct inputs {
  std::array<std::optional<request>, MaxPorts> req;

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    for (std::size_t p = 0; p < in.req.size(); ++p) {
      if (const auto& r = in.req[p]) {
        os << p << (r->write ? ":write " : ":read ") << r->addr << ' ';
      }
    }
    return os;
  }
};

struct outputs {
  std::array<bool, MaxPorts> ready{};  ///< the request is taken
  std::array<std::optional<register_t>, MaxPorts> rsp;

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& out) {
    for (std::size_t p = 0; p < out.ready.size(); ++p) {
      if (out.ready[p]) os << p << ":ready ";
      if (out.rsp[p]) {
        os << p << ":rsp";
        for (const std::uint64_t d : *out.rsp[p]) os << ' ' << d;
        os << ' ';
      }
    }
    return os;
  }
};

/// peek() is combinational, step() is the rising clock edge. Memory is zero at first; the RTL does
/// not reset it. A read is answered in the next cycle.
class model {
 public:
  using inputs  = mppa_smem::inputs;
  using outputs = mppa_smem::outputs;

  explicit model(const config& k = {}) : config_(k), bytes_(k.bytes()) {}

  outputs peek(const inputs& in) const {
    outputs out;
    for (unsigned b = 0; b < Banks; ++b) {
      if (const auto p = granted(in, b)) out.ready[*p] = true;
    }
    out.rsp = rsp_;
    return out;
  }

  void step(const inputs& in) {
    rsp_ = {};
    for (unsigned b = 0; b < Banks; ++b) {
      const auto p = granted(in, b);
      if (!p) continue;
      turn_[b]         = (*p + 1) % config_.ports;
      const request& r = *in.req[*p];
      register_t data{};
      for (unsigned i = 0; i < 32; ++i) {
        const std::uint64_t at = r.addr % bytes_.size();
        std::uint8_t& byte     = bytes_[at / 64 * 64 + (at + i) % 64];
        if (!r.write) {
          data[i / 8] |= std::uint64_t{byte} << 8 * (i % 8);
        } else if ((r.strobe >> i & 1) != 0) {
          byte = static_cast<std::uint8_t>(r.data[i / 8] >> 8 * (i % 8));
        }
      }
      if (!r.write) rsp_[*p] = data;
    }
  }

  /// Sets the memory, or gets it: at most bytes() of the configuration.
  void load(const std::vector<std::uint8_t>& bytes) {
    std::copy_n(bytes.begin(), std::min(bytes.size(), bytes_.size()), bytes_.begin());
  }
  const std::vector<std::uint8_t>& unload() const { return bytes_; }

 private:
  /// The port that a bank serves: the first from its turn on that asks for it.
  std::optional<unsigned> granted(const inputs& in, unsigned bank) const {
    for (unsigned i = 0; i < config_.ports; ++i) {
      const unsigned p = (turn_[bank] + i) % config_.ports;
      if (in.req[p] && bank_of(config_, in.req[p]->addr) == bank) return p;
    }
    return {};
  }

  config config_;
  std::vector<std::uint8_t> bytes_;
  std::array<unsigned, Banks> turn_{};
  std::array<std::optional<register_t>, MaxPorts> rsp_;
};

}  // namespace weft::golden::mppa_smem
