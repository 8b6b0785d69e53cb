// SPDX-License-Identifier: Apache-2.0

#include "sim/sme/za_show.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "sim/file/input_error.hpp"

namespace weft::sim {
namespace {

using namespace golden::za;

std::optional<unsigned> parse_number(std::string_view text) {
  unsigned n              = 0;
  const char* const last  = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, n);
  return error == std::errc{} && end == last ? std::optional(n) : std::nullopt;
}

/// The positions of a slice's bytes.
struct picture {
  slice s;
  unsigned bytes, vl;

  picture(const slice& of, unsigned svl)
      : s(of), bytes(config{svl}.bytes()), vl(config{svl}.vl()) {}

  place at(unsigned p) const { return place_of(s, vl, p); }
  unsigned element(unsigned p) const { return p >> s.size; }
  bool of_tile(unsigned row) const { return (row & ((1u << s.size) - 1)) == s.tile; }

  std::string title() const {
    std::ostringstream name;
    name << s;
    return fmt::format("{}, SVL {}: {} bytes in {} banks", name.str(), 8 * bytes, bytes, bytes);
  }
  std::string rule() const {
    return fmt::format("bank = row XOR column = byte XOR {}, as {} * {} + {} = {}", key(s, vl),
                       s.index, 1u << s.size, s.tile, key(s, vl));
  }
};

/// A square of bytes: the text in each row and column, and the byte of the slice that it describes.
struct cell {
  unsigned number, p;
};
using square = std::vector<std::vector<std::optional<cell>>>;

square matrix_of(const picture& is) {
  square cells(is.bytes, std::vector<std::optional<cell>>(is.bytes));
  for (unsigned p = 0; p < is.bytes; ++p) {
    cells[is.at(p).row][is.at(p).column] = cell{is.at(p).bank(), p};
  }
  return cells;
}
square banks_of(const picture& is) {
  square cells(is.bytes, std::vector<std::optional<cell>>(is.bytes));
  for (unsigned p = 0; p < is.bytes; ++p) {
    cells[is.at(p).address()][is.at(p).bank()] = cell{p, p};
  }
  return cells;
}

/// Adjacent elements alternate between two colours.
std::string text_of(const picture& is, const square& cells, std::string_view corner, bool colour) {
  std::string text = fmt::format("{:>8}", corner);
  for (unsigned c = 0; c < is.bytes; ++c) text += fmt::format(" {:02x}", c);
  text += '\n';
  for (unsigned r = 0; r < is.bytes; ++r) {
    text += fmt::format("{:>8}", fmt::format("{:02x}", r));
    for (const auto& one : cells[r]) {
      if (!one) {
        text += "  .";
      } else if (colour) {
        text += fmt::format(" \x1b[1;{}m{:02x}\x1b[0m", is.element(one->p) % 2 == 0 ? 34 : 31,
                            one->number);
      } else {
        text += fmt::format(" {:02x}", one->number);
      }
    }
    text += '\n';
  }
  return text;
}

constexpr const char *Ink = "#1f2937", *Grey = "#6b7280", *Line = "#e5e7eb", *OfTile = "#f1f5f9";
constexpr std::array Elements{"#93c5fd", "#86efac", "#fcd34d", "#fca5a5",
                              "#c4b5fd", "#67e8f9", "#fdba74", "#cbd5e1"};
constexpr int Margin = 16, Header = 108, Axis = 26;  // pixels

/// A square of bytes with its upper left corner at x, y.
class panel {
 public:
  panel(const picture& is, int x, int y) : is_(is), side_(side(is)), x_(x), y_(y) {}

  /// The side of a byte's cell, in pixels.
  static int side(const picture& is) {
    return is.bytes == 16 ? 22 : is.bytes == 32 ? 14 : is.bytes == 64 ? 8 : is.bytes == 128 ? 4 : 3;
  }
  static int width(const picture& is) { return side(is) * static_cast<int>(is.bytes); }

  std::string draw(const square& cells, std::string_view title, std::string_view rows,
                   bool tile) const {
    const int n = static_cast<int>(is_.bytes), wide = width(is_);
    std::string svg = text(x_, y_ - 38, title, 12, Ink, " text-anchor=\"start\"");
    svg += text(x_, y_ - 22, rows, 11, Grey, " text-anchor=\"start\"");
    for (unsigned r = 0; tile && r < is_.bytes; ++r) {
      if (is_.of_tile(r)) {
        svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", x_,
                           top(r), wide, side_, OfTile);
      }
    }
    svg += fmt::format("<path stroke=\"{}\" d=\"", Line);
    for (int i = 0; i <= n; i += side_ > 4 ? 1 : 16) {
      svg += fmt::format("M{} {}v{}M{} {}h{}", x_ + i * side_, y_, wide, x_, y_ + i * side_, wide);
    }
    svg += "\"/>\n";
    for (unsigned r = 0; r < is_.bytes; ++r) {
      if (side_ >= 14) {
        svg += text(x_ - 5, top(r) + middle(), r, 9, Grey, " text-anchor=\"end\"");
        svg += text(left(r) + side_ / 2, y_ - 6, r, 9, Grey);
      }
      for (unsigned c = 0; c < is_.bytes; ++c) {
        if (cells[r][c]) svg += draw_byte(*cells[r][c], r, c);
      }
    }
    return svg;
  }

 private:
  template <class T>
  static std::string text(int x, int y, const T& words, int size, const char* colour,
                          std::string_view more = "") {
    return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{}>{}</text>\n", x, y,
                       size, colour, more, words);
  }
  int top(unsigned row) const { return y_ + static_cast<int>(row) * side_; }
  int left(unsigned column) const { return x_ + static_cast<int>(column) * side_; }
  int middle() const { return side_ / 2 + 4; }

  std::string draw_byte(const cell& one, unsigned r, unsigned c) const {
    const place at  = is_.at(one.p);
    std::string svg = fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"><title>byte "
        "{}: element {}, row {}, column {}, bank {}</title></rect>\n",
        left(c), top(r), side_, side_, Elements[is_.element(one.p) % Elements.size()],
        side_ > 4 ? Grey : "none", one.p, is_.element(one.p), at.row, at.column, at.bank());
    if (side_ >= 14) svg += text(left(c) + side_ / 2, top(r) + middle(), one.number, 9, Ink);
    return svg;
  }

  const picture& is_;
  int side_, x_, y_;
};

}  // namespace

slice parse_slice(const std::string& tile, const std::string& index, unsigned svl) {
  const std::string_view sizes = "bhsdq";
  std::string lower            = tile;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto dot  = lower.find('.');
  const auto size = dot + 2 == lower.size() ? sizes.find(lower[dot + 1]) : std::string::npos;
  const auto n    = lower.starts_with("za") && size != std::string::npos
                        ? parse_number(std::string_view(lower).substr(2, dot - 2))
                        : std::nullopt;
  if (!n || *n >> size != 0) {
    throw input_error(
        fmt::format("--tile {}: za0.b, za0.h to za1.h, za0.s to za3.s, za0.d to "
                    "za7.d or za0.q to za15.q",
                    tile));
  }
  const unsigned height = config{svl}.bytes() >> size;
  const char way        = index.empty() ? ' ' : static_cast<char>(std::tolower(index[0]));
  const auto m =
      way == 'h' || way == 'v' ? parse_number(std::string_view(index).substr(1)) : std::nullopt;
  if (!m || *m >= height) {
    throw input_error(fmt::format("--slice {}: h or v and 0 to {}", index, height - 1));
  }
  return {way == 'v', static_cast<unsigned>(size), *n, *m};
}

std::string show_slice(const slice& s, unsigned svl, bool colour) {
  const picture is(s, svl);
  return fmt::format(
      "{}\n{}\n\nZA: the bank of each byte, row by row\n{}\n"
      "Banks: the number of each byte, address by address\n{}",
      is.title(), is.rule(), text_of(is, matrix_of(is), "row", colour),
      text_of(is, banks_of(is), "address", colour));
}

std::string draw_slice(const slice& s, unsigned svl) {
  const picture is(s, svl);
  const int wide = panel::width(is), left = Margin + Axis, right = left + wide + 2 * Axis;
  const int width = right + wide + Margin, height = Header + wide + Margin;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n"
      "<rect width=\"{0}\" height=\"{1}\" rx=\"6\" fill=\"#fff\"/>\n"
      "<text x=\"{2}\" y=\"26\" font-size=\"16\" font-weight=\"bold\" text-anchor=\"start\" "
      "fill=\"{3}\">{4}</text>\n"
      "<text x=\"{2}\" y=\"44\" font-size=\"12\" text-anchor=\"start\" fill=\"{5}\">{6}</text>\n",
      width, height, Margin, Ink, is.title(), Grey, is.rule());
  svg +=
      panel(is, left, Header)
          .draw(matrix_of(is), "ZA, with the bank of each byte", "rows of the tile shaded", true);
  svg += panel(is, right, Header)
             .draw(banks_of(is), "Banks, with the number of each byte",
                   "a column is a bank, a row an address", false);
  return svg + "</svg>\n";
}

}  // namespace weft::sim
