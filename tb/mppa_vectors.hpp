// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/golden/float.hpp"

namespace weft {

/// A published dot product of FP16 numbers with an FP32 addend: d = a . b + c.
struct dot_vector {
  std::vector<std::uint64_t> a, b;
  std::uint32_t c, d;
  std::string line;

  /// Equal; any NaN for any other.
  bool is(std::uint32_t bits) const {
    const auto nan = [](std::uint32_t x) {
      return golden::unpack(golden::Binary32, x).is(golden::unpacked::kind_e::Nan);
    };
    return bits == d || (nan(bits) && nan(d));
  }
};

/// Those of a file: lines of A[0..k-1] B[0..k-1] C D status category in hex. Empty if there is no
/// such file. Disputed ones (status 2) are left out.
inline std::vector<dot_vector> read_dot_vectors(const std::string& path, std::size_t k) {
  std::ifstream file(path);
  std::vector<dot_vector> vectors;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    dot_vector v{std::vector<std::uint64_t>(k), std::vector<std::uint64_t>(k), 0, 0, line};
    int status = 0;
    for (auto* x : {&v.a, &v.b}) {
      for (auto& word : *x) words >> std::hex >> word;
    }
    words >> v.c >> v.d >> status;
    if (!words) throw std::runtime_error(path + ": " + line);
    if (status != 2) vectors.push_back(v);
  }
  return vectors;
}

}  // namespace weft
