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
#include <utility>

#include "sim/file/output_file.hpp"
#include "sim/picture/number_text.hpp"

namespace weft::sim::gtkw {
namespace {

namespace fs = std::filesystem;

constexpr int WindowWidth = 1400, WindowHeight = 800, NamesWidth = 260;
constexpr double WavesWidth = WindowWidth - NamesWidth - 40;  // pixels

/// The trace flags of a radix in a save file.
const char* flags_of(radix_e radix) {
  switch (radix) {
    case radix_e::Hex:
      return "22";
    case radix_e::Decimal:
      return "24";
    case radix_e::Signed:
      return "420";
    case radix_e::Binary:
      return "28";
    case radix_e::Enum:
      return "100000028";
    case radix_e::Names:
      return "2022";
    case radix_e::Float:
      return "40020";
  }
  throw std::logic_error("gtkw: no such radix");
}

/// The bits of a lane, 0 without a format of weft-fp-filter.
unsigned lane_bits(const display& shown) {
  return shown.format.empty() ? 0 : number_format::find(shown.format)->bits();
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
  const unsigned word = width(s.path), lane = lane_bits(s.shown);
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

display::display(std::string number) : radix(radix_e::Hex), format(std::move(number)) {
  const auto known = number_format::find(format);
  if (!known) throw std::logic_error("gtkw: no format " + format);
  if (format == "fp32") radix = radix_e::Float;
  if (known->is_integer()) radix = format.starts_with('u') ? radix_e::Decimal : radix_e::Signed;
}

std::vector<signal> lanes(const std::string& path, const display& shown, const std::string& label) {
  const unsigned bits = lane_bits(shown);
  if (bits == 0) throw std::logic_error("gtkw: lanes have a number format");
  std::vector<signal> out;
  for (unsigned i = 0; i < width(path) / bits; ++i) {
    out.push_back({path, shown, label + "[" + std::to_string(i) + "]", {}, i});
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
      if (!s.shown.format.empty() && filtered) {
        text += "@4022\n^>1 " + filter + " " + s.shown.format + "\n";
      } else {
        text += std::string("@") + flags_of(s.shown.radix) + "\n";
      }
      if (s.shown.radix == radix_e::Names) {
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
