// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sim/file/half.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/program/array_arguments.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/conv/conv_direct.hpp"
#include "sim/program/engines.hpp"

namespace weft::sim {
namespace {

namespace tensor = golden::tensor;

constexpr unsigned Width = 64;  // of the picture

/// `weft chain`: what a byte from memory is worth in a chain of processing elements, each of which
/// hands its operand on. A filter of as many taps as elements slides over a picture; the buffers
/// across rows read each pixel once.
struct chain_command {
  const options* command = nullptr;
  std::vector<unsigned> pes{1, 2, 3, 4, 6, 9};
  unsigned height  = 32;
  double megabytes = 10;
  array_arguments arguments;

  void add_to(options& o) {
    command = &o;
    o.numbers("--pes", pes, {1, 1024}, "Processing elements of the chain, a tap each");
    o.number("--height", height, {1, 1000}, "Rows of the picture, 64 pixels each");
    o.number("--megabytes", megabytes, {0.001, 1e9}, "Memory's rate, 10^6 bytes a second");
    o.choice("--type", arguments.type, {"fp16", "int8"});
    o.text("--array", arguments.array, "Rows x columns of the array");
    o.choice("--engine", arguments.engine, {"golden", "rtl", "all"});
    o.number("--seed", arguments.seed, {}, "Seed of picture, filter and the RTL's initial state");
    o.text("--wave", arguments.wave,
           "FST file for the RTL's waveform, another for each further chain");
  }

  int run() const {
    gemm_options options = arguments.parse();
    std::erase(options.engines, "tlm");
    std::string text = fmt::format("{:>5}{:>8}{:>10}{:>12}{:>10}{:>12}{:>9}\n", "PEs", "filter",
                                   "bytes", "operations", "cycles", "ops a byte", "MOPS");
    bool agree       = true;
    std::optional<double> one;
    double last = 0;
    for (const unsigned taps : pes) {
      const direct_conv conv = filter_of(taps, options);
      const auto report      = run_direct(conv, options);
      agree                  = agree && report.run.agree() && report.same_a;
      const double worth =
          static_cast<double>(conv.product.shape.macs()) / static_cast<double>(report.bytes);
      if (taps == 1) one = worth;
      last = worth;
      text += fmt::format("{:>5}{:>8}{:>10}{:>12}{:>10}{:>12.2f}{:>9.2f}\n", taps,
                          fmt::format("{}x{}", conv.of.rows, conv.of.cols), report.bytes,
                          conv.product.shape.macs(), report.run.engines.front().cycles, worth,
                          megabytes * worth);
    }
    text +=
        fmt::format("MOPS: multiply-adds, 10^6 a second, at {:g} MB/s for operands\n", megabytes);
    if (one) {
      text += fmt::format("{} elements do {:.2f} times the operations of one with the same bytes\n",
                          pes.back(), last / *one);
    }
    fmt::print("{}", text);
    return exit_code(agree, *command, arguments.seed);
  }

 private:
  direct_conv filter_of(unsigned taps, const gemm_options& options) const {
    if (taps > options.array.rows) {
      throw input_error(fmt::format("--pes {}: a column of --array {}x{} has {}", taps,
                                    options.array.rows, options.array.cols, options.array.rows));
    }
    // The squarest window.
    unsigned rows = 1;
    for (unsigned r = 1; r * r <= taps; ++r) rows = taps % r == 0 ? r : rows;
    const golden::tensor_rows::geometry of{Width, height, rows, taps / rows};
    direct_conv conv{buffers_for(options, of), of, {}, {}};

    std::mt19937_64 rng(arguments.seed);
    const auto element = [&]() -> tensor::operand_t {
      const auto byte = static_cast<int>(rng() & 0xff) - 128;
      return options.array.type == tensor::Fp16 ? half_from_double(byte / 128.0)
                                                : static_cast<std::uint8_t>(byte);
    };
    for (unsigned i = 0; i < of.pixels(); ++i) conv.picture.push_back(element());
    auto& p = conv.product;
    p.shape = {of.pixels(), 1, of.taps()};
    p.flow  = tensor::flow_e::WeightStationary;
    for (unsigned i = 0; i < of.taps(); ++i) p.b.push_back(element());
    for (unsigned y = 0; y < of.height; ++y) {
      for (unsigned x = 0; x < of.width; ++x) {
        for (unsigned k = 0; k < of.taps(); ++k) {
          const int py = static_cast<int>(y + k / of.cols) - static_cast<int>(of.rows / 2);
          const int px = static_cast<int>(x + k % of.cols) - static_cast<int>(of.cols / 2);
          p.a.push_back(conv.picture[static_cast<unsigned>(
              std::clamp(py, 0, static_cast<int>(of.height) - 1) * static_cast<int>(of.width) +
              std::clamp(px, 0, static_cast<int>(of.width) - 1))]);
        }
      }
    }
    return conv;
  }
};

}  // namespace

void add_chain(options& o) { add<chain_command>(o); }

}  // namespace weft::sim
