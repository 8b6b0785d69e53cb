// SPDX-License-Identifier: Apache-2.0

#include "sim/file/npy.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/file/output_file.hpp"
#include "sim/golden/fcvt.hpp"

namespace weft::sim::npy {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view Magic    = "\x93NUMPY";
constexpr std::uint64_t MaxHeader   = 10000;  // NumPy's own limit
constexpr std::uint64_t HeaderAlign = 64;     // alignment of the first data byte
constexpr std::size_t MostShown     = 40;     // characters shown of a bad text
constexpr std::uint64_t MostBytes   = std::uint64_t{8} * MaxDim * MaxDim + MaxHeader + 16;

struct kind {
  dtype_e dtype;
  std::string_view code;
  unsigned size;
};
constexpr kind Kinds[] = {{dtype_e::F2, "f2", 2}, {dtype_e::F4, "f4", 4}, {dtype_e::F8, "f8", 8},
                          {dtype_e::I1, "i1", 1}, {dtype_e::I2, "i2", 2}, {dtype_e::I4, "i4", 4},
                          {dtype_e::I8, "i8", 8}, {dtype_e::U1, "u1", 1}, {dtype_e::U2, "u2", 2},
                          {dtype_e::U4, "u4", 4}, {dtype_e::U8, "u8", 8}};

const kind& of(dtype_e dtype) {
  return *std::find_if(std::begin(Kinds), std::end(Kinds),
                       [=](const kind& k) { return k.dtype == dtype; });
}

struct header {
  dtype_e dtype    = dtype_e::F4;
  bool big_endian  = false;
  bool transposed  = false;  // column-major
  std::size_t rows = 0, cols = 0;
};

/// Printable text of at most MostShown characters, in quotes.
std::string printable(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, MostShown)) {
    out += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  }
  return out + (text.size() > MostShown ? "..." : "") + "'";
}

/// Parses the header: a Python dict {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }.
class header_parser {
 public:
  header_parser(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  header parse() {
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr") {
        once(has_descr_, key);
        descr();
      } else if (key == "fortran_order") {
        once(has_order_, key);
        header_.transposed = boolean();
      } else if (key == "shape") {
        once(has_shape_, key);
        shape();
      } else {
        fail("unknown key " + printable(key));
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!end()) fail("text after the closing brace: " + printable(rest()));
    if (!has_descr_) fail("the key 'descr' is missing");
    if (!has_order_) fail("the key 'fortran_order' is missing");
    if (!has_shape_) fail("the key 'shape' is missing");
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw input_error(file_ + ": header: " + what);
  }

  void once(bool& seen, const std::string& key) {
    if (std::exchange(seen, true)) fail("the key '" + key + "' comes twice");
  }

  bool end() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ == text_.size();
  }
  std::string_view rest() const { return text_.substr(std::min(at_, text_.size())); }

  bool accept(char c) {
    if (end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (accept(c)) return;
    fail(std::string("expected '") + c + "'" +
         (end() ? ", found its end" : ", found " + printable(rest())));
  }

  std::string string() {
    const char quote = accept('\'') ? '\'' : accept('"') ? '"' : '\0';
    if (!quote) fail("expected a string, found " + printable(rest()));
    const std::size_t close = text_.find(quote, at_);
    if (close == text_.npos) fail("a string does not end: " + printable(rest()));
    std::string out(text_.substr(at_, close - at_));
    at_ = close + 1;
    return out;
  }

  std::string_view word() {
    end();
    const std::size_t from = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-')) {
      ++at_;
    }
    return text_.substr(from, at_ - from);
  }

  bool boolean() {
    const std::string_view w = word();
    if (w != "True" && w != "False") {
      fail("fortran_order is " + printable(w.empty() ? rest() : w) + ", not True or False");
    }
    return w == "True";
  }

  void descr() {
    end();
    if (rest().starts_with('[')) fail("a structured dtype is not supported: " + printable(rest()));
    const std::string text      = string();
    const char order            = text.empty() ? '\0' : text[0];
    const std::string_view code = std::string_view(text).substr(text.empty() ? 0 : 1);
    const auto* k               = std::find_if(std::begin(Kinds), std::end(Kinds),
                                               [=](const kind& each) { return each.code == code; });
    const bool known            = k != std::end(Kinds) &&
                       (order == '|' ? k->size == 1 : order == '<' || order == '>' || order == '=');
    if (!known)
      fail("dtype " + printable(text) +
           " is not supported; f2, f4, f8 and i and u of 1, 2, 4 and 8 bytes are");
    header_.dtype      = k->dtype;
    header_.big_endian = order == '>';
  }

  void shape() {
    end();
    const std::size_t from = at_;
    std::vector<std::string_view> dims;
    bool comma = true;
    expect('(');
    while (!accept(')')) {
      if (!comma) expect(',');
      dims.push_back(word());
      if (dims.back().empty()) fail("shape is " + printable(text_.substr(from)) + ", not a tuple");
      comma = accept(',');
    }
    const std::string text(text_.substr(from, at_ - from));
    if (dims.size() == 1 && !comma) fail("shape is " + printable(text) + ", not a tuple");
    if (dims.size() != 2) {
      fail("shape " + text.substr(0, MostShown) + " is " + std::to_string(dims.size()) +
           "-D, a matrix is 2-D" + (dims.size() == 1 ? ": save it with reshape(1, -1)" : ""));
    }
    header_.rows = dimension(dims[0], text);
    header_.cols = dimension(dims[1], text);
  }

  std::size_t dimension(std::string_view digits, const std::string& shape) {
    const auto bad = [&](const std::string& why) { fail("shape " + shape + " has " + why); };
    if (digits.ends_with('L')) digits.remove_suffix(1);  // a Python 2 long
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    const bool number = !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) {
      return std::isdigit(static_cast<unsigned char>(c));
    });
    if (!number) bad("a dimension that is not a number");
    if (negative) bad("a negative dimension");
    std::size_t value = 0;
    for (const char c : digits) {
      value = value * 10 + static_cast<std::size_t>(c - '0');
      if (value > MaxDim) bad("a dimension above " + std::to_string(MaxDim));
    }
    if (value == 0) bad("a dimension of 0");
    return value;
  }

  const std::string& file_;
  std::string_view text_;
  std::size_t at_ = 0;
  header header_;
  bool has_descr_ = false, has_order_ = false, has_shape_ = false;
};

/// A file of known size, read from its start.
class reader {
 public:
  explicit reader(const fs::path& path) : file_(path, MostBytes), left_(file_.size()) {}

  const std::string& name() const { return file_.name(); }
  std::uint64_t left() const { return left_; }

  template <class Bytes>
  Bytes take(std::uint64_t count) {
    Bytes out;
    out.resize(count);
    if (file_.read({reinterpret_cast<char*>(out.data()), count}) != count) fail("is cut short");
    left_ -= count;
    return out;
  }

  [[noreturn]] void fail(const std::string& what) const { file_.fail(what); }

 private:
  input_file file_;
  std::uint64_t left_;
};

header read_header(reader& in) {
  if (in.left() < Magic.size() + 2)
    in.fail("is not a .npy file: it has " + std::to_string(in.left()) + " bytes");
  const auto start = in.take<std::string>(Magic.size() + 2);
  if (!start.starts_with(Magic)) in.fail("is not a .npy file: it begins with " + printable(start));

  const unsigned major = static_cast<unsigned char>(start[6]);
  const unsigned minor = static_cast<unsigned char>(start[7]);
  if (major < 1 || major > 3 || minor != 0) {
    in.fail("version " + std::to_string(major) + "." + std::to_string(minor) +
            " of the .npy format is not supported; 1.0, 2.0 and 3.0 are");
  }

  const unsigned length_bytes = major == 1 ? 2 : 4;
  if (in.left() < length_bytes) in.fail("ends within the header's length");
  std::uint64_t length = 0;
  const auto digits    = in.take<std::string>(length_bytes);
  for (unsigned i = 0; i < length_bytes; ++i) {
    length |= std::uint64_t{static_cast<unsigned char>(digits[i])} << (8 * i);
  }
  if (length > MaxHeader) {
    in.fail("header of " + std::to_string(length) + " bytes, at most " + std::to_string(MaxHeader) +
            " are read");
  }
  if (in.left() < length) {
    in.fail("ends within the header: expected " + std::to_string(length) + " bytes, found " +
            std::to_string(in.left()));
  }
  const auto text = in.take<std::string>(length);
  return header_parser(in.name(), text).parse();
}

}  // namespace

unsigned size(dtype_e dtype) { return of(dtype).size; }

std::string descr(dtype_e dtype) {
  return (of(dtype).size == 1 ? "|" : "<") + std::string(of(dtype).code);
}

std::uint64_t array2d::bits(std::size_t i) const {
  const unsigned n    = size(dtype);
  std::uint64_t value = 0;
  for (unsigned b = 0; b < n; ++b) value |= std::uint64_t{bytes[i * n + b]} << (8 * b);
  return value;
}

array2d read(const fs::path& path) {
  reader in(path);
  const header h            = read_header(in);
  const std::size_t n       = size(h.dtype);
  const std::uint64_t count = std::uint64_t{h.rows} * h.cols;  // below 2^32
  if (in.left() != count * n) {
    in.fail("expected " + std::to_string(count * n) + " bytes of data (" + std::to_string(h.rows) +
            " x " + std::to_string(h.cols) + " x " + std::to_string(n) + "), found " +
            std::to_string(in.left()));
  }

  auto bytes = in.take<std::vector<std::uint8_t>>(count * n);
  if (h.big_endian) {
    for (auto it = bytes.begin(); it != bytes.end(); it += static_cast<std::ptrdiff_t>(n)) {
      std::reverse(it, it + static_cast<std::ptrdiff_t>(n));
    }
  }
  if (h.transposed) {
    std::vector<std::uint8_t> by_rows(bytes.size());
    for (std::size_t r = 0; r < h.rows; ++r) {
      for (std::size_t c = 0; c < h.cols; ++c) {
        std::copy_n(&bytes[(c * h.rows + r) * n], n, &by_rows[(r * h.cols + c) * n]);
      }
    }
    bytes = std::move(by_rows);
  }
  return {in.name(), h.dtype, static_cast<unsigned>(h.rows), static_cast<unsigned>(h.cols),
          std::move(bytes)};
}

std::vector<std::uint64_t> bits(const array2d& a, std::initializer_list<dtype_e> wanted) {
  if (std::ranges::find(wanted, a.dtype) == wanted.end()) {
    std::string names;
    for (const dtype_e d : wanted) names += (names.empty() ? "" : " or ") + descr(d);
    throw input_error(a.name + ": dtype is " + descr(a.dtype) + ", expected " + names);
  }
  std::vector<std::uint64_t> out(std::size_t{a.rows} * a.cols);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = a.bits(i);
  return out;
}

std::vector<std::uint64_t> rounded(const array2d& a, golden::format f) {
  auto out = bits(a, {dtype_e::F4, dtype_e::F8});
  const golden::fcvt::config to{
      .source = a.dtype == dtype_e::F8 ? golden::Binary64 : golden::Binary32, .destination = f};
  for (auto& x : out) x = golden::fcvt::eval(to, {x}).bits;
  return out;
}

void write(const fs::path& path, const array2d& a) {
  if (a.bytes.size() != std::size_t{a.rows} * a.cols * size(a.dtype)) {
    throw std::logic_error("npy::write: the data does not have the size of the matrix");
  }
  std::string text = "{'descr': '" + descr(a.dtype) + "', 'fortran_order': False, 'shape': (" +
                     std::to_string(a.rows) + ", " + std::to_string(a.cols) + "), }";
  const std::size_t before = Magic.size() + 4;
  while ((before + text.size() + 1) % HeaderAlign != 0) text += ' ';
  text += '\n';

  std::string start(Magic);
  start +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};

  output_file out(path);
  out.write(start + text);
  out.write(a.bytes);
  out.commit();
}

}  // namespace weft::sim::npy
