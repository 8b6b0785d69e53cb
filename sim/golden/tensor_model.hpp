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
  flow_e flow = flow_e::OutputStationary;

  friend std::ostream& operator<<(std::ostream& os, const command& c) {
    return os << '{' << int(c.flow) << ':' << c.shape.m << ',' << c.shape.n << ',' << c.shape.k
              << (c.preload ? ",preload}" : "}");
  }
};

/// Up to MaxLanes numbers side by side, without a heap: a simulation makes some every cycle.
template <class T>
class lanes {
 public:
  static constexpr unsigned MaxLanes = 512;

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

/// A word of A or B (operands, type.lanes() neighbours of K for each row or column) or C (results):
/// what one step of the array takes.
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

/// Walks over the blocks of a GEMM: rows outside, columns inside them, depth inside those
/// (weft_tensor_walk).
class block_walk {
 public:
  block_walk() = default;
  block_walk(const shape& s, unsigned row_chunk, unsigned cols, unsigned depth_chunk)
      : shape_(s), row_chunk_(row_chunk), cols_(cols), depth_chunk_(depth_chunk) {}

  unsigned row() const { return row_; }  ///< where the block begins
  unsigned panel() const { return col_ / cols_; }
  unsigned k() const { return k_; }
  unsigned rows() const { return std::min(row_chunk_, shape_.m - row_); }
  unsigned cols() const { return std::min(cols_, shape_.n - col_); }
  unsigned depth() const { return std::min(depth_chunk_, shape_.k - k_); }
  bool deepest() const { return shape_.k - k_ <= depth_chunk_; }
  bool last() const { return deepest() && last_col() && shape_.m - row_ <= row_chunk_; }

  void step() {
    if (deepest() && last_col()) row_ += row_chunk_;
    if (deepest()) col_ = last_col() ? 0 : col_ + cols_;
    k_ = deepest() ? 0 : k_ + depth_chunk_;
  }

 private:
  bool last_col() const { return shape_.n - col_ <= cols_; }

  shape shape_{1, 1, 1};
  unsigned row_chunk_ = 1, cols_ = 1, depth_chunk_ = 1;
  unsigned row_ = 0, col_ = 0, k_ = 0;
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
/// The model counts steps of the array instead of moving operands through it. Where sums stay, a
/// tile whose last operands enter in step s drains in steps s + rows + cols and on, one row a step,
/// bottom row first; where they pass, a row of A that enters in step s has its sums out in step s +
/// rows + cols.
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
    const bool done    = peek(in).done;
    const bool starts  = in.cmd && !command_;
    const bool row_out = !leaving_.empty() && leaving_.front().step == array_step_;
    const bool place   = results_.size() < ResultDepth;
    const needs need   = what_this_step_needs();
    const bool advance = command_ && (!need.a || a_.has_word()) && (!need.b || b_.has_word()) &&
                         (!need.c || c_.has_word()) && (!row_out || place);

    if (in.d_ready && !results_.empty()) results_.pop_front();
    if (advance) {
      if (row_out) {
        results_.push_back(std::move(leaving_.front().result));
        leaving_.pop_front();
      }
      if (sums_pass(command_->flow)) {
        stream(need);
      } else {
        issue(need);
      }
      ++array_step_;
    }
    a_.step(in.a_req_ready, in.a_rsp, advance && need.a);
    b_.step(in.b_req_ready, in.b_rsp, advance && need.b);
    c_.step(in.c_req_ready, in.c_rsp, advance && need.c);

    if (done) command_.reset();
    if (starts) start(*in.cmd);
  }

 private:
  static constexpr std::size_t ResultDepth = 2;

  /// Which operands this step takes.
  struct needs {
    bool a = false, b = false, c = false;
  };

  struct pending {
    result_word word;
    bool last;
  };

  /// A row of results, and the step in which it is there.
  struct due {
    std::uint64_t step;
    pending result;
  };

  needs what_this_step_needs() const {
    if (!command_) return {};
    if (sums_pass(command_->flow)) {
      const bool row = active_ && step_ < rows_walk_.rows();
      return {row, loading_ && step_ < weights_walk_.depth(),
              row && rows_walk_.k() == 0 && command_->preload};
    }
    const bool operands = active_ && step_ < steps_;
    return {operands, operands, active_ && command_->preload && step_ < rows_walk_.rows()};
  }

  /// The addresses of a reader: word(walk, i) of words(walk) words of every block.
  template <class Words, class Address>
  static std::function<std::optional<addr_t>()> addresses(const block_walk& blocks, Words words,
                                                          Address address) {
    return [=, walk = blocks, i = 0u, ended = false]() mutable -> std::optional<addr_t> {
      if (ended) return std::nullopt;
      const addr_t at = address(walk, i);
      if (++i == words(walk)) {
        i     = 0;
        ended = walk.last();
        walk.step();
      }
      return at;
    };
  }

  void start(const command& cmd) {
    command_ = cmd;
    const shape s{cmd.shape.m, cmd.shape.n, steps_of(config_, cmd.shape.k)};
    const bool pass  = sums_pass(cmd.flow);
    steps_           = s.k;
    const unsigned r = config_.rows, row_chunk = pass ? config_.partial_rows : r;
    const block_walk blocks(s, row_chunk, config_.cols, pass ? r : s.k);
    const block_walk results(s, row_chunk, config_.cols, s.k);
    const auto rows  = [](const block_walk& w) { return w.rows(); };
    const auto depth = [](const block_walk& w) { return w.depth(); };

    rows_walk_ = weights_walk_ = blocks;
    active_                    = !pass;
    loading_                   = pass;
    step_                      = 0;
    weights_.clear();
    next_weights_.clear();
    if (pass) {
      a_.start(addresses(blocks, rows, [=](const block_walk& w, unsigned i) {
        return w.k() / r * s.m + w.row() + i;
      }));
    } else {
      a_.start(addresses(blocks, depth,
                         [=](const block_walk& w, unsigned i) { return w.row() / r * s.k + i; }));
    }
    b_.start(addresses(blocks, depth, [=](const block_walk& w, unsigned i) {
      return w.panel() * s.k + w.k() + i;
    }));
    if (cmd.preload) {
      c_.start(addresses(results, rows, [=](const block_walk& w, unsigned i) {
        return w.panel() * s.m + w.row() + i;
      }));
    }
  }

  /// Row `row` of the block that rows_walk_ is at leaves in `step`.
  void leave(std::uint64_t step, unsigned row, const lanes<result_t>& sum, bool last) {
    const block_walk& w = rows_walk_;
    result_word word{w.panel() * command_->shape.m + w.row() + row,
                     ~std::uint64_t{0} >> (64 - w.cols()), sum};
    leaving_.push_back({step, {std::move(word), last && w.last()}});
  }

  /// Sums stay: the operands of this step enter; a tile takes max(k, rows) steps.
  void issue(const needs& need) {
    if (!active_) return;
    const unsigned rows = config_.rows;
    if (step_ == 0) sums_.assign(rows, lanes<result_t>(config_.cols));
    // Row r takes C in step r, and its first product in step 0 of the tile; both come before its
    // sum is read.
    if (need.c) addends_.push_back(c_.head().lanes);
    if (need.a) operands_.push_back({a_.head(), b_.head()});
    if (step_ + 1 == steps_) drains_at_ = array_step_ + rows + config_.cols;
    if (++step_ < std::max(steps_, rows)) return;

    for (unsigned row = 0; row < addends_.size(); ++row) sums_[row] = addends_[row];
    for (unsigned step = 0; step < steps_; ++step) {
      const auto& [a, b] = operands_[step];
      for (unsigned row = 0; row < rows; ++row) {
        accumulate(sums_[row], a, row, b, step + 1 == steps_);
      }
    }
    for (unsigned row = rows_walk_.rows(); row-- > 0;) {
      leave(drains_at_ + rows - 1 - row, row, sums_[row], row == 0);
    }
    addends_.clear();
    operands_.clear();
    step_   = 0;
    active_ = !rows_walk_.last();
    rows_walk_.step();
  }

  /// Sums pass: a row of A and a weight of the next block enter.
  void stream(const needs& need) {
    const unsigned rows = rows_walk_.rows();
    if (need.b) next_weights_.push_back(b_.head());
    if (need.a) {
      if (rows_walk_.k() == 0) {
        if (step_ == 0) sums_.assign(rows, lanes<result_t>(config_.cols));
        if (need.c) sums_[step_] = c_.head().lanes;
      }
      const auto depth = static_cast<unsigned>(weights_.size());
      for_each_step(config_, command_->flow, depth, step_, [&](unsigned i) {
        accumulate(sums_[step_], a_.head(), i, weights_[i], rows_walk_.deepest() && i + 1 == depth);
      });
      if (rows_walk_.deepest()) {
        leave(array_step_ + config_.rows + config_.cols, step_, sums_[step_], step_ + 1 == rows);
      }
    }
    const unsigned turn   = config_.rows + (steps_ > config_.rows ? 2 : 1);
    const unsigned length = !active_ ? config_.rows + 1 : loading_ ? std::max(rows, turn) : rows;
    if ((!active_ && !loading_) || ++step_ < length) return;

    step_   = 0;
    active_ = loading_;
    if (loading_) {
      rows_walk_ = weights_walk_;
      weights_   = std::exchange(next_weights_, {});
      loading_   = !weights_walk_.last();
      weights_walk_.step();
    }
  }

  /// One step of the sums of a row: lane `lane` of A and all of B. If it is the last along K, what
  /// lies beyond K is zero.
  void accumulate(lanes<result_t>& sum, const word<operand_t>& a, unsigned lane,
                  const word<operand_t>& b, bool last) const {
    const unsigned width = config_.type.lanes();
    const unsigned kept  = last ? command_->shape.k - (steps_ - 1) * width : width;
    std::array<operand_t, dpa::MaxLanes> x{}, y{};
    std::copy_n(&a.lanes[lane * width], kept, x.begin());
    for (unsigned j = 0; j < sum.size(); ++j) {
      std::copy_n(&b.lanes[j * width], kept, y.begin());
      sum[j] = multiply_add(config_.type, x.data(), y.data(), sum[j]);
    }
  }

  config config_;
  std::optional<command> command_;
  operand_reader<word<operand_t>> a_, b_;
  operand_reader<word<result_t>> c_;

  std::uint64_t array_step_ = 0;      // how often the array has advanced
  bool active_              = false;  // a tile or block takes operands
  bool loading_             = false;  // weights of a next block enter
  unsigned step_            = 0;      // of the tile or block
  unsigned steps_           = 0;      // K of the command, in steps
  block_walk rows_walk_, weights_walk_;
  std::vector<lanes<result_t>> sums_;  // of the tile, or of the block's rows

  struct operands {
    word<operand_t> a, b;
  };
  std::vector<operands> operands_;        // of the tile that enters
  std::vector<lanes<result_t>> addends_;  // its rows of C
  std::uint64_t drains_at_ = 0;           // the step in which its bottom row is there

  std::vector<word<operand_t>> weights_, next_weights_;
  std::deque<due> leaving_;
  std::deque<pending> results_;
};

}  // namespace weft::golden::tensor
