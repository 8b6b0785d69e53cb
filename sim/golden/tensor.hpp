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
/// gemm() is what the hardware computes, bit for bit; cycles() is when it is done;
/// sim/golden/tensor_model.hpp is the same cycle by cycle. Names and values are weft_tensor_pkg's.
namespace weft::golden::tensor {

/// What stays in the array, what flows through it.
///
/// The array has the first three, and with Auto chooses of the first two (chosen_flow()).
/// Input-stationary is the weight-stationary flow of the transposed problem: whoever lays out the
/// operands does so (transposed()).
enum class flow_e : std::uint8_t {
  OutputStationary,  ///< sums stay; A flows to the right, B down
  WeightStationary,  ///< B stays; A flows to the right, sums down
  Bidirectional,     ///< nothing stays; A flows to the right, sums down, B up
  InputStationary,   ///< A stays; B flows to the right, sums down
  Auto               ///< the array chooses
};

/// "os", "ws", "bi", "is", "core": what the command line and JSON call them.
constexpr const char* flow_name(flow_e flow) {
  constexpr const char* Names[] = {"os", "ws", "bi", "is", "core"};
  return Names[static_cast<int>(flow)];
}

/// Of a flow that is chosen.
constexpr bool sums_pass(flow_e flow) { return flow != flow_e::OutputStationary; }

inline constexpr unsigned MaxDim = 65535;

/// An array of rows x cols processing elements.
struct config {
  arithmetic type = Fp16;
  unsigned rows = 16, cols = 16;
  unsigned partial_rows = 256;    ///< sums of a column that can wait below the array
  bool streams          = true;   ///< the flows in which sums pass are built in
  bool transposes       = false;  ///< so are operands that lie the other way, and Auto
  bool sparse           = false;  ///< so is 2:4 sparsity of A
  bool epilogue         = false;  ///< and what changes sums on their way to memory

  bool operator==(const config&) const = default;
};

/// A is m x k, B is k x n, C and D are m x n. Each from 1 to MaxDim.
struct shape {
  unsigned m, n, k;

  bool operator==(const shape&) const = default;

  std::uint64_t macs() const { return std::uint64_t{m} * n * k; }
};

/// What words of an operand are in memory: pieces of its rows or of its columns.
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

  /// That of a command which asks for `flow`: before a flow is chosen, A lies by columns.
  constexpr layout of(flow_e asked) const {
    return {asked == flow_e::Auto && a == lies_e::AsTaken ? lies_e::ByColumns : a, b, c_is_row,
            sparse_a};
  }
  constexpr bool a_by_rows(flow_e flow) const {
    return a == lies_e::AsTaken ? sums_pass(flow) : a == lies_e::ByRows;
  }
  constexpr bool b_by_columns() const { return b == lies_e::ByColumns; }
  /// Whether an operand is turned on its way into the array.
  constexpr bool turns_a(flow_e flow) const { return a_by_rows(flow) != sums_pass(flow); }
  constexpr bool turns(flow_e flow) const { return turns_a(flow) || b_by_columns(); }
};

/// What becomes of a sum: golden::epilogue.
struct epilogue_of {
  golden::epilogue::output_e output = golden::epilogue::output_e::KeepSum;
  bool relu                         = false;
  std::uint32_t scale               = 0x3f80'0000;  ///< FP32

  bool operator==(const epilogue_of&) const = default;

  constexpr bool keeps() const { return output == golden::epilogue::output_e::KeepSum && !relu; }
};

/// The unit at each column, which has two registers.
constexpr golden::epilogue::config epilogue_config(const arithmetic& t) {
  return {static_cast<int>(t.result_bits()), t.integer() ? 0 : t.dot().c.exp_bits, 5};
}

/// That of the transposed problem, which has a whole C.
constexpr layout transposed(const layout& l) {
  using enum lies_e;
  const auto other = [](lies_e x) { return x == AsTaken ? x : x == ByRows ? ByColumns : ByRows; };
  return {other(l.b), other(l.a), false, l.sparse_a};
}

/// The layout of operands of which one or both lie the other way than `flow` takes them.
constexpr layout turned(flow_e flow, bool a, bool b) {
  using enum lies_e;
  const bool by_rows = flow == flow_e::WeightStationary || flow == flow_e::Bidirectional;
  const bool is      = flow == flow_e::InputStationary;
  return {a ? by_rows ? ByColumns : ByRows : AsTaken, b ? is ? ByRows : ByColumns : AsTaken};
}

/// Which of them do.
struct turned_operands {
  bool a, b;
};
constexpr turned_operands turned(flow_e flow, const layout& l) {
  const layout both = turned(flow, true, true);
  return {l.a == both.a, l.b == both.b};
}

/// D = A * B, or D = A * B + C if c is not empty. All row-major; the layout is that of the array's
/// own memories.
struct problem {
  tensor::shape shape;
  std::vector<operand_t> a;
  std::vector<operand_t> b;
  std::vector<result_t> c;
  flow_e flow = flow_e::OutputStationary;
  tensor::layout layout{};
  /// With layout.sparse_a: a is m x k/2, and of the four of a row of A that are k = 4g .. 4g + 3,
  /// a[2g] is number index[2g] and a[2g + 1] number index[2g + 1]. The others are not multiplied.
  std::vector<std::uint8_t> index{};
  /// Block scales, where the type has them: of A m x blocks, of B blocks x n, each of
  /// dpa::profile::scale_block neighbours of K.
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

/// Blocks of K that have a scale.
constexpr unsigned scale_blocks(const arithmetic& t, unsigned k) {
  return t.scales() == 0 ? 0 : (k + t.dot().scale_block - 1) / t.dot().scale_block;
}

/// The same with a row of C for every row of D.
problem with_whole_c(problem p);

/// The weight-stationary problem that an input-stationary one is: D^T = B^T * A^T + C^T. Its sums
/// have the same bits, because products commute.
problem transposed(const problem& p);

/// Rows for columns.
template <class T>
std::vector<T> transposed(const std::vector<T>& x, std::size_t rows, std::size_t cols) {
  std::vector<T> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) out[i % cols * rows + i / cols] = x[i];
  return out;
}

/// What an engine answers: D, row-major, and the clock cycles from the one in which the command is
/// taken to the one in which the last word of D is taken, both counted.
struct outcome {
  std::vector<result_t> d;
  std::uint64_t cycles;
};

/// An engine: golden itself, or the Verilated RTL behind the same call.
using engine = std::function<outcome(const problem&)>;

/// One processing element's step: c + a[0] * b[0] + ..., type.lanes() products, whose block scales
/// follow them.
result_t multiply_add(const arithmetic& type, const operand_t* a, const operand_t* b, result_t c);

/// K in steps of the array: a step takes lanes() products.
constexpr unsigned steps_of(const config& c, unsigned k) {
  return (k + c.type.lanes() - 1) / c.type.lanes();
}

/// What is multiplied: of a 2:4 sparse A half of K.
constexpr shape multiplied(const shape& s, const layout& l) {
  return {s.m, s.n, l.sparse_a ? s.k / 2 : s.k};
}

/// Calls visit(step) for the `depth` steps of a sum of row m of D in the order in which they are
/// added; step s has the products s * lanes() and on.
///
/// Output- and weight-stationary: 0, 1, ... Bidirectional: within each `rows` of them, the one that
/// comes first goes on by one every second row of A, because B moves against the sums.
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

/// D, each element the chain of multiply_add() over for_each_step() from C or zero. Where K is no
/// multiple of lanes(), the last step is filled with zeros.
std::vector<result_t> gemm_bitwise(const config& c, const problem& p);

/// The same bits, faster: on the host's floating-point unit, in vectors, for FP16, FP8, short
/// integers and, where it has a fused multiply-add, BF16, TF32, FP32 and FP64; by dpa::matmul() for
/// other profiles. The host's rounding and flushing may be set to anything; they are left so.
///
/// A product of two FP16 or FP8 numbers is exact in FP32, so multiply and add on the host round
/// once, as a fused multiply-add does. Sums of a number of integer products that stay below 2^24
/// are exact in FP32 too; longer ones are put together in integers.
std::vector<result_t> gemm(const config& c, const problem& p);

/// gemm() on a certain one of host_vectors().
std::vector<result_t> gemm(const config& c, const problem& p, vector_e unit);

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

inline constexpr unsigned MacLatency = 1;  ///< cycles from operand registers to partial sum

/// The shortest time of an array of this flow, everything overlapped.
///
/// Output-stationary, draining a tile in `rows` cycles: the tiles back to back, then the skew, the
/// multiply-add and the drain of the last one. Else: the first weights, the blocks of weights back
/// to back, a row of A a cycle, then the way of the last sum through the array; bidirectional, B
/// has to go all the way up before the first sum comes down.
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

/// Steps of weft_tensor_ws from the first weight to the last row of A, where sums pass. The blocks
/// are those of each `partial_rows` rows of A; a block is no shorter than `rows` steps, in which
/// the next weights come and its first sum is back at the top.
constexpr std::uint64_t streaming_steps(const config& c, const shape& s) {
  const unsigned k           = steps_of(c, s.k);
  const std::uint64_t blocks = ceil_div(s.n, c.cols) * ceil_div(k, c.rows);
  const auto length = [&](std::uint64_t rows) { return std::max<std::uint64_t>(rows, c.rows); };
  const std::uint64_t whole = (s.m - 1) / c.partial_rows, rest = s.m - whole * c.partial_rows;
  return c.rows + blocks * (whole * length(c.partial_rows) + length(rest)) - length(rest) + rest;
}

/// Cycles of weft_tensor with memories that answer a cycle after the request and never stall. Where
/// sums stay: the limit, and a cycle each for the command, the request, the answer, and the
/// result's buffer, and those of an epilogue. Where they pass: those, the steps, and the last sum's
/// way down and out.
constexpr std::uint64_t cycles(const config& c, const shape& s,
                               flow_e flow = flow_e::OutputStationary) {
  if (flow == flow_e::InputStationary) {
    return cycles(c, {s.n, s.m, s.k}, flow_e::WeightStationary);
  }
  const std::uint64_t out = 4 + (c.epilogue ? epilogue_config(c.type).latency() : 0);
  return sums_pass(flow) ? streaming_steps(c, s) + c.rows + c.cols + out : limit(c, s, flow) + out;
}

/// The flow that Auto stands for (weft_tensor_choose): what takes fewer steps for a column of
/// tiles.
constexpr flow_e chosen_flow(const config& c, const shape& s, flow_e flow = flow_e::Auto) {
  if (flow != flow_e::Auto) return flow;
  const unsigned k         = steps_of(c, s.k);
  const std::uint64_t stay = ceil_div(s.m, c.rows) * std::max(k, c.rows);
  const std::uint64_t pass = ceil_div(k, c.rows) * std::max(s.m, c.rows);
  return pass < stay ? flow_e::WeightStationary : flow_e::OutputStationary;
}

/// Cycles of a command whose operands lie in any way: those of multiplied(), but if one is turned,
/// which has no closed form, they are counted by the cycle model.
std::uint64_t cycles(const config& c, const shape& s, flow_e flow, const layout& l);

/// Whether the array has what a problem asks for.
constexpr bool has(const config& c, flow_e flow, const layout& l) {
  if (l.sparse_a && (!c.sparse || flow == flow_e::InputStationary)) return false;
  if (flow == flow_e::Auto) return c.streams && c.transposes;
  const bool turns = flow == flow_e::InputStationary ? transposed(l).turns(flow_e::WeightStationary)
                                                     : l.turns(flow);
  if (turns) return c.transposes;
  return c.streams || !sums_pass(flow);
}

/// Whether the array can take A where it takes B: input-stationary needs it.
constexpr bool commutes(const config& c) {
  const arithmetic& t = c.type;
  return t.integer() ? t.a_signed() == t.b_signed() : t.dot().a == t.dot().b;
}

/// The flow that takes the fewest cycles; of several, the first one of output-, weight- and
/// input-stationary. The bidirectional one never takes fewer than the weight-stationary. So the
/// bits of D do not depend on the choice.
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

/// Share of the multiply-add slots that did work.
inline double utilisation(const config& c, const shape& s, std::uint64_t cycles) {
  return static_cast<double>(s.macs()) /
         (static_cast<double>(cycles) * c.rows * c.cols * c.type.lanes());
}

/// gemm() and cycles() as an engine.
engine golden_engine(const config& c);

}  // namespace weft::golden::tensor
