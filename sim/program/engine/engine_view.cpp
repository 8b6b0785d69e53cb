// SPDX-License-Identifier: Apache-2.0

#include "sim/program/engine/engine_view.hpp"

namespace weft::sim {

gtkw::view engine_view(const std::string& wave) {
  using enum gtkw::radix_e;
  const auto signal = [](const std::string& name, gtkw::radix_e radix = Hex) {
    return gtkw::signal{"dut.weft_engine." + name, radix};
  };
  gtkw::view view{.waveform = wave, .groups = {}};
  view.groups = {
      {"registers",
       {signal("clk_i", Binary), signal("rst_ni", Binary), signal("s_axil_awvalid_i", Binary),
        signal("s_axil_awaddr_i[11:0]"), signal("s_axil_wdata_i[31:0]"), signal("irq_o", Binary),
        signal("idle_o", Binary)}},
      {"reads",
       {signal("m_axi_arvalid_o", Binary), signal("m_axi_arready_i", Binary),
        signal("m_axi_araddr_o[63:0]"), signal("m_axi_arlen_o[7:0]", Decimal),
        signal("m_axi_rvalid_i", Binary), signal("m_axi_rlast_i", Binary)}},
      {"overlap",
       {signal("u_core.load_busy", Binary), signal("u_core.array_busy", Binary),
        signal("u_core.array_done", Binary), signal("u_core.store_busy", Binary)}},
      {"writes",
       {signal("m_axi_awvalid_o", Binary), signal("m_axi_awready_i", Binary),
        signal("m_axi_awaddr_o[63:0]"), signal("m_axi_awlen_o[7:0]", Decimal),
        signal("m_axi_wvalid_o", Binary), signal("m_axi_wlast_o", Binary),
        signal("m_axi_bvalid_i", Binary)}}};
  view.end = 60'000;
  return view;
}

}  // namespace weft::sim
