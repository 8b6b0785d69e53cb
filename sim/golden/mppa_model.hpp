// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <ostream>

#include "sim/golden/mppa.hpp"

/// Cycle model of rtl/mppa/weft_mppa.sv: every output in every cycle, whatever the memory does.
namespace weft::golden::mppa {

/// A request to read or write 32 bytes of memory; `data` is for a store only.
struct request {
  bool write  = false;
  addr_t addr = 0;
  register_t data{};

  bool operator==(const request&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const request& r) {
    os << (r.write ? "write " : "read ") << r.addr;
    if (r.write) {
      for (const std::uint64_t quarter : r.data) os << ' ' << quarter;
    }
    return os;
  }
};

/// One cycle at the inputs. An engaged optional is a payload whose valid is high.
struct inputs {
  std::optional<bundle> in;
  bool req_ready = true;
  std::optional<register_t> rsp;

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.in) os << "in={" << *in.in << "} ";
    if (in.rsp) {
      os << "rsp=";
      for (const std::uint64_t quarter : *in.rsp) os << quarter << ' ';
    }
    return os << "req_ready=" << in.req_ready;
  }
};

/// One cycle at the outputs.
struct outputs {
  bool in_ready = false;
  std::optional<request> req;
  bool busy = false;

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& out) {
    os << "in_ready=" << out.in_ready << " busy=" << out.busy;
    if (out.req) os << " req=" << *out.req;
    return os;
  }
};

/// peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = mppa::inputs;
  using outputs = mppa::outputs;

  explicit model(const config& k = {}) : config_(k) {}

  outputs peek(const inputs&) const {
    return {.in_ready = bundles_.size() < Depth,
            .req      = request_of_head(),
            .busy     = !bundles_.empty() || array_ || !loads_.empty()};
  }

  void step(const inputs& in) {
    const bool taken = in.in && bundles_.size() < Depth;
    const bool issues =
        head_is_free() && (in.req_ready || bundles_.front().mem_op == mem_op_e::NoMem);
    // The head reads before anything is written.
    std::optional<bundle> head;
    register_t moved{};
    product next{};
    if (issues) {
      head          = bundles_.front();
      const auto& r = state_.registers;
      if (head->move_op == move_op_e::Move) moved = r[head->move_src];
      if (head->mac_op != mac_op_e::NoMac) {
        next = {*head, r[head->mac_a], r[head->mac_b], steps(head->mac_op)};
      }
      bundles_.pop_front();
    }

    if (array_ && --array_->left == 0) {
      multiply(state_, array_->x, array_->a, array_->b);
      array_.reset();
    }
    if (in.rsp) {
      load(state_, loads_.front(), *in.rsp);
      loads_.pop_front();
    }
    if (head) {
      if (head->move_op != move_op_e::NoMove) state_.registers[head->move_dst] = moved;
      if (head->mac_op != mac_op_e::NoMac) array_ = next;
      if (loaded(*head) != 0) loads_.push_back(*head);
    }
    if (taken) bundles_.push_back(*in.in);
  }

 private:
  static constexpr std::size_t Depth = 2;

  /// A product in the array with its operands.
  struct product {
    bundle x;
    register_t a, b;
    unsigned left;  ///< cycles left
  };

  /// Whether nothing but the memory's ready keeps the head from issuing.
  bool head_is_free() const {
    if (bundles_.empty()) return false;
    const bundle& x = bundles_.front();
    mask_t awaited  = 0;
    for (const bundle& y : loads_) awaited |= loaded(y);
    const mask_t computed = array_ ? summed(array_->x) : 0;
    return ((read(x) | moved(x) | summed(x)) & awaited) == 0 &&
           ((read(x) | moved(x) | loaded(x)) & computed) == 0 &&
           (x.mac_op == mac_op_e::NoMac || !array_ || array_->left == 1) &&
           (loaded(x) == 0 || loads_.size() < config_.loads);
  }

  std::optional<request> request_of_head() const {
    if (!head_is_free()) return {};
    const bundle& x = bundles_.front();
    if (x.mem_op == mem_op_e::NoMem) return {};
    if (x.mem_op == mem_op_e::Store) return request{true, x.mem_addr, state_.registers[x.mem_reg]};
    return request{false, x.mem_addr, {}};
  }

  config config_;
  state state_;
  std::deque<bundle> bundles_;  // taken, not issued
  std::optional<product> array_;
  std::deque<bundle> loads_;  // requested, not answered
};

}  // namespace weft::golden::mppa
