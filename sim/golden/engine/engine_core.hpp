// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <utility>
#include <vector>

#include "sim/golden/engine/axi_read.hpp"
#include "sim/golden/engine/axi_write.hpp"
#include "sim/golden/engine/engine_plan.hpp"
#include "sim/golden/tensor_model.hpp"

/// Golden model of rtl/engine/weft_engine_core.sv: jobs on matrices in memory, every output in
/// every cycle. It is made of the models of its parts: plan, axi_read, axi_write and tensor.
namespace weft::golden::engine_core {

/// One cycle at the inputs. An engaged optional is a payload whose valid is high.
struct inputs {
  std::optional<engine_core::job> job{};
  bool abort               = false;
  bool hold                = false;
  std::uint32_t hang_limit = 0;
  bool ar_ready            = true;
  std::optional<axi_read::r_beat> r{};
  bool aw_ready = true, w_ready = true;
  std::optional<axi::resp_e> b{};

  friend std::ostream& operator<<(std::ostream& os, const inputs& in) {
    if (in.job) os << "job=" << *in.job << ' ';
    if (in.abort) os << "abort ";
    if (in.hold) os << "hold ";
    if (in.r) os << "r=" << *in.r << ' ';
    if (in.b) os << "b=" << static_cast<unsigned>(*in.b) << ' ';
    return os << "limit=" << in.hang_limit << " ready=" << in.ar_ready << in.aw_ready << in.w_ready;
  }
};

/// One cycle at the outputs.
struct outputs {
  bool job_ready = false;
  std::optional<axi::burst> ar;
  bool r_ready = true;
  std::optional<axi::burst> aw;
  std::optional<axi_write::w_word> w;
  bool b_ready = true;
  std::optional<engine_core::outcome> outcome;
  bool hung = false, idle = false;
  bool quiet = true;  ///< no job inside has a block to load

  bool operator==(const outputs&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outputs& o) {
    os << "job_ready=" << o.job_ready << " idle=" << o.idle << " quiet=" << o.quiet
       << " hung=" << o.hung << " ready=" << o.r_ready << o.b_ready;
    if (o.ar) os << " ar=" << *o.ar;
    if (o.aw) os << " aw=" << *o.aw;
    if (o.w) os << " w=" << *o.w;
    if (o.outcome) os << " outcome=" << *o.outcome;
    return os;
  }
};

/// The blocks that begin and end in a cycle: no port, for those who watch the model.
struct events {
  std::optional<engine_core::job> job;  ///< that is taken
  std::optional<load> asked;            ///< a block whose load is begun
  bool loaded = false;                  ///< the last word of the oldest of them enters its panel
  std::optional<multiply> started;      ///< a step on the array
  bool multiplied = false;              ///< its last cycle
  std::optional<store> leaves;          ///< a block that is stored
  bool stored = false;                  ///< its last response
  std::optional<engine_core::outcome> ended;  ///< of the oldest job
};

/// Cuts rows of bytes, which come in items, into words (rtl/engine/weft_engine_gear.sv). A row has
/// `length` bytes, its words `width`.
class gearbox {
 public:
  bool has_word(unsigned width) const { return ended_ || held_.size() >= width; }
  std::uint32_t left(std::uint32_t length) const { return left_.value_or(length); }

  /// The next word. Bytes that have not come are zero.
  std::vector<unsigned char> word(unsigned width) const;

  /// Whether an item is taken in a cycle in which a word `gives` way to it, or not.
  bool takes(unsigned width, std::uint32_t length, bool gives) const;

  void give(unsigned width, std::uint32_t length);
  void take(std::span<const unsigned char> item, bool last) {
    held_.insert(held_.end(), item.begin(), item.end());
    ended_ = last;
  }
  void clear() { *this = {}; }

 private:
  std::deque<unsigned char> held_;
  bool ended_ = false;                 // the last item of the row is here
  std::optional<std::uint32_t> left_;  // of a row that has given a word
};

/// An element of `width` bytes of memory.
std::uint64_t element(const unsigned char* bytes, unsigned width);

/// Bytes of a word that enters a panel or a buffer of sums. Along K it has all products of a step
/// for each row or column, across K one of them.
constexpr unsigned word_bytes(const config& k, operand_e operand, bool turned) {
  const unsigned rows = k.array.rows, cols = k.array.cols;
  switch (operand) {
    case operand_e::A:
      return rows * k.a_bytes() * (turned ? 1 : k.lanes());
    case operand_e::B:
      return cols * k.b_bytes() * (turned ? k.lanes() : 1);
    case operand_e::BesideA:
      return k.array.sparse ? rows / 4 : rows * k.scales();
    case operand_e::BesideB:
      return cols;
    default:
      return cols * k.sum_bytes();
  }
}

/// Blocks of operands on their way into the panels (rtl/engine/weft_engine_load.sv).
class loader {
 public:
  static constexpr std::size_t Blocks = 4;  ///< that may be on their way

  explicit loader(const config& k) : config_(k), read_(k.read_bus()), merge_(k.bus.bytes) {}

  /// A word of a line, from element `at` on.
  struct word {
    engine_core::load block;
    std::uint32_t line, at;
    std::vector<std::uint64_t> elements;
    bool block_ends;
  };

  axi_read::outputs bus(const inputs& in) const {
    return read_.peek({.hang_limit = in.hang_limit});
  }
  /// Whether a block is taken; one that is made of a picture asks the bus for nothing yet.
  bool ready(const axi_read::outputs& bus, const std::optional<load>& next) const {
    if (blocks_.size() == Blocks || !finds_.idle()) return false;
    if (next && next->conv) return true;
    return bus.cmd_ready && (!config_.conv || has_place());
  }
  bool busy(const axi_read::outputs& bus) const {
    return bus.busy || !blocks_.empty() || !finds_.idle() || !merge_.empty();
  }

  std::optional<word> next_word() const {
    if (blocks_.empty() || !gear_.has_word(width())) return {};
    const auto& block        = blocks_.front();
    const auto bytes         = gear_.word(width());
    const std::uint32_t left = gear_.left(block.bytes);
    const unsigned size      = element_bytes();
    word w{block, line_, (block.bytes - left) / size, {}, false};
    for (unsigned i = 0; i < std::min(left, width()); i += size) {
      w.elements.push_back(element(&bytes[i], size));
    }
    w.block_ends = left <= width() && line_ + 1 == block.lines;
    return w;
  }

  void step(const inputs& in, const axi_read::outputs& bus, const std::optional<load>& next,
            bool stop) {
    const auto word    = next_word();
    const bool queued  = !blocks_.empty();
    const bool takes   = !queued || gear_.takes(width(), blocks_.front().bytes, word.has_value());
    const bool accepts = next && ready(bus, next);
    const auto fill    = [&](unsigned i) { return found_of_.fill(i % found_of_.width); };
    const auto found   = finds_.offered();
    const bool given   = found && !stop && has_place() && (found->fill || bus.cmd_ready);
    std::optional<merger::item> item;
    bool out_ready = true;
    if (!config_.conv) {
      if (bus.out) {
        item = merger::item{{bus.out->data.begin(), bus.out->data.begin() + config_.bus.bytes},
                            bus.out->row_last};
      }
      out_ready = takes;
    } else if (queued && !stop) {
      item      = merge_.offered(bus.out, fill);
      out_ready = merge_.step(bus.out, fill, takes);
    }
    axi_read::inputs to{.hang_limit = in.hang_limit,
                        .abort      = stop,
                        .ar_ready   = in.ar_ready,
                        .r          = in.r,
                        .out_ready  = out_ready};
    if (accepts && !next->conv) {
      to.cmd = axi::command{next->addr, next->bytes, next->lines, next->pitch};
      if (config_.conv) merge_.push({});
    } else if (given) {
      const std::uint64_t addr = config_.bus.address(found->addr);
      if (!found->fill) to.cmd = axi::command{addr, found->bytes, 1, 0};
      merge_.push({false, found->fill, found->line_last, found->bytes});
    }
    read_.step(to);
    finds_.step(given);

    if (word) {
      gear_.give(width(), blocks_.front().bytes);
      line_ += word->at * element_bytes() + width() >= blocks_.front().bytes;
    }
    if (item && queued && takes) gear_.take(item->bytes, item->last);
    if (queued && (stop || (word && word->block_ends))) {
      blocks_.pop_front();
      line_ = 0;
    }
    if (stop) {
      gear_.clear();
      merge_.stop();
      finds_.stop();
      line_ = 0;
    }
    if (accepts) blocks_.push_back(*next);
    if (accepts && next->conv) finds_.start(found_of_ = *next->conv);
  }

 private:
  unsigned element_bytes() const {
    const operand_e o = blocks_.front().operand;
    return o == operand_e::A   ? config_.a_bytes()
           : o == operand_e::B ? config_.b_bytes()
           : o == operand_e::C ? config_.sum_bytes()
                               : 1;
  }
  bool has_place() const { return merge_.has_place(config_.bus.in_flight); }
  unsigned width() const {
    return word_bytes(config_, blocks_.front().operand, blocks_.front().turned);
  }

  config config_;
  axi_read::model read_;
  conv_walk finds_;
  conv_block found_of_{};  // of the latest block; the next job's loads wait for its last word
  merger merge_;
  std::deque<load> blocks_;  // on their way, the one whose words are given first
  gearbox gear_;
  std::uint32_t line_ = 0;
};

/// A block of sums, row-major.
using sums = std::vector<tensor::result_t>;

/// Sums on their way to memory (rtl/engine/weft_engine_store.sv).
class storer {
 public:
  explicit storer(const config& k) : config_(k), write_(k.write_bus()) {}

  axi_write::outputs bus(const inputs& in) const {
    axi_write::inputs to{.hang_limit = in.hang_limit};
    return write_.peek(to);
  }

  void step(const inputs& in, const axi_write::outputs& bus, const std::optional<store>& next,
            const std::array<sums, 2>& buffers);

 private:
  struct word {
    std::vector<unsigned char> bytes;
    bool last;
  };

  std::uint32_t row_bytes() const { return block_.bytes; }

  void read(const sums& buffer);

  config config_;
  axi_write::model write_;
  store block_{};
  std::uint32_t row_ = 0, col_ = 0;  // of the next word; all are read if row_ is block_.rows
  std::optional<word> word_;
  gearbox gear_;
};

/// Every output in every cycle: peek() is combinational, step() is the rising clock edge.
class model {
 public:
  using inputs  = engine_core::inputs;
  using outputs = engine_core::outputs;

  /// Without `values`, the model computes the timing only: D is zeros.
  explicit model(const config& k, bool values = true);

  outputs peek(const inputs& in) const;

  /// The blocks that begin and end in the cycle of these inputs, before step().
  engine_core::events events(const inputs& in) const;

  void step(const inputs& in);

 private:
  using matrix = std::vector<tensor::operand_t>;

  plan_inputs to_plan(const inputs& in, const axi_read::outputs& read,
                      const axi_write::outputs& write, const tensor::outputs& array) const;

  tensor::inputs to_array(const std::optional<multiply>& next) const;

  const tensor::shape& block() const { return running_.command.shape; }

  tensor::word<tensor::operand_t> a_word(tensor::addr_t at) const;
  tensor::word<tensor::operand_t> b_word(tensor::addr_t at) const;
  tensor::word<tensor::result_t> c_word(tensor::addr_t at) const;
  void write_sums(const multiply& step, const tensor::result_word& d);

  /// A word of the loader into its panel, or into its buffer of sums.
  void put(const loader::word& w);

  config config_;
  plan plan_;
  loader load_;
  storer store_;
  tensor::model array_;
  multiply running_{};               // the step that the array took last
  std::optional<multiply> leaving_;  // the step before, while its sums leave
  std::optional<tensor::word<tensor::operand_t>> a_word_, b_word_;  // asked for in the last cycle
  std::optional<tensor::word<tensor::result_t>> c_word_;
  std::array<matrix, 2> a_, b_, index_;
  std::array<matrix, 2> scale_a_, scale_b_;  // bytes; dpa takes the low bits of a scale
  std::array<sums, 2> sums_, biases_;
};

/// The cycles of a step, counted from the one that takes its job.
struct cycle_span {
  std::uint64_t from, to;  ///< the first and the last one
};
struct timed_step {
  const job_walk& walk;
  std::optional<cycle_span> a, b;  ///< from the load's begin to the last word
  std::optional<cycle_span> beside_a, beside_b;
  std::optional<cycle_span> c;
  cycle_span array;                 ///< not of a copy
  std::optional<cycle_span> store;  ///< of the block, to its last response
};

/// When jobs that follow each other are done, with a memory that takes every request and word at
/// once, gives the first beat of a burst `latency` + 1 cycles after its request and then one in
/// every cycle, and responds `latency` + 1 cycles after the last word of a burst. Event by event,
/// without data:
///
///     a job is begun         from max(taken, outcome before) on; with overlap, from max(taken, end
///                            of the loads before) on
///     a step is loaded       when its panel and the bus are free, beat by beat; a row of biases
///     too step s is multiplied   from max(free, end of its loads, sums free) on, for
///     tensor::cycles();
///                            free is the end of step s - 1, or where the plan lets step s begin
///                            under the sums that leave, the cycle after tensor::issue_cycles()
///     block g is stored      from max(end of its last step, end of block g - 1) on, word by word;
///                            that of a job behind another one, not before its release
///
/// `seen` is called for each step with its cycles, counted from the one that takes the job.
class schedule {
 public:
  using cycle = std::uint64_t;

  explicit schedule(const config& k);
  ~schedule();
  schedule(schedule&&) noexcept;
  schedule& operator=(schedule&&) noexcept;

  struct times {
    outcome figures;
    cycle quiet;  ///< the first cycle in which nothing is left to load
    cycle end;    ///< of the outcome
  };

  /// The next job, which is taken in cycle `taken`; of a job behind another one hold_i is low from
  /// `released` on.
  times run(const job& j, std::uint64_t latency, cycle taken, cycle released = 0,
            const std::function<void(const timed_step&)>& seen = {});

  /// The last job took `by` cycles more.
  void later(std::uint64_t by);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// The figures of a job alone on such a memory; its time is from the cycle that takes it to the one
/// of its outcome, both counted.
outcome cycles(const config& k, const job& j, std::uint64_t latency,
               const std::function<void(const timed_step&)>& seen = {});

}  // namespace weft::golden::engine_core
