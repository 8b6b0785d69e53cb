// SPDX-License-Identifier: Apache-2.0

#include "sim/program/product_arguments.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"

namespace weft::sim {

const std::vector<std::string> OutputNames{"sums", "int8", "fp16"};

golden::epilogue::output_e parse_output(const std::string& name) {
  using enum golden::epilogue::output_e;
  return name == "sums" ? KeepSum : name == "int8" ? ToInt8 : ToFp16;
}

void product_arguments::add_operands_to(options& o) {
  o.text("A", a, "M x K matrix, .npy of the type; see docs/unit/tensor.md").required();
  o.text("B", b, "K x N matrix, likewise").required();
  o.text("--c", c, "M x N addend, .npy of the type of the sums");
  o.text("--bias", bias, "1 x N addend of every row, likewise").excludes("--c");
  o.text("-o,--output", d, "D = A * B + C as .npy").output();
  o.flag("--narrow", narrow, "Round <f4 and <f8 operands to the type");
  o.flag("--transpose-a", transpose_a, "A's file has K rows of M; the array transposes them");
  o.flag("--transpose-b", transpose_b, "B's file has N rows of K; the array transposes them");
}

void product_arguments::add_scales_to(options& o) {
  o.text("--scale-a", scale_a, "Block scales of A, M x blocks of K, .npy |u1");
  o.text("--scale-b", scale_b, "Block scales of B, blocks of K x N, .npy |u1");
}

void product_arguments::read_scales(golden::tensor::problem& p,
                                    const golden::tensor::arithmetic& type) const {
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

void product_arguments::add_epilogue_to(options& o) {
  o.flag("--relu", relu, "Negative results become 0");
  o.choice("--out", output, OutputNames, "D: sums, int8 or fp16, the sum times --scale");
  o.number("--scale", scale, {}, "FP32, for --out int8 and fp16");
}

golden::tensor::problem product_arguments::read(const golden::tensor::arithmetic& type) const {
  const npy::array2d file_a = npy::read(a), file_b = npy::read(b);
  golden::tensor::problem p;
  p.a     = operands(file_a, type, operand_e::A, narrow);
  p.b     = operands(file_b, type, operand_e::B, narrow);
  p.shape = {transpose_a ? file_a.cols : file_a.rows, transpose_b ? file_b.rows : file_b.cols,
             transpose_a ? file_a.rows : file_a.cols};
  if ((transpose_b ? file_b.cols : file_b.rows) != p.shape.k) {
    throw input_error(fmt::format("{}: {} x {}{} does not fit {}, which is {} x {}{}", b,
                                  file_b.rows, file_b.cols, transpose_b ? " transposed" : "", a,
                                  file_a.rows, file_a.cols, transpose_a ? " transposed" : ""));
  }
  constexpr std::uint64_t MaxResults = 1u << 28;
  if (std::uint64_t{p.shape.m} * p.shape.n > MaxResults) {
    throw input_error(fmt::format("{}, {}: a result of {} x {} is too large, at most {} elements",
                                  a, b, p.shape.m, p.shape.n, MaxResults));
  }
  read_addend(p, type);
  p.epilogue = epilogue();
  return p;
}

void product_arguments::read_addend(golden::tensor::problem& p,
                                    const golden::tensor::arithmetic& type) const {
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

void product_arguments::write(const golden::tensor::arithmetic& type,
                              const golden::tensor::shape& s,
                              const std::vector<golden::tensor::result_t>& results) const {
  if (d.empty()) return;
  const auto dtype = output == "sums"   ? result_dtype(type)
                     : output == "int8" ? npy::dtype_e::I1
                                        : npy::dtype_e::F2;
  npy::write(d, npy::pack(dtype, s.m, s.n, results));
}

golden::tensor::epilogue_of product_arguments::epilogue() const {
  if (output == "sums" && scale != 1) {
    throw input_error(fmt::format("--scale {}: only with --out int8 or fp16", scale));
  }
  return {parse_output(output), relu, std::bit_cast<std::uint32_t>(scale)};
}

}  // namespace weft::sim
