// SPDX-License-Identifier: Apache-2.0
//
// `weft vp` as a user calls it, on programs of a few words that are written here.

#include <elf.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/program/program_test.hpp"

namespace weft {
namespace {

using words = std::vector<std::uint32_t>;

// Instructions. T0 is x5, T1 is x6.
constexpr std::uint32_t Wfi = 0x10500073, LoopBack = 0xffdff06f, Loop = 0x0000006f;
constexpr std::uint32_t T0Uart = 0x100002b7, T0Finisher = 0x001002b7, T1LetterA = 0x04100313;
constexpr std::uint32_t StoreByte = 0x00628023, StoreWord = 0x0062a023;
const words Success{0x00005337, 0x55530313};     // T1 = 0x5555
const words FailsWith3{0x00033337, 0x33330313};  // T1 = 0x33333

class WeftVp : public program_test {
 protected:
  /// An executable of one segment at `address`.
  std::string elf(const words& code, std::uint64_t address = 0x8000'0000) {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA]  = ELFDATA2LSB;
    header.e_type            = ET_EXEC;
    header.e_machine         = EM_RISCV;
    header.e_entry           = address;
    header.e_phoff           = sizeof header;
    header.e_phnum           = 1;
    Elf64_Phdr segment{};
    segment.p_type   = PT_LOAD;
    segment.p_offset = sizeof header + sizeof segment;
    segment.p_vaddr = segment.p_paddr = address;
    segment.p_filesz = segment.p_memsz = 4 * code.size();
    const auto path                    = (folder_ / "program.elf").string();
    std::ofstream file(path, std::ios::binary);
    const auto put = [&](const void* from, std::size_t bytes) {
      file.write(static_cast<const char*>(from), static_cast<std::streamsize>(bytes));
    };
    put(&header, sizeof header);
    put(&segment, sizeof segment);
    put(code.data(), 4 * code.size());
    return path;
  }

  /// Prints an A, then stores T1 in the finisher.
  static words prints_and_ends(const words& t1) {
    words code{T0Uart, T1LetterA, StoreByte, T0Finisher};
    code.insert(code.end(), t1.begin(), t1.end());
    code.insert(code.end(), {StoreWord, Loop});
    return code;
  }
};

TEST_F(WeftVp, PrintsWhatTheProgramPrintsAndItsFigures) {
  const auto said = says("vp run " + elf(prints_and_ends(Success)));
  EXPECT_TRUE(said.starts_with("A")) << said;
  EXPECT_NE(
      said.find("\nengine (tlm): busy 0 cycles, 0.0 % of the time; 0 bytes read, 0 written\n"),
      std::string::npos)
      << said;
  const auto j = nlohmann::json::parse(says("vp run " + elf(prints_and_ends(Success)) + " --json"));
  EXPECT_EQ(j["text"], "A");
  EXPECT_EQ(j["exit"], 0);
  EXPECT_EQ(j["instructions"], 7);
}

TEST_F(WeftVp, SaysHowAProgramFails) {
  const auto fails = [&](const words& code, const std::string& options, const std::string& what) {
    const auto r = weft("vp run " + elf(code) + options);
    EXPECT_EQ(r.code, 1) << what;
    EXPECT_NE(r.err.find(what), std::string::npos) << r.err;
  };
  fails(prints_and_ends(FailsWith3), "", "ends with code 3");
  fails({Wfi, LoopBack}, "", "sleeps at 0x8000000");
  fails({Loop}, " --limit 0.001",
        "has not ended after 0.001 s of simulated time; it is at 0x80000000");
}

TEST_F(WeftVp, RefusesBadInputInOneLine) {
  expect_refused("vp run " + elf({Loop}, 0x1000), "4 bytes at 0x1000 are not in the RAM");
  expect_refused("vp run " + elf({Loop}, 0x83ff'fffe), "are not in the RAM");
  expect_refused("vp run /bin/true", "/bin/true: not for little-endian RISC-V");
  expect_refused("vp run " + elf({Loop}) + " --files " + (folder_ / "no").string(),
                 "no: no such folder");
  expect_refused("vp run " + elf({Loop}) + " --wave x.fst", "--wave");
  expect_refused("vp run " + elf({Loop}) + " --limit 0", "--limit");
}

}  // namespace
}  // namespace weft
