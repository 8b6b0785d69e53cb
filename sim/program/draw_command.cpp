// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/file/parse_dims.hpp"
#include "sim/picture/array_picture.hpp"
#include "sim/picture/array_trace.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/options.hpp"
#include "sim/verilated/tensor_engine.hpp"

namespace weft::sim {

using namespace golden::tensor;

namespace {

constexpr flow_e Flows[] = {flow_e::OutputStationary, flow_e::WeightStationary,
                            flow_e::Bidirectional};

flow_e parse_flow(const std::string& name) {
  for (const auto flow : Flows) {
    if (name == flow_name(flow)) return flow;
  }
  throw input_error(fmt::format("--flow {}: os, ws or bi", name));
}

/// `weft draw`: pictures of the working array, from waveforms of the RTL. Writes an SVG file and
/// prints a summary of it.
class draw_command {
 public:
  void add_to(options& o);

 private:
  int draw_dataflow() const;
  int draw_busy() const;
  golden::tensor::config config() const;
  golden::tensor::shape shape(unsigned most) const;

  std::string array_ = "3x3", shape_, flow_ = "os", file_;
  std::optional<std::uint64_t> cycle_;
};

void draw_command::add_to(options& o) {
  const auto both = [&](options& picture) {
    picture.text("--array", array_, "Rows x columns of the array, one built for INT8");
    picture.text("--shape", shape_, "MxNxK of the product; default: the array's size");
    picture.text("-o,--output", file_, "SVG file").required().output();
  };
  auto& dataflow = o.subcommand("dataflow", "The work of every processing element, cycle by cycle");
  both(dataflow);
  dataflow.text("--flow", flow_,
                "os (output-stationary), ws (weight-stationary), bi (bidirectional)");
  dataflow.number("--cycle", cycle_, {}, "This one only; 1 is the first with a product");
  dataflow.runs([this] { return draw_dataflow(); });
  auto& busy =
      o.subcommand("busy", "The share of busy processing elements over time, in each flow");
  both(busy);
  busy.runs([this] { return draw_busy(); });
}

int draw_command::draw_dataflow() const {
  check_writable(file_);
  const auto c = config();
  if (std::max(c.rows, c.cols) > MaxDrawnDim) {
    throw input_error(
        fmt::format("--array {}: a picture has {} rows and columns at most", array_, MaxDrawnDim));
  }
  const auto trace = trace_array(c, shape(MaxDrawnDim), parse_flow(flow_));
  const auto last  = last_drawn(trace);
  if (cycle_ && *cycle_ > last) {
    throw input_error(fmt::format("--cycle {}: this product takes cycles 0 to {}", *cycle_, last));
  }
  write_file(file_, sim::draw_dataflow(trace, cycle_));
  fmt::print("{}: {} on {}, {}\n", file_, flow_, array_,
             cycle_ ? fmt::format("cycle {}", *cycle_) : fmt::format("cycles 0 to {}", last));
  return 0;
}

int draw_command::draw_busy() const {
  check_writable(file_);
  const auto c = config();
  const auto s = shape(MaxTraceDim);
  std::vector<array_trace> traces;
  for (const auto flow : Flows) traces.push_back(trace_array(c, s, flow));
  write_file(file_, sim::draw_busy(traces));
  fmt::print("{}:", file_);
  for (const auto& trace : traces) fmt::print(" {} {}", flow_name(trace.flow), trace.cycles);
  fmt::print(" cycles\n");
  return 0;
}

config draw_command::config() const {
  const auto [rows, cols] = parse_array(array_);
  std::string there;
  for (const auto& c : rtl_configs()) {
    if (c.type != Int8) continue;
    if (c.rows == rows && c.cols == cols) return c;
    there += fmt::format(" {}x{}", c.rows, c.cols);
  }
  throw input_error(fmt::format("--array {}: not in this build, which has INT8 arrays of{}", array_,
                                there.empty() ? " no size" : there));
}

shape draw_command::shape(unsigned most) const {
  if (shape_.empty()) {
    const auto [rows, cols] = parse_array(array_);
    return {rows, cols, rows};
  }
  const auto dims = parse_dims<3>(shape_, most);
  if (!dims) throw input_error(fmt::format("--shape {}: MxNxK, 1 to {} each", shape_, most));
  return {(*dims)[0], (*dims)[1], (*dims)[2]};
}

}  // namespace

void add_draw(options& o) { add<draw_command>(o); }

}  // namespace weft::sim
