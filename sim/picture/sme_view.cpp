// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/sme_view.hpp"

#include <fmt/format.h>

#include <bit>
#include <string>
#include <vector>

namespace weft::sim {

gtkw::view sme_view(const std::filesystem::path& waveform, int svl, int rows_per_cycle,
                    std::uint64_t began) {
  using enum gtkw::radix_e;
  constexpr const char* Fp32 = "fp32";
  const std::string top      = "dut.weft_sme.";
  const auto signal          = [&](const std::string& name, const gtkw::display& shown = {}) {
    return gtkw::signal{top + name, shown};
  };
  const auto as_fp32 = [&](const std::string& name) {
    return gtkw::signal{top + name, Fp32, name.substr(0, name.find('[')) + " as FP32"};
  };
  constexpr std::uint64_t Period = 1000;  // picoseconds
  const int bytes                = svl / 8;
  const int steps                = std::bit_width(static_cast<unsigned>(bytes));
  const auto step                = fmt::format("step_q[{}:0]", steps - 1);
  const auto beat                = steps > 5 ? fmt::format("[{}:0]", steps - 5) : "[0]";

  gtkw::view view{
      .waveform = waveform,
      .groups   = {{"clock",
                    {signal("clk_i", Binary), signal("rst_ni", Binary),
                     signal("svcr_o[1:0]", Binary)}},
                   {"instruction",
                    {signal("in_valid_i", Binary), signal("in_ready_o", Binary),
                     signal("in_word_i[31:0]", "a64"), signal("in_xn_i[63:0]"),
                     signal("in_xm_i[63:0]"), signal("in_nzcv_i[3:0]", Binary)}},
                   {"execution",
                    {signal("uop_q.unit[4:0]", Enum), signal("phase[1:0]", Enum),
                     signal(step, Decimal), signal(fmt::format("governing[{}:0]", bytes - 1))}}},
      .begin    = began * Period,
      .end      = (began + 60) * Period};

  // The beats of Z that an instruction reads and writes.
  std::vector<gtkw::signal> z;
  const auto operand = [&](int i, const std::string& name) {
    z.push_back(signal(fmt::format("read_reg[{}][4:0]", i), Decimal));
    z.push_back(signal(fmt::format("read_beat[{}]{}", i, beat), Decimal));
    z.push_back(as_fp32("read_" + name + "[63:0]"));
  };
  operand(0, "a");
  operand(1, "b");
  operand(2, "c");
  for (const auto& s : {signal("write", Binary), signal("write_beat" + beat, Decimal),
                        as_fp32("write_data[63:0]"), signal("write_data[63:0]"),
                        signal("commit", Binary), signal("u_regs.commit_reg_i[4:0]", Decimal)}) {
    z.push_back(s);
  }
  view.groups.push_back({"Z, the beats of an instruction", z});
  view.groups.push_back(
      {"memory",
       {signal("req_valid_o", Binary), signal("req_ready_i", Binary),
        signal("req_op_o[1:0]", Decimal), signal("req_addr_o[63:0]"),
        signal("req_bytes_o[7:0]", Binary), signal("req_data_o[63:0]"), as_fp32("req_data_o[63:0]"),
        signal("rsp_valid_i", Binary), signal("rsp_fault_i", Binary), signal("rsp_data_i[63:0]"),
        as_fp32("rsp_data_i[63:0]")}});

  // The slices of ZA that are read and written, and the rows of an outer product.
  std::vector<gtkw::signal> za{signal("za_read", Binary),        signal("za_write", Binary),
                               signal("zero_ready", Binary),     signal("mopa_valid", Binary),
                               signal("mopa_ready", Binary),     signal("u_za.mopa_rd_en", Binary),
                               signal("u_za.mopa_wr_en", Binary)};
  const auto port = [&](const std::string& name, const std::string& enable, const char* data,
                        int bits) {
    const auto at = "u_za.u_za." + name;
    if (!enable.empty()) za.push_back(signal(at + enable, Binary));
    za.push_back(signal(at + "_tile_i[3:0]", Decimal));
    za.push_back(signal(at + "_slice_i[7:0]", Decimal));
    za.push_back(signal(fmt::format("{}{}[{}:0]", at, data, bits - 1), Fp32));
  };
  port("rd", "_en_i", "_data_o", svl);
  port("wr", "_en_i", "_data_i", svl);
  if (rows_per_cycle > 1) {
    port("rows_rd", "", "_data_o", rows_per_cycle * svl);
    port("rows_wr", "_en_i", "_data_i", rows_per_cycle * svl);
  }
  za.push_back(signal("u_za.mopa_busy[7:0]", Binary));
  view.groups.push_back({"ZA, slices as FP32", za});
  view.groups.push_back({"end",
                         {signal("out_valid_o", Binary), signal("status_q[2:0]", Enum),
                          signal("out_x_o[63:0]"), signal("out_nzcv_o[3:0]", Binary)}});
  return view;
}

}  // namespace weft::sim
