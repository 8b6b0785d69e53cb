// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "sim/golden/wide/fdiv_seq.hpp"
#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// The dividers by multiply-adds that were Verilated into this program.
using built_fdiv_seq =
    built_unit<golden::fdiv_seq::config, golden::fdiv_seq::operands, golden::fdiv_seq::result>;
const std::vector<built_fdiv_seq>& built_fdiv_seq_units();

}  // namespace weft::sim
