// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>

#include "sim/golden/engine/axi.hpp"

/// AXI4-Lite of 32 bits, and the slave rtl/engine/weft_axil.sv in front of registers.
namespace weft::golden::axil {

using axi::resp_e;

struct write_data {
  std::uint32_t data;
  unsigned strb = 15;  ///< a bit for each byte

  bool operator==(const write_data&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const write_data& w) {
    return os << w.data << '&' << w.strb;
  }
};

struct read_data {
  std::uint32_t data;
  resp_e resp;

  bool operator==(const read_data&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const read_data& r) {
    return os << r.data << '/' << static_cast<unsigned>(r.resp);
  }
};

/// The signals that a master drives in a cycle. An engaged optional is a payload whose valid is
/// high.
struct from_master {
  std::optional<std::uint32_t> aw{};
  std::optional<write_data> w{};
  bool b_ready = true;
  std::optional<std::uint32_t> ar{};
  bool r_ready = true;

  bool operator==(const from_master&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const from_master& in) {
    if (in.aw) os << "aw=" << *in.aw << ' ';
    if (in.w) os << "w=" << *in.w << ' ';
    if (in.ar) os << "ar=" << *in.ar << ' ';
    return os << "ready=" << in.b_ready << in.r_ready;
  }
};

/// The signals that a slave drives.
struct from_slave {
  bool aw_ready = false, w_ready = false, ar_ready = false;
  std::optional<resp_e> b{};
  std::optional<read_data> r{};

  bool operator==(const from_slave&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const from_slave& o) {
    os << "ready=" << o.aw_ready << o.w_ready << o.ar_ready;
    if (o.b) os << " b=" << static_cast<unsigned>(*o.b);
    if (o.r) os << " r=" << *o.r;
    return os;
  }
};

/// The slave: its outputs, and the accesses that the registers see in a cycle.
class slave {
 public:
  struct write {
    std::uint32_t offset;  ///< a multiple of 4
    write_data data;

    /// The bits of the enabled bytes.
    std::uint32_t lanes() const {
      std::uint32_t mask = 0;
      for (unsigned i = 0; i < 4; ++i) mask |= data.strb >> i & 1 ? 0xffu << 8 * i : 0;
      return mask;
    }
  };

  from_slave peek() const { return {!aw_, !w_, !ar_, b_, r_}; }

  /// The write that happens in this cycle.
  std::optional<write> writes() const {
    if (!aw_ || !w_ || b_) return {};
    return write{*aw_, *w_};
  }

  /// The register that is read in this cycle.
  std::optional<std::uint32_t> reads() const { return r_ ? std::nullopt : ar_; }

  /// A clock edge, with the registers' answers to writes() and reads().
  void step(const from_master& in, resp_e written, const read_data& read) {
    const bool wrote = writes().has_value(), was_read = reads().has_value();
    const auto before = peek();
    if (wrote) aw_.reset(), w_.reset();
    if (was_read) ar_.reset();
    if (before.b && in.b_ready) b_.reset();
    if (before.r && in.r_ready) r_.reset();
    if (wrote) b_ = written;
    if (was_read) r_ = read;
    if (before.aw_ready && in.aw) aw_ = *in.aw & ~3u;
    if (before.w_ready && in.w) w_ = in.w;
    if (before.ar_ready && in.ar) ar_ = *in.ar & ~3u;
  }

 private:
  std::optional<std::uint32_t> aw_, ar_;
  std::optional<write_data> w_;
  std::optional<resp_e> b_;
  std::optional<read_data> r_;
};

}  // namespace weft::golden::axil
