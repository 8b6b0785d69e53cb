// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/array_trace.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/picture/waveform.hpp"
#include "sim/verilated/tensor_engine.hpp"

namespace weft::sim {
namespace {

using namespace golden::tensor;
using signals = std::map<std::string, wave_signal>;

const std::string Top = "dut.weft_tensor.";

std::string pe_path(unsigned row, unsigned col) {
  return Top + fmt::format("u_array.gen_col[{}].gen_row[{}].u_pe.", col, row);
}

/// A folder for one waveform.
class wave_folder {
 public:
  wave_folder() : path_(std::filesystem::temp_directory_path() / "weft-draw-XXXXXX") {
    auto name = path_.string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder " + name);
    path_ = name;
  }
  ~wave_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  wave_folder(const wave_folder&)            = delete;
  wave_folder& operator=(const wave_folder&) = delete;

  std::string wave() const { return path_ / "run.fst"; }
  /// Later waveforms of a process have numbers in their names.
  std::filesystem::path file() const { return *std::filesystem::directory_iterator(path_); }

 private:
  std::filesystem::path path_;
};

struct recording {
  signals wave;
  std::size_t cycles;
};

recording record(const config& c, const problem& p, const std::vector<std::string>& registers) {
  std::vector<std::string> names;
  for (const char* port : {"rst_ni", "cmd_valid_i", "cmd_ready_o", "advance"}) {
    names.push_back(Top + port);
  }
  for (unsigned row = 0; row < c.rows; ++row) {
    for (unsigned col = 0; col < c.cols; ++col) {
      for (const auto& name : registers) names.push_back(pe_path(row, col) + name);
    }
  }
  const wave_folder folder;
  rtl_options options;
  options.run.wave  = folder.wave();
  const auto cycles = run_rtl(c, p, options).cycles;
  if (!waveform_has(folder.file(), names.back())) {
    throw input_error(
        fmt::format("--array {}x{}: the inside of this array is recorded by a build "
                    "with -DWEFT_TRACE_ALL=ON only",
                    c.rows, c.cols));
  }
  return {read_waveform(folder.file(), names), cycles};
}

/// The cycle in which the command is taken.
std::size_t taken(const signals& wave) {
  std::size_t t = 0;
  while ((wave.at(Top + "rst_ni")[t] & wave.at(Top + "cmd_valid_i")[t] &
          wave.at(Top + "cmd_ready_o")[t]) == 0) {
    ++t;
  }
  return t;
}

constexpr unsigned CountBits = 8;  // bits of a sum of ones

/// Decodes a sum of ones: the element of C, and the number of products.
std::optional<partial_sum> decode(const shape& s, std::uint64_t sum) {
  const auto place = sum >> CountBits, count = low_bits(sum, CountBits);
  if (place == 0 || place > std::uint64_t{s.m} * s.n || count > s.k) return {};
  const auto index = static_cast<unsigned>(place - 1);
  return partial_sum{{index / s.n, index % s.n}, static_cast<unsigned>(count)};
}

/// One processing element: its registers in the three runs.
class pe {
 public:
  pe(const array_trace& trace, const recording (&runs)[3], unsigned row, unsigned col)
      : trace_(trace), runs_(runs), path_(pe_path(row, col)) {}

  std::optional<element> a(std::size_t t) const {
    return pair(t, "a_q", false, trace_.shape.m, trace_.shape.k);
  }
  std::optional<element> b(std::size_t t, const char* name) const {
    return pair(t, name, true, trace_.shape.k, trace_.shape.n);
  }
  std::optional<partial_sum> sum(std::size_t t, const char* name) const {
    return decode(trace_.shape, bits(2, t, name));
  }
  bool is(std::size_t t, const char* name) const { return bits(2, t, name) != 0; }

 private:
  std::uint64_t bits(int run, std::size_t t, const char* name) const {
    return runs_[run].wave.at(path_ + name)[t];
  }

  /// An operand: the first run holds the row of A's element or the column of B's, the second the
  /// other index.
  std::optional<element> pair(std::size_t t, const char* name, bool column_first, unsigned rows,
                              unsigned cols) const {
    auto row = bits(0, t, name) - 1, col = bits(1, t, name) - 1;
    if (column_first) std::swap(row, col);
    if (row >= rows || col >= cols) return {};
    return element{static_cast<unsigned>(row), static_cast<unsigned>(col)};
  }

  const array_trace& trace_;
  const recording (&runs_)[3];
  std::string path_;
};

/// The states of one processing element, cycle by cycle.
class pe_history {
 public:
  pe_history(const array_trace& trace, const recording (&runs)[3], unsigned row, unsigned col)
      : products_(trace.shape.k),
        passes_(sums_pass(trace.flow)),
        lowest_(row + 1 == trace.config.rows),
        here_(trace, runs, row, col),
        below_(trace, runs, lowest_ ? row : row + 1, col) {}

  /// The state in cycle `at` of the waveform, in which the array advances or stalls.
  pe_state next(std::size_t at, bool advances, bool last) {
    pe_state now;
    now.drain = drain_;
    // The shadow register takes its weight with `load`.
    loaded_ = loaded_ || here_.is(at, "control_q.load");

    const auto a = here_.a(at), b = here_.b(at, "multiplicand");
    const auto sum    = here_.sum(at, "addend");
    const bool weight = passes_ && here_.is(at, "weight.valid");
    const bool there  = a && b && sum && (weight || !passes_);
    if (advances && there && a->col == b->row && sum->of == element{a->row, b->col} &&
        sum->products < products_) {
      now.busy = worked_ = true;
      now.a              = a;
      now.b              = b;
      now.c              = {sum->of, sum->products + 1};
    } else if (passes_) {
      // A weight rests after its work, or waits in the shadow register; sums pass by.
      if (worked_ && weight) now.b = b;
      if (!worked_ && loaded_ && here_.is(at, "gen_weight.shadow_q.valid")) {
        now.b = here_.b(at, "gen_weight.shadow_q.value");
      }
      if (!weight) now.c = sum;
    }
    if (advances && !last) drain(at);
    return now;
  }

 private:
  /// The complete sum in the drain register after this cycle: a new one, or none when it has left.
  void drain(std::size_t at) {
    if (!passes_ && (here_.is(at, "control_q.last") || here_.is(at, "control_q.shift"))) {
      drain_ = here_.sum(at + 1, "d_q");
    } else if (lowest_ || below_.is(at, "control_q.shift")) {
      drain_.reset();
    }
  }

  unsigned products_;
  bool passes_, lowest_;
  pe here_, below_;
  bool loaded_ = false, worked_ = false;
  std::optional<partial_sum> drain_;
};

/// Checks that every product of every sum occurs exactly once.
void check(const array_trace& trace) {
  const auto& s = trace.shape;
  std::vector<bool> seen(s.macs());
  for (const auto& state : trace.states) {
    if (!state.busy) continue;
    const auto product = (std::size_t{state.a->row} * s.k + state.a->col) * s.n + state.b->col;
    if (seen[product]) throw std::logic_error("the array adds a product twice");
    seen[product] = true;
  }
  if (std::find(seen.begin(), seen.end(), false) != seen.end()) {
    throw std::logic_error("the array leaves a product out");
  }
}

}  // namespace

unsigned array_trace::busy(std::size_t cycle) const {
  const auto first = states.begin() + std::ptrdiff_t(cycle * config.rows * config.cols);
  return static_cast<unsigned>(
      std::count_if(first, first + config.rows * config.cols, [](auto& s) { return s.busy; }));
}

array_trace trace_array(const config& c, const shape& s, flow_e flow) {
  if (c.type != Int8 || std::max({s.m, s.n, s.k}) > MaxTraceDim) {
    throw std::invalid_argument("an array that cannot be traced");
  }
  const auto run = [&](auto a, auto b) {
    problem p{s, {}, {}, {}, flow};
    for (unsigned i = 0; i < s.m * s.k; ++i) p.a.push_back(a(i / s.k, i % s.k));
    for (unsigned i = 0; i < s.k * s.n; ++i) p.b.push_back(b(i / s.n, i % s.n));
    for (unsigned i = 0; i < s.m * s.n; ++i) p.c.push_back(std::uint64_t{i + 1} << CountBits);
    return record(
        c, p,
        {"a_q", "multiplicand", "addend", "d_q", "weight.valid", "gen_weight.shadow_q.valid",
         "gen_weight.shadow_q.value", "control_q.last", "control_q.shift", "control_q.load"});
  };
  const auto row         = [](unsigned i, unsigned) { return i + 1; };
  const auto col         = [](unsigned, unsigned j) { return j + 1; };
  const auto one         = [](unsigned, unsigned) { return 1U; };
  const recording runs[] = {run(row, col), run(col, row), run(one, one)};

  const std::size_t cycles = runs[2].cycles, start = taken(runs[2].wave);
  array_trace trace{c, s, flow, cycles, {}};
  trace.states.resize(cycles * c.rows * c.cols);

  const auto& advance = runs[2].wave.at(Top + "advance");
  for (unsigned col = 0; col < c.cols; ++col) {
    for (unsigned row = 0; row < c.rows; ++row) {
      pe_history history(trace, runs, row, col);
      for (std::size_t t = 0; t < cycles; ++t) {
        trace.states[(t * c.rows + row) * c.cols + col] =
            history.next(start + t, advance[start + t] != 0, t + 1 == cycles);
      }
    }
  }
  check(trace);
  return trace;
}

}  // namespace weft::sim
