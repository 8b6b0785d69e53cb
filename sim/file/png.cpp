// SPDX-License-Identifier: Apache-2.0

#include "sim/file/png.hpp"

#include <png.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#include "sim/file/input_error.hpp"
#include "sim/file/input_file.hpp"
#include "sim/file/output_file.hpp"

namespace weft::sim::png {
namespace {

/// libpng's reader or writer of whole images, freed at its end.
struct control : png_image {
  control() : png_image{} { version = PNG_IMAGE_VERSION; }
  ~control() { png_image_free(this); }
  control(const control&)            = delete;
  control& operator=(const control&) = delete;
};

/// With `colour`, a picture in colour keeps it.
image read_as(const std::filesystem::path& path, bool colour) {
  const std::string bytes = read_file(path);
  const auto fail         = [&](const std::string& what) {
    throw input_error(path.string() + ": " + what);
  };
  constexpr std::size_t Signature = 8;
  const auto* start               = reinterpret_cast<png_const_bytep>(bytes.data());
  if (bytes.size() < Signature || png_sig_cmp(start, 0, Signature) != 0) fail("is not a PNG file");

  control in;
  if (!png_image_begin_read_from_memory(&in, bytes.data(), bytes.size())) {
    fail(std::string("PNG: ") + in.message);
  }
  if (in.width > MaxSide || in.height > MaxSide) {
    fail("is " + std::to_string(in.width) + " x " + std::to_string(in.height) +
         " pixels, at most " + std::to_string(MaxSide) + " a side are read");
  }
  const bool rgb = colour && (in.format & PNG_FORMAT_FLAG_COLOR) != 0;
  in.format      = rgb ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  in.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // 16-bit samples use the sRGB curve of 8-bit ones

  image out{in.width, in.height, rgb ? 3u : 1u, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(in))};
  const png_color white{255, 255, 255};
  if (!png_image_finish_read(&in, &white, out.samples.data(), 0, nullptr)) {
    fail(std::string("PNG: ") + in.message);
  }
  return out;
}

}  // namespace

image read_grey(const std::filesystem::path& path) { return read_as(path, false); }

image read(const std::filesystem::path& path) { return read_as(path, true); }

void write(const std::filesystem::path& path, const image& picture) {
  const bool known = picture.channels == 1 || picture.channels == 3;
  const auto size  = std::size_t{picture.width} * picture.height * picture.channels;
  if (!known || size == 0 || picture.samples.size() != size) {
    throw std::logic_error("png::write: the samples do not fit the picture's size");
  }
  control to;
  to.width  = picture.width;
  to.height = picture.height;
  to.format = picture.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;

  output_file out(path);
  if (!png_image_write_to_stdio(&to, out.stream(), 0, picture.samples.data(), 0, nullptr)) {
    throw input_error(path.string() + ": cannot be written: " + to.message);
  }
  out.commit();
}

}  // namespace weft::sim::png
