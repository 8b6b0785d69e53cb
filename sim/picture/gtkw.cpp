// SPDX-License-Identifier: Apache-2.0

#include "sim/picture/gtkw.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string_view>

#include "sim/file/output_file.hpp"

namespace weft::sim::gtkw {
namespace {

namespace fs = std::filesystem;

constexpr int WindowWidth = 1400, WindowHeight = 800, NamesWidth = 260;
constexpr double WavesWidth = WindowWidth - NamesWidth - 40;  // pixels

/// The representation of a radix in a save file.
struct style {
  unsigned lane_bits;  // bits of a lane; 0: not a format of weft-fp-filter
  const char* format;  // weft-fp-filter's argument
  const char* flags;   // without the filter
};

style of(radix_e radix) {
  switch (radix) {
    case radix_e::Hex:
      return {0, "", "22"};
    case radix_e::Decimal:
      return {0, "", "24"};
    case radix_e::Signed:
      return {0, "", "420"};
    case radix_e::Binary:
      return {0, "", "28"};
    case radix_e::Enum:
      return {0, "", "100000028"};
    case radix_e::Names:
      return {0, "", "2022"};
    case radix_e::Fp16:
      return {16, "fp16", "22"};
    case radix_e::Fp32:
      return {32, "fp32", "40020"};
    case radix_e::Int8:
      return {8, "int8", "420"};
    case radix_e::Int32:
      return {32, "int32", "420"};
    case radix_e::A64:
      return {32, "a64", "22"};
  }
  throw std::logic_error("gtkw: no such radix");
}

/// The width of a vector, from the [high:low] at the end of its path.
unsigned width(const std::string& path) {
  const std::size_t open = path.rfind('[');
  unsigned high = 0, low = 0;
  char close = 0;
  if (open == path.npos || std::sscanf(&path[open], "[%u:%u%c", &high, &low, &close) != 3 ||
      close != ']' || high < low) {
    throw std::logic_error("gtkw: " + path + " has no range [high:low]");
  }
  return high - low + 1;
}

/// The line that shows a signal. For a lane, the line names each bit, counted from the word's
/// highest.
std::string line(const signal& s) {
  if (!s.lane) return s.label.empty() ? s.path : "+{" + s.label + "} " + s.path;
  const unsigned word = width(s.path), lane = of(s.radix).lane_bits;
  if (lane == 0 || (*s.lane + 1) * lane > word) {
    throw std::logic_error("gtkw: " + s.path + " has no lane " + std::to_string(*s.lane));
  }
  std::string out = "#{" + (s.label.empty() ? "lane " + std::to_string(*s.lane) : s.label) + "}";
  for (unsigned i = 0; i < lane; ++i) {
    out += " (" + std::to_string(word - (*s.lane + 1) * lane + i) + ")" + s.path;
  }
  return out;
}

/// GTKWave's translate file: each line has a value in hex, as displayed, and a name.
std::string table(const signal& s) {
  const std::size_t digits = (width(s.path) + 3) / 4;
  std::string out;
  for (std::size_t value = 0; value < s.names.size(); ++value) {
    char hex[16];
    const std::string text(hex, std::to_chars(hex, hex + sizeof hex, value, 16).ptr);
    out += std::string(digits - std::min(digits, text.size()), '0') + text + " " + s.names[value] +
           "\n";
  }
  return out;
}

}  // namespace

fs::path filter_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "weft-fp-filter";
}

std::vector<signal> lanes(const std::string& path, radix_e radix, const std::string& label) {
  if (of(radix).lane_bits == 0) throw std::logic_error("gtkw: lanes have a number format");
  std::vector<signal> out;
  for (unsigned i = 0; i < width(path) / of(radix).lane_bits; ++i) {
    out.push_back({path, radix, label + "[" + std::to_string(i) + "]", {}, i});
  }
  return out;
}

bool usable(const fs::path& filter) {
  const std::string text = fs::absolute(filter).string();
  return ::access(text.c_str(), X_OK) == 0 && std::all_of(text.begin(), text.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) ||
                  std::string_view("/._+-").find(c) != std::string_view::npos;
         });
}

void write(const fs::path& path, const view& v) {
  const bool filtered      = !v.filter.empty() && usable(v.filter);
  const std::string filter = fs::absolute(v.filter.empty() ? "." : v.filter).string();
  std::map<std::string, fs::path> tables;  // content and file

  std::string text = "[*] Made by weft\n";
  text += "[dumpfile] \"" + fs::absolute(v.waveform).string() + "\"\n";
  // Names the save file too, so that GTKWave finds the waveform beside it in a folder that has
  // moved.
  text += "[savefile] \"" + fs::absolute(path).string() + "\"\n";
  text += "[timestart] " + std::to_string(v.begin) + "\n";
  text += "[size] " + std::to_string(WindowWidth) + " " + std::to_string(WindowHeight) + "\n";
  text += "[signals_width] " + std::to_string(NamesWidth) + "\n";
  text += "[sst_expanded] 0\n";
  // A frame of 200 pixels is 2^-zoom units of time; -1: no marker.
  char zoom[40];
  const double shown = v.end > v.begin ? static_cast<double>(v.end - v.begin) : 1;
  std::snprintf(zoom, sizeof zoom, "*%.6f -1\n", -std::log2(shown * 200 / WavesWidth));
  text += zoom;

  for (std::size_t i = 0; i < v.groups.size(); ++i) {
    if (i > 0) text += "@200\n-\n";
    text += "@200\n-" + v.groups[i].heading + "\n";
    for (const signal& s : v.groups[i].signals) {
      const style how = of(s.radix);
      if (how.lane_bits != 0 && filtered) {
        text += "@4022\n^>1 " + filter + " " + how.format + "\n";
      } else {
        text += std::string("@") + how.flags + "\n";
      }
      if (s.radix == radix_e::Names) {
        const auto [entry, fresh] = tables.try_emplace(table(s));
        if (fresh) {
          fs::path file = fs::absolute(path);
          file.replace_extension("names" + std::to_string(tables.size()));
          entry->second = file;
        }
        text += "^1 " + entry->second.string() + "\n";
      }
      text += line(s) + "\n";
    }
  }

  for (const auto& [content, file] : tables) write_file(file, content);
  write_file(path, text);
}

}  // namespace weft::sim::gtkw
