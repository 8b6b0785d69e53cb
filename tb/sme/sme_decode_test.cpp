// SPDX-License-Identifier: Apache-2.0
//
// The decode table against the disassembler of GNU binutils: names, and which words are no
// encoding.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sim/golden/sme.hpp"
#include "tb/file/files.hpp"
#include "tb/harness/test_main.hpp"
#include "tb/program/program.hpp"
#include "tb/sme/assembled.hpp"

namespace weft::sme_decode_test {
namespace {

using namespace golden::sme;

/// The disassembler's instructions, with a blank behind the mnemonic; empty where it has none.
std::vector<std::string> disassemble(const std::vector<std::uint32_t>& words) {
  scratch folder;
  std::string bytes(4 * words.size(), '\0');
  std::memcpy(bytes.data(), words.data(), bytes.size());
  put(folder / "words", bytes);
  const auto said = run(folder, std::string(WEFT_OBJDUMP) +
                                    " -D -z -b binary -m aarch64 -M no-aliases,no-notes " +
                                    (folder / "words").string());
  EXPECT_EQ(said.code, 0) << said.err;
  std::vector<std::string> names;
  std::istringstream lines(said.out);
  for (std::string line; std::getline(lines, line);) {
    // "   4:\t91000400 \tadd\tx0, x0, #0x1"
    const auto word = line.find('\t');
    if (word == std::string::npos) continue;
    const auto name  = line.find('\t', word + 1) + 1;
    std::string text = line.substr(name);
    std::replace(text.begin(), text.end(), '\t', ' ');
    text.erase(text.find_last_not_of(' ') + 1);
    names.push_back(text.starts_with(".inst") || text.starts_with("udf") ? "" : text);
  }
  return names;
}

/// Whether golden takes the word for an instruction, where it is legal.
outcome execute(const instruction& row, std::uint32_t word) {
  state s{.pc = 0x1000};
  s.sm = row.legal == legal_e::Streaming || row.legal == legal_e::StreamingZa;
  s.za = true;
  paged_memory m;
  m.map(0x1000, 4);
  std::uint8_t bytes[4];
  std::memcpy(bytes, &word, 4);
  m.write(0x1000, bytes);
  return step(s, m);
}

class SmeDecode : public testing::TestWithParam<std::string_view> {};

TEST_P(SmeDecode, NamesAndEncodingsAreThoseOfBinutils) {
  std::mt19937_64 rng(test_options().seed);
  std::vector<std::uint32_t> words;
  std::vector<const instruction*> rows;
  for (const auto& row : instructions()) {
    if (row.group != GetParam()) continue;
    for (int i = 0; i < 400; ++i) {
      rows.push_back(&row);
      words.push_back((static_cast<std::uint32_t>(rng()) & ~row.mask) | row.value);
    }
  }
  ASSERT_FALSE(words.empty());
  const instruction* previous = nullptr;
  std::set<std::pair<const instruction*, std::string>> met;
  const auto names = disassemble(words);
  ASSERT_EQ(names.size(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    ASSERT_EQ(decode(words[i]), rows[i]) << std::hex << words[i];
    const auto o = execute(*rows[i], words[i]);
    if (o.reason.find("the same register") != std::string::npos) continue;  // as the model chooses
    // The disassembler takes -1 << 8 of bytes, which has no encoding, for -1.
    if ((words[i] & 0xfff0bfe0) == 0x05103fe0 || (words[i] & 0xffffffe0) == 0x2538ffe0) continue;
    if (rows[i]->name == "fclamp") continue;  // binutils 2.40 do not know it
    const auto mnemonic = names[i].substr(0, names[i].find(' '));
    std::string name    = mnemonic.substr(0, mnemonic.find('.'));
    if (name != mnemonic) name += ".cond";
    const auto padded = " " + std::string(rows[i]->name) + " ";
    EXPECT_EQ(o.stop == stop_e::Undefined, name.empty())
        << std::hex << words[i] << ' ' << names[i] << ' ' << rows[i]->name << ' ' << o.reason;
    met.emplace(rows[i], name);
    if (!name.empty()) {
      EXPECT_NE(padded.find(" " + name + " "), std::string::npos)
          << std::hex << words[i] << " is " << name << ", not " << rows[i]->name;
    }
  }
  for (const auto* row : rows) {
    std::istringstream spelled{std::string(row->name)};
    for (std::string name; spelled >> name;) {
      if (name == "fclamp" || name == "mova" || row == previous)
        continue;  // the disassembler has mov
      EXPECT_TRUE(met.contains({row, name})) << name << ' ' << row->pattern;
    }
    previous = row;
  }
}

TEST(SmeAssembled, WordsAndTextsAreThoseOfBinutils) {
  std::vector<std::uint32_t> words;
  for (const auto& line : Assembled) words.push_back(line.word);
  const auto texts = disassemble(words);
  ASSERT_EQ(texts.size(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(texts[i], Assembled[i].text);
}

INSTANTIATE_TEST_SUITE_P(Every, SmeDecode,
                         testing::Values("SME", "SVE predicates and loops", "SVE integers",
                                         "SVE moves and permutations", "SVE floating point",
                                         "SVE loads and stores", "A64"),
                         [](const auto& info) {
                           std::string name(info.param);
                           std::replace(name.begin(), name.end(), ' ', '_');
                           return name;
                         });

}  // namespace
}  // namespace weft::sme_decode_test
