// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/file/filter_bank.hpp"
#include "sim/file/png.hpp"

namespace weft::sim {

/// One grey picture of tiles with names below: the picture, then each filter's feature map.
///
/// `responses` is pixels x filters, row-major. Each map uses its own range, of which the outermost
/// hundredth on either side is cut off. Zero is mid-grey in the map of a balanced filter; elsewhere
/// the smallest response is black and the largest white.
png::image montage(const png::image& grey, const filter_bank&,
                   const std::vector<double>& responses);

}  // namespace weft::sim
