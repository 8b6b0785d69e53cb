// SPDX-License-Identifier: Apache-2.0
//
// sim/file/png.hpp against files that are put together here, chunk by chunk.

#include "sim/file/png.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tb/file/files.hpp"

namespace weft::png_test {
namespace {

using namespace std::string_literals;
namespace png = sim::png;
using samples = std::vector<std::uint8_t>;

enum colour_e { Grey = 0, Rgb = 2, Palette = 3, GreyAlpha = 4, Rgba = 6 };

std::string big_endian(std::uint32_t v) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(v >> shift);
  return out;
}

const Bytef* data(const std::string& s) { return reinterpret_cast<const Bytef*>(s.data()); }

std::string chunk(const std::string& type, const std::string& content) {
  const std::string body = type + content;
  return big_endian(static_cast<std::uint32_t>(content.size())) + body +
         big_endian(
             static_cast<std::uint32_t>(crc32(0, data(body), static_cast<uInt>(body.size()))));
}

/// `rows` holds the filter byte 0 before each row.
std::string file(std::uint32_t width, std::uint32_t height, int depth, colour_e colour,
                 const std::string& rows, const std::string& extra_chunks = "") {
  std::string packed(rows.size() + 64, '\0');
  uLongf size = packed.size();
  EXPECT_EQ(compress(reinterpret_cast<Bytef*>(packed.data()), &size, data(rows), rows.size()),
            Z_OK);
  packed.resize(size);
  return "\x89PNG\r\n\x1a\n"s +
         chunk("IHDR", big_endian(width) + big_endian(height) + static_cast<char>(depth) +
                           static_cast<char>(colour) + "\0\0\0"s) +
         extra_chunks + chunk("IDAT", packed) + chunk("IEND", "");
}

class Png : public testing::Test {
 protected:
  png::image read(const std::string& bytes) {
    put(dir_ / "a.png", bytes);
    return png::read_grey(dir_ / "a.png");
  }
  std::string error(const std::string& bytes) {
    const std::string name    = (dir_ / "a.png").string() + ": ";
    const std::string message = error_of([&] { read(bytes); });
    EXPECT_TRUE(message.starts_with(name)) << message;
    return message.substr(std::min(name.size(), message.size()));
  }
  scratch dir_;
};

TEST_F(Png, ReadsGreyAsItIs) {
  const auto p = read(file(3, 2, 8, Grey, "\0\x00\x01\x80\0\xfe\xff\x40"s));
  EXPECT_EQ(p.width, 3u);
  EXPECT_EQ(p.height, 2u);
  EXPECT_EQ(p.channels, 1u);
  EXPECT_EQ(p.samples, (samples{0x00, 0x01, 0x80, 0xfe, 0xff, 0x40}));
}

TEST_F(Png, ReadsOtherDepths) {
  EXPECT_EQ(read(file(3, 1, 16, Grey, "\0\x80\x80\xff\xff\x00\x00"s)).samples,
            (samples{0x80, 0xff, 0x00}));
  EXPECT_EQ(read(file(4, 1, 2, Grey, "\0\x1b"s)).samples, (samples{0, 85, 170, 255}));
  EXPECT_EQ(read(file(8, 1, 1, Grey, "\0\xa0"s)).samples, (samples{255, 0, 255, 0, 0, 0, 0, 0}));
}

TEST_F(Png, ColoursBecomeTheirLuminance) {
  const auto p = read(file(4, 1, 8, Rgb, "\0\x64\x64\x64\x00\xff\x00\xff\xff\xff\x00\x00\xff"s));
  ASSERT_EQ(p.samples.size(), 4u);
  EXPECT_EQ(p.samples[0], 100);
  EXPECT_NEAR(p.samples[1], 220, 1);  // 0.7152 of the light, on the sRGB curve
  EXPECT_EQ(p.samples[2], 255);
  EXPECT_NEAR(p.samples[3], 76, 1);  // 0.0722
}

TEST_F(Png, ReadsAPalette) {
  const std::string colours = chunk("PLTE", "\x0a\x0a\x0a\xc8\xc8\xc8"s);
  EXPECT_EQ(read(file(3, 1, 8, Palette, "\0\x01\x00\x01"s, colours)).samples,
            (samples{200, 10, 200}));
}

TEST_F(Png, TransparentPixelsLieOnWhite) {
  EXPECT_EQ(read(file(2, 1, 8, GreyAlpha, "\0\x28\xff\x28\x00"s)).samples, (samples{40, 255}));
  EXPECT_EQ(read(file(2, 1, 8, Rgba, "\0\x28\x28\x28\xff\x28\x28\x28\x00"s)).samples,
            (samples{40, 255}));
}

TEST_F(Png, GreyGoesThereAndBack) {
  png::image p{16, 16, 1, {}};
  for (int i = 0; i < 256; ++i) p.samples.push_back(static_cast<std::uint8_t>(i));
  png::write(dir_ / "b.png", p);
  EXPECT_EQ(png::read_grey(dir_ / "b.png").samples, p.samples);
  EXPECT_EQ(get(dir_ / "b.png").substr(24, 2), "\x08\x00"s);  // 8 bits, grey
  EXPECT_EQ(dir_.names(), std::vector<std::string>{"b.png"});
}

TEST_F(Png, WritesColour) {
  png::write(dir_ / "b.png", {2, 1, 3, {7, 7, 7, 9, 9, 9}});
  EXPECT_EQ(png::read_grey(dir_ / "b.png").samples, (samples{7, 9}));
  EXPECT_EQ(get(dir_ / "b.png").substr(24, 2), "\x08\x02"s);  // 8 bits, RGB
}

TEST_F(Png, BadFilesAreNamed) {
  const std::string missing = (dir_ / "none.png").string();
  EXPECT_EQ(error_of([&] { png::read_grey(missing); }), missing + ": no such file");
  EXPECT_EQ(error_of([&] { png::read_grey(dir_.path()); }),
            dir_.path().string() + ": is a directory");
  EXPECT_EQ(error(""), "is not a PNG file");
  EXPECT_EQ(error("GIF89a and more"), "is not a PNG file");
  EXPECT_EQ(error(file(16385, 1, 8, Grey, "")),
            "is 16385 x 1 pixels, at most 16384 a side are read");
  EXPECT_EQ(error(file(1, 20000, 8, Grey, "")),
            "is 1 x 20000 pixels, at most 16384 a side are read");
  EXPECT_NE(error(file(0x7fffffff, 0x7fffffff, 8, Grey, "")), "");
  EXPECT_NE(error(file(0, 1, 8, Grey, "")), "");
  EXPECT_NE(error(file(2, 2, 8, Grey, "\0\x01\x02"s)), "");  // the second row is missing
}

TEST_F(Png, AFileThatEndsBeforeItsPixelsIsAnError) {
  const std::string whole      = file(3, 2, 8, Grey, "\0\x00\x01\x80\0\xfe\xff\x40"s);
  const std::size_t pixels_end = whole.size() - 12 - 4;  // IEND and the checksum of IDAT
  for (std::size_t n = 0; n < pixels_end; ++n) EXPECT_NE(error(whole.substr(0, n)), "") << n;
}

TEST_F(Png, DamageIsAnError) {
  std::string bytes = file(3, 2, 8, Grey, "\0\x00\x01\x80\0\xfe\xff\x40"s);
  bytes[20] ^= 1;  // the height
  EXPECT_EQ(error(bytes), "PNG: IHDR: CRC error");
}

TEST_F(Png, WriteErrorsAreReported) {
  const png::image p{1, 1, 1, {0}};
  EXPECT_EQ(error_of([&] { png::write(dir_ / "none/b.png", p); }),
            (dir_ / "none/b.png").string() + ": cannot be written: No such file or directory");
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_EQ(error_of([&] { png::write("/dev/full", p); }).substr(0, 29),
              "/dev/full: cannot be written:");
  }
}

}  // namespace
}  // namespace weft::png_test
