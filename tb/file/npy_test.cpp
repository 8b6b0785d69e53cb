// SPDX-License-Identifier: Apache-2.0
//
// sim/file/npy.hpp against files as NumPy writes them, byte for byte.

#include "sim/file/npy.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tb/file/files.hpp"

namespace weft::npy_test {
namespace {

using numbers = std::vector<std::uint64_t>;

using namespace std::string_literals;
namespace npy = sim::npy;
using npy::dtype_e;

// numpy.save of numpy.array([[1, -2, 0.25], [6, 5, 4]], '<f4'), NumPy 1.24.
const std::string HeaderV1 =
    "\x93NUMPY\x01\x00v\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }"
    "                                                          \n"s;
const std::string DataF4 =
    "\x00\x00\x80\x3f\x00\x00\x00\xc0\x00\x00\x80\x3e"
    "\x00\x00\xc0\x40\x00\x00\xa0\x40\x00\x00\x80\x40"s;

// numpy.lib.format.write_array with version (2, 0), of the Fortran-ordered array of the same
// values.
const std::string HeaderV2 =
    "\x93NUMPY\x02\x00t\x00\x00\x00{'descr': '<f2', 'fortran_order': True, 'shape': (2, 3), }"
    "                                                         \n"s;
const std::string DataF2ByColumns = "\x00\x3c\x00\x46\x00\xc0\x00\x45\x00\x34\x00\x44"s;

/// A file of version 1.0 with any header, padded as NumPy does.
std::string file(std::string header, const std::string& data) {
  while ((10 + header.size() + 1) % 64) header += ' ';
  header += '\n';
  return "\x93NUMPY\x01\x00"s + static_cast<char>(header.size() & 255) +
         static_cast<char>(header.size() >> 8) + header + data;
}

std::string dict(const std::string& descr, const std::string& shape,
                 const char* fortran = "False") {
  return "{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

class Npy : public testing::Test {
 protected:
  npy::array2d read(const std::string& bytes) {
    put(dir_ / "a.npy", bytes);
    return npy::read(dir_ / "a.npy");
  }
  /// The message for a file of these bytes, without the file's name.
  std::string error(const std::string& bytes) {
    const std::string message = error_of([&] { read(bytes); });
    const std::string name    = (dir_ / "a.npy").string() + ": ";
    EXPECT_TRUE(message.starts_with(name)) << message;
    return message.substr(std::min(name.size(), message.size()));
  }
  std::string header_error(const std::string& header) { return error(file(header, DataF4)); }

  scratch dir_;
};

TEST_F(Npy, ReadsVersion1) {
  const auto a = read(HeaderV1 + DataF4);
  EXPECT_EQ(a.dtype, dtype_e::F4);
  EXPECT_EQ(a.rows, 2u);
  EXPECT_EQ(a.cols, 3u);
  EXPECT_EQ(bits(a, {dtype_e::F4}),
            (numbers{0x3f800000, 0xc0000000, 0x3e800000, 0x40c00000, 0x40a00000, 0x40800000}));
}

TEST_F(Npy, ReadsVersion2AndFortranOrderAsRows) {
  const auto a = read(HeaderV2 + DataF2ByColumns);
  EXPECT_EQ(a.rows, 2u);
  EXPECT_EQ(a.cols, 3u);
  EXPECT_EQ(bits(a, {dtype_e::F2}), (numbers{0x3c00, 0xc000, 0x3400, 0x4600, 0x4500, 0x4400}));
}

TEST_F(Npy, ReadsVersion3) {
  std::string bytes = HeaderV2 + DataF2ByColumns;
  bytes[6]          = 3;
  EXPECT_EQ(bits(read(bytes), {dtype_e::F2})[1], 0xc000);
}

TEST_F(Npy, ReadsBigEndian) {
  EXPECT_EQ(bits(read(file(dict(">f2", "(1, 2)"), "\x3c\x00\xc0\x01"s)), {dtype_e::F2}),
            (numbers{0x3c00, 0xc001}));
  EXPECT_EQ(bits(read(file(dict(">i4", "(1, 1)"), "\x01\x02\x03\x04"s)), {dtype_e::I4}),
            numbers{0x01020304});
}

TEST_F(Npy, ReadsEveryWidthOfIntegers) {
  const auto a = read(file(dict("|i1", "(2, 2)", "True"), "\x01\xff\x80\x7f"s));
  EXPECT_EQ(bits(a, {dtype_e::I1}), (numbers{0x01, 0x80, 0xff, 0x7f}));
  EXPECT_EQ(bits(read(file(dict("|u1", "(1, 2)"), "\x01\xff"s)), {dtype_e::U1}),
            (numbers{0x01, 0xff}));
  EXPECT_EQ(bits(read(file(dict("<i2", "(1, 2)"), "\x01\xff\x80\x7f"s)), {dtype_e::I2}),
            (numbers{0xff01, 0x7f80}));
  EXPECT_EQ(bits(read(file(dict("<u2", "(2, 1)"), "\x01\xff\x80\x7f"s)), {dtype_e::U2}),
            (numbers{0xff01, 0x7f80}));
  EXPECT_EQ(
      bits(read(file(dict("<i8", "(1, 1)"), "\x01\x02\x03\x04\x05\x06\x07\x88"s)), {dtype_e::I8}),
      numbers{0x8807060504030201});
}

TEST_F(Npy, RoundsToTheNearestOfAFormat) {
  EXPECT_EQ(rounded(read(HeaderV1 + DataF4), golden::Binary16),
            (numbers{0x3c00, 0xc000, 0x3400, 0x4600, 0x4500, 0x4400}));
  EXPECT_EQ(rounded(read(HeaderV1 + DataF4), golden::E4m3),
            (numbers{0x38, 0xc0, 0x28, 0x4c, 0x4a, 0x48}));

  // 1 + 2^-11 + 2^-40 is above a tie only in double precision; 65520 overflows.
  const auto f8 = read(file(dict("<f8", "(1, 2)"),
                            "\x00\x10\x00\x00\x00\x02\xf0\x3f"
                            "\x00\x00\x00\x00\x00\xfe\xef\x40"s));
  EXPECT_EQ(rounded(f8, golden::Binary16), (numbers{0x3c01, 0x7c00}));
}

TEST_F(Npy, BitsRefusesOtherTypes) {
  const auto f4          = read(HeaderV1 + DataF4);
  const std::string name = (dir_ / "a.npy").string();
  EXPECT_EQ(error_of([&] { bits(f4, {dtype_e::I1}); }), name + ": dtype is <f4, expected |i1");
  EXPECT_EQ(error_of([&] {
              bits(f4, {dtype_e::I4, dtype_e::U4});
            }),
            name + ": dtype is <f4, expected <i4 or <u4");
  EXPECT_EQ(error_of([&] { rounded(read(file(dict("|i1", "(1, 1)"), "\x01")), golden::Binary16); }),
            name + ": dtype is |i1, expected <f4 or <f8");
}

TEST_F(Npy, TakesAHeaderInAnyPythonSpelling) {
  for (const char* header : {
           "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}",
           "{\"descr\":\"<f4\",\"fortran_order\":False,\"shape\":(2,3)}",
           "  { 'descr' : '<f4' , 'fortran_order' : False , 'shape' : ( 2 , 3 , ) , }  ",
           "{'descr': '<f4', 'fortran_order': False,\n 'shape': (2L, 3L)}",
           "{'descr': '=f4', 'fortran_order': False, 'shape': (2, 3)}",
       }) {
    const auto a = read(file(header, DataF4));
    EXPECT_EQ(a.rows, 2u) << header;
    EXPECT_EQ(a.cols, 3u) << header;
    EXPECT_EQ(bits(a, {dtype_e::F4})[5], 0x40800000u) << header;
  }
}

TEST_F(Npy, BadFilesAreNamed) {
  const std::string missing = (dir_ / "none.npy").string();
  EXPECT_EQ(error_of([&] { npy::read(missing); }), missing + ": no such file");
  EXPECT_EQ(error_of([&] { npy::read(dir_.path()); }), dir_.path().string() + ": is a directory");
  EXPECT_EQ(error_of([&] { npy::read("/dev/null"); }), "/dev/null: is not a regular file");
  EXPECT_EQ(error(""), "is not a .npy file: it has 0 bytes");
  EXPECT_EQ(error("PK\x03\x04 an archive"s), "is not a .npy file: it begins with 'PK?? an '");
  EXPECT_EQ(error("\x93NUMPY\x04\x00"s),
            "version 4.0 of the .npy format is not supported; 1.0, 2.0 and 3.0 are");
  EXPECT_EQ(error("\x93NUMPY\x01\x01"s),
            "version 1.1 of the .npy format is not supported; 1.0, 2.0 and 3.0 are");
}

TEST_F(Npy, AFileThatEndsEarlyIsNamed) {
  const std::string whole = HeaderV1 + DataF4;
  EXPECT_EQ(error(whole.substr(0, 9)), "ends within the header's length");
  EXPECT_EQ(error(whole.substr(0, 100)), "ends within the header: expected 118 bytes, found 90");
  EXPECT_EQ(error(whole.substr(0, 150)), "expected 24 bytes of data (2 x 3 x 4), found 22");
  EXPECT_EQ(error(whole + "!"), "expected 24 bytes of data (2 x 3 x 4), found 25");
  EXPECT_EQ(error("\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr'"s),
            "header of 4294967295 bytes, at most 10000 are read");
  // 34 GB claimed, 24 bytes there: an answer at once, no memory taken.
  EXPECT_EQ(error(file(dict("<f8", "(65535, 65535)"), DataF4)),
            "expected 34358689800 bytes of data (65535 x 65535 x 8), found 24");
}

TEST_F(Npy, EveryTruncationIsAnError) {
  const std::string whole = HeaderV1 + DataF4;
  for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_NE(error(whole.substr(0, n)), "") << n;
}

TEST_F(Npy, BadTypesAreNamed) {
  for (const char* descr : {"<f3", "<i3", "<c8", "|b1", "|O", "<U3", "|f4", "f4", "", "<"}) {
    EXPECT_EQ(header_error(dict(descr, "(2, 3)")),
              "header: dtype '"s + descr +
                  "' is not supported; f2, f4, f8 and i and u of 1, 2, 4 and 8 bytes are");
  }
  EXPECT_EQ(header_error("{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (2, 3)}")
                .substr(0, 49),
            "header: a structured dtype is not supported: '[('");
}

TEST_F(Npy, BadShapesAreNamed) {
  const auto shape_error = [&](const std::string& shape) {
    return header_error(dict("<f4", shape));
  };
  EXPECT_EQ(shape_error("()"), "header: shape () is 0-D, a matrix is 2-D");
  EXPECT_EQ(shape_error("(6,)"),
            "header: shape (6,) is 1-D, a matrix is 2-D: save it with reshape(1, -1)");
  EXPECT_EQ(shape_error("(1, 2, 3)"), "header: shape (1, 2, 3) is 3-D, a matrix is 2-D");
  EXPECT_EQ(shape_error("(0, 3)"), "header: shape (0, 3) has a dimension of 0");
  EXPECT_EQ(shape_error("(-2, 3)"), "header: shape (-2, 3) has a negative dimension");
  EXPECT_EQ(shape_error("(2, 65536)"), "header: shape (2, 65536) has a dimension above 65535");
  EXPECT_EQ(shape_error("(18446744073709551618, 3)"),
            "header: shape (18446744073709551618, 3) has a dimension above 65535");
  EXPECT_EQ(shape_error("(2, x)"), "header: shape (2, x) has a dimension that is not a number");
  EXPECT_EQ(shape_error("(2, 3.0)").substr(0, 21), "header: expected ',',");
  EXPECT_EQ(shape_error("[2, 3]").substr(0, 21), "header: expected '(',");
  EXPECT_EQ(shape_error("(6)").substr(0, 39), "header: shape is '(6)', not a tuple");
}

TEST_F(Npy, BadHeadersAreNamed) {
  EXPECT_EQ(header_error("{'descr': '<f4', 'shape': (2, 3)}"),
            "header: the key 'fortran_order' is missing");
  EXPECT_EQ(header_error("{'descr': '<f4', 'fortran_order': False}"),
            "header: the key 'shape' is missing");
  EXPECT_EQ(header_error("{'fortran_order': False, 'shape': (2, 3)}"),
            "header: the key 'descr' is missing");
  EXPECT_EQ(header_error("{'descr': '<f4', 'descr': '<f4'}"),
            "header: the key 'descr' comes twice");
  EXPECT_EQ(header_error("{'colour': 1}"), "header: unknown key 'colour'");
  EXPECT_EQ(header_error(dict("<f4", "(2, 3)", "None")),
            "header: fortran_order is 'None', not True or False");
  EXPECT_EQ(header_error(dict("<f4", "(2, 3)") + "x").substr(0, 38),
            "header: text after the closing brace: ");
  EXPECT_EQ(header_error("[]").substr(0, 30), "header: expected '{', found '[");
  EXPECT_EQ(header_error("{'descr': '<f4").substr(0, 31), "header: a string does not end: ");
  EXPECT_EQ(header_error("{'descr': '<f4', "), "header: expected a string, found ''");
  EXPECT_EQ(header_error(""), "header: expected '{', found its end");
}

TEST_F(Npy, WritesWhatNumPyWrites) {
  npy::write(dir_ / "b.npy", npy::pack(dtype_e::F4, 2, 3,
                                       numbers{0x3f800000, 0xc0000000, 0x3e800000, 0x40c00000,
                                               0x40a00000, 0x40800000}));
  EXPECT_EQ(get(dir_ / "b.npy"), HeaderV1 + DataF4);
}

TEST_F(Npy, DataBeginsAtAMultipleOf64) {
  const numbers values(65535);
  npy::write(dir_ / "b.npy", npy::pack(dtype_e::I4, 65535, 1, values));
  EXPECT_EQ(std::filesystem::file_size(dir_ / "b.npy"), 128u + 4 * 65535);
}

TEST_F(Npy, EveryTypeGoesThereAndBack) {
  const std::vector<std::uint64_t> values{0,    1,          0xff,  0x80,
                                          0x7f, 0x3ff00001, ~0ull, 0x0123456789abcdef};
  for (const auto dtype : {dtype_e::F2, dtype_e::F4, dtype_e::F8, dtype_e::I1, dtype_e::I4}) {
    const auto a = npy::pack(dtype, 4, 2, values);
    npy::write(dir_ / "b.npy", a);
    const auto b = npy::read(dir_ / "b.npy");
    EXPECT_EQ(b.dtype, dtype);
    EXPECT_EQ(b.rows, 4u);
    EXPECT_EQ(b.cols, 2u);
    EXPECT_EQ(b.bytes, a.bytes);
    EXPECT_EQ(b.bits(7), values[7] & (~0ull >> (64 - 8 * size(dtype))));
  }
}

TEST_F(Npy, WriteErrorsAreReported) {
  const auto a = npy::pack(dtype_e::F4, 1, 1, numbers{0});
  EXPECT_EQ(error_of([&] { npy::write(dir_ / "none/b.npy", a); }),
            (dir_ / "none/b.npy").string() + ": cannot be written: No such file or directory");
}

}  // namespace
}  // namespace weft::npy_test
