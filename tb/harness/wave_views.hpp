// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "sim/picture/unit_view.hpp"

/// Views for GTKWave of the waveforms that tests record.
namespace weft {

using wave_view = sim::gtkw::view (*)(const std::filesystem::path& waveform);

/// Chooses the view of the waveforms of this test; without, they have that of the top's ports.
void set_wave_view(wave_view view);

/// Chooses the view that `weft` writes for the unit, if it has one.
template <class Bench>
void set_wave_view_of() {
  if constexpr (requires(const std::filesystem::path& p) { sim::unit_view(Bench::Config, p); }) {
    set_wave_view([](const std::filesystem::path& waveform) {
      return sim::unit_view(Bench::Config, waveform);
    });
  }
}

/// Writes a view beside `wave` and each further waveform of the process, and prints their names.
void write_wave_views(const std::string& wave);

}  // namespace weft
