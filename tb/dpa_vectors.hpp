// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "sim/golden/dpa.hpp"

namespace weft {

/// Published dot products, in a file of the folder WEFT_VECTORS, are what an engine of blocks
/// gives. A line has A[0..K-1] B[0..K-1], with block scales those of A and of B, C, D, status,
/// category, in hexadecimal; status 2 is disputed and decides nothing.
inline void expect_published(
    const std::string& file, const golden::dpa::profile& p,
    const std::function<std::uint64_t(const golden::dpa::operands&)>& block) {
  std::ifstream in(std::string(WEFT_VECTORS) + "/dot/" + file + ".txt");
  if (!in) GTEST_SKIP() << "no vectors: give -DWEFT_VECTORS=FOLDER";
  int count = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream stream(line);
    std::vector<std::string> words(std::istream_iterator<std::string>(stream), {});
    if (words[words.size() - 2] == "2") continue;
    ++count;
    const std::size_t n = words.size() - 4;
    const std::size_t k = p.scale_block == 0 ? n / 2 : n * p.scale_block / (2 * p.scale_block + 2);
    auto word           = words.begin();
    const auto take     = [&](std::size_t length) {
      std::vector<std::uint64_t> out(length);
      for (std::uint64_t& x : out) x = std::stoull(*word++, nullptr, 16);
      return out;
    };
    const std::size_t scales = p.scale_block == 0 ? 0 : k / p.scale_block;
    const auto a = take(k), b = take(k), a_scales = take(scales), b_scales = take(scales),
               c          = take(2);
    const std::uint64_t d = golden::dpa::dot_by(p, a, b, c[0], {a_scales, b_scales}, block);
    const bool nan        = (c[1] & (p.c.sign_bit() - 1)) > p.c.overflow_code();
    ASSERT_EQ(d, nan ? p.nan : c[1]) << std::hex << d << ": " << line;
  }
  EXPECT_GE(count, 500);
}

}  // namespace weft
