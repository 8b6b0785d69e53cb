// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <string>
#include <vector>

#include "sim/program/sm/sm_block_run.hpp"

namespace weft::sim {
namespace {

/// The signals of a block below `scope`; names of groups begin with `prefix`.
void add_block(gtkw::view& view, const built_sm_block& unit, const std::string& scope,
               const std::string& prefix, unsigned warps) {
  using enum gtkw::radix_e;
  std::vector<std::string> names;
  for (const auto& row : golden::sm::operations()) names.emplace_back(row.name);
  const auto signal = [&](const std::string& name, gtkw::radix_e radix = Hex,
                          const std::string& label = {}) {
    return gtkw::signal{scope + name, radix, label};
  };
  const auto operation = [&](const std::string& name, const std::string& label) {
    gtkw::signal s = signal(name + ".op[7:0]", Enum, label);
    s.names        = names;
    return s;
  };
  const auto bits = [](unsigned n) { return fmt::format("[{}:0]", std::bit_width(n - 1) - 1); };
  const std::string warp = bits(warps), pc = bits(unit.code), reg = bits(unit.registers);
  const std::string mask = fmt::format("[{}:0]", unit.k.threads - 1);

  // A signal of the schedulers has an element for each.
  const unsigned schedulers = unit.k.schedulers;
  const auto named          = [&](unsigned s, const std::string& name) {
    return schedulers == 1 ? name : fmt::format("scheduler {} {}", s, name);
  };
  for (unsigned s = 0; s < schedulers; ++s) {
    view.groups.push_back(
        {prefix + named(s, "issue"),
         {signal(unit.k.dispatch == 1 ? fmt::format("issue_o[{}][0]", s)
                                      : fmt::format("issue_o[{}][{}:0]", s, unit.k.dispatch - 1),
                 Binary),
          signal(fmt::format("issue_warp_o[{}]{}", s, warp), Decimal),
          signal(fmt::format("issue_active_o[{}]{}", s, mask), Binary)}});
    for (unsigned d = 0; d < unit.k.dispatch; ++d) {
      view.groups.back().signals.push_back(
          signal(fmt::format("issue_pc_o[{}][{}]{}", s, d, pc), Decimal));
    }
  }
  for (unsigned w = 0; w < warps; ++w) {
    view.groups.push_back({fmt::format("{}warp {}", prefix, w),
                           {operation(fmt::format("ins[{}]", w), "instruction"),
                            signal(fmt::format("pc[{}]{}", w, pc), Decimal, "pc"),
                            signal(fmt::format("active[{}]{}", w, mask), Binary, "active threads"),
                            signal(fmt::format("obstacle[{}][3:0]", w), Enum, "obstacle")}});
  }
  const bool twin           = unit.k.fp64_alone;
  const char* const ports[] = {twin ? "FP32 a" : "FP32", twin ? "FP32 b" : "INT", "SFU", "FP64",
                               "LSU", "tensor"};
  for (unsigned p = 0; p < std::size(ports); ++p) {
    view.groups.push_back({fmt::format("{}port {}, starts by start_o bit {}", prefix, ports[p], p),
                           {signal(fmt::format("start_warp_o[{}]{}", p, warp), Decimal, "warp"),
                            signal(fmt::format("start_pc_o[{}]{}", p, pc), Decimal, "pc")}});
  }
  view.groups.push_back(
      {prefix + "starts",
       {signal(fmt::format("start_o[{}:0]", std::size(ports) - 1), Binary, "start")}});
  for (unsigned s = 0; s < schedulers; ++s) {
    std::vector<gtkw::signal> banks{
        signal(fmt::format("read_o[{}][{}:0]", s, unit.k.banks - 1), Binary, "read"),
        signal(fmt::format("write_o[{}][{}:0]", s, unit.k.banks - 1), Binary, "write")};
    for (unsigned b = 0; b < unit.k.banks; ++b) {
      for (const char* what : {"read", "write"}) {
        banks.push_back(signal(fmt::format("{}_warp_o[{}][{}]{}", what, s, b, warp), Decimal,
                               fmt::format("bank {} {} warp", b, what)));
        banks.push_back(signal(fmt::format("{}_reg_o[{}][{}]{}", what, s, b, reg), Decimal,
                               fmt::format("bank {} {} register", b, what)));
      }
    }
    view.groups.push_back({prefix + named(s, "banks"), banks});
  }
  view.groups.push_back({prefix + "barriers",
                         {signal(fmt::format("arrived_o[{}:0]", warps - 1), Binary),
                          signal(fmt::format("open_i[{}:0]", warps - 1), Binary),
                          signal(fmt::format("ended_o[{}:0]", warps - 1), Binary)}});
}

}  // namespace

gtkw::view sm_block_view(const built_sm_block& unit, const std::string& waveform,
                         std::uint64_t before) {
  using enum gtkw::radix_e;
  const std::string top = fmt::format("dut.{}.", unit.module);
  gtkw::view view{.waveform = waveform, .groups = {}};
  const auto signal = [&](const std::string& name, gtkw::radix_e radix = Hex) {
    return gtkw::signal{top + name, radix, {}};
  };
  view.groups = {{"clock", {signal("clk_i", Binary), signal("rst_ni", Binary)}}};
  if (unit.alone) {
    add_block(view, unit, top, "", unit.warps);
  } else {
    view.groups.push_back({"launch",
                           {signal("start_i", Binary), signal("busy_o", Binary),
                            signal(fmt::format("begins[{}:0]", unit.warps - 1), Binary),
                            signal(fmt::format("opened[{}:0]", unit.warps - 1), Binary)}});
    view.groups.push_back({"memory",
                           {signal("request_valid_o", Binary), signal("request_ready_i", Binary),
                            signal("request_write_o", Binary), signal("request_address_o[31:0]"),
                            signal("response_valid_i", Binary), signal("shared_take", Binary)}});
    for (unsigned b = 0; b < unit.k.blocks; ++b) {
      add_block(view, unit, fmt::format("{}gen_block[{}].u_block.", top, b),
                fmt::format("block {} ", b), unit.warps / unit.k.blocks);
    }
  }
  // The program is loaded first; then the warps begin.
  view.begin = (before + 2) * 1000;
  view.end   = view.begin + 60'000;
  return view;
}

}  // namespace weft::sim
