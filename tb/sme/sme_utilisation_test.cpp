// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_utilisation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "sim/file/input_error.hpp"
#include "sim/golden/sme.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_program.hpp"
#include "tb/file/files.hpp"
#include "tb/sme/sme_rtl_compare.hpp"

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

/// Golden with all values, which the RTL's cycles are compared with too.
TEST(SmeUtilisation, GemmsTakeTheCyclesOfTheWholeProgram) {
  const gemm_shape g{19, 35, 8};
  constexpr std::array Rows{1, 4};
  for (const auto& type : outer_products()) {
    for (const int svl : {128, 512}) {
      const auto cycles = gemm_cycles(Gemm, type, g, svl, Rows);
      for (std::size_t i = 0; i < Rows.size(); ++i) {
        golden::sme::paged_memory memory;
        const auto program = load_program(Gemm, 0x10000, memory);
        memory.map(0x20000, 0x8000);
        golden::sme::state s{.svl = svl};
        s.pc    = program.symbols.at(std::string(type.function)).address;
        s.x[30] = ReturnTo;
        s.x[0]  = 19;
        s.x[1]  = 35;
        s.x[2]  = static_cast<std::uint64_t>(8 / type.parts());
        s.x[3]  = 0x20000;
        s.x[4]  = 0x22000;
        // Pages are crossed where a page is: at the same places of C.
        s.x[5]         = 0x24000;
        const auto run = timed_run(s, memory, 1'000'000, ReturnTo, Rows[i]);
        ASSERT_EQ(run.run.last.stop, golden::sme::stop_e::End) << run.run.last.reason;
        EXPECT_EQ(cycles[i], run.cycles) << type.name << " SVL " << svl << " R " << Rows[i];
      }
    }
  }
}

TEST(SmeUtilisation, ALongGemmOfARowACycleIsBoundByOuterProductsOrByLoads) {
  constexpr std::array Rows{1};
  const auto cycles_of_a_step = [&](const outer_product& type) {
    const int k    = 100 * type.parts();
    const auto one = gemm_cycles(Gemm, type, {32, 16, k}, 512, Rows)[0],
               two = gemm_cycles(Gemm, type, {32, 16, 2 * k}, 512, Rows)[0];
    return static_cast<double>(two - one) / 100;
  };
  for (const auto& type : outer_products()) {
    // Four outer products of 16 cycles; six with a load, of 12 or, with the branch, 13, and two
    // without, of 8.
    EXPECT_EQ(cycles_of_a_step(type), type.operation.log_size == 2 ? 64 : 89) << type.name;
  }
}

TEST(SmeUtilisation, OneTileIsEnoughOfARowACycle) {
  for (const auto& type : outer_products()) {
    const golden::mopa::config k{.svl = 512, .rows_per_cycle = 1};
    const int one = 64 / type.operation.size();
    for (const unsigned tiles : {1u, 2u, 3u, 4u}) {
      EXPECT_EQ(cycles_alone(k, type, tiles), one) << type.name;
      EXPECT_EQ(cycles_in_turn(k, type, tiles), one) << type.name;
    }
  }
}

TEST(SmeUtilisation, TheCoprocessorTakesAnOuterProductEverySecondCycle) {
  const golden::mopa::config k{.svl = 512, .rows_per_cycle = 16};
  for (const auto& type : outer_products()) {
    EXPECT_EQ(cycles_alone(k, type, 4), 1) << type.name;
    EXPECT_EQ(cycles_in_turn(k, type, 4), 2) << type.name;
  }
}

TEST(SmeUtilisation, RefusesAnObjectWithoutTheFunctions) {
  EXPECT_EQ(error_of([] { utilisation_tables(std::string(WEFT_KERNELS) + "/daxpy.o"); }),
            std::string(WEFT_KERNELS) + "/daxpy.o: no function gemm_fp32");
}

}  // namespace
}  // namespace weft::sim::sme_utilisation_test
