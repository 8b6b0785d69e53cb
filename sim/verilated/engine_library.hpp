// SPDX-License-Identifier: Apache-2.0
//
// Verilated configurations as shared libraries that are loaded by name when they are first used.
#pragma once

#include <string>
#include <type_traits>

#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// Opens the library of a configuration and has it fill *unit, whose type is the block's built_....
///
/// The library weft_<block>_<name> is looked for in the folder that WEFT_ENGINES names, in
/// `engines` beside the program and in ../lib/weft. Throws input_error, which names the target to
/// build, if there is none.
void load_engine(const char* block, const char* name, void* unit);

/// Whether the library of a configuration is there.
bool engine_is_built(const char* block, const char* name);

/// The unit of the configuration P, a struct of weft::params; its library is loaded once.
template <class Built, class P>
const Built& loaded() {
  static const Built unit = [] {
    Built u{};
    load_engine(P::Block, P::Name, &u);
    return u;
  }();
  return unit;
}

/// Stands for a Verilated class where a port adaptor is asked for its configuration alone.
struct not_verilated;

/// A stream unit that its library makes. `Ports` is the adaptor of not_verilated.
template <class Built, class Ports, class P>
Built known() {
  return {Ports::Config, [](const run_options& run) { return loaded<Built, P>().make(run); }};
}

}  // namespace weft::sim
