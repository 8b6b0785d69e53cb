// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "sim/golden/float.hpp"

/// Matrices in NumPy's .npy files.
namespace weft::sim::npy {

inline constexpr unsigned MaxDim = 65535;

/// Element types, named as NumPy names them: F floating point, I signed, U unsigned integer, then
/// bytes.
enum class dtype_e { F2, F4, F8, I1, I2, I4, I8, U1, U2, U4, U8 };

unsigned size(dtype_e);
/// NumPy's name of a little-endian type: "<f4" and so on.
std::string descr(dtype_e);

/// A matrix and the name of its file.
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
/// Throws input_error. The file's size is checked before memory is allocated for its data.
array2d read(const std::filesystem::path&);

/// The bits of every element. Throws input_error unless the matrix has one of the wanted types.
std::vector<std::uint64_t> bits(const array2d&, std::initializer_list<dtype_e> wanted);

/// The numbers of a format nearest to those of a <f4 or <f8 matrix, ties to even.
std::vector<std::uint64_t> rounded(const array2d&, golden::format);

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
