// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/file/check_writable.hpp"
#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/file/mppa_program.hpp"
#include "sim/file/output_file.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/engines.hpp"
#include "sim/program/mppa/mppa_core_run.hpp"
#include "sim/verilated/mppa/mppa_engine.hpp"
#include "systemc/mppa.hpp"
#include "systemc/payload.hpp"

namespace weft::sim {
namespace {

using namespace golden::mppa;

constexpr std::uint64_t MemoryBytes = 1 << 22;  // the memory of an MPPA3 cluster

/// Parses the ADDR: of --mem and --dump.
std::uint64_t take_number(const std::string& option, std::string_view& rest) {
  const auto text  = rest.substr(0, rest.find(':'));
  const bool hex   = text.starts_with("0x");
  const auto digit = text.substr(hex ? 2 : 0);
  std::uint64_t x  = 0;
  const auto end   = digit.data() + digit.size();
  const auto parse = std::from_chars(digit.data(), end, x, hex ? 16 : 10);
  if (text.size() == rest.size() || parse.ptr != end || parse.ec != std::errc()) {
    throw input_error(option);
  }
  rest.remove_prefix(text.size() + 1);
  return x;
}

void check_range(const std::string& option, std::uint64_t at, std::uint64_t size) {
  if (at > MemoryBytes || size > MemoryBytes - at) {
    throw input_error(fmt::format("{}: beyond the memory of {} bytes", option, MemoryBytes));
  }
}

/// A range of memory bytes to read from or write to a file.
struct range {
  std::uint64_t at, size;
  std::string file;
};

range parse_dump(const std::string& text) {
  const auto option = fmt::format("--dump {}: ADDR:LENGTH:FILE", text);
  std::string_view rest(text);
  const std::uint64_t at = take_number(option, rest), size = take_number(option, rest);
  check_range("--dump " + text, at, size);
  check_writable(std::string(rest));
  return {at, size, std::string(rest)};
}

void read_memory(const std::string& text, std::vector<std::uint8_t>& memory) {
  std::string_view rest(text);
  const std::uint64_t at = take_number(fmt::format("--mem {}: ADDR:FILE", text), rest);
  const std::string file(rest);
  const std::string bytes = read_file(file);
  check_range("--mem " + text, at, bytes.size());
  std::copy(bytes.begin(), bytes.end(), memory.begin() + static_cast<std::ptrdiff_t>(at));
}

/// The TLM model with a memory that takes latency - 1 cycles, as a plain call.
class platform : public sc_core::sc_module {
 public:
  platform(const sc_core::sc_module_name& name, const config& k, mppa_bytes& memory,
           std::uint64_t latency)
      : sc_module(name),
        unit_("unit", k, Period),
        memory_(memory),
        takes_(static_cast<double>(latency - 1) * Period) {
    program_.bind(unit_.program);
    unit_.memory.bind(bytes_);
    bytes_.register_b_transport(this, &platform::b_transport);
  }

  std::uint64_t run(std::vector<bundle> program) {
    tlm::tlm_generic_payload trans;
    systemc::fill(trans, tlm::TLM_WRITE_COMMAND, 0, program.data(),
                  program.size() * sizeof(bundle));
    sc_core::sc_time now;
    program_->b_transport(trans, now);
    if (!trans.is_response_ok()) throw std::logic_error("TLM: " + trans.get_response_string());
    return static_cast<std::uint64_t>(now / Period);
  }

 private:
  inline static const sc_core::sc_time Period{1, sc_core::SC_NS};

  void b_transport(tlm::tlm_generic_payload& trans, sc_core::sc_time& delay) {
    register_t data;
    auto* bytes     = trans.get_data_ptr();
    const auto addr = trans.get_address();
    if (trans.is_read()) {
      data = memory_.read(addr);
      std::memcpy(bytes, data.data(), sizeof data);
    } else {
      std::memcpy(data.data(), bytes, sizeof data);
      memory_.write(addr, data);
    }
    delay += takes_;
    trans.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  tlm_utils::simple_initiator_socket<platform> program_{"program"};
  tlm_utils::simple_target_socket<platform> bytes_{"bytes"};
  systemc::mppa unit_;
  mppa_bytes& memory_;
  sc_core::sc_time takes_;
};

const built_mppa& built_unit(unsigned loads) {
  std::string there;
  for (const built_mppa& unit : built_mppa_units()) {
    if (unit.k.loads == loads) return unit;
    there += fmt::format(" {}", unit.k.loads);
  }
  throw input_error(fmt::format(
      "--loads {}: the RTL of this build has{}; --engine golden or tlm takes any", loads, there));
}

gtkw::view mppa_view(const std::string& wave) {
  const auto signal = [](const std::string& name, gtkw::radix_e radix = gtkw::radix_e::Hex) {
    return gtkw::signal{"dut.weft_mppa." + name, radix};
  };
  using enum gtkw::radix_e;
  gtkw::view view{.waveform = wave, .groups = {}};
  view.groups = {
      {"clock", {signal("clk_i", Binary), signal("rst_ni", Binary), signal("busy_o", Binary)}},
      {"bundles",
       {signal("in_valid_i", Binary), signal("in_ready_o", Binary),
        signal("head.mem_op[1:0]", Enum), signal("head.mem_reg[5:0]", Decimal),
        signal("head.move_op[1:0]", Enum), signal("head.move_dst[5:0]", Decimal),
        signal("head.mac_op[1:0]", Enum), signal("head.mac_d[5:0]", Decimal),
        signal("head.mac_a[5:0]", Decimal), signal("head.mac_b[5:0]", Decimal),
        signal("issue", Binary)}},
      {"memory",
       {signal("req_valid_o", Binary), signal("req_ready_i", Binary), signal("req_write_o", Binary),
        signal("req_addr_o[31:0]"), signal("req_data_o[255:0]"), signal("rsp_valid_i", Binary),
        signal("rsp_data_i[255:0]")}},
      {"array",
       {signal("array_valid_q", Binary), signal("array_q.op[1:0]", Enum),
        signal("array_q.d[5:0]", Decimal), signal("step_q[1:0]", Decimal)}},
      {"registers that wait", {signal("awaited[47:0]"), signal("computed[47:0]")}}};
  view.end = 60'000;
  return view;
}

/// `weft mppa`: programs of the tensor coprocessor.
class mppa_command {
 public:
  void add_to(options& o);

 private:
  /// Prints bundles, cycles and the utilisation of the array. Returns 1 if engines disagree. Throws
  /// input_error.
  int execute() const;

  /// The same of a program of the core.
  int execute_core() const;
  static void write_dumps(const std::vector<range>& dumps, const std::vector<std::uint8_t>& bytes);

  options* run_ = nullptr;
  std::string program_, engine_ = "all", wave_, trace_, interleave_ = "64";
  bool why_       = false;
  unsigned cores_ = 1;
  std::vector<std::string> memories_, dumps_;
  std::uint64_t latency_ = 1, seed_ = 1;
  unsigned loads_ = 8;
};

void mppa_command::add_to(options& o) {
  auto& run = o.subcommand("run", "A program, beginning with a memory of zeros");
  run_      = &run;
  run.text("PROGRAM", program_,
           "Text; docs/unit/mppa.md has the language, that of a name in .s docs/unit/mppa_core.md")
      .required();
  add_engines(run, engine_);
  run.list("--mem", memories_, "ADDR:FILE, bytes to put into the memory").repeated();
  run.list("--dump", dumps_, "ADDR:LENGTH:FILE, bytes to write afterwards").repeated().output();
  run.number("--latency", latency_, {1, 1000}, "Cycles from a request to its answer");
  run.number("--loads", loads_, {1, 64}, "Loads on their way at a time");
  run.number("--seed", seed_, {}, "Seed of the RTL's initial state");
  run.text("--wave", wave_, "FST file for the RTL's waveform; a .gtkw is written beside it");
  run.number("--cores", cores_, {1, 16}, "Cores that share banks of memory; .s");
  run.choice("--interleave", interleave_, {"64", "256", "bank"},
             "Bytes of a bank in turn, or a bank a core; .s");
  run.flag("--why", why_, "What cycles are spent on; .s");
  run.text("--trace", trace_, "JSON file of bundles and waits, for Perfetto; .s").output();
  run.runs([this] { return is_mppa_core_program(program_) ? execute_core() : execute(); });
  auto& check = o.subcommand("check", "What the bundles of a program take, and how long they wait");
  check.text("PROGRAM", program_, "A name in .s; docs/unit/mppa_core.md has the language")
      .required();
  check.runs([this] { return check_mppa_core_program(program_); });
  o.subcommand("figures", "What the core reaches: peaks, chains, tiles, bundles, banks").runs([] {
    return print_mppa_core_figures();
  });
}

void mppa_command::write_dumps(const std::vector<range>& dumps,
                               const std::vector<std::uint8_t>& bytes) {
  for (const range& d : dumps) {
    write_file(d.file, {reinterpret_cast<const char*>(bytes.data()) + d.at, d.size});
    fmt::print("{}: {} bytes\n", d.file, d.size);
  }
}

int mppa_command::execute_core() const {
  std::vector<range> dumps;
  for (const auto& text : dumps_) dumps.push_back(parse_dump(text));
  mppa_core_memory memory;
  for (const auto& text : memories_) read_memory(text, memory.smem);
  const int code = run_mppa_core_program({.program    = program_,
                                          .engine     = engine_,
                                          .trace      = trace_,
                                          .wave       = wave_,
                                          .interleave = interleave_,
                                          .latency    = latency_,
                                          .seed       = seed_,
                                          .cores      = cores_,
                                          .loads      = loads_,
                                          .why        = why_},
                                         memory, *run_);
  if (code == 0) write_dumps(dumps, memory.smem);
  return code;
}

int mppa_command::execute() const {
  for (const char* option : {"--cores", "--interleave", "--why", "--trace"}) {
    if (run_->given(option)) {
      throw input_error(fmt::format("{}: for programs of the core, names in .s", option));
    }
  }
  const engines on = parse_engines(engine_);
  check_wave(wave_, on);
  const config k{loads_};
  const built_mppa* rtl = on.back() == "rtl" ? &built_unit(loads_) : nullptr;
  std::vector<range> dumps;
  for (const auto& text : dumps_) dumps.push_back(parse_dump(text));
  mppa_bytes memory(MemoryBytes);
  for (const auto& text : memories_) read_memory(text, memory.all());
  const auto program = read_mppa_program(program_, MemoryBytes);
  if (program.empty()) throw input_error(program_ + ": no operations");

  const auto run_on = [&](const std::string& engine, mppa_bytes& bytes) -> std::uint64_t {
    if (engine == "tlm") return platform("platform", k, bytes, latency_).run(program);
    if (engine == "rtl") return rtl->run({.seed = seed_, .wave = wave_}, program, bytes, latency_);
    state s;
    for (const bundle& x : program) golden::mppa::execute(s, x, bytes);
    return cycles(k, program, latency_);
  };

  std::uint64_t products = 0, multiply_adds = 0;
  for (const bundle& x : program) {
    products += x.mac_op == mac_op_e::NoMac ? 0 : 1;
    multiply_adds += macs(x.mac_op);
  }
  fmt::print("{} bundles, {} products, {} multiply-adds\n", program.size(), products,
             multiply_adds);

  struct answer {
    std::uint64_t cycles;
    mppa_bytes after;
  };
  std::vector<answer> answers;
  for (const auto& engine : on) {
    mppa_bytes bytes   = memory;
    const auto counted = run_on(engine, bytes);
    fmt::print("{:<8}{} cycles, array busy {:.1f} %\n", engine, counted,
               100 * utilisation(program, counted));
    answers.push_back({counted, std::move(bytes)});
  }
  const bool same = agree(answers, [](const answer& x, const answer& y) {
    return x.cycles == y.cycles && x.after.all() == y.after.all();
  });
  fmt::print("{}", verdict(on, same));
  if (!wave_.empty()) fmt::print("{}", write_view(mppa_view(wave_)));
  if (!same) return exit_code(same, *run_, seed_);
  write_dumps(dumps, answers.front().after.all());
  return 0;
}

}  // namespace

void add_mppa(options& o) { add<mppa_command>(o); }

}  // namespace weft::sim
