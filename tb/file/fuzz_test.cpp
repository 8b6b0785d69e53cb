// SPDX-License-Identifier: Apache-2.0
//
// Every parser on a good file, on its truncations, and on copies with changed bytes: the parser
// answers, and its message is not longer than the file requires.

#include "tb/file/fuzz.hpp"

#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "sim/file/png.hpp"
#include "sim/sfu/sfu_sweep.hpp"
#include "sim/sme/amx_state.hpp"
#include "sim/sme/sme_state.hpp"
#include "tb/file/files.hpp"
#include "tb/harness/test_main.hpp"

namespace weft::fuzz_test {
namespace {

std::string npy_file() {
  std::string header = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         std::string(24, '\x3f');
}

std::string png_file() {
  const scratch folder;
  sim::png::write(folder / "p.png", {4, 3, 1, std::vector<std::uint8_t>(12, 100)});
  return get(folder / "p.png");
}

/// An executable: SVC at 0x400000, which is `_start`.
std::string program_file() {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA]  = ELFDATA2LSB;
  header.e_type            = ET_EXEC;
  header.e_machine         = EM_AARCH64;
  header.e_entry           = 0x40'0000;
  header.e_phnum           = 1;
  header.e_shnum           = 2;
  header.e_phoff           = sizeof header;
  header.e_shoff           = header.e_phoff + sizeof(Elf64_Phdr);
  const auto symbols       = header.e_shoff + 2 * sizeof(Elf64_Shdr);
  const auto names = symbols + sizeof(Elf64_Sym), code = names + 8;
  Elf64_Phdr load{};
  load.p_type   = PT_LOAD;
  load.p_offset = code;
  load.p_vaddr  = header.e_entry;
  load.p_filesz = 4;
  load.p_memsz  = 64;
  Elf64_Shdr sections[2]{};
  sections[0].sh_type   = SHT_SYMTAB;
  sections[0].sh_offset = symbols;
  sections[0].sh_size   = sizeof(Elf64_Sym);
  sections[0].sh_link   = 1;
  sections[1].sh_type   = SHT_STRTAB;
  sections[1].sh_offset = names;
  sections[1].sh_size   = 8;
  Elf64_Sym start{};
  start.st_info  = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
  start.st_shndx = 1;
  start.st_name  = 1;
  start.st_value = header.e_entry;
  std::string bytes;
  const auto put = [&](const auto& part) {
    bytes.append(reinterpret_cast<const char*>(&part), sizeof part);
  };
  put(header), put(load), put(sections), put(start);
  return bytes + std::string("\0_start\0\x01\x00\x00\xd4", 12);
}

std::string amx_state() {
  golden::amx::state s;
  s.core.svl = 512;
  golden::sme::paged_memory memory;
  memory.map(0x2'0000, 16);
  return sim::to_text(s, memory);
}

std::string sweep_file() {
  const sim::sfu_sweep sweep{.op         = "rcp",
                             .build      = "cubic",
                             .engine     = "golden",
                             .from       = 0,
                             .to         = 9,
                             .statistics = sim::sfu_statistics(golden::sfu::op_e::Rcp, {})};
  return to_json(sweep);
}

const std::map<std::string, std::string>& good_files() {
  static const std::map<std::string, std::string> files{
      {"npy", npy_file()},
      {"png", png_file()},
      {"filters", R"({"filters": [{"name": "x", "divide_by": 2, "taps": [[1, 0, -1]]}]})"},
      {"testfloat", "3F800000 3F800001 BF800000 34000000 00\n# a comment\n\n"},
      {"dot", "3c00 3c00 3c00 3c00 3c00 3c00 3c00 4000 00000000 40a00000 0 rand\n"},
      {"sme_state", sim::to_text(golden::sme::state{}) + "mem 20010 00112233\n"},
      {"amx_state", amx_state()},
      {"program", program_file()},
      {"mppa", get(std::string(WEFT_SOURCE_DIR) + "/docs/unit/mppa/int8_gemm.txt")},
      {"sm_arch", get(std::string(WEFT_SOURCE_DIR) + "/sim/golden/sm/arch/volta.json")},
      {"sm_program", get(std::string(WEFT_SOURCE_DIR) + "/tb/sm/collatz.sass")},
      {"mppa_core", get(std::string(WEFT_SOURCE_DIR) + "/docs/unit/mppa/strlen.s")},
      {"sweep", sweep_file()},
      {"number", "-0x1.8p-3"}};
  return files;
}

std::string on(const fuzz::parser& p, const std::string& text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  return fuzz::complaint(p, {bytes, text.size()});
}

class Fuzz : public testing::TestWithParam<fuzz::parser> {
 protected:
  const std::string& good() const { return good_files().at(GetParam().name); }

  void expect_an_answer(const std::string& text) {
    const auto said = on(GetParam(), text);
    EXPECT_LT(said.size(), 600 + 2 * text.size());
    complaints_ += !said.empty();
  }

  int complaints_ = 0;
};

TEST_P(Fuzz, TakesAGoodFile) { EXPECT_EQ(on(GetParam(), good()), ""); }

TEST_P(Fuzz, AnswersToAFileCutShort) {
  const std::size_t step = 1 + good().size() / 300;
  for (std::size_t n = 0; n < good().size(); n += step) expect_an_answer(good().substr(0, n));
}

TEST_P(Fuzz, AnswersToChangedBytes) {
  std::mt19937 random(static_cast<unsigned>(test_options().seed));
  for (int i = 0; i < 600; ++i) {
    auto text = good();
    for (auto changes = 1 + random() % 4; changes != 0; --changes) {
      constexpr char Edges[] = {'\0', '\xff', '\x7f', '\x80', '\n', '0', '9', '-'};
      auto& byte             = text[random() % text.size()];
      byte = random() % 2 == 0 ? Edges[random() % sizeof Edges] : static_cast<char>(random());
    }
    expect_an_answer(text);
  }
  EXPECT_GT(complaints_, 0);
}

TEST_P(Fuzz, AnswersToLongLines) {
  for (const char c : {' ', '0', '\xff', '['}) expect_an_answer(std::string(200'000, c));
}

INSTANTIATE_TEST_SUITE_P(Of, Fuzz,
                         testing::ValuesIn(fuzz::parsers().begin(), fuzz::parsers().end()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace weft::fuzz_test
