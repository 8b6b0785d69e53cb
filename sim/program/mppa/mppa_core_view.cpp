// SPDX-License-Identifier: Apache-2.0

#include "sim/program/mppa/mppa_core_view.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/golden/program/mppa_assembler.hpp"

namespace weft::sim {

gtkw::view mppa_core_view(const std::filesystem::path& waveform) {
  using enum gtkw::radix_e;
  using golden::mppa_core::lane_e;
  const auto signal = [](const std::string& name, gtkw::radix_e radix = Hex,
                         const std::string& label = {}) {
    return gtkw::signal{"dut.weft_mppa_core." + name, radix, label};
  };
  // An operation by its name, and registers.
  const auto lane = [&](lane_e of, const std::string& name,
                        const std::vector<std::string>& registers) {
    std::vector<gtkw::signal> word{signal("x." + name + ".op[5:0]", Names, name)};
    word.front().names = golden::mppa_core::mnemonics(of);
    for (const std::string& r : registers) {
      word.push_back(signal(fmt::format("x.{}.{}[5:0]", name, r), Decimal, name + " " + r));
    }
    return word;
  };

  gtkw::view view{.waveform = waveform, .groups = {}};
  view.groups = {
      {"clock", {signal("clk_i", Binary), signal("rst_ni", Binary), signal("busy_o", Binary)}},
      {"issue",
       {signal("fetch_o", Binary), signal("pc_o[15:0]", Decimal), signal("bundle_valid_i", Binary),
        signal("why[3:0]", Enum), signal("issue", Binary), signal("trap_o", Binary)}}};
  std::vector<gtkw::signal> bundle;
  const auto add = [&](const std::vector<gtkw::signal>& word) {
    bundle.insert(bundle.end(), word.begin(), word.end());
  };
  add(lane(lane_e::Bcu, "bcu", {"r"}));
  bundle.push_back(signal("x.bcu.target[15:0]", Decimal, "bcu target"));
  add(lane(lane_e::Alu0, "alu0", {"d", "a", "b"}));
  add(lane(lane_e::Alu1, "alu1", {"d", "a", "b"}));
  add(lane(lane_e::Mau, "mau", {"d", "a", "b"}));
  add(lane(lane_e::Lsu, "lsu", {"d", "a", "b"}));
  add(lane(lane_e::Tca, "tca", {"d", "a", "b", "c"}));
  view.groups.push_back({"bundle, meaningful with bundle_valid_i", bundle});
  view.groups.push_back(
      {"memory",
       {signal("addr[63:0]"), signal("dismissed", Binary), signal("req_valid_o", Binary),
        signal("req_ready_i", Binary), signal("req_write_o", Binary), signal("req_addr_o[31:0]"),
        signal("req_strobe_o[31:0]"), signal("req_data_o[255:0]"), signal("rsp_valid_i", Binary),
        signal("rsp_data_i[255:0]")}});
  view.groups.push_back(
      {"registers that wait",
       {signal("awaited[63:0]", Hex, "for memory"), signal("any[63:0]", Hex, "for a result"),
        signal("awaited_halves.lo[47:0]", Hex, "low halves, for memory"),
        signal("awaited_halves.hi[47:0]", Hex, "high halves, for memory"),
        signal("any_half.lo[47:0]", Hex, "low halves, for a result"),
        signal("any_half.hi[47:0]", Hex, "high halves, for a result")}});
  view.groups.push_back(
      {"branches and loops",
       {signal("taken", Binary), signal("target[15:0]", Decimal), signal("loops", Binary),
        signal("loop_count_q[63:0]", Decimal), signal("link_q[15:0]")}});
  view.end = 60'000;
  return view;
}

}  // namespace weft::sim
