// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/file/sm_arch.hpp"
#include "sim/golden/sm/sm_bench.hpp"
#include "sim/program/sm/sm_arguments.hpp"

namespace weft::sim {
namespace {

using namespace golden::sm;

/// A row of the text's tables 5-5, 5-6 and 5-8; a negative number is a dash there. Peaks are
/// TFLOPS, 0 where the text has none.
struct printed {
  std::string_view arch, remark;
  int mhz, sms, blocks, cores, fp64, sfu;
  double int32, fp32, fp64_peak, fp16;
  int sm_cores, sm_blocks, sm_schedulers, sm_dispatch;
};
constexpr printed Printed[] = {
    {"fermi", "5-6 is at 1500 MHz, 5-5 at 701 MHz or twice that", 701, 16, -1, 512, -1, 64, 0, 1.5,
     .768, 0, 32, -1, 2, 2},
    {"kepler",
     "960 / 15 is 64 FP64 an SM, the figure's text says 32; 240 / 15 is 16 SFU, it says 32", 875,
     15, -1, 2880, 960, 240, 0, 5.04, 1.68, 0, 192, -1, 4, 8},
    {"maxwell", "", 1114, 24, 4, 3072, 96, 768, 0, 6.84, .21, 0, 128, 4, 4, 8},
    {"pascal", "", 1480, 56, 2, 3584, 1792, 896, 0, 10.6, 5.3, 21.2, 64, 2, 2, 4},
    {"volta", "5376 cores are the die's 84 SM; the product's 80 have 5120", 1530, 80, 4, 5376, 2560,
     1280, 15.7, 15.7, 7.8, 31.4, 64, 4, 4, 4},
    {"turing", "", 1770, 72, 4, 4608, -1, 1152, 16.3, 16.3, 0, 32.6, 64, 4, 4, 4},
    {"ampere", "128 SM, 4096 FP64 and 2048 SFU are the die's; 6912 cores are 108 SM", 1410, 128, 4,
     6912, 4096, 2048, 19.5, 19.5, 9.7, 78, 64, 4, 4, 4},
};

/// Results a cycle of a multiprocessor, from the difference of two lengths; nothing without the
/// unit.
std::optional<double> rate(const arch& k, std::string_view name, unsigned results = Lanes) {
  const auto all       = microbenchmarks();
  const auto b         = std::find_if(all.begin(), all.end(),
                                      [&](const auto& x) { return x.name == name && !x.dependent; });
  const unsigned warps = 16 * k.schedulers;
  try {
    const double cycles = interval(
        k, warps, [&](unsigned n) { return std::vector{step_of(*b, n)}; }, 48);
    return results * warps / cycles * k.blocks;
  } catch (const fault&) {
    return std::nullopt;
  }
}

/// Results a cycle of a multiprocessor by its lanes.
std::optional<double> lanes(const arch& k, unit_e unit, unsigned results = 1) {
  double sum = 0;
  for (const port& p : k.ports) {
    if (std::find(p.units.begin(), p.units.end(), unit) != p.units.end()) {
      sum += p.lanes_of(unit);
    }
  }
  if (unit == unit_e::Fp64 && k.fp64_alone) sum /= 2;
  return sum == 0 ? std::nullopt : std::optional(sum * results * k.blocks);
}

std::string cell(std::optional<double> x, int digits = 3) {
  return x ? fmt::format("{:.{}f}", *x, digits) : "-";
}
std::string cell(int x) { return x < 0 ? "-" : std::to_string(x); }

struct quantity {
  std::string_view name, bench;
  unit_e unit;
  unsigned results;  // of a thread
};
constexpr quantity Quantities[] = {{"INT", "iadd", unit_e::Int, 1},
                                   {"FP32", "fmul", unit_e::Fp32, 1},
                                   {"FP64", "dfma", unit_e::Fp64, 1},
                                   {"FP16", "hmul2", unit_e::Fp16, 2},
                                   {"SFU", "mufu", unit_e::Sfu, 1}};

void print_rates() {
  fmt::print("results a cycle of a multiprocessor: by its lanes, measured on the model\n");
  fmt::print("{:<9}", "");
  for (const auto& q : Quantities) fmt::print("{:>18}", q.name);
  fmt::print("\n");
  for (const auto& name : sm_presets()) {
    const arch k = read_sm_arch(name);
    fmt::print("{:<9}", name);
    for (const auto& q : Quantities) {
      fmt::print("{:>9}{:>9}", cell(lanes(k, q.unit, q.results), 1),
                 cell(rate(k, q.bench, Lanes * q.results), 1));
    }
    fmt::print("\n");
  }
}

void print_5_5() {
  fmt::print("table 5-5: the text's number, that of the model\n");
  fmt::print("{:<9}{:>6}{:>13}{:>13}{:>13}{:>13}\n", "", "MHz", "SM", "cores", "FP64", "SFU");
  for (const printed& p : Printed) {
    const arch k     = read_sm_arch(std::string(p.arch));
    const auto total = [&](unit_e u) {
      const auto n = lanes(k, u);
      return n ? static_cast<int>(*n * k.sms) : -1;
    };
    fmt::print("{:<9}{:>6}", p.arch, p.mhz);
    const auto pair = [](int text, int model) {
      fmt::print("{:>7}{:>6}", cell(text), cell(model));
    };
    pair(p.sms, static_cast<int>(k.sms));
    pair(p.cores, total(unit_e::Fp32));
    pair(p.fp64, total(unit_e::Fp64));
    pair(p.sfu, total(unit_e::Sfu));
    fmt::print("{}{}\n", p.remark.empty() ? "" : "  ", p.remark);
  }
}

void print_5_6() {
  fmt::print("table 5-6, T operations a second: the text's number, derived, measured\n");
  fmt::print("{:<9}{:>22}{:>22}{:>22}{:>22}\n", "", "INT", "FP32", "FP64", "FP16");
  for (const printed& p : Printed) {
    const arch k = read_sm_arch(std::string(p.arch));
    fmt::print("{:<9}", p.arch);
    const double text[]{p.int32, p.fp32, p.fp64_peak, p.fp16};
    for (std::size_t n = 0; n < 4; ++n) {
      const quantity& q  = Quantities[n];
      const double scale = 2e-6 * k.sms * k.mhz;
      const auto times   = [scale](std::optional<double> x) {
        return x ? std::optional(*x * scale) : x;
      };
      const bool shown = text[n] != 0;
      fmt::print("{:>6}{:>8}{:>8}", shown ? fmt::format("{:g}", text[n]) : "-",
                 shown ? cell(times(lanes(k, q.unit, q.results))) : "-",
                 shown ? cell(times(rate(k, q.bench, Lanes * q.results))) : "-");
    }
    fmt::print("{}{}\n", p.remark.empty() ? "" : "  ", p.remark);
  }
  fmt::print("tensor, FP16 with FP32 sums: derived, measured\n");
  struct tensor {
    const char *arch, *bench, *text;
    unsigned macs;
  };
  for (const tensor& t :
       {tensor{"volta", "hmma884", "125", 256}, tensor{"ampere", "hmma16816", "312", 2048}}) {
    const arch k       = read_sm_arch(t.arch);
    const double scale = 2e-6 * k.sms * k.mhz;
    // Operands of HMMA.884 stay in their slots, as compiled code has them.
    const auto all      = microbenchmarks();
    const auto b        = *std::find_if(all.begin(), all.end(),
                                        [&](const auto& x) { return x.name == t.bench && !x.dependent; });
    const double cycles = interval(
        k, 4,
        [&](unsigned n) {
          auto i  = step_of(b, n);
          i.reuse = 3;
          return std::vector{i};
        },
        16);
    fmt::print("{:<9}{:>6}{:>8.3f}{:>8.3f}\n", t.arch, t.text, k.tensor_macs * k.blocks * scale,
               4 * t.macs / cycles * k.blocks * scale);
  }
}

void print_5_7() {
  struct ratio {
    const char *chip, *text, *arch, *remark;
  };
  constexpr const char* Whole = "  not of a multiprocessor: only the ratio can be compared";
  constexpr ratio Ratios[]    = {{"GF100", "32:0", "fermi",
                                  "  the text counts units of FP64 alone; both ports together are 16"},
                                 {"GK110", "192:64", "kepler", ""},
                                 {"GM200", "128:4", "maxwell", ""},
                                 {"GP100", "64:32", "pascal", ""},
                                 {"GV100", "256:128", "volta", Whole},
                                 {"TU102", "256:0", "turing", Whole},
                                 {"GA100", "256:128", "ampere", Whole}};
  fmt::print("table 5-7, FP32 to FP64: the text's, the model's lanes of a multiprocessor\n");
  for (const ratio& r : Ratios) {
    const arch k = read_sm_arch(r.arch);
    fmt::print("{:<9}{:>9}{:>9}{}\n", r.chip, r.text,
               fmt::format("{:.0f}:{:.0f}", lanes(k, unit_e::Fp32).value_or(0),
                           lanes(k, unit_e::Fp64).value_or(0)),
               r.remark);
  }
}

void print_5_8() {
  fmt::print(
      "table 5-8, a multiprocessor: the text's, the model's\n{:<9}{:>13}{:>12}{:>12}{:>12}\n", "",
      "cores", "blocks", "schedulers", "dispatch");
  for (const printed& p : Printed) {
    const arch k              = read_sm_arch(std::string(p.arch));
    const unsigned schedulers = k.blocks * k.schedulers;
    fmt::print("{:<9}{:>7}{:>6.0f}{:>6}{:>6}{:>6}{:>6}{:>6}{:>6}\n", p.arch, p.sm_cores,
               lanes(k, unit_e::Fp32).value_or(0), cell(p.sm_blocks), k.blocks, p.sm_schedulers,
               schedulers, p.sm_dispatch, schedulers * k.dispatch);
  }
}

void print_latency() {
  fmt::print("cycles between two instructions of a warp that depend, measured on the model\n{:<9}",
             "");
  std::vector<microbenchmark> chains;
  for (const auto& b : microbenchmarks()) {
    if (b.dependent) chains.push_back(b);
  }
  for (const auto& b : chains) fmt::print("{:>10}", b.name);
  fmt::print("\n");
  for (const auto& name : sm_presets()) {
    const arch k = read_sm_arch(name);
    fmt::print("{:<9}", name);
    for (const auto& b : chains) {
      try {
        fmt::print("{:>10}", interval(
                                 k, 1, [&](unsigned n) { return std::vector{step_of(b, n)}; }, 8));
      } catch (const fault&) {
        fmt::print("{:>10}", "-");
      }
    }
    fmt::print("\n");
  }
}

class tables_command {
 public:
  void add_to(options& o) {
    o.choice("--table", table_, {"all", "5-5", "5-6", "5-7", "5-8", "rates", "latency"});
  }

  int run() const {
    const std::pair<const char*, void (*)()> all[] = {
        {"5-5", print_5_5}, {"5-6", print_5_6},     {"5-7", print_5_7},
        {"5-8", print_5_8}, {"rates", print_rates}, {"latency", print_latency}};
    for (const auto& [name, print] : all) {
      if (table_ != "all" && table_ != name) continue;
      print();
      if (table_ == "all") fmt::print("\n");
    }
    return 0;
  }

 private:
  std::string table_ = "all";
};

}  // namespace

void add_sm_tables(options& o) { add<tables_command>(o); }

}  // namespace weft::sim
