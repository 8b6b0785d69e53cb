// SPDX-License-Identifier: Apache-2.0

#include "sim/program/array_arguments.hpp"

#include <fmt/format.h>

#include <tuple>

#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/parse_dims.hpp"
#include "sim/picture/tensor_view.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/engines.hpp"
#include "sim/verilated/tensor_engine.hpp"

namespace weft::sim {
namespace {

/// An array's size and optional features: 8x8+transposes+epilogue.
std::string described(const golden::tensor::config& c) {
  return fmt::format("{}x{}{}{}{}", c.rows, c.cols, c.transposes ? "+transposes" : "",
                     c.sparse ? "+sparse" : "", c.epilogue ? "+epilogue" : "");
}

}  // namespace

void array_arguments::add_to(options& o) {
  o.text("--type", type,
         "Operands: fp16, bf16, tf32, e4m3, e5m2, fp32 (FP32 sums), fp16-fp16, fp64, int8, "
         "uint8, int8-uint8, uint8-int8, int4 (INT32 sums), int16 (INT64)");
  o.text("--profile", profile,
         "Arithmetic of a real matrix unit instead of --type; weft profiles lists them. Or "
         "a user-defined one: FILE.json");
  o.list("--with", with, "FIELD=VALUE, a field of the profile to change").repeated();
  o.text("--array", array, "Rows x columns of the array");
  o.text("--dataflow", dataflow,
         "os (output-stationary), ws (weight-stationary), is (input-stationary), bi "
         "(bidirectional), auto (the fastest), "
         "core (the array chooses os or ws)");
  o.number("--stall", stall_percent, {0, 90}, "Percent of cycles in which each memory port stalls");
  o.number("--seed", seed, {}, "Seed of the RTL's initial state and of the stalls");
  o.text("--wave", wave, "FST file for the RTL's waveform; a .gtkw is written beside it");
  o.number("--wave-cycles", wave_cycles, {}, "Number of cycles to record; default: all");
}

void array_arguments::add_report_to(options& o) {
  add_engines(o, engine);
  o.flag("--json", json, "Print the report as JSON");
}

gemm_options array_arguments::parse(const golden::tensor::config& wants) const {
  gemm_options o;
  o.array            = wants;
  o.array.type       = parse_type(type, profile, with);
  o.array.transposes = wants.transposes || dataflow == "core";
  o.engines          = parse_engines(engine);
  if (!fits_an_array(o.array.type) &&
      (engine != "golden" || dataflow != "os" || stall_percent != 0)) {
    throw input_error(
        fmt::format("--profile {}: an array takes blocks in increasing k, each added to the sum "
                    "before it; only --engine golden computes this one",
                    profile));
  }
  choose_array(o);
  check_wave(wave, o.engines);
  o.stall = stall_percent / 100;
  o.run   = {seed, wave, wave_cycles.value_or(run_options{}.wave_cycles)};
  return o;
}

void array_arguments::choose_array(gemm_options& o) const {
  std::tie(o.array.rows, o.array.cols) = sim::parse_array(array);
  if (o.engines.back() != "rtl") return;
  const auto wanted = o.array;
  const auto has    = [&](const golden::tensor::config& c) {
    return c.type == wanted.type && c.rows == wanted.rows && c.cols == wanted.cols && c.streams &&
           (c.transposes || !wanted.transposes) && (c.sparse || !wanted.sparse) &&
           (c.epilogue || !wanted.epilogue);
  };
  std::string there;
  for (const auto& c : rtl_configs()) {
    if (has(c)) {
      o.array = c;
      return;
    }
    if (c.type == wanted.type) there += fmt::format(" {}", described(c));
  }
  throw input_error(
      fmt::format("--array {}: the RTL of this {} array is not in this build, which has{}; "
                  "--engine golden or tlm takes any",
                  described(wanted), name_of(wanted.type), there.empty() ? " none" : there));
}

void write_array_view(const gemm_options& options, bool quiet) {
  if (options.run.wave.empty()) return;
  const auto text = write_view(tensor_view(options.array, options.run.wave));
  if (!quiet) fmt::print("{}", text);
}

gemm_outcome run_and_print(const golden::tensor::problem& p, const array_arguments& arguments,
                           const gemm_options& options, const sim::options& command) {
  const gemm_report report = run_engines({p}, options).front();
  const auto& d            = report.engines.front().d;
  const exactness exact    = compare_exact(options.array.type, p, d);
  fmt::print("{}", arguments.json ? to_json(report, exact) : to_text(report, exact));

  write_array_view(options, arguments.json);
  const int code = exit_code(report.agree(), command, options.run.seed);
  return {code, code == 0 ? d : std::vector<golden::tensor::result_t>{}};
}

}  // namespace weft::sim
