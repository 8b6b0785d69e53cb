// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>

#include "sim/golden/engine/axi.hpp"
#include "sim/golden/engine/engine_conv.hpp"
#include "sim/golden/engine/engine_job.hpp"
#include "sim/golden/tensor_model.hpp"

/// Jobs and plan of the engine's core: rtl/engine/weft_engine_plan.sv. Names and values are those
/// of weft_engine_pkg and weft_engine_core_pkg.
namespace weft::golden::engine_core {

/// The parameters of the RTL.
struct config {
  tensor::config array;  ///< partial_rows is block_m
  axi::config bus;
  unsigned block_m = 64, block_n = 64, block_k = 256;
  bool conv = false, copy = false;  ///< operations beside GEMM

  constexpr unsigned a_bytes() const { return tensor::bytes_of(array.type.a_bits()); }
  constexpr unsigned b_bytes() const { return tensor::bytes_of(array.type.b_bits()); }
  constexpr unsigned sum_bytes() const { return tensor::bytes_of(array.type.result_bits()); }
  /// Products of a step, which lie one behind the other along K, and block scales beside them.
  constexpr unsigned lanes() const { return array.type.lanes(); }
  constexpr unsigned scales() const { return array.type.scales(); }
  /// Blocks of K in `depth` elements, each with a byte for its scale.
  constexpr unsigned scale_blocks(unsigned depth) const {
    return tensor::scale_blocks(array.type, depth);
  }
  /// The parameters of weft_axi_read: with conv, a command for each burst that the bus may owe.
  constexpr axi::config read_bus() const {
    axi::config k = bus;
    if (conv) k.commands = bus.in_flight;
    return k;
  }
  /// The parameters of weft_axi_write.
  constexpr axi::config write_bus() const {
    axi::config k = bus;
    k.beats       = 2 * bus.burst_bytes / bus.bytes;
    return k;
  }
};

/// Whether blocks are whole turns of the bidirectional flow, whose order of sums depends on the
/// row: BlockM of 2 Rows, BlockK of Rows steps.
constexpr unsigned turn_depth(const config& k) {
  return (k.array.sparse ? 2 : k.lanes()) * k.array.rows;
}
constexpr bool turns(const config& k) {
  return k.block_m % (2 * k.array.rows) == 0 && k.block_k % turn_depth(k) == 0;
}

/// D = A * B, or A * B + C with preload. The pitches are bytes from a line to the next. Of a Conv,
/// A is made of a picture (conv_block); a Copy is as engine::job has it, its shape m x n bytes in k
/// planes.
struct job {
  engine::op_e op = engine::op_e::Gemm;
  tensor::shape shape{1, 1, 1};
  tensor::flow_e flow = tensor::flow_e::WeightStationary;
  bool preload = false, transpose_a = false, transpose_b = false;
  bool sparse_a = false;  ///< A is M x K / 2, 2:4 sparse; its indexes lie at a_extra
  tensor::epilogue_of epilogue{};
  bool overlap    = false;  ///< loads may start before the job before has ended
  std::uint64_t a = 0, b = 0, c = 0, d = 0;
  std::uint32_t lda = 0, ldb = 0, ldc = 0, ldd = 0;
  /// Indexes of a sparse A; block scales of A, rows of a byte for each block of K, and of B, a row
  /// of N bytes for each block.
  std::uint64_t a_extra = 0, b_extra = 0;
  conv_shape conv{};

  /// Elements of a line of A of which `k` columns are multiplied.
  unsigned stored(unsigned k) const { return sparse_a ? k / 2 : k; }
  /// Bytes of a row of indexes of a sparse A, four in a byte.
  unsigned index_pitch() const { return (shape.k + 7) / 8; }
  /// C is a row of biases: one line for all rows of D.
  bool biased() const { return preload && ldc == 0 && !copies(); }
  bool convolves() const { return op == engine::op_e::Conv; }
  bool copies() const { return op == engine::op_e::Copy; }

  friend std::ostream& operator<<(std::ostream& os, const job& j) {
    if (j.copies()) os << "copy, planes+" << j.a << ",+" << j.b << ' ';
    if (j.convolves()) os << "conv " << j.conv << ' ';
    return os << '{' << flow_name(j.flow) << ':' << j.shape.m << ',' << j.shape.n << ','
              << j.shape.k << (j.preload ? ",+C" : "") << (j.transpose_a ? ",A^T" : "")
              << (j.transpose_b ? ",B^T" : "") << (j.sparse_a ? ",2:4" : "")
              << (j.overlap ? ",overlap" : "") << " a=" << j.a << '+' << j.lda << " b=" << j.b
              << '+' << j.ldb << " c=" << j.c << '+' << j.ldc << " d=" << j.d << '+' << j.ldd
              << " out=" << static_cast<int>(j.epilogue.output)
              << (j.epilogue.relu ? ",relu}" : "}");
  }
};

using engine::end_e;
using engine::outcome;

/// Beside A lie the indexes of a sparse A, or block scales; beside B block scales.
enum class operand_e : std::uint8_t { A, B, C, BesideA, BesideB };

/// A block of an operand to load: `lines` stretches of memory of `bytes` each.
struct load {
  operand_e operand;
  bool turned;  ///< lines of memory are columns of A, or of B
  bool bank;    ///< the panel, or for C the buffer of sums
  bool ends;    ///< the last block of its step
  std::uint64_t addr;
  std::uint32_t bytes, lines, pitch;
  std::optional<conv_block> conv{};  ///< of an A that is made of a picture; no address or pitch
  bool row = false;                  ///< of biases, beside the panels; the bank is a panel's
};

/// A block to multiply.
struct multiply {
  tensor::command command;
  bool panel, sums;  ///< the banks
};

/// A block of D to store.
struct store {
  bool bank;
  golden::epilogue::output_e out;
  std::uint64_t addr;
  std::uint32_t rows, cols, pitch;
  std::uint32_t bytes;  ///< of a row
};

/// Bytes of an element of D in memory.
constexpr unsigned stored_bytes(const config& k, golden::epilogue::output_e out) {
  return tensor::output_bytes(k.array.type, {.output = out});
}

/// The blocks of a job: rows in the outer loop, then columns, depth in the inner one. A Copy has
/// its planes outside of them, no depth, and columns of the bytes of a sum.
class job_walk {
 public:
  job_walk() = default;
  job_walk(const config& k, const job& j, unsigned depth_chunk)
      : shape_(j.copies()
                   ? tensor::shape{j.shape.m, (j.shape.n + k.sum_bytes() - 1) / k.sum_bytes(), 1}
                   : j.shape),
        block_m_(k.block_m),
        block_n_(k.block_n),
        block_k_(depth_chunk),
        planes_(j.copies() ? j.shape.k : 1),
        slack_(j.copies() ? shape_.n * k.sum_bytes() - j.shape.n : 0) {
    start();
  }

  unsigned row() const { return walk_.row(); }
  unsigned column() const { return walk_.panel() * block_n_; }
  unsigned panel() const { return walk_.panel(); }
  unsigned k() const { return walk_.k(); }
  unsigned plane() const { return plane_; }
  unsigned rows() const { return walk_.rows(); }
  unsigned cols() const { return walk_.cols(); }
  unsigned depth() const { return walk_.depth(); }
  bool deepest() const { return walk_.deepest(); }
  bool last() const { return walk_.last() && plane_ + 1 == planes_; }
  /// Bytes of the last column that a Copy leaves out.
  unsigned slack() const { return column() + cols() == shape_.n ? slack_ : 0; }

  void step() {
    if (walk_.last()) {
      ++plane_;
      start();
    } else {
      walk_.step();
    }
  }

  std::uint64_t blocks() const {
    const auto parts = [](std::uint64_t x, std::uint64_t of) { return (x + of - 1) / of; };
    return parts(shape_.m, block_m_) * parts(shape_.n, block_n_) * parts(shape_.k, block_k_) *
           planes_;
  }

 private:
  void start() { walk_ = tensor::block_walk(shape_, block_m_, block_n_, block_k_); }

  tensor::shape shape_{1, 1, 1};
  unsigned block_m_ = 1, block_n_ = 1, block_k_ = 1;
  unsigned planes_ = 1, slack_ = 0, plane_ = 0;
  tensor::block_walk walk_{};
};

/// Whether the array may begin the step behind `w`, of the same job, while the sums of `w` leave.
/// The next step of a block reads those sums again: in the order in which they leave if they pass,
/// at least `rows` cycles after they have entered the array, which is far enough where that is the
/// way through array, result buffer, epilogue and four words read ahead.
inline bool hands_over_early(const config& k, const job& j, const job_walk& w) {
  return w.deepest() || (tensor::sums_pass(j.flow) && w.rows() >= k.array.rows + k.array.cols + 12);
}

/// Whether the array may begin `w` while the sums of the step before leave: where sums stay, those
/// of few steps would overtake them.
inline bool may_follow(const config& k, const job& j, const job_walk& w) {
  return tensor::sums_pass(j.flow) ||
         tensor::steps_of(k.array, j.stored(w.depth())) >= k.array.rows;
}

/// The number of blocks of a job.
inline std::uint64_t blocks_of(const config& k, const job& j) {
  return job_walk(k, j, k.block_k).blocks();
}

/// The operands of a block in memory, line by line.
struct block_in_memory {
  const config& k;
  const job& j;
  const job_walk& w;

  conv_block conv() const;
  /// Where a Copy reads, and where it writes.
  axi::command from() const { return copied(j.c + w.plane() * j.a, j.ldc); }
  axi::command to() const { return copied(j.d + w.plane() * j.b, j.ldd); }

  axi::command a() const;
  /// The indexes of a sparse A, or the block scales of A.
  axi::command beside_a() const;
  /// The block scales of B.
  axi::command beside_b() const {
    return lines(j.b_extra, j.shape.n, k.scale_blocks(w.k()), k.scale_blocks(w.depth()), column(),
                 w.cols());
  }
  axi::command b() const;
  axi::command c() const {
    const auto [first, bytes] = stretch(column(), w.cols(), k.sum_bytes());
    return lines(j.c, j.ldc, w.row(), j.biased() ? 1 : w.rows(), first, bytes);
  }
  axi::command d() const {
    const auto [first, bytes] = stretch(column(), w.cols(), stored_bytes(k, j.epilogue.output));
    return lines(j.d, j.ldd, w.row(), w.rows(), first, bytes);
  }

 private:
  struct bytes_of_line {
    std::uint64_t first;
    std::uint32_t bytes;
  };
  unsigned column() const { return w.column(); }
  axi::command copied(std::uint64_t base, std::uint32_t pitch) const {
    const auto [first, bytes] = stretch(column(), w.cols(), k.sum_bytes());
    return lines(base, pitch, w.row(), w.rows(), first, bytes - w.slack());
  }
  static bytes_of_line stretch(unsigned first, unsigned elements, unsigned width) {
    return {std::uint64_t{first} * width, elements * width};
  }
  static axi::command lines(std::uint64_t base, std::uint32_t pitch, unsigned line, unsigned count,
                            std::uint64_t first, std::uint32_t bytes) {
    return {base + std::uint64_t{line} * pitch + first, bytes, count, pitch};
  }
};

struct plan_inputs {
  std::optional<engine_core::job> job;
  bool abort      = false;
  bool hold       = false;  ///< of the oldest job nothing may be stored yet, nor its failure told
  bool load_ready = false, loaded = false, load_busy = false, read = false;
  std::optional<axi::done> load_done{};
  bool array_busy = false, array_done = false;
  bool array_issued = false;  ///< the array could take a step while the last one's sums leave
  bool store_ready = false, store_busy = false, written = false;
  std::optional<axi::done> store_done{};
};

struct plan_outputs {
  bool job_ready = false, idle = false, load_stop = false;
  bool quiet = true;  ///< no job inside has a block to load
  std::optional<engine_core::load> load;
  std::optional<engine_core::multiply> multiply;
  std::optional<engine_core::store> store;
  std::optional<engine_core::outcome> outcome;
};

/// The blocks to load, to multiply and to store, and when.
class plan {
 public:
  explicit plan(const config& k) : config_(k) {}

  plan_outputs peek(const plan_inputs& in) const;

  /// The block that the loader is asked for.
  std::optional<engine_core::load> loads(bool abort) const {
    if (!loading_.run || !has_place() || failed_ || abort) return {};
    return next_load();
  }

  /// Whether everything on its way into the panels is dropped.
  bool stops(bool abort) const { return failed_ || abort; }

  void step(const plan_inputs& in);

 private:
  struct place {
    std::optional<engine_core::job> job;
    bool begun = false, multiplied = false, finished = false;
    engine_core::outcome figures{};
  };

  /// A walk over the blocks of the job in a place.
  struct walk {
    bool run       = false;
    unsigned place = 0;
    job_walk walk{};
  };

  const job& job_of(const walk& w) const { return *places_[w.place].job; }
  unsigned row(const walk& w) const { return w.walk.row(); }
  static unsigned col(const walk& w) { return w.walk.column(); }
  static bool first_depth(const walk& w) { return w.walk.k() == 0; }

  void begin(walk& w, unsigned depth) const {
    w.run  = true;
    w.walk = job_walk(config_, job_of(w), depth);
  }

  /// Goes to the next block. Returns whether that was the last one.
  static bool advance(walk& w);

  bool scaled() const { return config_.scales() != 0; }
  operand_e operand_behind(operand_e now, const job& j) const;
  operand_e operand() const { return job_of(loading_).copies() ? operand_e::C : operand_; }
  /// Blocks of a copy pass the array by.
  bool passes_array() const { return multiplying_.run && job_of(multiplying_).copies(); }
  bool with_c() const { return job_of(loading_).preload && first_depth(loading_); }
  bool has_place() const;
  bool array_wants(const plan_inputs& in) const { return multiplying_.run && !in.array_busy; }
  bool array_takes(const plan_inputs& in) const {
    return array_wants(in) ||
           (ahead_ && may_follow(config_, job_of(multiplying_), multiplying_.walk));
  }
  bool array_fed() const { return steps_loaded_ != steps_begun(); }
  unsigned steps_begun() const { return steps_multiplied_ + leaving_.has_value(); }
  unsigned blocks_begun() const { return blocks_multiplied_ + leaving_.value_or(false); }
  /// Whether the step behind the one in the array may begin while the sums of that one leave.
  bool early() const {
    return !multiplying_.walk.last() &&
           hands_over_early(config_, job_of(multiplying_), multiplying_.walk);
  }
  /// Without a failure; after it only the oldest job, if it is before the one that failed.
  bool goes_on(const walk& w) const {
    return !failed_ || (w.place == out_ && fail_place_ != out_ && !dropping_);
  }

  load next_load() const;

  multiply next_multiply() const;

  store next_store() const;

  void fail(end_e how, unsigned place, std::uint64_t fault);

  bool loads_over(const plan_inputs& in) const;

  /// The time of a job begins in the cycle before that of its first load.
  void count(const plan_inputs& in, const plan_outputs& now, bool load_first);

  void clear();

  config config_;
  std::array<place, 2> places_;
  unsigned in_ = 0, out_ = 0;  // the places of the next job and of the oldest one
  walk loading_, multiplying_, storing_;
  unsigned load_owner_ = 0;
  operand_e operand_   = operand_e::A;
  bool store_open_     = false;

  // Steps and blocks so far: asked of the loader, loaded, multiplied, stored.
  unsigned steps_asked_ = 0, steps_loaded_ = 0, steps_multiplied_ = 0;
  unsigned blocks_asked_ = 0, blocks_multiplied_ = 0, blocks_stored_ = 0;

  bool ahead_ = false;           // multiplying_ is behind the step in the array
  std::optional<bool> leaving_;  // sums of a step leave behind it: whether it ends its block

  bool failed_ = false, dropping_ = false;
  unsigned fail_place_ = 0;
  end_e how_           = end_e::Dropped;
  std::uint64_t fault_ = 0;
};

}  // namespace weft::golden::engine_core
