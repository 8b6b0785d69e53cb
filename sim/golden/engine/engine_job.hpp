// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

/// The jobs of the engine, as its front gives them to its core: weft_engine_pkg.
namespace weft::golden::engine {

/// A GEMM whose operands lie in memory. In the order of the packed struct, highest bits first.
struct job {
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

  bool operator==(const job&) const = default;
  friend std::ostream& operator<<(std::ostream& os, const job& j) {
    return os << '{' << j.m << 'x' << j.n << 'x' << j.k << " flow=" << j.flow << " out=" << j.out
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
