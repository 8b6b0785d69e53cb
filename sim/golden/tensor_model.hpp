// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

#include "sim/golden/tensor.hpp"

/// Cycle model of rtl/weft_tensor.sv: every output in every cycle, whatever the memories do.
namespace weft::golden::tensor {

using addr_t = std::uint32_t;

struct command {
  tensor::shape shape;
  bool preload;

  friend std::ostream& operator<<(std::ostream& os, const command& c) {
    return os << '{' << c.shape.m << ',' << c.shape.n << ',' << c.shape.k
              << (c.preload ? ",preload}" : "}");
  }
};

/// Up to MaxLanes numbers side by side, without a heap: a simulation makes some every cycle.
template <class T>
class lanes {
 public:
  static constexpr unsigned MaxLanes = 64;

  explicit lanes(unsigned size = 0, T value = 0) : size_(size) {
    std::fill_n(begin(), size, value);
  }
  lanes(const lanes& other) : size_(other.size_) { std::copy_n(other.begin(), size_, begin()); }
  lanes& operator=(const lanes& other) {
    size_ = other.size_;
    std::copy_n(other.begin(), size_, begin());
    return *this;
  }

  unsigned size() const { return size_; }
  T* begin() { return data_.data(); }
  T* end() { return begin() + size_; }
  const T* begin() const { return data_.data(); }
  const T* end() const { return begin() + size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

  bool operator==(const lanes& other) const { return std::ranges::equal(*this, other); }

  friend std::ostream& operator<<(std::ostream& os, const lanes& x) {
    os << '[';
    for (unsigned i = 0; i < x.size(); ++i) os << (i == 0 ? "" : " ") << x[i];
    return os << ']';
  }

 private:
  std::array<T, MaxLanes> data_;  // the first size_ of them
  unsigned size_;
};

/// A word of A or B (operands) or C (results): what one step of the array takes.
template <class T>
struct word {
  tensor::lanes<T> lanes;

  bool operator==(const word&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const word& w) { return os << w.lanes; }
};

/// A row of a tile of D on its way to memory.
struct result_word {
  addr_t addr;
  std::uint64_t strb;  ///< bit j: lane j belongs to D
  tensor::lanes<result_t> lanes;

  bool operator==(const result_word&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const result_word& w) {
    return os << w.addr << '/' << w.strb << ' ' << w.lanes;
  }
};

/// One cycle at the inputs. An engaged optional is a payload whose valid is high.
struct inputs {
  std::optional<command> cmd;
  bool a_req_ready = true, b_req_ready = true, c_req_ready = true;
  std::optional<word<operand_t>> a_rsp, b_rsp;
  std::optional<word<result_t>> c_rsp;
  bool d_ready = true;

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.cmd) os << "cmd=" << *in.cmd << ' ';
    if (in.a_rsp) os << "a=" << *in.a_rsp << ' ';
    if (in.b_rsp) os << "b=" << *in.b_rsp << ' ';
    if (in.c_rsp) os << "c=" << *in.c_rsp << ' ';
    return os << "ready=" << in.a_req_ready << in.b_req_ready << in.c_req_ready << in.d_ready;
  }
};

/// The same cycle at the outputs.
struct outputs {
  bool cmd_ready = false;
  std::optional<addr_t> a_req, b_req, c_req;
  std::optional<result_word> d;
  bool busy = false, done = false;

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& out) {
    os << "cmd_ready=" << out.cmd_ready << " busy=" << out.busy << " done=" << out.done;
    if (out.a_req) os << " a_req=" << *out.a_req;
    if (out.b_req) os << " b_req=" << *out.b_req;
    if (out.c_req) os << " c_req=" << *out.c_req;
    if (out.d) os << " d=" << *out.d;
    return os;
  }
};

/// Counts through the tiles of a result, along the rows.
class tile_walk {
 public:
  tile_walk() = default;
  tile_walk(const config& c, const shape& s)
      : rows_(c.rows), cols_(c.cols), m_(s.m), n_(s.n), m_left_(s.m), n_left_(s.n) {}

  unsigned rows() const { return std::min(rows_, m_left_); }
  unsigned cols() const { return std::min(cols_, n_left_); }
  bool row_ends() const { return n_left_ <= cols_; }
  bool last() const { return row_ends() && m_left_ <= rows_; }

  void step() {
    if (row_ends()) m_left_ -= rows();
    n_left_ = row_ends() ? n_ : n_left_ - cols_;
  }

 private:
  unsigned rows_ = 1, cols_ = 1, m_ = 0, n_ = 0, m_left_ = 0, n_left_ = 0;
};

/// Reads one operand ahead (weft_tensor_reader). Which words a tile takes is the caller's to say.
template <class Word>
class operand_reader {
 public:
  static constexpr std::size_t Depth = 4;

  /// `addresses` yields the address of every word in turn, nullopt at the end.
  void start(std::function<std::optional<addr_t>()> addresses) {
    addresses_ = std::move(addresses);
    next_      = addresses_();
  }

  std::optional<addr_t> request() const {
    return reserved_ < Depth ? next_ : std::optional<addr_t>{};
  }
  bool has_word() const { return !words_.empty(); }
  const Word& head() const { return words_.front(); }

  void step(bool req_ready, const std::optional<Word>& rsp, bool pop) {
    const bool taken = req_ready && request();
    reserved_ += std::size_t{taken};
    if (taken) next_ = addresses_();
    if (pop) {
      words_.pop_front();
      --reserved_;
    }
    if (rsp) words_.push_back(*rsp);
  }

 private:
  std::function<std::optional<addr_t>()> addresses_;
  std::optional<addr_t> next_;
  std::size_t reserved_ = 0;  // words requested and not yet taken by the array
  std::deque<Word> words_;
};

/// peek() is combinational, step() is the rising clock edge.
///
/// The model counts steps of the array instead of moving operands through it: a tile whose last
/// operands enter in step s drains in steps s + rows + cols and on, one row a step, bottom row
/// first.
class model {
 public:
  using inputs  = tensor::inputs;
  using outputs = tensor::outputs;

  explicit model(const config& c) : config_(c) {}

  outputs peek(const inputs& in) const {
    return {.cmd_ready = !command_,
            .a_req     = a_.request(),
            .b_req     = b_.request(),
            .c_req     = c_.request(),
            .d         = results_.empty() ? std::nullopt : std::optional{results_.front().word},
            .busy      = command_.has_value(),
            .done      = in.d_ready && !results_.empty() && results_.front().last};
  }

  void step(const inputs& in) {
    const bool done     = peek(in).done;
    const bool starts   = in.cmd && !command_;
    const bool operands = issuing_ && issue_step_ < command_->shape.k;
    const bool preload  = issuing_ && command_->preload && issue_step_ < issue_walk_.rows();
    const bool row_out  = draining_ && drain_row_ < drain_walk_.rows();
    const bool place    = results_.size() < ResultDepth;
    const bool advance  = command_ && (!operands || (a_.has_word() && b_.has_word())) &&
                         (!preload || c_.has_word()) && (!row_out || place);

    if (in.d_ready && !results_.empty()) results_.pop_front();
    if (advance) {
      if (operands) tile_.operands.push_back({a_.head(), b_.head()});
      if (preload) tile_.preload.push_back(c_.head());
      drain(row_out);
      issue();
    }
    a_.step(in.a_req_ready, in.a_rsp, advance && operands);
    b_.step(in.b_req_ready, in.b_rsp, advance && operands);
    c_.step(in.c_req_ready, in.c_rsp, advance && preload);

    if (done) command_.reset();
    if (starts) start(*in.cmd);
  }

 private:
  static constexpr std::size_t ResultDepth = 2;

  /// The operands of one tile, in the order in which they enter.
  struct tile {
    struct step {
      word<operand_t> a, b;
    };
    std::vector<step> operands;
    std::vector<word<result_t>> preload;
    std::uint64_t drains_at = 0;  // the step after which its bottom row is there
  };

  struct pending {
    result_word word;
    bool last;
  };

  void start(const command& cmd) {
    command_    = cmd;
    issuing_    = true;
    issue_step_ = 0;
    issue_walk_ = drain_walk_ = tile_walk(config_, cmd.shape);

    const auto panels = [c = config_, s = cmd.shape](bool of_a) {
      return [=, walk = tile_walk(c, s), panel = addr_t{0}, k = 0u,
              ended = false]() mutable -> std::optional<addr_t> {
        if (ended) return std::nullopt;
        const addr_t addr = panel + k;
        if (++k == s.k) {
          k     = 0;
          ended = walk.last();
          if (of_a) {
            panel += walk.row_ends() ? s.k : 0;
          } else {
            panel = walk.row_ends() ? 0 : panel + s.k;
          }
          walk.step();
        }
        return addr;
      };
    };
    a_.start(panels(true));
    b_.start(panels(false));
    if (cmd.preload) {
      c_.start([walk = tile_walk(config_, cmd.shape), rows = config_.rows, panel = addr_t{0},
                row = 0u, ended = false]() mutable -> std::optional<addr_t> {
        if (ended) return std::nullopt;
        const addr_t addr = panel + row;
        if (++row == walk.rows()) {
          row   = 0;
          ended = walk.last();
          panel += rows;
          walk.step();
        }
        return addr;
      });
    }
  }

  /// The operands of this step enter; a tile takes max(k, rows) steps.
  void issue() {
    if (issuing_) {
      if (issue_step_ + 1 == command_->shape.k) {
        tile_.drains_at = array_step_ + config_.rows + config_.cols - 1;
      }
      if (++issue_step_ == std::max(command_->shape.k, config_.rows)) {
        in_flight_.push_back(std::move(tile_));
        tile_       = {};
        issue_step_ = 0;
        issuing_    = !issue_walk_.last();
        issue_walk_.step();
      }
    }
    ++array_step_;
  }

  /// The row that is at the bottom leaves, and the next one comes.
  void drain(bool row_out) {
    if (row_out) {
      result_word word{drain_panel_ + drain_row_, ~std::uint64_t{0} >> (64 - drain_walk_.cols()),
                       sums(drain_row_)};
      results_.push_back({std::move(word), drain_walk_.last() && drain_row_ == 0});
    }
    if (draining_ && drain_row_-- == 0) {
      draining_ = false;
      in_flight_.pop_front();
      drain_panel_ = drain_walk_.last() ? 0 : drain_panel_ + config_.rows;
      drain_walk_.step();
    }
    if (bottom_row_comes()) {
      draining_  = true;
      drain_row_ = config_.rows - 1;
    }
  }

  bool bottom_row_comes() const {
    return !in_flight_.empty() && !draining_ && in_flight_.front().drains_at == array_step_;
  }

  lanes<result_t> sums(unsigned row) const {
    const tile& t = in_flight_.front();
    lanes<result_t> sum =
        row < t.preload.size() ? t.preload[row].lanes : lanes<result_t>(config_.cols);
    for (const auto& step : t.operands) {
      for (std::size_t j = 0; j < sum.size(); ++j) {
        sum[j] = mac(config_.type, step.a.lanes[row], step.b.lanes[j], sum[j]);
      }
    }
    return sum;
  }

  config config_;
  std::optional<command> command_;
  operand_reader<word<operand_t>> a_, b_;
  operand_reader<word<result_t>> c_;

  std::uint64_t array_step_ = 0;  // how often the array has advanced
  bool issuing_             = false;
  unsigned issue_step_      = 0;
  tile_walk issue_walk_, drain_walk_;
  tile tile_;                   // being issued
  std::deque<tile> in_flight_;  // issued, not drained

  bool draining_      = false;
  unsigned drain_row_ = 0;
  addr_t drain_panel_ = 0;
  std::deque<pending> results_;
};

}  // namespace weft::golden::tensor
