// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/golden/epilogue.hpp"
#include "sim/golden/host/host.hpp"
#include "sim/golden/tensor_types.hpp"

/// Golden model of rtl/tensor/weft_tensor.sv: D = A * B + C on a systolic array.
///
/// gemm() is the result of the hardware, bit for bit; cycles() is its duration;
/// sim/golden/tensor_model.hpp is the unit cycle by cycle. Names and values are weft_tensor_pkg's.
namespace weft::golden::tensor {

/// The dataflow: which operand stays in the array, and which ones flow through it.
///
/// The hardware implements the first three flows; for Auto it chooses between the first two
/// (chosen_flow()). Input-stationary is the weight-stationary flow of the transposed problem:
/// software transposes the operands (transposed_problem()).
enum class flow_e : std::uint8_t {
  OutputStationary,  ///< sums stay; A flows to the right, B down
  WeightStationary,  ///< B stays; A flows to the right, sums down
  Bidirectional,     ///< nothing stays; A flows to the right, sums down, B up
  InputStationary,   ///< A stays; B flows to the right, sums down
  Auto               ///< the array chooses
};

/// The name of a flow on the command line and in JSON: "os", "ws", "bi", "is" or "core".
constexpr const char* flow_name(flow_e flow) {
  constexpr const char* Names[] = {"os", "ws", "bi", "is", "core"};
  return Names[static_cast<int>(flow)];
}

/// Whether partial sums move through the array. Not for Auto: call chosen_flow() first.
constexpr bool sums_pass(flow_e flow) { return flow != flow_e::OutputStationary; }

inline constexpr unsigned MaxDim = 65535;

/// An array of rows x cols processing elements.
struct config {
  arithmetic type = Fp16;
  unsigned rows = 16, cols = 16;
  unsigned partial_rows = 256;    ///< partial sums of a column that can wait below the array
  bool streams          = true;   ///< weight-stationary and bidirectional flows are built in
  bool transposes       = false;  ///< operands of the other order, and Auto, are built in
  bool sparse           = false;  ///< 2:4 sparsity of A is built in
  bool epilogue         = false;  ///< the epilogue, which changes sums on their way to memory

  bool operator==(const config&) const = default;
};

/// The dimensions: A is m x k, B is k x n, C and D are m x n. Each is 1 to MaxDim.
struct shape {
  unsigned m, n, k;

  bool operator==(const shape&) const = default;

  std::uint64_t macs() const { return std::uint64_t{m} * n * k; }
};

/// The order of an operand in memory: each word is a piece of a row or of a column.
enum class lies_e : std::uint8_t {
  AsTaken,  ///< as the array takes them: B by rows, A by columns, or by rows where sums pass
  ByRows,
  ByColumns
};

struct layout {
  lies_e a = lies_e::AsTaken, b = lies_e::AsTaken;
  bool c_is_row = false;  ///< C is one row of n elements, from which every row of D starts
  bool sparse_a = false;  ///< A is 2:4 sparse

  bool operator==(const layout&) const = default;

  /// The layout of a command that asks for `flow`. With Auto, AsTaken means that A lies by columns.
  constexpr layout of(flow_e asked) const {
    return {asked == flow_e::Auto && a == lies_e::AsTaken ? lies_e::ByColumns : a, b, c_is_row,
            sparse_a};
  }
  constexpr bool a_by_rows(flow_e flow) const {
    return a == lies_e::AsTaken ? sums_pass(flow) : a == lies_e::ByRows;
  }
  constexpr bool b_by_columns() const { return b == lies_e::ByColumns; }
  /// Whether A is transposed on its way into the array.
  constexpr bool turns_a(flow_e flow) const { return a_by_rows(flow) != sums_pass(flow); }
  constexpr bool turns(flow_e flow) const { return turns_a(flow) || b_by_columns(); }
};

/// The operation on each sum: see golden::epilogue.
struct epilogue_of {
  golden::epilogue::output_e output = golden::epilogue::output_e::KeepSum;
  bool relu                         = false;
  std::uint32_t scale               = 0x3f80'0000;  ///< an FP32 number

  bool operator==(const epilogue_of&) const = default;

  constexpr bool keeps() const { return output == golden::epilogue::output_e::KeepSum && !relu; }
};

/// The epilogue unit at each column; it has two pipeline registers.
constexpr golden::epilogue::config epilogue_config(const arithmetic& t) {
  return {static_cast<int>(t.result_bits()), t.integer() ? 0 : t.dot().c.exp_bits, 5};
}

/// The layout of the transposed problem; C is then a full matrix.
constexpr layout transposed_layout(const layout& l) {
  using enum lies_e;
  const auto other = [](lies_e x) { return x == AsTaken ? x : x == ByRows ? ByColumns : ByRows; };
  return {other(l.b), other(l.a), false, l.sparse_a};
}

/// The layout in which A, B or both lie in the opposite order to the one that `flow` takes.
constexpr layout turning_layout(flow_e flow, bool a, bool b) {
  using enum lies_e;
  const bool by_rows = flow == flow_e::WeightStationary || flow == flow_e::Bidirectional;
  const bool is      = flow == flow_e::InputStationary;
  return {a ? by_rows ? ByColumns : ByRows : AsTaken, b ? is ? ByRows : ByColumns : AsTaken};
}

/// The operands that a layout has in the opposite order to the one that `flow` takes: the inverse
/// of turning_layout().
struct turned_operands {
  bool a, b;
};
constexpr turned_operands turned_by(flow_e flow, const layout& l) {
  const layout both = turning_layout(flow, true, true);
  return {l.a == both.a, l.b == both.b};
}

/// D = A * B, or D = A * B + C if c is not empty. All matrices here are row-major; `layout`
/// describes the array's own memories.
struct problem {
  tensor::shape shape;
  std::vector<operand_t> a;
  std::vector<operand_t> b;
  std::vector<result_t> c;
  flow_e flow = flow_e::OutputStationary;
  tensor::layout layout{};
  /// With layout.sparse_a, a is m x k/2. In the group k = 4g .. 4g + 3 of a row of A, a[2g] is
  /// element index[2g] and a[2g + 1] is element index[2g + 1]; the other two are not multiplied.
  std::vector<std::uint8_t> index{};
  /// Block scales, if the type has them: m x blocks for A, blocks x n for B. A block is
  /// dpa::profile::scale_block neighbours along K.
  std::vector<operand_t> scale_a{}, scale_b{};
  epilogue_of epilogue{};
};

/// Bytes of an element of D in memory.
constexpr unsigned output_bytes(const arithmetic& t, const epilogue_of& e) {
  using enum golden::epilogue::output_e;
  return e.output == ToInt8 ? 1 : e.output == ToFp16 ? 2 : bytes_of(t.result_bits());
}

/// A result of the epilogue.
constexpr result_t finish(const arithmetic& t, const epilogue_of& e, result_t sum) {
  return golden::epilogue::eval(epilogue_config(t), {sum, e.scale, e.output, e.relu}).bits;
}

/// The number of blocks along K, each with a scale.
constexpr unsigned scale_blocks(const arithmetic& t, unsigned k) {
  return t.scales() == 0 ? 0 : (k + t.dot().scale_block - 1) / t.dot().scale_block;
}

/// The problem with a full matrix C: a row of C for every row of D.
problem with_whole_c(problem p);

/// The equivalent weight-stationary problem of an input-stationary one: D^T = B^T * A^T + C^T. Its
/// sums have the same bits, because products commute.
problem transposed_problem(const problem& p);

/// The transpose of a matrix.
template <class T>
std::vector<T> transposed(const std::vector<T>& x, std::size_t rows, std::size_t cols) {
  std::vector<T> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i % cols * rows + i / cols] = x[i];
  return out;
}

/// An engine's answer: D, row-major, and the clock cycles from the cycle that takes the command to
/// the cycle that takes the last word of D, both counted.
struct outcome {
  std::vector<result_t> d;
  std::uint64_t cycles;
};

/// An engine: golden itself, or the Verilated RTL behind the same call.
using engine = std::function<outcome(const problem&)>;

/// One processing element's step: c + a[0] * b[0] + ..., type.lanes() products. Block scales follow
/// the elements of a and b.
result_t multiply_add(const arithmetic& type, const operand_t* a, const operand_t* b, result_t c);

/// The number of steps along K; a step takes lanes() products.
constexpr unsigned steps_of(const config& c, unsigned k) {
  return (k + c.type.lanes() - 1) / c.type.lanes();
}

/// The shape that the array multiplies: with a 2:4 sparse A, half of K.
constexpr shape multiplied(const shape& s, const layout& l) {
  return {s.m, s.n, l.sparse_a ? s.k / 2 : s.k};
}

/// Calls visit(step) for the `depth` steps of a sum in row m of D, in the order of their addition.
/// Step s has the products from s * lanes() on.
///
/// Output- and weight-stationary: 0, 1, ... Bidirectional: within each group of `rows` steps, the
/// first one advances by one every second row of A, because B moves against the sums.
template <class Visit>
constexpr void for_each_step(const config& c, flow_e flow, unsigned depth, unsigned m,
                             Visit visit) {
  const unsigned turn = flow == flow_e::Bidirectional ? m % c.partial_rows / 2 % c.rows : 0;
  for (unsigned block = 0; block < depth; block += c.rows) {
    for (unsigned row = 0; row < c.rows; ++row) {
      const unsigned step = block + (turn + row) % c.rows;
      if (step < depth) visit(step);
    }
  }
}

/// D. Each element is a chain of multiply_add() over for_each_step(), starting from C or zero. If K
/// is not a multiple of lanes(), the last step is padded with zeros.
std::vector<result_t> gemm_bitwise(const config& c, const problem& p);

/// D with the bits of gemm_bitwise(), faster. FP16, FP8 and short integers run on the host's vector
/// floating-point unit, as do BF16, TF32, FP32 and FP64 if it has a fused multiply-add; other
/// profiles run in dpa::matmul(). The host may have any rounding and flushing mode; both are
/// preserved.
///
/// A product of two FP16 or FP8 numbers is exact in FP32, so multiply and add on the host round
/// once, as a fused multiply-add does. A sum of integer products that stays below 2^24 is exact in
/// FP32 too; longer sums are combined in integers.
std::vector<result_t> gemm(const config& c, const problem& p);

/// gemm() on a given unit of host_vectors().
std::vector<result_t> gemm(const config& c, const problem& p, vector_e unit);

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

inline constexpr unsigned MacLatency = 1;  ///< cycles from operand registers to partial sum

/// The least clock cycles of an array with this flow, when all phases overlap.
///
/// Output-stationary, with a drain of `rows` cycles per tile: all tiles back to back, then the
/// skew, the multiply-add and the drain of the last tile. Other flows: the first weights, all
/// blocks of weights back to back with one row of A per cycle, then the path of the last sum
/// through the array. Bidirectional: B first moves all the way up before the first sum comes down.
constexpr std::uint64_t limit(const config& c, const shape& s,
                              flow_e flow = flow_e::OutputStationary) {
  if (flow == flow_e::InputStationary) {
    return limit(c, {s.n, s.m, s.k}, flow_e::WeightStationary);
  }
  const std::uint64_t r = c.rows, tiles_n = ceil_div(s.n, c.cols), k = steps_of(c, s.k);
  if (!sums_pass(flow)) {
    const std::uint64_t tiles = ceil_div(s.m, r) * tiles_n;
    return (tiles - 1) * std::max(k, r) + k + (r + c.cols - 2) + MacLatency + r;
  }
  const std::uint64_t blocks = ceil_div(k, r) * tiles_n;
  const std::uint64_t fill   = flow == flow_e::Bidirectional ? 2 * (r - 1) : (r - 1) * MacLatency;
  return r + (blocks - 1) * std::max<std::uint64_t>(s.m, r) + s.m + fill + (c.cols - 1) +
         MacLatency;
}

/// Steps of weft_tensor_ws from the first weight to the last row of A, for flows in which sums
/// pass. A block covers up to `partial_rows` rows of A. A block takes at least `rows` steps: the
/// next weights enter in them, and its first sum returns to the top.
constexpr std::uint64_t streaming_steps(const config& c, const shape& s) {
  const unsigned k           = steps_of(c, s.k);
  const std::uint64_t blocks = ceil_div(s.n, c.cols) * ceil_div(k, c.rows);
  const auto length = [&](std::uint64_t rows) { return std::max<std::uint64_t>(rows, c.rows); };
  const std::uint64_t whole = (s.m - 1) / c.partial_rows, rest = s.m - whole * c.partial_rows;
  return c.rows + blocks * (whole * length(c.partial_rows) + length(rest)) - length(rest) + rest;
}

/// Clock cycles of weft_tensor with memories that answer one cycle after a request and never stall.
/// Output-stationary: limit(), one cycle each for the command, the request, the answer and the
/// result buffer, and the latency of an epilogue. Other flows: these cycles, the steps, and the
/// path of the last sum down and out.
constexpr std::uint64_t cycles(const config& c, const shape& s,
                               flow_e flow = flow_e::OutputStationary) {
  if (flow == flow_e::InputStationary) {
    return cycles(c, {s.n, s.m, s.k}, flow_e::WeightStationary);
  }
  const std::uint64_t out = 4 + (c.epilogue ? epilogue_config(c.type).latency() : 0);
  return sums_pass(flow) ? streaming_steps(c, s) + c.rows + c.cols + out : limit(c, s, flow) + out;
}

/// Clock cycles from the one that takes a command to the first one that may take the next command,
/// of overlap: three for command, request and answer, and the steps in which operands enter.
constexpr std::uint64_t issue_cycles(const config& c, const shape& s, flow_e flow) {
  const std::uint64_t r = c.rows, tiles = ceil_div(s.m, r) * ceil_div(s.n, c.cols);
  return 3 + (sums_pass(flow) ? streaming_steps(c, s)
                              : tiles * std::max<std::uint64_t>(steps_of(c, s.k), r));
}

/// The flow that Auto selects (weft_tensor_choose): the one that takes fewer steps for a column of
/// tiles.
constexpr flow_e chosen_flow(const config& c, const shape& s, flow_e flow = flow_e::Auto) {
  if (flow != flow_e::Auto) return flow;
  const unsigned k         = steps_of(c, s.k);
  const std::uint64_t stay = ceil_div(s.m, c.rows) * std::max(k, c.rows);
  const std::uint64_t pass = ceil_div(k, c.rows) * std::max(s.m, c.rows);
  return pass < stay ? flow_e::WeightStationary : flow_e::OutputStationary;
}

/// Clock cycles of a command with operands in any layout: the closed form for multiplied(), or, if
/// an operand is transposed on its way, the count of the cycle model, as there is no closed form.
std::uint64_t cycles(const config& c, const shape& s, flow_e flow, const layout& l);

/// Whether the array implements the features that a problem needs.
constexpr bool has(const config& c, flow_e flow, const layout& l) {
  if (l.sparse_a && (!c.sparse || flow == flow_e::InputStationary)) return false;
  if (flow == flow_e::Auto) return c.streams && c.transposes;
  const bool turns = flow == flow_e::InputStationary
                         ? transposed_layout(l).turns(flow_e::WeightStationary)
                         : l.turns(flow);
  if (turns) return c.transposes;
  return c.streams || !sums_pass(flow);
}

/// Whether the array can take A in place of B, as input-stationary requires.
constexpr bool commutes(const config& c) {
  const arithmetic& t = c.type;
  return t.integer() ? t.a_signed() == t.b_signed() : t.dot().a == t.dot().b;
}

/// The flow that takes the fewest cycles; in a tie, the first of output-, weight- and
/// input-stationary. The bidirectional flow never takes fewer cycles than the weight-stationary
/// one. Without it, the bits of D do not depend on the choice.
constexpr flow_e best_flow(const config& c, const shape& whole, bool sparse_a = false) {
  const shape s = multiplied(whole, {.sparse_a = sparse_a});
  flow_e best   = flow_e::OutputStationary;
  for (const flow_e flow : {flow_e::WeightStationary, flow_e::InputStationary}) {
    if (flow == flow_e::InputStationary && (sparse_a || !commutes(c))) continue;
    if (!c.streams) continue;
    if (cycles(c, s, flow) < cycles(c, s, best)) best = flow;
  }
  return best;
}

/// The share of multiply-add slots that do useful work.
inline double utilisation(const config& c, const shape& s, std::uint64_t cycles) {
  return static_cast<double>(s.macs()) /
         (static_cast<double>(cycles) * c.rows * c.cols * c.type.lanes());
}

/// gemm() and cycles() as an engine.
engine golden_engine(const config& c);

}  // namespace weft::golden::tensor
