// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/npy.hpp"
#include "sim/program/array_arguments.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/program/sparse.hpp"

namespace weft::sim {
namespace {

using golden::tensor::arithmetic;

/// `weft gemm`: multiplies matrices from files on the array.
struct gemm_command {
  const options* command = nullptr;
  std::string a, b, c, bias, d, scale_a, scale_b, output = "sums";
  bool narrow = false, transpose_a = false, transpose_b = false, sparse_a = false, relu = false;
  float scale = 1;
  array_arguments arguments;

  void add_to(options& o) {
    command = &o;
    o.text("A", a, "M x K matrix, .npy of the type; see docs/unit/tensor.md").required();
    o.text("B", b, "K x N matrix, likewise").required();
    o.text("--c", c, "M x N addend, .npy of the type of the sums");
    o.text("--bias", bias, "1 x N addend of every row, likewise").excludes("--c");
    o.text("-o,--output", d, "D = A * B + C as .npy").output();
    o.flag("--narrow", narrow, "Round <f4 and <f8 operands to the type");
    o.flag("--transpose-a", transpose_a, "A's file has K rows of M; the array transposes them");
    o.flag("--transpose-b", transpose_b, "B's file has N rows of K; the array transposes them");
    o.flag("--sparse-a", sparse_a, "A has at most two of each four of a row: half the cycles");
    o.text("--scale-a", scale_a, "Block scales of A, M x blocks of K, .npy |u1");
    o.text("--scale-b", scale_b, "Block scales of B, blocks of K x N, .npy |u1");
    o.flag("--relu", relu, "Negative results become 0");
    o.choice("--out", output, {"sums", "int8", "fp16"},
             "D: sums, int8 or fp16, the sum times --scale");
    o.number("--scale", scale, {}, "FP32, for --out int8 and fp16");
    arguments.add_to(o);
    arguments.add_report_to(o);
  }

  int run() const {
    golden::tensor::config wants;
    wants.transposes = transpose_a || transpose_b;
    wants.sparse     = sparse_a;
    wants.epilogue   = relu || output != "sums";
    if (sparse_a && (wants.transposes || arguments.dataflow == "core")) {
      throw input_error("--sparse-a: not with --transpose-a, --transpose-b or --dataflow core");
    }
    const gemm_options options = arguments.parse(wants);
    const arithmetic type      = options.array.type;
    if (sparse_a && type.lanes() != 1) {
      throw input_error(fmt::format("--sparse-a: {} takes several products a step", name_of(type)));
    }
    if (!d.empty()) check_writable(d);

    const npy::array2d file_a = npy::read(a), file_b = npy::read(b);
    golden::tensor::problem p;
    p.a     = operands(file_a, type, operand_e::A, narrow);
    p.b     = operands(file_b, type, operand_e::B, narrow);
    p.shape = {file_a.rows, file_b.cols, file_a.cols};
    if (transpose_a) {
      p.a = golden::tensor::transposed(p.a, file_a.rows, file_a.cols);
      std::swap(p.shape.m, p.shape.k);
    }
    unsigned k_of_b = file_b.rows;
    if (transpose_b) {
      p.b       = golden::tensor::transposed(p.b, file_b.rows, file_b.cols);
      p.shape.n = file_b.rows;
      k_of_b    = file_b.cols;
    }
    if (k_of_b != p.shape.k) {
      throw input_error(fmt::format("{}: {} x {}{} does not fit {}, which is {} x {}{}", b,
                                    file_b.rows, file_b.cols, transpose_b ? " transposed" : "", a,
                                    file_a.rows, file_a.cols, transpose_a ? " transposed" : ""));
    }
    p.flow   = choose_flow(arguments.dataflow, options.array, p.shape, sparse_a);
    p.layout = golden::tensor::turned(p.flow, transpose_a, transpose_b);
    if (sparse_a) {
      auto sparse       = compressed(a, p.shape.k, p.a);
      p.a               = std::move(sparse.values);
      p.index           = std::move(sparse.index);
      p.layout.sparse_a = true;
    }
    constexpr std::uint64_t MaxResults = 1u << 28;
    if (std::uint64_t{p.shape.m} * p.shape.n > MaxResults) {
      throw input_error(fmt::format("{}, {}: a result of {} x {} is too large, at most {} elements",
                                    a, b, p.shape.m, p.shape.n, MaxResults));
    }
    read_addend(p, type);
    read_scales(p, type);
    p.epilogue = epilogue();

    const auto [code, result] = run_and_print(p, arguments, options, *command);
    if (code == 0 && !d.empty()) {
      npy::write(d, npy::pack(output_dtype(type), p.shape.m, p.shape.n, result));
    }
    return code;
  }

 private:
  void read_addend(golden::tensor::problem& p, const arithmetic& type) const {
    const auto& name = bias.empty() ? c : bias;
    if (name.empty()) return;
    const npy::array2d file = npy::read(name);
    const unsigned rows     = bias.empty() ? p.shape.m : 1;
    if (file.rows != rows || file.cols != p.shape.n) {
      throw input_error(fmt::format("{}: {} x {}, but {} is {} x {}", name, file.rows, file.cols,
                                    bias.empty() ? "A * B" : "a row of it", rows, p.shape.n));
    }
    p.c               = npy::bits(file, {result_dtype(type)});
    p.layout.c_is_row = !bias.empty();
  }

  void read_scales(golden::tensor::problem& p, const arithmetic& type) const {
    const unsigned blocks = scale_blocks(type, p.shape.k);
    const auto read       = [&](const char* option, const std::string& name, unsigned rows,
                          unsigned cols) -> std::vector<golden::tensor::operand_t> {
      if (name.empty() != (blocks == 0)) {
        throw input_error(fmt::format("{}: {} {}", option, name_of(type),
                                      blocks == 0 ? "has no block scales" : "needs block scales"));
      }
      if (blocks == 0) return {};
      const npy::array2d file = npy::read(name);
      if (file.rows != rows || file.cols != cols) {
        throw input_error(fmt::format("{}: {} x {}, but {} x {} is required", name, file.rows,
                                            file.cols, rows, cols));
      }
      return npy::bits(file, {npy::dtype_e::U1});
    };
    p.scale_a = read("--scale-a", scale_a, p.shape.m, blocks);
    p.scale_b = read("--scale-b", scale_b, blocks, p.shape.n);
  }

  golden::tensor::epilogue_of epilogue() const {
    using enum golden::epilogue::output_e;
    return {output == "sums"   ? KeepSum
            : output == "int8" ? ToInt8
                               : ToFp16,
            relu, std::bit_cast<std::uint32_t>(scale)};
  }

  npy::dtype_e output_dtype(const arithmetic& type) const {
    return output == "sums"   ? result_dtype(type)
           : output == "int8" ? npy::dtype_e::I1
                              : npy::dtype_e::F2;
  }
};

}  // namespace

void add_gemm(options& o) { add<gemm_command>(o); }

}  // namespace weft::sim
