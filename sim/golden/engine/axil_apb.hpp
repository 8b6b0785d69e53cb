// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>

#include "sim/golden/engine/axil.hpp"

/// Golden model of rtl/engine/weft_axil_apb.sv: APB4 in front of AXI4-Lite.
namespace weft::golden::axil_apb {

/// A transfer of the APB; engaged data is a write.
struct transfer {
  std::uint32_t address;
  std::optional<axil::write_data> data;

  friend std::ostream& operator<<(std::ostream& os, const transfer& t) {
    os << '@' << t.address;
    if (t.data) os << '=' << *t.data;
    return os;
  }
};

/// The end of a transfer. The data of a write means nothing.
struct answer {
  std::uint32_t data;
  bool error;

  friend std::ostream& operator<<(std::ostream& os, const answer& a) {
    return os << a.data << (a.error ? "!" : "");
  }
};

struct inputs {
  std::optional<transfer> apb{};  ///< PSEL and what comes with it
  bool enable = false;
  axil::from_slave bus{};

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.apb) os << "apb=" << *in.apb << " enable=" << in.enable << ' ';
    return os << in.bus;
  }
};

struct outputs {
  std::optional<answer> ready{};
  axil::from_master bus{};
  bool reads = false;  ///< the transfer is a read: its data is compared

  bool operator==(const outputs& o) const {
    if (ready.has_value() != o.ready.has_value() || bus != o.bus) return false;
    return !ready || (ready->error == o.ready->error && (!reads || ready->data == o.ready->data));
  }
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    if (o.ready) os << "ready=" << *o.ready << ' ';
    return os << o.bus;
  }
};

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = axil_apb::inputs;
  using outputs = axil_apb::outputs;

  outputs peek(const inputs& in) const {
    outputs o;
    o.ready = ready_;
    o.reads = in.apb && !in.apb->data;
    if (aw_) o.bus.aw = in.apb->address;
    if (w_) o.bus.w = in.apb->data;
    if (ar_) o.bus.ar = in.apb->address;
    return o;
  }

  void step(const inputs& in) {
    const bool setup = in.apb && !in.enable, write = in.apb && in.apb->data;
    aw_ = aw_ ? !in.bus.aw_ready : setup && write;
    w_  = w_ ? !in.bus.w_ready : setup && write;
    ar_ = ar_ ? !in.bus.ar_ready : setup && !write;
    ready_.reset();
    if (in.bus.b) ready_ = answer{0, axi::is_error(*in.bus.b)};
    if (in.bus.r) ready_ = answer{in.bus.r->data, axi::is_error(in.bus.r->resp)};
  }

 private:
  bool aw_ = false, w_ = false, ar_ = false;  // offered
  std::optional<answer> ready_;
};

}  // namespace weft::golden::axil_apb
