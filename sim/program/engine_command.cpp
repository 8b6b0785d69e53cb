// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/matrix_types.hpp"
#include "sim/file/npy.hpp"
#include "sim/file/parse_dims.hpp"
#include "sim/harness/engine_host.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/progress.hpp"
#include "sim/verilated/engine_engine.hpp"

namespace weft::sim {
namespace {

using golden::tensor::flow_e;
using golden::tensor::operand_t;

/// Where the operands lie: A, B, C and D one behind the other, each at a word of the widest bus.
struct layout {
  golden::engine::job job;
  std::uint64_t bytes = 0;

  std::uint64_t place(std::uint64_t rows, std::uint64_t pitch) {
    const std::uint64_t at = engine_memory::Base + bytes;
    bytes += (rows * pitch + 63) / 64 * 64;
    return at;
  }
};

/// The registers of an engine after its job, and D.
struct answer {
  std::uint64_t time, array, read, written, wait_load, wait_store;
  std::vector<golden::tensor::result_t> d;

  bool operator==(const answer&) const = default;
};

gtkw::view engine_view(const std::string& wave) {
  using enum gtkw::radix_e;
  const auto signal = [](const std::string& name, gtkw::radix_e radix = Hex) {
    return gtkw::signal{"dut.weft_engine." + name, radix};
  };
  gtkw::view view{.waveform = wave, .groups = {}};
  view.groups = {
      {"registers",
       {signal("clk_i", Binary), signal("rst_ni", Binary), signal("s_axil_awvalid_i", Binary),
        signal("s_axil_awaddr_i[11:0]"), signal("s_axil_wdata_i[31:0]"), signal("irq_o", Binary),
        signal("idle_o", Binary)}},
      {"reads",
       {signal("m_axi_arvalid_o", Binary), signal("m_axi_arready_i", Binary),
        signal("m_axi_araddr_o[63:0]"), signal("m_axi_arlen_o[7:0]", Decimal),
        signal("m_axi_rvalid_i", Binary), signal("m_axi_rlast_i", Binary)}},
      {"array", {signal("u_core.array_busy", Binary), signal("u_core.array_done", Binary)}},
      {"writes",
       {signal("m_axi_awvalid_o", Binary), signal("m_axi_awready_i", Binary),
        signal("m_axi_awaddr_o[63:0]"), signal("m_axi_awlen_o[7:0]", Decimal),
        signal("m_axi_wvalid_o", Binary), signal("m_axi_wlast_o", Binary),
        signal("m_axi_bvalid_i", Binary)}}};
  view.end = 60'000;
  return view;
}

/// `weft engine`: the accelerator with registers and bus.
class engine_command {
 public:
  void add_to(options& o);

 private:
  int execute() const;
  golden::engine::config parse() const;
  const built_engine& built(golden::engine::config& k) const;
  layout place(const golden::engine::config& k, const golden::tensor::problem& p) const;
  answer run_on(const golden::engine::config& k, engine_pins pins, const layout& l,
                const std::vector<std::uint8_t>& memory, const std::string& engine) const;

  options* run_ = nullptr;
  std::string a_, b_, c_, d_, type_ = "int8", array_ = "16x16", dataflow_ = "ws", output_ = "sums";
  std::string engine_ = "all", wave_;
  std::string blocks_;
  unsigned bus_ = 128;
  std::optional<unsigned> burst_, in_flight_;
  bool narrow_ = false, transpose_a_ = false, transpose_b_ = false, relu_ = false;
  float scale_           = 1;
  std::uint64_t latency_ = 100, seed_ = 1;
  double stall_ = 0;
};

void engine_command::add_to(options& o) {
  auto& run = o.subcommand("run", "D = A * B + C by registers and DMA, from memory to memory");
  run_      = &run;
  run.text("A", a_, "M x K matrix, .npy of the type").required();
  run.text("B", b_, "K x N matrix, likewise").required();
  run.text("--c", c_, "M x N addend, .npy of the type of the sums");
  run.text("-o,--output", d_, "D = A * B + C as .npy").output();
  run.flag("--narrow", narrow_, "Round <f4 and <f8 operands to the type");
  run.flag("--transpose-a", transpose_a_, "A's file has K rows of M");
  run.flag("--transpose-b", transpose_b_, "B's file has N rows of K");
  run.flag("--relu", relu_, "Negative results become 0");
  run.choice("--out", output_, {"sums", "int8", "fp16"},
             "D: sums, int8 or fp16, the sum times --scale");
  run.number("--scale", scale_, {}, "FP32, for --out int8 and fp16");
  run.text("--type", type_, "Operands, as of weft gemm; one product a step");
  run.text("--array", array_, "Rows x columns of the array");
  run.choice("--dataflow", dataflow_, {"ws", "os", "bi"},
             "ws (weight-stationary), os (output-stationary), bi (bidirectional)");
  run.text("--blocks", blocks_, "MxNxK of a block; default: 64x64x256, or what the RTL has");
  run.number("--bus", bus_, {64, 256}, "Bits of a word of the bus: 64, 128 or 256");
  run.number("--burst", burst_, {8, 4096}, "Longest burst in bytes; default: 256, or the RTL's");
  run.number("--in-flight", in_flight_, {1, 256},
             "Bursts that the bus may owe; default: 16, or the RTL's");
  run.number("--latency", latency_, {0, 100'000}, "Cycles from a request to its first word");
  run.number("--stall", stall_, {0, 90}, "Percent of cycles in which each channel stalls");
  run.number("--seed", seed_, {}, "Seed of the RTL's initial state and of the stalls");
  run.choice("--engine", engine_, {"golden", "rtl", "all"});
  run.text("--wave", wave_, "FST file for the RTL's waveform; a .gtkw is written beside it");
  run.runs([this] { return execute(); });
}

golden::engine::config engine_command::parse() const {
  golden::engine::config k;
  auto& array                      = k.core.array;
  array.type                       = parse_type(type_, "");
  array.epilogue                   = relu_ || output_ != "sums";
  std::tie(array.rows, array.cols) = parse_array(array_);
  if (array.type.lanes() != 1) {
    throw input_error(fmt::format("--type {}: the engine takes one product a step", type_));
  }
  if (!std::has_single_bit(bus_)) {
    throw input_error(fmt::format("--bus {}: 64, 128 or 256", bus_));
  }
  k.core.bus.bytes       = bus_ / 8;
  k.core.bus.burst_bytes = burst_.value_or(256);
  k.core.bus.in_flight   = in_flight_.value_or(16);
  if (!std::has_single_bit(k.core.bus.burst_bytes) || k.core.bus.burst_bytes < bus_ / 8) {
    throw input_error(fmt::format("--burst {}: a power of two, at least the bus's {} bytes",
                                  k.core.bus.burst_bytes, bus_ / 8));
  }
  k.core.bus.beats = std::max(128u, k.core.bus.burst_bytes / k.core.bus.bytes);
  if (!blocks_.empty()) {
    const auto dims = parse_dims<3>(blocks_, 4096);
    if (!dims) throw input_error(fmt::format("--blocks {}: MxNxK, 1 to 4096 each", blocks_));
    std::tie(k.core.block_m, k.core.block_n, k.core.block_k) =
        std::tuple((*dims)[0], (*dims)[1], (*dims)[2]);
  }
  array.partial_rows = k.core.block_m;
  return k;
}

const built_engine& engine_command::built(golden::engine::config& k) const {
  std::string there;
  for (const built_engine& unit : built_engine_units()) {
    const auto &has = unit.k.core, &wants = k.core;
    there += fmt::format(
        "{} {} {}x{}, bus of {} bits, bursts of {} bytes, {} in flight, blocks of "
        "{}x{}x{}",
        there.empty() ? "" : ";", name_of(has.array.type), has.array.rows, has.array.cols,
        8 * has.bus.bytes, has.bus.burst_bytes, has.bus.in_flight, has.block_m, has.block_n,
        has.block_k);
    if (has.array.type != wants.array.type || has.array.rows != wants.array.rows ||
        has.array.cols != wants.array.cols || has.bus.bytes != wants.bus.bytes ||
        (wants.array.epilogue && !has.array.epilogue) ||
        (burst_ && has.bus.burst_bytes != *burst_) ||
        (in_flight_ && has.bus.in_flight != *in_flight_) ||
        (!blocks_.empty() && std::tuple(has.block_m, has.block_n, has.block_k) !=
                                 std::tuple(wants.block_m, wants.block_n, wants.block_k))) {
      continue;
    }
    k = unit.k;
    return unit;
  }
  throw input_error(fmt::format(
      "--array {}: the RTL of this engine is not in this build, which has{}; --engine golden takes "
      "any",
      array_, there));
}

layout engine_command::place(const golden::engine::config& k,
                             const golden::tensor::problem& p) const {
  layout l;
  auto& j       = l.job;
  j.m           = p.shape.m;
  j.n           = p.shape.n;
  j.k           = p.shape.k;
  j.flow        = static_cast<unsigned>(p.flow);
  j.preload     = !c_.empty();
  j.transpose_a = transpose_a_;
  j.transpose_b = transpose_b_;
  j.relu        = relu_;
  j.out         = static_cast<unsigned>(p.epilogue.output);
  j.scale       = p.epilogue.scale;
  j.lda         = (transpose_a_ ? j.m : j.k) * k.core.a_bytes();
  j.ldb         = (transpose_b_ ? j.k : j.n) * k.core.b_bytes();
  j.ldc         = j.n * k.core.sum_bytes();
  j.ldd         = j.n * golden::tensor::output_bytes(k.core.array.type, p.epilogue);
  j.a           = l.place(transpose_a_ ? j.k : j.m, j.lda);
  j.b           = l.place(transpose_b_ ? j.n : j.k, j.ldb);
  j.c           = l.place(j.preload ? j.m : 0, j.ldc);
  j.d           = l.place(j.m, j.ldd);
  return l;
}

answer engine_command::run_on(const golden::engine::config& k, engine_pins pins, const layout& l,
                              const std::vector<std::uint8_t>& memory,
                              const std::string& engine) const {
  using namespace golden::engine_map;
  const double moves = 1 - stall_ / 100;
  const auto channel = [&](std::uint64_t i) {
    return stall_ == 0 ? always() : randomly(moves, seed_ * 8 + i);
  };
  const axi_timing timing{
      .latency = latency_, .request = channel(0), .answer = channel(1), .write = channel(2)};
  engine_host host(k.core, std::move(pins), engine_memory(k.core, memory, timing), latency_);
  if (k.closed) host.open();
  host.write(IrqEnable, StatusDone | StatusError);
  host.start(l.job);
  progress bar(engine + ": cycles", progress::Unknown);
  std::uint64_t shown = 0;
  host.until_interrupt([&](std::uint64_t cycles) {
    bar.advance(cycles - shown);
    shown = cycles;
  });
  if (const auto code = host.read(Error); code != 0) {
    throw input_error(fmt::format("{}: the engine refuses the job with error {}", engine, code));
  }
  answer x{host.read64(TimeLo),
           host.read64(CyclesLo),
           host.read64(ReadBytesLo),
           host.read64(WriteBytesLo),
           host.read64(WaitLoadLo),
           host.read64(WaitStoreLo),
           {}};
  const unsigned bytes = l.job.ldd / l.job.n;
  const auto& all      = host.memory().bytes();
  for (std::size_t i = 0; i < std::size_t{l.job.m} * l.job.n; ++i) {
    x.d.push_back(
        golden::engine_core::element(&all[l.job.d - engine_memory::Base + i * bytes], bytes));
  }
  return x;
}

int engine_command::execute() const {
  auto k          = parse();
  engines on      = engine_ == "all" ? engines{"golden", "rtl"} : engines{engine_};
  const auto* rtl = on.back() == "rtl" ? &built(k) : nullptr;
  check_wave(wave_, on);
  if (!d_.empty()) check_writable(d_);
  const auto& type = k.core.array.type;

  const npy::array2d file_a = npy::read(a_), file_b = npy::read(b_);
  golden::tensor::problem p;
  p.a     = operands(file_a, type, operand_e::A, narrow_);
  p.b     = operands(file_b, type, operand_e::B, narrow_);
  p.shape = {transpose_a_ ? file_a.cols : file_a.rows, transpose_b_ ? file_b.rows : file_b.cols,
             transpose_a_ ? file_a.rows : file_a.cols};
  const auto k_of_b = transpose_b_ ? file_b.cols : file_b.rows;
  if (k_of_b != p.shape.k) {
    throw input_error(fmt::format("{}: K is {}, but that of {} is {}", b_, k_of_b, a_, p.shape.k));
  }
  if (!c_.empty()) {
    const npy::array2d file = npy::read(c_);
    if (file.rows != p.shape.m || file.cols != p.shape.n) {
      throw input_error(fmt::format("{}: {} x {}, but A * B is {} x {}", c_, file.rows, file.cols,
                                    p.shape.m, p.shape.n));
    }
    p.c = npy::bits(file, {result_dtype(type)});
  }
  p.flow = dataflow_ == "ws"   ? flow_e::WeightStationary
           : dataflow_ == "os" ? flow_e::OutputStationary
                               : flow_e::Bidirectional;
  using enum golden::epilogue::output_e;
  p.epilogue = {output_ == "sums"   ? KeepSum
                : output_ == "int8" ? ToInt8
                                    : ToFp16,
                relu_, std::bit_cast<std::uint32_t>(scale_)};

  const layout l                   = place(k, p);
  constexpr std::uint64_t MaxBytes = std::uint64_t{1} << 30;
  if (l.bytes > MaxBytes) {
    throw input_error(
        fmt::format("{}, {}: operands and D take {} bytes, at most {}", a_, b_, l.bytes, MaxBytes));
  }
  std::vector<std::uint8_t> memory(l.bytes);
  const auto put = [&](std::uint64_t at, const auto& elements, unsigned bytes) {
    for (std::size_t i = 0; i < elements.size(); ++i) {
      for (unsigned b = 0; b < bytes; ++b) {
        memory[at - engine_memory::Base + i * bytes + b] =
            static_cast<std::uint8_t>(elements[i] >> 8 * b);
      }
    }
  };
  put(l.job.a, p.a, k.core.a_bytes());
  put(l.job.b, p.b, k.core.b_bytes());
  put(l.job.c, p.c, k.core.sum_bytes());

  std::vector<answer> answers;
  const double macs = static_cast<double>(p.shape.m) * p.shape.n * p.shape.k;
  const double all  = static_cast<double>(k.core.array.rows) * k.core.array.cols;
  for (const auto& engine : on) {
    engine_pins pins;
    if (engine == "rtl") {
      pins = rtl->make({.seed = seed_, .wave = wave_});
    } else {
      auto model = std::make_shared<golden::engine::model>(k);
      pins       = [model](const golden::engine::inputs& in) {
        const auto out = model->peek(in);
        model->step(in);
        return out;
      };
    }
    const answer x = run_on(k, std::move(pins), l, memory, engine);
    fmt::print("{:<8}{} cycles, {:.1f} % of {} multiply-adds a cycle; array busy {:.1f} %\n",
               engine, x.time, 100 * macs / all / static_cast<double>(x.time), all,
               100 * static_cast<double>(x.array) / static_cast<double>(x.time));
    fmt::print(
        "{:<8}{} bytes read, {} written; {} cycles waited for operands, {} for sums to "
        "leave\n",
        "", x.read, x.written, x.wait_load, x.wait_store);
    answers.push_back(x);
  }
  const bool same = agree(answers, [](const answer& x, const answer& y) { return x == y; });
  fmt::print("{}", verdict(on, same));
  if (!wave_.empty()) fmt::print("{}", write_view(engine_view(wave_)));
  if (!same) return exit_code(same, *run_, seed_);
  if (!d_.empty()) {
    const auto dtype = output_ == "sums"   ? result_dtype(type)
                       : output_ == "int8" ? npy::dtype_e::I1
                                           : npy::dtype_e::F2;
    npy::write(d_, npy::pack(dtype, p.shape.m, p.shape.n, answers.front().d));
  }
  return 0;
}

}  // namespace

void add_engine_command(options& o) { add<engine_command>(o); }

}  // namespace weft::sim
