// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>

#include "sim/file/input_error.hpp"
#include "sim/file/output_file.hpp"
#include "sim/golden/sme_machine.hpp"
#include "sim/picture/sme_view.hpp"
#include "sim/picture/unit_view.hpp"
#include "sim/program/commands.hpp"
#include "sim/program/launch_options.hpp"
#include "sim/program/progress.hpp"
#include "sim/program/sme/timetable_options.hpp"
#include "sim/program/za_engine.hpp"
#include "sim/sme/amx_schedule.hpp"
#include "sim/sme/amx_state.hpp"
#include "sim/sme/sme_launch.hpp"
#include "sim/verilated/sme_core/sme_core_session.hpp"
#include "systemc/amx.hpp"
#include "systemc/payload.hpp"
#include "systemc/sme/sme_memory.hpp"

namespace weft::sim {
namespace {

using namespace golden::amx;
using golden::sme::paged_memory;
using golden::sme::stop_e;

/// The TLM model with a zero-delay memory, as golden's unit.
class platform : public sc_core::sc_module {
 public:
  platform(const sc_core::sc_module_name& name, const config& k, golden::sme::memory& m)
      : sc_module(name), unit_("unit", k, Period), memory_("memory", m) {
    commands_.bind(unit_.commands);
    unit_.memory.bind(memory_.socket);
  }

  /// Executes an instruction with the registers of `s`, which SME instructions also see.
  std::uint64_t execute(state& s, golden::sme::memory& m, op_e op, std::uint64_t operand) {
    exchange(tlm::TLM_WRITE_COMMAND, s);
    systemc::amx::command c{op, operand};
    const auto before = now_;
    const auto status =
        send(tlm::TLM_WRITE_COMMAND, 0, {reinterpret_cast<unsigned char*>(&c), sizeof c});
    if (status != tlm::TLM_OK_RESPONSE) {
      // Golden throws with the reason.
      golden::amx::execute(s, m, op, operand);
      throw std::logic_error("TLM: an instruction that golden executes");
    }
    exchange(tlm::TLM_READ_COMMAND, s);
    if (op == op_e::Set) s.core.set_svcr(s.core.sm, s.on);
    return static_cast<std::uint64_t>((now_ - before) / Period);
  }

 private:
  inline static const sc_core::sc_time Period{1, sc_core::SC_NS};

  tlm::tlm_response_status send(tlm::tlm_command command, std::uint64_t address,
                                std::span<unsigned char> data, bool debug = false) {
    tlm::tlm_generic_payload trans;
    systemc::fill(trans, command, address, data.data(), data.size());
    if (debug) {
      commands_->transport_dbg(trans);
    } else {
      commands_->b_transport(trans, now_);
    }
    return trans.get_response_status();
  }

  void exchange(tlm::tlm_command command, state& s) {
    std::array<unsigned char, 1> on{static_cast<unsigned char>(s.on ? 1 : 0)};
    send(command, systemc::amx::On, on, true);
    s.on = on[0] != 0;
    send(command, systemc::amx::X, s.x, true);
    send(command, systemc::amx::Y, s.y, true);
    for (unsigned r = 0; r < Rows; ++r) {
      send(command, systemc::amx::Z + r * RowBytes, std::span(s.core.rows[r]).first(RowBytes),
           true);
    }
  }

  tlm_utils::simple_initiator_socket<platform> commands_{"commands"};
  systemc::amx unit_;
  systemc::sme_memory memory_;
  sc_core::sc_time now_;
};

/// AArch64 programs with AMX instructions: `run` executes one from its entry until SVC, BRK or its
/// return; `schedule` gives its cycles on the SME core, `utilisation` those of tb/sme/amx.
struct amx_command : launch_options {
  std::optional<int> rows_per_cycle;
  std::uint64_t latency = 20;
  std::string folder;
  timetable_options timetable;

  void add_to(options& o);

  /// Prints the reason why the program ended and the unit's cycles, and writes the state. Returns 1
  /// if the program did not end by itself. Throws input_error.
  int execute() const;
  /// Returns 1 if the program did not end by itself. Throws input_error.
  int plan() const;
};

void amx_command::add_to(options& o) {
  auto& command = o.subcommand("run", "Execute a program");
  add_options(command);
  add_engine(command, engine);
  command.number(
      "--rows-per-cycle", rows_per_cycle, {1, int{Rows}},
      "Rows of Z that an outer product updates in a cycle; default: of golden and tlm 1, "
      "of rtl the most that is built");
  timetable.add_options(command);
  command.runs([this] { return execute(); });
  auto& schedule = o.subcommand("schedule", "Cycles of a program on the SME core");
  schedule.text("program", program, "AArch64 ELF, executable or object, or bare words").required();
  schedule.text("--entry", entry, "Global symbol of the entry point");
  schedule.text("--state", state, "File of initial registers and memory");
  schedule.list("--mem", memory, "ADDR:FILE, a file's bytes in memory").repeated();
  schedule.number("--max-insns", max_insns, {}, "Instructions at most");
  schedule.number("--latency", latency, {1, 1'000'000}, "Cycles from a load to its answer");
  timetable.add_options(schedule);
  schedule.runs([this] { return plan(); });
  auto& utilisation = o.subcommand(
      "utilisation", "Rates of products, loads, stores and GEMMs on the SME core, as Markdown");
  utilisation.text("folder", folder, "Folder of the objects of tb/sme/amx").required();
  utilisation.number("--latency", latency, {1, 1'000'000}, "Cycles from a load to its answer");
  utilisation.runs([this] {
    fmt::print("{}", amx_tables(folder, {.latency = latency}));
    return 0;
  });
}

int amx_command::plan() const {
  timetable.check_files();
  paged_memory pages;
  golden::amx::state s;
  begin({}, s, s.core, pages);
  const auto r =
      timetable.report(s, pages, {.latency = latency, .max_insns = max_insns}, [](const auto& at) {
        return fmt::format("{}; {} instructions, {} uops, {} cycles\n", why(at.last),
                           at.instructions, at.uops, at.cycles);
      });
  return r.last.stop == stop_e::End ? 0 : 1;
}

int amx_command::execute() const {
  check_files({engine});
  timetable.check_files();

  const auto function = called();
  paged_memory pages;
  golden::amx::state s;
  begin(function, s, s.core, pages);

  const config k{static_cast<unsigned>(rows_per_cycle.value_or(1))};
  unit on = golden_unit(k);
  std::optional<platform> tlm;
  if (engine == "tlm") {
    tlm.emplace("platform", k, pages);
    on = std::bind_front(&platform::execute, &*tlm);
  }
  const auto* rtl         = engine == "rtl" ? &sme_core_of(8 * RowBytes, rows_per_cycle) : nullptr;
  std::uint64_t view_from = 0;
  const auto core         = rtl != nullptr      ? rtl->config
                            : timetable.given() ? core_of(8 * RowBytes, rows_per_cycle)
                                                : golden::sme_core::core_config{};
  auto first              = s;
  auto first_pages        = timetable.given() ? pages : paged_memory();
  const auto result       = [&] {
    progress bar("instructions on " + engine, progress::Unknown);
    const auto told = [&] { bar.advance(golden::sme::Told); };
    if (rtl == nullptr) return golden::amx::run(s, pages, max_insns, ReturnTo, on, told);
    core_session session(*rtl, {.seed = seed, .wave = wave}, latency);
    const auto r = session.run(s, pages, max_insns, ReturnTo, told);
    view_from    = session.began();
    return r;
  }();
  fmt::print("{}; {} instructions, {} of AMX in {} cycles\n", why(result.last), result.executed,
             result.commands, result.cycles);
  if (timetable.given()) {
    // The cycles of golden and TLM are those of one instruction at a time.
    timetable.report(
        first, first_pages, {.core = core, .max_insns = result.executed}, [](const auto& at) {
          return fmt::format("in the SME core's queues {} uops in {} cycles{}\n", at.uops,
                             at.cycles,
                             at.last.stop == stop_e::Undefined ? ": " + why(at.last) : "");
        });
  }
  const bool returned = !function || finish(*function, result.last, s.core, pages);
  if (!wave.empty()) {
    fmt::print("{}", write_view(sme_view(wave, *rtl, view_from), SmeResets));
  }
  if (!dump.empty()) write_file(dump, to_text(s, pages));
  return result.last.stop == stop_e::End && returned ? 0 : 1;
}

}  // namespace

void add_amx(options& o) { add<amx_command>(o); }

}  // namespace weft::sim
