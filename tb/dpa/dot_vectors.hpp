// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"

namespace weft {

/// A published dot product: d = a . b + c.
struct dot_vector {
  std::vector<std::uint64_t> a, b, scale_a, scale_b;
  std::uint64_t c = 0, d = 0;
  std::string line;

  golden::dpa::scales scales() const { return {scale_a, scale_b}; }

  /// Equal bits; the profile's NaN for any NaN.
  bool is(const golden::dpa::profile& p, std::uint64_t bits) const {
    const bool nan = (d & (p.c.sign_bit() - 1)) > p.c.overflow_code();
    return bits == (nan ? p.nan : d);
  }
};

struct dot_vectors {
  std::vector<dot_vector> undisputed;
  int lines = 0;  ///< lines, including disputed ones
};

/// Reads the vectors of a file in the folder WEFT_VECTORS/dot: lines of A[0..K-1] B[0..K-1], the
/// block scales of A and of B if any, C, D, status, category, in hexadecimal. Status 2 means
/// disputed and decides nothing. Returns no lines if the file does not exist.
inline dot_vectors read_dot_vectors(const std::string& name, const golden::dpa::profile& p) {
  const std::string path = std::string(WEFT_VECTORS) + "/dot/" + name + ".txt";
  std::ifstream file(path);
  dot_vectors all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    ++all.lines;
    std::istringstream stream(line);
    const std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
    if (words.size() < 6) throw std::runtime_error(path + ": " + line);
    if (words[words.size() - 2] == "2") continue;

    // 2 K elements and, with scales, 2 K / scale_block of them.
    const std::size_t n = words.size() - 4;
    const std::size_t k = p.scale_block == 0 ? n / 2 : n * p.scale_block / (2 * p.scale_block + 2);
    const std::size_t scales = p.scale_block == 0 ? 0 : k / p.scale_block;
    auto word                = words.begin();
    const auto take          = [&](std::size_t length) {
      std::vector<std::uint64_t> out(length);
      for (std::uint64_t& x : out) x = std::stoull(*word++, nullptr, 16);
      return out;
    };
    dot_vector v{take(k), take(k), take(scales), take(scales), 0, 0, line};
    v.c = take(1)[0];
    v.d = take(1)[0];
    all.undisputed.push_back(std::move(v));
  }
  return all;
}

}  // namespace weft
