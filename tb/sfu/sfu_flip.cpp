// SPDX-License-Identifier: Apache-2.0
//
// The program of scripts/flip_sfu_rom: standard input has a line `row function bit` for each fault
// in the ROM. The operands of the tests of the RTL are driven until a result is not golden's; a
// fault that shows no difference is printed.

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "Vweft_sfu.h"
#include "Vweft_sfu__Dpi.h"
#include "sim/golden/sfu.hpp"
#include "tb/sfu/sfu_cases.hpp"

namespace {

int faulty_row = -1, fault_bit = 0;

}  // namespace

/// The bit of a row that is flipped; one above all words where none is.
unsigned int flip(int row) { return row == faulty_row ? static_cast<unsigned>(fault_bit) : 255; }

int main(int argc, char** argv) {
  using namespace weft;
  using namespace golden::sfu;
  const config k{.build = build_e(argc > 1 ? std::stoi(argv[1]) : 1), .relative = true};
  Vweft_sfu unit;
  unit.rst_ni      = 1;
  unit.in_valid_i  = 1;
  unit.out_ready_i = 1;

  int caught = 0, total = 0, function = 0;
  while (std::cin >> faulty_row >> function >> fault_bit) {
    // Function 7 of the ROM is the ratio of sin, 8 that of lg2.
    const op_e op    = function == 7 ? op_e::Sin : function == 8 ? op_e::Lg2 : op_e(function);
    const auto codes = function < 7 ? every_significand(op) : every_ratio(op);
    // Through all of them in strides: neighbours read the same row.
    constexpr std::size_t Stride = 10'007;
    bool seen                    = false;
    for (std::size_t first = 0; first < Stride && !seen; ++first) {
      for (std::size_t i = first; i < codes.size() && !seen; i += Stride) {
        unit.in_op_i = static_cast<unsigned char>(op);
        unit.in_a_i  = codes[i];
        unit.eval();
        seen = unit.out_result_o != eval(k, {.op = op, .a = codes[i]}).bits;
      }
    }
    ++total;
    caught += seen;
    if (!seen) std::cout << "not caught: row " << faulty_row << " bit " << fault_bit << '\n';
  }
  std::cout << caught << " of " << total << " flipped bits caught\n";
  return caught == total ? 0 : 1;
}
