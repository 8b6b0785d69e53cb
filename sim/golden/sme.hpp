// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

/// Golden model of Arm's Scalable Matrix Extension, as programs see it: all of SME1, the part of
/// SVE and of the A64 base that its loops are made of. It executes instruction words.
///
/// Source: Arm Architecture Reference Manual for A-profile, DDI 0487; its SME supplement, DDI 0616.
namespace weft::golden::sme {

inline constexpr int MaxBytes = 256;  ///< of a vector, and rows of ZA

using vector_t    = std::array<std::uint8_t, MaxBytes>;
using predicate_t = std::array<std::uint8_t, MaxBytes / 8>;  ///< one bit a byte of a vector

/// FPSR where PSTATE.SM changes: the flags IOC to IXC, IDC and QC.
inline constexpr std::uint32_t FpsrOnModeChange = 0x0800'009f;

/// Registers. Bytes are stored as memory would have them, lowest first; what is beyond the current
/// vector length is zero.
struct state {
  std::array<std::uint64_t, 32> x{};  ///< X0 to X30, then SP
  std::uint64_t pc   = 0;
  std::uint8_t nzcv  = 0;
  std::uint32_t fpcr = 0, fpsr = 0;
  int svl = 512, nsvl = 128;  ///< bits of a vector in streaming mode and outside
  bool sm = false;            ///< PSTATE.SM: streaming mode
  bool za = false;            ///< PSTATE.ZA: ZA can be used
  std::array<vector_t, 32> z{};
  std::array<predicate_t, 16> p{};
  predicate_t ffr{};
  std::array<vector_t, MaxBytes> rows{};  ///< of ZA

  /// Bytes of a vector now.
  int vl() const { return (sm ? svl : nsvl) / 8; }

  /// Bytes of a row of ZA, and rows.
  int svlb() const { return svl / 8; }

  unsigned svcr() const { return (sm ? 1 : 0) | (za ? 2 : 0); }

  /// Turns streaming mode and ZA on and off. A change of mode zeroes vectors, predicates and FFR; a
  /// change of PSTATE.ZA zeroes ZA.
  void set_svcr(bool new_sm, bool new_za);

  bool operator==(const state&) const = default;
};

/// Whether an architecture may have these lengths: SVL a power of two, NSVL a multiple of 128.
constexpr bool valid_lengths(int svl, int nsvl) {
  const auto fits = [](int bits) { return bits >= 128 && bits <= 8 * MaxBytes && bits % 128 == 0; };
  return fits(svl) && (svl & (svl - 1)) == 0 && fits(nsvl);
}

/// What a program reads and writes. An access that cannot be made is a fault.
struct memory {
  virtual ~memory() = default;

  /// False, and nothing is read, if one of the bytes is not there.
  virtual bool read(std::uint64_t address, std::span<std::uint8_t> to) = 0;
  /// False, and nothing is written, if one of the bytes cannot be.
  virtual bool write(std::uint64_t address, std::span<const std::uint8_t> from) = 0;
  /// Whether a write of so many bytes would succeed.
  virtual bool writable(std::uint64_t address, std::size_t bytes) = 0;
};

/// Pages of 4096 bytes; those that are not mapped fault.
class paged_memory : public memory {
 public:
  static constexpr std::uint64_t PageBytes = 4096;
  using page                               = std::array<std::uint8_t, PageBytes>;

  /// Maps the pages of a range, as zeros where they are new.
  void map(std::uint64_t address, std::uint64_t bytes);

  bool read(std::uint64_t address, std::span<std::uint8_t> to) override;
  bool write(std::uint64_t address, std::span<const std::uint8_t> from) override;
  bool writable(std::uint64_t address, std::size_t bytes) override;

  /// By address of their first byte.
  const std::map<std::uint64_t, page>& pages() const { return pages_; }

 private:
  std::map<std::uint64_t, page> pages_;
};

/// Why execution stands where it stands.
enum class stop_e : std::uint8_t {
  None,       ///< it does not: there is a next instruction
  End,        ///< SVC or BRK
  Undefined,  ///< no instruction of this model
  Illegal,    ///< an instruction that PSTATE.SM, PSTATE.ZA or FPCR do not allow
  Fault,      ///< an access to memory that is not there
  Limit       ///< as many instructions as were asked for
};

struct outcome {
  stop_e stop        = stop_e::None;
  std::uint64_t pc   = 0;  ///< of the instruction that stopped
  std::uint32_t word = 0;
  std::string reason;  ///< one line, for what is not an end
};

/// Executes the instruction at PC. If it stops, registers and memory are as they were before it.
outcome step(state& s, memory& m);

/// Executes at most `limit` instructions, up to the one at address `end` or one that stops.
struct run_result {
  outcome last;
  std::uint64_t executed;  ///< instructions that did not stop
};
run_result run(state& s, memory& m, std::uint64_t limit, std::uint64_t end = ~std::uint64_t{0});

/// Where an instruction may be executed.
enum class legal_e : std::uint8_t {
  Anywhere,
  NonStreaming,  ///< PSTATE.SM = 0
  Streaming,     ///< PSTATE.SM = 1
  Za,            ///< PSTATE.ZA = 1
  StreamingZa    ///< both
};

namespace isa {
struct machine;
struct word;
}  // namespace isa

/// One line of the decode table.
struct instruction {
  std::string_view pattern;  ///< 32 of 0, 1 and letters of fields, blanks between bytes
  legal_e legal;
  std::string_view group;
  void (*execute)(isa::machine&, isa::word);
  std::string_view name;  ///< as the assembler has it without aliases; several with blanks between
  std::uint32_t mask = 0, value = 0;  ///< the pattern's fixed bits

  constexpr bool matches(std::uint32_t word) const { return (word & mask) == value; }
};

/// Every instruction of the model. A word matches one at most; one that matches may still be no
/// encoding of it, which its execution finds.
std::span<const instruction> instructions();

/// The line that a word matches, or null.
const instruction* decode(std::uint32_t word);

}  // namespace weft::golden::sme
