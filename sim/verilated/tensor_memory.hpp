// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/golden/tensor_model.hpp"
#include "sim/harness/pace.hpp"
#include "sim/harness/watchdog.hpp"

namespace weft::sim {

/// A supplier of A in place of a memory, asked in the order of the array's requests.
class row_source {
 public:
  virtual ~row_source() = default;
  virtual bool ready()  = 0;  ///< a request can be taken in this cycle
  virtual std::optional<std::vector<golden::tensor::operand_t>> answer() = 0;  ///< of this cycle
  virtual bool step(bool request) = 0;  ///< false: nothing moved
};

/// The timing of a tensor core's memories: a pace for each port's ready, and one for each port's
/// answers. By default, memories answer in the cycle after the request and never stall.
struct memory_timing {
  pace a_ready = always(), b_ready = always(), c_ready = always(), d_ready = always();
  pace a_answer = always(), b_answer = always(), c_answer = always();
  std::function<std::shared_ptr<row_source>()> rows = {};  ///< of A, if not from memory
};

/// Every port stalls with the given probability, on its own.
inline memory_timing random_stalls(double probability, std::uint64_t seed) {
  const auto port = [&](unsigned n) {
    return randomly(1 - probability, static_cast<unsigned>(seed * 8 + n));
  };
  return {port(0), port(1), port(2), port(3), port(4), port(5), port(6)};
}

/// The on-chip memories around weft_tensor for one problem, in the layout that the module's header
/// gives. Lanes beyond an edge hold junk, a NaN in FP16, so that any use of them shows.
class tensor_memory {
 public:
  using inputs  = golden::tensor::inputs;
  using outputs = golden::tensor::outputs;

  tensor_memory(const golden::tensor::config& c, const golden::tensor::problem& p,
                memory_timing timing = {})
      : config_(c),
        problem_(p),
        timing_(std::move(timing)),
        layout_(p.layout.of(p.flow)),
        a_by_rows_(layout_.a_by_rows(p.flow)),
        stored_k_(golden::tensor::multiplied(p.shape, p.layout).k),
        steps_(golden::tensor::steps_of(c, stored_k_)),
        b_width_(c.sparse ? 4 : c.type.lanes()),
        b_steps_(static_cast<unsigned>(golden::tensor::ceil_div(p.shape.k, b_width_))),
        blocks_(golden::tensor::scale_blocks(c.type, p.shape.k)),
        d_(std::size_t{p.shape.m} * p.shape.n),
        written_(d_.size()),
        rows_(timing_.rows ? timing_.rows() : nullptr) {}

  /// The inputs of the next cycle. The command is offered until it is taken.
  inputs drive() {
    inputs in;
    if (!taken_)
      in.cmd = golden::tensor::command{problem_.shape, !problem_.c.empty(), problem_.flow,
                                       problem_.layout, problem_.epilogue};
    in.a_req_ready       = timing_.a_ready();
    in.b_req_ready       = timing_.b_ready();
    in.c_req_ready       = timing_.c_ready();
    in.d_ready           = timing_.d_ready();
    const bool a_answers = timing_.a_answer();
    if (rows_) {
      in.a_req_ready = rows_->ready() && in.a_req_ready;
      if (auto word = rows_->answer()) row_words_.push_back(std::move(*word));
      if (a_answers && !row_words_.empty()) in.a_rsp = {row_word()};
    } else if (a_answers && !a_.empty()) {
      in.a_rsp = {a_word(take(a_))};
    }
    if (timing_.b_answer() && !b_.empty()) in.b_rsp = {b_word(take(b_))};
    if (timing_.c_answer() && !c_.empty()) in.c_rsp = {c_word(take(c_))};
    return in;
  }

  /// Takes the module's outputs for these inputs. Throws std::logic_error if the module reads or
  /// writes outside the matrices.
  void observe(const inputs& in, const outputs& out) {
    if (taken_ || (in.cmd && out.cmd_ready)) {
      taken_ = true;
      ++cycles_;
    }
    using golden::tensor::ceil_div;
    const auto& s     = problem_.shape;
    const auto panels = ceil_div(s.n, config_.cols);
    const auto a_words =
        a_by_rows_ ? ceil_div(steps_, config_.rows) * s.m : ceil_div(s.m, config_.rows) * steps_;
    const auto b_words =
        layout_.b_by_columns() ? ceil_div(b_steps_, config_.cols) * s.n : panels * b_steps_;
    const std::size_t c_words = problem_.c.empty() ? 0 : panels * (layout_.c_is_row ? 1 : s.m);
    bool fills                = false;
    if (rows_) {
      fills = rows_->step(in.a_req_ready && out.a_req);
    } else if (in.a_req_ready && out.a_req) {
      request(a_, "A", *out.a_req, a_words);
    }
    if (in.b_req_ready && out.b_req) request(b_, "B", *out.b_req, b_words);
    if (in.c_req_ready && out.c_req) request(c_, "C", *out.c_req, c_words);
    if (in.d_ready && out.d) write(*out.d);
    done_            = out.done;
    const bool moved = fills || (in.cmd && out.cmd_ready) || (in.a_req_ready && out.a_req) ||
                       (in.b_req_ready && out.b_req) || (in.c_req_ready && out.c_req) || in.a_rsp ||
                       in.b_rsp || in.c_rsp || (in.d_ready && out.d);
    watchdog_.cycle(moved, [&] {
      std::ostringstream text;
      text << missing() << " of " << d_.size() << " results not written; inputs " << in
           << "; outputs " << out;
      return text.str();
    });
  }

  bool done() const { return done_; }
  std::uint64_t cycles() const { return cycles_; }

  /// D and the clock cycles. Throws std::logic_error if a result was never written.
  golden::tensor::outcome outcome() const {
    if (const auto n = missing()) {
      throw std::logic_error(std::to_string(n) + " results were never written");
    }
    return {d_, cycles_};
  }

  /// Elements of D written so far.
  std::size_t results() const { return written_count_; }

 private:
  using operand_t = golden::tensor::operand_t;
  using result_t  = golden::tensor::result_t;
  using addr_t    = golden::tensor::addr_t;

  /// Junk of a format's width: a NaN if the format has one.
  static std::uint64_t padding(unsigned bits) {
    return golden::tensor::low_bits(0x7fff'5555'7fff'7f55, bits);
  }

  /// The NaN of a block scale.
  static std::uint64_t not_a_number(unsigned bits) { return golden::tensor::low_bits(~0ull, bits); }

  static void request(std::deque<addr_t>& queue, const char* name, addr_t addr, std::size_t words) {
    if (addr >= words) {
      throw std::logic_error("word " + std::to_string(addr) + " of " + name +
                             " requested; it has " + std::to_string(words));
    }
    queue.push_back(addr);
  }

  static addr_t take(std::deque<addr_t>& queue) {
    const addr_t addr = queue.front();
    queue.pop_front();
    return addr;
  }

  /// A word of `size` lanes, each of `width` elements and their scales. Lane i is step lane(i).step
  /// of row or column lane(i).line, whose elements along K are at(line, 0) to at(line, depth - 1).
  template <class Lane, class At, class ScaleAt>
  golden::tensor::word<operand_t> word(unsigned size, unsigned width, unsigned depth, unsigned bits,
                                       Lane lane, At at, ScaleAt scale_at) const {
    const unsigned scales = config_.type.scales(), all = width + scales;
    golden::tensor::word<operand_t> word{
        golden::tensor::lanes<operand_t>(size * all, padding(bits))};
    for (unsigned i = 0; i < size; ++i) {
      const auto [line, step, inside] = lane(i);
      for (unsigned e = 0; inside && e < width && step * width + e < depth; ++e) {
        word.lanes[i * all + e] = at(line, step * width + e);
      }
      for (unsigned e = 0; e < scales; ++e) {
        const bool there = inside && step * scales + e < blocks_;
        word.lanes[i * all + width + e] =
            there ? scale_at(line, step * scales + e) : not_a_number(config_.type.scale_bits());
      }
    }
    return word;
  }

  struct lane {
    std::size_t line, step;
    bool inside;
  };

  /// The next word of what A comes from; it has at least the array's lanes.
  golden::tensor::word<operand_t> row_word() {
    golden::tensor::word<operand_t> word{golden::tensor::lanes<operand_t>(config_.rows, 0)};
    std::copy_n(row_words_.front().begin(), config_.rows, word.lanes.begin());
    row_words_.pop_front();
    return word;
  }

  golden::tensor::word<operand_t> a_word(addr_t addr) const {
    const auto& s           = problem_.shape;
    const unsigned bits     = config_.type.a_bits() + (config_.sparse ? 2 : 0);
    const auto panel        = a_by_rows_ ? s.m : steps_;
    const std::size_t first = std::size_t{addr / panel} * config_.rows, at = addr % panel;
    return word(
        config_.rows, config_.type.lanes(), stored_k_, bits,
        [&](unsigned i) -> lane {
          if (a_by_rows_) return {at, first + i, true};
          return {first + i, at, first + i < s.m};
        },
        [&](std::size_t row, std::size_t k) { return a_element(row * stored_k_ + k); },
        [&](std::size_t row, std::size_t block) {
          return problem_.scale_a[row * blocks_ + block];
        });
  }

  /// An element of A. With 2:4 sparsity, its index is in the bits above it; for a dense matrix,
  /// junk.
  operand_t a_element(std::size_t at) const {
    if (!config_.sparse) return problem_.a[at];
    const operand_t index = layout_.sparse_a ? problem_.index[at] : at % 3;
    return problem_.a[at] | index << config_.type.a_bits();
  }

  golden::tensor::word<operand_t> b_word(addr_t addr) const {
    const auto& s           = problem_.shape;
    const auto panel        = layout_.b_by_columns() ? s.n : b_steps_;
    const std::size_t first = std::size_t{addr / panel} * config_.cols, at = addr % panel;
    return word(
        config_.cols, b_width_, s.k, config_.type.b_bits(),
        [&](unsigned j) -> lane {
          if (layout_.b_by_columns()) return {at, first + j, true};
          return {first + j, at, first + j < s.n};
        },
        [&](std::size_t col, std::size_t k) { return problem_.b[k * s.n + col]; },
        [&](std::size_t col, std::size_t block) { return problem_.scale_b[block * s.n + col]; });
  }

  golden::tensor::word<result_t> c_word(addr_t addr) const {
    auto [row, col] = place(addr);
    if (layout_.c_is_row) std::tie(row, col) = std::pair(0, addr * config_.cols);
    golden::tensor::word<result_t> word{
        golden::tensor::lanes<result_t>(config_.cols, padding(config_.type.result_bits()))};
    const auto from = problem_.c.begin() + std::ptrdiff_t(row * problem_.shape.n + col);
    std::copy_n(from, std::min<std::size_t>(config_.cols, problem_.shape.n - col),
                word.lanes.begin());
    return word;
  }

  /// The row and the first column of a word of C or D.
  std::pair<std::size_t, std::size_t> place(addr_t addr) const {
    return {addr % problem_.shape.m, addr / problem_.shape.m * config_.cols};
  }

  void write(const golden::tensor::result_word& word) {
    const auto [row, col] = place(word.addr);
    for (unsigned j = 0; j < config_.cols; ++j) {
      if ((word.strb >> j & 1) == 0) continue;
      const std::size_t at = row * problem_.shape.n + col + j;
      if (col + j >= problem_.shape.n || written_[at]) {
        throw std::logic_error("result written outside D or twice: row " + std::to_string(row) +
                               ", column " + std::to_string(col + j));
      }
      d_[at]       = word.lanes[j];
      written_[at] = true;
      ++written_count_;
    }
  }

  std::size_t missing() const { return d_.size() - written_count_; }

  golden::tensor::config config_;
  const golden::tensor::problem& problem_;
  memory_timing timing_;
  golden::tensor::layout layout_;
  bool a_by_rows_;
  unsigned stored_k_, steps_;     // elements of A along K; K in steps of the array
  unsigned b_width_, b_steps_;    // neighbours along K in a lane of B; K in words of B
  unsigned blocks_;               // blocks along K, each with a scale
  std::deque<addr_t> a_, b_, c_;  // requests without an answer yet
  std::vector<result_t> d_;
  std::vector<bool> written_;
  std::shared_ptr<row_source> rows_;
  std::deque<std::vector<operand_t>> row_words_;  // answers that wait
  std::size_t written_count_ = 0;
  bool taken_ = false, done_ = false;
  std::uint64_t cycles_ = 0;
  watchdog watchdog_;
};

/// Runs one problem on a machine: anything with `outputs cycle(const inputs&)`. `each_cycle` sees
/// the memory after every cycle.
template <class Machine, class EachCycle>
golden::tensor::outcome run_gemm(Machine& machine, tensor_memory& memory, EachCycle each_cycle) {
  while (!memory.done()) {
    const auto in = memory.drive();
    memory.observe(in, machine.cycle(in));
    each_cycle(memory);
  }
  return memory.outcome();
}

}  // namespace weft::sim
