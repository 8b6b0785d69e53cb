// SPDX-License-Identifier: Apache-2.0
//
// One parser, WEFT_FUZZ_PARSER, behind libFuzzer: a complaint is an answer, all else a finding.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tb/file/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace weft::fuzz;
  for (const auto& p : parsers()) {
    if (p.name == std::string_view(WEFT_FUZZ_PARSER)) complaint(p, {data, size});
  }
  return 0;
}
