// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>

#include "sim/harness/unit_engine.hpp"
#include "sim/harness/unit_rtl.hpp"

namespace weft::sim {

/// The built_unit of a bench: the Verilated class and its glue.
template <class Bench>
auto built() {
  using rtl   = unit_rtl<Bench>;
  using in_t  = typename rtl::in_t;
  using out_t = typename rtl::out_t;
  return built_unit<std::remove_const_t<decltype(Bench::Config)>, in_t, out_t>{
      Bench::Config, [](const run_options& run) -> unit_engine<in_t, out_t> {
        return [unit = std::make_shared<rtl>(run)](auto operands, auto results) {
          return unit->run(operands, results);
        };
      }};
}

}  // namespace weft::sim
