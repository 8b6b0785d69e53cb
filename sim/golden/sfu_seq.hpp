// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ios>
#include <ostream>
#include <span>

#include "sim/golden/fma.hpp"
#include "sim/golden/sequential.hpp"
#include "sim/golden/sfu.hpp"

/// Golden model of rtl/sfu/weft_sfu_seq.sv: functions that are short sequences over the special
/// function unit and the fused multiply-add, in binary32. docs/unit/sfu_seq.md has their bounds.
namespace weft::golden::sfu_seq {

enum class op_e : std::uint8_t {
  Div,     ///< x / y
  Exp,     ///< e^x
  Exp10,   ///< 10^x
  Log,     ///< ln(x)
  Log10,   ///< log10(x)
  Pow,     ///< x^y for x >= 0
  Sigmoid  ///< 1 / (1 + e^-x)
};
inline constexpr int Ops = 7;

inline std::ostream& operator<<(std::ostream& os, op_e op) {
  return put_name(os, op, {"Div", "Exp", "Exp10", "Log", "Log10", "Pow", "Sigmoid"});
}

/// The source of a step's input: an operand, the result of step 0 or 1 or of the step before, or
/// the step's constant.
enum class source_e : std::uint8_t { X, Y, First, Second, Last, Constant };

/// One instruction of a sequence: a function of a in the special function unit, or an operation on
/// a, b and c in the other.
struct step {
  enum class unit_e : std::uint8_t { Sfu, Fma };

  unit_e unit;
  sfu::op_e function;  ///< the function, if the special function unit executes the step
  fma::op_e operation;
  source_e a, b, c;
  std::uint32_t constant = 0;
  bool refines           = false;  ///< if it gives NaN, the result of step 1 is the sequence's
};

/// The sequence of a function. It follows CUDA's compilation of fast functions to PTX's approximate
/// instructions, except that the quotient of a division is refined.
std::span<const step> program(op_e op);

/// The parameters of the sequencer, passed to its two units.
struct config {
  sfu::build_e build = sfu::build_e::Cubic;
  bool ftz           = false;  ///< flush to zero in both units
  unsigned sfu_pipe  = 0;
  unsigned fma_pipe  = 0;

  constexpr sfu::config sfu() const { return {.build = build, .ftz = ftz, .pipe = sfu_pipe}; }
  constexpr fma::config fma() const {
    return {.flush_in = ftz, .flush_out = ftz, .pipe = fma_pipe};
  }

  bool operator==(const config&) const = default;
};

struct operands {
  op_e op         = op_e::Div;
  std::uint32_t x = 0, y = 0;

  friend std::ostream& operator<<(std::ostream& os, const operands& o) {
    return os << "op=" << o.op << ' ' << o.x << ' ' << o.y;
  }
};

using result = sfu::result;

/// The result, bit for bit.
result eval(const config& k, const operands& o);

/// Cycles that a sequence occupies the sequencer: one to take the operands, then for each step its
/// unit's latency and one to store its result.
std::uint64_t duration(const config& k, op_e op);
inline std::uint64_t duration_of(const config& k, const operands& o) { return duration(k, o.op); }

/// Clock cycles for n operands when neither side stalls: from the cycle that takes the first
/// operand to the cycle that takes the last result, both counted. A sequence takes its operands in
/// the cycle in which the result of the one before is taken.
inline std::uint64_t cycles(const config& k, op_e op, std::uint64_t n) {
  return n == 0 ? 0 : n * duration(k, op) + 1;
}

/// Cycle model: one sequence at a time.
using model = sequential<config, operands, eval, duration_of>;

}  // namespace weft::golden::sfu_seq
