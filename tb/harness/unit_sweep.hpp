// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "sim/harness/unit_rtl.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/harness/wave_views.hpp"

namespace weft {

/// Sends items through the RTL alone at full rate: each result is golden's eval(Bench::Config,
/// item).
template <class Bench, class In>
void gives_goldens_results(const std::vector<In>& items) {
  set_wave_view_of<Bench>();
  sim::unit_rtl<Bench> rtl(test_options());
  std::vector<typename sim::unit_rtl<Bench>::out_t> results(items.size());
  rtl.run(items, results);
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(results[i], eval(Bench::Config, items[i])) << items[i];
  }
}

}  // namespace weft
