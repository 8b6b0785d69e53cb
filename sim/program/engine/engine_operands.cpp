// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/engine_operands.hpp"

#include <fmt/format.h>

#include <random>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/npy.hpp"
#include "sim/file/parse_dims.hpp"

namespace weft::sim {
namespace {

std::vector<golden::tensor::operand_t> read_or_draw(const std::string& file, unsigned rows,
                                                    unsigned cols,
                                                    const golden::tensor::arithmetic& type,
                                                    operand_e operand, std::mt19937& rng) {
  if (!file.empty()) {
    const auto matrix = npy::read(file);
    if (matrix.rows != rows || matrix.cols != cols) {
      throw input_error(
          fmt::format("{}: {} x {}, not {} x {}", file, matrix.rows, matrix.cols, rows, cols));
    }
    return operands(matrix, type, operand, false);
  }
  std::vector<golden::tensor::operand_t> all(std::size_t{rows} * cols);
  const unsigned bits = operand == operand_e::A ? type.a_bits() : type.b_bits();
  if (type.integer()) {
    for (auto& x : all) x = golden::tensor::low_bits(rng(), bits);
    return all;
  }
  // FP32 numbers, rounded to the type.
  npy::array2d drawn{"random", npy::dtype_e::F4, rows, cols, {}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const float x     = static_cast<float>(static_cast<int>(rng() % 256) - 128) / 64;
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&x);
    drawn.bytes.insert(drawn.bytes.end(), bytes, bytes + sizeof x);
  }
  return operands(drawn, type, operand, true);
}

}  // namespace

void engine_window::add_to(options& o) {
  o.text("PICTURE", a, "H x (W * CIN) matrix, .npy of the type; random if there is none");
  o.text("WEIGHTS", b, "(R * S * CIN) x N matrix, likewise");
  o.text("--picture", picture, "HxWxCIN: rows, pixels of a row, elements of a pixel").required();
  o.number("--filters", filters, {1, 65535}, "N without WEIGHTS; default: 64");
  o.text("--window", window, "RxS: rows and columns of the window");
  o.number("--stride", stride, {1, 255}, "Pixels from one window to the next");
  o.number("--dilation", dilation, {1, 255}, "Pixels from one column of a window to the next");
  o.number("--pad", pad, {0, 255}, "Pixels of padding at each edge");
  o.number("--pad-value", pad_value, {-32768, 32767}, "The bits of an element of padding");
  o.text("--pixels", out, "HxW of the result; default: all windows in the padded picture");
  o.text("-o,--output", d, "D as .npy, pixels x N").output();
}

golden::engine::conv_shape engine_window::shape() const {
  const auto of = parse_dims<3>(picture, 65535);
  if (!of) throw input_error(fmt::format("--picture {}: HxWxCIN, 1 to 65535 each", picture));
  const auto taps = parse_dims<2>(window, 255);
  if (!taps) throw input_error(fmt::format("--window {}: RxS, 1 to 255 each", window));
  golden::engine::conv_shape c;
  c.h = (*of)[0], c.w = (*of)[1], c.cin = (*of)[2];
  c.r = (*taps)[0], c.s = (*taps)[1];
  c.stride = stride, c.dilation = dilation;
  c.pad_top = c.pad_left = pad;
  c.pad                  = static_cast<std::int16_t>(pad_value);
  if (!out.empty()) {
    const auto pixels = parse_dims<2>(out, 65535);
    if (!pixels) throw input_error(fmt::format("--pixels {}: HxW, 1 to 65535 each", out));
    c.out_w = (*pixels)[1];
    return c;
  }
  const unsigned reach = dilation * (c.s - 1) + 1;
  if (c.w + 2 * pad < reach) {
    throw input_error(fmt::format("--window {}: wider than the padded picture, {} pixels", window,
                                  c.w + 2 * pad));
  }
  c.out_w = (c.w + 2 * pad - reach) / stride + 1;
  return c;
}

golden::tensor::problem engine_window::read(const golden::tensor::arithmetic& type,
                                            const golden::tensor::epilogue_of& epilogue,
                                            std::uint64_t seed) const {
  const auto c = shape();
  unsigned out_h;
  if (out.empty()) {
    const unsigned reach = dilation * (c.r - 1) + 1;
    if (c.h + 2 * pad < reach) {
      throw input_error(fmt::format("--window {}: higher than the padded picture, {} pixels",
                                    window, c.h + 2 * pad));
    }
    out_h = (c.h + 2 * pad - reach) / stride + 1;
  } else {
    out_h = (*parse_dims<2>(out, 65535))[0];
  }
  const std::uint64_t m = std::uint64_t{out_h} * c.out_w, k = std::uint64_t{c.r} * c.s * c.cin;
  if (m > npy::MaxDim || k > npy::MaxDim || std::uint64_t{c.w} * c.cin > (1u << 24)) {
    throw input_error(fmt::format(
        "--picture {}: {} output pixels and {} elements under a window, at most 65535 each",
        picture, m, k));
  }
  golden::tensor::problem p;
  std::mt19937 rng(static_cast<std::uint32_t>(seed));
  unsigned n = filters.value_or(64);
  if (!b.empty()) n = npy::read(b).cols;
  p.shape    = {static_cast<unsigned>(m), n, static_cast<unsigned>(k)};
  p.a        = read_or_draw(a, c.h, c.w * c.cin, type, operand_e::A, rng);
  p.b        = read_or_draw(b, p.shape.k, n, type, operand_e::B, rng);
  p.epilogue = epilogue;
  return p;
}

void engine_planes::add_to(options& o) {
  o.text("--shape", shape, "PxRxB: planes, rows of a plane, bytes of a row");
  o.number("--from-row", from_row, {0, 1u << 20}, "Bytes from a row to the next; default: dense");
  o.number("--from-plane", from_plane, {0, 1u << 28}, "Bytes from a plane to the next, likewise");
  o.number("--to-row", to_row, {0, 1u << 20}, "As --from-row, where the copy lies");
  o.number("--to-plane", to_plane, {0, 1u << 28}, "As --from-plane, where the copy lies");
}

dense_job engine_planes::lay_out(std::uint64_t base) const {
  const auto dims = parse_dims<3>(shape, 65535);
  if (!dims) throw input_error(fmt::format("--shape {}: PxRxB, 1 to 65535 each", shape));
  golden::engine::job j{.op = golden::engine::op_e::Copy};
  j.k = (*dims)[0], j.m = (*dims)[1], j.n = (*dims)[2];
  j.ldc = from_row.value_or(j.n), j.ldd = to_row.value_or(j.n);
  j.a                              = from_plane.value_or(std::uint64_t{j.ldc} * j.m);
  j.b                              = to_plane.value_or(std::uint64_t{j.ldd} * j.m);
  constexpr std::uint64_t MaxBytes = std::uint64_t{1} << 30;
  std::uint64_t end                = base;
  const auto place                 = [&](std::uint64_t row, std::uint64_t plane) {
    const auto at = end;
    end += (plane * (j.k - 1) + row * (j.m - 1) + j.n + 63) / 64 * 64;
    if (end - base > MaxBytes) {
      throw input_error(
                          fmt::format("--shape {}: source and copy take more than {} bytes", shape, MaxBytes));
    }
    return at;
  };
  j.c = place(j.ldc, j.a);
  j.d = place(j.ldd, j.b);
  return {j, end - base};
}

}  // namespace weft::sim
