// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/sme_view.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

namespace weft::sim {

gtkw::view sme_view(const std::filesystem::path& waveform, const built_sme_core& core,
                    std::uint64_t began) {
  using enum gtkw::radix_e;
  constexpr const char* Fp32 = "fp32";
  const std::string top      = "dut.weft_sme_core.";
  const auto signal          = [&](const std::string& name, const gtkw::display& shown = {}) {
    return gtkw::signal{top + name, shown};
  };
  // A number below `n`.
  const auto count = [&](const std::string& name, int n) {
    const int high = std::bit_width(static_cast<unsigned>(n - 1)) - 1;
    return signal(fmt::format("{}[{}:0]", name, high), Decimal);
  };
  constexpr std::uint64_t Period = 1000;  // picoseconds
  const auto& k                  = core.config;
  const int window               = k.issue.window;

  std::vector<gtkw::signal> words{
      signal(fmt::format("in_valid_i[{}:0]", k.issue.dispatch - 1), Binary),
      signal(fmt::format("in_ready_o[{}:0]", k.issue.dispatch - 1), Binary),
      count("in_tag_o", window)};
  for (int d = 0; d < k.issue.dispatch; ++d) {
    words.push_back(signal(fmt::format("in_word_i[{}][31:0]", d), "a64"));
  }
  words.push_back(signal("in_a_i[0][63:0]"));
  words.push_back(signal("in_slice_i[0][7:0]", Decimal));

  gtkw::view view{.waveform = waveform,
                  .groups   = {{"clock",
                                {signal("clk_i", Binary), signal("rst_ni", Binary),
                                 signal("svcr_o[1:0]", Binary), signal("idle_o", Binary)}},
                               {"words", words}},
                  .begin    = began * Period,
                  .end      = (began + 60) * Period};

  // The number of uops in a queue, and the uop that leaves it for its pipe.
  constexpr std::array Queues{"loads", "stores", "products", "vectors"};
  for (int q = 0; q < static_cast<int>(Queues.size()); ++q) {
    auto queued = count(fmt::format("u_issue.gen_queue[{}].u_queue.count_q", q), k.issue.queue + 1);
    queued.label = "queued";
    auto tag     = count(fmt::format("u_issue.issue_tag_o[{}]", q), window);
    tag.label    = "issued: tag";
    view.groups.push_back({Queues[static_cast<std::size_t>(q)], {queued, tag}});
  }
  view.groups.push_back(
      {"issued: vectors, products, stores, loads", {signal("u_issue.issue_valid_o[3:0]", Binary)}});
  view.groups.push_back(
      {"memory",
       {signal("load_valid_o", Binary), signal("load_ready_i", Binary), count("load_tag_o", window),
        signal("load_line_o[41:0]"), signal("load_two_o", Binary), signal("answer_valid_i", Binary),
        count("answer_tag_i", window), signal("answer_missing_i[1:0]", Binary),
        signal("answer_lines_i[1023:0]", Fp32), signal("store_valid_o", Binary),
        signal("store_ready_i", Binary), signal("store_line_o[41:0]"),
        signal("store_bytes_o[63:0]"), signal("store_data_o[511:0]", Fp32)}});
  view.groups.push_back(
      {"outer products",
       {signal("u_mopa.in_valid_i", Binary), signal("u_mopa.in_tile_i[3:0]", Decimal),
        signal(fmt::format("u_mopa.in_zn_i[{}:0]", core.svl - 1), Fp32),
        signal(fmt::format("u_mopa.in_zm_i[{}:0]", core.svl - 1), Fp32),
        signal("u_mopa.wr_en_o", Binary), signal("u_mopa.wr_tile_o[3:0]", Decimal),
        signal("u_mopa.wr_slice_o[7:0]", Decimal),
        signal(fmt::format("u_mopa.wr_data_o[{}:0]", k.rows_per_cycle * core.svl - 1), Fp32)}});
  view.groups.push_back(
      {"results and commits",
       {signal("result_valid_o", Binary), count("result_tag_o", window), signal("result_x_o[63:0]"),
        signal("result_nzcv_o[3:0]", Binary), signal("result_fpsr_o[7:0]", Binary),
        count("commits_o", k.issue.commit + 1)}});
  return view;
}

}  // namespace weft::sim
