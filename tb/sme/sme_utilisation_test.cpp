// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_utilisation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "sim/file/input_error.hpp"
#include "tb/file/files.hpp"

namespace weft::sim::sme_utilisation_test {
namespace {

const std::string Gemm = std::string(WEFT_KERNELS) + "/gemm.o";
const std::string Docs = std::string(WEFT_SOURCE_DIR) + "/docs/";

TEST(SmeUtilisation, IsThatOfThePage) {
  const auto page         = get(Docs + "unit/sme.md");
  const std::string begin = "<!-- weft za utilisation -->\n", end = "<!-- end -->\n";
  const auto from = page.find(begin) + begin.size();
  EXPECT_EQ(page.substr(from, page.find(end, from) - from), utilisation_tables(Gemm));
}

TEST(SmeUtilisation, PictureOfThePageIsCurrent) {
  EXPECT_EQ(get(Docs + "picture/sme_utilisation.svg"), draw_utilisation(Gemm));
}

/// A whole tile a cycle from four tiles on; of one tile every fourth cycle.
TEST(SmeUtilisation, TheCoreStartsAnOuterProductACycle) {
  const golden::mopa::config alone{.svl = 512, .rows_per_cycle = 16};
  for (const auto& type : outer_products()) {
    for (const unsigned tiles : {1u, 2u, 4u}) {
      EXPECT_EQ(cycles_alone(alone, type, tiles), 4.0 / tiles) << type.name;
      EXPECT_EQ(cycles_in_turn({.rows_per_cycle = 16}, type, tiles), 4.0 / tiles) << type.name;
    }
  }
}

/// Two rows of FP32 and INT8 are 8 cycles of a tile of 16.
TEST(SmeUtilisation, FewerRowsACycleTakeAsManyMoreCycles) {
  for (const auto& type : outer_products()) {
    const int rows = 64 / type.operation.size();
    for (const int r : {1, 2, 4}) {
      EXPECT_EQ(cycles_in_turn({.rows_per_cycle = r}, type, 4), rows / r) << type.name;
    }
  }
}

TEST(SmeUtilisation, RefusesAnObjectWithoutTheFunctions) {
  EXPECT_EQ(error_of([] { utilisation_tables(std::string(WEFT_KERNELS) + "/daxpy.o"); }),
            std::string(WEFT_KERNELS) + "/daxpy.o: no function gemm_fp32");
}

}  // namespace
}  // namespace weft::sim::sme_utilisation_test
