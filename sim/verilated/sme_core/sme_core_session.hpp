// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "sim/golden/amx.hpp"
#include "sim/golden/sme.hpp"
#include "sim/golden/sme_core/sme_core_host.hpp"
#include "sim/golden/sme_core/sme_uops.hpp"
#include "sim/harness/run_options.hpp"
#include "sim/verilated/sme_core/sme_core_engine.hpp"

namespace weft::sim {

/// A processor with a Verilated weft_sme_core beside its golden model, and memory that answers
/// loads after a constant number of cycles. Programs follow each other on it.
class core_session {
 public:
  core_session(const built_sme_core& core, const run_options& options, std::uint64_t latency);

  struct result {
    golden::sme::run_result run;
    std::uint64_t cycles;  ///< from an idle core to the last commit or the host's last instruction
  };
  /// Runs like golden::sme::run, and stops before words that the core does not execute. Vectors,
  /// predicates, FFR, ZA and ZT0 are loaded into the core before the program and stored from it
  /// behind it, by words of its own that do not count; memory is what the core leaves. Throws
  /// input_error for lengths that the core lacks, mismatch where an output differs from golden's in
  /// a cycle.
  result run(golden::sme::state& s, golden::sme::memory& m, std::uint64_t limit, std::uint64_t end,
             const golden::sme::watcher& watch = {});

  /// The same of a program with AMX's instructions, as golden::amx::run.
  golden::amx::run_result run(golden::amx::state& s, golden::sme::memory& m, std::uint64_t limit,
                              std::uint64_t end, const golden::sme::watcher& watch = {});

  /// Cycles without resets before the first word of the last program.
  std::uint64_t began() const { return began_; }

 private:
  result execute(golden::sme::state& s, golden::sme::memory& m, std::uint64_t limit,
                 std::uint64_t end, const golden::sme::watcher& watch = {});
  std::uint64_t execute(golden::sme_core::word_source& host, golden::sme::memory& m,
                        const golden::sme::state& core, const golden::sme::watcher& watch);
  int next_tag() const {
    return static_cast<int>(words_ % static_cast<std::uint64_t>(config_.issue.window));
  }
  void load(const golden::sme::state& s);
  void store(golden::sme::state& s);

  golden::sme_core::core_config config_;
  int longest_;  ///< bits of a vector
  std::uint64_t latency_;
  std::unique_ptr<sme_core_pair> core_;
  std::uint64_t words_ = 0, cycles_ = 0, began_ = 0;
};

}  // namespace weft::sim
