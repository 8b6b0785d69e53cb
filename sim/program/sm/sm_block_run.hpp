// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/golden/sm/sm_block.hpp"
#include "sim/picture/gtkw.hpp"
#include "sim/program/options.hpp"
#include "sim/program/sm/sm_arguments.hpp"
#include "sim/verilated/sm_block/sm_block_engine.hpp"

namespace weft::sim {

/// `weft sm run --arch NAME`, NAME a configuration of weft_sm_block or of weft_sm.
struct sm_block_arguments {
  std::string program, engine, policy, wave;
  std::uint64_t seed = 1;
  bool why = false, registers = false, json = false;
  unsigned latency = 100, rate = 32;
};

/// The configuration of that name, or null.
const built_sm_block* find_sm_block(const std::string& name);

/// Runs a launch on such a configuration, golden, RTL or both, and prints its cycles. Returns the
/// exit code, 1 where engines differ. Throws input_error for a launch that the RTL cannot hold.
int run_sm_block_program(const built_sm_block& unit, const sm_block_arguments& x,
                         golden::sm::launch l, const sm_buffers& buffers, const options& command);

/// `weft sm speed`: thousands of cycles a second of processor time of the RTL that is built, and of
/// golden. Returns the exit code.
int print_sm_block_speed();

/// The signals of a waveform of such a configuration, instructions by their names, from the cycle
/// on in which warps have begun, `before` cycles after the first one.
gtkw::view sm_block_view(const built_sm_block& unit, const std::string& waveform,
                         std::uint64_t before);

}  // namespace weft::sim
