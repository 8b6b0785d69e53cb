// SPDX-License-Identifier: Apache-2.0
//
// Verilated configurations as shared libraries, loaded by name on first use.
#pragma once

#include <string>
#include <type_traits>

#include "sim/harness/unit_engine.hpp"

namespace weft::sim {

/// Opens the library of a configuration, which fills *unit, an object of the block's built_...
/// type.
///
/// The search path for the library weft_<block>_<name> is the folder $WEFT_ENGINES, `engines`
/// beside the program, and ../lib/weft. Throws input_error, which names the target to build, if no
/// folder has it.
void load_engine(const char* block, const char* name, void* unit);

/// Whether the library of a configuration exists.
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

/// Takes the place of a Verilated class where only the configuration of a port adaptor is needed.
struct not_verilated;

/// A stream unit made by its library. `Ports` is the port adaptor of not_verilated.
template <class Built, class Ports, class P>
Built known() {
  return {Ports::Config, [](const run_options& run) { return loaded<Built, P>().make(run); }};
}

}  // namespace weft::sim
