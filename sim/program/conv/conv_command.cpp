// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/filter_bank.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/npy.hpp"
#include "sim/file/png.hpp"
#include "sim/picture/im2col.hpp"
#include "sim/picture/montage.hpp"
#include "sim/program/array_arguments.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/conv/conv_direct.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/program/engines.hpp"

namespace weft::sim {
namespace {

using golden::tensor::arithmetic;
using golden::tensor::Fp16, golden::tensor::Int8;

/// `weft conv`: applies a bank of filters to a picture, as a GEMM.
struct conv_command {
  const options* command = nullptr;
  std::string picture, filters, maps, operands;
  bool direct = false;
  array_arguments arguments;

  void add_to(options& o) {
    command = &o;
    o.text("PICTURE", picture, "PNG; colours are read as grey").required();
    o.text("--filters", filters, "Filter bank, JSON").required();
    o.text("-o,--output", maps, "The picture and its feature maps as PNG").output();
    o.text("--save-operands", operands, "Folder for A.npy and B.npy of the GEMM").output();
    o.flag(
        "--direct", direct,
        "Without A in memory: buffers across rows hand the array the windows of a picture that is "
        "read once; --dataflow ws");
    arguments.add_to(o);
    arguments.add_report_to(o);
  }

  int run() const {
    const gemm_options options = arguments.parse();
    const arithmetic type      = options.array.type;
    if (type != Fp16 && type != Int8) {
      throw input_error(fmt::format("--type {}: fp16 or int8", name_of(type)));
    }
    if (!maps.empty()) check_writable(maps);
    const std::filesystem::path folder(operands);
    if (std::error_code error; !operands.empty()) {
      std::filesystem::create_directories(folder, error);
      if (error) throw input_error(fmt::format("{}: {}", operands, error.message()));
    }
    const auto image = png::read_grey(picture);
    const auto bank  = read_filter_bank(filters);
    auto p           = im2col(type, image, bank);
    p.flow = direct ? direct_flow() : choose_flow(arguments.dataflow, options.array, p.shape);

    const auto [code, result] =
        direct ? run_direct_and_print(p, elements(type, image), image, bank, options)
               : run_and_print(p, arguments, options, *command);
    if (code != 0) return code;
    if (!maps.empty()) {
      png::write(maps, montage(image, bank, responses(type, bank, result)));
      if (!arguments.json) fmt::print("feature maps: {}\n", maps);
    }
    if (!operands.empty()) {
      const auto dtype = operand_dtype(type, operand_e::A);
      npy::write(folder / "A.npy", npy::pack(dtype, p.shape.m, p.shape.k, p.a));
      npy::write(folder / "B.npy", npy::pack(dtype, p.shape.k, p.shape.n, p.b));
      if (!arguments.json) {
        fmt::print("operands: {} {}\n", (folder / "A.npy").string(), (folder / "B.npy").string());
      }
    }
    return code;
  }

 private:
  golden::tensor::flow_e direct_flow() const {
    const auto& flow = arguments.dataflow;
    if (command->given("--dataflow") && flow != "ws" && flow != "auto") {
      throw input_error(
          fmt::format("--direct: --dataflow {}: the buffers give rows of A, which ws takes", flow));
    }
    return golden::tensor::flow_e::WeightStationary;
  }

  gemm_outcome run_direct_and_print(const golden::tensor::problem& p,
                                    std::vector<golden::tensor::operand_t> pixels,
                                    const png::image& image, const filter_bank& bank,
                                    const gemm_options& options) const {
    const golden::tensor_rows::geometry of{image.width, image.height, bank.rows, bank.cols};
    const direct_conv conv{buffers_for(options, of), of, std::move(pixels), p};
    const auto report = run_direct(conv, options);
    const auto& d     = report.run.engines.front().d;
    const auto exact  = compare_exact(options.array.type, p, d);
    if (arguments.json) {
      auto j      = nlohmann::ordered_json::parse(to_json(report.run, exact));
      j["direct"] = {{"passes", report.passes},
                     {"bytes", report.bytes},
                     {"bytes_im2col", report.bytes_of_a},
                     {"cycles_im2col", report.cycles_of_a},
                     {"equals_im2col", report.same_a}};
      fmt::print("{}\n", j.dump(2));
    } else {
      fmt::print("{}{}", to_text(report.run, exact), to_text(report, conv));
    }
    write_array_view(options, arguments.json);
    const int code = exit_code(report.run.agree() && report.same_a, *command, options.run.seed);
    return {code, code == 0 ? d : std::vector<golden::tensor::result_t>{}};
  }
};

}  // namespace

void add_conv(options& o) { add<conv_command>(o); }

}  // namespace weft::sim
