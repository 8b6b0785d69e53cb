// SPDX-License-Identifier: Apache-2.0
//
// weft: GEMMs on a systolic array and operations of its units, on the golden model, the TLM model
// and the Verilated RTL.
//
// Exit code: 0; 1 if engines disagree or a simulation fails; 2 for bad input, with one line on
// stderr.

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <systemc>
#include <tuple>
#include <vector>

#include "sim/check_command.hpp"
#include "sim/check_writable.hpp"
#include "sim/compare_command.hpp"
#include "sim/cycles_command.hpp"
#include "sim/dataflow.hpp"
#include "sim/dot_command.hpp"
#include "sim/draw_command.hpp"
#include "sim/filter_bank.hpp"
#include "sim/fma_command.hpp"
#include "sim/gemm_run.hpp"
#include "sim/gtkw.hpp"
#include "sim/im2col.hpp"
#include "sim/input_error.hpp"
#include "sim/matrix_types.hpp"
#include "sim/montage.hpp"
#include "sim/mppa_command.hpp"
#include "sim/npy.hpp"
#include "sim/parse_dims.hpp"
#include "sim/plot_command.hpp"
#include "sim/png.hpp"
#include "sim/profiles_command.hpp"
#include "sim/speed_command.hpp"
#include "sim/sweep_command.hpp"
#include "sim/tensor_engine.hpp"
#include "sim/tensor_problems.hpp"
#include "sim/tensor_view.hpp"
#include "sim/za_command.hpp"

namespace weft::sim {
namespace {

using golden::tensor::arithmetic;
using golden::tensor::Fp16, golden::tensor::Int8;

enum exit_code { Agree = 0, Differ = 1, BadInput = 2 };

/// The options that every command on the array has.
struct array_arguments {
  std::string type = "fp16", profile, array = "16x16", dataflow = "os", engine = "all", wave;
  double stall_percent = 0;
  std::uint64_t seed = 1, wave_cycles = run_options{}.wave_cycles;
  bool json = false;

  void add_to(CLI::App& app) {
    app.add_option(
           "--type", type,
           "Operands: fp16, bf16, tf32, e4m3, e5m2, fp32 (FP32 sums), fp16-fp16, fp64, int8, "
           "uint8, int8-uint8, uint8-int8, int4 (INT32 sums), int16 (INT64)")
        ->capture_default_str();
    app.add_option("--profile", profile,
                   "Arithmetic of a real matrix unit instead of --type; weft profiles lists them");
    app.add_option("--array", array, "Rows x columns of the array")->capture_default_str();
    app.add_option(
           "--dataflow", dataflow,
           "os (sums stay), ws (B stays), is (A stays), bi (nothing stays), auto (the fastest)")
        ->capture_default_str();
    app.add_option("--engine", engine, "golden, tlm, rtl or all")->capture_default_str();
    app.add_option("--stall", stall_percent, "Percent of cycles in which each memory port stalls")
        ->capture_default_str();
    app.add_option("--seed", seed, "Of the RTL's initial state and of the stalls")
        ->capture_default_str();
    app.add_option("--wave", wave, "FST file for the RTL's waveform; a .gtkw is written beside it");
    app.add_option("--wave-cycles", wave_cycles, "Record so many cycles only");
    app.add_flag("--json", json, "Print the report as JSON");
  }

  gemm_options parse() const {
    gemm_options o;
    o.array.type = parse_type(type, profile);
    if (engine != "all") {
      o.engines = {engine == "golden", engine == "tlm", engine == "rtl"};
      if (!o.engines.golden && !o.engines.tlm && !o.engines.rtl) {
        throw input_error(fmt::format("--engine {}: golden, tlm, rtl or all", engine));
      }
    }
    choose_array(o);
    if (!(stall_percent >= 0 && stall_percent <= 90)) {
      throw input_error(fmt::format("--stall {}: 0 to 90 percent", stall_percent));
    }
    if (!wave.empty() && !o.engines.rtl) {
      throw input_error(fmt::format("--wave {}: only the engine rtl has a waveform", wave));
    }
    o.stall = stall_percent / 100;
    o.run   = {seed, wave, wave_cycles};
    return o;
  }

  std::string type_option() const {
    return profile.empty() ? "--type " + type : "--profile " + profile;
  }

 private:
  void choose_array(gemm_options& o) const {
    std::tie(o.array.rows, o.array.cols) = sim::parse_array(array);
    if (!o.engines.rtl) return;
    std::string there;
    for (const auto& c : rtl_configs()) {
      if (c.type == o.array.type && c.rows == o.array.rows && c.cols == o.array.cols) {
        o.array = c;
        return;
      }
      if (c.type == o.array.type) there += fmt::format(" {}x{}", c.rows, c.cols);
    }
    throw input_error(
        fmt::format("--array {}: the RTL of this {} array is not in this build, which has{}; "
                    "--engine golden or tlm takes any",
                    array, name_of(o.array.type), there.empty() ? " none" : there));
  }
};

/// Runs the engines, prints, and returns D if they agree.
std::pair<exit_code, std::vector<golden::tensor::result_t>> run_and_print(
    const golden::tensor::problem& p, const array_arguments& arguments, const gemm_options& options,
    const std::string& repeat) {
  if (!options.run.wave.empty()) check_writable(options.run.wave);
  const gemm_report report = run_engines({p}, options).front();
  const auto& d            = report.engines.front().d;
  const exactness exact    = compare_exact(options.array.type, p, d);
  fmt::print("{}", arguments.json ? to_json(report, exact) : to_text(report, exact));

  if (!options.run.wave.empty()) {
    const auto view = std::filesystem::path(options.run.wave).replace_extension(".gtkw");
    gtkw::write(view, tensor_view(options.array, options.run.wave));
    if (!arguments.json)
      fmt::print("waveform: {}, view: gtkwave {}\n", options.run.wave, view.string());
  }
  if (report.agree()) return {Agree, d};
  spdlog::error("engines disagree; seed {}; again with a waveform: {}", options.run.seed, repeat);
  return {Differ, {}};
}

struct gemm_command {
  std::string a, b, c, d;
  bool narrow = false;
  array_arguments arguments;

  void add_to(CLI::App& app) {
    app.add_option("A", a, "M x K matrix, .npy of the type; see docs/tensor.md")->required();
    app.add_option("B", b, "K x N matrix, likewise")->required();
    app.add_option("--c", c, "M x N addend, .npy of the type of the sums");
    app.add_option("-o,--output", d, "D = A * B + C as .npy");
    app.add_flag("--narrow", narrow, "Round <f4 and <f8 operands to the type");
    arguments.add_to(app);
  }

  int run() const {
    const gemm_options options = arguments.parse();
    const arithmetic type      = options.array.type;
    if (!d.empty()) check_writable(d);

    const npy::array2d file_a = npy::read(a), file_b = npy::read(b);
    golden::tensor::problem p{{file_a.rows, file_b.cols, file_a.cols},
                              operands(file_a, type, operand_e::A, narrow),
                              operands(file_b, type, operand_e::B, narrow),
                              {}};
    p.flow = choose_flow(arguments.dataflow, options.array, p.shape);
    if (file_b.rows != p.shape.k) {
      throw input_error(fmt::format("{}: {} x {} does not fit {}, which is {} x {}", b, file_b.rows,
                                    file_b.cols, a, file_a.rows, file_a.cols));
    }
    constexpr std::uint64_t MaxResults = 1u << 28;
    if (std::uint64_t{p.shape.m} * p.shape.n > MaxResults) {
      throw input_error(fmt::format("{}, {}: a result of {} x {} is too large, at most {} elements",
                                    a, b, p.shape.m, p.shape.n, MaxResults));
    }
    if (!c.empty()) {
      const npy::array2d file_c = npy::read(c);
      if (file_c.rows != p.shape.m || file_c.cols != p.shape.n) {
        throw input_error(fmt::format("{}: {} x {}, but A * B is {} x {}", c, file_c.rows,
                                      file_c.cols, p.shape.m, p.shape.n));
      }
      p.c = npy::bits(file_c, {result_dtype(type)});
    }

    const auto repeat = fmt::format(
        "weft gemm {} {}{}{} {} --array {} --dataflow {} --stall {} --seed {} "
        "--wave weft.fst",
        a, b, c.empty() ? "" : " --c " + c, narrow ? " --narrow" : "", arguments.type_option(),
        arguments.array, arguments.dataflow, arguments.stall_percent, arguments.seed);
    const auto [code, result] = run_and_print(p, arguments, options, repeat);
    if (code == Agree && !d.empty()) {
      npy::write(d, npy::pack(result_dtype(type), p.shape.m, p.shape.n, result));
    }
    return code;
  }
};

struct conv_command {
  std::string picture, filters, maps, operands;
  array_arguments arguments;

  void add_to(CLI::App& app) {
    app.add_option("PICTURE", picture, "PNG; colours are read as grey")->required();
    app.add_option("--filters", filters, "Filter bank, JSON")->required();
    app.add_option("-o,--output", maps, "The picture and its feature maps as PNG");
    app.add_option("--save-operands", operands, "Folder for A.npy and B.npy of the GEMM");
    arguments.add_to(app);
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
    p.flow           = choose_flow(arguments.dataflow, options.array, p.shape);

    const auto repeat = fmt::format(
        "weft conv {} --filters {} --type {} --array {} --dataflow {} --stall {} --seed {} "
        "--wave weft.fst",
        picture, filters, arguments.type, arguments.array, arguments.dataflow,
        arguments.stall_percent, arguments.seed);
    const auto [code, result] = run_and_print(p, arguments, options, repeat);
    if (code != Agree) return code;
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
};

/// Square GEMMs of random operands on every engine, as a Markdown table.
struct bench_command {
  std::vector<unsigned> sizes{32, 64, 128};
  array_arguments arguments;

  void add_to(CLI::App& app) {
    app.add_option("--sizes", sizes, "M = N = K")->capture_default_str();
    arguments.add_to(app);
  }

  int run() const {
    const gemm_options options = arguments.parse();
    if (arguments.engine != "all") throw input_error("--engine: bench compares all engines");
    for (const unsigned size : sizes) {
      if (size < 1 || size > 4096) throw input_error(fmt::format("--sizes {}: 1 to 4096", size));
    }
    fmt::print(
        "| {} on {}, {} | cycles | limit | above it | busy | RTL kcycle/s | RTL MMAC/s | "
        "TLM MMAC/s | TLM / RTL | golden MMAC/s |\n|---|---|---|---|---|---|---|---|---|---|\n",
        name_of(options.array.type), arguments.array, arguments.dataflow);
    std::vector<golden::tensor::problem> problems;
    for (const unsigned size : sizes) {
      problems.push_back(
          make_problem(options.array.type, {size, size, size}, false, arguments.seed));
      problems.back().flow = choose_flow(arguments.dataflow, options.array, problems.back().shape);
    }
    for (const auto& r : run_engines(problems, options)) {
      if (!r.agree()) {
        spdlog::error("engines disagree at {}^3; seed {}", r.shape.m, arguments.seed);
        return Differ;
      }
      const auto macs = [&](const engine_report& e) {
        return static_cast<double>(r.shape.macs()) / e.seconds / 1e6;
      };
      const auto &golden = r.engines[0], &tlm = r.engines[1], &rtl = r.engines[2];
      fmt::print(
          "| {0}^3 | {1} | {2} | {3:.2f} % | {4:.1f} % | {5:.0f} | {6:.1f} | {7:.0f} | "
          "{8:.0f} | {9:.0f} |\n",
          r.shape.m, rtl.cycles, r.limit,
          100.0 * (static_cast<double>(rtl.cycles) / static_cast<double>(r.limit) - 1),
          100 * utilisation(r.array, r.shape, rtl.cycles),
          static_cast<double>(rtl.cycles) / rtl.seconds / 1e3, macs(rtl), macs(tlm),
          rtl.seconds / tlm.seconds, macs(golden));
    }
    return Agree;
  }
};

int run(int argc, char** argv) {
  CLI::App app("Compute units of matrix engines: golden, TLM and RTL side by side");
  app.set_version_flag("--version", WEFT_VERSION);
  app.require_subcommand(1);

  gemm_command gemm;
  conv_command conv;
  bench_command bench;
  cycles_command cycles;
  fma_command fma;
  check_command check;
  sweep_command sweep;
  plot_command plot;
  dot_command dot;
  compare_command compare;
  profiles_command profiles;
  mppa_command mppa;
  za_command za;
  draw_command draw;
  gemm.add_to(*app.add_subcommand("gemm", "D = A * B + C of two .npy matrices"));
  conv.add_to(*app.add_subcommand("conv", "A picture through a filter bank, as a GEMM"));
  app.add_subcommand("speed", "Operations a second of golden and every built RTL");
  bench.add_to(*app.add_subcommand("bench", "Cycles and simulation speed of square GEMMs"));
  cycles.add_to(*app.add_subcommand("cycles", "Cycles and utilisation of shapes, by formula"));
  fma.add_to(*app.add_subcommand("fma", "One fused multiply-add, sum or product"));
  check.add_to(*app.add_subcommand("check", "Test vectors of Berkeley TestFloat"));
  dot.add_to(*app.add_subcommand("dot", "One dot product as a matrix unit computes it"));
  compare.add_to(*app.add_subcommand("compare", "A matrix product on several matrix units"));
  profiles.add_to(*app.add_subcommand("profiles", "The matrix units of dot, compare and gemm"));
  mppa.add_to(*app.add_subcommand("mppa", "Programs of the tensor coprocessor"));
  draw.add_to(*app.add_subcommand("draw", "The array at work, as pictures from its waveform"));
  za.add_to(*app.add_subcommand("za", "AArch64 programs with SME instructions"));
  sweep.add_to(*app.add_subcommand("sweep", "An elementary function for every binary32"));
  plot.add_to(*app.add_subcommand("plot", "An elementary function's error as a picture"));

  if (argc > 1 && argv[1][0] != '-' &&
      app.get_subcommands([&](CLI::App* command) { return command->check_name(argv[1]); })
          .empty()) {
    throw input_error(fmt::format(
        "{}: no such command; there are gemm, conv, bench, speed, cycles, fma, check, sweep, plot, "
        "dot, compare, profiles, mppa, draw and za",
        argv[1]));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return app.exit(e);
  } catch (const CLI::ParseError& e) {
    throw input_error(e.what());
  }
  if (app.got_subcommand("gemm")) return gemm.run();
  if (app.got_subcommand("conv")) return conv.run();
  if (app.got_subcommand("speed")) return speed_command();
  if (app.got_subcommand("cycles")) return cycles.run();
  if (app.got_subcommand("fma")) return fma.run();
  if (app.got_subcommand("check")) return check.run();
  if (app.got_subcommand("dot")) return dot.run();
  if (app.got_subcommand("compare")) return compare.run();
  if (app.got_subcommand("profiles")) return profiles.run();
  if (app.got_subcommand("mppa")) return mppa.run();
  if (app.got_subcommand("draw")) return draw.run();
  if (app.got_subcommand("za")) return za.run();
  if (app.got_subcommand("sweep")) return sweep.run();
  if (app.got_subcommand("plot")) return plot.run();
  return bench.run();
}

}  // namespace
}  // namespace weft::sim

int sc_main(int argc, char** argv) {
  spdlog::set_default_logger(spdlog::stderr_color_st("weft"));
  spdlog::set_pattern("weft: %v");
  try {
    return weft::sim::run(argc, argv);
  } catch (const weft::sim::input_error& e) {
    spdlog::error("{}", e.what());
    return weft::sim::BadInput;
  } catch (const std::bad_alloc&) {
    spdlog::error("not enough memory for matrices of this size");
    return weft::sim::BadInput;
  } catch (const std::exception& e) {
    spdlog::error("{}", e.what());
    return weft::sim::Differ;
  }
}

int main(int argc, char** argv) {
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);  // one line less on stderr
  return sc_core::sc_elab_and_sim(argc, argv);
}
