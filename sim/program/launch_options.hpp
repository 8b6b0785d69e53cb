// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/golden/sme.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/sme/function_call.hpp"
#include "sim/sme/amx_state.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/sme/sme_state.hpp"

namespace weft::sim {

/// The options common to `za run` and `amx run`: a program, its initial state, its final state.
struct launch_options {
  std::string program, entry, engine = "golden", state, dump, wave;
  std::vector<std::string> memory, call;
  std::uint64_t max_insns = 10'000'000, seed = 1;
  bool streaming = false, za = false;

  /// Adds all options except --engine, whose choices differ between commands.
  void add_options(options& command);

  /// Throws input_error for files that cannot be written and for a waveform without the RTL.
  void check_files(const engines& on) const;

  /// The function that --call names, with its arguments. Throws input_error.
  std::optional<function_call> called() const;

  /// Loads program and files, then the state, of which `core` is a part, then the call. Throws
  /// input_error.
  template <class State>
  void begin(const std::optional<function_call>& function, State& s, golden::sme::state& core,
             golden::sme::paged_memory& pages) const {
    launch(program, function ? function->symbol() : entry, memory, core, pages,
           function ? "--call" : "--entry");
    const auto pc = core.pc;
    if (!state.empty()) {
      auto in = open_state(state);
      read_state(in, state, s, pages);
    }
    if (streaming || za) core.set_svcr(core.sm || streaming, core.za || za);
    if (!function) return;
    core.pc    = pc;
    core.x[30] = ReturnTo;
    function->place(core, pages);
  }

  /// Prints the function's result and writes its files, the end of a report. Returns false
  /// and writes nothing if it did not return.
  static bool finish(const function_call& function, const golden::sme::outcome& last,
                     const golden::sme::state& core, golden::sme::paged_memory& pages);
};

}  // namespace weft::sim
