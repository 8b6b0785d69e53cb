// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

/// Save files of GTKWave (.gtkw): the signals of a waveform to show, their order and format.
namespace weft::sim::gtkw {

enum class radix_e {
  Hex,
  Decimal,
  Signed,  ///< two's complement
  Binary,
  Enum,   ///< the names that the waveform has for an enum variable
  Names,  ///< signal::names, for a vector; GTKWave ignores them for an enum variable
  Float   ///< binary32
};

/// How a signal is shown: by GTKWave itself, or by weft-fp-filter, the lanes of a word from the
/// lowest on.
struct display {
  radix_e radix;       ///< where there is no weft-fp-filter
  std::string format;  ///< a name that number_format::find() knows, or empty

  display(radix_e without_filter = radix_e::Hex) : radix(without_filter) {}
  /// Throws std::logic_error for an unknown format.
  display(std::string number);
  display(const char* number) : display(std::string(number)) {}
};

struct signal {
  std::string path;  ///< path in the waveform, with the range: "dut.weft_tensor.cmd_m_i[15:0]"
  display shown                  = {};
  std::string label              = {};  ///< shown in place of the last part of path
  std::vector<std::string> names = {};  ///< names of 0, 1, ... for radix_e::Names
  std::optional<unsigned> lane   = {};  ///< only this lane of the word, as wide as the format
};

/// Signals under a heading.
struct group {
  std::string heading;
  std::vector<signal> signals;
};

/// The weft-fp-filter beside the running program.
std::filesystem::path filter_program();

struct view {
  std::filesystem::path waveform;
  std::filesystem::path filter = filter_program();
  std::vector<group> groups;
  // The time range shown at first, in the waveform's units.
  std::uint64_t begin = 0, end = 1000;
};

/// One signal for each lane of a word, lane 0 first, labelled "label[0]" and so on.
std::vector<signal> lanes(const std::string& path, const display& shown, const std::string& label);

/// Whether GTKWave can start the program: it exists, and its path is one word to a shell.
///
/// If it cannot, GTKWave's own formats are used: FP32 and integers in decimal, others in hex.
bool usable(const std::filesystem::path& filter);

/// Writes `path`, and a file beside it for each list of names. Paths in the files are absolute.
/// Throws input_error if they cannot be written.
void write(const std::filesystem::path& path, const view&);

}  // namespace weft::sim::gtkw
