// SPDX-License-Identifier: Apache-2.0
//
// Values and cycles from weft::golden. Exit code 1 if one is wrong.

#include <cstdio>

#include "sim/golden/tensor.hpp"

using namespace weft::golden::tensor;

int main() {
  struct {
    const char* what;
    bool holds;
  } const checks[] = {
      {"INT8 2x2x2", gemm({Int8}, {{2, 2, 2}, {1, 2, 3, 4}, {5, 6, 7, 8}, {}}) ==
                         std::vector<result_t>{19, 22, 43, 50}},
      {"FP16 1.5 * 2 + 0.25", gemm({Fp16}, {{1, 1, 1}, {0x3e00}, {0x4000}, {0x3e800000}}) ==
                                  std::vector<result_t>{0x40500000}},
      {"cycles of 64x64x64", cycles({Fp16, 16, 16}, {64, 64, 64}) == 1075},
  };
  int wrong = 0;
  for (const auto& check : checks) {
    std::printf("%s: %s\n", check.what, check.holds ? "right" : "wrong");
    wrong += !check.holds;
  }
  return wrong != 0;
}
