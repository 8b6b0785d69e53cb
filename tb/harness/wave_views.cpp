// SPDX-License-Identifier: Apache-2.0

#include "tb/harness/wave_views.hpp"

#include <cstdio>
#include <exception>

#include "sim/picture/ports_view.hpp"

namespace weft {
namespace {

wave_view chosen = nullptr;

}  // namespace

void set_wave_view(wave_view view) { chosen = view; }

void write_wave_views(const std::string& wave) {
  namespace fs = std::filesystem;
  const fs::path first(wave);
  fs::path next = first;
  for (int number = 2; fs::exists(next); ++number) {
    try {
      const auto view = chosen != nullptr ? chosen(next) : sim::ports_view(next);
      std::fputs(sim::write_view(view).c_str(), stdout);
    } catch (const std::exception& e) {
      std::printf("no view of %s: %s\n", next.c_str(), e.what());
    }
    next = first.parent_path() /
           (first.stem().string() + "-" + std::to_string(number) + first.extension().string());
  }
}

}  // namespace weft
