// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sim/golden/mopa.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"

namespace weft::sim {

/// Outer products of a type of operands: the instruction, the function of tb/sme/kernels/gemm.s,
/// and what Apple's M4 reaches with one to four tiles in turn, in 10^9 operations per second, where
/// a multiply-add counts as two; 0 where not published.
struct outer_product {
  std::string_view name, function;
  golden::mopa::operation operation;
  std::array<int, 4> m4;

  int parts() const { return operation.size() / operation.part(); }
  /// Multiply-adds per instruction.
  int macs(int svl) const {
    const int n = svl / 8 / operation.size();
    return n * n * parts();
  }
};
std::span<const outer_product> outer_products();

/// The clock of M4 in GHz. It is not published; this value makes its FP32 rate one instruction per
/// cycle.
inline constexpr double M4Clock = 3.92;

/// Cycles from one outer product to the next on weft_mopa, with `tiles` tiles in turn and operands
/// in registers.
double cycles_alone(const golden::mopa::config& k, const outer_product& type, unsigned tiles);
/// The same on the SME core.
double cycles_in_turn(const golden::sme_core::core_config& k, const outer_product& type,
                      unsigned tiles);

struct gemm_shape {
  int m, n, k;
};

/// The state in which a GEMM begins, with its object and its matrices in memory. Throws
/// input_error.
golden::sme::state gemm_state(const std::string& object, const outer_product& type,
                              const gemm_shape& shape, int svl, golden::sme::paged_memory& memory);

/// Cycles of slices, of outer products and of GEMMs on the SME core at SVL 512 as Markdown. The
/// object is tb/sme/kernels/gemm.s. Throws input_error.
std::string utilisation_tables(const std::string& object);
/// The largest GEMM of each type as a picture in SVG.
std::string draw_utilisation(const std::string& object);

}  // namespace weft::sim
