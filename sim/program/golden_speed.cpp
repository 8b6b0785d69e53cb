// SPDX-License-Identifier: Apache-2.0
//
// The speed of golden as Markdown, in rates per second of processor time: matrix products by type
// and dataflow, dot products of 16 elements by profile. Each is the best of five runs.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <random>
#include <span>
#include <vector>

#include "sim/golden/dpa.hpp"
#include "sim/golden/tensor.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/verilated/tensor_problems.hpp"

namespace {

using namespace weft;

/// Millions of operations per second of a call that executes `count` operations.
template <class Call>
double rate(double count, Call&& call) {
  double best = 0;
  for (int i = 0; i < 5; ++i) {
    const double start = sim::processor_time();
    double seconds     = 0;
    int calls          = 0;
    for (; seconds < 0.05; ++calls) {
      call();
      seconds = sim::processor_time() - start;
    }
    best = std::max(best, calls * count / seconds / 1e6);
  }
  return best;
}

void products(const golden::tensor::shape& s) {
  using namespace golden::tensor;
  std::printf("| MMAC/s, %ux%ux%u on 16x16 |", s.m, s.n, s.k);
  for (const flow_e flow : sim::Flows) std::printf(" %s |", flow_name(flow));
  std::printf("\n|---|");
  for (std::size_t i = 0; i < std::size(sim::Flows); ++i) std::printf("---|");
  for (const auto& [name, type] : Types) {
    problem p = sim::make_problem(type, s, false, 1);
    const config array{type, 16, 16};
    std::printf("\n| %.*s |", static_cast<int>(name.size()), name.data());
    for (const flow_e flow : sim::Flows) {
      p.flow = flow;
      std::printf(" %.0f |", rate(static_cast<double>(s.macs()), [&] { gemm(array, p); }));
    }
  }
  std::printf("\n");
}

/// Measures dot products of numbers near one; false if dot() and matmul() differ.
bool dots_of(const char* name) {
  using namespace golden::dpa;
  const profile& p           = *find(name);
  constexpr std::size_t Rows = 1 << 12, Depth = 16;
  std::mt19937_64 rng(1);
  const auto near_one = [&](int exp_bits, int frac_bits, int bias, int pad) {
    const std::uint64_t field = static_cast<std::uint64_t>(bias) - 2 + rng() % 4;
    const std::uint64_t frac  = rng() & ((std::uint64_t{1} << frac_bits) - 1);
    return ((rng() & 1) << exp_bits | field) << (frac_bits + pad) | frac << pad;
  };
  std::vector<std::uint64_t> a(Rows * Depth), b(Rows * Depth), c(Rows), one(Rows), many(Rows);
  for (auto& x : a) x = near_one(p.a.exp_bits, p.a.frac_bits, p.a.bias, p.a.pad);
  for (auto& x : b) x = near_one(p.b.exp_bits, p.b.frac_bits, p.b.bias, p.b.pad);
  for (auto& x : c) x = near_one(p.c.exp_bits, p.c.frac_bits, p.c.bias(), 0);
  const auto row = [](const auto& x, std::size_t i) {
    return std::span(x).subspan(i * Depth, Depth);
  };
  const double by_one        = rate(Rows, [&] {
    for (std::size_t i = 0; i < Rows; ++i) one[i] = dot(p, row(a, i), row(b, i), c[i]);
  });
  const double at_once       = rate(Rows, [&] { dots<std::uint64_t>(p, Depth, a, b, c, many); });
  constexpr std::size_t Side = 64;
  const std::vector<std::uint64_t> zeros(Side * Side);
  std::vector<std::uint64_t> sums(Side * Side);
  const double product = rate(Side * Side, [&] {
    matmul<std::uint64_t>(p, Depth, std::span(a).first(Side * Depth),
                          std::span(b).first(Side * Depth), zeros, sums);
  });
  std::printf("| `%s` | %u | %.1f | %.1f | %.1f |\n", name, p.lanes, by_one, at_once, product);
  return one == many;
}

}  // namespace

int main() {
  products({128, 128, 128});
  std::printf(
      "\n| million dot products of 16 a second | L | `dot()` | `dots()` | `matmul()` |\n"
      "|---|---|---|---|---|\n");
  bool equal = true;
  for (const char* name :
       {"v100-hmma-fp16", "a100-hmma-fp16", "h100-wgmma-fp16", "h100-wgmma-bf16", "h100-wgmma-tf32",
        "ada-qmma-e4m3", "h100-wgmma-e4m3", "h100-mma-e4m3", "b200-tcgen05-e4m3", "cdna3-mfma-fp16",
        "mppa-fp16", "rvbna-bf16-n16", "rvbna-e4m3-n16", "ieee-fma-bf16"}) {
    equal = dots_of(name) && equal;
  }
  return equal ? 0 : 1;
}
