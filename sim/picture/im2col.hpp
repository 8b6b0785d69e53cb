// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/file/filter_bank.hpp"
#include "sim/file/png.hpp"
#include "sim/golden/tensor.hpp"

namespace weft::sim {

/// The filters' responses to a picture as one matrix product D = A * B:
///
///     A   pixels x taps       row p: the pixels under a filter centred on pixel p
///     B   taps x filters      column f: the taps of filter f
///     D   pixels x filters
///
/// This is correlation: filters are not rotated. Pixels beyond an edge repeat the edge. `grey` has
/// one channel.
///
///     Fp16    A: grey / 255                  B: tap, both rounded to nearest even
///     Int8    A: grey - 128                  B: tap * int8_scale(filter), rounded half away from 0
///
/// Throws input_error if the matrices are too large for a command.
golden::tensor::problem im2col(golden::tensor::arithmetic, const png::image& grey,
                               const filter_bank&);

/// The pixels of a picture of one channel as elements of A, row by row.
std::vector<golden::tensor::operand_t> elements(golden::tensor::arithmetic, const png::image& grey);

/// The factor that scales a filter's largest tap to 127.
double int8_scale(const filter&);

/// The responses in units of tap * (grey / 255), from D: pixels x filters, row-major.
std::vector<double> responses(golden::tensor::arithmetic, const filter_bank&,
                              const std::vector<golden::tensor::result_t>& d);

}  // namespace weft::sim
