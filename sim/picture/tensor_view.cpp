// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/tensor_view.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "sim/file/dot_element.hpp"
#include "sim/picture/waveform.hpp"

namespace weft::sim {
namespace {

using gtkw::radix_e;

const std::string Top = "dut.weft_tensor.";

std::string vector(const std::string& name, unsigned bits) {
  return Top + name + "[" + std::to_string(bits - 1) + ":0]";
}

}  // namespace

gtkw::view tensor_view(const golden::tensor::config& c, const std::filesystem::path& waveform) {
  const auto& type   = c.type;
  const auto integer = [](bool is_signed, unsigned bits) {
    return (is_signed ? "int" : "uint") + std::to_string(bits);
  };
  // Block scales lie beside the elements of a word, which is shown in hexadecimal then.
  const auto element = [&](const auto& e) {
    return type.scales() == 0 ? gtkw::display(format_text(e)) : gtkw::display();
  };
  const gtkw::display a =
      type.integer() ? integer(type.a_signed(), type.a_bits()) : element(type.dot().a);
  const gtkw::display b =
      type.integer() ? integer(type.b_signed(), type.b_bits()) : element(type.dot().b);
  const gtkw::display result =
      type.integer() ? integer(true, type.result_bits()) : gtkw::display(format_text(type.dot().c));
  const unsigned scale_bits  = type.scales() == 0 ? 0 : type.scales() * type.scale_bits();
  const unsigned a_bits      = type.a_bits() * type.lanes() + scale_bits;
  const unsigned b_bits      = type.b_bits() * type.lanes() + scale_bits;
  const unsigned result_bits = type.result_bits();
  const auto bit             = [](const std::string& name) {
    return gtkw::signal{Top + name, radix_e::Binary};
  };
  const auto words = [&](const std::string& port, unsigned lanes, unsigned bits,
                         const gtkw::display& shown) {
    return std::vector<gtkw::signal>{bit(port + "_req_valid_o"),
                                     bit(port + "_req_ready_i"),
                                     {vector(port + "_req_addr_o", 32), radix_e::Decimal},
                                     bit(port + "_rsp_valid_i"),
                                     {vector(port + "_rsp_data_i", lanes * bits), shown}};
  };

  gtkw::view view;
  view.waveform = waveform;
  view.filter   = gtkw::filter_program();
  view.end      = 24'000;  // picoseconds: a tile on a 4 x 4 array
  view.groups   = {{"what the array does",
                    {bit("clk_i"),
                     bit("rst_ni"),
                     {Top + "phase[1:0]", radix_e::Enum, "phase"},
                     bit("advance"),
                     bit("done_o")}},
                   {"command",
                    {bit("cmd_valid_i"),
                     bit("cmd_ready_o"),
                     {vector("cmd_m_i", 16), radix_e::Decimal},
                     {vector("cmd_n_i", 16), radix_e::Decimal},
                     {vector("cmd_k_i", 16), radix_e::Decimal},
                     bit("cmd_preload_i")}},
                   {"A, a column of a panel", words("a", c.rows, a_bits, a)},
                   {"B, a row of a panel", words("b", c.cols, b_bits, b)},
                   {"C, a row of a tile", words("c", c.cols, result_bits, result)},
                   {"D, a row of a tile",
                    {bit("d_valid_o"),
                     bit("d_ready_i"),
                     {vector("d_addr_o", 32), radix_e::Decimal},
                     {vector("d_strb_o", c.cols), radix_e::Binary},
                     {vector("d_data_o", c.cols * result_bits), result}}}};

  if (!waveform_has(waveform, Top + "u_array.gen_col[0].gen_row[0].u_pe.a_q")) return view;
  const std::set<std::pair<unsigned, unsigned>> cells = {
      {0, 0}, {0, c.cols - 1}, {c.rows / 2, c.cols / 2}, {c.rows - 1, 0}, {c.rows - 1, c.cols - 1}};
  for (const auto& [row, col] : cells) {
    const std::string pe =
        "u_array.gen_col[" + std::to_string(col) + "].gen_row[" + std::to_string(row) + "].u_pe.";
    view.groups.push_back({"PE row " + std::to_string(row) + ", column " + std::to_string(col),
                           {bit(pe + "control_q.first"),
                            bit(pe + "control_q.last"),
                            bit(pe + "control_q.shift"),
                            bit(pe + "control_q.swap"),
                            {vector(pe + "a_q", a_bits), a, "a"},
                            {vector(pe + "multiplicand", b_bits), b, "b"},
                            {vector(pe + "psum_q", result_bits), result, "psum"},
                            {vector(pe + "d_q", result_bits), result, "drain"}}});
  }
  return view;
}

}  // namespace weft::sim
