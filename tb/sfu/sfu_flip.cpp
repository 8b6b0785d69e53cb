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

int faulty_row          = -1;
std::uint64_t fault_bit = 0;

}  // namespace

unsigned long long flip(int row) { return row == faulty_row ? fault_bit : 0; }

int main(int argc, char** argv) {
  using namespace weft;
  using namespace golden::sfu;
  const config k{.build = argc > 1 && std::string(argv[1]) == "quadratic" ? build_e::Quadratic
                                                                          : build_e::Cubic};
  Vweft_sfu unit;
  unit.rst_ni      = 1;
  unit.in_valid_i  = 1;
  unit.out_ready_i = 1;

  int caught = 0, total = 0, function = 0, bit = 0;
  while (std::cin >> faulty_row >> function >> bit) {
    fault_bit        = std::uint64_t{1} << bit;
    const auto codes = every_significand(op_e(function));
    // Through all of them in strides: neighbours read the same row.
    constexpr std::size_t Stride = 10'007;
    bool seen                    = false;
    for (std::size_t first = 0; first < Stride && !seen; ++first) {
      for (std::size_t i = first; i < codes.size() && !seen; i += Stride) {
        unit.in_op_i = static_cast<unsigned char>(function);
        unit.in_a_i  = codes[i];
        unit.eval();
        seen = unit.out_result_o != eval(k, {.op = op_e(function), .a = codes[i]}).bits;
      }
    }
    ++total;
    caught += seen;
    if (!seen) std::cout << "not caught: row " << faulty_row << " bit " << bit << '\n';
  }
  std::cout << caught << " of " << total << " flipped bits caught\n";
  return caught == total ? 0 : 1;
}
