// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/npy.hpp"
#include "sim/program/array_arguments.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/program/product_arguments.hpp"
#include "sim/program/sparse.hpp"

namespace weft::sim {
namespace {

using golden::tensor::arithmetic;

/// `weft gemm`: multiplies matrices from files on the array.
struct gemm_command {
  const options* command = nullptr;
  product_arguments product;
  bool sparse_a = false;
  array_arguments arguments;

  void add_to(options& o) {
    command = &o;
    product.add_operands_to(o);
    o.flag("--sparse-a", sparse_a, "A has at most two of each four of a row: half the cycles");
    product.add_scales_to(o);
    product.add_epilogue_to(o);
    arguments.add_to(o);
    arguments.add_report_to(o);
  }

  int run() const {
    golden::tensor::config wants;
    wants.transposes = product.transpose_a || product.transpose_b;
    wants.sparse     = sparse_a;
    wants.epilogue   = product.wants_epilogue();
    if (sparse_a && (wants.transposes || arguments.dataflow == "core")) {
      throw input_error("--sparse-a: not with --transpose-a, --transpose-b or --dataflow core");
    }
    const gemm_options options = arguments.parse(wants);
    const arithmetic type      = options.array.type;
    if (sparse_a && type.lanes() != 1) {
      throw input_error(fmt::format("--sparse-a: {} takes several products a step", name_of(type)));
    }
    if (!product.d.empty()) check_writable(product.d);

    golden::tensor::problem p = product.read(type);
    const auto [m, n, k]      = p.shape;
    if (product.transpose_a) p.a = golden::tensor::transposed(p.a, k, m);
    if (product.transpose_b) p.b = golden::tensor::transposed(p.b, n, k);
    p.flow              = choose_flow(arguments.dataflow, options.array, p.shape, sparse_a);
    const bool c_is_row = p.layout.c_is_row;
    p.layout = golden::tensor::turning_layout(p.flow, product.transpose_a, product.transpose_b);
    p.layout.c_is_row = c_is_row;
    if (sparse_a) {
      auto sparse       = compressed(product.a, p.shape.k, p.a);
      p.a               = std::move(sparse.values);
      p.index           = std::move(sparse.index);
      p.layout.sparse_a = true;
    }
    product.read_scales(p, type);

    const auto [code, result] = run_and_print(p, arguments, options, *command);
    if (code == 0) product.write(type, p.shape, result);
    return code;
  }
};

}  // namespace

void add_gemm(options& o) { add<gemm_command>(o); }

}  // namespace weft::sim
