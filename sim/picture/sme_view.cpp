// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/sme_view.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>

namespace weft::sim {

gtkw::view sme_view(const std::filesystem::path& waveform, int svl, std::uint64_t began) {
  using enum gtkw::radix_e;
  const auto signal = [](const std::string& name, gtkw::radix_e radix = Hex) {
    return gtkw::signal{"dut.weft_sme." + name, radix};
  };
  constexpr std::uint64_t Period = 1000;  // picoseconds
  const int bytes                = svl / 8;
  const auto step = fmt::format("step_q[{}:0]", std::bit_width(static_cast<unsigned>(bytes)) - 1);
  return {
      .waveform = waveform,
      .groups   = {{"clock", {signal("clk_i", Binary), signal("svcr_o[1:0]", Binary)}},
                   {"instruction",
                    {signal("in_valid_i", Binary), signal("in_ready_o", Binary),
                     signal("in_word_i[31:0]", A64), signal("in_xn_i[63:0]"), signal("in_xm_i[63:0]"),
                     signal("in_nzcv_i[3:0]", Binary)}},
                   {"execution",
                    {signal("uop_q.unit[4:0]", Enum), signal("phase[1:0]", Enum),
                     signal(step, Decimal), signal(fmt::format("governing[{}:0]", bytes - 1)),
                     signal("write", Binary), signal("write_data[63:0]"), signal("commit", Binary)}},
                   {"memory",
                    {signal("req_valid_o", Binary), signal("req_ready_i", Binary),
                     signal("req_op_o[1:0]", Decimal), signal("req_addr_o[63:0]"),
                     signal("req_bytes_o[7:0]", Binary), signal("req_data_o[63:0]"),
                     signal("rsp_valid_i", Binary), signal("rsp_fault_i", Binary),
                     signal("rsp_data_i[63:0]")}},
                   {"ZA",
                    {signal("za_read", Binary), signal("za_write", Binary),
                     signal("zero_ready", Binary), signal("mopa_valid", Binary),
                     signal("mopa_ready", Binary), signal("u_za.mopa_rd_en", Binary),
                     signal("u_za.mopa_rd_tile[3:0]", Decimal),
                     signal("u_za.mopa_rd_slice[7:0]", Decimal), signal("u_za.mopa_wr_en", Binary),
                     signal("u_za.mopa_wr_tile[3:0]", Decimal),
                     signal("u_za.mopa_wr_slice[7:0]", Decimal),
                     signal("u_za.mopa_busy[7:0]", Binary)}},
                   {"end",
                    {signal("out_valid_o", Binary), signal("status_q[2:0]", Enum),
                     signal("out_x_o[63:0]"), signal("out_nzcv_o[3:0]", Binary)}}},
      .begin    = began * Period,
      .end      = (began + 60) * Period};
}

}  // namespace weft::sim
