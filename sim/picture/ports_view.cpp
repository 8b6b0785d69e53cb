// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/ports_view.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "sim/picture/waveform.hpp"

namespace weft::sim {
namespace {

/// "in" of "in_op_i"; "clock and status" of a port whose name has one word, as "clk_i".
std::string stream_of(std::string_view port) {
  const auto first = port.find('_');
  return std::string(first == port.rfind('_') ? "clock and status" : port.substr(0, first));
}

bool is_port(std::string_view name) {
  return name.ends_with("_i") || name.ends_with("_o") || name.ends_with("_ni");
}

}  // namespace

gtkw::view ports_view(const std::filesystem::path& waveform) {
  constexpr std::uint64_t Shown = 16'000;  // picoseconds
  gtkw::view view{.waveform = waveform, .groups = {}, .end = Shown};
  for (const std::string& path : signals_in(waveform)) {
    const auto range = path.find('[');
    const auto whole = path.substr(0, range);
    const auto port  = whole.substr(whole.rfind('.') + 1);
    if (std::count(whole.begin(), whole.end(), '.') != 2 || !is_port(port)) continue;
    const auto heading = stream_of(port);
    auto group         = std::find_if(view.groups.begin(), view.groups.end(),
                                      [&](const gtkw::group& g) { return g.heading == heading; });
    if (group == view.groups.end()) group = view.groups.insert(group, {heading, {}});
    group->signals.push_back(
        {path, range == path.npos ? gtkw::radix_e::Binary : gtkw::radix_e::Hex});
  }
  return view;
}

}  // namespace weft::sim
