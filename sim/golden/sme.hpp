// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

/// Golden model of Arm's Scalable Matrix Extension, as programs see it: all of SME1, what kernels
/// use of SME2, and the parts of SVE and A64 that SME loops need. It executes instruction words.
///
/// Source: Arm Architecture Reference Manual for A-profile, DDI 0487; its SME supplement, DDI 0616.
namespace weft::golden::sme {

inline constexpr int MaxBytes = 256;  ///< bytes of a vector, and rows of ZA

using vector_t    = std::array<std::uint8_t, MaxBytes>;
using predicate_t = std::array<std::uint8_t, MaxBytes / 8>;  ///< one bit per byte of a vector

/// The value of FPSR after a change of PSTATE.SM: the flags IOC to IXC, IDC and QC are set.
inline constexpr std::uint32_t FpsrOnModeChange = 0x0800'009f;

/// Registers. Bytes are in memory order, lowest first; bytes beyond the current vector length are
/// zero.
struct state {
  std::array<std::uint64_t, 32> x{};  ///< X0 to X30, then SP
  std::uint64_t pc   = 0;
  std::uint8_t nzcv  = 0;
  std::uint32_t fpcr = 0, fpsr = 0;
  std::uint64_t tpidr2 = 0;   ///< TPIDR2_EL0, where software keeps the owner of ZA
  int svl = 512, nsvl = 128;  ///< bits of a vector in streaming mode and outside
  bool sm = false;            ///< PSTATE.SM: streaming mode
  bool za = false;            ///< PSTATE.ZA: ZA is accessible
  std::array<vector_t, 32> z{};
  std::array<predicate_t, 16> p{};
  predicate_t ffr{};
  std::array<vector_t, MaxBytes> rows{};  ///< the rows of ZA
  std::array<std::uint8_t, 64> zt0{};     ///< ZT0, accessible with ZA

  /// Bytes of a vector in the current mode.
  int vl() const { return (sm ? svl : nsvl) / 8; }

  /// Bytes of a row of ZA, and the number of rows.
  int svlb() const { return svl / 8; }

  unsigned svcr() const { return (sm ? 1 : 0) | (za ? 2 : 0); }

  /// Turns streaming mode and ZA on and off. A change of mode zeroes vectors, predicates and FFR; a
  /// change of PSTATE.ZA zeroes ZA and ZT0.
  void set_svcr(bool new_sm, bool new_za);

  bool operator==(const state&) const = default;
};

/// Whether an architecture may have these lengths: SVL a power of two, NSVL a multiple of 128.
constexpr bool valid_lengths(int svl, int nsvl) {
  const auto fits = [](int bits) { return bits >= 128 && bits <= 8 * MaxBytes && bits % 128 == 0; };
  return fits(svl) && (svl & (svl - 1)) == 0 && fits(nsvl);
}

/// The memory of a program. An access that fails is a fault.
struct memory {
  virtual ~memory() = default;

  /// Returns false and reads nothing if one of the bytes is not mapped.
  virtual bool read(std::uint64_t address, std::span<std::uint8_t> to) = 0;
  /// Returns false and writes nothing if one of the bytes is not writable.
  virtual bool write(std::uint64_t address, std::span<const std::uint8_t> from) = 0;
  /// Whether a write of `bytes` bytes would succeed.
  virtual bool writable(std::uint64_t address, std::size_t bytes) = 0;
};

/// A memory of 4096-byte pages; an access to an unmapped page faults.
class paged_memory : public memory {
 public:
  static constexpr std::uint64_t PageBytes = 4096;
  using page                               = std::array<std::uint8_t, PageBytes>;

  /// Maps the pages of a range; new pages are zero.
  void map(std::uint64_t address, std::uint64_t bytes);

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override;
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override;
  bool writable(std::uint64_t address, std::size_t bytes) override;

  /// The mapped pages, by the address of their first byte.
  const std::map<std::uint64_t, page>& pages() const { return pages_; }

 private:
  std::map<std::uint64_t, page> pages_;
};

/// A memory with what is written to it, over another one that remains as it is.
class overlay_memory : public memory {
 public:
  explicit overlay_memory(memory& below) : below_(below) {}

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override;
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override;
  bool writable(std::uint64_t address, std::size_t bytes) override {
    return below_.writable(address, bytes);
  }

 private:
  memory& below_;
  std::map<std::uint64_t, std::uint8_t> written_;  ///< by address
};

/// The reason why execution stopped.
enum class stop_e : std::uint8_t {
  None,       ///< execution has not stopped
  End,        ///< SVC or BRK
  Undefined,  ///< the word is no instruction of this model
  Illegal,    ///< an instruction that PSTATE.SM, PSTATE.ZA or FPCR do not allow
  Fault,      ///< an access to memory that is not mapped
  Limit       ///< the limit on the number of instructions
};

struct outcome {
  stop_e stop        = stop_e::None;
  std::uint64_t pc   = 0;  ///< address of the instruction that stopped
  std::uint32_t word = 0;
  std::string reason;  ///< one line; empty for None and End
};

/// Executes the instruction at PC. If it stops, registers and memory are unchanged.
outcome step(state& s, memory& m);

/// Executes at most `limit` instructions, up to the one at address `end` or one that stops.
struct run_result {
  outcome last;
  std::uint64_t executed;  ///< instructions that did not stop
};

/// Told by a run after every `Told` instructions that did not stop; may be empty.
using watcher                = std::function<void()>;
constexpr std::uint64_t Told = 1024;

run_result run(state& s, memory& m, std::uint64_t limit, std::uint64_t end = ~std::uint64_t{0},
               const watcher& watch = {});

/// The state in which an instruction may be executed.
enum class legal_e : std::uint8_t {
  Anywhere,
  NonStreaming,  ///< PSTATE.SM = 0
  Streaming,     ///< PSTATE.SM = 1
  Za,            ///< PSTATE.ZA = 1
  StreamingZa    ///< PSTATE.SM = 1 and PSTATE.ZA = 1
};

namespace isa {
struct machine;
struct word;
}  // namespace isa

/// An encoding: a line of rtl/sme/sme_encodings.json.
struct encoding {
  std::string_view pattern;  ///< 32 characters 0, 1 or field letters; blanks between bytes
  legal_e legal;
  std::string_view group;
  std::string_view name;      ///< the assembler's names, without aliases, separated by blanks
  std::uint32_t mask, value;  ///< the pattern's fixed bits

  constexpr bool matches(std::uint32_t word) const { return (word & mask) == value; }
};

/// An encoding and its execution.
struct instruction : encoding {
  void (*execute)(isa::machine&, isa::word);
};

/// Every instruction of the model. A word matches at most one line. A word that matches may still
/// be a reserved encoding, which its execution reports.
std::span<const instruction> instructions();

/// The line that a word matches, or nullptr.
const instruction* decode(std::uint32_t word);

}  // namespace weft::golden::sme
