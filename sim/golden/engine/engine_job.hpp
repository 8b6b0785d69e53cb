// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

/// The jobs of the engine, as its front gives them to its core: weft_engine_pkg.
namespace weft::golden::engine {

enum class op_e : std::uint8_t { Nothing, Gemm, Conv, Copy };

/// The picture and the window of a convolution: weft_engine_pkg::conv_t, lowest bits first.
struct conv_shape {
  std::uint32_t h = 0, w = 0;  ///< pixels of the picture
  std::uint32_t cin   = 0;     ///< elements of a pixel
  std::uint32_t out_w = 0;     ///< pixels of a row of the result
  std::uint32_t r = 0, s = 0;  ///< rows and columns of the window
  std::uint32_t stride = 0, dilation = 0;
  std::uint32_t pad_top = 0, pad_left = 0;  ///< pixels
  std::int16_t pad = 0;                     ///< the bits of an element outside of the picture

  bool operator==(const conv_shape&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const conv_shape& c) {
    return os << c.h << 'x' << c.w << 'x' << c.cin << " of " << c.r << 'x' << c.s << " to "
              << c.out_w << " stride=" << c.stride << " dilation=" << c.dilation
              << " pads=" << c.pad_top << ',' << c.pad_left << ':' << c.pad;
  }
};

/// An operation whose operands lie in memory. In the order of the packed struct, highest bits
/// first.
///
/// A Conv has its picture at `a`, with `lda` bytes from a row of pixels to the next. A Copy moves
/// `k` planes of `m` rows of `n` bytes from `c`, `ldc` to `d`, `ldd`; `a` and `b` are the bytes
/// from a plane to the next where it reads and where it writes.
struct job {
  op_e op          = op_e::Gemm;
  bool preload     = false;
  unsigned flow    = 0;
  bool transpose_a = false;
  bool transpose_b = false;
  bool sparse_a    = false;
  bool relu        = false;
  unsigned out     = 0;
  bool overlap     = false;
  std::uint32_t m = 0, n = 0, k = 0;
  std::uint32_t scale = 0;
  std::uint64_t a = 0, b = 0, c = 0, d = 0;
  std::uint32_t lda = 0, ldb = 0, ldc = 0, ldd = 0;
  std::uint64_t a_extra = 0, b_extra = 0;
  conv_shape conv{};  ///< in the place of a_extra and b_extra

  bool operator==(const job&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const job& j) {
    os << '{' << (j.op == op_e::Copy ? "copy " : "");
    if (j.op == op_e::Conv) os << "conv " << j.conv << ' ';
    return os << j.m << 'x' << j.n << 'x' << j.k << " flow=" << j.flow << " out=" << j.out
              << " a=" << j.a << '+' << j.lda << " b=" << j.b << '+' << j.ldb << " c=" << j.c << '+'
              << j.ldc << " d=" << j.d << '+' << j.ldd << " extra=" << j.a_extra << ',' << j.b_extra
              << (j.preload ? " preload" : "") << (j.transpose_a ? " ta" : "")
              << (j.transpose_b ? " tb" : "") << (j.sparse_a ? " sparse" : "")
              << (j.relu ? " relu" : "") << '}';
  }
};

enum class end_e : std::uint8_t { Done, LoadFailed, StoreFailed, Dropped };

/// The end of a job.
struct outcome {
  end_e how                  = end_e::Done;
  std::uint64_t fault        = 0;  ///< first address of the burst that the bus refused
  std::uint64_t array_cycles = 0;  ///< in which the array had a command
  std::uint64_t time_cycles  = 0;  ///< from the one that takes the job to this one
  std::uint64_t read_bytes = 0, write_bytes = 0;  ///< of whole words
  std::uint64_t wait_load  = 0;  ///< cycles in which the array stood for operands or sums
  std::uint64_t wait_store = 0;  ///< cycles in which it stood for a free buffer of sums

  bool operator==(const outcome&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const outcome& o) {
    return os << "end " << static_cast<int>(o.how) << '@' << o.fault << " array=" << o.array_cycles
              << " time=" << o.time_cycles << " read=" << o.read_bytes << " write=" << o.write_bytes
              << " wait=" << o.wait_load << '+' << o.wait_store;
  }
};

}  // namespace weft::golden::engine
