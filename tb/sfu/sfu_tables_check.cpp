// SPDX-License-Identifier: Apache-2.0
//
// The program of scripts/check_sfu_tables: arguments are Build, a step, and the bounds of rcp,
// rsqrt, sqrt, ex2 and lg2 in ulps. The RTL has to give golden's result for every step-th
// significand of every function and for planes, and golden has to keep the bounds.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "Vweft_sfu.h"
#include "sim/golden/sfu.hpp"
#include "tb/sfu/sfu_cases.hpp"

namespace {

using namespace weft::golden::sfu;

double exact(op_e op, double x) {
  switch (op) {
    case op_e::Rcp:
      return 1 / x;
    case op_e::Rsqrt:
      return 1 / std::sqrt(x);
    case op_e::Sqrt:
      return std::sqrt(x);
    case op_e::Ex2:
      return std::exp2(x);
    default:
      return std::log2(x);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const config k{.build = build_e(argc > 1 ? std::atoi(argv[1]) : 1), .relative = true};
  const auto step = static_cast<std::uint32_t>(argc > 2 ? std::atoi(argv[2]) : 61);
  Vweft_sfu unit;
  unit.rst_ni      = 1;
  unit.in_valid_i  = 1;
  unit.out_ready_i = 1;

  bool failed        = false;
  const auto compare = [&](const operands& o) {
    unit.in_op_i = static_cast<unsigned char>(o.op);
    unit.in_a_i  = o.a;
    unit.in_b_i  = o.b;
    unit.in_c_i  = o.c;
    unit.in_x_i  = static_cast<std::uint16_t>(o.x) & 0xfff;
    unit.in_y_i  = static_cast<std::uint16_t>(o.y) & 0xfff;
    unit.eval();
    const std::uint32_t bits = eval(k, o).bits;
    if (unit.out_result_o != bits && !failed) {
      std::cout << "RTL " << unit.out_result_o << ", golden " << bits << ": " << o << '\n';
    }
    failed = failed || unit.out_result_o != bits;
    return std::bit_cast<float>(bits);
  };

  for (const operands& o : weft::every_operation(1, 100'000)) compare(o);
  for (int i = 0; i < Functions; ++i) {
    const auto op = op_e(i);
    double worst  = 0;
    for (const std::uint32_t a : weft::every_significand(op, step)) {
      const float result = compare({.op = op, .a = a});
      const double f     = exact(op, std::bit_cast<float>(a));
      if (i + 3 >= argc || f == 0) continue;
      // For lg2, the ulp of the table, which is that of numbers in [1, 2).
      const int exp = op == op_e::Lg2 ? std::max(std::ilogb(f), 0) : std::ilogb(f);
      worst         = std::max(worst, std::fabs(result - f) / std::exp2(exp - 23));
    }
    if (i + 3 >= argc) continue;
    const double bound = std::atof(argv[i + 3]);
    std::cout << weft::SfuNames[static_cast<std::size_t>(i)] << ' ' << worst << " ulp of " << bound
              << (worst < bound ? "\n" : ": broken\n");
    failed = failed || worst >= bound;
  }
  return failed ? 1 : 0;
}
