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
#include <bit>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <systemc>
#include <tuple>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/filter_bank.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/npy.hpp"
#include "sim/file/parse_dims.hpp"
#include "sim/file/png.hpp"
#include "sim/picture/gtkw.hpp"
#include "sim/picture/im2col.hpp"
#include "sim/picture/montage.hpp"
#include "sim/picture/tensor_view.hpp"
#include "sim/program/amx_command.hpp"
#include "sim/program/check_command.hpp"
#include "sim/program/compare_command.hpp"
#include "sim/program/cycles_command.hpp"
#include "sim/program/dataflow.hpp"
#include "sim/program/dot_command.hpp"
#include "sim/program/draw_command.hpp"
#include "sim/program/fma_command.hpp"
#include "sim/program/gemm_run.hpp"
#include "sim/program/mppa_command.hpp"
#include "sim/program/plot_command.hpp"
#include "sim/program/profiles_command.hpp"
#include "sim/program/sparse.hpp"
#include "sim/program/speed_command.hpp"
#include "sim/program/sweep_command.hpp"
#include "sim/program/za_command.hpp"
#include "sim/verilated/tensor_engine.hpp"
#include "sim/verilated/tensor_problems.hpp"

namespace weft::sim {
namespace {

using golden::tensor::arithmetic;
using golden::tensor::Fp16, golden::tensor::Int8;

enum exit_code { Agree = 0, Differ = 1, BadInput = 2 };

/// The options that every command on the array has.
struct array_arguments {
  std::string type = "fp16", profile, array = "16x16", dataflow = "os", engine = "all", wave;
  std::vector<std::string> with;
  double stall_percent = 0;
  std::uint64_t seed = 1, wave_cycles = run_options{}.wave_cycles;
  bool json = false;

  void add_to(CLI::App& app) {
    app.add_option(
           "--type", type,
           "Operands: fp16, bf16, tf32, e4m3, e5m2, fp32 (FP32 sums), fp16-fp16, fp64, int8, "
           "uint8, int8-uint8, uint8-int8, int4 (INT32 sums), int16 (INT64)")
        ->capture_default_str();
    app.add_option(
        "--profile", profile,
        "Arithmetic of a real matrix unit instead of --type; weft profiles lists them. Or "
        "one of your own: FILE.json");
    app.add_option("--with", with, "FIELD=VALUE, a field of the profile to change")
        ->allow_extra_args(false);
    app.add_option("--array", array, "Rows x columns of the array")->capture_default_str();
    app.add_option(
           "--dataflow", dataflow,
           "os (sums stay), ws (B stays), is (A stays), bi (nothing stays), auto (the fastest), "
           "core (os or ws, as the array chooses)")
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

  /// `wants` is what the array has to have beside its type and size.
  gemm_options parse(const golden::tensor::config& wants = {}) const {
    gemm_options o;
    o.array            = wants;
    o.array.type       = parse_type(type, profile, with);
    o.array.transposes = wants.transposes || dataflow == "core";
    if (engine != "all") {
      o.engines = {engine == "golden", engine == "tlm", engine == "rtl"};
      if (!o.engines.golden && !o.engines.tlm && !o.engines.rtl) {
        throw input_error(fmt::format("--engine {}: golden, tlm, rtl or all", engine));
      }
    }
    if (!fits_an_array(o.array.type) &&
        (engine != "golden" || dataflow != "os" || stall_percent != 0)) {
      throw input_error(fmt::format(
          "--profile {}: an array takes blocks in increasing k, each with the sum before it; this "
          "one is computed by --engine golden alone",
          profile));
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
    std::string out = profile.empty() ? "--type " + type : "--profile " + profile;
    for (const std::string& word : with) out += " --with " + word;
    return out;
  }

 private:
  void choose_array(gemm_options& o) const {
    std::tie(o.array.rows, o.array.cols) = sim::parse_array(array);
    if (!o.engines.rtl) return;
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

  /// 8x8, and what else is built in: 8x8+transposes+epilogue.
  static std::string described(const golden::tensor::config& c) {
    return fmt::format("{}x{}{}{}{}", c.rows, c.cols, c.transposes ? "+transposes" : "",
                       c.sparse ? "+sparse" : "", c.epilogue ? "+epilogue" : "");
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
  std::string a, b, c, bias, d, scale_a, scale_b, output = "sums";
  bool narrow = false, transpose_a = false, transpose_b = false, sparse_a = false, relu = false;
  float scale = 1;
  array_arguments arguments;

  void add_to(CLI::App& app) {
    app.add_option("A", a, "M x K matrix, .npy of the type; see docs/unit/tensor.md")->required();
    app.add_option("B", b, "K x N matrix, likewise")->required();
    app.add_option("--c", c, "M x N addend, .npy of the type of the sums");
    app.add_option("--bias", bias, "1 x N addend of every row, likewise")->excludes("--c");
    app.add_option("-o,--output", d, "D = A * B + C as .npy");
    app.add_flag("--narrow", narrow, "Round <f4 and <f8 operands to the type");
    app.add_flag("--transpose-a", transpose_a,
                 "A's file has K rows of M, and the array turns them");
    app.add_flag("--transpose-b", transpose_b,
                 "B's file has N rows of K, and the array turns them");
    app.add_flag("--sparse-a", sparse_a,
                 "A has at most two of each four of a row: half the cycles");
    app.add_option("--scale-a", scale_a, "Block scales of A, M x blocks of K, .npy |u1");
    app.add_option("--scale-b", scale_b, "Block scales of B, blocks of K x N, .npy |u1");
    app.add_flag("--relu", relu, "Negative results become 0");
    app.add_option("--out", output, "D: sums, int8 or fp16, the sum times --scale")
        ->capture_default_str();
    app.add_option("--scale", scale, "FP32, for --out int8 and fp16")->capture_default_str();
    arguments.add_to(app);
  }

  int run() const {
    golden::tensor::config wants;
    wants.transposes = transpose_a || transpose_b;
    wants.sparse     = sparse_a;
    wants.epilogue   = relu || output != "sums";
    if (sparse_a && (wants.transposes || arguments.dataflow == "core")) {
      throw input_error("--sparse-a: not with --transpose-a, --transpose-b or --dataflow core");
    }
    const gemm_options options = arguments.parse(wants);
    const arithmetic type      = options.array.type;
    if (sparse_a && type.lanes() != 1) {
      throw input_error(fmt::format("--sparse-a: {} takes several products a step", name_of(type)));
    }
    if (!d.empty()) check_writable(d);

    const npy::array2d file_a = npy::read(a), file_b = npy::read(b);
    golden::tensor::problem p;
    p.a     = operands(file_a, type, operand_e::A, narrow);
    p.b     = operands(file_b, type, operand_e::B, narrow);
    p.shape = {file_a.rows, file_b.cols, file_a.cols};
    if (transpose_a) {
      p.a = golden::tensor::transposed(p.a, file_a.rows, file_a.cols);
      std::swap(p.shape.m, p.shape.k);
    }
    unsigned k_of_b = file_b.rows;
    if (transpose_b) {
      p.b       = golden::tensor::transposed(p.b, file_b.rows, file_b.cols);
      p.shape.n = file_b.rows;
      k_of_b    = file_b.cols;
    }
    if (k_of_b != p.shape.k) {
      throw input_error(fmt::format("{}: {} x {}{} does not fit {}, which is {} x {}{}", b,
                                    file_b.rows, file_b.cols, transpose_b ? " transposed" : "", a,
                                    file_a.rows, file_a.cols, transpose_a ? " transposed" : ""));
    }
    p.flow   = choose_flow(arguments.dataflow, options.array, p.shape, sparse_a);
    p.layout = golden::tensor::turned(p.flow, transpose_a, transpose_b);
    if (sparse_a) {
      auto sparse       = compressed(a, p.shape.k, p.a);
      p.a               = std::move(sparse.values);
      p.index           = std::move(sparse.index);
      p.layout.sparse_a = true;
    }
    constexpr std::uint64_t MaxResults = 1u << 28;
    if (std::uint64_t{p.shape.m} * p.shape.n > MaxResults) {
      throw input_error(fmt::format("{}, {}: a result of {} x {} is too large, at most {} elements",
                                    a, b, p.shape.m, p.shape.n, MaxResults));
    }
    read_addend(p, type);
    read_scales(p, type);
    p.epilogue = epilogue();

    const auto option = [](const char* name, const std::string& value) {
      return value.empty() ? "" : fmt::format(" {} {}", name, value);
    };
    const auto flag = [](const char* name, bool set) { return set ? std::string(" ") + name : ""; };
    const auto repeat = fmt::format(
        "weft gemm {} {}{}{}{}{}{}{}{}{}{}{} {} --array {} --dataflow {} --stall {} --seed {} "
        "--wave weft.fst",
        a, b, option("--c", c), option("--bias", bias), option("--scale-a", scale_a),
        option("--scale-b", scale_b), flag("--narrow", narrow), flag("--transpose-a", transpose_a),
        flag("--transpose-b", transpose_b), flag("--sparse-a", sparse_a), flag("--relu", relu),
        output == "sums" ? "" : fmt::format(" --out {} --scale {}", output, scale),
        arguments.type_option(), arguments.array, arguments.dataflow, arguments.stall_percent,
        arguments.seed);
    const auto [code, result] = run_and_print(p, arguments, options, repeat);
    if (code == Agree && !d.empty()) {
      npy::write(d, npy::pack(output_dtype(type), p.shape.m, p.shape.n, result));
    }
    return code;
  }

 private:
  void read_addend(golden::tensor::problem& p, const arithmetic& type) const {
    const auto& name = bias.empty() ? c : bias;
    if (name.empty()) return;
    const npy::array2d file = npy::read(name);
    const unsigned rows     = bias.empty() ? p.shape.m : 1;
    if (file.rows != rows || file.cols != p.shape.n) {
      throw input_error(fmt::format("{}: {} x {}, but {} is {} x {}", name, file.rows, file.cols,
                                    bias.empty() ? "A * B" : "a row of it", rows, p.shape.n));
    }
    p.c               = npy::bits(file, {result_dtype(type)});
    p.layout.c_is_row = !bias.empty();
  }

  void read_scales(golden::tensor::problem& p, const arithmetic& type) const {
    const unsigned blocks = scale_blocks(type, p.shape.k);
    const auto read       = [&](const char* option, const std::string& name, unsigned rows,
                          unsigned cols) -> std::vector<golden::tensor::operand_t> {
      if (name.empty() != (blocks == 0)) {
        throw input_error(fmt::format("{}: {} {}", option, name_of(type),
                                      blocks == 0 ? "has no block scales" : "wants block scales"));
      }
      if (blocks == 0) return {};
      const npy::array2d file = npy::read(name);
      if (file.rows != rows || file.cols != cols) {
        throw input_error(fmt::format("{}: {} x {}, but {} x {} is wanted", name, file.rows,
                                            file.cols, rows, cols));
      }
      return npy::bits(file, {npy::dtype_e::U1});
    };
    p.scale_a = read("--scale-a", scale_a, p.shape.m, blocks);
    p.scale_b = read("--scale-b", scale_b, blocks, p.shape.n);
  }

  golden::tensor::epilogue_of epilogue() const {
    using enum golden::epilogue::output_e;
    if (output != "sums" && output != "int8" && output != "fp16") {
      throw input_error(fmt::format("--out {}: sums, int8 or fp16", output));
    }
    return {output == "sums"   ? KeepSum
            : output == "int8" ? ToInt8
                               : ToFp16,
            relu, std::bit_cast<std::uint32_t>(scale)};
  }

  npy::dtype_e output_dtype(const arithmetic& type) const {
    return output == "sums"   ? result_dtype(type)
           : output == "int8" ? npy::dtype_e::I1
                              : npy::dtype_e::F2;
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
  amx_command amx;
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
  amx.add_to(*app.add_subcommand("amx", "AArch64 programs with AMX instructions"));
  sweep.add_to(*app.add_subcommand("sweep", "An elementary function for every binary32"));
  plot.add_to(*app.add_subcommand("plot", "An elementary function's error as a picture"));

  if (argc > 1 && argv[1][0] != '-' &&
      app.get_subcommands([&](CLI::App* command) { return command->check_name(argv[1]); })
          .empty()) {
    throw input_error(fmt::format(
        "{}: no such command; there are gemm, conv, bench, speed, cycles, fma, check, sweep, plot, "
        "dot, compare, profiles, mppa, draw, za and amx",
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
  if (app.got_subcommand("amx")) return amx.run();
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
