// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/sme_program.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "sim/file/input_error.hpp"
#include "sim/sme/sme_launch.hpp"
#include "tb/file/files.hpp"

namespace weft::sim::sme_program_test {
namespace {

using golden::sme::paged_memory;

std::string start() { return std::string(WEFT_KERNELS) + "/start"; }

class SmeProgram : public testing::Test {
 protected:
  /// Runs what `path` holds to its end.
  void run(const std::string& path) {
    program_ = load_program(path, 0x10'0000, memory_);
    s_.pc    = program_.entry.value();
    EXPECT_EQ(golden::sme::run(s_, memory_, 100).last.stop, golden::sme::stop_e::End);
    std::uint8_t counter[8] = {};
    EXPECT_TRUE(memory_.read(program_.symbols.at("counter").address, counter));
    EXPECT_EQ(s_.x[0], 42u);
    EXPECT_EQ(counter[0], 42);
    EXPECT_EQ(s_.x[2], 0x74666577u);
  }
  void expect_refused(const std::string& bytes, const std::string& what) {
    put(folder_ / "file", bytes);
    expect_input_error([&] { load_program(folder_ / "file", 0, memory_); }, what);
  }
  static void expect_input_error(const std::function<void()>& action, const std::string& what) {
    try {
      action();
      ADD_FAILURE() << what;
    } catch (const input_error& e) {
      EXPECT_NE(std::string(e.what()).find(what), std::string::npos) << e.what();
    }
  }

  scratch folder_;
  paged_memory memory_;
  golden::sme::state s_;
  sme_program program_;
};

TEST_F(SmeProgram, ObjectsAreRelocated) {
  run(start() + ".o");
  EXPECT_GE(program_.entry, 0x10'0000u);
}

TEST_F(SmeProgram, ExecutablesGoWhereTheySay) {
  run(start());
  EXPECT_LT(memory_.pages().begin()->first, 0x50'0000u);
}

TEST_F(SmeProgram, WhatIsNoProgramIsRefused) {
  const std::string object = get(start() + ".o");
  Elf64_Ehdr header;
  std::memcpy(&header, object.data(), sizeof header);
  const auto with = [&](auto&& change) {
    Elf64_Ehdr changed = header;
    change(changed);
    std::string bytes = object;
    std::memcpy(bytes.data(), &changed, sizeof changed);
    return bytes;
  };
  expect_refused("", "neither ELF nor whole instruction words");
  expect_refused("12345", "neither ELF nor whole instruction words");
  expect_refused(object.substr(0, 40), "the file is cut short");
  expect_refused(object.substr(0, object.size() - 100), "the file is cut short");
  expect_refused(with([](auto& h) { h.e_machine = EM_X86_64; }), "not for little-endian AArch64");
  expect_refused(with([](auto& h) { h.e_type = ET_DYN; }),
                 "neither an object nor a static executable");
}

/// An executable or an object of such parts; a section's bytes are those of `data`, from where it
/// says.
struct image {
  std::uint16_t type = ET_EXEC;
  std::vector<Elf64_Phdr> segments;
  std::vector<Elf64_Shdr> sections;
  std::string data;  ///< behind the tables

  std::uint64_t data_at() const {
    return sizeof(Elf64_Ehdr) + segments.size() * sizeof(Elf64_Phdr) +
           sections.size() * sizeof(Elf64_Shdr);
  }
  std::string bytes() const {
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA]  = ELFDATA2LSB;
    header.e_type            = type;
    header.e_machine         = EM_AARCH64;
    header.e_phnum           = static_cast<std::uint16_t>(segments.size());
    header.e_phoff           = sizeof header;
    header.e_shnum           = static_cast<std::uint16_t>(sections.size());
    header.e_shoff           = sizeof header + segments.size() * sizeof(Elf64_Phdr);
    std::string text(reinterpret_cast<const char*>(&header), sizeof header);
    text.append(reinterpret_cast<const char*>(segments.data()),
                segments.size() * sizeof(Elf64_Phdr));
    text.append(reinterpret_cast<const char*>(sections.data()),
                sections.size() * sizeof(Elf64_Shdr));
    return text + data;
  }
};

Elf64_Phdr segment(std::uint64_t address, std::uint64_t bytes) {
  Elf64_Phdr p{};
  p.p_type  = PT_LOAD;
  p.p_vaddr = address;
  p.p_memsz = bytes;
  return p;
}

/// An object whose symbols have their names in one string.
image with_symbols(std::size_t count, const std::string& names, std::uint32_t name) {
  image x{.type = ET_REL, .segments = {}, .sections = std::vector<Elf64_Shdr>(2), .data = {}};
  Elf64_Sym s{};
  s.st_info  = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  s.st_shndx = 1;
  s.st_name  = name;
  for (std::size_t i = 0; i < count; ++i) {
    x.data.append(reinterpret_cast<const char*>(&s), sizeof s);
  }
  x.sections[0].sh_type   = SHT_SYMTAB;
  x.sections[0].sh_offset = x.data_at();
  x.sections[0].sh_size   = x.data.size();
  x.sections[0].sh_link   = 1;
  x.sections[1].sh_type   = SHT_STRTAB;
  x.sections[1].sh_offset = x.data_at() + x.data.size();
  x.sections[1].sh_size   = names.size();
  x.data += names;
  return x;
}

TEST_F(SmeProgram, WhatASmallFileMayAskForIsBounded) {
  constexpr std::uint64_t Large = 1 << 28;
  const std::string most        = "more than 268435456 bytes in its segments";
  image same;
  same.segments.assign(2000, segment(0x40'0000, Large));
  expect_refused(same.bytes(), most);

  image bss{.type = ET_REL, .segments = {}, .sections = std::vector<Elf64_Shdr>(400), .data = {}};
  for (auto& s : bss.sections) {
    s.sh_type  = SHT_NOBITS;
    s.sh_flags = SHF_ALLOC;
    s.sh_size  = Large;
  }
  expect_refused(bss.bytes(), most);
  bss.sections.resize(1);
  bss.sections[0].sh_size      = 16;
  bss.sections[0].sh_addralign = 3;
  expect_refused(bss.bytes(), "a section with an invalid alignment");
  bss.sections[0].sh_addralign = std::uint64_t{1} << 63;
  expect_refused(bss.bytes(), "a section with an invalid alignment");

  // The last byte of the address space, and one more.
  image last;
  last.segments = {segment(~std::uint64_t{0} - 15, 17)};
  expect_refused(last.bytes(),
                 "a segment of 17 bytes at 0xfffffffffffffff0 ends beyond the last address");
  last.segments = {segment(~std::uint64_t{0} - 15, 16)};
  put(folder_ / "file", last.bytes());
  paged_memory memory;
  load_program(folder_ / "file", 0, memory);
  EXPECT_EQ(memory.pages().size(), 1u);

  image shrinks;
  shrinks.segments             = {segment(0x40'0000, 1)};
  shrinks.segments[0].p_filesz = 2;
  expect_refused(shrinks.bytes(), "a segment with more bytes in the file than in memory");
}

TEST_F(SmeProgram, NamesHaveAnEndAndABound) {
  expect_refused(with_symbols(1, "name", 0).bytes(), "a name without an end");
  expect_refused(with_symbols(1, std::string("name\0", 5), 5).bytes(), "a name outside the table");
  expect_refused(with_symbols(20'000, std::string(400'000, 'n'), 0).bytes(),
                 "a name of more than 4096 characters");
  // A million symbols, each table of them counted.
  image many = with_symbols(1000, std::string("n\0", 2), 0);
  put(folder_ / "file", many.bytes());
  paged_memory memory;
  EXPECT_EQ(load_program(folder_ / "file", 0, memory).symbols.size(), 1u);
  const auto moved = 1100 * sizeof(Elf64_Shdr);
  for (auto& s : many.sections) s.sh_offset += moved;
  many.sections.insert(many.sections.end(), 1100, many.sections[0]);
  expect_refused(many.bytes(), "more than 1048576 symbols");
}

TEST_F(SmeProgram, AnObjectWithoutAStartHasNoEntry) {
  const image x = with_symbols(1, std::string("f\0", 2), 0);
  put(folder_ / "file", x.bytes());
  paged_memory memory;
  EXPECT_FALSE(load_program(folder_ / "file", 0, memory).entry);
  expect_input_error([&] { launch(folder_ / "file", "", {}, s_, memory_); },
                     "file: no _start: give --entry and --state");
  launch(folder_ / "file", "f", {}, s_, memory_);
  EXPECT_EQ(s_.pc, 0u);
}

TEST_F(SmeProgram, BareWordsBeginWithAnInstruction) {
  expect_refused("\x93NUMPY\x01\x01 an array...",
                 "neither an ELF file nor instruction words: it begins with 0x4d554e93");
  put(folder_ / "file", std::string("\x01\x00\x00\xd4 data", 9).substr(0, 8));  // SVC
  EXPECT_EQ(load_program(folder_ / "file", 0x1000, memory_).entry, 0x1000u);
  put(folder_ / "file", std::string("\x20\x12\x20\x00", 4));  // set, of AMX
  EXPECT_EQ(load_program(folder_ / "file", 0x1000, memory_).entry, 0x1000u);
}

TEST_F(SmeProgram, FilesInMemoryEndBeforeTheLastAddress) {
  put(folder_ / "file", std::string("\x01\x00\x00\xd4", 4));
  const auto program = (folder_ / "file").string();
  expect_input_error([&] { launch(program, "", {"0xfffffffffffffffe:" + program}, s_, memory_); },
                     "ends beyond the last address");
  expect_input_error([&] { launch(program, "", {"0:/dev/zero"}, s_, memory_); },
                     "/dev/zero: is not a regular file");
  expect_input_error([&] { launch("/dev/zero", "", {}, s_, memory_); }, "is not a regular file");
  expect_input_error([&] { open_state(folder_.path()); }, "is a directory");
}

}  // namespace
}  // namespace weft::sim::sme_program_test
