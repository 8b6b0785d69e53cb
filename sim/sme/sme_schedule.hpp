// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_issue_timetable.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/sme/sme_utilisation.hpp"

namespace weft::sim {

/// A pipe of the SME core during a program: the cycles in which it works, and why it was idle in
/// the others.
struct pipe_schedule {
  static constexpr std::size_t Reasons = golden::sme_core::WhyNames.size();

  std::uint64_t uops = 0, beats = 0;          ///< beats: cycles in which the pipe works
  std::uint64_t bytes = 0;                    ///< of memory; elements with own addresses apart
  std::array<std::uint64_t, Reasons> lost{};  ///< by what the next uop waited for
  std::uint64_t busy_until = 0;
  std::uint64_t tail       = 0;  ///< idle behind the last uop
};

/// A program on the SME core.
struct sme_schedule {
  std::uint64_t cycles = 0, instructions = 0, uops = 0;
  pipe_schedule products;  ///< ADDHA and ADDVA do not count
  std::array<pipe_schedule, golden::sme_core::Pipes> pipes{};
  std::map<std::string, std::uint64_t>
      alone;                   ///< uops that are alone outside streaming mode, by name
  std::uint64_t untraced = 0;  ///< uops that the trace has no room for
  golden::sme::outcome last;

  double share() const {
    return cycles == 0 ? 0 : static_cast<double>(products.beats) / static_cast<double>(cycles);
  }
};

/// Bytes of a trace, as viewers can take.
constexpr std::size_t TraceBytes = std::size_t{1} << 26;

/// A memory that takes every request.
struct schedule_options {
  golden::sme_core::core_config core{};
  std::uint64_t latency   = 20;  ///< cycles from a load's issue to its first vector
  std::uint64_t max_insns = 10'000'000;
  bool values = true;  ///< false: outer products are not computed, because they do not affect time
  std::string* trace = nullptr;  ///< receives the events of the trace, JSON without its brackets,
                                 ///< at most TraceBytes
};

/// The timetable of a program that somebody executes, and what its uops wait for.
class scheduler {
 public:
  explicit scheduler(const schedule_options& o)
      : clock_(o.core, golden::sme_core::memory_times::constant(o.latency)), trace_(o.trace) {}

  /// The next instruction, by its name.
  void add(std::string_view name, const golden::sme_core::translated& t);
  std::uint64_t instructions() const { return r_.instructions; }
  /// The whole program and why it ended; nothing may follow.
  sme_schedule end(golden::sme::outcome last);

 private:
  golden::sme_core::core_clock clock_;
  sme_schedule r_;
  std::string* trace_;
};

/// Runs a program on golden::sme, from its state to `end` or a stop, and its uops on the timetable.
sme_schedule schedule(golden::sme::state& s, golden::sme::paged_memory& memory, std::uint64_t end,
                      const schedule_options& o);

/// A GEMM of tb/sme/kernels/gemm.s. Throws input_error.
sme_schedule schedule_gemm(const std::string& object, const outer_product& type,
                           const gemm_shape& g, int svl, const schedule_options& o);

/// The reasons why there was no outer product with their share of all cycles, the largest first, a
/// line each; then a line for each pipe in use: how long it worked, and its reasons.
std::string why_idle(const sme_schedule& s);

/// Shares of a product a cycle of all types and shapes of `weft za utilisation`, and the reasons
/// for the rest, as Markdown. Throws input_error.
std::string schedule_tables(const std::string& object, const schedule_options& o);

}  // namespace weft::sim
