// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

/// Matrices in NumPy's .npy files.
namespace weft::sim::npy {

inline constexpr unsigned MaxDim = 65535;

/// Element types, named as NumPy names them: F floating point, I signed integer, then bytes.
enum class dtype_e { F2, F4, F8, I1, I4 };

unsigned size(dtype_e);
/// "<f4" and so on: little-endian.
std::string descr(dtype_e);

/// A matrix and where it came from.
struct array2d {
  std::string name;  ///< file name, for error messages
  dtype_e dtype;
  unsigned rows, cols;              ///< 1..MaxDim each
  std::vector<std::uint8_t> bytes;  ///< row-major, elements little-endian

  /// The bits of element i, counted along the rows.
  std::uint64_t bits(std::size_t i) const;
};

/// Reads a 2-D array: format version 1.0, 2.0 or 3.0, either byte order, C or Fortran order.
///
/// Throws input_error. The file's size is checked before memory is taken for its data.
array2d read(const std::filesystem::path&);

/// FP16 bits. <f2 is taken as it is; <f4 and <f8 are rounded to nearest even, as astype(float16)
/// does, if `narrow` allows it.
std::vector<std::uint16_t> to_fp16(const array2d&, bool narrow = false);
/// INT8, sign-extended, from |i1.
std::vector<std::uint16_t> to_int8(const array2d&);
/// FP32 bits, from <f4.
std::vector<std::uint32_t> to_fp32(const array2d&);
/// INT32 bits, from <i4.
std::vector<std::uint32_t> to_int32(const array2d&);

/// A matrix of rows x cols, row-major, from the low bits of each value.
template <std::unsigned_integral T>
array2d pack(dtype_e dtype, unsigned rows, unsigned cols, const std::vector<T>& values) {
  array2d a{"", dtype, rows, cols, {}};
  a.bytes.reserve(values.size() * size(dtype));
  for (const std::uint64_t value : values) {
    for (unsigned i = 0; i < size(dtype); ++i) {
      a.bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
    }
  }
  return a;
}

/// Writes a file of version 1.0, byte for byte as numpy.save() does.
///
/// The file appears whole or not at all; throws input_error if it cannot be written.
void write(const std::filesystem::path&, const array2d&);

}  // namespace weft::sim::npy
