// SPDX-License-Identifier: Apache-2.0

#include "sim/program/conv/conv_direct.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <systemc>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/golden/tensor_model.hpp"
#include "sim/harness/processor_time.hpp"
#include "sim/verilated/tensor_engine.hpp"
#include "sim/verilated/tensor_rows/tensor_rows_engine.hpp"
#include "systemc/conv/tensor_rows.hpp"
#include "systemc/memory.hpp"

namespace weft::sim {
namespace {

namespace rows   = golden::tensor_rows;
namespace tensor = golden::tensor;

using source_maker = std::function<std::shared_ptr<row_source>()>;

/// Puts the rows of a pass where they belong in A.
void place(std::vector<tensor::operand_t>& a, const rows::pass& s, unsigned row,
           const std::vector<rows::pixel>& word) {
  const unsigned taps = s.of.taps(), k = s.row * s.of.cols + s.col;
  const std::size_t at = std::size_t{s.y * s.of.width + s.x + row} * taps + k;
  std::copy_n(word.begin(), std::min<std::size_t>(word.size(), taps - k),
              a.begin() + static_cast<std::ptrdiff_t>(at));
}

/// A from golden's words.
std::vector<tensor::operand_t> golden_a(const direct_conv& c, const std::vector<rows::pass>& all) {
  std::vector<tensor::operand_t> a(c.product.a.size());
  for (const auto& s : all) {
    const auto from = c.picture.begin() + s.first();
    const std::vector<rows::pixel> stream(from, from + s.pixels);
    for (unsigned i = 0; i < s.count; ++i) place(a, s, i, word(c.unit, s, i, stream));
  }
  return a;
}

/// A from the TLM model, which reads the picture from a memory; and the cycles of its passes.
struct tlm_rows : sc_core::sc_module {
  tlm_rows(const sc_core::sc_module_name& name, const direct_conv& c, unsigned bytes)
      : sc_module(name),
        unit("rows", c.unit, Period),
        memory("memory", std::uint64_t{bytes} * c.picture.size()) {
    bus.bind(unit.socket);
    unit.memory.bind(memory.socket);
    std::vector<unsigned char> data(c.picture.size() * bytes);
    for (std::size_t i = 0; i < c.picture.size(); ++i) {
      std::memcpy(data.data() + i * bytes, &c.picture[i], bytes);
    }
    memory.poke(0, data);
  }

  void call(tlm::tlm_command command, void* data, std::size_t size) {
    tlm::tlm_generic_payload trans;
    systemc::fill(trans, command, 0, data, size);
    bus->b_transport(trans, now);
    if (!trans.is_response_ok()) throw std::logic_error("TLM: " + trans.get_response_string());
  }

  inline static const sc_core::sc_time Period{1, sc_core::SC_NS};
  tlm_utils::simple_initiator_socket<tlm_rows> bus{"bus"};
  systemc::tensor_rows unit;
  systemc::memory memory;
  sc_core::sc_time now;
};

std::vector<tensor::operand_t> tlm_a(const direct_conv& c, const std::vector<rows::pass>& all) {
  const unsigned bytes = static_cast<unsigned>(c.unit.pixel_bits) / 8;
  std::vector<tensor::operand_t> a(c.product.a.size());
  tlm_rows platform("conv", c, bytes);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (const auto& s : all) {
    systemc::tensor_rows::command command{s, 0};
    const auto before = platform.now;
    platform.call(tlm::TLM_WRITE_COMMAND, &command, sizeof command);
    if (platform.now - before != static_cast<double>(cycles(c.unit, s)) * tlm_rows::Period) {
      throw std::logic_error("TLM: a pass does not take golden's time");
    }
    std::vector<unsigned char> word(std::size_t{c.unit.lanes} * bytes);
    for (unsigned i = 0; i < s.count; ++i) {
      platform.call(tlm::TLM_READ_COMMAND, word.data(), word.size());
      std::vector<rows::pixel> lanes(c.unit.lanes);
      for (unsigned l = 0; l < c.unit.lanes; ++l) {
        std::memcpy(&lanes[l], word.data() + std::size_t{l} * bytes, bytes);
      }
      place(a, s, i, lanes);
    }
  }
  return a;
}

/// The golden cycle models of array and buffers, under stalls.
std::uint64_t model_cycles(const direct_conv& c, const gemm_options& options,
                           const source_maker& maker) {
  struct {
    tensor::model model;
    tensor::outputs cycle(const tensor::inputs& in) {
      auto out = model.peek(in);
      model.step(in);
      return out;
    }
  } machine{tensor::model(options.array)};
  auto timing = random_stalls(options.stall, options.run.seed);
  timing.rows = maker;
  tensor_memory memory(options.array, c.product, timing);
  return run_gemm(machine, memory, [](const auto&) {}).cycles;
}

}  // namespace

rows::config buffers_for(const gemm_options& options, const rows::geometry& g) {
  const auto& unit = built_tensor_rows_units().front().config;
  if (options.array.rows > unit.lanes) {
    throw input_error(fmt::format("--direct: --array {}x{}: the buffers feed at most {} rows",
                                  options.array.rows, options.array.cols, unit.lanes));
  }
  if (g.rows > unit.window || g.cols > unit.window) {
    throw input_error(
        fmt::format("--direct: filters of {} x {}; the buffers hold windows up to {} x {}", g.rows,
                    g.cols, unit.window, unit.window));
  }
  if (g.width > unit.max_width) {
    throw input_error(fmt::format("--direct: a picture of {} pixels a row; the lines have {}",
                                  g.width, unit.max_width));
  }
  return unit;
}

direct_report run_direct(const direct_conv& c, const gemm_options& options) {
  const auto& array        = options.array;
  const auto shape         = c.product.shape;
  const auto all           = rows::passes(array, c.of, shape.n);
  const auto golden_source = [&] {
    return std::make_shared<conv_source>(golden_rows(c.unit), all, c.picture);
  };

  direct_report r{};
  const unsigned bytes = tensor::bytes_of(array.type.a_bits());
  r.passes             = all.size();
  r.bytes              = rows::pixels_read(all) * bytes;
  r.bytes_of_a  = std::uint64_t{shape.m} * shape.k * tensor::ceil_div(shape.n, array.cols) * bytes;
  r.cycles_of_a = tensor::cycles(array, shape, c.product.flow);
  r.same_a      = true;
  r.run         = {.array         = array,
                   .shape         = shape,
                   .preload       = false,
                   .stall         = options.stall,
                   .flow          = c.product.flow,
                   .layout        = c.product.layout,
                   .epilogue      = c.product.epilogue,
                   .limit         = tensor::limit(array, shape, c.product.flow),
                   .engines       = {},
                   .values_differ = {},
                   .cycles_agree  = true};
  const std::uint64_t cycles = options.stall > 0 ? model_cycles(c, options, golden_source)
                                                 : rows::cycles(c.unit, array, c.of, shape.n);
  for (const auto& name : options.engines) {
    engine_report e{name, cycles, 0, {}};
    const double start = processor_time();
    if (name == "rtl") {
      rtl_options rtl;
      rtl.run = options.run;
      if (options.stall > 0) rtl.timing = random_stalls(options.stall, options.run.seed);
      std::shared_ptr<conv_source> source;
      rtl.timing.rows = [&] {
        const auto& built = built_tensor_rows_units().front();
        source = std::make_shared<conv_source>(built.make({.seed = options.run.seed, .wave = {}}),
                                               all, c.picture);
        return source;
      };
      // A is not in the memory: the array has the buffers' words alone.
      auto without_a = c.product;
      without_a.a.assign(without_a.a.size(), 0);
      auto outcome = run_rtl(array, without_a, rtl);
      e.cycles     = outcome.cycles;
      e.d          = std::move(outcome.d);
      if (source->pixels_read() != rows::pixels_read(all)) {
        throw std::logic_error("the RTL read " + std::to_string(source->pixels_read()) + " pixels");
      }
    } else {
      auto taken = c.product;
      taken.a    = name == "tlm" ? tlm_a(c, all) : golden_a(c, all);
      r.same_a   = r.same_a && taken.a == c.product.a;
      e.d        = tensor::gemm(array, taken);
    }
    e.seconds = processor_time() - start;
    r.run.engines.push_back(std::move(e));
  }
  compare(r.run);
  r.same_a = r.same_a && r.run.engines.front().d == tensor::gemm(array, c.product);
  return r;
}

std::string to_text(const direct_report& r, const direct_conv& c) {
  auto text =
      fmt::format("direct: {} pass{} of the picture, D {}\n", r.passes, r.passes == 1 ? "" : "es",
                  r.same_a ? "equal to im2col's, bit for bit" : "DIFFERS from im2col's");
  text +=
      fmt::format("bytes read for A: {}; by im2col {}, {:.2f} times as many\n", r.bytes,
                  r.bytes_of_a, static_cast<double>(r.bytes_of_a) / static_cast<double>(r.bytes));
  text +=
      fmt::format("multiply-adds a byte of A: {:.2f}; by im2col {:.2f}\n",
                  static_cast<double>(c.product.shape.macs()) / static_cast<double>(r.bytes),
                  static_cast<double>(c.product.shape.macs()) / static_cast<double>(r.bytes_of_a));
  text += fmt::format("cycles by im2col: {}, without what writes A\n", r.cycles_of_a);
  return text;
}

}  // namespace weft::sim
