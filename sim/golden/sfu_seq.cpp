// SPDX-License-Identifier: Apache-2.0

#include "sim/golden/sfu_seq.hpp"

#include <array>

namespace weft::golden::sfu_seq {
namespace {

using enum source_e;
using enum step::unit_e;
using sfu_op = sfu::op_e;
using fma_op = fma::op_e;

// Constants rounded to nearest.
constexpr std::uint32_t Log2E      = 0x3fb8'aa3b;  // log2(e)
constexpr std::uint32_t MinusLog2E = 0xbfb8'aa3b;
constexpr std::uint32_t Log2Of10   = 0x4054'9a78;  // log2(10)
constexpr std::uint32_t Ln2        = 0x3f31'7218;  // ln(2)
constexpr std::uint32_t Log10Of2   = 0x3e9a'209b;  // log10(2)
constexpr std::uint32_t One        = 0x3f80'0000;

constexpr step sfu_of(sfu_op f, source_e a) {
  return {.unit = Sfu, .function = f, .operation = {}, .a = a, .b = X, .c = X};
}
constexpr step fma_of(fma_op op, source_e a, source_e b, source_e c, std::uint32_t constant = 0) {
  return {
      .unit = Fma, .function = {}, .operation = op, .a = a, .b = b, .c = c, .constant = constant};
}
constexpr step mul(source_e a, source_e b, std::uint32_t constant = 0) {
  return fma_of(fma_op::Mul, a, b, X, constant);
}
constexpr step refine(source_e a, source_e b, source_e c) {
  step s    = fma_of(fma_op::Madd, a, b, c);
  s.refines = true;
  return s;
}

constexpr std::array DivSteps{sfu_of(sfu_op::Rcp, Y), mul(X, First),
                              fma_of(fma_op::Nmsub, Y, Second, X), refine(Last, First, Second)};
constexpr std::array ExpSteps{mul(X, Constant, Log2E), sfu_of(sfu_op::Ex2, Last)};
constexpr std::array Exp10Steps{mul(X, Constant, Log2Of10), sfu_of(sfu_op::Ex2, Last)};
constexpr std::array LogSteps{sfu_of(sfu_op::Lg2, X), mul(Last, Constant, Ln2)};
constexpr std::array Log10Steps{sfu_of(sfu_op::Lg2, X), mul(Last, Constant, Log10Of2)};
constexpr std::array PowSteps{sfu_of(sfu_op::Lg2, X), mul(Last, Y), sfu_of(sfu_op::Ex2, Last)};
constexpr std::array SigmoidSteps{mul(X, Constant, MinusLog2E), sfu_of(sfu_op::Ex2, Last),
                                  fma_of(fma_op::Add, Last, X, Constant, One),
                                  sfu_of(sfu_op::Rcp, Last)};

}  // namespace

std::span<const step> program(op_e op) {
  switch (op) {
    case op_e::Div:
      return DivSteps;
    case op_e::Exp:
      return ExpSteps;
    case op_e::Exp10:
      return Exp10Steps;
    case op_e::Log:
      return LogSteps;
    case op_e::Log10:
      return Log10Steps;
    case op_e::Pow:
      return PowSteps;
    default:
      return SigmoidSteps;
  }
}

result eval(const config& k, const operands& o) {
  std::array<result, 2> early{};  // results of steps 0 and 1
  result last;
  std::size_t number = 0;
  for (const step& s : program(o.op)) {
    const auto read = [&](source_e from) {
      switch (from) {
        case X:
          return o.x;
        case Y:
          return o.y;
        case First:
          return early[0].bits;
        case Second:
          return early[1].bits;
        case Last:
          return last.bits;
        default:
          return s.constant;
      }
    };
    if (s.unit == Sfu) {
      last = sfu::eval(k.sfu(), {.op = s.function, .a = read(s.a)});
    } else {
      const auto r = fma::eval(k.fma(), {read(s.a), read(s.b), read(s.c), s.operation});
      last.bits    = static_cast<std::uint32_t>(r.bits);
      if (s.refines && last.bits == quiet_nan(Binary32)) last = early[1];
    }
    if (number < early.size()) early[number] = last;
    ++number;
  }
  return last;
}

std::uint64_t duration(const config& k, op_e op) {
  std::uint64_t cycles = 1;
  for (const step& s : program(op)) {
    cycles += 1 + static_cast<unsigned>(s.unit == Sfu ? k.sfu().latency() : k.fma().latency());
  }
  return cycles;
}

}  // namespace weft::golden::sfu_seq
