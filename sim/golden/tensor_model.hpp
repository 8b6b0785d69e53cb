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

#include "sim/golden/pipelined.hpp"
#include "sim/golden/tensor.hpp"

/// Cycle model of rtl/tensor/weft_tensor.sv: every output in every cycle, whatever the memories do.
namespace weft::golden::tensor {

using addr_t = std::uint32_t;

struct command {
  tensor::shape shape;
  bool preload;
  flow_e flow = flow_e::OutputStationary;
  tensor::layout layout{};
  epilogue_of epilogue{};
  bool overlap = false;  ///< may be taken while the results of the command before leave

  friend std::ostream& operator<<(std::ostream& os, const command& c) {
    return os << '{' << flow_name(c.flow) << ':' << c.shape.m << ',' << c.shape.n << ','
              << c.shape.k << ",a" << int(c.layout.a) << ",b" << int(c.layout.b)
              << (c.preload ? c.layout.c_is_row ? ",row" : ",preload" : "")
              << (c.overlap ? ",overlap}" : "}");
  }
};

/// Up to MaxLanes numbers side by side, stored without a heap, because a simulation makes several
/// every cycle.
template <class T>
class lanes {
 public:
  static constexpr unsigned MaxLanes = 1024;

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
  std::array<T, MaxLanes> data_;  // the first size_ are valid
  unsigned size_;
};

/// A word of A or B (operands, type.entries() of K for each row or column) or C (results): the data
/// of one array step.
template <class T>
struct word {
  tensor::lanes<T> lanes;

  bool operator==(const word&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const word& w) { return os << w.lanes; }
};

/// A row of a tile of D, on its way to memory.
struct result_word {
  addr_t addr;
  std::uint64_t strb;  ///< bit j: lane j belongs to D
  tensor::lanes<result_t> lanes;

  bool operator==(const result_word&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const result_word& w) {
    return os << w.addr << '/' << w.strb << ' ' << w.lanes;
  }
};

/// std::optional without its constexpr constructor, for which GCC clears the whole of a word.
template <class T>
struct maybe : std::optional<T> {
  maybe() {}
  maybe(std::optional<T> x) : std::optional<T>(std::move(x)) {}
  using std::optional<T>::optional;
  using std::optional<T>::operator=;
  bool operator==(const maybe&) const = default;
};

/// One cycle at the inputs. An engaged optional is a payload whose valid is high.
struct inputs {
  std::optional<command> cmd;
  bool a_req_ready = true, b_req_ready = true, c_req_ready = true;
  maybe<word<operand_t>> a_rsp, b_rsp;
  maybe<word<result_t>> c_rsp;
  bool d_ready = true;

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.cmd) os << "cmd=" << *in.cmd << ' ';
    if (in.a_rsp) os << "a=" << *in.a_rsp << ' ';
    if (in.b_rsp) os << "b=" << *in.b_rsp << ' ';
    if (in.c_rsp) os << "c=" << *in.c_rsp << ' ';
    return os << "ready=" << in.a_req_ready << in.b_req_ready << in.c_req_ready << in.d_ready;
  }
};

/// One cycle at the outputs.
struct outputs {
  bool cmd_ready = false;
  std::optional<addr_t> a_req, b_req, c_req;
  maybe<result_word> d;
  bool busy = false, done = false;
  bool issued = false;  ///< a command with overlap may be taken

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& out) {
    os << "cmd_ready=" << out.cmd_ready << " busy=" << out.busy << " done=" << out.done
       << " issued=" << out.issued;
    if (out.a_req) os << " a_req=" << *out.a_req;
    if (out.b_req) os << " b_req=" << *out.b_req;
    if (out.c_req) os << " c_req=" << *out.c_req;
    if (out.d) os << " d=" << *out.d;
    return os;
  }
};

/// Walks over the blocks of a GEMM (weft_tensor_walk): rows in the outer loop, then columns, depth
/// in the inner loop.
class block_walk {
 public:
  block_walk() = default;
  block_walk(const shape& s, unsigned row_chunk, unsigned cols, unsigned depth_chunk)
      : shape_(s), row_chunk_(row_chunk), cols_(cols), depth_chunk_(depth_chunk) {}

  unsigned row() const { return row_; }  ///< the block's first row
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

/// A reader's request for a word: its address, whether it is the last word of its piece, and the
/// number of words of the transposed piece.
struct request {
  addr_t addr;
  bool last;
  unsigned turned;
};
using requests = std::function<std::optional<request>()>;

/// Reads one operand ahead (weft_tensor_reader). The caller supplies the addresses.
template <class Word>
class operand_reader {
 public:
  static constexpr std::size_t Depth = 4;

  struct item {
    Word word;
    bool last;
    unsigned turned;
  };

  /// Starts a sequence of requests; `next` yields each request in turn, and nullopt at the end.
  void start(requests next) {
    requests_ = std::move(next);
    next_     = requests_();
  }

  std::optional<addr_t> request() const {
    return tags_.size() < Depth && next_ ? std::optional{next_->addr} : std::nullopt;
  }
  bool has_word() const { return !words_.empty(); }
  const Word& head() const { return words_.front(); }
  item front() const { return {words_.front(), tags_.front().last, tags_.front().turned}; }

  void step(bool req_ready, const std::optional<Word>& rsp, bool pop) {
    const bool taken = req_ready && request();
    if (taken) {
      tags_.push_back(*next_);
      next_ = requests_();
    }
    if (pop) {
      words_.pop_front();
      tags_.pop_front();
    }
    if (rsp) words_.push_back(*rsp);
  }

 private:
  requests requests_;
  std::optional<tensor::request> next_;
  std::deque<tensor::request> tags_;  // requests for words that the array has not taken yet
  std::deque<Word> words_;
};

/// Transposes the words of an operand in the opposite order (weft_tensor_turn). `width` neighbours
/// in a word are one lane.
class turner {
 public:
  explicit turner(unsigned width) : width_(width) {}

  bool has_word() const { return read_; }
  word<operand_t> head() const {
    word<operand_t> column{lanes<operand_t>(piece_[0].lanes.size())};
    if (column.lanes.size() == 0) return column;
    for (unsigned line = 0; line < piece_.size(); ++line) {
      std::copy_n(&piece_[line].lanes[at_ * width_], width_, &column.lanes[line * width_]);
    }
    return column;
  }
  bool takes(bool pop) const {
    return !whole_ && (!read_ || next_.size() < at_ || (next_.size() == at_ && pop));
  }

  void step(const std::optional<operand_reader<word<operand_t>>::item>& in, bool pop) {
    if (in) {
      next_.push_back(in->word);
      whole_       = in->last;
      next_turned_ = in->turned;
    }
    if (pop && ++at_ == turned_) read_ = false;
    if (whole_ && !read_) {
      piece_  = std::exchange(next_, {});
      turned_ = next_turned_;
      at_     = 0;
      read_   = true;
      whole_  = false;
    }
  }

 private:
  unsigned width_;
  std::vector<word<operand_t>> next_, piece_;  // the piece that enters, the piece that leaves
  bool whole_ = false, read_ = false;          // next_ is complete; piece_ is valid
  unsigned next_turned_ = 0, turned_ = 0, at_ = 0;
};

/// The path of A or B from memory to the array.
class operand {
 public:
  explicit operand(unsigned width) : turner_(width) {}

  void start(requests next, bool turns) {
    turns_ = turns;
    reader_.start(std::move(next));
  }
  std::optional<addr_t> request() const { return reader_.request(); }
  bool has_word() const { return turns_ ? turner_.has_word() : reader_.has_word(); }
  word<operand_t> head() const { return turns_ ? turner_.head() : reader_.head(); }

  void step(bool req_ready, const std::optional<word<operand_t>>& rsp, bool pop) {
    if (!turns_) return reader_.step(req_ready, rsp, pop);
    const bool moves = reader_.has_word() && turner_.takes(pop);
    const auto item  = moves ? std::optional{reader_.front()} : std::nullopt;
    turner_.step(item, pop);
    reader_.step(req_ready, rsp, moves);
  }

 private:
  operand_reader<word<operand_t>> reader_;
  turner turner_;
  bool turns_ = false;
};

/// The array cycle by cycle: peek() is combinational, step() is the rising clock edge.
///
/// The model counts steps of the array instead of moving operands through it. Where sums stay, a
/// tile whose last operands enter in step s drains in steps s + rows + cols and on, one row a step,
/// bottom row first; where they pass, the sums of a row of A that enters in step s leave in step s
/// + rows + cols.
///
/// A command with overlap follows one whose operands have all entered the array, while its results
/// leave: in the same flow, and if sums stay with at least `rows` steps, so that they do not
/// overtake those that drain. Its rows wait below the array until the last result of the command
/// before has left the result buffer.
class model {
 public:
  using inputs  = tensor::inputs;
  using outputs = tensor::outputs;

  /// Without `values`, the model computes the timing only: words may be empty, and results are
  /// zeros.
  explicit model(const config& c, bool values = true)
      : config_(c),
        values_(values),
        epilogue_([](const pending& p) { return p; },
                  c.epilogue ? epilogue_config(c.type).latency() : 0),
        a_(c.type.entries()),
        b_(c.type.entries()) {}

  outputs peek(const inputs& in) const {
    const auto out = epilogue_.peek(to_epilogue(in)).out;
    return {.cmd_ready = command_ ? in.cmd && follows(*in.cmd) : !asks(in) || asked_,
            .a_req     = a_.request(),
            .b_req     = b_.request(),
            .c_req     = c_.request(),
            .d         = out ? std::optional{out->word} : std::nullopt,
            .busy      = command_.has_value(),
            .done      = in.d_ready && out && out->last,
            .issued    = issued()};
  }

  void step(const inputs& in) {
    const outputs now  = peek(in);
    const bool starts  = in.cmd && now.cmd_ready;
    const bool row_out = !leaving_.empty() && leaving_.front().step == array_step_;
    const bool place   = (results_.empty() || !results_.back().last) &&
                       (results_.size() < ResultDepth || (row_out && !leaving_.front().result));
    const needs wanted = what_this_step_needs();
    const bool there   = (!wanted.a || a_.has_word()) && (!wanted.b || b_.has_word()) &&
                       (!wanted.c || c_.has_word());
    const bool waits   = follows_ && !there;  // for its first operands, while results leave
    const needs need   = waits ? needs{} : wanted;
    const bool advance = command_ && (there || waits) && (!row_out || place);

    // With Sparse, a word of B serves several steps, and fewer at the end of K.
    const bool served = !config_.sparse || need.b_ends || b_step_ + 1 == steps_of_b_word();
    if (advance && need.b) b_step_ = served ? 0 : b_step_ + 1;

    const auto to_memory = to_epilogue(in);
    if (epilogue_.peek(to_memory).in_ready && to_memory.in) results_.pop_front();
    epilogue_.step(to_memory);
    if (advance) {
      if (row_out) {
        if (leaving_.front().result) results_.push_back(std::move(*leaving_.front().result));
        leaving_.pop_front();
      }
      if (!waits) {
        if (sums_pass(command_->flow)) {
          stream(need);
        } else {
          issue(need);
        }
      }
      ++array_step_;
      follows_ = follows_ && waits;
    }
    a_.step(in.a_req_ready, in.a_rsp, advance && need.a);
    b_.step(in.b_req_ready, in.b_rsp, advance && need.b && served);
    c_.step(in.c_req_ready, in.c_rsp, advance && need.c);

    asked_ = asks(in) && !command_ && !asked_;
    if (now.done && !leaves_) command_.reset();
    leaves_ = (leaves_ || (starts && command_)) && !now.done;
    if (starts) {
      follows_ = now.busy;
      start(*in.cmd);
    }
  }

 private:
  static constexpr std::size_t ResultDepth = 2;

  /// The operands that this step takes.
  struct needs {
    bool a = false, b = false, c = false;
    bool b_ends = false;  ///< the step is B's last one along K
  };

  struct pending {
    result_word word;
    bool last;
  };

  /// A row of results, and the step in which it is complete.
  struct due {
    std::uint64_t step;
    std::optional<pending> result;  ///< of a row that D has
  };

  stream_in<pending> to_epilogue(const inputs& in) const {
    return {results_.empty() ? std::nullopt : std::optional{results_.front()}, in.d_ready};
  }

  /// Whether the offered command has flow Auto; the choice takes one cycle before the command is
  /// taken.
  static bool asks(const inputs& in) { return in.cmd && in.cmd->flow == flow_e::Auto; }

  bool issued() const { return command_ && !leaves_ && !active_ && !loading_; }

  /// Whether a command is taken while another one runs.
  bool follows(const command& next) const {
    return next.overlap && issued() && next.flow == command_->flow &&
           (sums_pass(next.flow) ||
            steps_of(config_, multiplied(next.shape, next.layout).k) >= config_.rows);
  }

  needs what_this_step_needs() const {
    if (!command_) return {};
    if (sums_pass(command_->flow)) {
      const bool row = active_ && step_ < rows_walk_.rows();
      return {row, loading_ && step_ < weights_walk_.depth(),
              row && rows_walk_.k() == 0 && command_->preload,
              weights_walk_.deepest() && step_ + 1 == weights_walk_.depth()};
    }
    const bool operands = active_ && step_ < steps_;
    return {operands, operands, active_ && command_->preload && step_ < rows_walk_.rows(),
            step_ + 1 == steps_};
  }

  /// The requests of a reader: words(walk) words at address(walk, i) for every block, which become
  /// turned(walk) words when transposed.
  template <class Words, class Address, class Turned>
  static requests of_blocks(const block_walk& blocks, Words words, Address address, Turned turned) {
    return [=, walk = blocks, i = 0u, ended = false]() mutable -> std::optional<request> {
      if (ended) return std::nullopt;
      const bool last = i + 1 == words(walk);
      const request r{address(walk, i), last, turned(walk)};
      ++i;
      if (last) {
        i     = 0;
        ended = walk.last();
        walk.step();
      }
      return r;
    };
  }

  /// The requests for A by columns in flows where sums pass: in every block, pieces of config_.rows
  /// rows one after the other.
  requests of_pieces(const block_walk& blocks) const {
    return [blocks = blocks, k = steps_, height = config_.rows, row = 0u, i = 0u,
            ended = false]() mutable -> std::optional<request> {
      if (ended) return std::nullopt;
      const bool last = i + 1 == blocks.depth();
      const request r{(blocks.row() + row) / height * k + blocks.k() + i, last,
                      std::min(height, blocks.rows() - row)};
      ++i;
      if (last) {
        i = 0;
        row += height;
      }
      if (row >= blocks.rows()) {
        row   = 0;
        ended = blocks.last();
        blocks.step();
      }
      return r;
    };
  }

  void start(const command& cmd) {
    command_       = cmd;
    command_->flow = chosen_flow(config_, cmd.shape, cmd.flow);
    const shape s{cmd.shape.m, cmd.shape.n, steps_of(config_, multiplied(cmd.shape, cmd.layout).k)};
    const layout l  = cmd.layout.of(cmd.flow);
    const bool pass = sums_pass(command_->flow), turns_a = l.turns_a(command_->flow);
    steps_           = s.k;
    const unsigned r = config_.rows, row_chunk = pass ? config_.partial_rows : r;
    const auto blocks = [&](unsigned depth) {
      return block_walk(s, row_chunk, config_.cols, depth);
    };
    const unsigned depth_chunk = pass ? r : s.k;
    const auto rows            = [](const block_walk& w) { return w.rows(); };
    const auto cols            = [](const block_walk& w) { return w.cols(); };
    const auto depth           = [](const block_walk& w) { return w.depth(); };

    rows_walk_ = weights_walk_ = blocks(depth_chunk);
    active_                    = !pass;
    loading_                   = pass;
    step_                      = 0;
    b_step_                    = 0;
    weights_.clear();
    next_weights_.clear();

    if (l.a_by_rows(command_->flow)) {
      const auto word = [=](const block_walk& w, unsigned i) {
        return w.k() / r * s.m + w.row() + i;
      };
      a_.start(of_blocks(blocks(turns_a ? r : depth_chunk), rows, word, depth), turns_a);
    } else if (turns_a) {
      a_.start(of_pieces(blocks(depth_chunk)), true);
    } else {
      const auto word = [=](const block_walk& w, unsigned i) { return w.row() / r * s.k + i; };
      a_.start(of_blocks(blocks(depth_chunk), depth, word, depth), false);
    }
    if (l.b_by_columns()) {
      const auto word = [=, width = config_.cols](const block_walk& w, unsigned i) {
        return w.k() / r * s.n + w.panel() * width + i;
      };
      b_.start(of_blocks(blocks(r), cols, word, depth), true);
    } else {
      const unsigned serves = config_.sparse ? steps_of_b_word() : 1;
      const auto words      = static_cast<unsigned>(ceil_div(s.k, serves));
      const auto word       = [=](const block_walk& w, unsigned i) {
        return w.panel() * words + w.k() + i;
      };
      const block_walk in_words({s.m, s.n, words}, row_chunk, config_.cols,
                                pass ? r / serves : words);
      b_.start(of_blocks(in_words, depth, word, depth), false);
    }
    if (cmd.preload) {
      const auto word = [=, is_row = l.c_is_row](const block_walk& w, unsigned i) {
        return is_row ? w.panel() : w.panel() * s.m + w.row() + i;
      };
      c_.start(of_blocks(blocks(s.k), rows, word, rows));
    }
  }

  /// Schedules row `row` of rows_walk_'s current block to leave in `step`.
  void leave(std::uint64_t step, unsigned row, const lanes<result_t>& sum, bool last) {
    const block_walk& w = rows_walk_;
    result_word word{w.panel() * command_->shape.m + w.row() + row,
                     ~std::uint64_t{0} >> (64 - w.cols()), sum};
    if (!command_->epilogue.keeps()) {
      for (auto& x : word.lanes) x = finish(config_.type, command_->epilogue, x);
    }
    leaving_.push_back({step, pending{std::move(word), last && w.last()}});
  }

  /// A step of the output-stationary flow: operands enter; a tile takes max(k, rows) steps.
  void issue(const needs& need) {
    if (!active_) return;
    const unsigned rows = config_.rows;
    if (step_ == 0) sums_.assign(rows, lanes<result_t>(config_.cols));
    // Row r takes C in step r and its first product in step 0 of the tile; both precede the read of
    // its sum.
    if (need.c && values_) addends_.push_back(c_.head().lanes);
    if (need.a) operands_.push_back({a_.head(), b_.head()});
    if (step_ + 1 == steps_) drains_at_ = array_step_ + rows + config_.cols;
    if (++step_ < std::max(steps_, rows)) return;

    for (unsigned row = 0; row < addends_.size(); ++row) sums_[row] = addends_[row];
    for (unsigned step = 0; step < steps_; ++step) {
      const auto& [a, b] = operands_[step];
      for (unsigned row = 0; row < rows; ++row) {
        accumulate(sums_[row], a, row, b, step);
      }
    }
    for (unsigned row = rows; row-- > 0;) {
      const auto step = drains_at_ + rows - 1 - row;
      if (row < rows_walk_.rows()) {
        leave(step, row, sums_[row], row == 0);
      } else {
        leaving_.push_back({step, {}});
      }
    }
    addends_.clear();
    operands_.clear();
    step_   = 0;
    active_ = !rows_walk_.last();
    rows_walk_.step();
  }

  /// A step of the flows in which sums pass: a row of A and a weight of the next block enter.
  void stream(const needs& need) {
    const unsigned rows = rows_walk_.rows();
    if (need.b) next_weights_.push_back(b_.head());
    if (need.a) {
      if (rows_walk_.k() == 0) {
        if (step_ == 0) sums_.assign(rows, lanes<result_t>(config_.cols));
        if (need.c && values_) sums_[step_] = c_.head().lanes;
      }
      const auto a     = a_.head();
      const auto depth = static_cast<unsigned>(weights_.size());
      for_each_step(config_, command_->flow, depth, step_, [&](unsigned i) {
        accumulate(sums_[step_], a, i, weights_[i], rows_walk_.k() + i);
      });
      if (rows_walk_.deepest()) {
        leave(array_step_ + config_.rows + config_.cols, step_, sums_[step_], step_ + 1 == rows);
      }
    }
    const unsigned length = active_ && (!loading_ || rows > config_.rows) ? rows : config_.rows;
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

  /// The number of steps that a word of B serves; a word has four neighbours along K.
  unsigned steps_of_b_word() const { return command_->layout.sparse_a ? 2 : 4; }

  /// Adds step `step` along K to the sums of a row: lane `lane` of A times all lanes of B. Elements
  /// beyond K are zero.
  void accumulate(lanes<result_t>& sum, const word<operand_t>& a, unsigned lane,
                  const word<operand_t>& b, unsigned step) const {
    if (!values_) return;
    if (config_.sparse) return accumulate_one_of_four(sum, a.lanes[lane], b, step);
    const unsigned width  = config_.type.lanes();
    const unsigned kept   = step + 1 == steps_ ? command_->shape.k - step * width : width;
    const unsigned all    = config_.type.entries();
    const unsigned scales = scale_blocks(config_.type, kept);
    std::array<operand_t, dpa::MaxLanes + dpa::MaxScales> x{}, y{};
    const auto keep = [&](const operand_t* from, auto& to) {
      std::copy_n(from, kept, to.begin());
      std::copy_n(from + width, scales, to.begin() + width);
    };
    keep(&a.lanes[lane * all], x);
    for (unsigned j = 0; j < sum.size(); ++j) {
      keep(&b.lanes[j * all], y);
      sum[j] = multiply_add(config_.type, x.data(), y.data(), sum[j]);
    }
  }

  /// The index of an element of A is in the bits above the element; a dense element has index k mod
  /// 4.
  void accumulate_one_of_four(lanes<result_t>& sum, operand_t a, const word<operand_t>& b,
                              unsigned step) const {
    const unsigned bits  = config_.type.a_bits();
    const unsigned index = command_->layout.sparse_a ? static_cast<unsigned>(a >> bits) : step % 4;
    a                    = low_bits(a, bits);
    for (unsigned j = 0; j < sum.size(); ++j) {
      sum[j] = multiply_add(config_.type, &a, &b.lanes[j * 4 + index], sum[j]);
    }
  }

  config config_;
  bool values_;
  pipelined<pending, pending> epilogue_;  // registers only; finish() runs when a row leaves
  std::optional<command> command_;        // its flow is never Auto
  bool asked_   = false;
  bool leaves_  = false;  // results of the command before are left
  bool follows_ = false;  // such a command waits for its first operands
  operand a_, b_;
  operand_reader<word<result_t>> c_;

  std::uint64_t array_step_ = 0;      // steps that the array has advanced
  bool active_              = false;  // a tile or block takes operands in this step
  bool loading_             = false;  // weights of the next block enter
  unsigned step_            = 0;      // the step within the tile or block
  unsigned steps_           = 0;      // K of the command, in steps
  unsigned b_step_          = 0;      // steps that the word of B has served
  block_walk rows_walk_, weights_walk_;
  std::vector<lanes<result_t>> sums_;  // sums of the tile, or of the block's rows

  struct operands {
    word<operand_t> a, b;
  };
  std::vector<operands> operands_;        // operands of the tile that enters
  std::vector<lanes<result_t>> addends_;  // rows of C of that tile
  std::uint64_t drains_at_ = 0;           // the step in which its bottom row is complete

  std::vector<word<operand_t>> weights_, next_weights_;
  std::deque<due> leaving_;
  std::deque<pending> results_;
};

}  // namespace weft::golden::tensor
