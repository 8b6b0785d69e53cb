// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "sim/golden/sme.hpp"

namespace weft::sim {

/// A coprocessor that executes instructions of SME or SVE: rtl/sme/weft_sme.sv behind its ports.
struct sme_coprocessor {
  /// The status of an instruction, as in weft_sme_pkg.
  enum class status_e : std::uint8_t { Done, Undefined, Illegal, Fault, NotHere };

  /// Registers that the word's fields name; register 31 is zero, except SP.
  struct operands {
    std::uint64_t n = 0, m = 0, d = 0;  ///< bits 9:5, 20:16, 4:0
    std::uint64_t v    = 0;             ///< index register of a slice
    std::uint64_t sp   = 0;
    std::uint8_t nzcv  = 0;
    std::uint32_t fpcr = 0;
  };
  struct result {
    status_e status    = status_e::Done;
    bool writes_x      = false;
    bool x_is_sp       = false;  ///< register 31 is SP, not zero
    std::uint64_t x    = 0;
    std::uint8_t nzcv  = 0;
    std::uint32_t fpsr = 0;  ///< flags raised
  };

  virtual ~sme_coprocessor() = default;

  /// Bits of the longest vector.
  virtual int longest() const = 0;
  /// Rows of a tile that an outer product takes per cycle.
  virtual int rows_per_cycle() const = 0;
  /// Resets the coprocessor with these vector lengths: powers of two up to the longest.
  virtual void reset(int svl, int nsvl)                                                      = 0;
  virtual result execute(std::uint32_t word, const operands& x, golden::sme::memory& memory) = 0;
  /// A cycle in which only the host works.
  virtual void idle()                  = 0;
  virtual std::uint64_t cycles() const = 0;
  virtual unsigned svcr() const        = 0;  ///< bit 0 PSTATE.SM, bit 1 PSTATE.ZA
};

/// A processor with a coprocessor: golden executes A64, one instruction after another. A plain A64
/// instruction takes one cycle.
class sme_host {
 public:
  explicit sme_host(sme_coprocessor& unit) : unit_(unit) {}

  /// Runs like golden::sme::run, on the vectors, predicates and ZA of the coprocessor. Instructions
  /// load them into the coprocessor before the program and store them after it. Throws input_error
  /// for lengths and instructions that the coprocessor lacks.
  golden::sme::run_result run(golden::sme::state& s, golden::sme::memory& m, std::uint64_t limit,
                              std::uint64_t end                 = ~std::uint64_t{0},
                              const golden::sme::watcher& watch = {});

  /// The cycles of the last program, up to the end of its last instruction that did not stop.
  std::uint64_t cycles() const { return cycles_; }
  /// The coprocessor's cycles() before its first instruction.
  std::uint64_t began() const { return began_; }

 private:
  void load(const golden::sme::state& s);
  void store(golden::sme::state& s);
  golden::sme::outcome step(golden::sme::state& s, golden::sme::memory& m);
  golden::sme::outcome scalar_of_vector(golden::sme::state& s, golden::sme::memory& m,
                                        const golden::sme::instruction& line, std::uint32_t word);
  golden::sme::outcome on_unit(golden::sme::state& s, golden::sme::memory& m,
                               const golden::sme::instruction& line, std::uint32_t word);

  sme_coprocessor& unit_;
  std::uint64_t cycles_ = 0, began_ = 0;
};

/// The executor of a line of the table, next to rtl/sme/weft_sme.sv: the unit, the host, or both; of
/// SME2's lines weft_sme_core, or none.
std::string_view executed_by(const golden::sme::instruction& line);

}  // namespace weft::sim
