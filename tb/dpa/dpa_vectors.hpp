// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <ios>
#include <string>

#include "tb/dpa/dot_vectors.hpp"

namespace weft {

/// Published dot products are what an engine of blocks gives.
inline void expect_published(
    const std::string& file, const golden::dpa::profile& p,
    const std::function<std::uint64_t(const golden::dpa::operands&)>& block) {
  const auto vectors = read_dot_vectors(file, p);
  if (vectors.lines == 0) GTEST_SKIP() << "no vectors: give -DWEFT_VECTORS=FOLDER";
  for (const dot_vector& v : vectors.undisputed) {
    const std::uint64_t d = golden::dpa::dot_by(p, v.a, v.b, v.c, v.scales(), block);
    ASSERT_TRUE(v.is(p, d)) << std::hex << d << ": " << v.line;
  }
  EXPECT_GE(vectors.undisputed.size(), 500u);
}

}  // namespace weft
