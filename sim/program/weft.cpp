// SPDX-License-Identifier: Apache-2.0
//
// weft: GEMMs on a systolic array and operations of its units, on the golden model, the TLM model
// and the Verilated RTL.
//
// Exit code: 0; 1 if engines disagree or a simulation fails; 2 for bad input, with one line on
// stderr, and for output that cannot be written.

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <systemc>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/one_line.hpp"
#include "sim/program/options.hpp"

namespace weft::sim {
namespace {

struct command {
  const char *group, *name, *what, *example;
  void (*add)(options&);
};

constexpr const char *Arithmetic = "Arithmetic", *Gemm = "GEMM", *Programs = "Programs",
                     *Checks = "Checks", *Pictures = "Pictures";

constexpr command Commands[] = {
    {Arithmetic, "fma", "One fused multiply-add, sum or product",
     "--format fp16 1.5 0x3c01 -0x1p-14", add_fma},
    {Arithmetic, "dot", "One dot product as a matrix unit computes it",
     "--profile h100-wgmma-fp16 3c00 8c00 3c00 0c00 0", add_dot},
    {Arithmetic, "math", "An elementary function by multiply-adds, within an ulp", "--op sin 1e22",
     add_math},
    {Arithmetic, "profiles", "The matrix units of dot, compare and gemm", "h100", add_profiles},
    {Arithmetic, "lanes", "Multiply-adds a cycle of one word by format", "--words 1000", add_lanes},
    {Arithmetic, "flexpoint", "Tensors with one exponent: errors of products, a training",
     "train --epochs 4", add_flexpoint},
    {Arithmetic, "texture", "A picture sampled at other places, bilinearly",
     "docs/demo/picture.png --width 128 --mode mirror -o samples.png", add_texture},
    {Gemm, "gemm", "D = A * B + C of two .npy matrices", "A.npy B.npy --type bf16 -o D.npy",
     add_gemm},
    {Gemm, "conv", "A picture through a filter bank, as a GEMM",
     "picture.png --filters filters.json -o maps.png", add_conv},
    {Gemm, "chain", "Operations a byte of a chain of processing elements",
     "--pes 1 2 4 --array 4x4", add_chain},
    {Gemm, "compare", "A matrix product on several matrix units",
     "A.npy B.npy --profiles v100-hmma-fp16,h100-wgmma-fp16", add_compare},
    {Gemm, "cycles", "Cycles and utilisation of shapes, by formula",
     "--shapes 64x64x64,33x33x33 --dataflow all", add_cycles},
    {Gemm, "bench", "Cycles and simulation speed of square GEMMs", "--type int8 --sizes 32 64",
     add_bench},
    {Gemm, "engine", "A GEMM from memory to memory: registers, DMA, array",
     "run A.npy B.npy --type int8 --latency 100", add_engine_command},
    {Programs, "mppa", "Programs of the tensor coprocessor", "run docs/unit/mppa/int8_gemm.txt",
     add_mppa},
    {Programs, "za", "AArch64 programs with SME instructions", "run gemm.o --svl 256 --engine all",
     add_za},
    {Programs, "amx", "AArch64 programs with AMX instructions", "run gemm.o --dump state.txt",
     add_amx},
    {Programs, "sm", "Kernels in SASS on a streaming multiprocessor", "tables --table 5-8", add_sm},
    {Programs, "vp", "C programs for RISC-V that use the engine",
     "run build/dev/vp/digits.elf --engine golden", add_vp},
    {Checks, "check", "Test vectors of Berkeley TestFloat",
     "fma --op f32_mulAdd --engine rtl vectors.txt", add_check},
    {Checks, "sweep", "An elementary function for every binary32", "sfu --op rcp --json rcp.json",
     add_sweep},
    {Checks, "speed", "Operations a second of golden and every built RTL", "--json", add_speed},
    {Pictures, "draw", "The array at work, as pictures from its waveform",
     "dataflow --array 3x3 --flow ws -o ws.svg", add_draw},
    {Pictures, "plot", "An elementary function's error as a picture", "sfu --op rcp -o rcp.svg",
     add_plot},
};

enum exit_code_e { Failed = 1, BadInput = 2 };

/// Returns exit code 2 and prints a line on stderr if standard output cannot be written; a closed
/// pipe is not reported.
int finish(int code) {
  const bool failed_before = std::ferror(stdout) != 0;
  const int before         = errno;
  errno                    = 0;
  const bool fails         = std::fflush(stdout) != 0;
  if (!failed_before && !fails) return code;
  const int why = fails && errno != 0 ? errno : before;
  if (why != EPIPE) spdlog::error("standard output: {}", std::strerror(why));
  return BadInput;
}

int run(int argc, char** argv) {
  const std::vector<std::string> words(argv, argv + argc);
  const auto complain = [&](int code, const std::string& what) {
    // If standard output failed, that is the cause, and finish() reports it.
    if (std::ferror(stdout) == 0) spdlog::error("{}", one_line(what, words));
    return code;
  };
  command_line commands("Compute units of matrix engines: golden, TLM and RTL side by side",
                        WEFT_VERSION);
  try {
    for (const auto& [group, name, what, example, add] : Commands) {
      auto& command = commands.add(group, name, what, example);
      // Only a command that a word names is asked for its options: it starts the program faster.
      if (std::ranges::find(words, name) != words.end()) add(command);
    }
    return commands.read(argc, argv)();
  } catch (const input_error& e) {
    return complain(BadInput, e.what());
  } catch (const std::bad_alloc&) {
    return complain(BadInput, "not enough memory for matrices of this size");
  } catch (const std::exception& e) {
    const auto again = commands.again();
    if (again.empty()) return complain(Failed, e.what());
    spdlog::error("{}\n{}", several_lines(e.what()), again);
    return Failed;
  }
}

}  // namespace
}  // namespace weft::sim

int sc_main(int argc, char** argv) {
  spdlog::set_default_logger(spdlog::stderr_color_st("weft"));
  spdlog::set_pattern("weft: %v");
  return weft::sim::finish(weft::sim::run(argc, argv));
}

int main(int argc, char** argv) {
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);  // suppresses a line on stderr
  return sc_core::sc_elab_and_sim(argc, argv);
}
